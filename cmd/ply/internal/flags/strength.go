package flags

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/search"
)

// Strength say how well a search is to be done, whatever that costs.
type Strength struct {
	Level      int
	Confidence int // percent
}

// Add adds the flags to a command.
func (f *Strength) Add(c *cobra.Command) {
	c.Flags().IntVar(&f.Level, "level", 0, fmt.Sprintf("`strength`, 1 to %d: what it means, 'ply games GAME --levels' says", engine.MaxLevel))
	c.Flags().IntVar(&f.Confidence, "confidence", 0, "`percent` that will do for gambles, in games that know how sure theirs are")
}

// Check refuses values out of range and flags that contradict each other.
func (f *Strength) Check(l *Limits) error {
	switch {
	case f.Level < 0 || f.Level > engine.MaxLevel:
		return Outside("--level", f.Level, 1, engine.MaxLevel)
	case f.Confidence < 0 || f.Confidence > 100:
		return Outside("--confidence", f.Confidence, 1, 100)
	case f.Level > 0 && l.Depth > 0:
		return Rivals("--level", "--depth")
	case f.Level > 0 && f.Confidence > 0:
		return Rivals("--level", "--confidence")
	case (f.Level > 0 || f.Confidence > 0) && l.Algorithm != Search:
		return withoutThat("--level, --confidence", l.Algorithm)
	}
	return nil
}

// Apply sets what the flags say of a search of p.
func (f *Strength) Apply(p *engine.Position, q search.Query) search.Query {
	if f.Level > 0 {
		return p.AtLevel(f.Level, q)
	}
	q.Confidence = f.Confidence
	return q
}
