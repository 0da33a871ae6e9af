package patterns

import (
	"math/bits"
	"sync"
	"sync/atomic"

	"github.com/plywood-go/plywood/games/othello"
)

// Phases of the game by empty squares: phase p covers 2p and 2p+1.
const (
	PhaseCount   = 32
	phaseEmpties = 2
)

// Weights holds the weights of each phase in units of 1/Unit disc: WeightCount
// of them, or none for an untrained phase.
type Weights [PhaseCount][]int16

// Phase returns the phase of a position of n empty squares.
func Phase(n int) int { return min(n/phaseEmpties, PhaseCount-1) }

// PhaseEmpties returns the least and the largest number of empty squares in a phase.
func PhaseEmpties(phase int) [2]int {
	return [2]int{phase * phaseEmpties, phase*phaseEmpties + phaseEmpties - 1}
}

// Unit is the number of weight units per disc.
const Unit = 128

// expanded holds the weights of a phase by filling, with mirror images repeated. It is longer than
// the 226 152 fillings so that an 18-bit index needs no bounds check.
type expanded [1 << 18]int16

// Evaluation estimates the final margin of positions. It is safe for concurrent use.
type Evaluation struct {
	squares int             // of the board
	uses    [PhaseCount]int // the phase whose weights each phase uses
	phases  [PhaseCount]atomic.Pointer[expanded]

	mu   sync.Mutex // guards more
	more func(phase int) (unpacked int, weights []int16)
}

// NewEvaluation returns an evaluation for a board. A phase without weights uses
// the weights of the nearest phase with fewer empty squares, or else of the
// nearest with more. At least one phase must have weights.
func NewEvaluation(r othello.Rules, weights Weights) *Evaluation {
	return newEvaluation(r, weights.present(), func(phase int) (int, []int16) { return phase, weights[phase] })
}

// newEvaluation returns an evaluation that loads the weights of a present phase from more on
// demand. more may return the weights of other phases first; it is then called again.
func newEvaluation(r othello.Rules, present []int, more func(phase int) (int, []int16)) *Evaluation {
	e := &Evaluation{squares: r.Size() * r.Size(), more: more}
	for i, p := range present {
		from := p
		if i == 0 {
			from = 0
		}
		for q := from; q < PhaseCount; q++ {
			e.uses[q] = p
		}
	}
	return e
}

// present returns the phases that have weights.
func (w *Weights) present() (phases []int) {
	for p := range w {
		if len(w[p]) > 0 {
			phases = append(phases, p)
		}
	}
	return phases
}

// phase returns the weights for positions of n empty squares.
func (e *Evaluation) phase(n int) *expanded {
	p := Phase(n) & (PhaseCount - 1)
	if w := e.phases[p].Load(); w != nil {
		return w
	}
	return e.unpack(p)
}

// unpack prepares the weights of a phase.
func (e *Evaluation) unpack(phase int) *expanded {
	e.mu.Lock()
	defer e.mu.Unlock()
	for e.phases[phase].Load() == nil {
		p, weights := e.more(e.uses[phase])
		w := expand(weights)
		for q, used := range e.uses {
			if used == p {
				e.phases[q].Store(w)
			}
		}
	}
	return e.phases[phase].Load()
}

// expand returns a phase's weights by filling.
func expand(weights []int16) *expanded {
	w := new(expanded)
	for filling, i := range weightNumbers().of {
		w[filling] = weights[i]
	}
	return w
}

// Evaluate returns the estimated final margin of a position for the side to move, in 1/Unit disc.
func (e *Evaluation) Evaluate(own, opp uint64) int {
	var f Features
	f.Set(own, opp)
	return e.Sum(&f, e.squares-bits.OnesCount64(own|opp))
}

// limit keeps estimates below a proven wipeout.
const limit = 63 * Unit

// Sum evaluates the features of a position of n empty squares.
func (e *Evaluation) Sum(f *Features, n int) int {
	return min(max(sumWeights(e.phase(n), f), -limit), limit)
}

// portableSum returns the sum of the weights of all features.
func portableSum(w *expanded, f *Features) (total int) {
	const mask = 1<<18 - 1
	base := &featureBases
	for i := range FeatureCount / 4 {
		x := f[i]
		total += int(w[(uint32(base[4*i])+uint32(x&0xFFFF))&mask]) +
			int(w[(uint32(base[4*i+1])+uint32(x>>16&0xFFFF))&mask]) +
			int(w[(uint32(base[4*i+2])+uint32(x>>32&0xFFFF))&mask]) +
			int(w[(uint32(base[4*i+3])+uint32(x>>48))&mask])
	}
	for i := FeatureCount &^ 3; i < FeatureCount; i++ {
		total += int(w[(uint32(base[i])+uint32(f[i/4]>>(i%4*16)&0xFFFF))&mask])
	}
	return total
}
