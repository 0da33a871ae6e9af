package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/kit/enginetest"
	"github.com/plywood-go/plywood/kit/gametest"
	"github.com/plywood-go/plywood/match"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/web"
)

// The Go code of the README is taken from this file; TestReadme compares them.

// Heap is a game: the players take one to three stones in turn from a heap of
// ten, and the player who takes the last stone wins.
type Heap struct{}

// Stones is a position of Heap. A move is an int, the number of stones to take.
type Stones struct {
	Left int
	Turn game.Player
}

func (Heap) Start() Stones { return Stones{Left: 10} }

func (Heap) Moves(s *Stones, buf []int) ([]int, game.Status) {
	for take := 1; take <= min(3, s.Left); take++ {
		buf = append(buf, take)
	}
	if s.Left == 0 {
		return buf, game.Loss // for the side to move: the other side took the last stone
	}
	return buf, game.Ongoing
}

func (Heap) Play(dst, src *Stones, take int) { *dst = Stones{src.Left - take, src.Turn.Other()} }
func (Heap) ToMove(s *Stones) game.Player    { return s.Turn }
func (Heap) Hash(s *Stones) uint64           { return uint64(s.Left)<<1 | uint64(s.Turn) }

func (Heap) FormatMove(_ *Stones, take int) string { return strconv.Itoa(take) }

func (Heap) ParseMove(s *Stones, text string) (int, error) {
	take, err := strconv.Atoi(text)
	if err != nil || take < 1 || take > min(3, s.Left) {
		return 0, fmt.Errorf("heap: move %q: %w", text, game.ErrIllegal)
	}
	return take, nil
}

func (Heap) FormatPosition(s *Stones) string {
	return strconv.Itoa(s.Left) + " " + boards.SideLetter(s.Turn) // X or O
}

func (h Heap) ParsePosition(text string) (s Stones, err error) {
	left, turn, _ := strings.Cut(text, " ")
	s.Left, err = strconv.Atoi(left)
	s.Turn = game.Player(strings.Index("XO", turn) & 1)
	if err != nil || s.Left < 0 || s.Left > 10 || h.FormatPosition(&s) != text {
		return Stones{}, fmt.Errorf("heap: %q, want up to 10 stones and X or O, such as 7 O", text)
	}
	return s, nil
}

func (Heap) Draw(s *Stones) string { return strings.Repeat("o", s.Left) + "\n" }

func NewHeap() *engine.Game {
	board := boards.Of[Stones, int]{
		Board:  boards.Grid(10, 1), // ten cells in a row
		Pieces: func(s *Stones) string { return strings.Repeat("o", s.Left) + strings.Repeat("-", 10-s.Left) },
		Path:   func(s *Stones, take int) []int { return []int{s.Left - take} }, // a click takes this stone and those after it
	}
	board.Sides = []boards.Side{{Name: "First", Colour: boards.Blue}, {Name: "Second", Colour: boards.Orange}}
	board.Board.Pieces = []boards.Piece{{Letter: "o", Side: -1, Shape: boards.Stone, Colour: boards.Grey}}
	return engine.Adapt(Heap{}, engine.Spec[Stones, int]{
		About: engine.About{Name: "heap", Title: "Heap", Sides: [2]string{"First", "Second"}, Unit: "points"},
		Board: &board,
	})
}

func TestHeap(t *testing.T) {
	gametest.Test(t, Heap{}, gametest.Config[Stones, int]{}) // the laws of games
	enginetest.Board(t, NewHeap(), 1)                        // the board
	enginetest.Run(t, NewHeap(), enginetest.Options{})       // the engine, under every limit
}

// The best move, by a search of typed positions.
func Example_search() {
	ctx := context.Background()
	pos := Heap{}.Start()
	searcher := search.New(Heap{}, search.Options{})
	result := searcher.Search(ctx, &pos, search.Query{}, search.Control{}, nil)
	take, _ := result.Best()
	fmt.Printf("take %d: %v\n", take, result.Score()) // take 2: win in 5
	// Output: take 2: win in 5
}

// A game in text: a typed move, and the engine's reply.
func Example_text() {
	ctx := context.Background()
	g := NewHeap()
	computer := &engine.Player{Engine: g.NewEngine(engine.Options{})}
	p, err := g.Start().Play("1") // the error says why a move is not legal
	if err != nil {
		fmt.Println(err)
		return
	}
	reply, analysis, _ := computer.Move(ctx, p, nil)
	fmt.Printf("%s%s takes %s: %s\n", p.Board(), p.Side(), reply.Move, analysis.Outcome())
	// ooooooooo
	// Second takes 1: win
	// Output:
	// ooooooooo
	// Second takes 1: win
}

// A match of 20 games between the full engine and one that looks a ply ahead.
func Example_match() {
	ctx := context.Background()
	g := NewHeap()
	entrant := func(name string, depth int) match.Entrant {
		return match.Entrant{Name: name, Open: func(context.Context) (match.Player, error) {
			return match.Local(name, &engine.Player{Engine: g.NewEngine(engine.Options{}), Query: search.Query{Depth: depth}}), nil
		}}
	}
	score, err := match.Play(ctx, match.Config{Start: g.Start(), Pairs: 10, Plies: 2, Seed: 1}, entrant("full", 0), entrant("hasty", 1))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("won %d, drawn %d, lost %d\n", score.Wins, score.Draws, score.Losses) // won 14, drawn 0, lost 6
	// Output: won 14, drawn 0, lost 6
}

// The page with this game, and its interface.
func Example() {
	server := httptest.NewServer(web.New(web.Config{Games: []*engine.Game{NewHeap()}}).Handler())
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

// servePage shows the page of the README until the server fails.
func servePage() {
	g := NewHeap()
	log.Fatal(http.ListenAndServe("localhost:8080", web.New(web.Config{Games: []*engine.Game{g}}).Handler()))
}

// TestReadme checks that the Go code of the README and of docs/library.md is that of this file and of
// the example of package train, so that it compiles and prints what it says.
func TestReadme(t *testing.T) {
	_ = servePage // shown, not run
	code := func(name string) string {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	lines := regexp.MustCompile(`(?m)^[ \t]+`)
	here := lines.ReplaceAllString(code("example_test.go")+code("../train/example_test.go"), "")
	blocks := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(code("../README.md")+code("../docs/library.md"), -1)
	if len(blocks) < 5 {
		t.Errorf("the README has %d blocks of Go, want 5 or more", len(blocks))
	}
	for _, b := range blocks {
		if !strings.Contains(here, lines.ReplaceAllString(b[1], "")) {
			t.Errorf("this block of the README is in no example_test.go:\n%s", b[1])
		}
	}
}
