package draughtstrain

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/engines/draughtsengine"
	"github.com/plywood-go/plywood/engines/draughtsengine/draughtspatterns"
	"github.com/plywood-go/plywood/engines/draughtsengine/endgame"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/internal/reason"
)

// Self-play can be sent to other machines in blocks of games. The plan has the
// seed and names the files of weights and databases; a part gives the range of
// games. A result is the games' lines in a file of the work directory.
// Databases are built and weights are fitted locally.

// plan is common to all blocks, the document "ply.draughts-trainplan/1".
type plan struct {
	Schema string `json:"schema"`
	Game   string `json:"game"`
	Seed   uint64 `json:"seed"`
	Plies  int    `json:"plies"`
	// Weights names the file of the players' weights. Empty means that they
	// evaluate features.
	Weights string `json:"weights,omitempty"`
	// Pieces is the number of pieces in the databases, Endgames names their
	// files; see endgame.Tables.Attach.
	Pieces   int               `json:"pieces"`
	Endgames map[string]string `json:"endgames"`
}

const planSchema = "ply.draughts-trainplan/1"

// block is a range of consecutive games, one part of the task.
type block struct{ first, count int }

// gamesOfBlock is the number of games in a block: 0.4 to 0.9 s at four plies. A
// farm sends several short blocks at a time.
const gamesOfBlock = 100

func (b block) String() string { return fmt.Sprintf("%d+%d", b.first, b.count) }

// end returns the number of the game after b.
func (b block) end() int { return b.first + b.count }

func parseBlock(text string) (b block, err error) {
	first, count, _ := strings.Cut(text, "+")
	b.first, err = strconv.Atoi(first)
	if err == nil {
		b.count, err = strconv.Atoi(count)
	}
	if err != nil || b.first < 0 || b.count < 1 || b.count > gamesOfBlock {
		return b, reason.Errorf("games %q, want FIRST+COUNT, at most %d", text, gamesOfBlock)
	}
	return b, nil
}

// sendGames plays all games missing from the work directory on other machines
// and stores them there, file by file.
func (t *run) sendGames(ctx context.Context) error {
	missing, err := t.missing()
	if err != nil || len(missing) == 0 {
		return err
	}
	e, err := t.task(missing)
	if err != nil {
		return err
	}
	var whole []played // games of the current file
	return t.Send(ctx, e, func(part int, data string) error {
		b := missing[part]
		list, err := parseGames(t.rules, []byte(data), b.count)
		if err != nil {
			return reason.Errorf("games %v: %w", b, err)
		}
		t.tell("self-play", b.end(), t.SelfPlay)
		whole = append(whole, list...)
		if b.end()%batch != 0 && b.end() != t.SelfPlay {
			return nil
		}
		text := formatGames(t.rules, whole)
		whole = whole[:0]
		return workshop.WriteWhole(t.fileOf((b.end()-1)/batch*batch), text)
	})
}

// missing returns the blocks of files that are not in the work directory.
func (t *run) missing() (all []block, err error) {
	for first := 0; first < t.SelfPlay; first += batch {
		switch _, err := os.Stat(t.fileOf(first)); {
		case err == nil:
			continue
		case !errors.Is(err, fs.ErrNotExist):
			return nil, err
		}
		end := min(first+batch, t.SelfPlay)
		for at := first; at < end; at += gamesOfBlock {
			all = append(all, block{at, min(gamesOfBlock, end-at)})
		}
	}
	return all, nil
}

// task returns the task of playing blocks.
func (t *run) task(blocks []block) (e workshop.Task, err error) {
	its := plan{Schema: planSchema, Game: t.rules.String(), Seed: t.options.Seed, Plies: t.Plies, Pieces: t.Pieces}
	if its.Endgames, err = t.tables.Attach(&e); err != nil {
		return e, err
	}
	if t.weights != nil {
		its.Weights = workshop.FileName(t.weights)
		e.Files = append(e.Files, t.weights)
	}
	text, err := json.Marshal(its)
	e.Plan = string(text)
	for _, b := range blocks {
		e.Parts = append(e.Parts, b.String())
	}
	return e, err
}

// Worker implements workshop.Tasks.
func (t trainer) Worker(ctx context.Context, text string, fetch workshop.Fetch) (workshop.Worker, error) {
	var its plan
	if err := json.Unmarshal([]byte(text), &its); err != nil {
		return nil, err
	}
	if its.Schema != planSchema || its.Game != t.rules.String() || its.Plies < 1 {
		return nil, reason.Errorf("plan %q of %s to %d plies, want %s of %s", its.Schema, its.Game, its.Plies, planSchema, t.rules)
	}
	player, err := its.player(ctx, t.rules, fetch)
	if err != nil {
		return nil, err
	}
	return its.worker(t.rules, draughtsengine.NewSelfPlay(player, its.Plies)), nil
}

// player returns the player of a plan.
func (p *plan) player(ctx context.Context, r draughts.Rules, fetch workshop.Fetch) (f draughtsengine.Fitted, err error) {
	f.Rules = r
	if p.Weights != "" {
		file, err := fetch(ctx, p.Weights)
		if err != nil {
			return f, err
		}
		w, err := draughtspatterns.ParseWeights(r, file)
		if err != nil {
			return f, err
		}
		f = f.Weighing(draughtspatterns.New(r, w))
	}
	tables, err := endgame.Fetch(ctx, r, p.Endgames, fetch)
	if err != nil {
		return f, err
	}
	if tables.Pieces() != p.Pieces {
		return f, reason.Errorf("databases of %d pieces, want %d", tables.Pieces(), p.Pieces)
	}
	return f.With(tables), nil
}

// worker returns a workshop.Worker that plays blocks.
func (p *plan) worker(r draughts.Rules, player *draughtsengine.SelfPlay) workshop.Worker {
	return func(ctx context.Context, part string) (string, uint64, error) {
		b, err := parseBlock(part)
		if err != nil {
			return "", 0, err
		}
		var list []played
		for i := b.first; i < b.end(); i++ {
			if ctx.Err() != nil {
				return "", 0, context.Cause(ctx)
			}
			list = append(list, play(player, p.Seed, i))
		}
		return string(formatGames(r, list)), 0, nil
	}
}
