package mnkengine_test

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/mnk"
	"github.com/plywood-go/plywood/games/mnk/mnkengine"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/search"
)

var thorough = flag.Int("judged", 0, "positions that TestThreatsAreProven judges on each board; 0 means some hundred")

// TestThreatsAreProven compares the claims of the threat rules and the fours on
// random positions with full searches of the plain rules: that wins and losses
// come exactly as claimed, and that omitted moves are no better than the best
// selected move.
func TestThreatsAreProven(t *testing.T) {
	fours := 0
	for _, x := range []struct {
		spec          string
		least, spread int // number of stones
	}{
		{"5,5,3", 2, 6}, {"6,6,4", 8, 14}, {"7,7,5", 26, 14}, {"8,8,5", 36, 14},
	} {
		t.Run(x.spec, func(t *testing.T) {
			rng := seeded.Rand(t, 15)
			j := &judge{t: t, Threats: threats(t, x.spec)}
			j.plain = search.New(j.LargeRules, search.Options{TableBytes: 1 << 20})
			for range positionsToJudge(t) {
				j.judge(j.wander(rng, x.least+rng.IntN(x.spread)))
			}
			t.Logf("%d claims, of which %d wins by fours", j.claims, j.fours)
			fours += j.fours
		})
	}
	if fours < 3 && !testing.Short() {
		t.Errorf("%d wins by fours: the test tests little", fours)
	}
}

func positionsToJudge(t *testing.T) int {
	switch {
	case *thorough > 0:
		return *thorough
	case testing.Short():
		return 50
	}
	return 150
}

// judge searches with the plain rules.
type judge struct {
	mnkengine.Threats
	t             *testing.T
	plain         *search.Searcher[mnk.LargePosition, mnk.Move]
	claims, fours int
}

// wander returns a position with the given number of stones, fewer if the game
// ends earlier; half of them are placed next to others.
func (j *judge) wander(rng *rand.Rand, stones int) *mnkengine.ThreatPosition {
	p := j.Start()
	for range stones {
		moves, status := j.Moves(&p, nil)
		if status.Over() {
			break
		}
		if rng.IntN(2) == 0 {
			moves = moves[:j.Promising(&p, moves)]
		}
		next := p
		j.Play(&next, &p, moves[rng.IntN(len(moves))])
		if j.Status(&next).Over() {
			break
		}
		p = next
	}
	return &p
}

func (j *judge) judge(p *mnkengine.ThreatPosition) {
	j.t.Helper()
	lower, upper := j.Bounds(p)
	n, won, ok := lower.Plies()
	if ok && !j.atLeast(p, lower) {
		j.t.Fatalf("%s: at least %v is claimed", j.FormatPosition(p), lower)
	}
	if won {
		j.claims++
		if n > 3 {
			j.fours++
		}
	}
	if _, _, ok := upper.Plies(); ok && !j.atMost(p, upper) {
		j.t.Fatalf("%s: at most %v is claimed", j.FormatPosition(p), upper)
	}
	moves, _ := j.Moves(p, nil)
	if k := j.Select(p, moves); lower != upper {
		j.judgeOmitted(p, moves[k:])
	} else if won && !slices.ContainsFunc(moves[:k], func(m mnk.Move) bool {
		return j.atMost(j.after(p, m), -lower.Sooner(1))
	}) {
		j.t.Fatalf("%s: none of the moves selected wins in %d", j.FormatPosition(p), n)
	}
}

// judgeOmitted checks that omitted moves lose as fast as possible.
func (j *judge) judgeOmitted(p *mnkengine.ThreatPosition, moves []mnk.Move) {
	for _, m := range moves {
		j.claims++
		if !j.atLeast(j.after(p, m), game.WinIn(3)) {
			j.t.Fatalf("%s: %s is left out, but does not lose in 4", j.FormatPosition(p), j.FormatMove(p, m))
		}
	}
}

func (j *judge) after(p *mnkengine.ThreatPosition, m mnk.Move) *mnkengine.ThreatPosition {
	var next mnkengine.ThreatPosition
	j.Play(&next, p, m)
	return &next
}

// atLeast reports whether the value of p is at least v, a distance. A win needs
// a search to its own depth; a loss is refuted one ply earlier.
func (j *judge) atLeast(p *mnkengine.ThreatPosition, v game.Score) bool {
	n, won, _ := v.Plies()
	if !won {
		n--
	}
	return j.search(p, n, v-1) >= v
}

// atMost reports whether the value of p is at most v, a distance.
func (j *judge) atMost(p *mnkengine.ThreatPosition, v game.Score) bool {
	n, won, _ := v.Plies()
	if won {
		n--
	}
	return j.search(p, n, v) <= v
}

// search searches the plain rules without an evaluation, with a null window.
func (j *judge) search(p *mnkengine.ThreatPosition, depth int, alpha game.Score) game.Score {
	q := search.Query{Depth: depth, From: depth, Window: game.Null(alpha), Exhaustive: true}
	r := j.plain.Search(j.t.Context(), &p.LargePosition, q, search.Control{}, nil)
	return r.Score()
}
