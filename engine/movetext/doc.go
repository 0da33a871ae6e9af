// Package movetext reads and writes games in the form of PGN and PDN: a heading, then
// numbered moves with comments, signs and variations, then a result.
//
//	[White "Ann"]
//	[Result "1-0"]
//
//	1. e4! e5 {comment} (1... c5 $5 2. Nf3) 2. Nf3 1-0
//
// The grammar is
//
//	file      = { text of the page around games | game } .
//	game      = { tag | comment } { element } [ result { comment } ] .
//	tag       = "[" name '"' value '"' "]" .
//	element   = number | move | sign | comment | "(" { element } ")" .
//	comment   = "{" … "}" | ";" … end of line .
//
// A game ends with its result, before the tag or the move 1 that begins the next game, or
// with the file. A blank line between two headings also divides games.
//
// Files are untidy, and a reader keeps what it can read. An unreadable word ends its line of
// play: the rest of the line becomes a comment on the last move, and a [record.Remark] names
// the place and the reason. A reader never adds a move that the text does not spell.
//
// A [Dialect] states what one game adds: its moves, results and tags.
package movetext

import (
	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
)

// Dialect is the notation of one game.
type Dialect[S any, M comparable] struct {
	Rules record.Rules[S, M] // of the game, with its notation
	Name  string             // of the game, for errors
	// Prefix begins the names of a heading's Tags: "pgn.".
	Prefix string
	// White is the player that the tag White names. Evaluations are written from White's side.
	White game.Player

	// Other returns an error if the tags name another game.
	Other func(tag func(name string) string) error
	// Start returns the initial position that tags state, and remarks on it. An error means
	// that the game cannot be read.
	Start func(tag func(name string) string) (s S, remarks []error, err error)
	// Tags returns the game's own tags, for writing. Reading leaves out tags of the same
	// names, except those that the start position does not imply.
	Tags func(g *record.Record[S, M]) [][2]string
	// Ply returns the number of plies before a start position, by its number of the move.
	Ply func(s *S) int
	// Roster are the tags that are written even if they are unknown, with their values then.
	Roster map[string]string

	// Move reads a move in the standard form, without allocating.
	Move func(s *S, text []byte) (m M, ok bool)
	// Spelled returns the legal moves that text may spell, in any form. The error says why
	// there are no moves, or several.
	Spelled func(s *S, text string) ([]M, error)
	// Resembles reports whether text has the form of a move, legal or not.
	Resembles func(text []byte) bool

	// Result returns the standard form of a result, or "" for other text. It may be "*".
	Result func(text string) string
	// End returns the text that ends the moves of a game with a result.
	End func(result string) string

	// Tidy returns a word with the signs of the standard. It may be nil.
	Tidy func(word []byte) []byte
	// Squares means that numbers may be squares, and that moves may have spaces: 11 - 15.
	Squares bool
}

// errorf returns an error that names the game and a line.
func (d *Dialect[S, M]) errorf(line int, format string, args ...any) error {
	return reason.Errorf("%s: line %d: %w", d.Name, line, reason.Errorf(format, args...))
}
