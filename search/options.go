package search

import (
	"math/bits"
	"slices"
	"strings"
	"time"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search/network"
)

// # The effect of the features
//
// docs/measurements.md shows how the nodes of a search grow without each feature.
//
// Some need others, capabilities of the game, or margins: worker.available lists that. Killers
// and History matter where a game does not score moves or scores many alike.

// Feature is a set of refinements of plain alpha-beta, for Options.Without.
type Feature uint64

// The refinements, in three groups. The first never change a value, only the work. The second may
// return a better value than a plain search to the same depth. The third are selective: each
// gambles as its comment says. None ever gives a wrong proof.
const (
	Table        Feature = 1 << iota // transposition table
	PVS                              // null windows for all moves but the first
	Aspiration                       // narrow window around the last iteration's value
	Order                            // the game's own move scores
	Killers                          // moves that cut elsewhere at the same ply
	History                          // moves that cut anywhere, with gravity; countermoves
	Continuation                     // moves that cut after the last two moves anywhere, where the game is a Gainer
	NoisyHistory                     // noisy moves that cut anywhere, added to the game's scores
	Distance                         // win-distance bounds
	Fold                             // one table entry for all symmetric images
	LastPly                          // the game resolves the last ply
	Lazy                             // threads search apart and share the table, in games that say what moves gain; see crew.go

	Deeper    // use table entries deeper than needed
	Knowledge // the game's own proven bounds and move selection

	Quiescence // gambles that a quiet move is as good as passing: below the horizon only noisy moves are searched
	Extension  // one extra ply where the game calls a position urgent
	NullMove   // gambles that doing nothing is never best, where the game allows it
	LMR        // gambles that late moves are bad: they are first searched to less depth; needs PVS
	Futility   // gambles that each ply gains at most a margin: leaves out quiet moves that need more
	ProbCut    // gambles that a shallow search predicts a deep one within an error
	IIR        // gambles one ply where no table move guides the order
	Narrow     // gambles that the best move is one that the game calls promising

	ReverseFutility // gambles that the opponent gains at most a margin each ply
	Razoring        // gambles that a position far below the window is saved by noisy moves or not at all, in games that do not foresee alarms
	Delta           // gambles that a noisy move wins at most its gain and a margin in the quiescence search
	LateMoves       // gambles that quiet moves very late in the order, or with very bad histories, are bad: they are left out near the horizon
	Exchanges       // gambles that moves that lose material in an exchange are bad: they are left out near the horizon
	Singular        // extends the only good move; gambles that where several moves are good enough, one is
	Improving       // gambles that a side whose estimate does not rise has fewer good moves
	Correction      // gambles that positions with the same structure or last move share the error of their estimates
	CutNodes        // gambles that a node expected to fail high does so by one of its first moves
	Recurrence      // gambles that a position that occurs twice below the root will be repeated as often as the rules ask
)

// The groups.
const (
	Sound     = Table | PVS | Aspiration | Order | Killers | History | Continuation | NoisyHistory | Distance | Fold | LastPly | Lazy
	Foresight = Deeper | Knowledge | Extension
	Selective = Quiescence | NullMove | LMR | Futility | ProbCut | IIR | Narrow |
		ReverseFutility | Razoring | Delta | LateMoves | Exchanges | Singular | Improving | Correction | CutNodes | Recurrence
)

var featureNames = [...]string{
	"tt", "pvs", "aspiration", "order", "killers", "history", "continuation", "noisyhistory", "distance", "fold", "lastply", "lazy",
	"deeper", "knowledge",
	"quiescence", "extension", "nullmove", "lmr", "futility", "probcut", "iir", "narrow",
	"reversefutility", "razoring", "delta", "latemoves", "exchanges", "singular", "improving", "correction", "cutnodes", "recurrence",
}

// ParseFeatures reads feature names separated by commas, as Feature.String
// writes them. It also knows the groups "sound", "foresight" and "selective".
func ParseFeatures(text string) (Feature, error) {
	var set Feature
	for name := range strings.SplitSeq(text, ",") {
		f, err := parseFeature(strings.ToLower(strings.TrimSpace(name)))
		if err != nil {
			return 0, err
		}
		set |= f
	}
	return set, nil
}

func parseFeature(name string) (Feature, error) {
	switch name {
	case "":
		return 0, nil
	case "selective":
		return Selective, nil
	case "foresight":
		return Foresight, nil
	case "sound":
		return Sound, nil
	}
	for i, n := range featureNames {
		if n == name {
			return 1 << i, nil
		}
	}
	return 0, reason.Errorf("search: no feature %q: want some of %s, sound, foresight, selective", name, strings.Join(featureNames[:], ", "))
}

// String lists the names of the features in f, separated by commas.
func (f Feature) String() string {
	var names []string
	for f != 0 {
		i := bits.TrailingZeros64(uint64(f))
		f &^= 1 << i
		if i < len(featureNames) {
			names = append(names, featureNames[i])
		}
	}
	return strings.Join(names, ",")
}

// Options configure a Searcher for its life. The zero Options are full strength on one thread.
type Options struct {
	// TableBytes is the size of the transposition table in bytes; a smaller
	// power of two is used. Zero means 64 MiB; at least one bucket is kept.
	TableBytes int
	// Threads is the number of goroutines that search one tree together. Zero
	// means 1, at which a search is deterministic.
	Threads int
	// Without are the features switched off. Zero means none.
	Without Feature
	// Network evaluates the positions of a game.Featurer in place of the game's
	// own Evaluator and LastPlyer, and images share no entries of the table. It
	// must fit the game, or New panics. Zero means that no network is used.
	Network *network.Net
	// QuietPlies limits the quiescence search below the horizon, in plies. Zero means 32.
	QuietPlies int
	// FutilityMargin is the most that one quiet move is expected to gain, in units of the
	// evaluation. The rules that compare estimates with margins use it: Futility, ReverseFutility,
	// Razoring, Delta, Exchanges and Singular. Zero means that of game.Gainer; without one, the
	// rules are off.
	FutilityMargin game.Score
	// ProbCut are the predictions that may cut, tried in order. Zero means that ProbCut is off.
	ProbCut []Prediction
}

