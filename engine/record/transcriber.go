package record

import (
	"net/url"
	"slices"
	"strings"
	"unicode"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
)

// StartPosition is the text for the initial position of any game.
const StartPosition = "startpos"

// Rules are the methods that a game needs for text records.
type Rules[S any, M comparable] interface {
	game.Rules[S, M]
	game.Starter[S]
	game.Notation[S, M]
}

// Transcriber reads and writes positions and lists of moves of a game. Only
// the field Rules is required.
type Transcriber[S any, M comparable] struct {
	Rules Rules[S, M] // of the game
	// ParseMoves reads a list of moves played from s, for games whose players
	// omit passes or have their own form of lists. Nil means that moves are
	// separated by spaces or commas. They may also run together if there is
	// only one way to split them. With an error it returns the moves before the fault.
	ParseMoves func(s *S, text string) ([]M, error)
	// FormatMoves writes moves played from s in a form that ParseMoves reads.
	// Nil means that they are separated by spaces.
	FormatMoves func(s *S, moves []M) string
}

// Mender reads positions that break rules in parts that can be left out, such as rights to
// castle without their rook, and says which parts it leaves out.
type Mender[S any] interface {
	MendPosition(text string) (s S, mended []error, err error)
}

// ReadPosition returns the position that text describes, and remarks of a Mender. The text may be
// StartPosition, have _ for blanks, or be the address of a page that shows the position. Errors
// state the place and the offence.
func (t *Transcriber[S, M]) ReadPosition(text string) (s S, mended []error, err error) {
	if strings.TrimSpace(text) == StartPosition {
		return t.Rules.Start(), nil, nil
	}
	s, mended, err = t.parse(text)
	if err == nil {
		return s, mended, nil
	}
	for _, other := range otherForms(text) {
		if s, mended, err := t.parse(other); err == nil {
			return s, mended, nil
		}
	}
	return s, nil, err
}

func (t *Transcriber[S, M]) parse(text string) (s S, mended []error, err error) {
	if m, ok := t.Rules.(Mender[S]); ok {
		return m.MendPosition(text)
	}
	s, err = t.Rules.ParsePosition(text)
	return s, nil, err
}

// otherForms returns the texts that may be a position in text, an address or words joined by _.
func otherForms(text string) (forms []string) {
	text = strings.TrimSpace(text)
	blanks := strings.NewReplacer("_", " ")
	if !strings.HasPrefix(text, "https://") && !strings.HasPrefix(text, "http://") {
		if strings.Contains(text, "_") {
			forms = []string{blanks.Replace(text)}
		}
		return forms
	}
	address, err := url.Parse(text)
	if err != nil {
		return nil
	}
	for _, fen := range address.Query()["fen"] {
		forms = append(forms, blanks.Replace(fen))
	}
	parts := strings.Split(strings.Trim(address.Path, "/"), "/") // a position may have slashes, too
	for i := range parts {
		forms = append(forms, blanks.Replace(strings.Join(parts[i:], "/")))
	}
	return forms
}

// ReadMoves reads a list of moves played from s. Errors state the place and
// the offence, and the moves are those before it.
func (t *Transcriber[S, M]) ReadMoves(s S, text string) ([]M, error) {
	if t.ParseMoves != nil {
		return t.ParseMoves(&s, text)
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,\t\n", r) })
	moves, err := t.ReadLine(s, words)
	if err != nil {
		if cut, ok := t.cutAll(s, words); ok {
			return cut, nil
		}
	}
	return moves, err
}

// cutAll reads words of several moves each, such as e2e4g8f6. It does not cut words without a
// letter, because the digits of one move might be those of two.
func (t *Transcriber[S, M]) cutAll(s S, words []string) (moves []M, ok bool) {
	for _, word := range words {
		if _, err := t.Rules.ParseMove(&s, word); err != nil && !strings.ContainsFunc(word, unicode.IsLetter) {
			return nil, false
		}
		c := cutter[S, M]{rules: t.Rules, patience: maxCuts}
		c.cut(s, word, nil)
		if c.readings != 1 || c.patience < 0 {
			return nil, false
		}
		s = t.after(s, c.found)
		moves = append(moves, c.found...)
	}
	return moves, true
}

// maxCuts bounds the positions visited to cut a word.
const maxCuts = 10_000

// cutter finds the ways to read a word as a sequence of moves.
type cutter[S any, M comparable] struct {
	rules    Rules[S, M]
	patience int
	readings int
	found    []M // the last reading found
}

func (c *cutter[S, M]) cut(s S, word string, before []M) {
	if word == "" {
		c.readings++
		c.found = slices.Clone(before)
		return
	}
	if c.patience--; c.patience < 0 || c.readings > 1 {
		return
	}
	moves, _ := c.rules.Moves(&s, nil)
	for _, m := range moves {
		rest, begins := strings.CutPrefix(word, c.rules.FormatMove(&s, m))
		if !begins {
			continue
		}
		var next S
		c.rules.Play(&next, &s, m)
		c.cut(next, rest, append(before, m))
	}
}

// ReadLine reads moves played from s, one per word. Errors state the move and
// the offence, and the moves are those before it.
func (t *Transcriber[S, M]) ReadLine(s S, words []string) (moves []M, err error) {
	for i, word := range words {
		m, err := t.Rules.ParseMove(&s, word)
		if err != nil {
			return moves, reason.Errorf("move %d: %w", i+1, err)
		}
		moves = append(moves, m)
		t.Rules.Play(&s, &s, m)
	}
	return moves, nil
}

// WriteLine writes moves played from s, one text per move.
func (t *Transcriber[S, M]) WriteLine(s S, moves []M) []string {
	text := make([]string, len(moves))
	for i, m := range moves {
		text[i] = t.Rules.FormatMove(&s, m)
		t.Rules.Play(&s, &s, m)
	}
	return text
}

// after returns the position after moves played from s.
func (t *Transcriber[S, M]) after(s S, moves []M) S {
	for _, m := range moves {
		t.Rules.Play(&s, &s, m)
	}
	return s
}

// WriteVariations writes the moves of variations of a line that starts at s.
func (t *Transcriber[S, M]) WriteVariations(s S, moves []M, list []Variation[M]) []Variation[string] {
	var all []Variation[string]
	for _, v := range list {
		start := t.after(s, moves[:v.At])
		all = append(all, Variation[string]{v.At, t.WriteLine(start, v.Moves), v.Notes, t.WriteVariations(start, v.Moves, v.Variations)})
	}
	return all
}

// ReadVariations reads the moves of variations of a line that starts at s.
// Errors state the move and the offence.
func (t *Transcriber[S, M]) ReadVariations(s S, moves []M, list []Variation[string]) (all []Variation[M], err error) {
	for _, v := range list {
		if v.At < 0 || v.At > len(moves) {
			return nil, reason.Errorf("a variation after %d moves of %d", v.At, len(moves))
		}
		start := t.after(s, moves[:v.At])
		read := Variation[M]{At: v.At, Notes: v.Notes}
		if read.Moves, err = t.ReadLine(start, v.Moves); err == nil {
			read.Variations, err = t.ReadVariations(start, read.Moves, v.Variations)
		}
		if err != nil {
			return nil, reason.Errorf("variation after %d moves: %w", v.At, err)
		}
		all = append(all, read)
	}
	return all, nil
}
