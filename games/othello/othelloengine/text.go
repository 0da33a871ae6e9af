package othelloengine

import (
	"bytes"
	_ "embed" // for openings and counts
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othelloengine/patterns"
	"github.com/plywood-go/plywood/games/othello/othellorecord"
	"github.com/plywood-go/plywood/internal/asset"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search"
)

// Spec describes Othello to package engine.
type Spec = engine.Spec[othello.Position, othello.Move]

// Offer adds capabilities to the game on the board of r.
type Offer = func(r othello.Rules, spec *Spec)

// Game returns Othello as text on a board of size "8", "6" or "4". An empty
// size means 8. Each of offers adds to the game.
func Game(size string, offers ...Offer) (*engine.Game, error) {
	n := map[string]int{"": usualSize, "8": 8, "6": 6, "4": 4, "8x8": 8, "6x6": 6, "4x4": 4}[size]
	r, ok := othello.Sized(n)
	if !ok {
		return nil, reason.Errorf("othello: size %q, want 8, 6 or 4", size)
	}
	about := engine.About{
		Name:      "othello",
		Title:     "Othello",
		Sizes:     "othello:8, othello:6, othello:4; othello is 8",
		Positions: "the squares a1 … h8 as X, O and -, a space, the side to move",
		Moves:     "a square, such as f5; pass",
		Solved:    "8: a draw (Takizawa 2023); 6: the second player wins 20–16 (Feinstein 1993); 4: the second player wins",
		Sides:     [2]string{"X", "O"},
		Unit:      "discs",
		Counting:  "empty squares count for the winner",
		Menu:      []engine.Size{{Name: "othello", Label: "8 × 8"}, {Name: "othello:6", Label: "6 × 6"}, {Name: "othello:4", Label: "4 × 4"}},
		In:        engine.Translations("Othello"),
	}
	if n != usualSize {
		about.Name, about.Size = fmt.Sprintf("othello:%d", n), fmt.Sprintf("%d × %d", n, n)
	}
	spec := Spec{
		About:       about,
		NewSearcher: func(o engine.Options) engine.Searcher[othello.Position, othello.Move] { return NewSearcher(r, o) },
		Compiled:    engine.Compiled[othello.Position, othello.Move],
		ParseMoves:  r.ParseMoves,
		Chances:     engine.Chances{Middle: 0.6, Slope: 6.3},
		Levels:      levelsOf(r),
		Clock:       func(p *othello.Position, c search.Clock) search.Clock { return spend(r.Empties(p), c) },
		FormatMoves: func(_ *othello.Position, moves []othello.Move) string { return r.FormatMoves(moves) },
		Codecs:      othellorecord.Codecs(r),
		Offers:      offersOf(r, offers),
		Board:       picture(r),
	}
	if n == usualSize {
		spec.WorkToSolve = workToSolve
		spec.Openings = openings
	}
	for _, offer := range offers {
		offer(r, &spec)
	}
	return engine.Adapt(NewEstimated(r), spec), nil
}

// workToSolve is fitted to games of WTHOR with 12 to 24 empty squares (TestWorkToSolve). Each further
// square takes 2.07 times as many nodes.
func workToSolve(s *othello.Position) float64 {
	return 0.87 * math.Pow(2.07, float64(othello.Rules{}.Empties(s)))
}

// usualSize is the default board size.
const usualSize = 8

//go:embed openings.txt
var openingLines string

// openings iterates over the named openings on 8×8 and their moves.
func openings(yield func(string, []othello.Move) bool) {
	r := othello.Rules{}
	for line := range strings.Lines(openingLines) {
		record, name, _ := strings.Cut(strings.TrimSpace(line), " ")
		if record == "#" {
			continue
		}
		start := r.Start()
		if moves, err := r.ParseMoves(&start, record); err != nil {
			panic(err) // the table is valid
		} else if !yield(name, moves) {
			return
		}
	}
}

// playedTable counts the games of the WTHOR base of the French Othello Federation, by
//
//	go test ./games/catalog -run TestPlayed -update -wthor FOLDER
//
//go:embed played.bin
var playedTable []byte

var counted = workshop.Played{Source: "WTHOR 1977–2025", Games: 137548, Least: 20, Table: func() []byte {
	return asset.Load("games/othello/othelloengine/played.bin", playedTable)
}}

// DiscsGame returns Othello with generic search and the difference of discs as
// its evaluation: a weak sparring partner for matches.
func DiscsGame(r othello.Rules) *engine.Game {
	return engine.Adapt(Discs{r}, Spec{
		About: engine.About{
			Name: fmt.Sprintf("othello:%d", r.Size()), Title: "Othello, discs counted", Sides: [2]string{"X", "O"}, Unit: "discs",
		},
		Compiled:   engine.Compiled[othello.Position, othello.Move],
		ParseMoves: r.ParseMoves,
		Board:      picture(r),
	})
}

