package draughtsengine

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
	"sync/atomic"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/games/draughts/draughtsengine/endgame"
	"github.com/plywood-go/plywood/search"
)

// # The game's history
//
// Databases know positions, but a game has a history: repeated positions, and move counters that
// approach a limit. Both can only draw the game earlier. So, in the game with its history,
//
//	a draw of the position is a draw,
//	a win in n plies is a win in n plies or more, or a draw.
//
// A win remains a win in n plies if no limit can be reached within n plies:
// each move of it leads nearer to the end and repeats no position. Otherwise a
// [past] searches until it reaches such positions.
//
// Repetitions within the search need no care: the winner can play at the first occurrence what the
// second requires. This holds if every decrease of a counter is a capture or a man's move, which is
// false only for [draughts.MainRoad]. There a win that takes longer than the position's is not
// reported as a win.

// span holds bounds of a position's value for the side to move in the game with
// its history. Distances count from the position.
type span struct{ lower, upper game.Score }

func exactly(v game.Score) span { return span{v, v} }

func (s span) exact() bool { return s.lower == s.upper }

// spanOf returns the bounds that a position's value v implies for every game that reaches it.
func spanOf(v game.Score) span { return span{min(v, 0), max(v, 0)} }

// past computes values of database positions in a game with its history.
type past struct {
	rules  draughts.Rules
	tables *endgame.Tables
	nodes  int                  // nodes searched so far
	most   int                  // limit of nodes
	halted func(nodes int) bool // called from time to time; nil means never

	twice map[uint64]bool            // hashes of positions that draw when they occur again
	since int                        // plies without progress at the root
	known map[draughts.Position]span // by position, including its counters
	moves []draughts.Move            // scratch
}

// newPast returns the past of a game at root. history holds the hashes of the
// positions before it, latest last.
func newPast(r draughts.Rules, tables *endgame.Tables, root *draughts.Position, history []uint64) *past {
	g := &past{rules: r, tables: tables, twice: map[uint64]bool{}, known: map[draughts.Position]span{}}
	g.since, _ = r.Repetition(root)
	times := map[uint64]int{r.Hash(root): 1}
	for _, before := range history[max(0, len(history)-g.since):] {
		times[before]++
	}
	for hash, n := range times {
		if n >= r.Occurrences()-1 {
			g.twice[hash] = true
		}
	}
	return g
}

// option is a move with the position after it.
type option struct {
	move  draughts.Move
	after draughts.Position
	worth game.Score // the move's value by the databases
	drawn bool       // the move ends the game in a draw
}

// options returns the moves of p, best first. If v, the database value of p, is a loss, moves that
// draw immediately come first. ok is false if the databases do not cover all moves.
func (g *past) options(p *draughts.Position, v game.Score) (list []option, ok bool) {
	g.moves, _ = g.rules.Moves(p, g.moves[:0])
	list = make([]option, len(g.moves))
	for i, m := range g.moves {
		o := &list[i]
		o.move = m
		g.rules.Play(&o.after, p, m)
		after, known := g.tables.Value(&o.after)
		if !known {
			return nil, false
		}
		o.worth = -after.Score().Later(1)
		limit, _ := g.rules.Limit(&o.after)
		o.drawn = o.worth != game.WinIn(1) && (limit > 0 || g.recalls(&o.after) && g.twice[g.rules.Hash(&o.after)])
	}
	slices.SortStableFunc(list, func(a, b option) int {
		if v < 0 && a.drawn != b.drawn {
			return cmp.Compare(spares(a), spares(b))
		}
		return cmp.Compare(b.worth, a.worth)
	})
	return list, true
}

func spares(o option) int {
	if o.drawn {
		return -1
	}
	return 0
}

// recalls reports whether p, or a position after it, may have occurred twice.
func (g *past) recalls(p *draughts.Position) bool {
	quiet, _ := g.rules.Repetition(p)
	return len(g.twice) > 0 && quiet >= g.since
}

// certain reports whether v, the database value of p, also holds in the game.
func (g *past) certain(p *draughts.Position, v game.Score) bool {
	plies, _, distant := v.Plies()
	return !distant || plies == 0 || plies <= g.rules.Patience(p) && !g.recalls(p)
}

// of returns bounds of a move's value.
func (g *past) of(o *option) span {
	if o.drawn {
		return exactly(0)
	}
	after := g.bounds(&o.after, -o.worth.Sooner(1))
	return span{-after.upper.Later(1), -after.lower.Later(1)}
}

