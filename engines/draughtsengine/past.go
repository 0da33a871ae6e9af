package draughtsengine

import (
	"cmp"
	"math/bits"
	"slices"
	"sync/atomic"

	"github.com/plywood-go/plywood/engines/draughtsengine/endgame"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/search"
)

// # The game's past
//
// A database knows positions, and a game has a past: positions that have occurred
// twice, and counts of moves that come near a limit. Both can only draw the game
// earlier. So of the game with its past
//
//	a draw of the position is a draw,
//	a win in n plies is a win in n plies or more, or a draw.
//
// It is the same win if no limit can be reached in n plies, for it is won by moves of
// which each leads nearer to the end: none comes back to a position of the line, nor to
// an earlier one that is no nearer to the end. Elsewhere a [past] searches, until it
// comes to positions of which that is true.
//
// Positions that occur twice in the search itself need no care. Where the winner
// plays at the first occurrence what the second calls for, fewer moves are counted
// and nothing comes back. This holds as long as no count falls that is not reset by
// a capture or a man: all but that of [draughts.MainRoad]. So there a win that takes
// longer than that of the position is not called one.

// span holds bounds of what a position is worth to the side to move in the game with
// its past, distances counted from the position.
type span struct{ lower, upper game.Score }

func exactly(v game.Score) span { return span{v, v} }

func (s span) exact() bool { return s.lower == s.upper }

// before returns the span of a move that leads to a position of span s.
func (s span) before() span { return span{-s.upper.Later(1), -s.lower.Later(1)} }

// spanOf returns what the value of a position says of every game that comes to it.
func spanOf(v game.Score) span { return span{min(v, 0), max(v, 0)} }

// past finds out what positions in the databases are worth in a game with its past.
type past struct {
	rules  draughts.Rules
	tables *endgame.Tables
	nodes  int                  // searched so far
	most   int                  // that may be searched
	halted func(nodes int) bool // asked now and then; nil means never

	twice map[uint64]bool            // a further occurrence of these positions is a draw
	since int                        // plies without progress at the root
	known map[draughts.Position]span // by the position with its counts
	moves []draughts.Move            // scratch
}

// newPast returns the past of a game that has come to root by way of the positions
// whose hashes history has, the latest last.
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
	worth game.Score // of the move in the position alone
	drawn bool       // the move ends the game in a draw
}

// options returns the moves of p, whose value by the databases is v: the best first, and
// before them those that spare a loser the loss. ok is false if the databases have not
// all of them.
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

// recalls reports whether p, or a position after it, may be one that has occurred twice.
func (g *past) recalls(p *draughts.Position) bool {
	quiet, _ := g.rules.Repetition(p)
	return len(g.twice) > 0 && quiet >= g.since
}

// certain reports whether v, the value of p by the databases, is that of the game.
func (g *past) certain(p *draughts.Position, v game.Score) bool {
	plies, _, distant := v.Plies()
	return !distant || plies == 0 || plies <= g.rules.Patience(p) && !g.recalls(p)
}

// of returns bounds of what a move is worth.
func (g *past) of(o *option) span {
	if o.drawn {
		return exactly(0)
	}
	return g.bounds(&o.after, -o.worth.Sooner(1)).before()
}

// bounds returns those of p, whose value by the databases is v and where the game is not
// drawn.
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

// best returns bounds of p, of value v by the databases, from those of its moves.
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

// judged is a move with bounds of what it is worth in the game.
type judged struct {
	*option
	span
}

// judge returns the moves of p, of value v by the databases, with what they are worth. If
// one is wanted, it ends with a move that none can better.
func (g *past) judge(v game.Score, list []option, n int) (all []judged) {
	for i := range list {
		all = append(all, judged{&list[i], g.of(&list[i])})
		if n == 1 && all[i].lower >= spanOf(v).upper {
			break
		}
	}
	return all
}

// lines returns the n best moves of a position of value v by the databases, with what
// they are worth in the game. Where the search was cut short, settled is false and they
// have their worth in the position, those that give a win away last.
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

// line returns best play from a move on that is worth score: in the game if it is
// settled, in the position alone if not. It ends where the position is drawn.
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

// recounts reports whether p is one of three pieces against a king alone, of which a
// count may begin anew without a capture.
func (g *past) recounts(p *draughts.Position) bool {
	return draughts.MainRoad.Moves(g.rules.Variant) > 0 && bits.OnesCount64(p.Own|p.Opp) == 4 &&
		bits.OnesCount64(p.Own) != 2 && p.Kings != 0
}

// verdicts say what the databases' positions are worth in games in which no position
// comes back from before, and keep what took a search. The zero verdicts are ready, and
// serve many goroutines.
//
// A search needs no more: it comes to the databases by a capture, and what it has
// visited before on the line is a matter of repetitions in the search (see past).
type verdicts struct {
	slots [1 << 12]atomic.Pointer[verdict]
}

type verdict struct {
	position draughts.Position
	span
}

// mostForOne is how many positions are searched for one verdict, at most.
const mostForOne = 1000

// bounds returns those of s, whose value by the databases is v.
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
