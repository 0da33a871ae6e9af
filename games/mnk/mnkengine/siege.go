package mnkengine

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/mnk"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/prove"
)

// storm is Threats with the moves of a victory by continuous threats (VCT; Allis, van den Herik and
// Huntjens 1993): each makes a four, or a fork that the opponent must stop.
type storm struct{ Threats }

var _ game.Noisy[ThreatPosition, mnk.Move] = storm{}

// NoisyMoves appends the moves that threaten.
func (t storm) NoisyMoves(p *ThreatPosition, buf []mnk.Move) []mnk.Move {
	_, cells := t.decide(p)
	if cells == (mnk.Set{}) {
		cells = p.survey.near
	}
	side, three := t.ToMove(p), shape(2*t.lattice.k-5)
	var next ThreatPosition
	for c := range each(&cells) {
		best := p.survey.best(c, side)
		if best == three { // closed, so that it threatens only together with another
			t.Play(&next, p, c)
		}
		if best > three || best == three && next.survey.forks[side] != (mnk.Set{}) {
			buf = append(buf, c)
		}
	}
	return buf
}

// threatSearcher searches positions with shapes, which take thirty times the space of the stones.
// Stored positions and textbook algorithms do without them. It ignores symmetric positions: they
// occur only in the opening, and looking for them costs more than it saves.
type threatSearcher struct {
	*search.Searcher[ThreatPosition, mnk.Move]
	prover *prove.Prover[ThreatPosition, mnk.Move]
	rules  Threats // of the Searcher, which knows what the prover has proven
	plain  bool    // without the prover
}

func newThreatSearcher(t Threats, o engine.Options) threatSearcher {
	t.won = map[uint64]bool{}
	prover := prove.New(storm{t}, prove.Options{Threats: true, TableBytes: max(1, cmp.Or(o.TableBytes, 64<<20)/8)})
	return threatSearcher{search.New(t, o.Options), prover, t, o.Without&search.Knowledge != 0}
}

// Clear implements engine.Searcher.
func (s threatSearcher) Clear() {
	s.Searcher.Clear()
	s.prover.Clear()
	clear(s.rules.won)
}

// siege is one search by a threatSearcher.
type siege struct {
	threatSearcher
	at      ThreatPosition
	query   search.Query // its Nodes are those left, at least 1, or 0 without a limit
	control search.Control
	clock   search.Budget
	began   time.Time
	spent   uint64     // nodes
	line    []mnk.Move // a win by threats, if one is known
}

// mostWon is the number of proven positions above which a threatSearcher forgets them.
const mostWon = 1 << 16

// Search implements engine.Searcher. It looks for a win by threats, searches, and looks for a win
// by threats after the best move. If it finds that one, it searches again. Without limits it repeats
// this with four times as many nodes.
func (s threatSearcher) Search(
	ctx context.Context, p *mnk.LargePosition, q search.Query, c search.Control, report func(search.Result[mnk.Move]),
) (best search.Result[mnk.Move]) {
	g := siege{threatSearcher: s, at: s.rules.surveyed(*p), query: q, control: c, began: time.Now()}
	if s.plain || c.Observer != nil || s.rules.Status(&g.at).Over() {
		return s.Searcher.Search(ctx, &g.at, q, c, report)
	}
	if len(s.rules.won) > mostWon {
		clear(s.rules.won)
	}
	defer g.clock.Begin(ctx, 0, c, 1, 0, nil)()
	told := func(r search.Result[mnk.Move]) {
		if report != nil && r.Depth > best.Depth {
			report(g.whole(r))
		}
	}
	nodes := uint64(1 << 14)
	if q.Depth > 0 {
		nodes = 128 << min(q.Depth, 16)
	}
	for refuted := true; ; {
		best = g.round(ctx, &best, refuted, nodes, told)
		if g.ended(&best) {
			return best
		}
		refuted = g.refutes(ctx, &best, nodes/4)
		switch {
		case refuted:
		case best.Stopped != search.NodeLimit || q.Nodes > 0:
			return best
		default:
			nodes *= 4
		}
	}
}

