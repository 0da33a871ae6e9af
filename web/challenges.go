package web

import (
	"context"

	"github.com/plywood-go/plywood/engine/problem"
)

type challengesDoc struct {
	Schema     string                      `json:"schema"`
	Game       string                      `json:"game"`
	Challenges []problem.ChallengeDocument `json:"challenges"`
}

// challenges lists the challenges of a game, easiest first.
func (s *Server) challenges(_ context.Context, in *address) (challengesDoc, error) {
	out := challengesDoc{Schema: "ply.challenges/1", Challenges: []problem.ChallengeDocument{}}
	g, err := s.config.Find(in.get("game"))
	if err != nil {
		return out, invalid(err)
	}
	out.Game = g.About().Name
	list, err := s.config.Challenges(out.Game).Of(g)
	for _, c := range list {
		out.Challenges = append(out.Challenges, c.Describe())
	}
	return out, err
}
