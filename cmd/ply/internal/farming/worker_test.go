package farming

import (
	"errors"
	"testing"

	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
)

// TestProgramElsewhere asks a worker for a program that it does not have, and checks that
// the job is left to another worker without a failure of the player.
func TestProgramElsewhere(t *testing.T) {
	g := catalogtest.Find(t, "othello")
	enter := playersWith(map[string]string{"old": "ply"})
	if _, err := enter(g, "cmd:new protocol=jsonl", ""); !errors.Is(err, job.ErrForeign) {
		t.Errorf("%v, want %v", err, job.ErrForeign)
	}
	for _, text := range []string{`cmd:"old x" protocol=jsonl`, "cmd:old protocol=uci option.Hash=1", "cmd:old protocol=x"} {
		if _, err := enter(g, text, ""); err == nil || errors.Is(err, job.ErrForeign) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
