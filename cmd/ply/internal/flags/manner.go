package flags

import (
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/search"
)

// Manner say how the engine plays, its strength apart.
type Manner struct {
	Random, Loss, Slip float64
	Seed               uint64
	Opening            string
	Clock              string
	Ponder             bool
	Book               string // a file
}

// AddClock adds the flags of a game that takes its time.
func (f *Manner) AddClock(c *cobra.Command) {
	flags := c.Flags()
	flags.StringVar(&f.Clock, "clock", "", "the engine's time for the whole game, `TIME[+INCREMENT]`, such as 5m+2s")
	flags.BoolVar(&f.Ponder, "ponder", false, "let the engine think on your time")
}

// addChoice adds the flags on the choice of moves.
func (f *Manner) addChoice(c *cobra.Command) {
	flags := c.Flags()
	flags.Float64Var(&f.Random, "random", 0, "add a normal error of so many `units` to the value of each move")
	flags.Float64Var(&f.Loss, "loss", 0, "play any move that loses at most so many `units`, at random")
	flags.Float64Var(&f.Slip, "slip", 0, "make this `share` of the moves, 0 to 1, without looking: any legal one")
	flags.Uint64Var(&f.Seed, "seed", 1, "choose what is random by this `number`")
	flags.StringVar(&f.Opening, "opening", "", "`moves`, or the name of an opening, that the engine plays as long as the game follows them")
	AddBook(c, &f.Book)
}

// AddBook adds the flag of an opening book.
func AddBook(c *cobra.Command, path *string) {
	c.Flags().StringVar(path, "book", "", "`FILE` of an opening book to play from")
}

// player returns e as the flags say that it plays g, but for its limits.
func (f *Manner) player(g *engine.Game, e engine.Engine) (*engine.Player, error) {
	for _, x := range []float64{f.Random, f.Loss} {
		if x < 0 || math.IsInf(x, 0) || math.IsNaN(x) {
			return nil, TooLittle("--random, --loss", x, 0)
		}
	}
	if !(f.Slip >= 0 && f.Slip <= 1) {
		return nil, Outside("--slip", f.Slip, 0, 1)
	}
	opening, err := readOpening(g, f.Opening)
	if err != nil {
		return nil, exit.Invalid(reason.Errorf("--opening: %w", err))
	}
	return &engine.Player{
		Engine: e, Opening: opening,
		Choice: engine.Choice{Loss: f.Loss, Random: f.Random, Slip: f.Slip}, Rand: rand.New(rand.NewPCG(f.Seed, 0)),
	}, nil
}

// Clocks returns those of both sides; nil if there are none.
func (f *Manner) Clocks() (c [2]*search.Clock, err error) {
	if f.Clock == "" {
		return c, nil
	}
	for side := range c {
		given, err := ParseClock(f.Clock)
		if err != nil {
			return c, exit.Usage(reason.Errorf("--clock: %w", err))
		}
		c[side] = &given
	}
	return c, nil
}

// readOpening returns the move of each position on the way through an opening,
// which is its name or its moves.
func readOpening(g *engine.Game, text string) (map[string]string, error) {
	if text == "" {
		return nil, nil
	}
	records, err := g.Records([]byte(text), "transcript")
	if err != nil {
		if records, err = namedOpening(g, text, err); err != nil {
			return nil, err
		}
	}
	positions, err := records[0].Positions()
	if err != nil {
		return nil, err
	}
	next := map[string]string{}
	for i, m := range records[0].Moves {
		next[positions[i].String()] = m
	}
	return next, nil
}

// numbered is the name of a numbered opening, such as "ballot 17".
var numbered = regexp.MustCompile(`^\s*[A-Za-z]{2,}\s+[0-9]+\s*$`)

// namedOpening returns the moves of the opening that text names. Other text with a
// digit looks like moves; it gets the error of reading text as moves, as does any text
// in a game without names.
func namedOpening(g *engine.Game, text string, asMoves error) ([]engine.Record, error) {
	if len(g.Openings()) == 0 || strings.ContainsAny(text, "0123456789") && !numbered.MatchString(text) {
		return nil, asMoves
	}
	o, err := workshop.FindOpening(g, text)
	if err != nil {
		return nil, err
	}
	return []engine.Record{{Start: g.Start(), Moves: o.Moves}}, nil
}

// ParseClock reads TIME or TIME+INCREMENT.
func ParseClock(text string) (search.Clock, error) {
	left, increment, added := strings.Cut(text, "+")
	var c search.Clock
	var err error
	if c.Left, err = time.ParseDuration(left); err == nil && added {
		c.Increment, err = time.ParseDuration(increment)
	}
	if err != nil || c.Left <= 0 || c.Increment < 0 {
		return c, words.Tell("refused.clock", "value", strconv.Quote(text))
	}
	return c, nil
}

// OpenBook lets e play from the book in a file, if one is named, which is to be
// closed in the end.
func OpenBook(g *engine.Game, e engine.Engine, path string) (engine.Engine, func(), error) {
	if path == "" {
		return e, func() {}, nil
	}
	b, err := g.OpenBook(path)
	if err != nil {
		return nil, nil, exit.Invalid(err)
	}
	return engine.WithBook(e, b), func() { b.Close() }, nil
}
