package draughtsengine

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/games/draughts/draughtsengine/endgame"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/search"
)

// judge solves games with their history by brute force, from the rules alone.
//
// It has two methods. lines follows all lines of play from a root with its
// history to the third occurrence of a position, a limit, or the end. After a
// capture or a man's move no earlier position can recur, so counts visits all
// positions with their counters: a repetition then has a larger counter and
// gains nothing. If there are too many lines, counts starts at the root and
// draws positions that have already occurred twice.
type judge struct {
	draughts.Rules
	known map[draughts.Position]game.Score // by counters, without a history
	twice map[uint64]bool                  // for counts from the root
	past  map[draughts.Position]game.Score // by counters, with twice
	left  int                              // limit of further positions
}

// over returns the result of the game at s, ignoring repetitions.
func (j *judge) over(s *draughts.Position) (v game.Score, over bool) {
	if st := j.Status(s); st.Over() {
		return st.Score(), true
	}
	limit, _ := j.Limit(s)
	return 0, limit > 0
}

// counts returns the value of s by a search over positions with their counters.
func (j *judge) counts(s *draughts.Position, known map[draughts.Position]game.Score, twice map[uint64]bool) game.Score {
	if v, over := j.over(s); over {
		return v
	}
	if twice[j.Hash(s)] {
		return 0
	}
	if v, ok := known[*s]; ok {
		return v
	}
	if j.left--; j.left < 0 {
		return 0
	}
	v := j.each(s, func(next *draughts.Position) game.Score { return j.counts(next, known, twice) })
	if j.left >= 0 {
		known[*s] = v
	}
	return v
}

// lines returns the value of s, the last position of a line, by all lines of
// play.
func (j *judge) lines(s *draughts.Position, line []uint64) game.Score {
	if v, over := j.over(s); over {
		return v
	}
	reach, _ := j.Repetition(s)
	if reach == 0 && len(line) > 0 {
		return j.counts(s, j.known, nil)
	}
	times, hash := 1, j.Hash(s)
	for _, before := range line[max(0, len(line)-reach):] {
		if before == hash {
			times++
		}
	}
	if times >= 3 {
		return 0
	}
	if j.left--; j.left < 0 {
		return 0
	}
	return j.each(s, func(next *draughts.Position) game.Score { return j.lines(next, append(line, hash)) })
}

func (j *judge) each(s *draughts.Position, value func(*draughts.Position) game.Score) game.Score {
	best := -game.Infinity
	moves, _ := j.Moves(s, nil)
	for _, m := range moves {
		var next draughts.Position
		j.Play(&next, s, m)
		best = max(best, -value(&next).Later(1))
	}
	return best
}

// value returns the value of move m of s in a game with the given history. ok
// is false if it takes too many positions.
func (j *judge) value(s *draughts.Position, m draughts.Move, history []uint64) (v game.Score, ok bool) {
	most := 20_000
	if *measured {
		most = 200_000
	}
	var next draughts.Position
	j.Play(&next, s, m)
	line := append(history[:len(history):len(history)], j.Hash(s))
	j.left = most / 8
	if v = -j.lines(&next, line).Later(1); j.left >= 0 {
		return v, true
	}
	j.left = most
	if reach, _ := j.Repetition(&next); reach == 0 {
		v = -j.counts(&next, j.known, nil).Later(1)
	} else {
		v = -j.counts(&next, j.past, j.twice).Later(1)
	}
	return v, j.left >= 0
}

// at prepares j for a root.
func (j *judge) at(s *draughts.Position, history []uint64) {
	j.past, j.twice = map[draughts.Position]game.Score{}, map[uint64]bool{}
	reach, _ := j.Repetition(s)
	times := map[uint64]int{}
	for _, hash := range append(history[max(0, len(history)-reach):len(history):len(history)], j.Hash(s)) {
		if times[hash]++; times[hash] == 2 {
			j.twice[hash] = true
		}
	}
	if j.known == nil || len(j.known) > 1<<20 {
		j.known = map[draughts.Position]game.Score{}
	}
}

