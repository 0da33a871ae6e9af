// Package engine is the one place where typed games become text. A [Game] reads
// and writes positions and moves as strings, an [Engine] analyses positions;
// neither shows the types of states and moves, so that the command line, wire
// protocols and the web page work with every game alike.
//
// A game enters by [Adapt], which needs no more than its rules and notation.
package engine

import (
	"context"
	"io"
	"time"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/record"
	"github.com/plywood-go/plywood/search"
)

// About describes a game to its users.
type About struct {
	// Name is one word for the game, with its size:
	// "connect4:7x6".
	Name string
	// Title is the game's name in plain words.
	Title string
	// Sizes says which sizes there are: "connect4:WxH, W·(H+1) ≤ 64".
	Sizes string
	// Positions and Moves describe the notation.
	Positions, Moves string
	// Solved says what is known of the game, with its source.
	Solved string
	// Sides are the names of the first and the second player.
	Sides [2]string
	// Unit is the unit of estimates: "discs", "lines".
	Unit string
	// Proven is the unit of proven values. Empty means Unit.
	Proven string
	// Grades are the losses that mark a move as bad. Zero means that only the
	// outcome of the game counts.
	Grades Grades
	// Size is added to the title where there are several; empty for the usual one.
	Size string
	// Menu are the sizes that a player may choose from. Nil means this one.
	Menu []Size
	// In says in other languages, by their ISO 639 codes, what is said here in
	// English.
	In map[string]Words
}

// Size is a size of a game: its Name as About has it, and what a menu calls it.
type Size struct {
	Name  string `json:"name"`
	Label string `json:"label"`
}

// Words are words about a game in some language.
type Words struct {
	Title string
	// Notation describes positions and moves.
	Notation string
}

// Grades are the losses, in the unit of the game's values, from which a move is
// dubious, a mistake and a blunder. Where they are zero only outcomes count, as
// they do in every game: to let a win become a draw, or a draw a loss, is a
// mistake at least, to let a win become a loss a blunder. An outcome that is not
// proven counts only if no loss can be told beside it.
type Grades [3]float64

// Game is a game whose positions and moves are text.
type Game interface {
	About() About
	// Start returns the initial position.
	Start() Position
	// Parse returns the position that text describes; "startpos" is the
	// initial one. Errors name the place and the offence.
	Parse(text string) (Position, error)
	// NewEngine returns an engine for the game.
	NewEngine(Options) Engine
	// Levels says in words what each level of strength means, the lowest first;
	// see Position.AtLevel.
	Levels() []string
	// Formats are the notations in which records of the game are read and
	// written. All games have "transcript" and "position", the last two.
	Formats() []record.Format
	// Records reads the games, at least one, that data holds in the named
	// format; if the name is empty, in the one that data shows, the transcript
	// if it shows none. Errors name the place and the offence.
	Records(data []byte, format string) ([]Record, error)
	// WriteRecords writes records of the game in the named format. It fails,
	// perhaps after some of them, for a game that the format cannot express.
	WriteRecords(w io.Writer, format string, records []Record) error
	// Openings returns the openings that have a name; see FindOpening.
	Openings() []NamedOpening
	// OpenBook opens the file of an opening book to read.
	OpenBook(path string) (Book, error)
	// Rules returns the rules over boxed states and moves, for algorithms
	// that are generic over games.
	Rules() Rules
	// Board says how positions are drawn; nil if they are as text alone. It is
	// not to be changed.
	Board() *Board
	// Arrange returns the position of pieces that were put there by hand. Errors
	// name the place and the offence.
	Arrange(a Arrangement) (Position, error)
}

// Position is an immutable position of a game. One that has been played from
// another knows it, so that analyses heed what repeats; a text has no history.
type Position interface {
	Game() Game
	// String is the text form, which Parse reads back.
	String() string
	// Board is a drawing in lines of plain text.
	Board() string
	// Placement is what stands on the game's Board; nil if it has none.
	Placement() *Placement
	// ToMove is the side to move, and Side its name.
	ToMove() game.Player
	Side() string
	Status() game.Status
	// Moves are the legal moves in the order of generation; none if the game
	// is over.
	Moves() []string
	// Play returns the position after a move. The error wraps game.ErrIllegal
	// if the move is well formed but not legal.
	Play(move string) (Position, error)
	// PlayAll plays a list of moves, separated by spaces or commas, or by
	// nothing at all where the notation of the game allows that.
	PlayAll(moves string) (Position, error)
	// Opening is the name of the opening whose position this is; "" if it is
	// that of none. See the function Opening.
	Opening() string
	// Hash is the game's key of the position.
	Hash() uint64
	// State is the position for Rules.
	State() State
	// Perft counts paths; see game.Perft. It ends early when ctx is done.
	Perft(ctx context.Context, depth int) game.Counts
	// Divide counts them move by move.
	Divide(ctx context.Context, depth int) []Share
	// AtLevel sets depth and confidence of q to those of a level of strength, 1
	// to MaxLevel, at this position.
	AtLevel(level int, q search.Query) search.Query
	// OnClock sets the times of c for one move here on a game clock.
	OnClock(clock search.Clock, c search.Control) search.Control
	// Measure turns a score of the side to move here into a Value.
	Measure(v game.Score) Value
}

