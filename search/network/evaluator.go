package network

import (
	"math/bits"
	"unsafe"

	"github.com/plywood-go/plywood/game"
)

// Game is the part of a game that an Evaluator uses.
type Game[S any] interface {
	game.Featurer[S]
	ToMove(s *S) game.Player
	Hash(s *S) uint64
}

// Adjuster is a Game that adjusts the estimates of a network by terms that training does
// not see: it scales drawish endings, or favours progress in won ones. The result must be the
// same for positions with the sides swapped, and within ±game.MaxEval.
type Adjuster[S any] interface {
	// Adjust returns the estimate of s, given the network's.
	Adjust(s *S, estimate game.Score) game.Score
}

// Evaluator is a game.Evaluator by a network. It must not be used by several goroutines at once.
type Evaluator[S any] struct {
	net      *Net
	game     Game[S]
	adjuster Adjuster[S] // nil if the game adjusts nothing
	sides    [2]side
	set      []uint64 // scratch

	// recent holds the network's estimates, before adjustment, of positions that were
	// evaluated lately. A search reaches many positions again, in deeper iterations and
	// by other orders of moves.
	recent [1 << recentBits]struct {
		check    uint32 // the middle of the mixed hash; odd, so that an empty slot matches no position
		estimate int32
	}
}

// recentBits gives an Evaluator room for 65 536 estimates, in 512 KiB.
const recentBits = 16

// side is the last position in the view of one side.
type side struct {
	set         []uint64
	accumulator []int16
	changed     [2 * game.MaxFeatures]int32 // scratch: the rows to add, then those to subtract
	removed     [game.MaxFeatures]int32     // scratch: the rows to subtract
}

// NewEvaluator returns an evaluator of g. It panics if the network and g differ in the
// number of features or of phases.
func NewEvaluator[S any](net *Net, g Game[S]) *Evaluator[S] {
	if err := net.Fits(net.Game, g); err != nil {
		panic(err)
	}
	words := (net.Features + 63) / 64
	e := &Evaluator[S]{net: net, game: g, set: make([]uint64, words)}
	e.adjuster, _ = g.(Adjuster[S])
	for i := range e.sides {
		e.sides[i] = side{set: make([]uint64, words), accumulator: append([]int16(nil), net.Bias...)}
	}
	return e
}

// Evaluate returns the estimate of s. The cost grows with the number of features that
// changed since the last position.
func (e *Evaluator[S]) Evaluate(s *S) game.Score {
	hash := e.game.Hash(s) * 0x9E3779B97F4A7C15
	slot := &e.recent[hash>>(64-recentBits)]
	if check := uint32(hash>>(32-recentBits)) | 1; slot.check != check {
		slot.check, slot.estimate = check, int32(e.estimate(s))
	}
	if e.adjuster != nil {
		return e.adjuster.Adjust(s, game.Score(slot.estimate))
	}
	return game.Score(slot.estimate)
}

// estimate returns the network's estimate of s.
func (e *Evaluator[S]) estimate(s *S) game.Score {
	phase := 0
	for view := range e.sides {
		clear(e.set)
		phase = e.game.Features(s, game.Player(view), e.set)
		e.sides[view].update(e.net, e.set)
	}
	n := e.net
	mover := e.game.ToMove(s)
	row := n.Output[phase*2*n.Width:][:2*n.Width]
	own, opp := e.sides[mover&1].accumulator, e.sides[mover&1^1].accumulator
	sum := activate(&own[0], &row[0], n.Width) + activate(&opp[0], &row[n.Width], n.Width)
	v := (sum/One + int64(n.OutputBias[phase])) * int64(n.Scale) / (One * OutputOne)
	return game.Score(min(max(v, -int64(game.MaxEval)), int64(game.MaxEval)))
}

// update moves the accumulator to the features in set. More than game.MaxFeatures may panic.
func (d *side) update(n *Net, set []uint64) {
	width := int32(n.Width)
	added, removed := 0, 0
	for i, word := range set {
		old := d.set[i]
		if word == old {
			continue
		}
		d.set[i] = word
		for bit := word &^ old; bit != 0; bit &= bit - 1 {
			d.changed[added] = (int32(i)<<6 + int32(bits.TrailingZeros64(bit))) * width
			added++
		}
		for bit := old &^ word; bit != 0; bit &= bit - 1 {
			d.removed[removed] = (int32(i)<<6 + int32(bits.TrailingZeros64(bit))) * width
			removed++
		}
	}
	if added+removed > 0 {
		copy(d.changed[added:], d.removed[:removed])
		accumulate(&d.accumulator[0], &n.Weights[0], n.Width, &d.changed[0], added, added+removed)
	}
}

// # Kernels
//
// accumulate and activate do most of the work of an evaluation. On amd64 they use AVX-512 (F, BW)
// or AVX2, on arm64 NEON, and portable code elsewhere and with the build tag purego.

// portableAccumulate is the portable version of accumulate.
func portableAccumulate(accumulator, weights *int16, width int, changed *int32, added, count int) {
	at := unsafe.Slice(changed, count)
	row := func(i, end int) unsafe.Pointer {
		if i >= end {
			return unsafe.Pointer(&zeros)
		}
		return unsafe.Add(unsafe.Pointer(weights), 2*int(at[i]))
	}
	for i := range max(added, count-added) {
		plus, minus := row(i, added), row(added+i, count)
		for k := 0; k < 2*width; k += 32 {
			s := (*[4]uint64)(unsafe.Add(unsafe.Pointer(accumulator), k))
			p, m := (*[4]uint64)(unsafe.Add(plus, k)), (*[4]uint64)(unsafe.Add(minus, k))
			s[0] = move(s[0], p[0], m[0])
			s[1] = move(s[1], p[1], m[1])
			s[2] = move(s[2], p[2], m[2])
			s[3] = move(s[3], p[3], m[3])
		}
	}
}

// zeros is the row of no feature.
var zeros [MaxWidth / 4]uint64

// move returns s+p-m for each of the four numbers in a word. With its sign bit flipped a number x
// is the digit x+32768. Carries and borrows between digits cancel, so that a sum whose numbers fit
// is right even if those before it did not.
func move(s, p, m uint64) uint64 {
	const signs = 0x8000800080008000
	return ((s ^ signs) + (p ^ signs) - (m ^ signs)) ^ signs
}

// portableActivate is the portable version of activate. It clips four numbers at once.
func portableActivate(accumulator, weights *int16, width int) (sum int64) {
	const ones, low = 0x0001000100010001, 0x00FF00FF00FF00FF
	for k := 0; k < 2*width; k += 8 {
		v := *(*uint64)(unsafe.Add(unsafe.Pointer(accumulator), k))
		v &^= (v >> 15 & ones) * 0xFFFF              // 0 for negative numbers
		v = (v | ((v>>8&low+low)>>8&ones)*One) & low // One for larger ones
		if v == 0 {
			continue
		}
		w := *(*uint64)(unsafe.Add(unsafe.Pointer(weights), k))
		a, b, c, d := int64(v&One), int64(v>>16&One), int64(v>>32&One), int64(v>>48)
		sum += a*a*int64(int16(w)) + b*b*int64(int16(w>>16)) + c*c*int64(int16(w>>32)) + d*d*int64(int16(w>>48))
	}
	return sum
}
