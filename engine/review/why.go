package review

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/game"
)

// Why is a certain reason why a marked move was bad; docs/cli/analyse.md has the conditions.
type Why struct {
	Kind  string                `json:"kind"`            // allows, misses, only, loses or gives
	Plies int                   `json:"plies,omitempty"` // of the forced win allowed or missed
	Lost  []Pieces              `json:"lost,omitempty"`  // more of each kind than taken
	Taken []Pieces              `json:"taken,omitempty"` // more of each kind than lost
	Cell  string                `json:"cell,omitempty"`  // corner given
	Next  *engine.ValueDocument `json:"next,omitempty"`  // value of the second best move
	Exact bool                  `json:"exact,omitempty"` // Next is proven
}

// Pieces are some pieces of a kind.
type Pieces struct {
	Piece string `json:"piece"` // kind, in English
	Count int    `json:"count"` // never 0
}

// explain finds the reasons why the i-th move was bad. p is the result of that move.
func (r *reviewer) explain(i int, best, p iteration) {
	m := &r.review.Moves[i]
	had, has := m.Best.Value, m.Played
	if p.exact && has.Outcome == -1 && has.Plies > 1 && had.Outcome != -1 {
		m.Why = append(m.Why, Why{Kind: "allows", Plies: has.Plies - 1})
	}
	if best.exact && had.Outcome == 1 && had.Plies > 0 && has.Outcome != 1 {
		m.Why = append(m.Why, Why{Kind: "misses", Plies: had.Plies})
	}
	if board := m.Position.Game().Board(); board != nil && len(p.line.PV) > 0 {
		switch board.Pieces[0].Shape {
		case boards.Disc:
			m.gives(board, r.positions[i+1], p.line.PV[0])
		case boards.Man, boards.Figure:
			r.loses(i, best.depth+1, append([]string{m.Move}, p.line.PV...))
		}
	}
	if m.Turning {
		r.only(m, best)
	}
}

// only looks for a second best move that would be a blunder as well, in two searches: as deep
// as that for the best move, and a ply less. Proofs need one search.
func (r *reviewer) only(m *Move, best iteration) {
	q := r.queryAt(m.Position)
	q.Lines = 2
	second := Move{Position: m.Position}
	for depth := best.depth - 1; depth <= best.depth && !second.Exact; depth++ {
		if !best.exact {
			q.Depth = depth
		}
		a := r.search(m.Position, q, r.limits.Time/4).final
		if len(a.Lines) < 2 || a.Lines[0].Move != m.Best.Move || a.Lines[0].Depth != a.Lines[1].Depth {
			return
		}
		values := [2]*engine.Value{&second.Best.Value, &second.Played}
		second.Exact = true
		for i, l := range a.Lines[:2] {
			exact := a.Sure(i) == game.Exact
			if !exact && l.Bound != game.Exact {
				return
			}
			second.Exact = second.Exact && exact
			*values[i] = m.Position.Worth(l.Score, exact, false)
		}
		if second.mark() != Blunder {
			return
		}
	}
	next := second.Played.Describe()
	m.Why = append(m.Why, Why{Kind: "only", Next: &next, Exact: second.Exact})
}

// loses adds the pieces that a line loses, for nothing or for others of less worth, where the
// best line loses none, and the values say so too, also at the given depth: each piece lost
// without another in return is worth a unit at least.
func (r *reviewer) loses(i, depth int, line []string) {
	m := &r.review.Moves[i]
	kept, _, quiet := exchanged(m.Position, m.Best.PV)
	gone, cost, ends := exchanged(m.Position, line)
	why := Why{Kind: "loses"}
	more := 0
	for _, kind := range m.Position.Game().Board().Pieces {
		name := nameOf(kind)
		if n := gone[name]; n > 0 {
			why.Lost = append(why.Lost, Pieces{name, n})
		} else if n < 0 {
			why.Taken = append(why.Taken, Pieces{name, -n})
		}
		quiet = quiet && kept[name] <= 0
		more += gone[name]
		delete(gone, name) // of both sides
	}
	least := float64(max(1, more)) * 3 / 4
	if !quiet || !ends || len(why.Lost) == 0 || why.Taken != nil && m.Position.Measure(cost).Number < least || m.Unit == "" || m.Loss < least {
		return
	}
	q := r.queryAt(m.Position)
	q.Depth = depth
	deeper := r.search(r.positions[i+1], q, r.limits.Time/4)
	if len(deeper.iterations) == 0 {
		return
	}
	if v := m.Position.Measure(r.before(i, deeper.last().line.Score)); v.Unit == m.Unit && m.Best.Value.Number-v.Number >= least {
		m.Why = append(m.Why, why)
	}
}

// exchanged returns the pieces by kind that the side to move at p loses in a line, less those
// that it takes, and what they are worth. It counts at the last two quiet positions of the line
// with that side to move, before any promotion; ok is false if they differ.
func exchanged(p *engine.Position, line []string) (net map[string]int, cost game.Score, ok bool) {
	before := p.Placement().Pieces
	at, sum := p, game.Score(0)
	for _, move := range line {
		next, err := at.Play(move)
		if err != nil || next.Status().Over() {
			break
		}
		if sum += next.Gained(); at.ToMove() == p.ToMove() {
			sum -= 2 * next.Gained()
		}
		at = next
		now, pieces := map[string]int{}, at.Placement().Pieces
		for _, kind := range p.Game().Board().Pieces {
			n := strings.Count(before, kind.Letter) - strings.Count(pieces, kind.Letter)
			if n < 0 {
				return net, cost, ok
			}
			if kind.Side != int(p.ToMove()) {
				n = -n
			}
			now[nameOf(kind)] += n
		}
		if at.ToMove() == p.ToMove() && at.Quiet() {
			ok, net, cost = net != nil && maps.Equal(net, now), now, sum
		}
	}
	return net, cost, ok
}

// nameOf returns the English name of a kind of pieces.
func nameOf(kind boards.Piece) string { return cmp.Or(kind.Title, string(kind.Shape)) }

// gives adds the corner that reply takes at after, the position after the move, if it is not
// open after the best move. Discs in corners are never turned over.
func (m *Move) gives(board *boards.Board, after *engine.Position, reply string) {
	taken, err := after.Play(reply)
	kept, err2 := m.Position.Play(m.Best.Move)
	if err != nil || err2 != nil || after.ToMove() == m.Position.ToMove() || kept.ToMove() == after.ToMove() && slices.Contains(kept.Moves(), reply) {
		return
	}
	if cells := taken.Placement().Last; len(cells) == 1 {
		if c := board.Cells[cells[0]]; (c.X == 0 || c.X == board.Width-1) && (c.Y == 0 || c.Y == board.Height-1) {
			m.Why = append(m.Why, Why{Kind: "gives", Cell: c.Name})
		}
	}
}
