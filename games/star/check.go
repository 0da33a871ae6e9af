package star

import (
	"math/rand/v2"
	"time"

	"github.com/plywood-go/plywood/internal/reason"
)

// A Report says what a check of a file has found.
type Report struct {
	Games, Positions int     // that were played
	Notes            []error // what may be a mistake
	Broken           error   // the first law that does not hold, with its line; nil if all do
}

// longest is how many moves of a game are checked.
const longest = 1000

// Check plays games at random and checks the laws: all functions return what they should, of every
// position; they change nothing; texts of positions and moves can be read back; each position
// without result has moves, none of them twice; a lower bound never falls by more than a move costs.
// It plays fewer games if a positive time is over.
func (f *File) Check(games int, longest time.Duration, random *rand.Rand) (r Report) {
	c := checker{rules: rules{f}, random: random, report: &r}
	for began := time.Now(); r.Games < games && r.Broken == nil; r.Games++ {
		if r.Games > 0 && longest > 0 && time.Since(began) > longest {
			return r
		}
		r.Broken = c.play()
		if fault := f.Fault(); fault != nil { // the cause of what follows
			r.Broken = fault
		}
	}
	return r
}

type checker struct {
	rules
	random *rand.Rand
	report *Report
	alien  *choice // of an earlier position; nil after its use
	warned bool    // of a long game
}

// play checks the positions of a game.
func (c *checker) play() error {
	s := c.Start()
	for range longest {
		p, moves := c.listed(&s)
		c.report.Positions++
		if err := c.check(&s, p, moves); err != nil || len(moves) == 0 {
			return err
		}
		c.trespass(p, moves)
		m := moves[c.random.IntN(len(moves))]
		if c.report.Positions == 1 {
			c.alien = &m
		}
		var next state
		c.Play(&next, &s, m.move)
		if r := (solitaire{c.rules, !c.has("estimate")}); r.Estimate(&s) > r.Cost(&s, m.move)+r.Estimate(&next) {
			return c.at("estimate", reason.Errorf("estimate(…) falls by more than a move costs, from %s to %s", s.text, next.text))
		}
		s = next
	}
	if !c.Puzzles() && !c.warned {
		c.warned = true
		c.report.Notes = append(c.report.Notes, reason.Errorf("a game goes on after %d moves: does it always end?", longest))
	}
	return nil
}

// check checks one position.
func (c *checker) check(s *state, p *position, moves []choice) error {
	if again, err := c.ParsePosition(s.text); err != nil || again != *s {
		return c.at("start", reason.Errorf("the position %s is read back as %s", s.text, again.text))
	}
	c.Draw(s)
	if c.has("evaluate") && !p.status.Over() {
		c.Evaluate(s)
	}
	if c.has("evaluate2") && !p.status.Over() {
		rival{c.rules}.Evaluate(s)
	}
	if c.board != nil {
		c.pieces(s)
	}
	c.Chances(s, nil)
	labels, err := p.labels()
	if err == nil {
		err = c.crossed(s, moves, labels)
	}
	for i := 0; i < len(labels) && err == nil && c.has("parse"); i++ {
		var m move
		if m, err = c.parsed(labels[i]); err == nil && m != moves[i].move {
			err = c.at("parse", reason.Errorf("parse(%q) returns %.60s, but it is the text of %s", labels[i], m, moves[i].move))
		}
	}
	return err
}

// trespass plays a move of another position where it is not legal.
func (c *checker) trespass(p *position, moves []choice) {
	if c.alien == nil || index(moves, c.alien.move) >= 0 {
		return
	}
	if v, err := c.call("play", p.value, c.alien.value); err == nil {
		c.report.Notes = append(c.report.Notes, c.at("play",
			reason.Errorf("play(s, m) for a move that moves(s) did not return gives %s; no command asks for it", brief(v))))
	}
	c.alien = nil
}