// round looks for a win by threats and searches. It returns the better of the result and best,
// unless the move of best is refuted.
func (g *siege) round(
	ctx context.Context, best *search.Result[mnk.Move], refuted bool, nodes uint64, report func(search.Result[mnk.Move]),
) search.Result[mnk.Move] {
	if g.line == nil {
		g.line = g.wins(ctx, &g.at, nodes/4)
	}
	r := g.search(ctx, nodes, report)
	if r.Depth < best.Depth && !refuted {
		r.Lines, r.Proof, r.Depth = best.Lines, best.Proof, best.Depth
	}
	return r
}

// ended reports whether a limit ends the search after the result r, and says so in r.
func (g *siege) ended(r *search.Result[mnk.Move]) bool {
	halted := g.clock.Halted()
	if halted && r.Stopped == search.NodeLimit && g.query.Nodes == 0 {
		r.Stopped = g.clock.Stopped()
	}
	return halted || g.query.Nodes == 1
}

// share returns a query and a control for a part, in 48ths, of the nodes and the time left or,
// without such limits, for the given number of nodes.
func (g *siege) share(part, nodes uint64) (q search.Query, c search.Control) {
	q, c = g.query, g.clock.Rest(g.control)
	switch {
	case q.Nodes > 0:
		q.Nodes = max(1, q.Nodes*part/48)
	case c.Time == 0 || c.Ponder != nil:
		q.Nodes = nodes
	}
	c.Time = c.Time * time.Duration(part) / 48
	c.SoftTime = c.SoftTime * time.Duration(part) / 48
	return q, c
}

// spend counts nodes.
func (g *siege) spend(nodes uint64) {
	g.spent += nodes
	if left := &g.query.Nodes; *left > 0 {
		*left = max(*left, nodes+1) - nodes
	}
}

// search searches for the best move.
func (g *siege) search(ctx context.Context, nodes uint64, report func(search.Result[mnk.Move])) search.Result[mnk.Move] {
	if g.query.Exhaustive || g.query.Depth > 0 {
		nodes = 0
	}
	q, c := g.share(42, nodes)
	r := g.Searcher.Search(ctx, &g.at, q, c, report)
	nodes = r.Nodes
	r = g.whole(r)
	g.spend(nodes)
	return r
}

// whole returns r with the nodes of earlier searches and the line of a win by threats.
func (g *siege) whole(r search.Result[mnk.Move]) search.Result[mnk.Move] {
	r.Nodes += g.spent
	r.Elapsed = time.Since(g.began)
	l := &r.Lines[0]
	if _, won, known := l.Score.Distance(); won && !known && len(g.line) > len(l.PV) && l.PV[0] == g.line[0] {
		r.Lines = slices.Clone(r.Lines)
		r.Lines[0].PV = g.line
	}
	return r
}

// refutes reports whether it finds a new win by threats after the best move of r.
func (g *siege) refutes(ctx context.Context, r *search.Result[mnk.Move], nodes uint64) bool {
	var next ThreatPosition
	g.rules.Play(&next, &g.at, r.Lines[0].PV[0])
	_, decided := r.Outcome()
	if decided || g.rules.won[g.rules.Hash(&next)] || g.rules.Status(&next).Over() {
		return false
	}
	return g.wins(ctx, &next, nodes) != nil
}

// wins looks for a win by threats of the side to move at p, and returns its line.
func (g *siege) wins(ctx context.Context, p *ThreatPosition, nodes uint64) []mnk.Move {
	q, c := g.share(8, nodes)
	c.Time = cmp.Or(c.SoftTime, c.Time)
	r := g.prover.Prove(ctx, p, prove.ToWin, q, c, nil)
	g.spend(r.Nodes)
	if r.Verdict != prove.Proven {
		return nil
	}
	next, won := *p, true
	g.rules.won[g.rules.Hash(p)] = true
	for _, m := range r.PV {
		g.rules.Play(&next, &next, m)
		won = !won
		g.rules.won[g.rules.Hash(&next)] = won
	}
	return r.PV
}
