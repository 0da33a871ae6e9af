// Package problem reads files of positions with known results: one a line;
// blank lines and lines that begin with # are skipped. The position may be
// followed by its value, as a signed number; or, as in .obf files, by moves
// with their values, "; MOVE:+N; MOVE:-N"; and by a comment after "%", or in
// place of values after ";". Operations of the Extended Position Description may
// follow instead: "bm Qg6; id "WAC.001";".
package problem

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
)

// Problem is a position to solve, with what is known about it.
type Problem struct {
	Position *engine.Position // to be solved
	Expected *Expectation     // nil if no value is known
	Comment  string           // as written in the file
	Index    *int             // its index in a batch, from 0; nil for a single position
}

// Expectation is what is expected of a position: its value, the moves that achieve it, or
// both.
type Expectation struct {
	Value    float64  // for the side to move, in the unit of the game
	Unvalued bool     // Value is not known
	Best     []string // the best moves; none if they are not known
	Avoid    []string // bad moves
	WinIn    int      // the plies in which the side to move wins; 0 if not known
}

// Met reports whether r agrees with e. An analysis need not be solved to
// agree.
func (e *Expectation) Met(r *engine.Analysis) bool {
	l := r.Lines[0]
	wins := l.Value.Outcome > 0 && l.Value.Plies == e.WinIn
	if !e.Unvalued && l.Value.Number != e.Value || e.WinIn > 0 && !wins {
		return false
	}
	if l.Move == "" {
		return !e.Unvalued
	}
	named := func(m string) bool {
		text, err := r.Position.Rewrite(m)
		return err == nil && text == l.Move
	}
	return (len(e.Best) == 0 || slices.ContainsFunc(e.Best, named)) && !slices.ContainsFunc(e.Avoid, named)
}

// Refuted reports whether the proofs of an analysis contradict the value.
func (e *Expectation) Refuted(r *engine.Analysis) bool {
	if e.Unvalued {
		return false
	}
	v := r.Lines[0].Value
	sure := v.Reads(r.Proof)
	return sure&game.Lower != 0 && v.Number > e.Value || sure&game.Upper != 0 && v.Number < e.Value
}

// Document is the expectation of a position, and whether it was met: the part
// "expected" of an engine.Document.
type Document struct {
	Value json.Number `json:"value,omitempty"`  // for the side to move
	Best  []string    `json:"best"`             // the moves that solve it
	Avoid []string    `json:"avoid,omitempty"`  // moves that fail
	WinIn int         `json:"win_in,omitempty"` // plies; 0 if no distance is asked for
	Met   bool        `json:"met"`              // the answer meets the expectation
}

// Describe compares r with e and returns a Document; nil if e is nil.
func (e *Expectation) Describe(r *engine.Analysis) any {
	if e == nil {
		return nil
	}
	d := &Document{Best: append([]string{}, e.Best...), Avoid: e.Avoid, WinIn: e.WinIn, Met: e.Met(r)} // [] instead of null
	if !e.Unvalued {
		d.Value = engine.Value{Number: e.Value}.Decimal()
	}
	return d
}

// MaxLine bounds a line, in bytes.
const MaxLine = 1 << 20

// Read reads a file of positions of g. It fails at the first that cannot be read.
// Errors state the line and the offence.
func Read(g *engine.Game, in io.Reader) (problems []Problem, err error) {
	for p, err := range Each(g, in) {
		if err != nil {
			return nil, err
		}
		problems = append(problems, p)
	}
	return problems, nil
}

// Each reads the positions of a file in order. For a position that it cannot
// read it yields a *record.Fault and goes on; any other error is the last.
// Indices in the batch count the omitted positions too.
func Each(g *engine.Game, in io.Reader) iter.Seq2[Problem, error] {
	return func(yield func(Problem, error) bool) {
		index := 0
		err := Lines(in, func(line string, number int) error {
			p, err := parse(g, line)
			place := index
			p.Index = &place
			if index++; err != nil {
				err = &record.Fault{Game: index, Err: reason.Errorf("line %d: %w", number, err)}
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

// Lines passes the trimmed lines of a file of positions to take, with their
// numbers from 1, except for skipped lines. It stops at the first error of
// take, or names the line that it cannot read.
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
		return reason.Errorf("line %d: more than %d MiB", n, MaxLine>>20)
	case err != nil:
		return reason.Errorf("line %d: %w", n, err)
	}
	return nil
}

var signedNumber = regexp.MustCompile(`^[+-]?[0-9]+(\.[0-9]+)?$`)

// parse reads a line: a position, then nothing, a signed number, or "; MOVE:+N; MOVE:-N; …",
// and perhaps a comment after "%", or after ";" in place of values. If only the whole line is a
// position, all of it belongs to the position. A line that fits none of these may have
// operations.
func parse(g *engine.Game, line string) (Problem, error) {
	if text, rest, ok := strings.Cut(line, ";"); ok {
		if p, err := g.Parse(text); err == nil {
			scores, comment, _ := strings.Cut(rest, "%")
			scored, err := parseScores(p, scores)
			scored.Comment = cmp.Or(scored.Comment, strings.TrimSpace(comment))
			return scored, err
		}
	}
	text, comment, _ := strings.Cut(line, "%")
	if p, ok := parseValued(g, text); ok {
		p.Comment = strings.TrimSpace(comment)
		return p, nil
	}
	p, err := g.Parse(line)
	if err != nil {
		if p, err, ok := parseEPD(g, line); ok {
			return p, err
		}
	}
	return Problem{Position: p}, err
}

// parseValued reads a position, possibly followed by a signed number.
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

// parseScores reads the moves and values of an .obf line. "--" marks an unused
// slot. Text whose first part is not a move with a value is a comment.
func parseScores(p *engine.Position, text string) (Problem, error) {
	scored := Problem{Position: p}
	for i, part := range strings.Split(text, ";") {
		part = strings.TrimSpace(part)
		colon := strings.LastIndexByte(part, ':') // captures of Russian draughts contain colons, too
		move, number := part[:max(0, colon)], strings.TrimSpace(part[colon+1:])
		switch {
		case part == "" || move == "--":
		case colon < 0 || !signedNumber.MatchString(number):
			if i == 0 {
				return Problem{Position: p, Comment: strings.TrimSpace(text)}, nil
			}
			return scored, reason.Errorf("%q, want MOVE:VALUE", part)
		default:
			if _, err := p.Play(move); err != nil {
				return scored, err
			}
			value, _ := strconv.ParseFloat(number, 64)
			scored.Expected = scored.Expected.with(move, value)
		}
	}
	return scored, nil
}

// with returns the Expectation with one more move and its value; e is nil for
// the first.
func (e *Expectation) with(move string, value float64) *Expectation {
	switch {
	case e == nil || value > e.Value:
		return &Expectation{Value: value, Best: []string{move}}
	case value == e.Value:
		e.Best = append(e.Best, move)
	}
	return e
}
