package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/engine"
)

// problem is a position to work on, with what is known of it.
type problem struct {
	position engine.Position
	expected *expectation // nil if nothing is expected
	comment  string
	index    *int // its place in a batch; nil for a position by itself
}

// expectation is the value of a position and, where known, the moves that
// reach it.
type expectation struct {
	value float64
	best  []string
}

// met reports whether an analysis agrees. One that is not solved may still
// agree; the exit code tells the difference.
func (e *expectation) met(r *engine.Analysis) bool {
	l := r.Lines[0]
	if l.Value.Number != e.value {
		return false
	}
	isBest := func(m string) bool { return strings.EqualFold(m, l.Move) }
	return len(e.best) == 0 || l.Move == "" || slices.ContainsFunc(e.best, isBest)
}

// describe makes the part of a document that compares; nil of nil.
func (e *expectation) describe(r *engine.Analysis) any {
	if e == nil {
		return nil
	}
	return &expectJSON{engine.Value{Number: e.value}.Decimal(), notNil(e.best), e.met(r)}
}

// difference says how an analysis differs from what was expected.
func (p *problem) difference(r *engine.Analysis) string {
	by := ""
	if len(p.expected.best) > 0 {
		by = " by " + strings.Join(p.expected.best, " or ")
	}
	l := r.Lines[0]
	return fmt.Sprintf("position %d (%s): expected %+g%s, got %s by %s",
		*p.index, p.position, p.expected.value, by, amount(l.Value), l.Move)
}

// sourceFlags are the flags that say which positions to work on.
type sourceFlags struct {
	file  string
	moves string
}

func (f *sourceFlags) add(c *cobra.Command) {
	c.Flags().StringVar(&f.moves, "moves", "", "`moves` to play from the position first")
}

// problems returns what the arguments and flags name. Nothing is worked on
// before all of it is found valid.
func (a *app) problems(ctx context.Context, g engine.Game, args []string, f *workFlags) ([]problem, error) {
	file := f.file
	if file == "" && len(args) == 1 && args[0] == "-" {
		file, args = "-", nil
	}
	if file == "" {
		if f.expect {
			return nil, usage(fmt.Errorf("--expect needs a file of positions: -f FILE or -"))
		}
		p, err := parsePosition(g, args, f.moves)
		return []problem{{position: p}}, err
	}
	if len(args) > 0 || f.moves != "" {
		return nil, usage(fmt.Errorf("a file of positions excludes POSITION and --moves"))
	}
	problems, err := a.readFile(ctx, g, file)
	if err != nil || !f.expect {
		return problems, err
	}
	return problems, checkExpectations(file, problems)
}

func checkExpectations(file string, problems []problem) error {
	for i, p := range problems {
		if p.expected == nil {
			return invalid(fmt.Errorf("%s: position %d has no expected value", file, i))
		}
	}
	return nil
}

// parsePosition reads a position given as arguments, which are joined by
// spaces, and plays moves from it.
func parsePosition(g engine.Game, args []string, moves string) (engine.Position, error) {
	text := strings.Join(args, " ")
	if len(args) == 0 {
		text = "startpos"
	}
	p, err := g.Parse(text)
	if err == nil && moves != "" {
		p, err = p.PlayAll(moves)
	}
	if err != nil {
		return nil, invalid(err)
	}
	return p, nil
}

func (a *app) readFile(ctx context.Context, g engine.Game, name string) ([]problem, error) {
	in, err := a.open(ctx, name)
	if err != nil {
		return nil, invalid(err)
	}
	defer in.Close()
	problems, err := parseProblems(g, in)
	if err != nil {
		return nil, invalid(fmt.Errorf("%s: %w", sourceName(name), err))
	}
	return problems, nil
}

func parseProblems(g engine.Game, in io.Reader) ([]problem, error) {
	var problems []problem
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxLine)
	n := 1
	for ; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		p, err := parseProblem(g, line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		index := len(problems)
		p.index = &index
		problems = append(problems, p)
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, fmt.Errorf("line %d: more than %d MiB", n, maxLine>>20)
	case err != nil:
		return nil, fmt.Errorf("line %d: %w", n, err)
	}
	return problems, nil
}

var signedNumber = regexp.MustCompile(`^[+-]?[0-9]+(\.[0-9]+)?$`)

// parseProblem reads a line: a position, then nothing, a signed number,
// "; MOVE:+N; MOVE:-N; …", or a comment after ";" or "%". What a game takes for
// a position as a whole has none of these, unless it is so without them too.
func parseProblem(g engine.Game, line string) (problem, error) {
	if text, rest, ok := strings.Cut(line, ";"); ok {
		if p, err := g.Parse(text); err == nil {
			return parseScores(p, rest)
		}
	}
	text, comment, _ := strings.Cut(line, "%")
	if p, ok := parseValued(g, text); ok {
		p.comment = strings.TrimSpace(comment)
		return p, nil
	}
	p, err := g.Parse(line)
	return problem{position: p}, err
}

// parseValued reads a position that a signed number may follow.
func parseValued(g engine.Game, text string) (problem, bool) {
	text = strings.TrimSpace(text)
	if space := strings.LastIndexAny(text, " \t"); space >= 0 && signedNumber.MatchString(text[space+1:]) {
		if p, err := g.Parse(text[:space]); err == nil {
			value, _ := strconv.ParseFloat(text[space+1:], 64)
			return problem{position: p, expected: &expectation{value: value}}, true
		}
	}
	p, err := g.Parse(text)
	return problem{position: p}, err == nil
}

// parseScores reads the moves and values of an .obf line. "--" marks a slot
// that is not used. Text whose first part is no such pair is a comment.
func parseScores(p engine.Position, text string) (problem, error) {
	scored := problem{position: p}
	for i, part := range strings.Split(text, ";") {
		part = strings.TrimSpace(part)
		move, number, ok := strings.Cut(part, ":")
		switch {
		case part == "" || move == "--":
		case !ok || !signedNumber.MatchString(strings.TrimSpace(number)):
			if i == 0 {
				return problem{position: p, comment: strings.TrimSpace(text)}, nil
			}
			return scored, fmt.Errorf("%q, want MOVE:VALUE", part)
		default:
			if _, err := p.Play(move); err != nil {
				return scored, err
			}
			value, _ := strconv.ParseFloat(strings.TrimSpace(number), 64)
			scored.expected = scored.expected.with(move, value)
		}
	}
	return scored, nil
}

// with returns the expectation of a position in which a further move has a
// value; e is nil before the first.
func (e *expectation) with(move string, value float64) *expectation {
	switch {
	case e == nil || value > e.value:
		return &expectation{value, []string{move}}
	case value == e.value:
		e.best = append(e.best, move)
	}
	return e
}
