package path

import (
	"math"
	"math/bits"
	"unsafe"

	"github.com/plywood-go/plywood/search"
)

// deepener searches depth first and keeps only the current line. It searches once, or repeatedly
// within a growing bound. IDA* bounds g + h, and its next bound is the least g + h beyond the last
// one (Korf 1985); iterative deepening bounds the number of moves.
type deepener[S, M comparable] struct {
	*run[S, M]
	measure offers[S, M] // costs and estimates in the unit of the bound
	stack   []*frame[S, M]
	held    int // bytes of the line and the table
	table   []proof[S]
	shift   uint // 64 minus the logarithm of the size of the table
	bound   int
	cut     int            // the least total that Query.Depth cut off
	line    map[S]struct{} // the positions of the line, if none may repeat
}

// frame is a position on the current line.
type frame[S, M comparable] struct {
	state S
	moves []M
	next  int // the index of the move to try next
	move  M   // being tried
	g     int // the cost so far
	answer
}

// answer is the result of a search below a position.
type answer struct {
	beyond int // the least total that was beyond the bound
	// rests is the first ply of the line whose position took part in the result. beyond
	// is not valid for positions after that ply.
	rests int
	found bool // the line ends at a goal
}

// proof records that a position is at least a number of moves away from a goal, or that
// the moves cost at least a number.
type proof[S comparable] struct {
	state S
	rest  int
	known bool
}

func newDeepener[S, M comparable](r *run[S, M]) *deepener[S, M] {
	d := &deepener[S, M]{run: r, measure: r.offers, cut: Infinite}
	if r.Algorithm != IDAStar {
		d.measure.coster, d.measure.estimator = nil, nil // the bound is a number of moves
	}
	if r.Algorithm == DepthFirst {
		d.line = map[S]struct{}{r.start: {}}
	} else if r.query.Depth == 0 { // a limit makes proofs depend on the ply
		d.allocate(min(r.options.TableBytes, r.query.bytes()*15/16)) // the line needs some memory, too
	}
	return d
}

// allocate makes a table of at most bytes bytes; none for 0.
func (d *deepener[S, M]) allocate(bytes int) {
	size := int(unsafe.Sizeof(proof[S]{}))
	if bytes < size {
		return
	}
	n := 1 << (bits.Len(uint(bytes/size)) - 1)
	d.table, d.shift = make([]proof[S], n), uint(64-bits.TrailingZeros(uint(n)))
	d.held = n * size
	d.keep(d.held)
}

// none is greater than every ply: the result does not rest on a position of the line.
const none = math.MaxInt

func (d *deepener[S, M]) solve() {
	d.Generated++
	root := d.measure.estimate(&d.start)
	d.frame(0).state = d.start
	for d.bound = d.first(root); d.bound < Infinite; {
		d.prove()
		next, found := d.iterate(root)
		if found {
			return
		}
		if d.ended() {
			return
		}
		d.bound = next
	}
	if d.cut < Infinite {
		d.Stopped = search.DepthLimit
		return
	}
	d.exhausted()
}

// first returns the first bound, given the estimate of the start.
func (d *deepener[S, M]) first(root int) int {
	switch d.Algorithm {
	case DepthFirst:
		return Infinite - 1
	case IDAStar:
		return max(root, d.Lower) // another search may have raised it
	}
	return root
}

// prove records that no solution lies within a smaller bound. A bound on the
// number of moves says nothing about costs unless each move costs 1.
func (d *deepener[S, M]) prove() {
	if d.line == nil && (d.Algorithm == IDAStar || d.coster == nil) {
		d.raise(min(d.bound, d.cut))
		d.tell()
	}
}

// iterate looks for a solution within the bound and records it. If there is
// none it returns the least total beyond the bound.
func (d *deepener[S, M]) iterate(root int) (beyond int, found bool) {
	if d.iterator != nil && d.Algorithm == IDAStar && d.table == nil && d.query.Depth == 0 {
		t := d.tally()
		moves, beyond, found, ok := d.iterator.Iterate(&d.start, d.bound, t)
		d.Expanded, d.Generated = t.Expanded, t.Generated
		if found {
			d.accept(moves)
		}
		if ok {
			return beyond, found
		}
	}
	a := d.search(root)
	if a.found {
		d.accept(d.played())
	}
	return a.beyond, a.found
}

// played returns the moves of the current line, which ends at the goal.
func (d *deepener[S, M]) played() (moves []M) {
	for _, f := range d.stack {
		if d.Goal(&f.state) {
			break
		}
		moves = append(moves, f.move)
	}
	return moves
}

// frame returns the frame of a ply.
func (d *deepener[S, M]) frame(ply int) *frame[S, M] {
	for len(d.stack) <= ply {
		d.stack = append(d.stack, &frame[S, M]{})
		d.held += d.plyBytes()
	}
	return d.stack[ply]
}

