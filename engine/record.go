package engine

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/game"
)

// Record is a game as it was played, as text.
type Record struct {
	game.Heading
	// Start is the position before the first move. It tells the game.
	Start Position
	// Moves are legal one after the other, passes included, written as
	// Position.Moves does.
	Moves []string
	Notes game.Notes
}

// Positions returns the positions of the game, one more than it has moves.
func (r *Record) Positions() ([]Position, error) {
	all := []Position{r.Start}
	for i, m := range r.Moves {
		next, err := all[i].Play(m)
		if err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
		all = append(all, next)
	}
	return all, nil
}

// Format is a notation of records.
type Format struct {
	// Name is what the command line calls it: "ggf".
	Name string
	// Title is its name in plain words.
	Title string
	// Detect reports whether data looks like it and like no other notation, of
	// this game or another. Nil means that nothing tells.
	Detect func(data []byte) bool
}

// Codec is a Format of one game with what reads and writes it.
type Codec[S any, M comparable] struct {
	Format
	// Read returns the games of data, at least one. Errors name the place and
	// the offence. Nil means that the format is only written.
	Read func(data []byte) ([]game.Record[S, M], error)
	// Write writes games. It fails for those that the format cannot express.
	// Nil means that the format is only read.
	Write func(w io.Writer, records []game.Record[S, M]) error
}

// Formats implements Game.
func (g *adapter[S, M, R]) Formats() []Format {
	codecs := g.codecs()
	formats := make([]Format, len(codecs))
	for i, c := range codecs {
		formats[i] = c.Format
	}
	return formats
}

// codecs returns the formats of the game, those that every game has last.
func (g *adapter[S, M, R]) codecs() []Codec[S, M] {
	return append(slices.Clone(g.spec.Codecs), g.transcript(), g.positions())
}

func (g *adapter[S, M, R]) codec(name string) (Codec[S, M], error) {
	codecs := g.codecs()
	names := make([]string, len(codecs))
	for i, c := range codecs {
		if c.Name == name {
			return c, nil
		}
		names[i] = c.Name
	}
	return Codec[S, M]{}, fmt.Errorf("%s: no format %q: want one of %s", g.spec.About.Name, name, strings.Join(names, ", "))
}

// detect returns the format that data shows, the transcript if it shows none.
func (g *adapter[S, M, R]) detect(data []byte) Codec[S, M] {
	for _, c := range g.codecs() {
		if c.Read != nil && c.Detect != nil && c.Detect(data) {
			return c
		}
	}
	return g.transcript()
}

// Records implements Game.
func (g *adapter[S, M, R]) Records(data []byte, format string) ([]Record, error) {
	c := g.detect(data)
	if format != "" {
		var err error
		if c, err = g.codec(format); err != nil {
			return nil, err
		}
	}
	if c.Read == nil {
		return nil, fmt.Errorf("%s: format %s is only written, not read", g.spec.About.Name, c.Name)
	}
	typed, err := c.Read(data)
	if err != nil {
		return nil, err
	}
	records := make([]Record, len(typed))
	for i, t := range typed {
		p := g.at(t.Start)
		records[i] = Record{t.Heading, p, p.line(t.Moves), t.Notes}
	}
	return records, nil
}

// WriteRecords implements Game.
func (g *adapter[S, M, R]) WriteRecords(w io.Writer, format string, records []Record) error {
	c, err := g.codec(format)
	if err != nil {
		return err
	}
	if c.Write == nil {
		return fmt.Errorf("%s: format %s is only read, not written", g.spec.About.Name, c.Name)
	}
	typed := make([]game.Record[S, M], len(records))
	for i := range records {
		if typed[i], err = g.typed(&records[i]); err != nil {
			return fmt.Errorf("game %d: %w", i+1, err)
		}
	}
	return c.Write(w, typed)
}

// typed returns a record over the states and moves of the game.
func (g *adapter[S, M, R]) typed(r *Record) (game.Record[S, M], error) {
	p, ok := r.Start.(*position[S, M, R])
	if !ok {
		panic(errForeign)
	}
	t := game.Record[S, M]{Heading: r.Heading, Start: p.state, Notes: r.Notes}
	s := p.state
	for i, text := range r.Moves {
		m, err := g.rules.ParseMove(&s, text)
		if err != nil {
			return t, fmt.Errorf("move %d: %w", i+1, err)
		}
		t.Moves = append(t.Moves, m)
		g.rules.Play(&s, &s, m)
	}
	return t, nil
}
