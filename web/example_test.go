package web_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/enginetest"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/gametest"
	"github.com/plywood-go/plywood/web"
)

// Heap is a game written for this example: the players take one to three stones in turn from a
// heap of ten, and the player who takes the last stone wins.
type Heap struct{}

// Stones is a position of Heap.
type Stones struct {
	Left int
	Turn game.Player
}

const stones = 10

func (Heap) Start() Stones                   { return Stones{Left: stones} }
func (Heap) ToMove(s *Stones) game.Player    { return s.Turn }
func (Heap) Hash(s *Stones) uint64           { return uint64(s.Left)<<1 | uint64(s.Turn) }
func (Heap) Play(dst, src *Stones, take int) { *dst = Stones{src.Left - take, src.Turn.Other()} }

func (Heap) Moves(s *Stones, buf []int) ([]int, game.Status) {
	for take := 1; take <= min(3, s.Left); take++ {
		buf = append(buf, take)
	}
	if s.Left == 0 {
		return buf, game.Loss // the opponent has taken the last stone
	}
	return buf, game.Ongoing
}

func (Heap) FormatMove(_ *Stones, take int) string { return strconv.Itoa(take) }

func (Heap) ParseMove(s *Stones, text string) (int, error) {
	take, err := strconv.Atoi(text)
	switch {
	case err != nil:
		return 0, fmt.Errorf("heap: move %q, want a number of stones", text)
	case take < 1 || take > min(3, s.Left):
		return 0, fmt.Errorf("heap: %d of %d stones: %w", take, s.Left, game.ErrIllegal)
	}
	return take, nil
}

func (Heap) FormatPosition(s *Stones) string {
	return strconv.Itoa(s.Left) + " " + engine.SideLetter(s.Turn)
}
func (h Heap) Draw(s *Stones) string { return h.FormatPosition(s) + "\n" }

func (h Heap) ParsePosition(text string) (s Stones, err error) {
	left, turn, _ := strings.Cut(text, " ")
	s.Left, err = strconv.Atoi(left)
	s.Turn = game.Player(strings.Index("XO", turn) & 1)
	if err != nil || s.Left < 0 || s.Left > stones || h.FormatPosition(&s) != text {
		return Stones{}, fmt.Errorf("heap: %q, want up to %d stones and whose turn it is, such as 7 O", text, stones)
	}
	return s, nil
}

// adapted returns Heap with the board that the page needs: the stones in a row. A click on a
// stone takes it and all stones after it.
func adapted() *engine.Game {
	board := engine.BoardOf[Stones, int]{
		Board:  engine.Grid(stones, 1),
		Pieces: func(s *Stones) string { return strings.Repeat("o", s.Left) + strings.Repeat("-", stones-s.Left) },
		Path:   func(s *Stones, take int) []int { return []int{s.Left - take} },
	}
	board.Sides = []engine.BoardSide{{Name: "First", Colour: engine.Blue}, {Name: "Second", Colour: engine.Orange}}
	board.Board.Pieces = []engine.Piece{{Letter: "o", Side: -1, Shape: engine.Stone, Colour: engine.Grey}}
	return engine.Adapt(Heap{}, engine.Spec[Stones, int]{
		About: engine.About{Name: "heap", Title: "Heap", Sides: [2]string{"First", "Second"}, Unit: "points"},
		Board: &board,
	})
}

// TestHeap checks the example against the laws of games, boards and engines.
func TestHeap(t *testing.T) {
	gametest.Test(t, Heap{}, gametest.Config[Stones, int]{})
	enginetest.Board(t, adapted(), 1)
	enginetest.Run(t, adapted(), enginetest.Options{})
}

// An adapted game is on the page at once. Other programs can ask the same questions through the
// interface behind the page.
func Example() {
	server := httptest.NewServer(web.New(web.Config{Games: []*engine.Game{adapted()}}).Handler())
	defer server.Close()

	page, err := http.Get(server.URL)
	if err != nil {
		fmt.Println(err)
		return
	}
	page.Body.Close()
	fmt.Println(page.Status, page.Header.Get("Content-Type"))

	reply, err := http.Post(server.URL+"/api/v1/move", "application/json", strings.NewReader(`{"game":"heap","moves":["1"]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer reply.Body.Close()
	var answer struct {
		Move     string
		Analysis engine.Document
	}
	if err := json.NewDecoder(reply.Body).Decode(&answer); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(answer.Move, answer.Analysis.ToMove, answer.Analysis.Outcome, "in", *answer.Analysis.WinIn)
	// Output:
	// 200 OK text/html; charset=utf-8
	// 1 Second win in 5
}
