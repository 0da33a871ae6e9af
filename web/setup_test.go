package web

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/kit/enginetest"
)

// TestSetup places pieces on boards.
func TestSetup(t *testing.T) {
	_, server := newTest(t, testConfig())
	for _, tt := range []struct {
		name string
		body obj
		want setupReply
	}{
		{
			"a counter falls, and the pieces tell the turn",
			obj{"game": "connect4:5x4", "put": obj{"cell": 2, "piece": "X"}},
			setupReply{Pieces: "-----------------X--", Side: 1, Position: "3"},
		},
		{
			"either side may be to move",
			obj{"game": "othello:4", "pieces": "-----XO--OX-----", "side": 1},
			setupReply{Pieces: "-----XO--OX-----", Side: 1, Position: "-----XO--OX----- O"},
		},
		{
			"what a position says besides",
			obj{"game": "ultimate", "moves": []string{"e5"}},
			setupReply{Pieces: strings.Repeat("-", 40) + "X" + strings.Repeat("-", 40), Side: 1, Option: 5, Position: "9/9/9/9/4X4/9/9/9/9 O 5"},
		},
		{
			"no position yet",
			obj{"game": "tictactoe", "pieces": "XXX------"},
			setupReply{Pieces: "XXX------", Side: 1, Error: "mnk: 3 X and 0 O, want as many or one X more"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.want.Schema = "ply.setup/1"
			if got := posted[setupReply](t, server.URL+base+"/setup", tt.body); got != tt.want {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
	r := request(t, "POST", server.URL+base+"/setup", obj{"game": "tictactoe", "pieces": "XXX------"})
	r.Header.Set("Accept-Language", "ru")
	if _, _, body := do(t, r); !strings.Contains(body, "X: 3, O: 0, их должно быть поровну") {
		t.Errorf("in Russian: %s", body)
	}
	for _, tt := range []struct {
		body obj
		want string
	}{
		{obj{"game": "tictactoe", "put": obj{"cell": 9, "piece": "X"}}, "cell 9, want 0 to 8"},
		{obj{"game": "tictactoe", "put": obj{"cell": 1, "piece": "Q"}}, `no piece \"Q\"`},
		{obj{"game": "tree"}, "not set up by hand"},
	} {
		if status, _, body := do(t, request(t, "POST", server.URL+base+"/setup", tt.body)); status != 422 || !strings.Contains(body, tt.want) {
			t.Errorf("%v: %d %s, want 422 and %s", tt.body, status, body, tt.want)
		}
	}
}

// TestPlacement checks the pieces and the last move in replies, and games without a board.
func TestPlacement(t *testing.T) {
	c := testConfig()
	c.Games, c.Find = append(enginetest.Toys(), c.Games...), nil
	_, server := newTest(t, c)
	line := func(body obj) lineReply { return posted[lineReply](t, server.URL+base+"/position", body) }
	jumped := line(obj{"game": "jumps", "position": "B-----/-a----/------/---a--/------/------ A", "moves": []string{"a1xc3xe5"}})
	if last := jumped.States[1].Board.Last; !slices.Equal(last, []int{0, 14, 28}) {
		t.Errorf("last move over %v", last)
	}
	if first := jumped.States[0].Board; first.Last != nil || fmt.Sprint(first.Paths) != "[[0 14 14] [0 14 28]]" {
		t.Errorf("at first %+v", first)
	}
	tree := line(obj{"game": "tree", "position": "((1 4) (5 6))"}).States[0]
	if tree.Board != nil || !strings.Contains(tree.Drawing, "MAX") {
		t.Errorf("a tree has %+v, %q", tree.Board, tree.Drawing)
	}
	status, _, body := do(t, request(t, "GET", server.URL+base+"/games?game=jumps", nil))
	if status != 200 || !strings.Contains(body, `"ply.board/1"`) || !strings.Contains(body, `"shape":"king"`) || strings.Contains(body, "Pegs") {
		t.Errorf("%d %.300s", status, body)
	}
}

// TestFindsAmongGames has a server find its own games.
func TestFindsAmongGames(t *testing.T) {
	s := New(Config{Games: enginetest.Toys()})
	for name, known := range map[string]bool{"jumps": true, "pegs": true, "jumps:9": false, "": false} {
		g, err := s.config.Find(name)
		if (err == nil) != known || known && g.About().Name != name {
			t.Errorf("%q: %v, %v", name, g, err)
		}
	}
}

// TestMovesAreSpelled describes positions after moves in other spellings than the game's.
func TestMovesAreSpelled(t *testing.T) {
	_, server := newTest(t, testConfig())
	states := posted[lineReply](t, server.URL+base+"/position", obj{"game": "chess", "moves": []string{"f2f3", "e5", "g2g4", "Qh4"}}).States
	for i, want := range []string{"f3", "e5", "g4", "Qh4#"} {
		if got := states[i+1].Move; got != want {
			t.Errorf("move %d is %s, want %s", i+1, got, want)
		}
	}
}
