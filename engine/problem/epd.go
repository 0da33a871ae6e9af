package problem

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/internal/reason"
)

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
