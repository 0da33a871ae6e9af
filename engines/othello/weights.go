package othello

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
// and 0 if not, and then its WeightCount weights as little-endian int16.
const weightsMagic = "plywood othello weights 1\n"

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

// DefaultEvaluation returns the evaluation that the package carries for a
// board, nil if there is none.
func DefaultEvaluation(r othello.Rules) *Evaluation {
	switch r.Size() {
	case 8:
		return evaluation8()
	case 6:
		return evaluation6()
	}
	return nil
}

// ParseWeights reads a weights file.
func ParseWeights(file []byte) (weights [PhaseCount][]int16, err error) {
	rest, ok := bytes.CutPrefix(file, []byte(weightsMagic))
	if !ok || len(rest) < sha256.Size {
		return weights, fmt.Errorf("othello: %w: no header", ErrWeights)
	}
	packed := rest[sha256.Size:]
	if sum := sha256.Sum256(packed); !bytes.Equal(sum[:], rest[:sha256.Size]) {
		return weights, fmt.Errorf("othello: %w: checksum %x, want %x", ErrWeights, sum[:4], rest[:4])
	}
	in := flate.NewReader(bytes.NewReader(packed))
	for p := range weights {
		var present [1]byte
		if _, err := io.ReadFull(in, present[:]); err != nil {
			return weights, fmt.Errorf("othello: %w: phase %d: %w", ErrWeights, p, err)
		}
		if present[0] == 0 {
			continue
		}
		weights[p] = make([]int16, WeightCount())
		if err := binary.Read(in, binary.LittleEndian, weights[p]); err != nil {
			return weights, fmt.Errorf("othello: %w: phase %d: %w", ErrWeights, p, err)
		}
	}
	return weights, nil
}

// FormatWeights writes a weights file.
func FormatWeights(weights [PhaseCount][]int16) []byte {
	var packed bytes.Buffer
	out, _ := flate.NewWriter(&packed, flate.BestCompression) // the level is a valid one
	for _, w := range weights {
		present := byte(0)
		if len(w) > 0 {
			present = 1
		}
		out.Write([]byte{present})
		binary.Write(out, binary.LittleEndian, w)
	}
	out.Close()
	sum := sha256.Sum256(packed.Bytes())
	return append(append([]byte(weightsMagic), sum[:]...), packed.Bytes()...)
}
