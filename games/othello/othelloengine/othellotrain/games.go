package othellotrain

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othellorecord"
	"github.com/plywood-go/plywood/internal/memory"
	"github.com/plywood-go/plywood/internal/reason"
)

// source is a file of games.
type source struct {
	File   string `json:"file"`
	SHA256 string `json:"sha256"` // of the file, in hexadecimal digits
	Games  int    `json:"games"`  // read from it
}

// readGames reads the WTHOR files of a directory in order of their names. It
// calls leave for a game that cannot be read, or fails if leave is nil.
func readGames(dir string, leave func(file string, why *record.Fault)) (games []othellorecord.Game, sources []source, err error) {
	if _, err := os.ReadDir(dir); err != nil {
		return nil, nil, reason.Errorf("%w: %w", workshop.ErrData, err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.wtb"))
	if err != nil {
		return nil, nil, err
	}
	for _, name := range files {
		data, err := memory.ReadFile(name, workshop.MaxFile)
		if err != nil {
			return nil, nil, err
		}
		_, all, err := othellorecord.OpenBase(bytes.NewReader(data))
		if err != nil {
			return nil, nil, reason.Errorf("%w: %s: %w", workshop.ErrData, name, err)
		}
		before := len(games)
		for g, err := range all {
			fault := (*record.Fault)(nil)
			switch {
			case err == nil:
				games = append(games, g)
			case leave != nil && errors.As(err, &fault):
				leave(name, fault)
			default:
				return nil, nil, reason.Errorf("%w: %s: %w", workshop.ErrData, name, err)
			}
		}
		sources = append(sources, source{filepath.Base(name), workshop.FileName(data), len(games) - before})
	}
	if len(games) == 0 {
		return nil, nil, reason.Errorf("%w: %s: no games in .wtb files", workshop.ErrData, dir)
	}
	return games, sources, nil
}

// formatGames writes one game per line; parseGames reads them.
func formatGames(r othello.Rules, games []othellorecord.Game) []byte {
	var b bytes.Buffer
	for _, g := range games {
		fmt.Fprintln(&b, r.FormatMoves(g.Moves))
	}
	return b.Bytes()
}

func parseGames(r othello.Rules, text []byte) ([]othellorecord.Game, error) {
	var games []othellorecord.Game
	start := r.Start()
	for line := range bytes.Lines(text) {
		moves, err := r.ParseMoves(&start, string(line))
		if err != nil {
			return nil, reason.Errorf("game %d: %w", len(games)+1, err)
		}
		games = append(games, othellorecord.Game{Moves: moves})
	}
	return games, nil
}
