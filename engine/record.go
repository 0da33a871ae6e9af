package engine

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/game/record"
)

// Record is a game as it was played, as text.
type Record struct {
	record.Heading
	// Start is the position before the first move. It tells the game.
	Start Position
	// Moves are legal one after the other, passes included, written as
	// Position.Moves does.
	Moves []string
	Notes record.Notes
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

// Formats implements Game.
func (g *adapter[S, M, R]) Formats() []record.Format {
	codecs := g.codecs()
	formats := make([]record.Format, len(codecs))
	for i, c := range codecs {
		formats[i] = c.Format
	}
	return formats
}

// codecs returns the formats of the game, those that every game has last.
func (g *adapter[S, M, R]) codecs() []record.Codec[S, M] {
	return append(slices.Clone(g.spec.Codecs), g.text.Codecs()...)
}

func (g *adapter[S, M, R]) codec(name string) (record.Codec[S, M], error) {
	codecs := g.codecs()
	names := make([]string, len(codecs))
	for i, c := range codecs {
		if c.Name == name {
			return c, nil
		}
		names[i] = c.Name
	}
	return record.Codec[S, M]{}, fmt.Errorf("%s: no format %q: want one of %s", g.spec.About.Name, name, strings.Join(names, ", "))
}

// detect returns the format that data shows, the first that every game has if
// it shows none.
func (g *adapter[S, M, R]) detect(data []byte) record.Codec[S, M] {
	for _, c := range g.spec.Codecs {
		if c.Read != nil && c.Detect != nil && c.Detect(data) {
			return c
		}
	}
	return g.text.Codecs()[0]
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
	typed := make([]record.Record[S, M], len(records))
	for i := range records {
		if typed[i], err = g.typed(&records[i]); err != nil {
			return fmt.Errorf("game %d: %w", i+1, err)
		}
	}
	return c.Write(w, typed)
}

// typed returns a record over the states and moves of the game.
func (g *adapter[S, M, R]) typed(r *Record) (record.Record[S, M], error) {
	p, ok := r.Start.(*position[S, M, R])
	if !ok {
		panic(errForeign)
	}
	moves, err := g.text.ReadLine(p.state, r.Moves)
	return record.Record[S, M]{Heading: r.Heading, Start: p.state, Moves: moves, Notes: r.Notes}, err
}
