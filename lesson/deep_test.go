package lesson

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/textbook"
)

// chain is a tree of one line of so many plies, comb one with a leaf beside each
// of its nodes.
func chain(plies int) string { return strings.Repeat("(", plies) + "1" + strings.Repeat(")", plies) }

func comb(plies int) string { return strings.Repeat("(", plies) + "1" + strings.Repeat(" 2)", plies) }

// TestCompareMemory compares all algorithms on trees of one line: one that is
// twice as deep takes twice the memory, and not four times as much.
func TestCompareMemory(t *testing.T) {
	allocated := func(text string) uint64 {
		deep := parse(t, text)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := Compare(t.Context(), deep, Setup{}, textbook.Algorithms()...); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	for name, text := range map[string]func(int) string{"chain": chain, "comb": comb} {
		once, twice := allocated(text(1500)), allocated(text(3000))
		if twice > 3*once {
			t.Errorf("%s: %d bytes for 3000 plies, %d for 1500", name, twice, once)
		}
	}
}

// impatient is a context that ends when it has been looked at so many times.
type impatient struct {
	context.Context
	looks int
}

func (c *impatient) Err() error {
	if c.looks--; c.looks < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

// TestCompareEnds looks at the clock now and then in a tree that is deep.
func TestCompareEnds(t *testing.T) {
	deep := parse(t, comb(9000))
	ctx := &impatient{t.Context(), 4}
	if _, err := Compare(ctx, deep, Setup{}, textbook.SSS); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v after %d nodes, want %v", err, deep.Len(), context.DeadlineExceeded)
	}
	if _, err := Compare(t.Context(), deep, Setup{}, textbook.SSS); err != nil {
		t.Error(err)
	}
}
