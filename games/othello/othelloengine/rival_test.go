package othelloengine

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othelloengine/patterns"
	"github.com/plywood-go/plywood/internal/cputime"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/network"
	"github.com/plywood-go/plywood/train"
)

var (
	rivalGames = flag.Int("rival", 0, "games of self-play per pass from which TestRival trains a network")
	rivalWidth = flag.Int("rival-width", 128, "width of the network of TestRival")
	rivalMoves = flag.Bool("rival-moves", false, "the network of TestRival sees the moves of both sides")
	rivalWork  = flag.String("rival-work", "", "work `folder` of TestRival's training")
)

// contest is Othello played for a win, evaluated by patterns in 1/unit disc. It describes
// positions to networks.
type contest struct {
	Estimated
	moves bool // features say which side may move to an empty square
}

var _ train.Rules[othello.Position, othello.Move] = contest{}

// Moves reports a game that is over as won, lost or drawn, without its margin.
func (c contest) Moves(s *othello.Position, buf []othello.Move) ([]othello.Move, game.Status) {
	moves, status := c.Estimated.Moves(s, buf)
	return moves, wonOrLost(status)
}

// Status returns the status that Moves reports.
func (c contest) Status(s *othello.Position) game.Status { return wonOrLost(c.Estimated.Status(s)) }

func wonOrLost(s game.Status) game.Status {
	if margin, ok := s.Margin(); ok {
		switch {
		case margin > 0:
			return game.Win
		case margin < 0:
			return game.Loss
		}
		return game.Draw
	}
	return s
}

func (c contest) Evaluate(s *othello.Position) game.Score {
	return game.Score(patterns.Default(c.Rules).Evaluate(s.Own, s.Opp))
}

// FeatureCounts counts these features: a disc of either side on a square and, with moves, an
// empty square where one side, the other or both may move. A phase is four plies.
func (c contest) FeatureCounts() (features, phases int) {
	if c.moves {
		return 5 * 64, 16
	}
	return 2 * 64, 16
}

func (c contest) Features(s *othello.Position, view game.Player, set []uint64) (phase int) {
	own, opp := s.Own, s.Opp
	if view != s.Turn {
		own, opp = opp, own
	}
	set[0], set[1] = own, opp
	if c.moves {
		mine, theirs := othello.Mobility(own, opp), othello.Mobility(opp, own)
		set[2], set[3], set[4] = mine&^theirs, theirs&^mine, mine&theirs
	}
	return min((bits.OnesCount64(own|opp)-4)/4, 15)
}

// discsPerOdds is an estimate in discs with which a side wins about e times as often as it
// loses.
const discsPerOdds = 4

// TestRival trains a network of Othello and plays matches: network against patterns in the
// generic search, network against solver, and a solver whose two best moves the network judges
// against one without that help.
func TestRival(t *testing.T) {
	if *rivalGames == 0 {
		t.Skip("no -rival")
	}
	rules := contest{NewEstimated(othello.Rules{}), *rivalMoves}
	began, spent := time.Now(), cputime.Used()
	net, err := train.Run(context.Background(), rules, train.Options{
		Game: "othello", Passes: 2, Games: *rivalGames, Nodes: 400, Width: *rivalWidth, Scale: discsPerOdds * unit,
		Teaches: true, Epochs: 12, Seed: 1,
	}, train.Work{Folder: *rivalWork, Progress: func(p workshop.Progress) {
		if p.Phase != nil {
			t.Logf("pass %d: %+v after %v", p.Pass, *p.Phase, time.Since(began).Round(time.Second))
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%v, %v of CPU", time.Since(began).Round(time.Second), cputime.Since(spent).Round(time.Second))

	generic := func(net *network.Net, nodes uint64) chooser {
		s := search.New(rules, search.Options{TableBytes: 4 << 20, Network: net})
		return func(p othello.Position) othello.Move {
			r := s.Search(context.Background(), &p, search.Query{Nodes: nodes}, search.Control{}, nil)
			m, _ := r.Best()
			return m
		}
	}
	solver := func(plies int) chooser {
		return byDepth(t, NewSolver(rules.Rules, Options{TableBytes: 16 << 20}), plies)
	}
	advised := func(plies int, nodes uint64) chooser {
		s := NewSolver(rules.Rules, Options{TableBytes: 16 << 20})
		judge := search.New(rules, search.Options{TableBytes: 4 << 20, Network: net})
		return func(p othello.Position) othello.Move {
			found := solve(t, s, p, search.Query{Depth: plies, Lines: 2})
			best := found.lines[0]
			if len(found.lines) < 2 || best.bound == game.Exact || best.value-found.lines[1].value > 1 {
				return best.moves[0]
			}
			moves, _ := rules.Moves(&p, nil)
			only := []int{slices.Index(moves, best.moves[0]), slices.Index(moves, found.lines[1].moves[0])}
			r := judge.Search(context.Background(), &p, search.Query{Nodes: nodes, Only: only}, search.Control{}, nil)
			m, _ := r.Best()
			return m
		}
	}
	for _, m := range []struct {
		name string
		a, b func() chooser
	}{
		{"network against patterns, 1000 nodes", func() chooser { return generic(net, 1000) }, func() chooser { return generic(nil, 1000) }},
		{"network against patterns, 5000 nodes", func() chooser { return generic(net, 5000) }, func() chooser { return generic(nil, 5000) }},
		{"network, 5000 nodes, against the solver to 6 plies", func() chooser { return generic(net, 5000) }, func() chooser { return solver(6) }},
		{"solver to 8 plies, advised by 5000 nodes, against the solver to 8", func() chooser { return advised(8, 5000) }, func() chooser { return solver(8) }},
		{"solver to 10 plies against the solver to 8", func() chooser { return solver(10) }, func() chooser { return solver(8) }},
	} {
		t.Log(m.name + ": " + compete(rules.Rules, m.a, m.b))
	}
}

// compete has a and b play pairs of games, both sides of a position after ten random moves, on
// all processors. It returns the score of a as text.
func compete(r othello.Rules, a, b func() chooser) string {
	var mu sync.Mutex
	var points sample
	var spent [2]time.Duration
	next := 0
	var threads sync.WaitGroup
	for range runtime.NumCPU() {
		threads.Go(func() {
			var used [2]time.Duration
			timed := func(c chooser, used *time.Duration) chooser {
				return func(p othello.Position) othello.Move {
					began := time.Now()
					defer func() { *used += time.Since(began) }()
					return c(p)
				}
			}
			one, other := timed(a(), &used[0]), timed(b(), &used[1])
			mu.Lock()
			defer mu.Unlock()
			for next < *games/2 {
				from := opening(r, 10, rand.New(rand.NewPCG(77, uint64(next))))
				next++
				mu.Unlock()
				pair := cmp.Compare(margin(r, from, one, other), 0) - cmp.Compare(margin(r, from, other, one), 0)
				mu.Lock()
				points.add(float64(2+pair) / 4)
			}
			spent[0], spent[1] = spent[0]+used[0], spent[1]+used[1]
		})
	}
	threads.Wait()
	return fmt.Sprintf("%.1f %% ± %.1f of %d games, %.2f times the time", 100*points.mean(),
		100*points.sigma()/math.Sqrt(float64(points.n)), 2*points.n, spent[0].Seconds()/spent[1].Seconds())
}
