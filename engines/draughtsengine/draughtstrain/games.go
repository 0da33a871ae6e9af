package draughtstrain

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/engines/draughtsengine"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/internal/memory"
	"github.com/plywood-go/plywood/internal/reason"
)

// played is a game of self-play, with the result for the first player.
type played struct {
	moves  []draughts.Move
	result float64
}

// batch is the number of games in a file of the work directory.
const batch = 1000

// games calls each for all self-play games. It plays those missing from the
// work directory.
func (t *run) games(ctx context.Context, each func(i int, g played)) error {
	if t.Send != nil {
		if err := t.sendGames(ctx); err != nil {
			return err
		}
	}
	for first := 0; first < t.SelfPlay; first += batch {
		list, err := t.batch(ctx, first, min(batch, t.SelfPlay-first))
		if err != nil {
			return err
		}
		for i, g := range list {
			each(first+i, g)
		}
		t.tell("self-play", first+len(list), t.SelfPlay)
	}
	return nil
}

// fileOf returns the name of the file that starts with game first.
func (t *run) fileOf(first int) string {
	return filepath.Join(t.Work, fmt.Sprintf("games-%06d.txt", first))
}

// batch returns count games from first on. It plays them if they are not in the
// work directory.
func (t *run) batch(ctx context.Context, first, count int) ([]played, error) {
	file := t.fileOf(first)
	text, err := memory.ReadFile(file, workshop.MaxFile)
	if err == nil {
		list, err := parseGames(t.rules, text, count)
		if err != nil {
			err = reason.Errorf("%w: %s: %w", workshop.ErrData, file, err)
		}
		return list, err
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	list := make([]played, count)
	workshop.Share(ctx, count, t.threads, func(done int) { t.tell("self-play", first+done, t.SelfPlay) }, func() func(int) {
		player := draughtsengine.NewSelfPlay(t.player, t.Plies)
		return func(i int) { list[i] = play(player, t.options.Seed, first+i) }
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return list, workshop.WriteWhole(file, formatGames(t.rules, list))
}

// play plays game i, which depends only on the player, the seed and i.
func play(player *draughtsengine.SelfPlay, seed uint64, i int) (g played) {
	g.moves, g.result = player.Game(rand.New(rand.NewPCG(seed, uint64(i))))
	return g
}

// formatGames writes one game per line, the result before the moves; parseGames
// reads them.
func formatGames(r draughts.Rules, list []played) []byte {
	var b bytes.Buffer
	for _, g := range list {
		fmt.Fprint(&b, g.result)
		s := r.Start()
		for _, m := range g.moves {
			b.WriteByte(' ')
			b.WriteString(r.FormatMove(&s, m))
			r.Play(&s, &s, m)
		}
		b.WriteByte('\n')
	}
	return b.Bytes()
}

func parseGames(r draughts.Rules, text []byte, count int) (list []played, err error) {
	for line := range bytes.Lines(text) {
		g, err := parseGame(r, strings.Fields(string(line)))
		if err != nil {
			return nil, reason.Errorf("game %d: %w", len(list)+1, err)
		}
		list = append(list, g)
	}
	if len(list) != count {
		return nil, reason.Errorf("%d games, want %d", len(list), count)
	}
	return list, nil
}

func parseGame(r draughts.Rules, words []string) (g played, err error) {
	if len(words) == 0 {
		return g, reason.New("no result")
	}
	if g.result, err = strconv.ParseFloat(words[0], 64); err != nil {
		return g, err
	}
	if g.result != 0 && g.result != 0.5 && g.result != 1 {
		return g, reason.Errorf("result %s, want 0, 0.5 or 1", words[0])
	}
	s := r.Start()
	for _, word := range words[1:] {
		m, err := r.ParseMove(&s, word)
		if err != nil {
			return g, err
		}
		g.moves = append(g.moves, m)
		r.Play(&s, &s, m)
	}
	return g, nil
}
