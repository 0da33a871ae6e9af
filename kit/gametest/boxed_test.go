package gametest_test

import (
	"context"
	"fmt"
	"reflect"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/capability"
	"github.com/plywood-go/plywood/kit/gametest"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/mcts"
	"github.com/plywood-go/plywood/search/prove"
	"github.com/plywood-go/plywood/textbook"
)

// TestBoxedCapabilities checks that boxed rules have the methods of all capabilities, and say that
// they have exactly those of the rules in the box.
func TestBoxedCapabilities(t *testing.T) {
	g := gametest.NewGraph(1, gametest.GraphSpec{Vertices: 9, Width: 3})
	ring := gametest.Ring{Graph: g}
	for _, rules := range []game.Rules[gametest.GraphState, uint8]{
		g, gametest.Sharp{Graph: g}, inMargins{gametest.Sharp{Graph: g}}, ring, gametest.NewSharpRing(g), gametest.LimitedRing{Ring: ring, After: 9},
	} {
		boxed := engine.Box(rules)
		want, got := reflect.ValueOf(capability.Of(rules)), reflect.ValueOf(capability.Of(boxed))
		for i := range got.NumField() {
			name, f, w := got.Type().Field(i).Name, got.Field(i), want.Field(i)
			switch {
			case f.Kind() == reflect.Interface && !reflect.TypeOf(boxed).Implements(f.Type()):
				t.Errorf("boxed rules lack the methods of %s", name)
			case f.Kind() == reflect.Interface && f.IsNil() != w.IsNil():
				t.Errorf("%T: %s boxed is %v, want %v", rules, name, f, w)
			case f.Kind() != reflect.Interface && !f.Equal(w):
				t.Errorf("%T: %s boxed is %v, want %v", rules, name, f, w)
			}
		}
	}
}

// boxed compares searches of all kinds over boxed rules with those over the rules themselves: they
// must visit the same nodes and return the same lines.
func (k *soak) boxed(rules game.Rules[gametest.GraphState, uint8], s *gametest.GraphState, o search.Options, q search.Query, circular bool) error {
	o.Threads = 1
	ctx, c := context.Background(), search.Control{}
	box, at := engine.Box(rules), engine.BoxState(*s)
	want, got := search.New(rules, o), search.New(box, o)
	for range 2 { // the second time with a table
		if err := alike(want.Search(ctx, s, q, c, nil), got.Search(ctx, &at, q, c, nil)); err != nil {
			return err
		}
	}
	po := prove.Options{TableBytes: o.TableBytes, Without: o.Without, Moves: true}
	w := prove.New(rules, po).Prove(ctx, s, prove.ToDraw, q, c, nil)
	p := prove.New(box, po).Prove(ctx, &at, prove.ToDraw, q, c, nil)
	if w.Verdict != p.Verdict || w.Nodes != p.Nodes || fmt.Sprint(w.PV) != fmt.Sprint(unbox(p.PV)) {
		return fmt.Errorf("prover: %v %v after %d nodes boxed, %v %v after %d", p.Verdict, unbox(p.PV), p.Nodes, w.Verdict, w.PV, w.Nodes)
	}
	q.Nodes = min(q.Nodes, 300)
	mo := mcts.Options{TableBytes: 1 << 20, Threads: 1, Seed: k.random.Uint64()}
	if err := alike(mcts.New(rules, mo).Search(ctx, s, q, c, nil), mcts.New(box, mo).Search(ctx, &at, q, c, nil)); err != nil {
		return fmt.Errorf("Monte Carlo: %w", err)
	}
	if circular {
		return nil
	}
	a := textbook.Algorithms()[k.random.IntN(len(textbook.Algorithms()))]
	bw, bp := textbook.Run(ctx, a, rules, s, 5, textbook.Options{}), textbook.Run(ctx, a, box, &at, 5, textbook.Options{})
	if bw.Value != bp.Value || bw.Counts != bp.Counts || fmt.Sprint(bw.PV) != fmt.Sprint(unbox(bp.PV)) {
		return fmt.Errorf("%s: %v %+v boxed, %v %+v", a, bp.Value, bp.Counts, bw.Value, bw.Counts)
	}
	return nil
}

func unbox(moves []engine.Move) (all []uint8) {
	for _, m := range moves {
		all = append(all, engine.Unbox[uint8](m))
	}
	return all
}

// alike returns an error if the results differ in more than the time taken.
func alike(want search.Result[uint8], got search.Result[engine.Move]) error {
	text := func(stats search.Stats, fields ...any) string { return fmt.Sprintf("%+v %v", stats, fields) }
	w := text(want.Stats, want.Proof, want.Past, want.Depth, want.SelDepth, want.Stopped)
	g := text(got.Stats, got.Proof, got.Past, got.Depth, got.SelDepth, got.Stopped)
	for _, l := range want.Lines {
		w += fmt.Sprint("; ", l.Score, l.Bound, l.Proof, l.Depth, l.PV)
	}
	for _, l := range got.Lines {
		g += fmt.Sprint("; ", l.Score, l.Bound, l.Proof, l.Depth, unbox(l.PV))
	}
	if w != g {
		return fmt.Errorf("boxed %s\nwant  %s", g, w)
	}
	return nil
}