// Share is the part of a perft count behind one move.
type Share struct {
	Move string
	game.Counts
}

// Options configure an Engine for its life.
type Options struct {
	search.Options
	// Solve says that only proven values are of use, so that an engine need not
	// estimate. Zero means that estimates count too.
	Solve bool
	// Prove asks for the outcome by proof-number search instead of alpha-beta.
	// Zero means alpha-beta.
	Prove bool
	// Outcome asks for win, draw or loss only, which is quicker to solve. Zero
	// means values.
	Outcome bool
}

// Engine analyses positions of one game. It runs one analysis at a time.
type Engine interface {
	// Analyze searches pos until q is answered, c ends it or ctx is done. A query
	// without History has that of pos. Running out of time is no error. report, if not nil, is called
	// after each iteration, on any goroutine, one call at a time.
	Analyze(ctx context.Context, pos Position, q search.Query, c search.Control, report func(Analysis)) Analysis
	// Clear forgets what earlier analyses found.
	Clear()
}

// Value is a score in the terms of its game.
type Value struct {
	// Number is the value as the game's players write it, for the side to
	// move.
	Number float64
	// Text is the exact decimal form of Number where a float64 would round it
	// off; usually empty.
	Text string
	// Unit is the unit of Number.
	Unit string
	// Plies is the distance to the end for a win or a loss; -1 if it has none.
	Plies int
	// Outcome is 1, -1 or 0 for a value that wins, loses, or does neither, and
	// NoOutcome in games that nobody wins.
	Outcome int
}

// NoOutcome is the Outcome of values in games that have none, such as trees.
const NoOutcome = 2

// Reads returns how the number of v, as players read it, bounds the true one if
// v does as proof says: what is won at least so well is won in at most so many
// plies, and of who wins, where nothing else was asked, nothing is left open.
func (v Value) Reads(proof game.Bound) game.Bound {
	switch {
	case v.Unit == "outcome" && (v.Outcome == 1 && proof&game.Lower != 0 || v.Outcome == -1 && proof&game.Upper != 0):
		return game.Exact
	case v.Unit == "plies" && v.Outcome == 1:
		return proof.Negate()
	}
	return proof
}

// Line is a move with its value and the play that follows.
type Line struct {
	Move  string
	PV    []string
	Score game.Score
	Value Value
	Bound game.Bound // how the value bounds that of a search to Depth
	Proof game.Bound // how it bounds the true value of the move
	Depth int
}

// Analysis is what an engine found out about a position.
type Analysis struct {
	Position Position
	Lines    []Line     // best first; one without a move if the game is over
	Proof    game.Bound // how the best value bounds the true one of the position
	Depth    int
	SelDepth int
	// Confidence is how sure the engine's selective rules are of the values, in
	// percent; 0 if it does not say.
	Confidence int
	// Book tells that the lines are from an opening book.
	Book    bool
	Stats   search.Stats
	Elapsed time.Duration
	Threads int
	Stopped search.Stop
}

// Sure returns how the value of the i-th line, as players read it, bounds the
// true one: that of the position if one line is all there is, else that of the
// line's move.
func (a *Analysis) Sure(i int) game.Bound {
	l := &a.Lines[i]
	if len(a.Lines) == 1 && a.Proof != game.NoBound {
		return l.Value.Reads(a.Proof)
	}
	return l.Value.Reads(l.Proof)
}

// Exact reports whether the value is proven to be that of the game.
func (a *Analysis) Exact() bool { return a.Proof == game.Exact }

// Outcome returns "win", "draw" or "loss" for the side to move if it is
// proven, "" if it is not.
func (a *Analysis) Outcome() string {
	l := a.Lines[0]
	switch {
	case l.Value.Outcome == 1 && a.Proof&game.Lower != 0:
		return "win"
	case l.Value.Outcome == -1 && a.Proof&game.Upper != 0:
		return "loss"
	case l.Value.Outcome == 0 && a.Exact() && (l.Score == 0 || l.Score.Proven()):
		return "draw"
	}
	return ""
}
