package patterns

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/plywood-go/plywood/games/othello"
)

// A weights file is the line weightsMagic, the SHA-256 sum of what follows, and
// a deflate stream of all phases in turn: one byte, 1 if the phase has weights
// and 0 if not, and then as little-endian int16 how much larger each of its
// WeightCount weights is than in the phase before that has some. Fillings that
// were never met, many, have the weights of the phase before.
const weightsMagic = "plywood othello weights 2\n"

// ErrWeights is wrapped by the errors for a weights file that is damaged or of
// another make.
var ErrWeights = errors.New("bad weights file")

//go:embed weights8.bin
var embedded8 []byte

//go:embed weights6.bin
var embedded6 []byte

// The evaluations that the package carries, unpacked on first use.
var (
	evaluation8 = sync.OnceValue(func() *Evaluation { return unpack(othello.Rules{}, embedded8) })
	evaluation6 = sync.OnceValue(func() *Evaluation {
		r, _ := othello.Sized(6)
		return unpack(r, embedded6)
	})
)

func unpack(r othello.Rules, file []byte) *Evaluation {
	weights, err := ParseWeights(file)
	if err != nil {
		panic(err) // the file is part of the program, and tested
	}
	return NewEvaluation(r, weights)
}

// Default returns the evaluation that the package carries for a
// board, nil if there is none.
func Default(r othello.Rules) *Evaluation {
	switch r.Size() {
	case 8:
		return evaluation8()
	case 6:
		return evaluation6()
	}
	return nil
}

// ParseWeights reads a weights file.
func ParseWeights(file []byte) (weights Weights, err error) {
	rest, ok := bytes.CutPrefix(file, []byte(weightsMagic))
	if !ok || len(rest) < sha256.Size {
		return weights, fmt.Errorf("othello: %w: no header", ErrWeights)
	}
	packed := rest[sha256.Size:]
	if sum := sha256.Sum256(packed); !bytes.Equal(sum[:], rest[:sha256.Size]) {
		return weights, fmt.Errorf("othello: %w: checksum %x, want %x", ErrWeights, sum[:4], rest[:4])
	}
	in := flate.NewReader(bytes.NewReader(packed))
	last := make([]int16, WeightCount())
	for p := range weights {
		var present [1]byte
		if _, err := io.ReadFull(in, present[:]); err != nil {
			return weights, fmt.Errorf("othello: %w: phase %d: %w", ErrWeights, p, err)
		}
		if present[0] == 0 {
			continue
		}
		w := make([]int16, WeightCount())
		if err := binary.Read(in, binary.LittleEndian, w); err != nil {
			return weights, fmt.Errorf("othello: %w: phase %d: %w", ErrWeights, p, err)
		}
		for i := range w {
			w[i] += last[i]
		}
		weights[p], last = w, w
	}
	return weights, nil
}

// FormatWeights writes a weights file.
func FormatWeights(weights Weights) []byte {
	var packed bytes.Buffer
	out, _ := flate.NewWriter(&packed, flate.BestCompression) // the level is a valid one
	last := make([]int16, WeightCount())
	more := make([]int16, WeightCount())
	for _, w := range weights {
		if len(w) == 0 {
			out.Write([]byte{0})
			continue
		}
		for i := range w {
			more[i] = w[i] - last[i]
		}
		out.Write([]byte{1})
		binary.Write(out, binary.LittleEndian, more)
		last = w
	}
	out.Close()
	sum := sha256.Sum256(packed.Bytes())
	return append(append([]byte(weightsMagic), sum[:]...), packed.Bytes()...)
}
