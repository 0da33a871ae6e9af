package flags

import (
	"slices"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/textbookengine"
	"github.com/plywood-go/plywood/internal/reason"
)

// The production algorithms; all others come from the textbook.
const (
	Search = "search" // the engine's search
	Proof  = "dfpn"   // proof-number search, for outcomes alone
	Sample = "mcts"   // Monte Carlo tree search
)

// Algorithms returns the names of all algorithms.
func Algorithms() []string { return append(textbookengine.Names(), Search, Proof, Sample) }

func known(name string) bool { return slices.Contains(Algorithms(), name) }

// Plays reports whether the game's own engine runs the algorithm in games.
func Plays(name string) bool { return name == Search || name == Sample }

// IsTextbook reports whether the textbook has the algorithm.
func IsTextbook(name string) bool { return slices.Contains(textbookengine.Names(), name) }

// Engine returns an engine for g that searches with the chosen algorithm.
func (f *Limits) Engine(g *engine.Game, o engine.Options) (engine.Engine, error) {
	switch {
	case g.Chance() && f.Algorithm != Search && f.Algorithm != Sample:
		return nil, exit.Usage(reason.Errorf("--algo: %w", engine.ErrChance))
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
