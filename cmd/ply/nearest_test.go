package main

import (
	"errors"
	"os"
	"testing"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/arg"
	"github.com/plywood-go/plywood/internal/words"
)

// TestToldInEnglish checks that the English texts of translated errors equal the texts
// of the original errors.
func TestToldInEnglish(t *testing.T) {
	_, missing := os.Open("missing")
	_, noGame := arg.Game("chess")
	for _, err := range []error{
		arg.NoFlag(new(cobra.Command), (&cobra.Command{Use: "x"}).ParseFlags([]string{"--nothing"})),
		noGame,
		&words.Told{Key: "refused.file", Values: []any{"file", "missing"}, Err: missing},
	} {
		var told *words.Told
		if !errors.As(err, &told) || told.Err == nil || words.English.Text(told.Key, told.Values...) != told.Err.Error() {
			t.Errorf("%q is told as %+v", err, told)
		}
	}
}
