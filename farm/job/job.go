// Package job defines the work of a farm: jobs, their names, their results, and how a worker
// does them.
//
// A [Job] contains everything on which its answer depends and nothing else. Its [Key], a hash
// of it, is its name: a job that is submitted twice is done once, and all workers find the same
// answer. A [Result] separates what is proven from estimates, and records the cost. Where there
// are thousands of them they are packed. Readers refuse damaged documents.
package job

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search"
)

// Kind is a kind of work.
type Kind string

// The kinds of work. A [Doer] does the first three itself, and the others by Doer.Work.
const (
	Solve Kind = "solve" // prove the value, or on which side of a window it lies
	Label Kind = "label" // estimate the value by a search to some depth
	Perft Kind = "perft" // count the paths of Request.Depth plies
	Match Kind = "match" // play games
	Train Kind = "train" // fit an evaluation, or play games for it
	Book  Kind = "book"  // expand an opening book
	Slice Kind = "slice" // build a part of an endgame database
)

var kinds = []Kind{Solve, Label, Perft, Match, Train, Book, Slice}

// Positional reports whether work of this kind is about one position.
func (k Kind) Positional() bool { return k == Solve || k == Label || k == Perft }

// Spec is the part that all jobs of a batch share.
type Spec struct {
	Kind Kind `json:"kind"` // of the work
	// Game is the game's About.Name.
	Game string `json:"game"`
	// Rules is the game's About.Rules.
	Rules int `json:"rules,omitempty"`
	// Engine is the version of the program that must do the job.
	Engine string `json:"engine"`
	// Weights identifies the weights of the game's engine; see [Weights].
	Weights string `json:"weights,omitempty"`
	// Window is the interval of interest, in scores of the side to move; see
	// search.Query. Nil means all values.
	Window *Window `json:"window,omitempty"`
	// Request limits the work: depth and confidence, or a level, and the nodes after which a
	// worker returns the job unfinished. It has no times, since results that depend on time
	// cannot be reproduced.
	Request engine.Request `json:"request,omitzero"`
	Options Options        `json:"options,omitzero"` // of the engine
	// Plan is a document that describes the whole task; only the code that splits the task
	// interprets it.
	Plan string `json:"plan,omitempty"`
	// Timed means that the result depends on the speed of the machine, as in a match with
	// clocks. Two different results of a timed job do not contradict each other.
	Timed bool `json:"timed,omitempty"`
}

// Window is a game.Window as JSON.
type Window struct {
	Alpha game.Score `json:"alpha"` // exclusive lower bound
	Beta  game.Score `json:"beta"`  // exclusive upper bound
}

// Asked returns the window within which the exact value is wanted. Outside it a bound suffices.
func (s *Spec) Asked() game.Window {
	switch {
	case s.Window != nil:
		return game.Window(*s.Window)
	case s.Options.Outcome || s.Options.Prove:
		return game.Window{Alpha: -1, Beta: 1}
	}
	return game.FullWindow()
}

// Options are options of the engine.
type Options struct {
	// TableBytes is the size of the transposition table. Zero means 1 MiB: jobs start with a
	// cleared table, and clearing a large one takes long.
	TableBytes int `json:"tt,omitempty"`
	// Without lists the features to switch off, in the format of search.Feature. Empty means none.
	Without string `json:"without,omitempty"`
	// Outcome asks for win, draw or loss only. Zero means values.
	Outcome bool `json:"outcome,omitempty"`
	// Prove asks for the outcome by proof-number search. Zero means alpha-beta.
	Prove bool `json:"prove,omitempty"`
}

// defaultTable is the default size of a job's table in bytes. Clearing it takes about 50 µs.
const defaultTable = 1 << 20

// maxTable is the largest table that a job may request, in bytes.
const maxTable = 4 << 30

// Job is a unit of work. It has no fields, such as a priority, that do not affect the answer.
type Job struct {
	Spec
	// Position is the text of engine.Position.Canonical.
	Position string `json:"position,omitempty"`
	// Part describes this part of the plan; only the code that splits the task interprets it.
	Part string `json:"part,omitempty"`
}

// At returns the job about p. Symmetric images of a position share a job.
func (s Spec) At(p *engine.Position) Job {
	return Job{Spec: s, Position: p.Canonical().String()}
}

