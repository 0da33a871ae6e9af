package draughtspatterns

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/plywood-go/plywood/games/draughts"
)

// Weights are what terms and fillings are worth in units of 1/Unit of a hundredth of a
// man: on a full board, and on an empty one.
type Weights struct {
	Terms  [Terms][2]int32
	Blocks [][2]int16 // as many as Count says
}

// Count returns the number of weights of blocks, pairs of numbers.
func Count(r draughts.Rules) int { return shapeOf(r).weights }

// Number returns which weight a filling of a block has: n > 0 is weight n−1, n < 0
// weight −n−1 with its sign changed, and 0 none.
func Number(r draughts.Rules, block int, filling uint16) int32 {
	return shapeOf(r).number[block][filling]
}

// A weights file is the line weightsMagic with the name of the game, the SHA-256 sum
// of what follows, and a deflate stream of little-endian numbers: the terms, int32; the
// blocks for a full board, int16; and by how much they are larger on an empty one.
const weightsMagic = "plywood draughts weights 1 "

// ErrWeights is wrapped by the errors for a weights file that is damaged or of another
// make.
var ErrWeights = errors.New("bad weights file")

// ParseWeights reads a weights file of a game.
func ParseWeights(r draughts.Rules, file []byte) (*Weights, error) {
	rest, ok := bytes.CutPrefix(file, []byte(header(r)))
	if !ok || len(rest) < sha256.Size {
		return nil, fmt.Errorf("%s: %w: no header", r, ErrWeights)
	}
	packed := rest[sha256.Size:]
	if sum := sha256.Sum256(packed); !bytes.Equal(sum[:], rest[:sha256.Size]) {
		return nil, fmt.Errorf("%s: %w: checksum %x, want %x", r, ErrWeights, sum[:4], rest[:4])
	}
	w := &Weights{Blocks: make([][2]int16, Count(r))}
	in := flate.NewReader(bytes.NewReader(packed))
	full, more := make([]int16, Count(r)), make([]int16, Count(r))
	for _, part := range []any{&w.Terms, full, more} {
		if err := binary.Read(in, binary.LittleEndian, part); err != nil {
			return nil, fmt.Errorf("%s: %w: %w", r, ErrWeights, err)
		}
	}
	if n, _ := io.Copy(io.Discard, in); n != 0 {
		return nil, fmt.Errorf("%s: %w: too long", r, ErrWeights)
	}
	for i := range w.Blocks {
		w.Blocks[i] = [2]int16{full[i], full[i] + more[i]}
	}
	return w, nil
}

func header(r draughts.Rules) string { return weightsMagic + r.String() + "\n" }

// FormatWeights writes a weights file.
func FormatWeights(r draughts.Rules, w *Weights) []byte {
	var packed bytes.Buffer
	out, _ := flate.NewWriter(&packed, flate.BestCompression) // the level is a valid one
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

// files are the weights that the package carries, by the names of games with a hyphen
// for the colon.
//
//go:embed *.bin
var files embed.FS

// embedded returns the weights file of a game; nil if there is none.
func embedded(r draughts.Rules) []byte {
	file, err := files.ReadFile(FileName(r))
	if err != nil {
		return nil
	}
	return file
}

// FileName returns the usual name of the weights file of a game.
func FileName(r draughts.Rules) string { return strings.ReplaceAll(r.String(), ":", "-") + ".bin" }

// Default returns the evaluation that the package carries for a game, nil if there is
// none. It is unpacked when it is first asked for.
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
		panic(err) // it is part of the program, and tested
	}
	return New(r, w)
}

// Version names the weights of Default by the first bytes of their checksum; "" if
// there are none.
func Version(r draughts.Rules) string {
	file := embedded(r)
	if file == nil {
		return ""
	}
	return fmt.Sprintf("%x", file[len(header(r)):][:6])
}
