package path

import (
	"math"
	"math/bits"
	"unsafe"

	"github.com/plywood-go/plywood/search"
)

// deepener searches depth first, which keeps no more than the line at hand: once,
// or again and again within a bound that grows. IDA* bounds g + h and takes for
// its next bound the least g + h that was beyond the last (Korf 1985); iterative
// deepening bounds the number of moves.
type deepener[S, M comparable] struct {
	*run[S, M]
	measure offers[S, M] // costs and estimates as the bound sees them
	stack   []*frame[S, M]
	table   []proof[S]
	shift   uint // 64 less the logarithm of the size of the table
	bound   int
	cut     int            // the least total that Query.Depth cut off
	line    map[S]struct{} // the positions of the line, if none may come back
}

// frame is a position on the line at hand.
type frame[S, M comparable] struct {
	state S
	moves []M
	move  M   // being tried
	g     int // so far
}

// proof says that a position is at least so far from a goal.
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
	} else if r.query.Depth == 0 { // a limit makes what is proven depend on the ply
		d.allocate(min(r.options.TableBytes, r.query.bytes()))
	}
	return d
}

// allocate makes a table of at most so many bytes, none of 0.
func (d *deepener[S, M]) allocate(bytes int) {
	size := int(unsafe.Sizeof(proof[S]{}))
	if bytes < size {
		return
	}
	n := 1 << (bits.Len(uint(bytes/size)) - 1)
	d.table, d.shift = make([]proof[S], n), uint(64-bits.TrailingZeros(uint(n)))
	d.keep(n * size)
}

// none stands for no ply: what rests on no position of the line.
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
		if d.budget.Halted() {
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
		return max(root, d.Lower) // another search may have gone before
	}
	return root
}

// prove notes that no solution lies within a smaller bound. Of costs a number of
// moves says nothing, unless each costs 1.
func (d *deepener[S, M]) prove() {
	if d.line == nil && (d.Algorithm == IDAStar || d.coster == nil) {
		d.raise(min(d.bound, d.cut))
		d.tell()
	}
}

// iterate looks for a solution within the bound, and takes it. If there is none it
// returns the least total beyond the bound.
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
	beyond, _, found = d.visit(0, root)
	if found {
		d.accept(d.played())
	}
	return beyond, found
}

// played returns the moves of the line at hand, which ends at the goal.
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
	}
	return d.stack[ply]
}

// visit looks for a goal within the bound behind the position at ply, whose
// estimate is h. If there is none it returns the least total that was beyond the
// bound, and the first ply of the line whose position had a part in that: it is
// no proof for positions behind that one.
func (d *deepener[S, M]) visit(ply int, h int) (beyond, rests int, found bool) {
	f := d.frame(ply)
	switch {
	case d.Goal(&f.state):
		return 0, none, true
	case d.query.Depth > 0 && ply >= d.query.Depth:
		d.cut = min(d.cut, f.g+h)
		return Infinite, none, false
	case d.halted():
		return Infinite, 0, false
	}
	d.Expanded++
	beyond, rests = Infinite, none
	f.moves, _ = d.Puzzle.Moves(&f.state, f.moves[:0])
	for _, m := range f.moves {
		if ply > 0 && d.table == nil && d.redundant(d.stack[ply-1].move, m) {
			continue
		}
		f.move = m
		b, r, found := d.try(ply, f)
		if found || d.budget.Halted() {
			return b, r, found
		}
		beyond, rests = min(beyond, b), min(rests, r)
	}
	if rests >= ply { // on nothing before this position
		rests = none
		d.store(f, beyond)
	}
	return beyond, rests, false
}

// try plays the move of f, the frame at ply, and visits what comes of it.
func (d *deepener[S, M]) try(ply int, f *frame[S, M]) (beyond, rests int, found bool) {
	to := d.frame(ply + 1)
	d.Play(&to.state, &f.state, f.move)
	to.g = f.g + d.measure.cost(&f.state, f.move)
	d.Generated++
	h := d.probe(&to.state, d.measure.estimate(&to.state))
	if to.g+h > d.bound {
		return min(to.g+h, Infinite), none, false
	}
	if d.line != nil {
		return d.tryOnce(ply, h)
	}
	if back := d.standing(ply + 1); back < ply+1 {
		return Infinite, back, false
	}
	return d.visit(ply+1, h)
}

// tryOnce visits the position behind that at ply, unless it is on the line.
func (d *deepener[S, M]) tryOnce(ply, h int) (beyond, rests int, found bool) {
	s := d.stack[ply+1].state
	if _, back := d.line[s]; back {
		return Infinite, none, false
	}
	d.line[s] = struct{}{}
	defer delete(d.line, s)
	return d.visit(ply+1, h)
}

// standing returns the ply before the given one where the same position was
// reached at the same cost, by moves that cost nothing; else the ply itself.
func (d *deepener[S, M]) standing(ply int) int {
	at := d.stack[ply]
	for i := ply - 1; i >= 0 && d.stack[i].g == at.g; i-- {
		if d.stack[i].state == at.state {
			return i
		}
	}
	return ply
}

// probe returns the estimate h of s, or a better one that the table has.
func (d *deepener[S, M]) probe(s *S, h int) int {
	if d.table == nil {
		return h
	}
	if p := &d.table[d.slot(s)]; p.known && p.state == *s {
		return max(h, p.rest)
	}
	return h
}

// store notes that no solution through f costs less than beyond. Later entries
// replace earlier ones.
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

// slot returns the place of s in the table. Puzzles may hash to small numbers,
// hence the multiplication (Fibonacci hashing).
func (d *deepener[S, M]) slot(s *S) uint64 { return d.Hash(s) * 0x9E3779B97F4A7C15 >> d.shift }
