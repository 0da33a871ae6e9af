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

// style returns how the players play.
func (o *Options) style() style { return style{o.Nodes, o.Openings, o.Late} }

// seed returns the seed of a pass.
func (t *run[S, M, R]) seed(pass int) uint64 { return t.Seed<<8 + uint64(pass) }

// send plays the games of a pass that are not in the work folder on other machines, with
// net or without if it is nil, and stores them file by file.
func (t *run[S, M, R]) send(ctx context.Context, pass int, net *network.Net) error {
	its := plan{Schema: planSchema, Game: t.Game, Seed: t.seed(pass), style: t.style()}
	var e workshop.Task
	if net != nil {
		file, err := net.Format()
		if err != nil {
			return err
		}
		its.Network = workshop.FileName(file)
		e.Files = append(e.Files, file)
	}
	var err error
	if t.Attach != nil {
		if its.Files, err = t.Attach(&e); err != nil {
			return err
		}
	}
	text, err := json.Marshal(its)
	if err != nil {
		return err
	}
	e.Plan = string(text)
	for first := 0; first < t.Options.Games; first += filed {
		data, err := t.load(gamesName(pass, first))
		if err != nil {
			return err
		}
		for at := first; data == nil && at < min(first+filed, t.Options.Games); at += block {
			e.Parts = append(e.Parts, fmt.Sprintf("%d+%d", at, min(block, t.Options.Games-at)))
		}
	}
	if len(e.Parts) == 0 {
		return nil
	}
	var whole []played // games of the current file
	return t.Send(ctx, e, func(part int, data string) error {
		first, count, err := parseBlock(e.Parts[part])
		if err != nil {
			return err
		}
		games, err := t.received(data, count)
		if err != nil {
			return reason.Errorf("games %s: %w", e.Parts[part], err)
		}
		whole = append(whole, games...)
		end := first + count
		t.tell(pass, "self-play", end, t.Options.Games)
		if end%filed != 0 && end != t.Options.Games {
			return nil
		}
		file := format(whole)
		whole = whole[:0]
		return t.save(gamesName(pass, (end-1)/filed*filed), file)
	})
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
	p := newPlayer[S, M](rules, net, its.style)
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
			games[i] = p.game(rand.New(rand.NewPCG(its.Seed, uint64(first+i))))
		}
		return base64.StdEncoding.EncodeToString(format(games)), 0, nil
	}, nil
}
