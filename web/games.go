package web

import (
	"context"
	"slices"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/engine/problem"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/learn/lesson"
)

// gameDoc is a game as the page shows it.
type gameDoc struct {
	engine.About
	Menu      []sizeDoc     `json:"menu,omitempty"` // in place of the one of About
	Levels    []string      `json:"levels"`
	Opponents []opponentDoc `json:"opponents,omitempty"`
	Formats   []formatDoc   `json:"formats"`
	Tree      bool          `json:"tree,omitempty"`
	// Challenges means that the game has some; see challengesDoc.
	Challenges bool `json:"challenges,omitempty"`
	// Openings means that some openings have names; see openingsDoc.
	Openings bool          `json:"openings,omitempty"`
	Board    *boards.Board `json:"board,omitempty"`
	Script   string        `json:"script,omitempty"` // the text of its rules
	Rival    bool          `json:"rival,omitempty"`  // it has a second evaluation; see matchRequest
	Chance   bool          `json:"chance,omitempty"` // it has events of chance
}

// sizeDoc is the game in another size. Title and In are its own names, if it has any.
type sizeDoc struct {
	engine.Size
	Title string            `json:"title,omitempty"`
	In    map[string]string `json:"in,omitempty"`
}

type formatDoc struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	// Variations means that the notation keeps variations.
	Variations bool `json:"variations,omitempty"`
}

// opponentDoc is a named strength. Elo is relative to the weakest opponent, and left out
// if it has not been measured.
type opponentDoc struct {
	Name string `json:"name"`
	Elo  *int   `json:"elo,omitempty"`
}

type gamesDoc struct {
	Schema  string    `json:"schema"`
	Version string    `json:"version"`
	Threads int       `json:"threads"`
	Games   []gameDoc `json:"games"`
}

// games lists the games of this server, or describes the named one.
func (s *Server) games(ctx context.Context, in *address) (gamesDoc, error) {
	out := gamesDoc{Schema: "ply.games/1", Version: s.config.Version, Threads: s.config.Threads}
	games := s.config.Games
	if name := in.get("game"); name != "" {
		g, err := s.find(ctx, name)
		if err != nil {
			return out, err
		}
		games = []*engine.Game{g}
	} else {
		own, _, err := s.listed(ctx)
		if err != nil {
			return out, err
		}
		games = slices.Concat(games, own)
	}
	for _, g := range games {
		doc := describeGame(g)
		doc.Menu, doc.Script = s.sizes(g), s.textOf(g.About().Name)
		doc.Rival = doc.Script != "" && len(engine.AllOffered[workshop.Sparring](g)) > 0
		doc.Challenges = s.config.Challenges(g.About().Name) != nil
		out.Games = append(out.Games, doc)
	}
	return out, nil
}

// sizes describes the games on the menu of g.
func (s *Server) sizes(g *engine.Game) (docs []sizeDoc) {
	for _, size := range g.About().Menu {
		doc := sizeDoc{Size: size}
		if other, err := s.config.Find(size.Name); err == nil && other.About().Title != g.About().Title {
			a := other.About()
			doc.Label, doc.Title, doc.In = a.Size, a.Title, map[string]string{}
			for l, words := range a.In {
				doc.In[l] = words.Title
			}
		}
		docs = append(docs, doc)
	}
	return docs
}

func describeGame(g *engine.Game) gameDoc {
	doc := gameDoc{
		About: g.About(), Levels: g.Levels(), Tree: lesson.IsTree(g.About().Name), Board: g.Board(), Openings: g.HasOpenings(), Chance: g.Chance(),
	}
	opponents := workshop.OpponentsOf(g)
	for _, o := range opponents {
		doc.Opponents = append(doc.Opponents, opponentDoc{Name: o.Name})
		if opponents.Measured() {
			doc.Opponents[len(doc.Opponents)-1].Elo = &o.Elo
		}
	}
	for _, f := range g.Formats() {
		doc.Formats = append(doc.Formats, formatDoc{f.Name, f.Title, f.Variations})
	}
	return doc
}

type challengesDoc struct {
	Schema     string                      `json:"schema"`
	Game       string                      `json:"game"`
	Challenges []problem.ChallengeDocument `json:"challenges"`
}

// challenges lists the challenges of a game, easiest first.
func (s *Server) challenges(ctx context.Context, in *address) (challengesDoc, error) {
	out := challengesDoc{Schema: "ply.challenges/1", Challenges: []problem.ChallengeDocument{}}
	g, err := s.find(ctx, in.get("game"))
	if err != nil {
		return out, err
	}
	out.Game = g.About().Name
	list, err := s.config.Challenges(out.Game).Of(g)
	for _, c := range list {
		out.Challenges = append(out.Challenges, c.Describe())
	}
	return out, err
}
