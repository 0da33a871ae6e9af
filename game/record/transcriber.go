package record

import (
	"fmt"
	"strings"

	"github.com/plywood-go/plywood/game"
)

// StartPosition is a text for the initial position of any game.
const StartPosition = "startpos"

// Rules are what a game must have for its records to be text.
type Rules[S any, M comparable] interface {
	game.Rules[S, M]
	game.Starter[S]
	game.Notation[S, M]
}

// Transcriber reads and writes positions and lists of moves of a game. Of its
// fields only Rules is required.
type Transcriber[S any, M comparable] struct {
	Rules Rules[S, M]
	// ParseMoves reads a list of moves played one after the other from s, for
	// games whose players write them without separators or leave out passes.
	// Nil means that moves are separated by spaces or commas.
	ParseMoves func(s *S, text string) ([]M, error)
	// FormatMoves writes moves played one after the other from s in a form that
	// ParseMoves reads. Nil means that they are separated by spaces.
	FormatMoves func(s *S, moves []M) string
}

// ReadPosition returns the position that text describes, which may be
// StartPosition. Errors name the place and the offence.
func (t *Transcriber[S, M]) ReadPosition(text string) (S, error) {
	if strings.TrimSpace(text) == StartPosition {
		return t.Rules.Start(), nil
	}
	return t.Rules.ParsePosition(text)
}

// ReadMoves reads a list of moves played one after the other from s. Errors name
// the place and the offence.
func (t *Transcriber[S, M]) ReadMoves(s S, text string) ([]M, error) {
	if t.ParseMoves != nil {
		return t.ParseMoves(&s, text)
	}
	return t.ReadLine(s, strings.FieldsFunc(text, isSeparator))
}

// ReadLine reads moves played one after the other from s, each a text of its
// own. Errors name the move and the offence.
func (t *Transcriber[S, M]) ReadLine(s S, words []string) (moves []M, err error) {
	for i, word := range words {
		m, err := t.Rules.ParseMove(&s, word)
		if err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
		moves = append(moves, m)
		t.Rules.Play(&s, &s, m)
	}
	return moves, nil
}

func isSeparator(r rune) bool { return r == ' ' || r == ',' || r == '\t' || r == '\n' }

// WriteLine writes moves played one after the other from s, each by itself.
func (t *Transcriber[S, M]) WriteLine(s S, moves []M) []string {
	text := make([]string, len(moves))
	for i, m := range moves {
		text[i] = t.Rules.FormatMove(&s, m)
		t.Rules.Play(&s, &s, m)
	}
	return text
}

// last returns the position after the last move of r.
func (t *Transcriber[S, M]) last(r Record[S, M]) S {
	s := r.Start
	for _, m := range r.Moves {
		t.Rules.Play(&s, &s, m)
	}
	return s
}