// plyBytes returns the memory of one ply of the line, without its moves.
func (d *deepener[S, M]) plyBytes() int {
	var f frame[S, M]
	bytes := int(unsafe.Sizeof(f)) + int(unsafe.Sizeof(&f))*5/4 // slices grow by a quarter
	if d.line != nil {
		bytes += 2 * (int(unsafe.Sizeof(f.state)) + 8) // maps are half empty
	}
	return bytes
}

// ended reports whether a limit has ended the search.
func (d *deepener[S, M]) ended() bool { return d.Stopped != search.Running || d.budget.Halted() }

// search looks for a goal within the bound below the start, whose estimate is h. It is
// not recursive, to save memory: the line may be millions of plies long.
func (d *deepener[S, M]) search(h int) answer {
	ply := 0
	a, over := d.enter(ply, h)
	for {
		if over {
			if ply == 0 || a.found || d.ended() {
				return a
			}
			if d.line != nil {
				delete(d.line, d.stack[ply].state)
			}
			ply--
			d.stack[ply].take(a)
		}
		f := d.stack[ply]
		if f.next == len(f.moves) {
			a, over = d.conclude(ply), true
			continue
		}
		over = false
		f.move = f.moves[f.next]
		f.next++
		if ply > 0 && d.table == nil && d.redundant(d.stack[ply-1].move, f.move) {
			continue
		}
		if h, inside := d.try(ply); inside {
			ply++
			a, over = d.enter(ply, h)
		}
	}
}

// take merges the answer of a child into f.
func (f *frame[S, M]) take(a answer) {
	f.beyond, f.rests = min(f.beyond, a.beyond), min(f.rests, a.rests)
}

// enter begins the search below the position at ply, whose estimate is h. If nothing
// needs a search, over is true and a is the answer.
func (d *deepener[S, M]) enter(ply, h int) (a answer, over bool) {
	f := d.frame(ply)
	switch {
	case d.Goal(&f.state):
		return answer{rests: none, found: true}, true
	case d.query.Depth > 0 && ply >= d.query.Depth:
		d.cut = min(d.cut, f.g+h)
		return answer{beyond: Infinite, rests: none}, true
	case d.halted():
		return answer{beyond: Infinite}, true
	}
	d.Expanded++
	room := cap(f.moves)
	f.moves, _ = d.Puzzle.Moves(&f.state, f.moves[:0])
	f.next, f.answer = 0, answer{beyond: Infinite, rests: none}
	d.held += (cap(f.moves) - room) * int(unsafe.Sizeof(f.move))
	if d.held > d.query.bytes() && d.keep(d.held) {
		return answer{beyond: Infinite}, true
	}
	return a, false
}

// conclude returns the answer of the position at ply after all its moves.
func (d *deepener[S, M]) conclude(ply int) answer {
	f := d.stack[ply]
	if f.rests >= ply { // rests on no earlier position
		f.rests = none
		d.store(f, f.beyond)
	}
	return f.answer
}

// try plays the move of the frame at ply. inside reports whether to search the new
// position, whose estimate is h; otherwise try has merged the answer.
func (d *deepener[S, M]) try(ply int) (h int, inside bool) {
	to := d.frame(ply + 1)
	f := d.stack[ply]
	d.Play(&to.state, &f.state, f.move)
	to.g = f.g + d.measure.cost(&f.state, f.move)
	d.Generated++
	h = d.probe(&to.state, d.measure.estimate(&to.state))
	if to.g+h > d.bound {
		f.take(answer{beyond: min(to.g+h, Infinite), rests: none})
		return h, false
	}
	if d.line != nil {
		_, back := d.line[to.state]
		d.line[to.state] = struct{}{}
		return h, !back
	}
	if back := d.standing(ply + 1); back <= ply {
		f.take(answer{beyond: Infinite, rests: back})
		return h, false
	}
	return h, true
}

// standing returns an earlier ply at which free moves reached the same position at the
// same cost. Without one it returns ply.
func (d *deepener[S, M]) standing(ply int) int {
	at := d.stack[ply]
	for i := ply - 1; i >= 0 && d.stack[i].g == at.g; i-- {
		if d.stack[i].state == at.state {
			return i
		}
	}
	return ply
}

// probe returns h or a better estimate of s from the table.
func (d *deepener[S, M]) probe(s *S, h int) int {
	if d.table == nil {
		return h
	}
	if p := &d.table[d.slot(s)]; p.known && p.state == *s {
		return max(h, p.rest)
	}
	return h
}

// store records that no solution through f costs less than beyond. Later
// entries replace earlier ones.
func (d *deepener[S, M]) store(f *frame[S, M], beyond int) {
	if d.table == nil {
		return
	}
	rest := beyond - f.g
	if beyond >= Infinite {
		rest = Infinite
	}
	d.table[d.slot(&f.state)] = proof[S]{f.state, rest, true}
}

// slot returns the index of s in the table. Multiplying (Fibonacci hashing)
// spreads the small hashes of some puzzles.
func (d *deepener[S, M]) slot(s *S) uint64 { return d.Hash(s) * 0x9E3779B97F4A7C15 >> d.shift }
