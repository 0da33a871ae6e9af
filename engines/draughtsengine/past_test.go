package draughtsengine

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/plywood-go/plywood/engines/draughtsengine/endgame"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/internal/seeded"
)

// judge solves games with their past by brute force, by the rules alone.
//
// It has two ways. From a root with its history it goes through all lines of play, to the
// third occurrence of a position on the line, a limit, or the end (lines). After a capture
// or a move of a man nothing comes back from before, and it goes through all positions
// with their counts (counts): there a position that comes back on the line has a greater
// count, and no side gains by it. Where lines are too many, it goes through positions
// with their counts from the root on, and draws what has occurred twice before.
type judge struct {
	draughts.Rules
	known map[draughts.Position]game.Score // by counts, without a past
	twice map[uint64]bool                  // for counts, from the root on
	past  map[draughts.Position]game.Score // by counts, with twice
	left  int                              // positions that may yet be visited
}

// over returns how the game ends at s, but for repetitions.
func (j *judge) over(s *draughts.Position) (v game.Score, over bool) {
	if st := j.Status(s); st.Over() {
		return st.Score(), true
	}
	limit, _ := j.Limit(s)
	return 0, limit > 0
}

// counts returns the value of s by all positions with their counts.
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

// lines returns the value of s, the last of a line, by all lines of play.
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

// value returns that of the move m of s with a history; ok is false if it takes more
// than so many positions.
func (j *judge) value(s *draughts.Position, m draughts.Move, history []uint64) (v game.Score, ok bool) {
	most := 40_000
	if *measured {
		most = 400_000
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

// at makes j ready for a root.
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

// ending returns a random position of few pieces, quiet for some plies, most of them kings.
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

// walk plays random moves from s, back and forth by preference.
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

// TestPast holds what a past says of every move to brute force, at random clocks and
// after random histories.
func TestPast(t *testing.T) {
	random := seeded.Rand(t, 1)
	rounds := 150
	if *measured {
		rounds = 20_000
	} else if testing.Short() {
		rounds = 40
	}
	for v := range draughts.Variant(4) {
		r := draughts.Rules{Variant: v}
		dir := t.TempDir()
		if err := endgame.Build(t.Context(), r, endgame.Building{Dir: dir, Pieces: 3}); err != nil {
			t.Fatal(err)
		}
		tables, err := endgame.Open(dir, r, 0)
		if err != nil {
			t.Fatal(err)
		}
		j := &judge{Rules: r}
		judged, otherwise, open, nodes := 0, 0, 0, 0
		for judged < rounds {
			most := 2 * draughts.NoProgress.Moves(v)
			s, ok := ending(random, r, 2+random.IntN(2), most-1-random.IntN(most/2))
			if !ok {
				continue
			}
			s, history, ok := walk(random, r, s, random.IntN(14))
			if !ok {
				continue
			}
			known, ok := tables.Value(&s)
			if !ok {
				t.Fatalf("%s is not held", r.FormatPosition(&s))
			}
			g := newPast(r, tables, &s, history)
			g.most = 100_000
			list, _ := g.options(&s, known.Score())
			if !slices.ContainsFunc(list, func(o option) bool { return o.drawn || !g.certain(&o.after, -o.worth.Sooner(1)) }) {
				continue
			}
			j.at(&s, history)
			for i := range list {
				o := &list[i]
				want, ok := j.value(&s, o.move, history)
				if !ok {
					continue
				}
				judged++
				if got := g.of(o); got.lower > want || got.upper < want {
					t.Fatalf("%s %s, quiet for %d plies, %d before: %s is worth %v to %v, by brute force %v, in the position %v", r, r.FormatPosition(&s), j.quiet(&s), len(history), r.FormatMove(&s, o.move), got.lower, got.upper, want, o.worth)
				} else if !got.exact() {
					open++
				}
				if want != o.worth {
					otherwise++
				}
			}
			nodes = max(nodes, g.nodes)
		}
		t.Logf("%v: %d moves judged, %d worth something else than in the position, %d left open, at most %d nodes", r, judged, otherwise, open, nodes)
	}
}

func (j *judge) quiet(s *draughts.Position) int {
	plies, _ := j.Repetition(s)
	return plies
}
