// Package arena has the games of a match played by a farm.
//
// A job is a pair of games: what is played, by whom and from which opening on is all
// that it depends on, so that it comes out the same wherever it is played, and the same
// as here. A match takes them in as it does its own (match.Config.Elsewhere): in the
// order of their numbers, with the same report, and ends as early when it is decided.
//
// Times are nobody's business: players have depths, nodes or levels, and games played
// by a farm say that they took none.
package arena

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/farm"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/ledger"
	"github.com/plywood-go/plywood/match"
)

// plan is what all pairs of a match have in common, the document "ply.matchplan/1".
type plan struct {
	Schema       string             `json:"schema"`
	Players      []string           `json:"players"` // as they were described
	Adjudication match.Adjudication `json:"adjudication"`
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

// Elsewhere has a farm play pairs between players, who are described for those who work
// there. What it has played before it answers from its archive.
func Elsewhere(c *farm.Client, g *engine.Game, version string, players []string, rule match.Adjudication) (match.Elsewhere, error) {
	text, err := json.Marshal(plan{planSchema, players, rule})
	if err != nil {
		return nil, err
	}
	spec := job.For(job.Match, g, version)
	spec.Plan = string(text)
	return func(ctx context.Context, block []match.Pair, heard func(match.Pair, [2]*match.Game) error) error {
		b := ledger.Batch{Spec: spec}
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
			return heard(block[n], games)
		})
	}, nil
}

// describe writes a pair.
func describe(g *engine.Game, p *match.Pair) (string, error) {
	doc := part{partSchema, p.Number, p.Players, "", append([]string{}, p.Opening.Moves...)}
	if start := p.Opening.Start.String(); start != g.Start().String() {
		doc.Start = start
	}
	text, err := json.Marshal(doc)
	return string(text), err
}

// read reads the two games of a pair.
func read(g *engine.Game, data string) (games [2]*match.Game, err error) {
	var docs []match.GameDocument
	if err := json.Unmarshal([]byte(data), &docs); err != nil {
		return games, err
	}
	if len(docs) != len(games) {
		return games, fmt.Errorf("%d games, want a pair", len(docs))
	}
	for i := range docs {
		if games[i], err = docs[i].Read(g); err != nil {
			return games, err
		}
	}
	return games, nil
}

// Enter returns who takes part, by a description.
type Enter func(g *engine.Game, player string) (match.Entrant, error)

// Play returns what plays pairs for a farm; see farm.Worker.Work.
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
				return "", 0, errors.New("not the plan of a match, or of another one")
			}
			if entrants[i], err = enter(g, doc.Players[who]); err != nil {
				return "", 0, err
			}
		}
		games, err := match.Config{Start: g.Start(), Adjudication: doc.Adjudication}.PlayPair(ctx, entrants, p)
		if err != nil {
			return "", 0, err
		}
		return timeless(games)
	}
}

// pairOf reads a pair.
func pairOf(g *engine.Game, text string) (p match.Pair, err error) {
	var doc part
	if err := json.Unmarshal([]byte(text), &doc); err != nil {
		return p, err
	}
	if doc.Schema != partSchema || doc.Pair < 0 {
		return p, fmt.Errorf("schema %q, want %s", doc.Schema, partSchema)
	}
	p = match.Pair{Number: doc.Pair, Players: doc.Players, Opening: match.Opening{Start: g.Start(), Moves: doc.Moves}}
	if doc.Start != "" {
		p.Opening.Start, err = g.Parse(doc.Start)
	}
	return p, err
}

// timeless writes games without what is different each time, and counts the positions
// that were visited as far as that is known.
func timeless(games [2]*match.Game) (data string, nodes uint64, err error) {
	docs := make([]match.GameDocument, len(games))
	for i, g := range games {
		g.Time = 0
		for k := range g.Thoughts {
			nodes += g.Thoughts[k].Nodes
			g.Thoughts[k].Time = 0
		}
		docs[i] = g.Describe()
	}
	text, err := json.Marshal(docs)
	return string(text), nodes, err
}
