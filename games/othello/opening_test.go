package othello_test

import (
	"testing"

	"github.com/plywood-go/plywood/games/othello"
)

// TestOpenings checks the names of well-known openings.
func TestOpenings(t *testing.T) {
	r := othello.Rules{}
	start := r.Start()
	for record, want := range map[string]string{
		"f5d6c3d3c4":           "Tiger",
		"c4e3f6e6f5":           "Tiger", // the same, rotated
		"d3c5f6f5e6":           "Tiger", // the same, mirrored
		"f5f6e6f4e3":           "Cow",
		"f5f4":                 "Parallel Opening",
		"f5d6c5f4e3c6d3f6e6d7": "Rose",
		"f5":                   "",
		"":                     "",
		"f5d6c3d3c4f4":         "",
	} {
		moves, err := r.ParseMoves(&start, record)
		if err != nil {
			t.Fatal(err)
		}
		s := start
		for _, m := range moves {
			r.Play(&s, &s, m)
		}
		if got := r.Opening(&s); got != want {
			t.Errorf("%s is called %q, want %q", record, got, want)
		}
	}
	small := sized(t, 6)
	if s := small.Start(); small.Opening(&s) != "" {
		t.Error("6×6 has an opening")
	}
}
