// Package problem reads files of positions to work on, with what is known of
// them: one a line, blank lines and lines that begin with # skipped. Behind the
// position may stand its value, as a signed number; or, as in .obf files, moves
// with their values, "; MOVE:+N; MOVE:-N"; or a comment behind ";" or "%".
package problem

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/record"
)

// Problem is a position to work on, with what is known of it.
type Problem struct {
	Position *engine.Position
	Expected *Expectation // nil if nothing is expected
	Comment  string
	Index    *int // its place in a batch, from 0; nil for a position by itself
}

// Expectation is the value of a position and, where known, the moves that
// reach it.
type Expectation struct {
	Value float64
	Best  []string
}

// Met reports whether r agrees with e. An analysis that is not solved may agree
// too.
func (e *Expectation) Met(r *engine.Analysis) bool {
	l := r.Lines[0]
	if l.Value.Number != e.Value {
		return false
	}
	isBest := func(m string) bool { return strings.EqualFold(m, l.Move) }
	return len(e.Best) == 0 || l.Move == "" || slices.ContainsFunc(e.Best, isBest)
}

// Refuted reports whether what an analysis has proven contradicts the value.
func (e *Expectation) Refuted(r *engine.Analysis) bool {
	v := r.Lines[0].Value
	sure := v.Reads(r.Proof)
	return sure&game.Lower != 0 && v.Number > e.Value || sure&game.Upper != 0 && v.Number < e.Value
}

// Document is what a file said of a position, and whether it was met: the part
// "expected" of an engine.Document.
type Document struct {
	Value json.Number `json:"value"`
	Best  []string    `json:"best"`
	Met   bool        `json:"met"`
}

// Describe compares r with e, as a Document; nil if e is nil.
func (e *Expectation) Describe(r *engine.Analysis) any {
	if e == nil {
		return nil
	}
	best := append([]string{}, e.Best...) // [] in place of null
	return &Document{engine.Value{Number: e.Value}.Decimal(), best, e.Met(r)}
}

// MaxLine bounds a line, in bytes.
const MaxLine = 1 << 20

// Read reads a file of positions of g. It fails at the first that cannot be read;
// errors name the line and the offence.
func Read(g *engine.Game, in io.Reader) (problems []Problem, err error) {
	for p, err := range Each(g, in) {
		if err != nil {
			return nil, err
		}
		problems = append(problems, p)
	}
	return problems, nil
}

// Each reads the positions of a file one after the other. In place of one that it
// cannot read it returns a *record.Fault, and goes on; any other error is the last.
// The places in the batch count those that are left out, too.
func Each(g *engine.Game, in io.Reader) iter.Seq2[Problem, error] {
	return func(yield func(Problem, error) bool) {
		index := 0
		err := Lines(in, func(line string, number int) error {
			p, err := parse(g, line)
			place := index
			p.Index = &place
			if index++; err != nil {
				err = &record.Fault{Game: index, Err: fmt.Errorf("line %d: %w", number, err)}
			}
			if !yield(p, err) {
				return errEnough
			}
			return nil
		})
		if err != nil && !errors.Is(err, errEnough) {
			yield(Problem{}, err)
		}
	}
}

// errEnough ends the reading of lines.
var errEnough = errors.New("enough")

// Lines hands the lines of a file of positions to take, trimmed, with their numbers
// from 1, without those that are skipped. It ends with the first error of take, or
// with one that names the line that cannot be read.
func Lines(in io.Reader, take func(line string, number int) error) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, MaxLine)
	n := 1
	for ; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if err := take(line, n); err != nil {
			return err
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return fmt.Errorf("line %d: more than %d MiB", n, MaxLine>>20)
	case err != nil:
		return fmt.Errorf("line %d: %w", n, err)
	}
	return nil
}

var signedNumber = regexp.MustCompile(`^[+-]?[0-9]+(\.[0-9]+)?$`)

// parse reads a line: a position, then nothing, a signed number,
// "; MOVE:+N; MOVE:-N; …", or a comment after ";" or "%". What a game takes for
// a position as a whole has none of these, unless it is so without them too.
func parse(g *engine.Game, line string) (Problem, error) {
	if text, rest, ok := strings.Cut(line, ";"); ok {
		if p, err := g.Parse(text); err == nil {
			return parseScores(p, rest)
		}
	}
	text, comment, _ := strings.Cut(line, "%")
	if p, ok := parseValued(g, text); ok {
		p.Comment = strings.TrimSpace(comment)
		return p, nil
	}
	p, err := g.Parse(line)
	return Problem{Position: p}, err
}

// parseValued reads a position that a signed number may follow.
func parseValued(g *engine.Game, text string) (Problem, bool) {
	text = strings.TrimSpace(text)
	if space := strings.LastIndexAny(text, " \t"); space >= 0 && signedNumber.MatchString(text[space+1:]) {
		if p, err := g.Parse(text[:space]); err == nil {
			value, _ := strconv.ParseFloat(text[space+1:], 64)
			return Problem{Position: p, Expected: &Expectation{Value: value}}, true
		}
	}
	p, err := g.Parse(text)
	return Problem{Position: p}, err == nil
}

// parseScores reads the moves and values of an .obf line. "--" marks a slot
// that is not used. Text whose first part is no such pair is a comment.
func parseScores(p *engine.Position, text string) (Problem, error) {
	scored := Problem{Position: p}
	for i, part := range strings.Split(text, ";") {
		part = strings.TrimSpace(part)
		move, number, ok := strings.Cut(part, ":")
		switch {
		case part == "" || move == "--":
		case !ok || !signedNumber.MatchString(strings.TrimSpace(number)):
			if i == 0 {
				return Problem{Position: p, Comment: strings.TrimSpace(text)}, nil
			}
			return scored, fmt.Errorf("%q, want MOVE:VALUE", part)
		default:
			if _, err := p.Play(move); err != nil {
				return scored, err
			}
			value, _ := strconv.ParseFloat(strings.TrimSpace(number), 64)
			scored.Expected = scored.Expected.with(move, value)
		}
	}
	return scored, nil
}

// with returns the Expectation of a position in which a further move has a
// value; e is nil before the first.
func (e *Expectation) with(move string, value float64) *Expectation {
	switch {
	case e == nil || value > e.Value:
		return &Expectation{value, []string{move}}
	case value == e.Value:
		e.Best = append(e.Best, move)
	}
	return e
}