// bounds returns bounds of p, whose database value is v and which the game's history does not draw.
func (g *past) bounds(p *draughts.Position, v game.Score) span {
	if g.certain(p, v) {
		return exactly(v)
	}
	if found, ok := g.known[*p]; ok {
		return found
	}
	if g.nodes++; g.nodes%1024 == 0 && g.halted != nil && g.halted(g.nodes) {
		g.most = 0
	}
	if g.nodes > g.most {
		return spanOf(v)
	}
	list, ok := g.options(p, v)
	if !ok {
		return spanOf(v)
	}
	found := g.best(p, v, list)
	if g.nodes <= g.most {
		g.known[*p] = found
	}
	return found
}

// best returns bounds of p, with database value v, from its moves.
func (g *past) best(p *draughts.Position, v game.Score, list []option) span {
	most, best := spanOf(v), span{-game.Infinity, -game.Infinity}
	for i := range list {
		if v > 0 && list[i].worth <= best.lower || best.lower == most.upper {
			break // no other move is better
		}
		s := g.of(&list[i])
		best = span{max(best.lower, s.lower), max(best.upper, s.upper)}
	}
	best = span{max(best.lower, most.lower), min(best.upper, most.upper)}
	if best.lower > 0 && best.lower < v && g.recounts(p) {
		best.lower = 0
	}
	return best
}

// judged is a move with bounds of its value in the game.
type judged struct {
	*option
	span
}

// judge returns the moves of list with bounds of their values; v is the database value of the
// position. If n is 1 it stops at a move that no other can beat.
func (g *past) judge(v game.Score, list []option, n int) (all []judged) {
	for i := range list {
		all = append(all, judged{&list[i], g.of(&list[i])})
		if n == 1 && all[i].lower >= spanOf(v).upper {
			break
		}
	}
	return all
}

// lines returns the n best moves of a position with database value v, and their
// values in the game. If the search was cut short, settled is false: the lines
// then have database values, and moves that give up a win come last.
func (g *past) lines(v game.Score, list []option, n int) (lines []search.Line[move], settled bool) {
	all := g.judge(v, list, n)
	n = min(n, len(all))
	slices.SortStableFunc(all, func(a, b judged) int { return cmp.Compare(b.lower, a.lower) })
	settled = !slices.ContainsFunc(all[:n], func(m judged) bool { return !m.exact() }) &&
		!slices.ContainsFunc(all[n:], func(m judged) bool { return m.upper > all[n-1].lower })
	if !settled {
		slices.SortStableFunc(all, func(a, b judged) int {
			return cmp.Or(cmp.Compare(min(b.upper, 1), min(a.upper, 1)), cmp.Compare(b.worth, a.worth))
		})
	}
	for _, m := range all[:n] {
		score := m.worth
		if settled {
			score = m.lower
		}
		pv := g.line(m.option, score, settled)
		lines = append(lines, search.Line[move]{Score: score, Bound: game.Exact, Proof: game.Exact, Depth: len(pv), PV: pv})
	}
	return lines, settled
}

// line returns the best play that starts with a move of value score: in the
// game if settled, otherwise by the databases. It ends at a drawn position.
func (g *past) line(o *option, score game.Score, settled bool) []move {
	pv := []move{o.move}
	for !o.drawn {
		v, _ := g.tables.Value(&o.after)
		score = -score.Sooner(1)
		list, ok := g.options(&o.after, v.Score())
		i := slices.IndexFunc(list, func(next option) bool {
			return settled && g.of(&next) == exactly(score) || !settled && next.worth == score
		})
		if v == 0 || !ok || i < 0 {
			break
		}
		o = &list[i]
		pv = append(pv, o.move)
	}
	return pv
}

// recounts reports whether p has three pieces against a lone king, so that a
// move counter may restart without a capture.
func (g *past) recounts(p *draughts.Position) bool {
	return draughts.MainRoad.Moves(g.rules.Variant) > 0 && bits.OnesCount64(p.Own|p.Opp) == 4 &&
		bits.OnesCount64(p.Own) != 2 && p.Kings != 0
}

// verdicts returns the values of database positions in games without earlier repetitions, and
// caches those that took a search. The zero value is ready to use, and safe for concurrent use.
//
// Generic search needs no more: it reaches the databases by a capture, and
// repetitions within the search need no care (see past).
type verdicts struct {
	slots [1 << 12]atomic.Pointer[verdict]
}

