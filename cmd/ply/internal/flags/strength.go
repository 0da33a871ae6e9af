package flags

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/search"
)

// Strength are the flags that ask for a strength of play instead of a cost.
type Strength struct {
	Level      int
	Confidence int // percent
}

// Add adds the flags to a command.
func (f *Strength) Add(c *cobra.Command) {
	c.Flags().IntVar(&f.Level, "level", 0, fmt.Sprintf("`strength`, 1 to %d; 'ply games GAME --levels' explains the levels", engine.MaxLevel))
	c.Flags().IntVar(&f.Confidence, "confidence", 0, "how sure selective rules must be, in `percent`, in games that measure it")
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

// Apply returns q with the strength of the flags for a search of p.
func (f *Strength) Apply(p *engine.Position, q search.Query) search.Query {
	if f.Level > 0 {
		return p.AtLevel(f.Level, q)
	}
	q.Confidence = f.Confidence
	return q
}
