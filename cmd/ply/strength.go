package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/search"
)

// strengthFlags say how well a search is to be done, whatever that costs.
type strengthFlags struct {
	level      int
	confidence int
}

func (f *strengthFlags) add(c *cobra.Command) {
	c.Flags().IntVar(&f.level, "level", 0, fmt.Sprintf("`strength`, 1 to %d: what it means, 'ply games GAME --levels' says", engine.MaxLevel))
	c.Flags().IntVar(&f.confidence, "confidence", 0, "`percent` that will do for gambles, in games that know how sure theirs are")
}

// check refuses values out of range and flags that contradict each other.
func (f *strengthFlags) check(l *limitFlags) error {
	switch {
	case f.level < 0 || f.level > engine.MaxLevel:
		return exit.Usage(fmt.Errorf("--level: %d, want 1 to %d", f.level, engine.MaxLevel))
	case f.confidence < 0 || f.confidence > 100:
		return exit.Usage(fmt.Errorf("--confidence: %d, want 1 to 100", f.confidence))
	case f.level > 0 && l.depth > 0:
		return exit.Usage(fmt.Errorf("--level and --depth: want one of them"))
	case f.level > 0 && f.confidence > 0:
		return exit.Usage(fmt.Errorf("--level and --confidence: want one of them"))
	case (f.level > 0 || f.confidence > 0) && l.algorithm != searchAlgorithm:
		return exit.Usage(fmt.Errorf("--level and --confidence need --algo search: %s has no such thing", l.algorithm))
	}
	return nil
}

// apply sets what the flags say of a search of p.
func (f *strengthFlags) apply(p engine.Position, q search.Query) search.Query {
	if f.level > 0 {
		return p.AtLevel(f.level, q)
	}
	q.Confidence = f.confidence
	return q
}
