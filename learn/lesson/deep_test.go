package lesson

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/textbook"
)

// chain returns a tree with a single line of the given length. comb returns one with a leaf
// beside each node of the line.
func chain(plies int) string { return strings.Repeat("(", plies) + "1" + strings.Repeat(")", plies) }

func comb(plies int) string { return strings.Repeat("(", plies) + "1" + strings.Repeat(" 2)", plies) }

// TestCompareMemory compares all algorithms on trees of one line. The memory must grow linearly
// with the depth, not quadratically.
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

// impatient is a context that ends after a number of looks at it.
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

// TestCompareEnds checks that a comparison of a deep tree ends with its context.
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
