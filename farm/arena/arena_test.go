package arena_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/farm/arena"
	"github.com/plywood-go/plywood/farm/farmtest"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/queue"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
	"github.com/plywood-go/plywood/match"
	"github.com/plywood-go/plywood/match/tally"
	"github.com/plywood-go/plywood/search"
)

// enter returns players that search one ply for each letter of their names.
func enter(g *engine.Game, name, _ string) (match.Entrant, error) {
	if name == "" {
		return match.Entrant{}, errors.New("nobody")
	}
	return match.Entrant{Name: name, Open: func(context.Context) (match.Player, error) {
		o := engine.Options{Options: search.Options{TableBytes: 1 << 16}}
		return match.Local(name, &engine.Player{Engine: g.NewEngine(o), Query: search.Query{Depth: len(name)}}), nil
	}}, nil
}

// TestElsewhere plays a match on a farm that plays each game twice, and the same match in this
// process. Games, score and table must be equal, whether the match ends by itself or by a test.
func TestElsewhere(t *testing.T) {
	f := farmtest.Start(t, farmtest.Config{
		Find: catalog.Find, Workers: 2, Audit: 1,
		Work: func(queue.Queue) map[job.Kind]job.Work { return map[job.Kind]job.Work{job.Match: arena.Play(enter)} },
	})
	g := catalogtest.Find(t, "othello:6")
	names := []string{"one", "o", "on"}
	rule := match.Adjudication{Resign: 30, ResignMoves: 2}
	elsewhere, err := arena.Elsewhere(&f.Client, g, farmtest.Version, arena.Match{Players: names, Adjudication: rule})
	if err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]match.Config{
		"pairs": {Pairs: 5}, "a test": {Test: &tally.Test{Low: 0, High: 300, Alpha: 0.2, Beta: 0.2}},
	} {
		c.Start, c.Plies, c.Seed, c.Adjudication = g.Start(), 6, 5, rule
		entrants, schedule := names, match.RoundRobin(len(names))
		if c.Test != nil {
			entrants, schedule = names[:2], match.RoundRobin(2)
		}
		here := played(t, c, g, entrants, schedule)
		c.Elsewhere, c.Block, c.Jobs = elsewhere, 4, 2
		there := played(t, c, g, entrants, schedule)
		if !slices.Equal(here, there) || len(here) < 4 {
			t.Errorf("%s: %d games here, %d there:\n%v\n%v", what, len(here), len(there), here, there)
		}
	}
	if n := f.Coordinator.Status().Counters; n.Conflicts > 0 || n.Audits == 0 {
		t.Errorf("%+v", n)
	}
}

// TestTimed plays a match of players with a clock. One ignores it and loses on time. No
// pair is played again for comparison, times are kept, and Played names the worker of
// each pair.
func TestTimed(t *testing.T) {
	clocks := make(chan string, 100)
	sleepy := func(g *engine.Game, name, clock string) (match.Entrant, error) {
		clocks <- clock
		e, err := enter(g, "x", "")
		if err != nil {
			return e, err
		}
		e.Name, e.Clock = name, &engine.Clock{Left: time.Hour}
		if name == "sleepy" {
			e.Clock = &engine.Clock{Left: time.Nanosecond}
		}
		return e, nil
	}
	f := farmtest.Start(t, farmtest.Config{
		Find: catalog.Find, Workers: 2, Audit: 1,
		Work: func(queue.Queue) map[job.Kind]job.Work { return map[job.Kind]job.Work{job.Match: arena.Play(sleepy)} },
	})
	g := catalogtest.Find(t, "othello:6")
	paces := map[string]int{}
	elsewhere, err := arena.Elsewhere(&f.Client, g, farmtest.Version, arena.Match{
		Players: []string{"quick", "sleepy"}, Timed: true, Clock: "1m", Played: func(worker string, nodes uint64, took time.Duration) {
			if nodes == 0 || took <= 0 {
				t.Errorf("%s: %d positions in %v", worker, nodes, took)
			}
			paces[worker]++
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	c := match.Config{Start: g.Start(), Pairs: 6, Plies: 4, Seed: 1, Elsewhere: elsewhere, Block: 6}
	c.Report = func(game match.Game, _ *match.Table) {
		if game.Fault == nil || game.Culprit != 1 || game.Time == 0 {
			t.Errorf("%+v", game)
		}
	}
	s, err := match.Play(t.Context(), c, match.Entrant{Name: "quick"}, match.Entrant{Name: "sleepy"})
	if err != nil || s.Games() != 12 {
		t.Errorf("%+v, %v", s, err)
	}
	if pairs := paces["a"] + paces["b"]; pairs != 6 || <-clocks != "1m" {
		t.Errorf("%v", paces)
	}
	if n := f.Coordinator.Status().Counters; n.Audits > 0 || n.Results-n.Duplicates != 6 { // a slow machine may deliver a job twice
		t.Errorf("%+v", n)
	}
}

// played plays a match and returns the documents of its games, in the order in which they were
// counted, without times.
func played(t *testing.T, c match.Config, g *engine.Game, names []string, schedule [][2]int) (docs []string) {
	t.Helper()
	var entrants []match.Entrant
	for _, name := range names {
		e, err := enter(g, name, "")
		if err != nil {
			t.Fatal(err)
		}
		entrants = append(entrants, e)
	}
	c.Report = func(game match.Game, _ *match.Table) {
		game.Time = 0
		game.Thoughts = slices.Clone(game.Thoughts)
		for i := range game.Thoughts {
			game.Thoughts[i].Time = 0
		}
		text, err := json.Marshal(game.Describe())
		if err != nil {
			t.Fatal(err)
		}
		docs = append(docs, string(text))
	}
	if _, err := c.Tournament(t.Context(), entrants, schedule); err != nil {
		t.Fatal(err)
	}
	return docs
}

// TestPlayRefuses checks that jobs that are not pairs of a match are rejected.
func TestPlayRefuses(t *testing.T) {
	g := catalogtest.Find(t, "othello:6")
	const plan, part = `{"schema":"ply.matchplan/1","players":["a",""]}`, `{"schema":"ply.matchpair/1","players":[0,0]}`
	for _, j := range []job.Job{
		{Spec: job.Spec{Plan: "x"}, Part: part},
		{Spec: job.Spec{Plan: plan}, Part: "x"},
		{Spec: job.Spec{Plan: plan}, Part: `{"schema":"ply.matchpair/1","players":[0,2]}`},
		{Spec: job.Spec{Plan: plan}, Part: `{"schema":"ply.matchpair/1","players":[0,1]}`},
		{Spec: job.Spec{Plan: plan}, Part: `{"schema":"ply.matchpair/2","players":[0,0]}`},
		{Spec: job.Spec{Plan: plan}, Part: `{"schema":"ply.matchpair/1","players":[0,0],"moves":["a1"]}`},
		{Spec: job.Spec{Plan: plan}, Part: `{"schema":"ply.matchpair/1","players":[0,0],"start":"x"}`},
	} {
		if data, _, err := arena.Play(enter)(t.Context(), g, &j); err == nil {
			t.Errorf("%s, %s: %s", j.Plan, j.Part, data)
		}
	}
	if _, _, err := arena.Play(enter)(t.Context(), g, &job.Job{Spec: job.Spec{Plan: plan}, Part: part}); err != nil {
		t.Error(err)
	}
}
