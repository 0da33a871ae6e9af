package engine_test

import (
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
	"github.com/plywood-go/plywood/search"
)

// TestForeign passes a position to another game: a caller's bug, which panics.
func TestForeign(t *testing.T) {
	ours, theirs := catalogtest.Find(t, "tictactoe"), catalogtest.Find(t, "connect4")
	for name, misuse := range map[string]func(){
		"engine": func() {
			ours.NewEngine(engine.Options{}).Analyze(t.Context(), theirs.Start(), search.Query{Depth: 1}, search.Control{}, nil)
		},
		"rules": func() { state := theirs.Start().State(); ours.Rules().Moves(&state, nil) },
	} {
		func() {
			defer func() {
				if err, ok := recover().(error); !ok || err.Error() != "engine: position of another game" {
					t.Errorf("%s: %v", name, err)
				}
			}()
			misuse()
			t.Errorf("%s: took a position of another game", name)
		}()
	}
}
