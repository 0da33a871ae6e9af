package experiment

import (
	"context"
	"errors"
	"math"
	"testing"
)

// TestVerdicts holds numbers against published ones: to the last figure, inside
// limits with their ends, and beyond.
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
	want := []Row{
		{"x", "same", "7", "7", Equal, ""},
		{"x", "other", "7", "8", Differs, "why"},
		{"x", "word", "a b", "a b", Equal, ""},
		{"x", "order", "a b", "b a", Differs, ""},
		{"x", "low end", "2", "1.5", Within, ""},
		{"x", "high end", "2", "2.5", Within, ""},
		{"x", "below", "2", "1.49", Differs, ""},
		{"x", "above", "2", "2.51", Differs, ""},
		{"x", "nothing", "2", "NaN", Differs, ""},
		{"x", "new", "", "3", Measured, ""},
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

// TestStopsBetweenRows ends experiments after their first row: no row comes that
// was not computed to its end, and the error says why.
func TestStopsBetweenRows(t *testing.T) {
	for _, e := range All() {
		if e.Long || e.Name == "othello-depth10" {
			continue
		}
		var whole []Row
		if err := e.Run(t.Context(), Options{}, func(r Row) { whole = append(whole, r) }); err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		var part []Row
		err := e.Run(ctx, Options{}, func(r Row) {
			part = append(part, r)
			stop()
		})
		stop()
		if err != nil && !errors.Is(err, context.Canceled) || err == nil && len(part) < len(whole) {
			t.Errorf("%s: %d rows of %d, %v", e.Name, len(part), len(whole), err)
		}
		for i, r := range part {
			if r != whole[i] {
				t.Errorf("%s: row %d is %+v, want %+v", e.Name, i, r, whole[i])
			}
		}
	}
}
