package web

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine/puzzle"
	"github.com/plywood-go/plywood/games/shelf"
)

// TestSolvePuzzle solves a random position and plays the solution.
func TestSolvePuzzle(t *testing.T) {
	_, server := newTest(t, Config{Puzzles: shelf.Puzzles()[:1]})
	var random shuffleReply
	ask := func(path string, in, out any) {
		t.Helper()
		status, _, body := do(t, request(t, "POST", server.URL+base+path, in))
		if status != 200 {
			t.Fatalf("%s: %d %s", path, status, body)
		}
		if err := json.Unmarshal([]byte(body), out); err != nil {
			t.Fatal(err)
		}
	}
	ask("/puzzles/shuffle", obj{"puzzle": "tiles:3", "seed": 3}, &random)
	var again shuffleReply
	if ask("/puzzles/shuffle", obj{"puzzle": "tiles:3", "seed": 3}, &again); again != random {
		t.Errorf("the same seed gives %+v and %+v", random, again)
	}
	var found puzzle.Document
	ask("/puzzles/solve", obj{"puzzle": "tiles:3", "position": random.Position, "algorithm": "astar"}, &found)
	if found.Optimality != "optimal" || len(found.Moves) == 0 {
		t.Fatalf("%+v", found)
	}
	var line lineReply
	ask("/puzzles/position", obj{"puzzle": "tiles:3", "position": random.Position, "moves": found.Moves}, &line)
	if last := line.States[len(line.States)-1]; !last.Over || last.Result != "first" || len(line.States) != *found.Cost+1 {
		t.Errorf("%d states, the last %+v", len(line.States), last)
	}
}

// TestGoals checks that a reply names the goal of its position, and the goal asked for.
func TestGoals(t *testing.T) {
	_, server := newTest(t, testConfig())
	const korf = "4 1 2 3 0 5 6 7 8 9 10 11 12 13 14 15"
	for _, test := range []struct {
		body obj
		want string
	}{
		{obj{"puzzle": "tiles:4", "position": korf}, `"goal":"first"`},
		{obj{"puzzle": "tiles:4", "position": korf, "goal": "last"}, `"goal":"last"`},
		{obj{"puzzle": "tiles:3"}, `"goal":"last"`},
		{obj{"puzzle": "tiles:3", "goal": "middle"}, `no goal \"middle\"`},
	} {
		if _, _, body := do(t, request(t, "POST", server.URL+base+"/puzzles/position", test.body)); !strings.Contains(body, test.want) {
			t.Errorf("%v: %s, want %s", test.body, body, test.want)
		}
	}
}

// TestLongLine follows one line of a puzzle up to the memory limit.
func TestLongLine(t *testing.T) {
	_, server := newTest(t, testConfig())
	status, _, body := do(t, request(t, "POST", server.URL+base+"/puzzles/solve", obj{"puzzle": "tiles:4", "algorithm": "dfs"}))
	if status != 200 || !strings.Contains(body, `"stopped":"memory"`) {
		t.Errorf("%d %s", status, body)
	}
}

// TestLargeTables asks for heuristics whose tables take too long to build.
func TestLargeTables(t *testing.T) {
	_, server := newTest(t, testConfig())
	for puzzle, bound := range map[string]string{"tiles:4": "pdb:7-8", "cube:3": "seats"} {
		for _, path := range []string{"/puzzles/solve", "/trees/scene"} {
			status, _, body := do(t, request(t, "POST", server.URL+base+path, obj{"puzzle": puzzle, "heuristic": bound}))
			if status != 400 || !strings.Contains(body, "for the command line") {
				t.Errorf("%s, %s: %d %s", path, bound, status, body)
			}
		}
	}
	var listed puzzlesDoc
	_, _, body := do(t, request(t, "GET", server.URL+base+"/puzzles", nil))
	if err := json.Unmarshal([]byte(body), &listed); err != nil || len(listed.Puzzles) == 0 {
		t.Fatalf("%v: %s", err, body)
	}
	for _, p := range listed.Puzzles {
		if slices.Contains(p.Heuristics, "seats") || slices.Contains(p.Heuristics, "pdb:7-8") {
			t.Errorf("%s has %v", p.Name, p.Heuristics)
		}
	}
}
