package cli

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/internal/memory"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/network"
)

// Limits are the flags that bound a search and choose its algorithm.
type Limits struct {
	engine.Request
	Time      time.Duration `flag:"time" help:"stop after this {time}, such as 5s"`
	Threads   int           `flag:"threads" help:"search on this many {cores}"`
	Table     string        `flag:"tt" help:"{size} of the transposition table, such as 256MiB"`
	Algorithm string        `flag:"algo" help:"{name} of the algorithm"`
	Without   string        `flag:"without" help:"switch off {features} of the search, such as tt,lmr or selective"`
	Endgames  string        `flag:"endgames" help:"{folder} of the endgame databases instead of the usual one; none disables them"` // see EndgamesFolder
	Network   string        `flag:"network" help:"evaluate by the network in this {file}, which 'ply train GAME --network' made"`
}

// Add adds the flags to a command, except those of AddStrength.
func (f *Limits) Add(c *cobra.Command) {
	f.Threads, f.MultiPV, f.Algorithm = 1, 1, Search
	Bind(c, f, "depth", "nodes", "time", "threads", "tt", "multipv", "algo", "without", "endgames", "network")
	c.Flags().Lookup("algo").Usage += ": " + strings.Join(Algorithms(), ", ")
}

// AddStrength adds the flags that ask for a strength of play instead of a cost.
func (f *Limits) AddStrength(c *cobra.Command) { Bind(c, f, "level", "confidence") }

// MaxThreads is the largest number of threads that a command line may ask for.
const MaxThreads = 1024

// options returns the engine options that the flags set.
func (f *Limits) options() (o engine.Options, err error) {
	if err := Within("--threads", f.Threads, 1, MaxThreads); err != nil {
		return o, err
	}
	o.Threads, o.Endgames = f.Threads, EndgamesFolder(f.Endgames)
	if o.Without, err = search.ParseFeatures(f.Without); err != nil {
		return o, Usage(reason.Errorf("--without: %w", err))
	}
	if o.TableBytes, err = Size("--tt", f.Table); err != nil {
		return o, err
	}
	if !slices.Contains(Algorithms(), f.Algorithm) {
		return o, NotAmong("--algo", f.Algorithm, Algorithms()...)
	}
	o.Sample = f.Algorithm == Sample
	return o, nil
}

// LoadNetwork puts the network of --network into o. It fails unless the network belongs to g.
func (f *Limits) LoadNetwork(g *engine.Game, o *engine.Options) error {
	if f.Network == "" {
		return nil
	}
	fits, ok := engine.Offered[workshop.Network](g)
	if !ok {
		return Usage(reason.Errorf("--network: %s has none", g.About().Name))
	}
	data, err := memory.ReadFile(f.Network, workshop.MaxFile)
	if err != nil {
		return Usage(reason.Errorf("--network: %w", err))
	}
	n, err := network.Parse(data)
	if err == nil {
		err = fits(n)
	}
	if err != nil {
		return Invalid(reason.Errorf("%s: %w", f.Network, err))
	}
	o.Network = n
	return nil
}

// Bounded reports whether the flags limit a search.
func (f *Limits) Bounded() bool { return f.Depth > 0 || f.Nodes > 0 || f.Time > 0 }

// checkStrength refuses values out of range and flags that contradict each other.
func (f *Limits) checkStrength() error {
	switch {
	case f.Level < 0 || f.Level > engine.MaxLevel:
		return Outside("--level", f.Level, 1, engine.MaxLevel)
	case f.Confidence < 0 || f.Confidence > 100:
		return Outside("--confidence", f.Confidence, 1, 100)
	case f.Level > 0 && f.Depth > 0:
		return Rivals("--level", "--depth")
	case f.Level > 0 && f.Confidence > 0:
		return Rivals("--level", "--confidence")
	case (f.Level > 0 || f.Confidence > 0) && f.Algorithm != Search:
		return withoutThat("--level, --confidence", f.Algorithm)
	}
	return nil
}

// Search returns the options, query and control of one search, without the level and the network.
// If no flag limits the search, it lasts the usual time.
func (f *Limits) Search(usual time.Duration) (o engine.Options, q search.Query, c search.Control, err error) {
	if o, err = f.options(); err != nil {
		return o, q, c, err
	}
	if c.Time = f.Time; !f.Bounded() && f.Level == 0 {
		c.Time = usual
	}
	err = cmp.Or(AtLeast("--depth", f.Depth, 0), AtLeast("--time", f.Time, 0), AtLeast("--multipv", f.MultiPV, 1), f.checkStrength())
	return o, f.Request.Query(), c, err
}

// sizePattern divides a size in lower case into its number and the first letter of its unit.
var sizePattern = regexp.MustCompile(`(?s)^(.*?)(?:([kmg])(?:i?b)?|b)?$`)

// Size returns the number of bytes that the value of a flag means.
func Size(flag, value string) (int, error) {
	bytes, err := parseSize(value)
	if err != nil {
		err = Usage(reason.Errorf("%s: %w", flag, err))
	}
	return bytes, err
}

// parseSize parses a number of bytes such as "64MiB", "1GiB" or "500000". Decimal
// units (kB, MB, GB) mean the binary ones. An empty text is 0.
func parseSize(text string) (int, error) {
	if text == "" {
		return 0, nil
	}
	parts := sizePattern.FindStringSubmatch(strings.ToLower(text))
	n, err := strconv.ParseFloat(strings.TrimSpace(parts[1]), 64)
	bytes := math.Ldexp(n, 10*strings.Index("bkmg", parts[2]))
	switch room := memory.Available(); {
	case err != nil || !(bytes >= 1):
		return 0, reason.Errorf("%q is not a size: want a number with KiB, MiB or GiB", text)
	case bytes > float64(room.Bytes):
		return 0, reason.Errorf("%q, want at most the %w", text, room.Reason())
	}
	return int(bytes), nil
}
