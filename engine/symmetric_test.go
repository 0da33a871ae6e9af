package engine

import (
	"reflect"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/search"
)

// TestSymmetricMoves lists the moves of the empty board of Connect Four, whose
// mirror images once had different values.
func TestSymmetricMoves(t *testing.T) {
	type line = search.Line[Move]
	pv := func(moves ...connect4.Move) []Move { return boxMoves(moves) }
	r := search.Result[Move]{Proof: game.Exact, Lines: []line{
		{Score: 5, Bound: game.Exact, PV: pv(2, 2, 0)},
		{Score: 4, Bound: game.Exact, PV: pv(6, 5)},
		{Score: 3, Bound: game.Exact, PV: pv(0)},
		{Score: 2, Bound: game.Exact, PV: pv(3, 1)},
		{Score: game.Margin(-2), Bound: game.Exact, Proof: game.Exact, PV: pv(4, 4)},
	}}
	rules := box(connect4.Rules{})
	start, caps := rules.Start(), rules.Capabilities()
	got := symmetryOf(rules, &caps, &start).share(r)
	want := search.Result[Move]{Lines: []line{
		{Score: 4, Bound: game.Exact, PV: pv(6, 5)},
		{Score: 4, Bound: game.Exact, PV: pv(0, 1)},
		{Score: 2, Bound: game.Exact, PV: pv(3, 1)},
		{Score: game.Margin(-2), Bound: game.Exact, Proof: game.Exact, PV: pv(2, 2)},
		{Score: game.Margin(-2), Bound: game.Exact, Proof: game.Exact, PV: pv(4, 4)},
	}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%+v\nwant\n%+v", got, want)
	}
	rules.Play(&start, &start, pv(0)[0])
	if got := symmetryOf(rules, &caps, &start).share(r); !reflect.DeepEqual(got, r) {
		t.Errorf("no image of the position is itself, got\n%+v", got)
	}
}