// ending returns a random position of few pieces, mostly kings, with quiet
// plies without progress.
func ending(random *rand.Rand, r draughts.Rules, pieces, quiet int) (s draughts.Position, ok bool) {
	squares := random.Perm(r.Size() * r.Size() / 2)[:pieces]
	text := [2]string{":W", ":B"}
	for i, n := range squares {
		side, king := min(i, 1), "K"
		if i > 1 {
			side = random.IntN(2)
		}
		if random.IntN(4) == 0 {
			king = ""
		}
		if len(text[side]) > 2 {
			text[side] += ","
		}
		text[side] += king + r.FormatSquare(r.Square(n+1))
	}
	s, err := r.ParsePosition(fmt.Sprintf("%s%s%s:H%d", [2]string{"W", "B"}[random.IntN(2)], text[0], text[1], quiet))
	return s, err == nil
}

// walk plays random moves from s, preferably back and forth.
func walk(random *rand.Rand, r draughts.Rules, s draughts.Position, plies int) (draughts.Position, []uint64, bool) {
	var history []uint64
	var played [2]draughts.Move
	for range plies {
		moves, status := r.Moves(&s, nil)
		if limit, _ := r.Limit(&s); status.Over() || limit > 0 {
			return s, nil, false
		}
		m := moves[random.IntN(len(moves))]
		if len(history) > 1 && random.IntN(8) > 0 {
			for _, back := range moves {
				if last := played[0]; back.From == last.To && back.To == last.From {
					m = back
				}
			}
		}
		played[0], played[1] = played[1], m
		history = append(history, r.Hash(&s))
		r.Play(&s, &s, m)
	}
	limit, _ := r.Limit(&s)
	times := 0
	for _, before := range history {
		if before == r.Hash(&s) {
			times++
		}
	}
	return s, history, limit == 0 && times < 2 && !r.Status(&s).Over()
}

// TestPast compares all moves' values in games with random histories and
// counters with brute force: bounds, values, and the moves and lines of
// searches, including searches that are cut short.
func TestPast(t *testing.T) {
	random := seeded.Rand(t, 1)
	rounds := 40
	if *measured {
		rounds = 1000
	} else if testing.Short() {
		rounds = 30
	}
	for v := range draughts.Variant(4) {
		r := draughts.Rules{Variant: v}
		dir := t.TempDir()
		if err := endgame.Build(t.Context(), r, workshop.EndgameBuilding{Dir: dir, Pieces: 3}); err != nil {
			t.Fatal(err)
		}
		tables, err := endgame.Open(dir, r, 0)
		if err != nil {
			t.Fatal(err)
		}
		k := &kit{judge: judge{Rules: r}, T: t, tables: tables, engine: func() engine.Searcher[position, move] {
			return newSearcher(r, engine.Options{Options: search.Options{TableBytes: 1 << 16}, Endgames: dir})
		}}
		for k.judged < rounds {
			most := 2 * draughts.NoProgress.Moves(v)
			s, ok := ending(random, r, 2+random.IntN(2), most-1-random.IntN(20))
			if !ok {
				continue
			}
			s, history, ok := walk(random, r, s, random.IntN(14))
			if held, _ := tables.Value(&s); ok && (held != 0 || random.IntN(10) == 0) {
				k.try(&s, history, random.IntN(10) == 0)
			}
		}
		t.Logf("%v: %d moves judged, %d worth something else than in the position, %d lines", r, k.judged, k.otherwise, k.lines)
	}
}

// kit compares searches of one variant with a judge.
type kit struct {
	*testing.T
	judge
	tables *endgame.Tables
	engine func() engine.Searcher[position, move]

	judged, otherwise, lines int
}

// try compares everything at s with the judge. If plain is true, it skips positions
// where the history changes a value, otherwise all others.
func (k *kit) try(s *position, history []uint64, plain bool) {
	v, ok := k.tables.Value(s)
	if !ok {
		k.Fatalf("%s is not held", k.FormatPosition(s))
	}
	g := newPast(k.Rules, k.tables, s, history)
	g.most = 100_000
	list, _ := g.options(s, v.Score())
	differs := slices.ContainsFunc(list, func(o option) bool { return o.drawn || !g.certain(&o.after, -o.worth.Sooner(1)) })
	if differs == plain {
		return
	}
	k.at(s, history)
	truth, whole := map[move]game.Score{}, true
	for i := range list {
		o := &list[i]
		want, ok := k.value(s, o.move, history)
		if whole = whole && ok; !ok {
			continue
		}
		truth[o.move] = want
		if got := g.of(o); got != exactly(want) {
			k.fail(s, history, "%s is worth %v to %v, by brute force %v, in the position %v", k.FormatMove(s, o.move), got.lower, got.upper, want, o.worth)
		}
		k.judged++
		if want != o.worth {
			k.otherwise++
		}
		k.fresh(&o.after)
	}
	if whole {
		k.search(s, history, v.Score(), truth, search.Query{History: history})
		k.search(s, history, v.Score(), truth, search.Query{History: history, Lines: 100})
		k.search(s, history, v.Score(), truth, search.Query{History: history, Nodes: 1})
	}
}

