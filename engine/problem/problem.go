// Package problem reads files of positions with known results: one a line; blank lines and lines
// that begin with # are skipped. The position may be followed by its value, as a signed number; or,
// as in .obf files, by moves with their values, "; MOVE:+N; MOVE:-N"; and by a comment after "%",
// or in place of values after ";". Operations of the Extended Position Description may follow
// instead: "bm Qg6; id "WAC.001";".
package problem

import (
	"cmp"
	"encoding/json"
	"io"
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

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

// Expectation is what is expected of a position: its value, the moves that achieve it, or both.
type Expectation struct {
	Value    float64  // for the side to move, in the unit of the game
	Unvalued bool     // Value is not known
	Best     []string // the best moves; none if they are not known
	Avoid    []string // bad moves
	WinIn    int      // the plies in which the side to move wins; 0 if not known
}

// Met reports whether r agrees with e. An analysis need not be solved to agree.
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
	next := 0
	return record.ReadLines(in, "#", func(line string) (Problem, error) {
		index := next
		next++
		p, err := parse(g, line)
		p.Index = &index
		return p, err
	})
}

var signedNumber = regexp.MustCompile(`^[+-]?[0-9]+(\.[0-9]+)?$`)

// parse reads a line: a position, then nothing, a signed number, or "; MOVE:+N; MOVE:-N; …", and
// perhaps a comment after "%", or after ";" in place of values. If only the whole line is a
// position, all of it belongs to the position. A line that fits none of these may have operations.
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

// with returns the Expectation with one more move and its value; e is nil for the first.
func (e *Expectation) with(move string, value float64) *Expectation {
	switch {
	case e == nil || value > e.Value:
		return &Expectation{Value: value, Best: []string{move}}
	case value == e.Value:
		e.Best = append(e.Best, move)
	}
	return e
}

// An operation of the Extended Position Description (S. J. Edwards, PGN standard, section 16.2)
// has a name, operands and a semicolon. first finds the first operation after a position, whole
// and operand take an operation apart.
type patterns struct{ first, whole, operand *regexp.Regexp }

var epd = sync.OnceValue(func() patterns {
	return patterns{
		regexp.MustCompile(`\s(?:ac[dns]|[abps]m|c[0-9]|ce|dm|eco|fmvn|hmvc|id|nic|noop|pv|rc|resign|t[cr]\S*|v[0-9]|D[0-9]+)\s`),
		regexp.MustCompile(`^\s*([A-Za-z]\w*)((?:\s+(?:"[^"]*"|[^\s;"]+))*)\s*(?:;|$)`),
		regexp.MustCompile(`"[^"]*"|[^\s;"]+`),
	}
})

// parseEPD reads a position with operations after it, and skips operations other than these:
// bm (best moves), am (moves to avoid), dm (moves to mate), hmvc and fmvn (the counters of a
// FEN), id and c0 to c9 (comments). ok is false if the line has no operations.
func parseEPD(g *engine.Game, line string) (_ Problem, err error, ok bool) {
	at := epd().first.FindStringIndex(line)
	if at == nil {
		return Problem{}, nil, false
	}
	text, rest := line[:at[0]], line[at[0]:]
	var comments []string
	operands := map[string][]string{}
	for strings.TrimSpace(rest) != "" {
		found := epd().whole.FindStringSubmatchIndex(rest)
		if found == nil {
			return Problem{}, reason.Errorf("%q, want NAME OPERANDS;", strings.TrimSpace(rest)), true
		}
		name, values := rest[found[2]:found[3]], epd().operand.FindAllString(rest[found[4]:found[5]], -1)
		rest = rest[found[1]:]
		for i, v := range values {
			values[i] = strings.Trim(v, `"`)
		}
		if name == "id" || name[0] == 'c' && len(name) == 2 && name != "ce" {
			comments = append(comments, strings.Join(values, " "))
		}
		operands[name] = values
	}
	count := func(name, missing string) string {
		if v := operands[name]; len(v) == 1 {
			return v[0]
		}
		return missing
	}
	p, err := g.Parse(text + " " + count("hmvc", "0") + " " + count("fmvn", "1"))
	if err != nil {
		if p, err = g.Parse(text); err != nil {
			return Problem{}, err, true
		}
	}
	e, err := expectation(p, operands)
	return Problem{Position: p, Expected: e, Comment: strings.Join(comments, "; ")}, err, true
}

// expectation returns what the operations say about p, or nil if they name no move and no mate.
func expectation(p *engine.Position, operands map[string][]string) (*Expectation, error) {
	e := &Expectation{Unvalued: true}
	var err error
	if e.Best, err = rewrite(p, operands["bm"]); err != nil {
		return nil, err
	}
	if e.Avoid, err = rewrite(p, operands["am"]); err != nil {
		return nil, err
	}
	if dm := operands["dm"]; len(dm) == 1 {
		moves, err := strconv.ParseUint(dm[0], 10, 16)
		if err != nil || moves == 0 {
			return nil, reason.Errorf("dm %s, want the number of moves to mate", dm[0])
		}
		e.WinIn = int(2*moves - 1)
	}
	if len(e.Best) == 0 && len(e.Avoid) == 0 && e.WinIn == 0 {
		return nil, nil
	}
	return e, nil
}

// rewrite returns moves of p as the game writes them.
func rewrite(p *engine.Position, moves []string) (out []string, err error) {
	for _, m := range moves {
		text, err := p.Rewrite(m)
		if err != nil {
			return nil, err
		}
		out = append(out, text)
	}
	return out, nil
}
