package web

import (
	"encoding/json"
	"testing"

	"github.com/plywood-go/plywood/engine/problem"
)

// TestChallenges asks for the challenges of a game, which come easiest first, and of a game without
// any.
func TestChallenges(t *testing.T) {
	c := testConfig()
	c.Challenges = func(game string) problem.Challenges {
		if game != "tictactoe" {
			return nil
		}
		return []byte("--O/---/-X- X; c3:5 % win 4: c3 a3 b2 a1 b1\nX--/---/--- O; b2:0 % draw 1: b2\n")
	}
	_, server := newTest(t, c)
	for game, want := range map[string]int{"tictactoe": 2, "othello": 0} {
		var got challengesDoc
		status, _, body := do(t, request(t, "GET", server.URL+base+"/challenges?game="+game, nil))
		if err := json.Unmarshal([]byte(body), &got); status != 200 || err != nil || len(got.Challenges) != want {
			t.Fatalf("%s: %d %s, %v", game, status, body, err)
		}
		if want > 0 && (got.Challenges[0].Theme != problem.Draw || len(got.Challenges[1].Line) != 5) {
			t.Errorf("%+v", got.Challenges)
		}
	}
	if status, _, _ := do(t, request(t, "GET", server.URL+base+"/challenges?game=none", nil)); status != 400 && status != 422 {
		t.Errorf("unknown game: %d", status)
	}
}