// picture describes how to draw a game: discs on felt. A position can be set up
// with its discs and either side to move.
func picture(r othello.Rules) *boards.Of[othello.Position, othello.Move] {
	b := boards.Grid(r.Size(), r.Size())
	b.Rounds(boards.Disc)
	b.Sides[0].Name, b.Sides[1].Name = "Black", "White"
	b.Ground, b.Lines, b.Tally = boards.Felt, boards.Around, true
	b.SetUp = &boards.SetUp{Turn: true}
	if r.Size() == 8 {
		b.Dots = [][2]float64{{2, 2}, {6, 2}, {2, 6}, {6, 6}}
	}
	return &boards.Of[othello.Position, othello.Move]{
		Board: b,
		Pieces: func(p *othello.Position) string {
			squares, _, _ := strings.Cut(r.FormatPosition(p), " ")
			return squares
		},
		Path:  func(_ *othello.Position, m othello.Move) []int { return path(r, m) },
		Write: func(a boards.Arrangement) string { return a.Pieces + " " + boards.SideLetter(a.Side) },
	}
}

// path returns the index of m's square on the board of r.
func path(r othello.Rules, m othello.Move) []int {
	if m == othello.Pass {
		return nil
	}
	inset := (8 - r.Size()) / 2
	return []int{(int(m)/8-inset)*r.Size() + int(m)%8 - inset}
}

// offersOf returns the capabilities specific to Othello, on any board size.
// Capabilities that need more than the standard library live in the packages
// othellobook and train; programs that want them pass their Offer to Game.
func offersOf(r othello.Rules, offers []Offer) []any {
	all := []any{
		workshop.Board{Size: r.Size(), Usual: usualSize, Of: func(size int) (*engine.Game, error) {
			return Game(strconv.Itoa(size), offers...)
		}},
		workshop.Sparring{
			Word: "discs", Game: func() *engine.Game { return DiscsGame(r) },
			Algorithm: "othello", Depth: 4, // the textbook's alpha-beta for Othello
		},
		workshop.NewLists(func() workshop.Lists { return new(lists) }),
		workshop.Weights(func() string { return patterns.Version(r) }),
		workshop.Results(othellorecord.FormatResult),
		opponentsOn(r),
	}
	if r.Size() == usualSize {
		all = append(all, workshop.Protocols{"nboard": "othello"}, xot, counted)
	}
	return all
}

// lists are the name lists of WTHOR.
type lists struct{ othellorecord.Lists }

func (l *lists) AddPlayers(file []byte) (err error) {
	l.Players, err = othellorecord.ReadNames(bytes.NewReader(file), othellorecord.PlayerName)
	return err
}

func (l *lists) AddTournaments(file []byte) (err error) {
	l.Tournaments, err = othellorecord.ReadNames(bytes.NewReader(file), othellorecord.TournamentName)
	return err
}

// The opponents. The first plays nearly at random, so that anyone can beat it.
// Elo comes from 'ply match othello --ladder --opponents --games 200', with
// --plies 6 on 6×6 and --plies 2 on 4×4; docs/strength.md has the errors.
var (
	opponents = workshop.Opponents{
		{Name: "beginner", Level: 1, Random: 100, Elo: 0},
		{Name: "novice", Level: 1, Random: 24, Elo: 225},
		{Name: "casual", Level: 1, Random: 10, Elo: 579},
		{Name: "club", Level: 1, Random: 4, Elo: 992},
		{Name: "strong", Level: 1, Elo: 1277},
		{Name: "expert", Level: 3, Elo: 1568},
		{Name: "master", Level: 6, Elo: 1927},
		{Name: "champion", Level: 10, Elo: 2163},
	}
	// opponents6 and opponents4 play on the smaller boards. 4×4 is solved at once.
	opponents6 = workshop.Opponents{
		{Name: "beginner", Level: 1, Random: 100},
		{Name: "novice", Level: 1, Random: 16, Elo: 212},
		{Name: "casual", Level: 1, Random: 6, Elo: 504},
		{Name: "club", Level: 1, Elo: 734},
		{Name: "strong", Level: 3, Elo: 843},
		{Name: "expert", Level: 8, Elo: 1048},
	}
	opponents4 = workshop.Opponents{
		{Name: "beginner", Level: 1, Random: 100},
		{Name: "casual", Level: 1, Elo: 175},
		{Name: workshop.Perfect, Level: engine.MaxLevel, Elo: 318},
	}
)

// opponentsOn returns the opponents for the board of r.
func opponentsOn(r othello.Rules) workshop.Opponents {
	switch r.Size() {
	case usualSize:
		return opponents
	case 4:
		return opponents4
	}
	return opponents6
}
