package endgame

import (
	"bytes"
	"context"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/draughts"
)

// slice holds the values of all positions of a material, by their numbers.
type slice struct {
	*numbering
	values []byte // Values
}

// library has the slices that are solved.
type library struct {
	rules  draughts.Rules
	slices [keys]*slice
}

// keep makes the values of a pair known to what is solved later.
func (l *library) keep(pair []*slice) {
	for _, s := range pair {
		l.slices[s.key()] = s
	}
}

// value returns that of a position after a capture or a promotion.
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
// It goes through the distances, from 0 on. The positions whose game ends in so many
// plies are known by then: those whose end lies behind a capture or a promotion from
// the begin, the others from their successors, which end a ply earlier. From each of
// them it goes back over the quiet moves that lead to it.
type solver struct {
	*library
	*geometry
	sides []*side // two, or one if the material, turned, is itself
	last  Value   // the greatest value given so far
	moves []draughts.Move
	err   error
}

// side is a slice that is being solved. A position without a value is drawn, or has
// still to be reached.
type side struct {
	slice
	// open counts the quiet moves of a position that are not known to lose.
	open []uint8
	// before is the slice of the positions before these.
	before *side
}

// What open says of positions that cannot be lost by quiet moves.
const (
	forced = 255 // there is no quiet move: the value stands
	safe   = 254 // a promotion does not lose
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

// askEvery is how many positions are looked at between two looks at the context.
const askEvery = 1 << 14

// solve returns all values of the pair, unless ctx is done first.
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

// begin gives the positions of a side what their captures and promotions are worth.
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
		case quiet == 0: // captures or promotions alone, or nothing
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

// convert returns the value of the best move of p that captures or promotes, of a
// position without a move if there is none, and how many moves do neither.
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

// goBack visits the positions of value v of a side, and lets those before them know.
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

// next returns the first number from first on of a position of value v, -1 if there
// is none.
func next(values []byte, first int, v Value) int {
	i := bytes.IndexByte(values[first:], byte(v))
	if i < 0 {
		return -1
	}
	return first + i
}

// win gives a position, which has a quiet move to a lost one, the value of a win
// unless it has that of a quicker one.
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

// lessen takes note that a quiet move of a position loses to one of value v. The last
// such move is the one that takes longest to lose, but for promotions.
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
