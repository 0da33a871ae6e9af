package textbook_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/textbook"
)

// figure is the tree of Bratko's figure 15.2: MAX moves at a, d, e, f and g.
type figure struct{}

var (
	figureSuccessors = map[string]string{
		"a": "b c", "b": "d e", "c": "f g", "d": "h i", "e": "j k", "f": "l m", "g": "n o",
	}
	figureValues = map[string]game.Score{"h": 1, "i": 4, "j": 5, "k": 6, "l": 2, "m": 1, "n": 1, "o": 1}
)

func (figure) Moves(p *string, buf []string) ([]string, game.Status) {
	if v, ok := figureValues[*p]; ok {
		return buf, game.Final(-int(v)) // MIN is to move
	}
	return append(buf, strings.Fields(figureSuccessors[*p])...), game.Ongoing
}

func (figure) Play(dst, _ *string, m string) { *dst = m }
func (figure) Hash(p *string) uint64         { return uint64((*p)[0]) }

func (figure) ToMove(p *string) game.Player {
	if strings.Contains("adefg", *p) {
		return game.First
	}
	return game.Second
}

// values returns the values of the nodes of figure according to a trace, and
// the nodes whose values are only bounds.
func values(events []event.Event) (all map[string]game.Score, approximate []string) {
	all = map[string]game.Score{}
	names := map[int]string{}
	for _, e := range events {
		switch e.Kind {
		case event.Enter:
			names[e.Node] = "a"
			if e.Parent >= 0 {
				names[e.Node] = strings.Fields(figureSuccessors[names[e.Parent]])[e.Index]
			}
		case event.Leave:
			all[names[e.Node]] = e.Value
			if e.Bound != game.Exact {
				approximate = append(approximate, names[e.Node])
			}
		}
	}
	slices.Sort(approximate)
	return all, approximate
}

func TestFigure15_2(t *testing.T) {
	var rec event.Recorder
	root := "a"
	got := textbook.Run(t.Context(), textbook.BratkoMinimax, figure{}, &root, 3, textbook.Options{Observer: &rec, Scoring: textbook.Points})
	if got.Value != 4 || got.Leaves != 8 || got.Nodes != 15 || strings.Join(got.PV, " ") != "b d i" {
		t.Errorf("got %+v, want value 4, 8 static values, PV b d i", got)
	}
	want := map[string]game.Score{"a": 4, "b": 4, "c": 1, "d": 4, "e": 6, "f": 2, "g": 1}
	maps.Copy(want, figureValues)
	all, approximate := values(rec.Events)
	if !maps.Equal(all, want) || len(approximate) > 0 {
		t.Errorf("got values %v, approximate %v, want %v, none", all, approximate, want)
	}
}

func TestFigure15_4(t *testing.T) {
	for _, cut := range []textbook.Cut{textbook.AsPrinted, textbook.AtBound, textbook.BeyondBound} {
		var rec event.Recorder
		root := "a"
		got := textbook.Run(t.Context(), textbook.BratkoAlphaBeta, figure{}, &root, 3, textbook.Options{Observer: &rec, Cut: cut, Scoring: textbook.Points})
		if got.Value != 4 || got.Bound != game.Exact || got.Leaves != 5 || strings.Join(got.PV, " ") != "b d i" {
			t.Errorf("got %+v, want value 4, 5 static values, PV b d i", got)
		}
		all, approximate := values(rec.Events)
		want := map[string]game.Score{
			"a": 4, "b": 4, "c": 2, "d": 4, "e": 5, "f": 2, "h": 1, "i": 4, "j": 5, "l": 2, "m": 1,
		}
		if !maps.Equal(all, want) || strings.Join(approximate, " ") != "c e f" {
			t.Errorf("got values %v, approximate %v, want %v, c e f", all, approximate, want)
		}
	}
}

// TestStrictCutIsRightOnTheBounds checks that, with Bratko's cut, values equal
// to a bound are exact.
func TestStrictCutIsRightOnTheBounds(t *testing.T) {
	for w, s := range wilds(t, 300) {
		truth := judgement{w: w, scoring: textbook.Points}.value(&s, 0, 5)
		for alpha := game.Score(-4); alpha < 4; alpha++ {
			o := textbook.Options{Scoring: textbook.Points, Window: game.Window{Alpha: alpha, Beta: alpha + 2}}
			got := textbook.Run(t.Context(), textbook.BratkoAlphaBeta, w, &s, 5, o).Value
			if (got == alpha || got == alpha+2) && got != truth {
				t.Fatalf("%+v, window %v: got %v, want %v", w, o.Window, got, truth)
			}
		}
	}
}
