package experiment

import (
	"math"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/games/connect4/connect4engine"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/search"
)

// TestVerdicts compares numbers with published ones: to the last digit, within
// limits including their ends, and beyond.
func TestVerdicts(t *testing.T) {
	var got []Row
	r := report{name: "x", emit: func(row Row) { got = append(got, row) }}
	band := limits{1.5, 2.5}
	r.count("same", 7, 7, "")
	r.count("other", 7, 8, "why")
	r.text("word", "a b", "a b", "")
	r.text("order", "a b", "b a", "")
	r.within("low end", "2", 1.5, band, "")
	r.within("high end", "2", 2.5, band, "")
	r.within("below", "2", 1.49, band, "")
	r.within("above", "2", 2.51, band, "")
	r.within("nothing", "2", math.NaN(), band, "")
	r.measured("new", "3", "")
	r.wrong("known", "2", estimate{3, 0.5}, band, "a: b", "")
	r.wrong("not so wrong", "2", estimate{2, 0.5}, band, "a: b", "")
	row := func(quantity, published, ours string, v Verdict) Row {
		return Row{Experiment: "x", Quantity: quantity, Published: published, Ours: ours, Verdict: v}
	}
	inside := func(quantity, ours string, v Verdict) Row {
		row := row(quantity, "2", ours, v)
		row.Limits = "1.5 … 2.5"
		return row
	}
	noted, known, hardly := row("other", "7", "8", Differs), inside("known", "3 ± 0.5", Differs), inside("not so wrong", "2 ± 0.5", Within)
	noted.Note, known.Known, hardly.Known = "why", true, true
	known.Erratum, hardly.Erratum = "a: b", "a: b"
	want := []Row{
		row("same", "7", "7", Equal), noted, row("word", "a b", "a b", Equal), row("order", "a b", "b a", Differs),
		inside("low end", "1.5", Within), inside("high end", "2.5", Within), inside("below", "1.49", Differs), inside("above", "2.51", Differs),
		inside("nothing", "NaN", Differs), row("new", "", "3", Measured), known, hardly,
	}
	if known.Surprising() || !hardly.Surprising() || !noted.Surprising() {
		t.Error("a row is a surprise if it differs, unless that is known: then if it does not")
	}
	for i, w := range want {
		if got[i] != w {
			t.Errorf("got %+v, want %+v", got[i], w)
		}
	}
}

func TestFigures(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", 5478: "5478", -3: "-3", 999999999: "999999999", 1e9: "1e+09", 35.512345: "35.51", 0.00012346: "0.0001235", 2.5: "2.5",
	} {
		if got := figures(x); got != want {
			t.Errorf("figures(%v) = %s, want %s", x, got, want)
		}
	}
}

// TestEstimates checks means and ratios of samples: their intervals contain
// the truth in about 95 of 100 cases.
func TestEstimates(t *testing.T) {
	if got := mean([]float64{1, 2, 3, 4}); got.mean != 2.5 || math.Abs(got.margin-1.265) > 0.001 {
		t.Errorf("mean %v", got)
	}
	if got := ratio([]float64{2, 4, 6}, []float64{1, 2, 3}); got.mean != 2 || got.margin != 0 {
		t.Errorf("a ratio that never varies: %v", got)
	}
	rng, held := seeded.Rand(t, 3), 0
	const trials = 1000
	for range trials {
		parts, wholes := make([]float64, 50), make([]float64, 50)
		for i := range parts {
			wholes[i] = float64(5 + rng.IntN(10))
			for range int(wholes[i]) {
				parts[i] += float64(rng.IntN(7)) // 3 on average
			}
		}
		if e := ratio(parts, wholes); math.Abs(e.mean-3) <= e.margin {
			held++
		}
	}
	if held < 920 || held > 975 {
		t.Errorf("%d of %d intervals hold the truth", held, trials)
	}
}

// TestDuel lets a player play itself: both games of an opening are the same, so no side gains.
func TestDuel(t *testing.T) {
	var got []Row
	r := report{name: "x", seed: 1, emit: func(row Row) { got = append(got, row) }}
	rules := connect4engine.Lines{}
	s := connect4engine.Generic(rules, search.Options{Without: unselective})
	q := search.Query{Depth: 2}
	if err := duel(t.Context(), &r, "x", "", 8, rules, [2]searcher[connect4.State, connect4.Move]{s, s}, [2]search.Query{q, q}); err != nil {
		t.Fatal(err)
	}
	if len(got) != 1 || !strings.HasPrefix(got[0].Ours, "+0,") {
		t.Errorf("got %+v, want one row of 0 Elo", got)
	}
}

// TestCheckersPositions compares the count of positions with an enumeration on small boards.
func TestCheckersPositions(t *testing.T) {
	const contents = 5 // nothing, a black man, a black king, a white man, a white king
	for _, tt := range []struct{ squares, edge, most int }{{2, 1, 1}, {4, 1, 2}, {6, 2, 2}, {8, 2, 3}, {8, 2, 8}} {
		boards, count := 1, int64(0)
		for range tt.squares {
			boards *= contents
		}
		for board := range boards {
			var pieces [2]int
			legal := board > 0
			for square, rest := 0, board; square < tt.squares; square, rest = square+1, rest/contents {
				switch rest % contents {
				case 1:
					legal = legal && square < tt.squares-tt.edge
					pieces[0]++
				case 2:
					pieces[0]++
				case 3:
					legal = legal && square >= tt.edge
					pieces[1]++
				case 4:
					pieces[1]++
				}
			}
			if legal && max(pieces[0], pieces[1]) <= tt.most {
				count++
			}
		}
		if got := checkersPositions(tt.squares, tt.edge, tt.most); got.Int64() != count {
			t.Errorf("%+v: %v positions, want %d", tt, got, count)
		}
	}
}
