package star

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/base64"
	"io"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/puzzle"
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

// Scripts finds games and puzzles by names that are their texts, compressed, so that an address can carry
// them. Its elements are the names of those to be listed.
type Scripts []string

// prefix begins the name of a text.
const prefix = "star:"

// Limits of texts with names, and of their check.
const (
	maxText    = 1 << 15 // bytes
	maxName    = 6000    // bytes: addresses and headers hold it
	checkTime  = time.Second
	checkGames = 20
)

var (
	errName = reason.New("the address of the game is damaged")
	errText = reason.Errorf("the text is too large for an address: want at most %d bytes, compressed to %d", maxText, maxName)
)

// Name returns the name of a text. It fails if the text is too large.
func Name(text []byte) (string, error) {
	var packed bytes.Buffer
	z, _ := flate.NewWriter(&packed, flate.BestCompression) // it fails only for levels that do not exist
	_, _ = z.Write(text)                                    // a buffer does not fail
	_ = z.Close()
	name := prefix + base64.RawURLEncoding.EncodeToString(packed.Bytes())
	if len(text) > maxText || len(name) > maxName {
		return "", errText
	}
	return name, nil
}

// Listed returns the names to be listed.
func (s Scripts) Listed() []string { return s }

// Is reports whether name is that of a text.
func (Scripts) Is(name string) bool { return strings.HasPrefix(name, prefix) }

// Text returns the text that a name contains.
func (Scripts) Text(name string) ([]byte, error) {
	packed, err := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(name, prefix))
	if err != nil || len(name) > maxName {
		return nil, errName
	}
	text, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), maxText+1))
	if err != nil || len(text) > maxText {
		return nil, errName
	}
	return text, nil
}

// open reads the game or puzzle with a name. From the end of ctx on its functions fail.
func (s Scripts) open(ctx context.Context, name string, bounded bool) (*File, error) {
	text, err := s.Text(name)
	if err != nil {
		return nil, err
	}
	f, err := read(ctx, "game.star", text, func(string) {}, func() {})
	if err == nil {
		f.called, f.bounded = name, bounded
	}
	return f, err
}

// Find returns the game with a name, for searches of any length.
func (s Scripts) Find(name string) (*engine.Game, error) {
	f, err := s.open(context.Background(), name, false)
	if err != nil {
		return nil, err
	}
	return f.Game()
}

// Open returns the game or the puzzle with a name; the other is nil. From the end of ctx on its functions
// fail with the cause of that.
func (s Scripts) Open(ctx context.Context, name string) (g *engine.Game, p *puzzle.Puzzle, err error) {
	f, err := s.open(ctx, name, true)
	switch {
	case err != nil:
	case f.Puzzles():
		p, err = f.Puzzle()
	default:
		g, err = f.Game()
	}
	return g, p, err
}

// Check checks the laws of a text for a second or so. It returns the name of the game or puzzle, and what
// may be a mistake.
func (s Scripts) Check(ctx context.Context, text string) (name string, puzzles bool, notes []error, err error) {
	if name, err = Name([]byte(text)); err != nil {
		return "", false, nil, err
	}
	f, err := s.open(ctx, name, true)
	if err != nil {
		return "", false, nil, err
	}
	r := f.Check(checkGames, checkTime, rand.New(rand.NewPCG(1, 0)))
	return name, f.Puzzles(), r.Notes, r.Broken
}

// Templates returns texts to begin with, by their names.
func (Scripts) Templates() map[string]string {
	all := map[string]string{}
	for _, name := range Templates() {
		all[name] = string(Template(name))
	}
	return all
}
