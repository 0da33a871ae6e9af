package othellotrain

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othelloengine"
	"github.com/plywood-go/plywood/games/othello/othelloengine/patterns"
	"github.com/plywood-go/plywood/games/othello/othellorecord"
	"github.com/plywood-go/plywood/internal/memory"
	"github.com/plywood-go/plywood/internal/reason"
)

const (
	// noise is the standard deviation, in discs, of the noise added to move
	// values in self-play. It is not tuned: with 2, 25 % of the moves are not
	// the best and a move costs 0.44 discs; with 1 it is 14 % and 0.12, with 4
	// 41 % and 1.31 (go test ./games/othello/othelloengine/othellotrain -run TestNoise
	// -measure -v).
	noise = 2.0
	// lookAhead is the search depth of self-play players in plies. It is not tuned.
	lookAhead = 2
)

// selfPlay returns count games. In the opening, an eighth to a third of the squares are filled with
// random moves or with a recorded game. Two equal players continue: with an evaluation they search
// a little, with noise; without, they move at random half of the time and otherwise leave the
// fewest replies. Game i depends only on the seed and i.
func (t *run) selfPlay(ctx context.Context, count int, seed uint64, tick func(done int)) ([]othellorecord.Game, error) {
	openings := make([]string, count)
	for i := range openings {
		openings[i] = t.opened(seed, i)
	}
	games := make([]othellorecord.Game, 0, count)
	err := t.do(ctx, plan{Schema: planSchema, Size: t.Size}, t.playing, openings, gamesOfPart, func(done []string) error {
		list, err := parseGames(t.rules, []byte(strings.Join(done, "\n")))
		games = append(games, list...)
		tick(len(games))
		return err
	})
	return games, err
}

// playOn plays a game to its end from s. It returns moves, which led to s, with
// the moves it played.
func playOn(r othello.Rules, s othello.Position, moves []othello.Move, choose chooser, rng *rand.Rand) []othello.Move {
	for legal, status := r.Moves(&s, nil); !status.Over(); legal, status = r.Moves(&s, legal[:0]) {
		m := choose(&s, legal, rng)
		moves = append(moves, m)
		r.Play(&s, &s, m)
	}
	return moves
}

// opening returns the first moves of a game and the position after them. The moves are random, or,
// if there is a book, with even chance from one of its games.
func opening(r othello.Rules, book []othellorecord.Game, rng *rand.Rand) (s othello.Position, moves []othello.Move) {
	squares := r.Size() * r.Size()
	plies := squares/8 + rng.IntN(squares*3/16+1)
	var known []othello.Move
	if len(book) > 0 && rng.IntN(2) == 0 {
		known = book[rng.IntN(len(book))].Moves
	}
	s = r.Start()
	for ply := range plies {
		legal, status := r.Moves(&s, nil)
		if status.Over() {
			break
		}
		m := legal[rng.IntN(len(legal))]
		if ply < len(known) {
			m = known[ply]
		} else if known != nil {
			break
		}
		moves = append(moves, m)
		r.Play(&s, &s, m)
	}
	return s, moves
}

// A chooser chooses one of the legal moves.
type chooser func(s *othello.Position, legal []othello.Move, rng *rand.Rand) othello.Move

// quiet returns a player that moves at random or leaves the fewest replies.
func quiet(r othello.Rules) chooser {
	return func(s *othello.Position, legal []othello.Move, rng *rand.Rand) othello.Move {
		if rng.IntN(2) == 0 {
			return legal[rng.IntN(len(legal))]
		}
		return best(r, s, legal, func(next *othello.Position) float64 {
			return float64(-bits.OnesCount64(othello.Mobility(next.Own, next.Opp) & r.Board()))
		})
	}
}

// greedy returns a player that adds noise to a shallow search.
func greedy(r othello.Rules, e *othelloengine.Estimator) chooser {
	return func(s *othello.Position, legal []othello.Move, rng *rand.Rand) othello.Move {
		return best(r, s, legal, func(next *othello.Position) float64 {
			return noise*rng.NormFloat64() - float64(e.Estimate(next.Own, next.Opp, lookAhead-1))/patterns.Unit
		})
	}
}

// best returns the move with the highest worth, from the mover's view.
func best(r othello.Rules, s *othello.Position, legal []othello.Move, worth func(next *othello.Position) float64) (m othello.Move) {
	most := math.Inf(-1)
	for _, move := range legal {
		var next othello.Position
		r.Play(&next, s, move)
		if v := worth(&next); v > most {
			m, most = move, v
		}
	}
	return m
}

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
