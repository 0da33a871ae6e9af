// Package arena makes a farm play the games of a match.
//
// A job is a pair of games. It depends only on the game, the players and the opening, so that
// its result is the same on every machine. A match accepts pairs as if it had played them
// itself (match.Config.Elsewhere): in the order of their numbers, with the same report, and it
// ends as early once it is decided.
//
// Players limited by depth, nodes or level play the same everywhere, and their games record no
// times. Players with a time or a clock play as well as their worker's machine allows. Both play on
// the same machine, one after the other on one core, so a pair is fair. Such a match is timed: no
// game is played again for comparison. The same holds for programs that workers find by name.
package arena

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/farm"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/match"
)

// Match is the part that all pairs of a match share.
type Match struct {
	// Players are descriptions of the players, which workers parse; see Enter.
	Players      []string
	Adjudication match.Adjudication
	// Timed means that the moves of a player depend on time.
	Timed bool
	// Once prevents the reuse of games of an earlier match with equal descriptions of players:
	// the program that a description names may have changed.
	Once bool
	// Clock describes the clock of players whose descriptions have none. Empty means none.
	Clock string
	// Grace is match.Config.Grace.
	Grace time.Duration
	// Played is called for each pair with the worker, the number of nodes and the time, which
	// show the speed of the machines. Nil means never.
	Played func(worker string, nodes uint64, took time.Duration)
}

// plan is the part that all pairs of a match share, the document "ply.matchplan/1".
type plan struct {
	Schema       string             `json:"schema"`
	Players      []string           `json:"players"` // descriptions
	Adjudication match.Adjudication `json:"adjudication"`
	Clock        string             `json:"clock,omitempty"`
	Grace        time.Duration      `json:"grace_ns,omitempty"`
	Once         string             `json:"once,omitempty"` // unique to the match
}

const planSchema = "ply.matchplan/1"

// part is a pair, the document "ply.matchpair/1".
type part struct {
	Schema  string   `json:"schema"`
	Pair    int      `json:"pair"`
	Players [2]int   `json:"players"`
	Start   string   `json:"start,omitempty"` // empty for the initial position
	Moves   []string `json:"moves"`
}

const partSchema = "ply.matchpair/1"

// Elsewhere returns a function that makes a farm play the pairs of a match. The farm answers
// pairs that it has played before from its archive.
func Elsewhere(c *farm.Client, g *engine.Game, version string, m Match) (match.Elsewhere, error) {
	doc := plan{planSchema, m.Players, m.Adjudication, m.Clock, m.Grace, ""}
	if m.Once {
		doc.Once = rand.Text()
	}
	text, err := json.Marshal(doc)
	if err != nil {
		return nil, err
	}
	spec := job.For(job.Match, g, version)
	spec.Plan, spec.Timed = string(text), m.Timed
	return func(ctx context.Context, block []match.Pair, heard func(match.Pair, [2]*match.Game) error) error {
		b := job.Batch{Spec: spec}
		for i := range block {
			text, err := describe(g, &block[i])
			if err != nil {
				return err
			}
			b.Lines = append(b.Lines, text)
		}
		return c.Parts(ctx, b, func(n int, r *job.Result) error {
			games, err := read(g, r.Data)
			if err != nil {
				return err
			}
			if m.Played != nil {
				m.Played(r.Worker, r.Nodes, time.Duration(r.Micros)*time.Microsecond)
			}
			return heard(block[n], games)
		})
	}, nil
}

// describe returns the document of a pair.
func describe(g *engine.Game, p *match.Pair) (string, error) {
	doc := part{partSchema, p.Number, p.Players, "", append([]string{}, p.Opening.Moves...)}
	if start := p.Opening.Start.String(); start != g.Start().String() {
		doc.Start = start
	}
	text, err := json.Marshal(doc)
	return string(text), err
}

// read reads the games of a pair from a result.
func read(g *engine.Game, data string) (games [2]*match.Game, err error) {
	var docs []match.GameDocument
	if err := json.Unmarshal([]byte(data), &docs); err != nil {
		return games, err
	}
	if len(docs) != len(games) {
		return games, reason.Errorf("%d games, want a pair", len(docs))
	}
	for i := range docs {
		if games[i], err = docs[i].Read(g); err != nil {
			return games, err
		}
	}
	return games, nil
}

// Enter parses the description of a player and the clock of players whose descriptions have
// none; see Match.
type Enter func(g *engine.Game, player, clock string) (match.Entrant, error)

// Play returns a function that plays pairs for a farm; see farm.Worker.Work.
func Play(enter Enter) job.Work {
	return func(ctx context.Context, g *engine.Game, j *job.Job) (data string, nodes uint64, err error) {
		var doc plan
		if err := json.Unmarshal([]byte(j.Plan), &doc); err != nil {
			return "", 0, err
		}
		p, err := pairOf(g, j.Part)
		if err != nil {
			return "", 0, err
		}
		var entrants [2]match.Entrant
		for i, who := range p.Players {
			if doc.Schema != planSchema || who < 0 || who >= len(doc.Players) {
				return "", 0, reason.New("not the plan of a match, or of another one")
			}
			if entrants[i], err = enter(g, doc.Players[who], doc.Clock); err != nil {
				return "", 0, err
			}
		}
		games, err := match.Config{Start: g.Start(), Adjudication: doc.Adjudication, Grace: doc.Grace}.PlayPair(ctx, entrants, p)
		if err != nil {
			return "", 0, err
		}
		return write(games, j.Timed)
	}
}

// pairOf reads the document of a pair.
func pairOf(g *engine.Game, text string) (p match.Pair, err error) {
	var doc part
	if err := json.Unmarshal([]byte(text), &doc); err != nil {
		return p, err
	}
	if doc.Schema != partSchema || doc.Pair < 0 {
		return p, reason.Errorf("schema %q, want %s", doc.Schema, partSchema)
	}
	p = match.Pair{Number: doc.Pair, Players: doc.Players, Opening: match.Opening{Start: g.Start(), Moves: doc.Moves}}
	if doc.Start != "" {
		p.Opening.Start, err = g.Parse(doc.Start)
	}
	return p, err
}

// write returns the document of games. Without timed it leaves times out, so that the document
// is reproducible. nodes counts the nodes as far as they are known.
func write(games [2]*match.Game, timed bool) (data string, nodes uint64, err error) {
	docs := make([]match.GameDocument, len(games))
	for i, g := range games {
		if !timed {
			g.Time = 0
		}
		for k := range g.Thoughts {
			nodes += g.Thoughts[k].Nodes
			if !timed {
				g.Thoughts[k].Time = 0
			}
		}
		docs[i] = g.Describe()
	}
	text, err := json.Marshal(docs)
	return string(text), nodes, err
}
