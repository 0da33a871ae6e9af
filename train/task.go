package train

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search/network"
)

// The games of a pass can be played on other machines, in blocks of consecutive games. A
// part of the task names a block, and its result holds the games in the form of the files
// of the work folder, in base64.

// plan is common to all blocks, the document "ply.network-trainplan/1".
type plan struct {
	Schema string `json:"schema"`
	Game   string `json:"game"`
	Seed   uint64 `json:"seed"` // of the pass
	style
	// Network names the file of the players' network. Empty means that they use the game's
	// own evaluation.
	Network string `json:"network,omitempty"`
	// Files names the files of the players' equipment.
	Files map[string]string `json:"files,omitempty"`
}

const planSchema = "ply.network-trainplan/1"

// block is the number of games in a part; filed is a multiple of it.
const block = 20

// parseBlock returns the first game and the number of games of a part.
func parseBlock(part string) (first, count int, err error) {
	if n, err := fmt.Sscanf(part, "%d+%d", &first, &count); n != 2 || err != nil || first < 0 || count < 1 || count > block ||
		part != fmt.Sprintf("%d+%d", first, count) {
		return 0, 0, reason.Errorf("games %q, want FIRST+COUNT, at most %d", part, block)
	}
	return first, count, nil
}

// seed returns the seed of a pass.
func (t *run[S, M, R]) seed(pass int) uint64 { return t.Seed<<8 + uint64(pass) }

// play plays the games of a pass that are not in the work folder, with net or without if it is
// nil, and stores them file by file.
func (t *run[S, M, R]) play(ctx context.Context, pass int, net *network.Net) error {
	size := block
	if t.Send == nil {
		size = 1 // the progress shows each game
	}
	var parts []string
	for first := 0; first < t.Games; first += filed {
		data, err := t.Load(gamesName(pass, first))
		if err != nil {
			return err
		}
		end := min(first+filed, t.Games)
		for at := first; data == nil && at < end; at += size {
			parts = append(parts, fmt.Sprintf("%d+%d", at, min(size, end-at)))
		}
	}
	its := plan{Schema: planSchema, Game: t.Game, Seed: t.seed(pass), style: style{t.Nodes, t.Openings, t.Late}}
	worker := func() workshop.Worker { return newPlayer[S, M](t.rules, net, its.style).worker(its.Seed) }
	describe := func(e *workshop.Task) (any, error) { return t.describe(e, its, net) }
	var whole []played // games of the current file
	return t.Do(ctx, parts, worker, describe, func(part int, data string) error {
		first, count, err := parseBlock(parts[part])
		if err != nil {
			return err
		}
		games, err := t.received(data, count)
		if err != nil {
			return reason.Errorf("games %s: %w", parts[part], err)
		}
		whole = append(whole, games...)
		end := first + count
		t.tell(pass, "self-play", end, t.Games)
		if end%filed != 0 && end != t.Games {
			return nil
		}
		file := format(whole)
		whole = whole[:0]
		return t.Save(gamesName(pass, (end-1)/filed*filed), file)
	})
}

// describe adds the files that players need to a task, and returns its plan.
func (t *run[S, M, R]) describe(e *workshop.Task, its plan, net *network.Net) (_ plan, err error) {
	if net != nil {
		file, err := net.Format()
		if err != nil {
			return its, err
		}
		its.Network = workshop.FileName(file)
		e.Files = append(e.Files, file)
	}
	if t.attach != nil {
		its.Files, err = t.attach(e)
	}
	return its, err
}

// received returns count games from the result of a part, after it has replayed them.
func (t *run[S, M, R]) received(result string, count int) ([]played, error) {
	data, err := base64.StdEncoding.DecodeString(result)
	if err != nil {
		return nil, err
	}
	games, err := parse(data, count)
	if err != nil {
		return nil, err
	}
	read, all := newReader[S, M](t.rules, t.Scale), &samples{}
	for i := range games {
		if !read.add(&games[i], false, false, all, all) {
			return nil, errDamaged
		}
	}
	return games, nil
}

// Worker implements workshop.Tasks.
func (t Trainer[S, M, R]) Worker(ctx context.Context, text string, fetch workshop.Fetch) (workshop.Worker, error) {
	var its plan
	if err := json.Unmarshal([]byte(text), &its); err != nil {
		return nil, err
	}
	if its.Schema != planSchema || its.Game != t.Game || its.Nodes < 1 {
		return nil, reason.Errorf("plan %q of %s with %d nodes, want %s of %s", its.Schema, its.Game, its.Nodes, planSchema, t.Game)
	}
	var net *network.Net
	rules := t.Rules
	var err error
	if its.Network != "" {
		file, err := fetch(ctx, its.Network)
		if err != nil {
			return nil, err
		}
		if net, err = network.Parse(file); err != nil {
			return nil, err
		}
		if err := net.Fits(t.Game, rules); err != nil {
			return nil, err
		}
	}
	switch {
	case t.Fetch != nil:
		if rules, err = t.Fetch(ctx, its.Files, fetch); err != nil {
			return nil, err
		}
	case len(its.Files) > 0:
		return nil, errors.New("files of equipment")
	}
	return newPlayer[S, M](rules, net, its.style).worker(its.Seed), nil
}

// worker returns a worker that plays blocks of the games of a seed.
func (p *player[S, M, R]) worker(seed uint64) workshop.Worker {
	return func(ctx context.Context, part string) (string, uint64, error) {
		first, count, err := parseBlock(part)
		if err != nil {
			return "", 0, err
		}
		games := make([]played, count)
		for i := range games {
			if ctx.Err() != nil {
				return "", 0, context.Cause(ctx)
			}
			games[i] = p.game(rand.New(rand.NewPCG(seed, uint64(first+i))))
		}
		return base64.StdEncoding.EncodeToString(format(games)), 0, nil
	}
}
