package web

import (
	"context"
	"net/http"

	"github.com/plywood-go/plywood/engine/problem"
)

// challengesRequest names a game.
type challengesRequest struct{ game string }

func askedChallenges(r *http.Request) challengesRequest {
	return challengesRequest{r.URL.Query().Get("game")}
}

type challengesDoc struct {
	Schema     string                      `json:"schema"`
	Game       string                      `json:"game"`
	Challenges []problem.ChallengeDocument `json:"challenges"`
}

// challenges lists the challenges of a game, easiest first.
func (s *Server) challenges(_ context.Context, in *challengesRequest) (challengesDoc, error) {
	out := challengesDoc{Schema: "ply.challenges/1", Challenges: []problem.ChallengeDocument{}}
	g, err := s.config.Find(in.game)
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
