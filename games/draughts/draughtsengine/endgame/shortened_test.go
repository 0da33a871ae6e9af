//go:build unix

package endgame

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/internal/memory"
)

// TestShortened truncates a file after mapping and before decoding, and after
// opening and before sending.
func TestShortened(t *testing.T) {
	r, m := draughts.Rules{}, Pairs(2)[1]
	dir := build(t, r, 2)
	tables := open(t, dir, r)
	name := fileName(dir, r, m, values)
	data, err := memory.Map(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(name, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := decodeMapped(name, data, r, m, values); !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), name) {
		t.Errorf("opened: %v, want %v with its name", err, ErrDamaged)
	}
	var e workshop.Task
	if _, err := tables.Attach(&e); !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), name) {
		t.Errorf("sent: %v, want %v with its name", err, ErrDamaged)
	}
}
