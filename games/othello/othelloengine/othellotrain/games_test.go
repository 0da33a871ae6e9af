package othellotrain

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othellorecord"
)

// TestFaultyGames leaves a bad game of a base out, or refuses the base.
func TestFaultyGames(t *testing.T) {
	start := othello.Rules{}.Start()
	moves, err := othello.Rules{}.ParseMoves(&start, "f5d6c3")
	if err != nil {
		t.Fatal(err)
	}
	b := othellorecord.Base{Games: make([]othellorecord.Game, 3)}
	for i := range b.Games {
		b.Games[i].Moves = moves
	}
	var out bytes.Buffer
	if err := b.Write(&out); err != nil {
		t.Fatal(err)
	}
	out.Bytes()[16+68+8] = 11 // the first move of the second game
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.wtb"), out.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	left := 0
	games, sources, err := readGames(dir, func(_ string, why *record.Fault) { left += why.Game })
	if err != nil || len(games) != 2 || sources[0].Games != 2 || left != 2 {
		t.Errorf("%d games, %v, %v; left out %d", len(games), sources, err, left)
	}
	if _, _, err := readGames(dir, nil); !errors.Is(err, workshop.ErrData) {
		t.Errorf("a base with a bad game: %v", err)
	}
}
