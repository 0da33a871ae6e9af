package draughts_test

import (
	"testing"

	"github.com/plywood-go/plywood/games/draughts"
)

// TestBallots plays all ballots and checks that they lead to distinct positions
// that are not over.
func TestBallots(t *testing.T) {
	const all = 174 // of 302 possible openings
	r, met := draughts.Rules{}, map[draughts.Position]int{}
	for i, moves := range r.Ballots() {
		s := r.Start()
		for _, m := range moves {
			r.Play(&s, &s, m)
		}
		if before := met[s]; before != 0 {
			t.Errorf("ballots %d and %d lead to %s", before, i+1, r.FormatPosition(&s))
		}
		if met[s] = i + 1; len(moves) != 3 || r.Status(&s).Over() {
			t.Errorf("ballot %d: %d moves to %s", i+1, len(moves), r.FormatPosition(&s))
		}
	}
	if len(met) != all {
		t.Errorf("%d ballots, want %d", len(met), all)
	}
	for _, r := range family[1:] {
		if n := len(r.Ballots()); n != 0 {
			t.Errorf("%v has %d ballots", r, n)
		}
	}
}
