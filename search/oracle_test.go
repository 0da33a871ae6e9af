package search_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/games/mnk"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/kit/gametest"
	"github.com/plywood-go/plywood/kit/testgames"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/textbook"
)

// All tests here compare with the textbook's minimax, under a coarse
// evaluation with many ties.

// coarse is a game with an evaluation of seven values, drawn from its hash.
// Symmetric images have equal values, as positions that share a table entry
// must.
type coarseMNK struct{ mnk.Rules }

func (c coarseMNK) Evaluate(s *mnk.Position) game.Score {
	key, _ := c.Fold(s)
	return coarse(key)
}

type coarseConnect4 struct{ connect4.Rules }

// sharedKeys gives each pair of columns one key.
type sharedKeys struct{ coarseConnect4 }

func (sharedKeys) MoveKey(m connect4.Move) int { return int(m) / 2 }

// gainful is a game that says what its moves gain, so that threads search apart.
type gainful struct{ coarseConnect4 }

func (gainful) Gain(_ *connect4.State, m connect4.Move) game.Score { return game.Score(m % 3) }
func (gainful) QuietGain() game.Score                              { return 0 }

func (c coarseConnect4) Evaluate(s *connect4.State) game.Score {
	key, _ := c.Fold(s)
	return coarse(key)
}

type coarseOthello struct{ othello.Rules }

func (c coarseOthello) Evaluate(s *othello.Position) game.Score {
	key, _ := c.Fold(s)
	return coarse(key)
}

func coarse(key uint64) game.Score {
	return game.Score(key*0x9E3779B97F4A7C15>>40%7) - 3
}

// optionSets lists options that must not change any value: each feature
// switched off, all and none of the sound ones, small tables and several
// threads; the sets named split share out every node.
func optionSets() map[string]search.Options {
	const inexact = search.Foresight | search.Selective
	sets := map[string]search.Options{
		"all":          {Without: inexact, TableBytes: 1 << 18},
		"plain":        {Without: inexact | search.Sound, TableBytes: 1 << 18},
		"one bucket":   {Without: inexact, TableBytes: 1},
		"four buckets": {Without: inexact, TableBytes: 256},
		"two threads":  {Without: inexact, Threads: 2, TableBytes: 1 << 12},
		"split two":    {Without: inexact, Threads: 2, TableBytes: 1 << 12},
		"split four":   {Without: inexact, Threads: 4, TableBytes: 1 << 12},
	}
	for f := search.Feature(1); f&search.Sound != 0; f <<= 1 {
		sets["without "+f.String()] = search.Options{Without: inexact | f, TableBytes: 1 << 12}
	}
	return sets
}

func TestAgainstMinimax(t *testing.T) {
	small := mnk.Must(mnk.New(mnk.Spec{M: 4, N: 3, K: 3}))
	narrow, err := connect4.New(5, 4)
	if err != nil {
		t.Fatal(err)
	}
	six, _ := othello.Sized(6)
	four, _ := othello.Sized(4)
	rounds := 6
	if testing.Short() {
		rounds = 2
	}
	agree(t, "mnk", coarseMNK{small}, small.Start(), 10, 5, rounds)
	agree(t, "connect4", coarseConnect4{narrow}, narrow.Start(), 16, 6, rounds)
	agree(t, "shared keys", sharedKeys{coarseConnect4{narrow}}, narrow.Start(), 16, 6, rounds)
	agree(t, "gains", gainful{coarseConnect4{narrow}}, narrow.Start(), 16, 6, rounds)
	agree(t, "othello 6x6", coarseOthello{six}, six.Start(), 24, 4, rounds)
	agree(t, "othello 4x4", coarseOthello{four}, four.Start(), 8, 6, rounds)
	for _, w := range []gametest.Wild{
		{Width: 4, Length: 9},
		{Width: 4, Length: 9, Turns: gametest.Doubled},
		{Width: 3, Length: 10, Turns: gametest.Erratic},
		{Width: 3, Length: 8, Turns: gametest.Solitary, Margins: true},
		{Width: 3, Length: 8, Passes: true, Margins: true},
	} {
		w.Seed = rand.Uint64()
		agree(t, fmt.Sprintf("wild %+v", w), w, gametest.WildState{}, 4, 5, rounds)
	}
}

