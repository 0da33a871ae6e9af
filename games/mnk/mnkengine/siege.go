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
// by threats after the best move. If it finds that one, it searches again.
func (s threatSearcher) Search(
	ctx context.Context, p *mnk.LargePosition, q search.Query, c search.Control, report func(search.Result[mnk.Move]),
) search.Result[mnk.Move] {
	g := siege{threatSearcher: s, at: s.rules.surveyed(*p), query: q, control: c, began: time.Now()}
	if s.plain || c.Observer != nil || s.rules.Status(&g.at).Over() {
		return s.Searcher.Search(ctx, &g.at, q, c, report)
	}
	if len(s.rules.won) > mostWon {
		clear(s.rules.won)
	}
	defer g.clock.Begin(ctx, 0, c, 1, 0, nil)()
	told := func(r search.Result[mnk.Move]) {
		if report != nil {
			report(g.whole(r))
		}
	}
	g.line = g.wins(ctx, &g.at)
	for {
		q, c := g.share(42)
		r := g.Searcher.Search(ctx, &g.at, q, c, told)
		whole := g.whole(r)
		if g.spend(r.Nodes); g.clock.Halted() || g.query.Nodes == 1 || !g.refutes(ctx, &whole) {
			return whole
		}
	}
}

// share returns a query and a control for a part, in 48ths, of the nodes and the time left.
func (g *siege) share(part uint64) (q search.Query, c search.Control) {
	q, c = g.query, g.clock.Rest(g.control)
	if q.Nodes > 0 {
		q.Nodes = max(1, q.Nodes*part/48)
	}
	for _, t := range []*time.Duration{&c.Time, &c.SoftTime} {
		*t = min(*t, max(1, *t*time.Duration(part)/48)) // 0 means no limit
	}
	return q, c
}

// spend counts nodes.
func (g *siege) spend(nodes uint64) {
	g.spent += nodes
	if left := &g.query.Nodes; *left > 0 {
		*left = max(*left, nodes+1) - nodes
	}
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
func (g *siege) refutes(ctx context.Context, r *search.Result[mnk.Move]) bool {
	var next ThreatPosition
	g.rules.Play(&next, &g.at, r.Lines[0].PV[0])
	_, decided := r.Outcome()
	return !decided && !g.rules.won[g.rules.Hash(&next)] && !g.rules.Status(&next).Over() && g.wins(ctx, &next) != nil
}

// wins looks for a win by threats of the side to move at p, and returns its line. If neither nodes
// nor time are limited, it visits at most 32 768 nodes, or in a search to depth d 32·2^d.
func (g *siege) wins(ctx context.Context, p *ThreatPosition) []mnk.Move {
	q, c := g.share(8)
	if q.Nodes == 0 && (c.Time == 0 || c.Ponder != nil) {
		q.Nodes = 32 << min(cmp.Or(q.Depth, 10), 16)
	}
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
