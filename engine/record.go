package engine

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/game/record"
)

// Record is a game that was played, as text.
type Record struct {
	record.Heading
	// Start is the position before the first move. It determines the game.
	Start *Position
	// Moves are legal in sequence, passes included, in the form of
	// Position.Moves. In the results of Game.Records they are not nil.
	Moves []string
	Notes record.Notes
	// Variations are legal, in the same form as Moves.
	Variations []record.Variation[string]
}

// Positions returns the positions of the game, one more than its moves.
func (r *Record) Positions() ([]*Position, error) {
	all := []*Position{r.Start}
	for i, m := range r.Moves {
		next, err := all[i].Play(m)
		if err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
		all = append(all, next)
	}
	return all, nil
}

// Formats returns the notations for reading and writing records of the game.
// The last two, "transcript" and "position", exist for all games.
func (g *Game) Formats() []record.Format {
	codecs := g.codecs()
	formats := make([]record.Format, len(codecs))
	for i, c := range codecs {
		formats[i] = c.Format
	}
	return formats
}

// codecs returns the formats of the game, with the common ones last.
func (g *Game) codecs() []record.Codec[State, Move] {
	return append(slices.Clone(g.spec.Codecs), g.text.Codecs()...)
}

func (g *Game) codec(name string) (record.Codec[State, Move], error) {
	codecs := g.codecs()
	names := make([]string, len(codecs))
	for i, c := range codecs {
		if c.Name == name {
			return c, nil
		}
		names[i] = c.Name
	}
	return record.Codec[State, Move]{}, fmt.Errorf("%s: no format %q: want one of %s", g.spec.About.Name, name, strings.Join(names, ", "))
}

// detect returns the format of data, or the first common format if it
// recognizes none.
func (g *Game) detect(data []byte) record.Codec[State, Move] {
	for _, c := range g.spec.Codecs {
		if c.Read != nil && c.Detect != nil && c.Detect(data) {
			return c
		}
	}
	return g.text.Codecs()[0]
}

// Records reads the games in data, at least one. format is the name of their
// notation. If it is empty Records detects the notation, with a transcript as
// the default. Errors state the place and the offence.
func (g *Game) Records(data []byte, format string) ([]Record, error) {
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
	boxed, err := c.Read(data)
	if err != nil {
		return nil, err
	}
	records := make([]Record, len(boxed))
	for i, r := range boxed {
		records[i] = Record{
			r.Heading, g.at(r.Start), g.text.WriteLine(r.Start, r.Moves), r.Notes,
			g.text.WriteVariations(r.Start, r.Moves, r.Variations),
		}
	}
	return records, nil
}

// WriteRecords writes records of the game in the named format. It fails for a
// game that the format cannot express, possibly after writing others.
func (g *Game) WriteRecords(w io.Writer, format string, records []Record) error {
	c, err := g.codec(format)
	if err != nil {
		return err
	}
	if c.Write == nil {
		return fmt.Errorf("%s: format %s is only read, not written", g.spec.About.Name, c.Name)
	}
	boxed := make([]record.Record[State, Move], len(records))
	for i, r := range records {
		moves, err := g.text.ReadLine(r.Start.state, r.Moves)
		if err != nil {
			return fmt.Errorf("game %d: %w", i+1, err)
		}
		variations, err := g.text.ReadVariations(r.Start.state, moves, r.Variations)
		if err != nil {
			return fmt.Errorf("game %d: %w", i+1, err)
		}
		boxed[i] = record.Record[State, Move]{
			Heading: r.Heading, Start: r.Start.state, Moves: moves, Notes: r.Notes, Variations: variations,
		}
	}
	return c.Write(w, boxed)
}
