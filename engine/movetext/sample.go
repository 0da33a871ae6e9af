package movetext

import (
	"bytes"
	"errors"
	"io"
	"iter"
	"slices"
	"strings"
)

// Sample says how a dialect reads the beginning of a file.
type Sample struct {
	Games  int   // that have moves
	Broken int   // of these, the games that break off with more than a few moves unread
	Plies  int   // that are read
	Set    int   // games without moves that state a position
	Tags   []Tag // of all games
	Other  error // why one of the games is another game, by its tags
}

// Tag is a tag of one of the games of a sample.
type Tag struct{ Name, Value string }

// Fits reports whether some games follow the rules, and at least half of them.
func (s *Sample) Fits() bool { return s.Games > 0 && 2*s.Broken <= s.Games }

// Has reports whether a game has a tag with one of the names.
func (s *Sample) Has(names ...string) bool {
	return slices.ContainsFunc(s.Tags, func(t Tag) bool {
		return slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(t.Name, name) })
	})
}

// SampleBytes bounds how much of a file shows its notation and its game.
const SampleBytes = 64 << 10

// fewMoves is the number of moves that a game may lose at its end and still count as following
// the rules.
const fewMoves = 4

// Sample reads the games at the beginning of a file.
func (d *Dialect[S, M]) Sample(data []byte) (s Sample) {
	data = data[:min(len(data), SampleBytes)]
	r := NewReader(bytes.NewReader(data), d)
	for {
		g, err := r.Next()
		s.Tags = append(s.Tags, r.tags.list...)
		switch {
		case errors.Is(err, io.EOF):
			return s
		case r.isOther:
			s.Other = err
		case err != nil:
		case len(g.Moves) > 0 || r.unread > 0:
			s.Games++
			s.Plies += len(g.Moves)
			if r.unread > fewMoves || len(g.Moves) == 0 {
				s.Broken++
			}
		case r.tags.get("FEN") != "":
			s.Set++
		}
	}
}

// Words visits the words at the beginning of a file outside headings and comments, without the
// numbers of moves. Each is valid until the next.
func Words(data []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		s := newScanner(bytes.NewReader(data[:min(len(data), SampleBytes)]), false)
		for t := s.next(); t.kind != end; t = s.next() {
			if w := cutNumber(t.text); t.kind == word && len(w) > 0 && !yield(w) {
				return
			}
		}
	}
}

// Begins reports whether data begins with a game, perhaps after other text: with a tag, a move
// 1, or a move.
func (d *Dialect[S, M]) Begins(data []byte) bool {
	data = data[:min(len(data), SampleBytes)]
	r := NewReader(bytes.NewReader(data), d)
	for r.around(); r.ahead.kind == comment; r.around() {
		r.isAhead = false
	}
	return r.ahead.kind != end
}

// Foreign returns an error if games at the beginning of data are of other games, by their tags,
// and none is of this one.
func (d *Dialect[S, M]) Foreign(data []byte) error {
	if s := d.Sample(data); s.Games == 0 && s.Set == 0 {
		return s.Other
	}
	return nil
}