func (k *kit) fail(s *position, history []uint64, format string, args ...any) {
	k.Helper()
	quiet, _ := k.Repetition(s)
	k.Fatalf("%v %s, quiet for %d plies, after %d moves: %s", k.Rules, k.FormatPosition(s), quiet, len(history), fmt.Sprintf(format, args...))
}

// fresh checks the bounds that a search uses at a position it reaches.
func (k *kit) fresh(s *position) {
	v, _ := k.tables.Value(s)
	if limit, _ := k.Limit(s); limit > 0 {
		return
	}
	k.left = 10_000
	want := k.counts(s, k.known, nil)
	lower, upper := (&verdicts{}).bounds(k.Rules, k.tables, s, v.Score())
	if k.left >= 0 && (lower > want || upper < want) {
		k.fail(s, nil, "a search takes it for %v to %v, by brute force it is %v", lower, upper, want)
	}
}

// search compares the result of a query with the true values of s's moves.
func (k *kit) search(s *position, history []uint64, v game.Score, truth map[move]game.Score, q search.Query) {
	r := k.engine().Search(k.Context(), s, q, search.Control{}, nil)
	best := slices.Max(slices.Collect(maps.Values(truth)))
	for i, l := range r.Lines {
		want := truth[l.PV[0]]
		plies, _, distant := l.Score.Plies()
		holds := r.Past || !distant || plies <= k.Patience(s) && len(k.twice) == 0
		switch m := k.FormatMove(s, l.PV[0]); {
		case i == 0 && want != best && (q.Nodes == 0 || best > 0 && want <= 0):
			k.fail(s, history, "%+v: %s is chosen, worth %v, the best is worth %v", q, m, want, best)
		case q.Nodes == 0 && (l.Proof != game.Exact || !holds):
			k.fail(s, history, "%+v: of %s nothing is told of the game: %+v", q, m, l)
		case l.Proof == game.Exact && holds && l.Score != want:
			k.fail(s, history, "%+v: %s is called %v, by brute force it is %v", q, m, l.Score, want)
		case i == 0 && r.Proof == game.Exact && !holds && l.Score != v:
			k.fail(s, history, "%+v: the position is called %v, it is %v", q, l.Score, v)
		}
		if l.Proof == game.Exact && holds {
			k.follow(s, history, l)
		}
	}
}

// follow compares every move of a line with the line's value.
func (k *kit) follow(s *position, history []uint64, l search.Line[move]) {
	at, line, v := *s, slices.Clone(history), l.Score
	for i, m := range l.PV {
		want, ok := k.value(&at, m, line)
		if !ok {
			return
		}
		if want != v {
			k.fail(s, history, "move %d of line %v is worth %v, want %v", i+1, l.PV, want, v)
		}
		line = append(line, k.Hash(&at))
		k.Play(&at, &at, m)
		v = -v.Sooner(1)
		k.at(&at, line)
	}
	if _, over := k.over(&at); !over && v != 0 {
		k.fail(s, history, "line %v of %v ends at %s", l.PV, l.Score, k.FormatPosition(&at))
	}
	k.lines++
	k.at(s, history)
}

// TestPastCutShort has no time to settle a win and checks that the drawing move
// is sorted last.
func TestPastCutShort(t *testing.T) {
	r, held := draughts.Rules{}, tables(t, 2)
	s, err := r.ParsePosition("W:WK10:BK22:H4")
	if err != nil {
		t.Fatal(err)
	}
	v, _ := held.Value(&s)
	best, _ := newPast(r, held, &s, nil).options(&s, v.Score())
	again := r.Hash(&best[0].after)
	g := newPast(r, held, &s, []uint64{again, 1, again, 2})
	list, _ := g.options(&s, v.Score())
	lines, settled := g.lines(v.Score(), list, len(list))
	if settled || lines[0].PV[0] == best[0].move || lines[0].Score != game.WinIn(7) || lines[len(lines)-1].PV[0] == lines[0].PV[0] {
		t.Errorf("settled %v: %v, want another move than %v to win in 7", settled, lines, best[0].move)
	}
}
