package endgame

import (
	"bytes"
	"context"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/draughts"
)

// slice holds the values of all positions of a material, by number.
type slice struct {
	*numbering
	values []byte // Values
}

// library holds the solved slices.
type library struct {
	rules  draughts.Rules
	slices [keys]*slice
}

// keep adds the slices of a pair to the library.
func (l *library) keep(pair []*slice) {
	for _, s := range pair {
		l.slices[s.key()] = s
	}
}

// value returns the value of a position after a capture or promotion.
func (l *library) value(s *draughts.Position) Value {
	if s.Own == 0 {
		return 1 // lost
	}
	if s.Turn != 0 {
		turned := l.rules.Turned(s)
		s = &turned
	}
	found := l.slices[materialOf(s.Own, s.Opp, s.Kings).key()]
	return Value(found.values[found.of(s.Own, s.Opp, s.Kings)])
}

// solver solves a pair of materials.
//
// It proceeds by distance, from 0 up. At each distance all positions that end in that many plies
// are already known: either from the start, if a capture or promotion decides them, or from
// successors that end a ply earlier. From each it goes back over the quiet moves that lead to it.
type solver struct {
	*library
	*geometry
	sides []*side // two, or one if the turned material is the same
	last  Value   // the greatest value so far
	moves []draughts.Move
	err   error
}

// side is a slice while it is solved. A position without a value is drawn or not reached yet.
type side struct {
	slice
	// open counts a position's quiet moves that are not known to lose.
	open []uint8
	// before is the slice of the predecessors.
	before *side
}

// Values of open for positions that quiet moves cannot lose.
const (
	forced = 255 // no quiet move: the value is final
	safe   = 254 // a promotion draws or wins
)

func newSolver(l *library, g *geometry, m Material) *solver {
	w := &solver{library: l, geometry: g}
	for _, n := range newPair(l.rules, m) {
		w.sides = append(w.sides, &side{slice: slice{n, make([]byte, n.size)}, open: make([]uint8, n.size)})
	}
	first, last := w.sides[0], w.sides[len(w.sides)-1]
	first.before, last.before = last, first
	return w
}

// askEvery is the number of positions between two checks of the context.
const askEvery = 1 << 14

// solve returns all values of the pair. It stops with an error if ctx is done.
func (w *solver) solve(ctx context.Context) (pair []*slice, err error) {
	for _, s := range w.sides {
		w.begin(ctx, s)
	}
	for v := Value(1); v <= w.last && w.err == nil; v++ {
		if w.err = ctx.Err(); w.err != nil {
			break
		}
		for _, s := range w.sides {
			w.goBack(s, v)
		}
	}
	for _, s := range w.sides {
		pair = append(pair, &s.slice)
	}
	return pair, w.err
}

// begin sets the values of a side's positions that follow from captures and promotions.
func (w *solver) begin(ctx context.Context, s *side) {
	read := s.reader()
	for number := range s.size {
		if number%askEvery == 0 && ctx.Err() != nil {
			w.err = ctx.Err()
			return
		}
		var p draughts.Position
		p.Own, p.Opp, p.Kings = read.read(number)
		best, quiet := w.convert(&p)
		switch {
		case quiet == 0: // only captures and promotions, or no move
			s.open[number] = forced
			w.give(s, number, best)
		case best >= 0: // a promotion draws or wins
			s.open[number] = safe
			w.give(s, number, best)
		default:
			s.open[number] = uint8(quiet)
		}
	}
}

// convert returns the value of the best capture or promotion of p, or a loss in
// 0 if none exists, and the number of other moves.
func (w *solver) convert(p *draughts.Position) (best game.Score, quiet int) {
	best = game.LossIn(0)
	w.moves, _ = w.rules.Moves(p, w.moves[:0])
	for _, m := range w.moves {
		if m.Captured == 0 && !m.Crowns {
			quiet++
			continue
		}
		var next draughts.Position
		w.rules.Play(&next, p, m)
		best = max(best, -w.value(&next).Score().Later(1))
	}
	return best, quiet
}

// give sets the value of a position.
func (w *solver) give(s *side, number int, v game.Score) {
	value, err := valueOf(v)
	if err != nil {
		w.err = err
	}
	s.values[number] = byte(value)
	w.last = max(w.last, value)
}

// goBack updates the predecessors of a side's positions with value v.
func (w *solver) goBack(s *side, v Value) {
	read := s.reader()
	lost := v.Outcome() < 0
	for number := next(s.values, 0, v); number >= 0; number = next(s.values, number+1, v) {
		own, opp, kings := read.read(number)
		own, opp, kings = w.rules.Turn(opp), w.rules.Turn(own), w.rules.Turn(kings)
		w.origins(own, opp, kings, func(own, kings uint64) {
			before := s.before.of(own, opp, kings)
			switch {
			case s.before.open[before] == forced:
			case lost:
				w.win(s.before, before, v+1)
			default:
				w.lessen(s.before, before, v, draughts.Position{Own: own, Opp: opp, Kings: kings})
			}
		})
	}
}

// next returns the number of the next position with value v, starting at first,
// or -1 if none exists.
func next(values []byte, first int, v Value) int {
	i := bytes.IndexByte(values[first:], byte(v))
	if i < 0 {
		return -1
	}
	return first + i
}

// win records that a position wins with value v by a quiet move, unless it has a faster win.
func (w *solver) win(s *side, number int, v Value) {
	held := Value(s.values[number])
	switch {
	case held != 0 && held <= v:
	case v > maxPlies+1:
		w.err = errTooFar
	default:
		s.values[number] = byte(v)
		w.last = max(w.last, v)
	}
}

// lessen records that a quiet move of a position loses to a reply of value v.
// The last such move delays the loss longest, except perhaps for promotions.
func (w *solver) lessen(s *side, number int, v Value, p draughts.Position) {
	if s.open[number] == safe || s.values[number] != 0 {
		return
	}
	if s.open[number]--; s.open[number] > 0 {
		return
	}
	best, _ := w.convert(&p)
	w.give(s, number, max(best, -v.Score().Later(1)))
}