type verdict struct {
	position draughts.Position
	span
}

// mostForOne is the most positions searched for one verdict.
const mostForOne = 1000

// bounds returns bounds of s, whose database value is v.
func (k *verdicts) bounds(r draughts.Rules, tables *endgame.Tables, s *draughts.Position, v game.Score) (lower, upper game.Score) {
	plies, _, distant := v.Plies()
	if !distant || plies <= r.Patience(s) {
		return v, v
	}
	slot := &k.slots[r.Hash(s)%uint64(len(k.slots))]
	held := slot.Load()
	if held == nil || held.position != *s {
		g := newPast(r, tables, s, nil)
		g.most = mostForOne
		held = &verdict{*s, g.bounds(s, v)}
		slot.Store(held)
	}
	return held.lower, held.upper
}

// searcher is generic search that answers from the databases where they hold
// the position, taking the game's history into account.
type searcher struct {
	*search.Searcher[position, move]
	Fitted
}

// newSearcher returns the engine of r.
func newSearcher(r draughts.Rules, o engine.Options) engine.Searcher[position, move] {
	f, inner := equipped(r, o)
	if f.tables != nil {
		f.fresh = &verdicts{}
	}
	return searcher{search.New(f, inner), f}
}

// NewSearcher returns generic search over r with the databases of o and the network of o,
// or the built-in evaluation. Unlike the engine of the game, it does not settle positions
// by their history.
func NewSearcher(r draughts.Rules, o engine.Options) engine.Searcher[position, move] {
	f, inner := equipped(r, o)
	return Generic(f, inner)
}

// Generic returns generic search over rules. It is not inlined because other packages
// would then compile the search again.
//
//go:noinline
func Generic(rules game.Rules[position, move], o search.Options) engine.Searcher[position, move] {
	return search.New(rules, o)
}

// equipped returns r with the databases of o, and the options of its search: with the
// built-in network unless o has another.
func equipped(r draughts.Rules, o engine.Options) (Fitted, search.Options) {
	f := Fitted{Rules: r}.Equip(o)
	o.Network = cmp.Or(o.Network, f.Network())
	return f, o.Options
}

// mostSettled is the most positions searched to settle one: about a second.
const mostSettled = 1 << 20

// Search settles pos if the databases hold it. If they do not, or if there is an observer or q
// asks about some moves only, it searches.
func (s searcher) Search(ctx context.Context, pos *position, q search.Query, c search.Control, report func(search.Result[move])) search.Result[move] {
	if s.tables != nil && c.Observer == nil && len(q.Only) == 0 && !s.Status(pos).Over() {
		if r, ok := s.settle(ctx, pos, q, c); ok {
			if report != nil {
				report(r)
			}
			return r
		}
	}
	return s.Searcher.Search(ctx, pos, q, c, report)
}

// settle returns the values of pos's moves in the game with its history, or, if that takes too
// long, by the databases alone. ok is false if the databases do not hold all of them.
func (s searcher) settle(ctx context.Context, pos *position, q search.Query, c search.Control) (r search.Result[move], ok bool) {
	started := time.Now()
	held, ok := s.tables.Value(pos)
	if !ok {
		return r, false
	}
	v, g := held.Score(), newPast(s.Rules, s.tables, pos, q.History)
	list, ok := g.options(pos, v)
	if !ok {
		return r, false
	}
	g.most = mostSettled
	if q.Nodes > 0 {
		g.most = int(min(q.Nodes, mostSettled))
	}
	var budget search.Budget
	defer budget.Begin(ctx, 0, c, 1, 1024, func() {})()
	meter := budget.Meter()
	g.halted = func(nodes int) bool {
		meter.Attend(uint64(nodes))
		return budget.Halted()
	}
	r.Lines, r.Past = g.lines(v, list, max(1, q.Lines))
	r.Proof = game.Exact
	if !r.Past && r.Score() != v {
		r.Proof = game.Lower
	}
	r.Depth, r.SelDepth, r.Threads = r.Lines[0].Depth, r.Lines[0].Depth, 1
	r.Nodes, r.Stopped, r.Elapsed = uint64(g.nodes+1), search.Solved, time.Since(started)
	if !r.Past && budget.Halted() {
		r.Stopped = budget.Stopped()
	}
	return r, true
}
