package draughtspatterns

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"embed"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/internal/reason"
)

// Weights holds the weights of terms and fillings, in 1/Unit of a hundredth of
// a man: one for a full and one for an empty board.
type Weights struct {
	Terms  [Terms][2]int32
	Blocks [][2]int16 // Count of them
}

// Count returns the number of block weights, each a pair.
func Count(r draughts.Rules) int { return shapeOf(r).weights }

// Number returns the weight of a block's filling: n > 0 is weight n−1, n < 0 is
// weight −n−1 negated, and 0 means none.
func Number(r draughts.Rules, block int, filling uint16) int32 {
	return shapeOf(r).number[block][filling]
}

// A weights file is the line weightsMagic with the game's name, the SHA-256 sum
// of the rest, and a deflate stream of little-endian numbers: the terms as
// int32, the block weights for a full board as int16, and the differences to
// those for an empty board as int16.
const weightsMagic = "plywood draughts weights 1 "

// ErrWeights is wrapped by errors about damaged weights files and files of
// another format.
var ErrWeights = reason.New("bad weights file")

// ParseWeights parses a weights file for game r.
func ParseWeights(r draughts.Rules, file []byte) (*Weights, error) {
	rest, ok := bytes.CutPrefix(file, []byte(header(r)))
	if !ok || len(rest) < sha256.Size {
		return nil, reason.Errorf("%s: %w: no header", r, ErrWeights)
	}
	packed := rest[sha256.Size:]
	if sum := sha256.Sum256(packed); !bytes.Equal(sum[:], rest[:sha256.Size]) {
		return nil, reason.Errorf("%s: %w: checksum %x, want %x", r, ErrWeights, sum[:4], rest[:4])
	}
	w := &Weights{Blocks: make([][2]int16, Count(r))}
	in := flate.NewReader(bytes.NewReader(packed))
	full, more := make([]int16, Count(r)), make([]int16, Count(r))
	for _, part := range []any{&w.Terms, full, more} {
		if err := binary.Read(in, binary.LittleEndian, part); err != nil {
			return nil, reason.Errorf("%s: %w: %w", r, ErrWeights, err)
		}
	}
	if n, _ := io.Copy(io.Discard, in); n != 0 {
		return nil, reason.Errorf("%s: %w: too long", r, ErrWeights)
	}
	for i := range w.Blocks {
		w.Blocks[i] = [2]int16{full[i], full[i] + more[i]}
	}
	return w, nil
}

func header(r draughts.Rules) string { return weightsMagic + r.String() + "\n" }

// FormatWeights returns the weights in file format.
func FormatWeights(r draughts.Rules, w *Weights) []byte {
	var packed bytes.Buffer
	out, _ := flate.NewWriter(&packed, flate.BestCompression) // no error: the level is valid
	full, more := make([]int16, len(w.Blocks)), make([]int16, len(w.Blocks))
	for i, b := range w.Blocks {
		full[i], more[i] = b[0], b[1]-b[0]
	}
	for _, part := range []any{&w.Terms, full, more} {
		binary.Write(out, binary.LittleEndian, part)
	}
	out.Close()
	sum := sha256.Sum256(packed.Bytes())
	return append(append([]byte(header(r)), sum[:]...), packed.Bytes()...)
}

// files holds the built-in weights. File names are game names with a hyphen
// instead of the colon.
//
//go:embed *.bin
var files embed.FS

// embedded returns the built-in weights file of a game, or nil if none exists.
func embedded(r draughts.Rules) []byte {
	file, err := files.ReadFile(FileName(r))
	if err != nil {
		return nil
	}
	return file
}

// FileName returns the name of a game's weights file.
func FileName(r draughts.Rules) string { return strings.ReplaceAll(r.String(), ":", "-") + ".bin" }

// Default returns the built-in evaluation of a game, or nil if none exists. It
// is unpacked on first use.
func Default(r draughts.Rules) *Evaluation { return defaults[r.Variant&3]() }

var defaults = func() (all [4]func() *Evaluation) {
	for v := range all {
		r := draughts.Rules{Variant: draughts.Variant(v)}
		all[v] = sync.OnceValue(func() *Evaluation { return carried(r) })
	}
	return all
}()

func carried(r draughts.Rules) *Evaluation {
	file := embedded(r)
	if file == nil {
		return nil
	}
	w, err := ParseWeights(r, file)
	if err != nil {
		panic(err) // built in and tested
	}
	return New(r, w)
}

// Version identifies the weights of Default by the first bytes of their
// checksum. It returns "" if there are none.
func Version(r draughts.Rules) string {
	file := embedded(r)
	if file == nil {
		return ""
	}
	return fmt.Sprintf("%x", file[len(header(r)):][:6])
}
