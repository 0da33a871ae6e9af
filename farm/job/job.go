// Package job is the vocabulary of the farm: what a piece of work is, by what name
// it is known, what comes of it, and how one is done.
//
// A [Job] says all that its answer depends on and nothing else, so that its [Key],
// a hash of it, names the work: work that is asked for twice is done once, and
// every worker that does it finds the same. A [Result] says what is proven, apart from
// what is only estimated, and what it cost. Both are documents of JSON that carry a
// checksum, packed where there are thousands of them; what is damaged or of a
// later version is refused.
package job

import (
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search"
)

// Kind says what is to be done with a position.
type Kind string

// The kinds of work. A [Doer] does the first three by itself and the others by
// what it is given for them.
const (
	Solve Kind = "solve" // prove the value, or on which side of a window it lies
	Label Kind = "label" // estimate the value as a search of some depth does
	Perft Kind = "perft" // count the paths of Request.Depth plies
	Match Kind = "match" // play games
	Train Kind = "train" // fit an evaluation, or play the games for it
	Book  Kind = "book"  // expand an opening book
	Slice Kind = "slice" // make a part of a database of endings
)

var kinds = []Kind{Solve, Label, Perft, Match, Train, Book, Slice}

// Positional reports whether work of this kind is about one position.
func (k Kind) Positional() bool { return k == Solve || k == Label || k == Perft }

// Spec is what all jobs of a batch have in common.
type Spec struct {
	Kind Kind `json:"kind"` // what is to be done
	// Game is the name of the game, as engine.About has it.
	Game string `json:"game"`
	// Rules is engine.About.Rules of the game.
	Rules int `json:"rules,omitempty"`
	// Engine is the version of the program that is to do it.
	Engine string `json:"engine"`
	// Weights is what [Weights] says of the game.
	Weights string `json:"weights,omitempty"`
	// Window is the interval of interest, in scores of the side to move; see
	// search.Query. Nil means all values.
	Window *Window `json:"window,omitempty"`
	// Request is how much work it may be: depth and confidence, or a level, and
	// the nodes after which it is given back unfinished. It has no times, because
	// no worker could repeat them.
	Request engine.Request `json:"request,omitzero"`
	Options Options        `json:"options,omitzero"` // of the engine
	// Plan is what else those say who split the work, in their words.
	Plan string `json:"plan,omitempty"`
	// Timed says that what comes of it depends on how fast it is done, as a match does
	// whose players have a clock: two results say nothing against each other. Zero means
	// that it comes out the same wherever it is done.
	Timed bool `json:"timed,omitempty"`
}

// Window is a game.Window as JSON. It converts to one.
type Window struct {
	Alpha game.Score `json:"alpha"` // exclusive lower bound
	Beta  game.Score `json:"beta"`  // exclusive upper bound
}

// Null returns the window of the claim that a position is worth v at least.
func Null(v game.Score) *Window {
	w := Window(game.Null(v - 1))
	return &w
}

// Asked returns the window outside of which a bound will do.
func (s *Spec) Asked() game.Window {
	switch {
	case s.Window != nil:
		return game.Window(*s.Window)
	case s.Options.Outcome || s.Options.Prove:
		return game.Window{Alpha: -1, Beta: 1}
	}
	return game.FullWindow()
}

// Options are those of the engine.
type Options struct {
	// TableBytes is the size of the transposition table. Zero means 1 MiB: jobs
	// are done with an empty table, and a large one takes long to empty.
	TableBytes int `json:"tt,omitempty"`
	// Without are the features switched off, as search.Feature writes them. Zero
	// means none.
	Without string `json:"without,omitempty"`
	// Outcome asks for win, draw or loss only. Zero means values.
	Outcome bool `json:"outcome,omitempty"`
	// Prove asks for the outcome by proof-number search. Zero means alpha-beta.
	Prove bool `json:"prove,omitempty"`
}

// defaultTable is the size of the table of a job in bytes. Emptying it takes some
// 50 µs.
const defaultTable = 1 << 20

// maxTable bounds what a job may ask of the memory of a worker, in bytes.
const maxTable = 4 << 30

// Job is a piece of work. What its answer does not depend on, as its priority, is
// no part of it.
type Job struct {
	Spec
	// Position is the text of the position, that of engine.Position.Canonical.
	Position string `json:"position,omitempty"`
	// Part says which part of the plan this is, in the words of those who split
	// the work.
	Part string `json:"part,omitempty"`
}

// At returns the job about a position: about the one that stands for it and its
// images.
func (s Spec) At(p *engine.Position) Job {
	return Job{Spec: s, Position: p.Canonical().String()}
}

// Check refuses what no worker could do, without a look at the position.
func (s *Spec) Check() error {
	known := false
	for _, k := range kinds {
		known = known || s.Kind == k
	}
	switch r := &s.Request; {
	case !known:
		return reason.Errorf("kind %q, want one of %v", s.Kind, kinds)
	case s.Game == "":
		return reason.New("no game")
	case s.Window != nil && !game.Window(*s.Window).Valid():
		return reason.Errorf("window from %v to %v, want alpha below beta", s.Window.Alpha, s.Window.Beta)
	case s.Window != nil && (s.Kind != Solve || s.Options.Outcome || s.Options.Prove):
		return reason.New("a window is for solving alone, and excludes outcome and prove")
	case s.Timed && s.Kind != Match:
		return reason.New("timed: for matches alone; other jobs come out the same wherever they are done")
	case r.TimeMS != 0 || r.Clock != nil:
		return reason.New("request: a time; jobs are bounded by nodes")
	case r.MultiPV > 1:
		return reason.Errorf("request: multipv %d, want 1", r.MultiPV)
	case s.Kind == Label && r.Depth == 0 && r.Level == 0 && r.Nodes == 0:
		return reason.New("request: a label needs a depth, a level or nodes")
	case s.Kind == Solve && (r.Depth > 0 || r.Level > 0 || r.Confidence > 0):
		return reason.New("request: only nodes bound what is to be solved")
	case s.Kind == Perft && r.Depth > maxPerft:
		return reason.Errorf("request: depth %d, want 0 to %d", r.Depth, maxPerft)
	case s.Options.TableBytes < 0 || s.Options.TableBytes > maxTable:
		return reason.Errorf("options: tt %d, want 0 to %d", s.Options.TableBytes, maxTable)
	}
	if _, err := search.ParseFeatures(s.Options.Without); err != nil {
		return reason.Errorf("options: without: %w", err)
	}
	return s.Request.Check(engine.Most{})
}

// maxPerft is the greatest depth of a perft in plies.
const maxPerft = 1000

// Check refuses what no worker could do, without a look at the position.
func (j *Job) Check() error {
	if err := j.Spec.Check(); err != nil {
		return err
	}
	if j.Kind.Positional() && j.Position == "" {
		return reason.New("no position")
	}
	return nil
}