// agree searches positions reached by random play with all option sets and
// several windows, and compares value, bound and move with minimax.
func agree[S any, M comparable, R game.Rules[S, M]](t *testing.T, name string, rules R, start S, longest, depth, rounds int) {
	seed := rand.Uint64()
	t.Run(name, func(t *testing.T) {
		random := rand.New(rand.NewPCG(seed, 0))
		judge := textbook.New(textbook.Minimax, rules, textbook.Options{})
		sets := optionSets()
		searchers := map[string]*search.Searcher[S, M]{}
		for set, o := range sets {
			searchers[set] = search.New(rules, o)
			if strings.HasPrefix(set, "split") {
				searchers[set].SplitAlways()
			}
		}
		for round := range rounds {
			pos := testgames.Wander(rules, start, random.IntN(longest), random)
			if _, st := rules.Moves(&pos, nil); st.Over() {
				continue
			}
			values := valueMoves(rules, judge, &pos, depth)
			for set, s := range searchers {
				where := fmt.Sprintf("seed %d round %d %s depth %d %+v", seed, round, set, depth, pos)
				s.Clear()
				r := checkWindow(t, where, s, &pos, depth, game.Window{}, values)
				if r.Depth == depth {
					checkLine(t, where, rules, judge, &pos, depth, r)
				}
				v := values.best + game.Score(random.IntN(3)-1)
				checkWindow(t, where, s, &pos, depth, game.Window{Alpha: v - 1, Beta: v + 1}, values)
				checkWindow(t, where, s, &pos, depth, game.Null(v), values)
			}
		}
	})
}

// truth is the minimax result for a position: its value and that of each move.
type truth[M comparable] struct {
	best  game.Score
	moves map[M]game.Score
}

func valueMoves[S any, M comparable, R game.Rules[S, M]](rules R, judge *textbook.Searcher[S, M], pos *S, depth int) truth[M] {
	w := truth[M]{best: -game.Infinity, moves: map[M]game.Score{}}
	moves, _ := rules.Moves(pos, nil)
	for _, m := range moves {
		var next S
		rules.Play(&next, pos, m)
		v := judge.Search(context.Background(), &next, depth-1).Value.Later(1)
		if rules.ToMove(&next) != rules.ToMove(pos) {
			v = -v
		}
		w.moves[m] = v
		w.best = max(w.best, v)
	}
	return w
}

func checkWindow[S any, M comparable](t *testing.T, where string, s *search.Searcher[S, M], pos *S, depth int, w game.Window, want truth[M]) search.Result[M] {
	t.Helper()
	r := s.Search(context.Background(), pos, search.Query{Depth: depth, Window: w}, search.Control{}, nil)
	v := r.Score()
	if w == (game.Window{}) {
		w = game.FullWindow()
	}
	// A search that solves the game early has the value of every greater
	// depth.
	if r.Stopped == search.Solved && r.Depth < depth && r.Exact() {
		w = game.Window{Alpha: v - 1, Beta: v + 1}
	}
	ok := false
	switch w.Bound(v) {
	case game.Exact:
		ok = v == want.best
	case game.Upper:
		ok = want.best <= v
	case game.Lower:
		ok = want.best >= v
	}
	if !ok {
		t.Fatalf("%s window %v: got %v (depth %d, %v), want %v", where, w, v, r.Depth, r.Stopped, want.best)
	}
	if best, _ := r.Best(); w.Bound(v) == game.Exact && want.moves[best] != want.best {
		t.Fatalf("%s window %v: best %v is worth %v, want %v", where, w, best, want.moves[best], want.best)
	}
	if r.Proof == game.Exact && want.best.Proven() && v != want.best {
		t.Fatalf("%s window %v: %v called exact, want %v", where, w, v, want.best)
	}
	return r
}

// checkLine follows the line of r and checks that every position on it has the
// value of the first.
func checkLine[S any, M comparable, R game.Rules[S, M]](t *testing.T, where string, rules R, judge *textbook.Searcher[S, M], pos *S, depth int, r search.Result[M]) {
	t.Helper()
	at := *pos
	for i, m := range r.Lines[0].PV {
		if moves, _ := rules.Moves(&at, nil); !slices.Contains(moves, m) {
			t.Fatalf("%s: line %v, move %d is illegal", where, r.Lines[0].PV, i+1)
		}
		var next S
		rules.Play(&next, &at, m)
		at = next
		v := judge.Search(context.Background(), &at, max(0, depth-i-1)).Value.Later(i + 1)
		if rules.ToMove(&at) != rules.ToMove(pos) {
			v = -v
		}
		if v != r.Score() {
			t.Fatalf("%s: line %v, after move %d it is worth %v, not %v", where, r.Lines[0].PV, i+1, v, r.Score())
		}
	}
}
