package cli

import (
	"cmp"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/textbookengine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search"
)

// Manner are the flags that say how the engine chooses moves, apart from its strength.
type Manner struct {
	Random float64 `flag:"random" help:"add normally distributed noise to the value of each move, its standard deviation in {units}"`
	Loss   float64 `flag:"loss" help:"choose at random among the moves that lose at most this many {units}"`
	engine.Sight
	Seed    uint64 `flag:"seed" help:"seed of random choices, a {number}"`
	Opening string `flag:"opening" help:"{moves} or name of an opening that the engine plays while the game follows it"`
	Clock   string `flag:"clock" help:"the engine's time for the whole game, {TIME[+INCREMENT]}, such as 5m+2s"`
	Ponder  bool   `flag:"ponder" help:"let the engine think on your time"`
	Book    string // a file
}

// AddClock adds the flags of games with a clock.
func (f *Manner) AddClock(c *cobra.Command) { Bind(c, f, "clock", "ponder") }

// AddBook adds the flag of an opening book.
func AddBook(c *cobra.Command, path *string) {
	c.Flags().StringVar(path, "book", "", "opening book, a `FILE`, to play from")
}

// player returns a player of g that uses e with the manner of the flags, without limits.
func (f *Manner) player(g *engine.Game, e engine.Engine) (*engine.Player, error) {
	if err := cmp.Or(
		AtLeast("--random, --loss", f.Random, 0), AtLeast("--random, --loss", f.Loss, 0),
		Within("--sight", f.Plies, 0, 5), AtLeast("--error", f.Error, 0),
	); err != nil {
		return nil, err
	}
	if !(f.Overlook >= 0 && f.Overlook <= 1) {
		return nil, Outside("--overlook", f.Overlook, 0, 1)
	}
	opening, err := readOpening(g, f.Opening)
	if err != nil {
		return nil, Invalid(reason.Errorf("--opening: %w", err))
	}
	return &engine.Player{
		Engine: e, Opening: opening,
		Sight: f.Sight, Choice: engine.Choice{Loss: f.Loss, Random: f.Random}, Rand: rand.New(rand.NewPCG(f.Seed, 0)),
	}, nil
}

// Clocks returns the clocks of both sides, nil without --clock.
func (f *Manner) Clocks() (c [2]*search.Clock, err error) {
	if f.Clock == "" {
		return c, nil
	}
	for side := range c {
		given, err := ParseClock(f.Clock)
		if err != nil {
			return c, Usage(reason.Errorf("--clock: %w", err))
		}
		c[side] = &given
	}
	return c, nil
}

// readOpening returns the next move for each position of an opening, given by its
// name or its moves.
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

// numbered matches the name of a numbered opening, such as "ballot 17".
var numbered = regexp.MustCompile(`^\s*[A-Za-z]{2,}\s+[0-9]+\s*$`)

// namedOpening returns the moves of the opening named text. It returns asMoves if text
// looks like moves, with a digit, or if the game has no named openings.
func namedOpening(g *engine.Game, text string, asMoves error) ([]engine.Record, error) {
	if !g.HasOpenings() || strings.ContainsAny(text, "0123456789") && !numbered.MatchString(text) {
		return nil, asMoves
	}
	o, err := workshop.FindOpening(g, text)
	if err != nil {
		return nil, err
	}
	return []engine.Record{{Start: g.Start(), Moves: o.Moves}}, nil
}

// ParseClock parses TIME or TIME+INCREMENT.
func ParseClock(text string) (search.Clock, error) {
	left, increment, added := strings.Cut(text, "+")
	var c search.Clock
	var err error
	if c.Left, err = time.ParseDuration(left); err == nil && added {
		c.Increment, err = time.ParseDuration(increment)
	}
	if err != nil || c.Left <= 0 || c.Increment < 0 {
		return c, reason.Errorf("%q, want TIME or TIME+INCREMENT, such as 5m+2s", text)
	}
	return c, nil
}

// OpenBook returns e playing from the book at path, and a function that closes the
// book. If path is empty it returns e itself.
func OpenBook(g *engine.Game, e engine.Engine, path string) (engine.Engine, func(), error) {
	if path == "" {
		return e, func() {}, nil
	}
	b, err := g.OpenBook(path)
	if err != nil {
		return nil, nil, Invalid(err)
	}
	return engine.WithBook(e, b), func() { b.Close() }, nil
}

// NoEndgames is the folder name that disables endgame databases.
const NoEndgames = "none"