// Prediction is one pair of depths of Multi-ProbCut (Buro 1995, 1999). It
// predicts the value at Depth from the value v at Shallow as
//
//	Slope·v + Offset ± Sigma
//
// in units of the evaluation. A node is cut if the prediction lies outside the
// window by more than Confidence standard deviations.
type Prediction struct {
	Depth, Shallow int     // plies
	Slope, Offset  float64 // of the line through the pairs of values
	Sigma          float64 // standard deviation of the error
	Confidence     float64 // standard deviations
}

// Stop says why a search ended.
type Stop uint8

// The reasons to end a search.
const (
	Running     Stop = iota
	Solved           // the value is proven, as far as the Query asked
	DepthLimit       // Query.Depth was reached
	NodeLimit        // Query.Nodes was reached
	TimeLimit        // Control.Time or SoftTime was reached
	Interrupted      // the context was done
	MemoryLimit      // no more positions could be kept
)

var stopNames = [...]string{"running", "solved", "depth", "nodes", "time", "signal", "memory"}

// String returns "solved", "depth", "nodes", "time", "signal" or "memory".
func (s Stop) String() string { return stopNames[s] }

// ParseStop is the inverse of Stop.String.
func ParseStop(name string) (Stop, error) {
	if i := slices.Index(stopNames[:], name); i >= 0 {
		return Stop(i), nil
	}
	return Running, reason.Errorf("no reason to stop %q, want one of %s", name, strings.Join(stopNames[:], ", "))
}

// Line is a move with what the search has found about it.
type Line[M comparable] struct {
	// Score is the value for the side to move at the root.
	Score game.Score
	// Bound says how the Score bounds the value of a search to this depth.
	Bound game.Bound
	// Proof says how the Score bounds the true value of the move: Exact if they are equal.
	Proof game.Bound
	// Depth is the depth to which the move was searched, in plies.
	Depth int
	// PV is the line of best play; empty only if the game is over.
	PV []M
}

// Stats are counts of one search, over all threads.
type Stats struct {
	Nodes       uint64 // positions visited, the root and the children of LastPly included
	Leaves      uint64 // static evaluations
	Cutoffs     uint64 // nodes at which a move failed high
	FirstCuts   uint64 // cutoffs by the first move tried; their share measures move ordering
	TableProbes uint64 // lookups in the transposition table
	TableHits   uint64 // probes that found the position
	TableCuts   uint64 // nodes settled by the table
	Known       uint64 // positions of which the game knew bounds, such as those of endgame tables
}

func (s *Stats) add(t Stats) {
	s.Nodes += t.Nodes
	s.Leaves += t.Leaves
	s.Cutoffs += t.Cutoffs
	s.FirstCuts += t.FirstCuts
	s.TableProbes += t.TableProbes
	s.TableHits += t.TableHits
	s.TableCuts += t.TableCuts
	s.Known += t.Known
}

// Result is the outcome of a search. The report callback also gets one after
// every iteration, with Stopped still Running.
type Result[M comparable] struct {
	// Lines are the best moves, best first. Lines[0] is always there; its PV
	// is empty if the game is over.
	Lines []Line[M]
	// Proof says how the value bounds the true value of the game. It combines
	// the proofs of all moves: it equals the proof of Lines[0] without
	// game.Upper where another move may still be better.
	Proof game.Bound
	// Past reports whether all proofs hold for the game including the moves
	// already played and every limit of game.Limiter. If it is false, a proven
	// win or loss may hold for the position alone.
	Past bool
	// Depth is the depth of the last completed iteration.
	Depth int
	// Confidence is the engine's confidence in the value under its selective
	// rules, in percent; 0 if the engine does not measure it.
	Confidence int
	// Threads is the number of goroutines that searched.
	Threads int
	// SelDepth is the largest ply that was reached.
	SelDepth int
	// Full is how much of the table is in use, in thousandths; 0 if not known.
	Full int
	Stats
	// Branching is the effective branching factor: the ratio of the nodes of
	// the last two iterations, for each ply between them. Zero means that there was only one.
	Branching float64
	Elapsed   time.Duration
	Stopped   Stop
}

// Score returns the value of the best line.
func (r *Result[M]) Score() game.Score { return r.Lines[0].Score }

// Exact reports whether Score is the proven value of the game.
func (r *Result[M]) Exact() bool { return r.Proof == game.Exact }

// Best returns the best move; ok is false if the game is over.
func (r *Result[M]) Best() (m M, ok bool) {
	if len(r.Lines) == 0 || len(r.Lines[0].PV) == 0 {
		return m, false
	}
	return r.Lines[0].PV[0], true
}

// Outcome returns the proven outcome of the game: 1 for a win of the side to
// move, -1 for a loss, 0 for a draw; ok is false if it is not proven.
func (r *Result[M]) Outcome() (outcome int, ok bool) {
	v := r.Score()
	switch {
	case v.Outcome() > 0 && r.Proof&game.Lower != 0:
		return 1, true
	case v.Outcome() < 0 && r.Proof&game.Upper != 0:
		return -1, true
	case v == 0 && r.Proof == game.Exact:
		return 0, true
	}
	return 0, false
}
