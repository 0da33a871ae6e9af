package patterns

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	_ "embed"
	"encoding/binary"
	"fmt"
	"io"
	"sync"

	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/internal/asset"
	"github.com/plywood-go/plywood/internal/reason"
)

// A weights file is the line weightsMagic, the SHA-256 sum of the rest, and a
// deflate stream of all phases. A phase is a byte, 1 if it has weights and 0 if
// not, followed by WeightCount little-endian int16 differences from the last
// phase with weights. The many fillings without samples have difference 0.
const weightsMagic = "plywood othello weights 2\n"

// ErrWeights is wrapped by errors about damaged weights files and files of
// another format.
var ErrWeights = reason.New("bad weights file")

//go:embed weights8.bin
var embedded8 []byte

//go:embed weights6.bin
var embedded6 []byte

func file8() []byte { return asset.Load("engines/othelloengine/patterns/weights8.bin", embedded8) }

// The built-in evaluations, unpacked on first use.
var (
	evaluation8 = sync.OnceValue(func() *Evaluation { return unpack(othello.Rules{}, file8()) })
	evaluation6 = sync.OnceValue(func() *Evaluation {
		r, _ := othello.Sized(6)
		return unpack(r, embedded6)
	})
)

// unpack returns the evaluation of a built-in file, which tests have checked.
// It reads phases when they are needed, those with few empty squares first:
// solving a position needs only some of them.
func unpack(r othello.Rules, file []byte) *Evaluation {
	in, err := newWeightsReader(file)
	if err != nil {
		panic(err)
	}
	return newEvaluation(r, func() []int16 {
		w, err := in.phase()
		if err != nil {
			panic(err)
		}
		return w
	})
}

// Default returns the built-in evaluation for a board, or nil if none exists.
func Default(r othello.Rules) *Evaluation {
	switch r.Size() {
	case 8:
		return evaluation8()
	case 6:
		return evaluation6()
	}
	return nil
}

// Version identifies the weights of Default by the first bytes of their
// checksum. It returns "" if there are none.
func Version(r othello.Rules) string {
	var file []byte
	switch r.Size() {
	case 8:
		file = file8()
	case 6:
		file = embedded6
	default:
		return ""
	}
	return fmt.Sprintf("%x", file[len(weightsMagic):][:6])
}

// ParseWeights parses a weights file.
func ParseWeights(file []byte) (weights Weights, err error) {
	in, err := newWeightsReader(file)
	if err != nil {
		return weights, err
	}
	for p := range weights {
		if weights[p], err = in.phase(); err != nil {
			return Weights{}, err
		}
	}
	return weights, nil
}

// weightsReader reads a weights file phase by phase.
type weightsReader struct {
	in     io.Reader
	next   int
	last   []int16 // weights of the last phase that has any
	packed []byte  // buffer for one phase in file format
}

// newWeightsReader returns a reader of file after checking its checksum.
func newWeightsReader(file []byte) (*weightsReader, error) {
	rest, ok := bytes.CutPrefix(file, []byte(weightsMagic))
	if !ok || len(rest) < sha256.Size {
		return nil, reason.Errorf("othello: %w: no header", ErrWeights)
	}
	packed := rest[sha256.Size:]
	if sum := sha256.Sum256(packed); !bytes.Equal(sum[:], rest[:sha256.Size]) {
		return nil, reason.Errorf("othello: %w: checksum %x, want %x", ErrWeights, sum[:4], rest[:4])
	}
	return &weightsReader{
		in: flate.NewReader(bytes.NewReader(packed)), last: make([]int16, WeightCount()), packed: make([]byte, 2*WeightCount()),
	}, nil
}

// phase returns the weights of the next phase, or nil if it has none.
func (r *weightsReader) phase() ([]int16, error) {
	r.next++
	var present [1]byte
	if _, err := io.ReadFull(r.in, present[:]); err != nil {
		return nil, reason.Errorf("othello: %w: phase %d: %w", ErrWeights, r.next-1, err)
	}
	if present[0] == 0 {
		return nil, nil
	}
	if _, err := io.ReadFull(r.in, r.packed); err != nil {
		return nil, reason.Errorf("othello: %w: phase %d: %w", ErrWeights, r.next-1, err)
	}
	w := make([]int16, len(r.last))
	for i, last := range r.last {
		w[i] = last + int16(binary.LittleEndian.Uint16(r.packed[2*i:]))
	}
	r.last = w
	return w, nil
}

// FormatWeights returns the weights in file format.
func FormatWeights(weights Weights) []byte {
	var packed bytes.Buffer
	out, _ := flate.NewWriter(&packed, flate.DefaultCompression) // no error: the level is valid; BestCompression takes thirteen times as long for 2 %
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
