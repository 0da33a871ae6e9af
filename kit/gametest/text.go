package gametest

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/game"
)

// textLaws are the laws of notation.
func (c *checker[S, M, R]) textLaws() []law[S, M] {
	var laws []law[S, M]
	if n := c.offers.Notation; n != nil {
		laws = append(laws, law[S, M]{"Notation", func(p *place[S, M]) error {
			if n.Draw(p.state) == "" {
				return errors.New("the drawing is empty")
			}
			return cmp.Or(c.moveTexts(n, p), c.parseMoves(n, p), c.positionText(n, p))
		}})
		if d, ok := any(c.rules).(captioner[S]); ok {
			laws = append(laws, law[S, M]{"Captions", func(p *place[S, M]) error { return captions(d, p.state, n.Draw(p.state)) }})
		}
	}
	return laws
}

// captioner is a game whose drawings contain words.
type captioner[S any] interface {
	Captions(s *S) []game.Caption
}

// captions checks that the captions occur in the drawing, in order.
func captions[S any](d captioner[S], s *S, drawing string) error {
	rest := drawing
	for _, c := range d.Captions(s) {
		_, after, found := strings.Cut(rest, c.Text)
		if !found || c.Text == "" {
			return fmt.Errorf("%q is no caption of the drawing, or not in its place:\n%s", c.Text, drawing)
		}
		rest = after
	}
	return nil
}

// moveTexts checks that no two moves have the same text.
func (c *checker[S, M, R]) moveTexts(f game.Notation[S, M], p *place[S, M]) error {
	var texts []string
	for _, m := range p.moves {
		text := f.FormatMove(p.state, m)
		if text == "" {
			return fmt.Errorf("move %v has no text", m)
		}
		if strings.ContainsAny(text, " ,.\t\n") {
			return fmt.Errorf("move %q has a character that stands between moves", text)
		}
		texts = append(texts, text)
	}
	if text, ok := repeated(texts); ok {
		return fmt.Errorf("two moves are written %q", text)
	}
	return nil
}

// parseMoves checks that ParseMove accepts every legal move and rejects
// everything else. Moves that are legal elsewhere are the hardest test.
func (c *checker[S, M, R]) parseMoves(f game.Notation[S, M], p *place[S, M]) error {
	for _, m := range p.moves {
		text := f.FormatMove(p.state, m)
		switch got, err := f.ParseMove(p.state, text); {
		case err != nil:
			return fmt.Errorf("legal move %q is not accepted: %w", text, err)
		case got != m:
			return fmt.Errorf("%q is read as %q", text, f.FormatMove(p.state, got))
		}
		c.texts[text] = true
	}
	for _, text := range slices.Sorted(maps.Keys(c.texts)) {
		m, err := f.ParseMove(p.state, text)
		if err == nil && !slices.Contains(p.moves, m) {
			return fmt.Errorf("illegal move %q is accepted", text)
		}
		if met := !slices.Contains(c.Illegal, text); met && err != nil && !errors.Is(err, game.ErrIllegal) {
			return fmt.Errorf("the error for %q is not ErrIllegal: %w", text, err)
		}
	}
	return nil
}

// positionText checks that a position read back from its text is the same position: in
// text, moves, status and hash. That compares an incremental hash with a fresh one.
func (c *checker[S, M, R]) positionText(w game.Notation[S, M], p *place[S, M]) error {
	text := w.FormatPosition(p.state)
	s, err := w.ParsePosition(text)
	if err != nil {
		return fmt.Errorf("%q cannot be read back: %w", text, err)
	}
	if again := w.FormatPosition(&s); again != text {
		return fmt.Errorf("%q comes back as %q", text, again)
	}
	q := c.look(&s, nil)
	if !slices.Equal(q.moves, p.moves) || q.status != p.status || c.rules.ToMove(&s) != c.rules.ToMove(p.state) {
		return fmt.Errorf("%q read back has other moves, status or turn", text)
	}
	if fresh, kept := c.rules.Hash(&s), c.rules.Hash(p.state); fresh != kept {
		return fmt.Errorf("%q read back hashes to %#x, played to %#x", text, fresh, kept)
	}
	return nil
}