// EndgamesFolder returns the folder of endgame databases: the named one, "" for NoEndgames, or by
// default a folder in the user's cache. It is also "" if the user has no cache.
func EndgamesFolder(named string) string {
	cache := Folder("")
	switch {
	case named == NoEndgames, named == "" && cache == "":
		return ""
	case named == "":
		return filepath.Join(cache, "endgames")
	}
	return named
}

// The production algorithms; all others come from the textbook.
const (
	Search = "search" // the engine's search
	Proof  = "dfpn"   // proof-number search, for outcomes alone
	Sample = "mcts"   // Monte Carlo tree search
)

// Algorithms returns the names of all algorithms.
func Algorithms() []string { return append(textbookengine.Names(), Search, Proof, Sample) }

// Plays reports whether the game's own engine runs the algorithm in games.
func Plays(name string) bool { return name == Search || name == Sample }

// IsTextbook reports whether the textbook has the algorithm.
func IsTextbook(name string) bool { return slices.Contains(textbookengine.Names(), name) }

// Engine returns an engine for g that searches with the chosen algorithm.
func (f *Limits) Engine(g *engine.Game, o engine.Options) (engine.Engine, error) {
	switch {
	case g.Chance() && f.Algorithm != Search && f.Algorithm != Sample:
		return nil, Usage(reason.Errorf("--algo: %w", engine.ErrChance))
	case g.Chance() && f.Depth > 0:
		return nil, withoutThat("--depth", Sample)
	case IsTextbook(f.Algorithm):
		return textbookengine.Named(f.Algorithm), nil
	}
	return g.NewEngine(o), nil
}

// CheckAlgorithm refuses flags that the chosen algorithm does not support.
func (f *Limits) CheckAlgorithm() error {
	switch {
	case f.Algorithm == Proof:
		return f.refuse("--threads", "--multipv", "--depth")
	case IsTextbook(f.Algorithm):
		return f.refuse("--threads", "--multipv", "--tt", "--without")
	case f.Algorithm == Sample:
		return f.refuse("--depth", "--without")
	}
	return nil
}

// refuse returns an error if one of the given flags is set.
func (f *Limits) refuse(flags ...string) error {
	set := map[string]bool{
		"--threads": f.Threads > 1, "--multipv": f.MultiPV > 1, "--tt": f.Table != "",
		"--without": f.Without != "", "--depth": f.Depth > 0,
	}
	for _, flag := range flags {
		if set[flag] {
			return withoutThat(flag, f.Algorithm)
		}
	}
	return nil
}

// Player are the flags of commands in which the engine plays.
type Player struct {
	Limits
	Manner
	Opponent string `flag:"opponent" help:"play like the opponent with this {name}; 'ply games GAME --opponents' lists them"`
}

// Add adds the flags to a command, except those of Manner.AddClock.
func (f *Player) Add(c *cobra.Command) {
	f.Limits.Add(c)
	f.AddStrength(c)
	f.Seed = 1
	Bind(c, &f.Manner, "random", "loss", "sight", "overlook", "error", "seed", "opening")
	AddBook(c, &f.Book)
	Bind(c, f, "opponent")
}

// become sets the strength of the opponent that --opponent names, if any.
func (f *Player) become(g *engine.Game) error {
	if f.Opponent == "" {
		return nil
	}
	if f.Level > 0 || f.Depth > 0 || f.Confidence > 0 || f.Random > 0 || f.Loss > 0 || f.Plies > 0 || f.Algorithm != Search {
		return Usage(reason.New("--opponent sets the strength: want no --level, --depth, --confidence, --random, --loss, --sight or --algo"))
	}
	o, err := workshop.OpponentsOf(g).Find(f.Opponent)
	if err != nil {
		return Usage(reason.Errorf("--opponent: %w", err))
	}
	f.Sight, f.Level, f.Random = o.Sight, o.Level, o.Random
	return nil
}

// New returns the player of g that the flags describe. Without a limit it thinks for
// the usual time over each move.
func (f *Player) New(g *engine.Game, usual time.Duration) (*engine.Player, error) {
	its := *f // an opponent must not change the flags themselves
	f = &its
	if err := f.become(g); err != nil {
		return nil, err
	}
	if f.Clock != "" {
		usual = 0
	}
	options, q, c, err := f.Search(usual)
	if err := cmp.Or(err, f.CheckAlgorithm()); err != nil {
		return nil, err
	}
	if err := f.LoadNetwork(g, &options); err != nil {
		return nil, err
	}
	e, err := f.Engine(g, options)
	if err != nil {
		return nil, err
	}
	pl, err := f.player(g, e)
	if err != nil {
		return nil, err
	}
	pl.Query, pl.Control, pl.Level = q, c, f.Level
	return pl, nil
}
