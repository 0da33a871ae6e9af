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
	Piece string                `json:"piece,omitempty"` // kind of piece lost, in English
	Count int                   `json:"count,omitempty"` // pieces lost
	Cell  string                `json:"cell,omitempty"`  // corner given
	Next  *engine.ValueDocument `json:"next,omitempty"`  // value of the second best move
	Exact bool                  `json:"exact,omitempty"` // Next is proven
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

// loses adds the pieces of one kind that a line loses for nothing, where the best line loses
// none, and the values say so too, also at the given depth: a piece is worth a unit at least.
func (r *reviewer) loses(i, depth int, line []string) {
	m := &r.review.Moves[i]
	kept, quiet := lost(m.Position, m.Best.PV)
	gone, ends := lost(m.Position, line)
	why := Why{Kind: "loses"}
	for kind, n := range gone {
		if n != 0 && why.Count == 0 {
			why.Piece, why.Count = kind, n
		} else if n != 0 {
			return
		}
		quiet = quiet && kept[kind] <= 0
	}
	least := float64(why.Count) * 3 / 4
	if !quiet || !ends || why.Count <= 0 || m.Unit == "" || m.Loss < least {
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

// lost returns the pieces by kind that the side to move at p loses in a line, less those that
// it takes. It counts at the last two quiet positions of the line with that side to move, before
// any promotion; ok is false if they differ.
func lost(p *engine.Position, line []string) (net map[string]int, ok bool) {
	before := p.Placement().Pieces
	at := p
	for _, move := range line {
		next, err := at.Play(move)
		if err != nil || next.Status().Over() {
			break
		}
		at = next
		now, pieces := map[string]int{}, at.Placement().Pieces
		for _, kind := range p.Game().Board().Pieces {
			n := strings.Count(before, kind.Letter) - strings.Count(pieces, kind.Letter)
			if n < 0 {
				return net, ok
			}
			if kind.Side != int(p.ToMove()) {
				n = -n
			}
			now[cmp.Or(kind.Title, string(kind.Shape))] += n
		}
		if at.ToMove() == p.ToMove() && at.Quiet() {
			net, ok = now, net != nil && maps.Equal(net, now)
		}
	}
	return net, ok
}

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
