package cli

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// FuzzShield checks that Shield only moves arguments: none is lost, added or
// changed.
func FuzzShield(f *testing.F) {
	for _, line := range []string{"analyze\ntictactoe\n---/---/--- X", "perft\nothello\n-1", "-f\n-\n--\n--", "\n-\n--moves\n-"} {
		f.Add(line)
	}
	root := &cobra.Command{Use: "ply"}
	root.PersistentFlags().String("lang", "", "")
	for _, name := range []string{"analyze", "perft"} {
		c := &cobra.Command{Use: name, Run: func(*cobra.Command, []string) {}}
		c.Flags().StringP("file", "f", "", "")
		c.Flags().String("moves", "", "")
		c.Flags().Int("depth", 0, "")
		c.Flags().Bool("json", false, "")
		root.AddCommand(c)
	}
	f.Fuzz(func(t *testing.T, line string) {
		args := strings.Split(line, "\n")
		if got := Shield(root, slices.Clone(args)); !slices.Equal(withoutDashes(got), withoutDashes(args)) {
			t.Errorf("%q became %q", args, got)
		}
	})
}

// withoutDashes returns the arguments sorted, without "--".
func withoutDashes(args []string) []string {
	args = slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return arg == "--" })
	slices.Sort(args)
	return args
}
