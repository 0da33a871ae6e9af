package path

import (
	"slices"
	"strings"

	"github.com/plywood-go/plywood/internal/reason"
)

// Algorithm names a way to search.
type Algorithm string

// The algorithms. The package documentation describes what each finds, proves and keeps
// in memory.
const (
	Auto          Algorithm = "auto"
	DepthFirst    Algorithm = "dfs"
	BreadthFirst  Algorithm = "bfs"
	Deepening     Algorithm = "ids"
	UniformCost   Algorithm = "ucs"
	Greedy        Algorithm = "greedy"
	AStar         Algorithm = "astar"
	WeightedAStar Algorithm = "wastar"
	IDAStar       Algorithm = "idastar"
	Bidirectional Algorithm = "bidirectional"
	Beam          Algorithm = "beam"
	Frontier      Algorithm = "frontier"
	Own           Algorithm = "own"
)

// Algorithms returns all algorithms, Auto first.
func Algorithms() []Algorithm {
	return []Algorithm{
		Auto, DepthFirst, BreadthFirst, Deepening, UniformCost, Greedy, AStar, WeightedAStar, IDAStar,
		Bidirectional, Beam, Frontier, Own,
	}
}

// Options last for the life of a Searcher.
type Options struct {
	// Algorithm is the way to search. Zero means Auto.
	Algorithm Algorithm
	// Weight is the factor, at least 1, by which weighted A* multiplies estimates. Its
	// solutions cost at most Weight times the least cost. Zero means 1.5.
	Weight float64
	// Width is the number of positions that a beam search keeps at each ply. Zero means 1
	// 000.
	Width int
	// TableBytes is the size of the transposition table of IDA* and of
	// iterative deepening. Zero means none.
	TableBytes int
}

const (
	defaultWeight = 1.5
	defaultWidth  = 1000
)

// ErrUnfit is the error of options that do not suit a puzzle.
var ErrUnfit = reason.New("path: not for this puzzle")

// check fills in defaults and rejects invalid values.
func (o *Options) check() error {
	if o.Algorithm == "" {
		o.Algorithm = Auto
	}
	if o.Weight == 0 {
		o.Weight = defaultWeight
	}
	if o.Width == 0 {
		o.Width = defaultWidth
	}
	switch {
	case !slices.Contains(Algorithms(), o.Algorithm):
		return reason.Errorf("path: no algorithm %q: want one of %s", o.Algorithm, names())
	case !(o.Weight >= 1 && o.Weight <= maxWeight): // not a number either
		return reason.Errorf("path: weight %v, want 1 to %d", o.Weight, maxWeight)
	case o.Width < 0:
		return reason.Errorf("path: width %d, want 1 or more", o.Width)
	case o.TableBytes < 0:
		return reason.Errorf("path: a table of %d bytes", o.TableBytes)
	}
	return nil
}

// maxWeight keeps weighted estimates within the integers.
const maxWeight = 1_000_000

func names() string {
	var all []string
	for _, a := range Algorithms() {
		all = append(all, string(a))
	}
	return strings.Join(all, ", ")
}

// fits returns an error that wraps ErrUnfit if a needs a capability that the
// puzzle lacks.
func (o *offers[S, M]) fits(a Algorithm) error {
	switch {
	case a == Bidirectional && o.retractor == nil:
		return reason.Errorf("%w: %s plays backwards, which it cannot", ErrUnfit, a)
	case a == Own && o.expert == nil:
		return reason.Errorf("%w: it has no way of its own", ErrUnfit)
	case a == Frontier && o.inverter == nil:
		return reason.Errorf("%w: %s needs moves that can be taken back", ErrUnfit, a)
	case (a == Bidirectional || a == Frontier) && o.coster != nil:
		return reason.Errorf("%w: %s needs moves of equal cost", ErrUnfit, a)
	}
	return nil
}
