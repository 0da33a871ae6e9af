package cli

import (
	"math"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// parsed returns the command with a path of names and with the given flags set.
func parsed(t *testing.T, path string, flags ...string) *cobra.Command {
	t.Helper()
	c := &cobra.Command{Use: "ply"}
	for _, name := range strings.Fields(path) {
		sub := &cobra.Command{Use: name}
		c.AddCommand(sub)
		c = sub
	}
	for _, f := range flags {
		c.Flags().Bool(f, false, "")
		if err := c.Flags().Set(f, "true"); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// TestCheck gives commands two flags of the tables, or one flag without its ally.
func TestCheck(t *testing.T) {
	for path, groups := range rivals {
		for _, group := range groups {
			for _, other := range group[1:] {
				if err := Check(parsed(t, path, group[0], other)); err == nil {
					t.Errorf("%s: --%s and --%s are accepted", path, group[0], other)
				}
			}
			if err := Check(parsed(t, "other", group...)); err != nil {
				t.Errorf("another command: %v", err)
			}
		}
	}
	for path, pairs := range allies {
		for _, pair := range pairs {
			if err := Check(parsed(t, path, pair[0])); err == nil {
				t.Errorf("%s: --%s is accepted without --%s", path, pair[0], pair[1])
			}
			if err := Check(parsed(t, path, pair[:]...)); err != nil {
				t.Errorf("%s: %v", path, err)
			}
		}
	}
}

func TestCheckEmpty(t *testing.T) {
	for name, refused := range map[string]bool{"file": true, "moves": false} {
		c := &cobra.Command{Use: "ply"}
		c.Flags().String(name, "x", "")
		if err := c.Flags().Set(name, ""); err != nil {
			t.Fatal(err)
		}
		if err := Check(c); (err != nil) != refused {
			t.Errorf("empty --%s: %v", name, err)
		}
	}
}

func TestRanges(t *testing.T) {
	for i, tt := range []struct {
		err     error
		refused bool
	}{
		{AtLeast("--x", 0, 0), false},
		{AtLeast("--x", -1, 0), true},
		{Above("--x", 0.0, 0), true},
		{Above("--x", 0.5, 0), false},
		{AtLeast("--x", math.Inf(1), 0), true},
		{Within("--x", 1, 1, 3), false},
		{Within("--x", 3, 1, 3), false},
		{Within("--x", 0, 1, 3), true},
		{Within("--x", 4, 1, 3), true},
	} {
		if (tt.err != nil) != tt.refused {
			t.Errorf("%d: %v", i, tt.err)
		}
	}
}