// Check rejects specs that no worker could do.
func (s *Spec) Check() error {
	switch {
	case !slices.Contains(kinds, s.Kind):
		return reason.Errorf("kind %q, want one of %v", s.Kind, kinds)
	case s.Game == "":
		return reason.New("no game")
	case s.Window != nil && !game.Window(*s.Window).Valid():
		return reason.Errorf("window from %v to %v, want alpha below beta", s.Window.Alpha, s.Window.Beta)
	case s.Window != nil && (s.Kind != Solve || s.Options.Outcome || s.Options.Prove):
		return reason.New("a window is for solving alone, and excludes outcome and prove")
	case s.Timed && s.Kind != Match:
		return reason.New("timed: for matches alone; other jobs come out the same wherever they are done")
	case s.Request.MultiPV > 1:
		return reason.Errorf("request: multipv %d, want 1", s.Request.MultiPV)
	}
	if err := s.checkLimits(); err != nil {
		return err
	}
	if _, err := search.ParseFeatures(s.Options.Without); err != nil {
		return reason.Errorf("options: without: %w", err)
	}
	return s.Request.Check(engine.Most{})
}

// checkLimits rejects limits that do not belong to the kind of work.
func (s *Spec) checkLimits() error {
	switch r := &s.Request; {
	case r.TimeMS != 0 || r.Clock != nil:
		return reason.New("request: a time; jobs are bounded by nodes")
	case s.Kind == Label && r.Depth == 0 && r.Level == 0 && r.Nodes == 0:
		return reason.New("request: a label needs a depth, a level or nodes")
	case s.Kind == Solve && (r.Depth > 0 || r.Level > 0 || r.Confidence > 0):
		return reason.New("request: only nodes bound what is to be solved")
	case s.Kind == Perft && r.Depth > maxPerft:
		return reason.Errorf("request: depth %d, want 0 to %d", r.Depth, maxPerft)
	case s.Options.TableBytes < 0 || s.Options.TableBytes > maxTable:
		return reason.Errorf("options: tt %d, want 0 to %d", s.Options.TableBytes, maxTable)
	}
	return nil
}

// maxPerft is the largest depth of a perft, in plies.
const maxPerft = 1000

// Check rejects jobs that no worker could do. It does not parse the position.
func (j *Job) Check() error {
	if err := j.Spec.Check(); err != nil {
		return err
	}
	if j.Kind.Positional() && j.Position == "" {
		return reason.New("no position")
	}
	return nil
}

// Key names a job: the SHA-256 sum of its document.
type Key [sha256.Size]byte

// Key returns the name of j. To name many jobs of one [Spec], use a [Namer].
func (j *Job) Key() Key { return new(Namer).Key(j) }

// Namer names jobs. It reuses the document's beginning from job to job as long as the spec
// stays the same. The zero value is ready.
type Namer struct {
	spec Spec
	doc  []byte // begins with the part that jobs of spec share
	head int    // the length of that part
}

// Key returns the name of j.
func (n *Namer) Key(j *Job) Key {
	if !plain(j.Position) || !plain(j.Part) {
		return sha256.Sum256(encode(jobDocument{jobSchema, j}))
	}
	if n.head == 0 || n.spec != j.Spec {
		doc := encode(jobDocument{jobSchema, &Job{Spec: j.Spec}})
		n.spec, n.doc, n.head = j.Spec, doc, len(doc)-1
	}
	doc := n.doc[:n.head]
	if j.Position != "" {
		doc = append(append(append(doc, `,"position":"`...), j.Position...), '"')
	}
	if j.Part != "" {
		doc = append(append(append(doc, `,"part":"`...), j.Part...), '"')
	}
	n.doc = append(doc, '}')
	return sha256.Sum256(n.doc)
}

// plain reports whether JSON represents a text without escapes.
func plain(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}

// String returns the key in hexadecimal digits.
func (k Key) String() string { return hex.EncodeToString(k[:]) }

// MarshalText implements encoding.TextMarshaler.
func (k Key) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, k[:]), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (k *Key) UnmarshalText(text []byte) error {
	if len(text) != hex.EncodedLen(len(k)) {
		return reason.Errorf("key %q, want %d hexadecimal digits", text, hex.EncodedLen(len(k)))
	}
	_, err := hex.Decode(k[:], text)
	return err
}

// encode returns the JSON of a document.
func encode(doc any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(doc); err != nil {
		panic(err) // impossible: every field can be marshalled
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
