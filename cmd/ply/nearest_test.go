package main

import (
	"errors"
	"os"
	"testing"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/internal/words"
)

func TestNearest(t *testing.T) {
	names := []string{"analyze", "solve", "play", "tree", "othello", "connect4", "depth", "multipv"}
	for word, want := range map[string]string{
		"analyse": "analyze", "anlayze": "analyze", "slove": "solve", "plya": "play", "Othelo": "othello", "othelllo": "othello",
		"conect4": "connect4", "connect": "connect4", "dpeth": "depth", "multi": "multipv", "xyz": "", "": "", "banana": "", "oth": "othello",
	} {
		if got := nearest(word, names); got != want {
			t.Errorf("nearest(%q) = %q, want %q", word, got, want)
		}
	}
}

// TestToldInEnglish holds the English texts of refusals that come from elsewhere
// to what is said there.
func TestToldInEnglish(t *testing.T) {
	_, missing := os.Open("missing")
	_, noGame := findGame("chess")
	for _, err := range []error{
		noFlag(new(cobra.Command), (&cobra.Command{Use: "x"}).ParseFlags([]string{"--nothing"})),
		noGame,
		&words.Told{Key: "refused.file", Values: []any{"file", "missing"}, Err: missing},
	} {
		var told *words.Told
		if !errors.As(err, &told) || told.Err == nil || words.English.Text(told.Key, told.Values...) != told.Err.Error() {
			t.Errorf("%q is told as %+v", err, told)
		}
	}
}
