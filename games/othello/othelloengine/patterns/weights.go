package patterns

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	_ "embed"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/internal/asset"
	"github.com/plywood-go/plywood/internal/reason"
)

// A weights file is the line weightsMagic, the SHA-256 sum of the rest, a little-endian uint32 with
// the bits of the phases that have weights, one with the size of the first of two deflate streams,
// and the streams. The first stream has the lower half of those phases in ascending order, the
// second the other half in descending order, so that both ends of a game are unpacked soon. A phase
// is WeightCount little-endian int16, as differences from the phase before it in the stream. The
// many fillings without samples have difference 0.
const weightsMagic = "plywood othello weights 3\n"

// earlierMagic begins a file with one stream of all phases in ascending order,
// each with a byte before it, 1 if it has weights and 0 if not.
const earlierMagic = "plywood othello weights 2\n"

// errWeights is wrapped by errors about damaged weights files and files of another format.
var errWeights = reason.New("bad weights file")

//go:embed weights8.bin
var embedded8 []byte

//go:embed weights6.bin
var embedded6 []byte

func file8() []byte {
	return asset.Load("games/othello/othelloengine/patterns/weights8.bin", embedded8)
}

// The built-in evaluations, unpacked on first use.
var (
	evaluation8 = sync.OnceValue(func() *Evaluation { return unpack(othello.Rules{}, file8()) })
	evaluation6 = sync.OnceValue(func() *Evaluation {
		r, _ := othello.Sized(6)
		return unpack(r, embedded6)
	})
)

// unpack returns the evaluation of a built-in file, which tests have checked. It
// reads phases when they are needed: solving a position needs only some of them.
func unpack(r othello.Rules, file []byte) *Evaluation {
	present, halves, err := open(file)
	if err != nil {
		panic(err)
	}
	return newEvaluation(r, present, func(phase int) (int, []int16) {
		h := halves[0]
		if !slices.Contains(h.phases, phase) {
			h = halves[1]
		}
		p, w, err := h.next()
		if err != nil {
			panic(err)
		}
		return p, w
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
	if rest, ok := bytes.CutPrefix(file, []byte(earlierMagic)); ok {
		return parseEarlier(rest)
	}
	_, halves, err := open(file)
	if err != nil {
		return weights, err
	}
	for _, h := range halves {
		for len(h.phases) > 0 {
			p, w, err := h.next()
			if err != nil {
				return Weights{}, err
			}
			weights[p] = w
		}
	}
	return weights, nil
}

// parseEarlier parses the rest of a file that begins with earlierMagic.
func parseEarlier(rest []byte) (weights Weights, err error) {
	packed, err := checked(rest)
	if err != nil {
		return weights, err
	}
	all := newHalf(packed, nil)
	for p := range weights {
		var present [1]byte
		if _, err := io.ReadFull(all.in, present[:]); err != nil {
			return Weights{}, reason.Errorf("othello: %w: phase %d: %w", errWeights, p, err)
		}
		if present[0] == 0 {
			continue
		}
		all.phases = []int{p}
		if _, weights[p], err = all.next(); err != nil {
			return Weights{}, err
		}
	}
	return weights, nil
}

// checked verifies the checksum at the beginning of rest and returns the data after it.
func checked(rest []byte) (packed []byte, err error) {
	if len(rest) < sha256.Size {
		return nil, reason.Errorf("othello: %w: no header", errWeights)
	}
	packed = rest[sha256.Size:]
	if sum := sha256.Sum256(packed); !bytes.Equal(sum[:], rest[:sha256.Size]) {
		return nil, reason.Errorf("othello: %w: checksum %x, want %x", errWeights, sum[:4], rest[:4])
	}
	return packed, nil
}

// half is a stream of phases.
type half struct {
	in     io.Reader
	phases []int   // not yet read, in order
	last   []int16 // weights of the last phase that was read
	packed []byte  // buffer for one phase in file format
}

func newHalf(stream []byte, phases []int) *half {
	return &half{flate.NewReader(bytes.NewReader(stream)), phases, make([]int16, WeightCount()), make([]byte, 2*WeightCount())}
}

// open returns the phases that have weights and the two streams of file after checking
// its checksum.
func open(file []byte) (present []int, halves [2]*half, err error) {
	const header = 8
	line, rest, _ := bytes.Cut(file, []byte("\n"))
	if err := reason.Schema(string(line), weightsMagic[:len(weightsMagic)-1], reason.Errorf("%w: no header", errWeights)); err != nil {
		return nil, halves, reason.Errorf("othello: %w", err)
	}
	packed, err := checked(rest)
	if err != nil {
		return nil, halves, err
	}
	if len(packed) < header {
		return nil, halves, reason.Errorf("othello: %w: no header", errWeights)
	}
	bits, size := binary.LittleEndian.Uint32(packed), uint64(binary.LittleEndian.Uint32(packed[4:]))
	if packed = packed[header:]; size > uint64(len(packed)) {
		return nil, halves, reason.Errorf("othello: %w: no header", errWeights)
	}
	for p := range PhaseCount {
		if bits>>p&1 != 0 {
			present = append(present, p)
		}
	}
	low, high := halve(present)
	return present, [2]*half{newHalf(packed[:size], low), newHalf(packed[size:], high)}, nil
}

// halve returns the phases of each stream, in order.
func halve(present []int) (low, high []int) {
	high = slices.Clone(present[len(present)/2:])
	slices.Reverse(high)
	return present[:len(present)/2], high
}

// next reads the next phase.
func (h *half) next() (phase int, weights []int16, err error) {
	phase, h.phases = h.phases[0], h.phases[1:]
	if _, err := io.ReadFull(h.in, h.packed); err != nil {
		return phase, nil, reason.Errorf("othello: %w: phase %d: %w", errWeights, phase, err)
	}
	w := make([]int16, len(h.last))
	for i, last := range h.last {
		w[i] = last + int16(binary.LittleEndian.Uint16(h.packed[2*i:]))
	}
	h.last = w
	return phase, w, nil
}

// FormatWeights returns the weights in file format.
func FormatWeights(weights Weights) []byte {
	present := weights.present()
	low, high := halve(present)
	first := pack(&weights, low)
	var bits uint32
	for _, p := range present {
		bits |= 1 << p
	}
	rest := binary.LittleEndian.AppendUint32(nil, bits)
	rest = binary.LittleEndian.AppendUint32(rest, uint32(len(first)))
	rest = slices.Concat(rest, first, pack(&weights, high))
	sum := sha256.Sum256(rest)
	return slices.Concat([]byte(weightsMagic), sum[:], rest)
}

// pack returns the stream of some phases.
func pack(weights *Weights, phases []int) []byte {
	var packed bytes.Buffer
	out, _ := flate.NewWriter(&packed, flate.DefaultCompression) // no error: the level is valid; BestCompression takes thirteen times as long for 2 %
	last, more := make([]int16, WeightCount()), make([]int16, WeightCount())
	for _, p := range phases {
		for i, w := range weights[p] {
			more[i] = w - last[i]
		}
		binary.Write(out, binary.LittleEndian, more)
		last = weights[p]
	}
	out.Close()
	return packed.Bytes()
}
