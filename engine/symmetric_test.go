package engine_test

import (
	"context"
	"reflect"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/search"
)

// answer is a Searcher with one answer to every question.
type answer struct{ search.Result[connect4.Move] }

func (a answer) Search(
	context.Context, *connect4.State, search.Query, search.Control, func(search.Result[connect4.Move]),
) search.Result[connect4.Move] {
	return a.Result
}

func (a answer) Clear() {}

// TestSymmetricMoves lists the moves of the empty board of Connect Four, whose
// mirror images once had different values.
func TestSymmetricMoves(t *testing.T) {
	type pv = []connect4.Move
	r := search.Result[connect4.Move]{Proof: game.Exact, Lines: []search.Line[connect4.Move]{
		{Score: 5, Bound: game.Exact, PV: pv{2, 2, 0}},
		{Score: 4, Bound: game.Exact, PV: pv{6, 5}},
		{Score: 3, Bound: game.Exact, PV: pv{0}},
		{Score: 2, Bound: game.Exact, PV: pv{3, 1}},
		{Score: game.Margin(-2), Bound: game.Exact, Proof: game.Exact, PV: pv{4, 4}},
	}}
	g := engine.Adapt(connect4.Rules{}, engine.Spec[connect4.State, connect4.Move]{
		About:       engine.About{Name: "connect4"},
		NewSearcher: func(engine.Options) engine.Searcher[connect4.State, connect4.Move] { return answer{r} },
	})
	type line struct {
		score game.Score
		proof game.Bound
		pv    []string
	}
	check := func(p *engine.Position, proof game.Bound, want []line) {
		t.Helper()
		a := g.NewEngine(engine.Options{}).Analyze(context.Background(), p, search.Query{}, search.Control{}, nil)
		var got []line
		for _, l := range a.Lines {
			got = append(got, line{l.Score, l.Proof, l.PV})
		}
		if a.Proof != proof || !reflect.DeepEqual(got, want) {
			t.Errorf("got\n%v, %+v\nwant\n%v, %+v", a.Proof, got, proof, want)
		}
	}
	check(g.Start(), game.NoBound, []line{
		{4, 0, []string{"7", "6"}},
		{4, 0, []string{"1", "2"}},
		{2, 0, []string{"4", "2"}},
		{game.Margin(-2), game.Exact, []string{"3", "3"}},
		{game.Margin(-2), game.Exact, []string{"5", "5"}},
	})
	next, err := g.Start().Play("1")
	if err != nil {
		t.Fatal(err)
	}
	check(next, game.Exact, []line{ // no image of the position is itself
		{5, 0, []string{"3", "3", "1"}},
		{4, 0, []string{"7", "6"}},
		{3, 0, []string{"1"}},
		{2, 0, []string{"4", "2"}},
		{game.Margin(-2), game.Exact, []string{"5", "5"}},
	})
}
