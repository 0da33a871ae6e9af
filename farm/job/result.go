package job

import (
	"cmp"
	"slices"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search"
)

// Status is the outcome of a job.
type Status string

// The outcomes of a job.
const (
	Solved     Status = "solved"     // the job is answered
	Unfinished Status = "unfinished" // the nodes were used up; proven bounds still hold
	Failed     Status = "error"      // it cannot be done; see Result.Error
)

// Interval holds proven bounds of a position's true value, as scores of the side to move.
type Interval struct {
	Lower game.Score `json:"lower"` // the value is at least this
	Upper game.Score `json:"upper"` // the value is at most this
}

// Anything returns the interval that contains every value.
func Anything() Interval { return Interval{-game.Infinity, game.Infinity} }

// Exact reports whether the interval contains a single value.
func (i Interval) Exact() bool { return i.Lower == i.Upper }

// Answers reports whether the interval determines the value, or on which side of w it lies.
func (i Interval) Answers(w game.Window) bool {
	return i.Exact() || i.Lower >= w.Beta || i.Upper <= w.Alpha
}

// Meet returns the intersection of two intervals of one position. ok is false if it is empty:
// one of them is false.
func (i Interval) Meet(j Interval) (meet Interval, ok bool) {
	meet = Interval{max(i.Lower, j.Lower), min(i.Upper, j.Upper)}
	return meet, meet.Lower <= meet.Upper
}

// Proves returns how v bounds the true value, given that the true value lies in i.
func (i Interval) Proves(v game.Score) (b game.Bound) {
	if v == i.Lower {
		b |= game.Lower
	}
	if v == i.Upper {
		b |= game.Upper
	}
	return b
}

// Result is the result of a job.
type Result struct {
	Job    Key    `json:"job"`    // the key of the job
	Status Status `json:"status"` // the outcome
	// Interval is proven. It is [Anything] if nothing is.
	Interval Interval `json:"interval"`
	// Value is the score of the best line, an estimate except as far as Interval.Proves it.
	Value game.Score `json:"value"`
	// PV is the best line. It is empty if the game is over.
	PV []string `json:"pv,omitempty"`
	// Depth, SelDepth and Confidence are those of engine.Analysis.
	Depth      int    `json:"depth,omitempty"`
	SelDepth   int    `json:"seldepth,omitempty"`
	Confidence int    `json:"confidence,omitempty"`
	Stopped    string `json:"stopped,omitempty"` // why the search ended, as search.Stop
	// Counts are the counts of a perft. Nil for other work.
	Counts *game.Counts `json:"counts,omitempty"`
	// Timed copies Job.Timed: results of timed jobs are not reproducible.
	Timed bool `json:"timed,omitempty"`
	// Data is the result of work that is not about one position; see Work.
	Data string `json:"data,omitempty"`
	// Nodes is the number of positions visited.
	Nodes  uint64 `json:"nodes"`
	Micros int64  `json:"us"`               // microseconds that it took
	Worker string `json:"worker,omitempty"` // that did it
	// Witnesses are other workers that found the same result.
	Witnesses []string `json:"witnesses,omitempty"`
	// Engine is the version of the program that did the job.
	Engine string `json:"engine,omitempty"`
	// Error says why the job cannot be done.
	Error string `json:"error,omitempty"`
}

// Check rejects what cannot be the result of any job.
func (r *Result) Check() error {
	switch {
	case r.Status != Solved && r.Status != Unfinished && r.Status != Failed:
		return reason.Errorf("status %q, want solved, unfinished or error", r.Status)
	case r.Status == Failed && r.Error == "":
		return reason.New("an error that is not told")
	case r.Interval.Lower > r.Interval.Upper:
		return reason.Errorf("interval from %v to %v, want lower first", r.Interval.Lower, r.Interval.Upper)
	}
	return nil
}

// Agrees reports whether two results of one job are the same, apart from their workers and times.
// Results of one version that do not agree must not be trusted. Timed results always agree.
func (r *Result) Agrees(other *Result) bool {
	if r.Timed && other.Timed {
		return r.Job == other.Job
	}
	return r.Job == other.Job && r.Status == other.Status && r.Interval == other.Interval &&
		r.Value == other.Value && slices.Equal(r.PV, other.PV) && r.Depth == other.Depth &&
		r.Confidence == other.Confidence && r.Nodes == other.Nodes && r.Data == other.Data &&
		(r.Counts == nil) == (other.Counts == nil) && (r.Counts == nil || *r.Counts == *other.Counts)
}

// ErrDamaged is wrapped by the errors for documents with a wrong form or checksum.
var ErrDamaged = reason.New("damaged, or no document of this kind")

// jobDocument is a job as JSON, the document "ply.job/1", whose sum names the job.
type jobDocument struct {
	Schema string `json:"schema"`
	*Job
}

const jobSchema = "ply.job/1"

// Analysis returns a result as an analysis of p, which is the position of its job or a
// symmetric image of it.
func (r *Result) Analysis(p *engine.Position, s *Spec) (engine.Analysis, error) {
	a := engine.Analysis{
		Position: p, Proof: r.Interval.Proves(r.Value), Depth: r.Depth, SelDepth: r.SelDepth, Confidence: r.Confidence,
		Elapsed: time.Duration(r.Micros) * time.Microsecond, Threads: 1,
	}
	a.Stats.Nodes = r.Nodes
	var err error
	if a.Stopped, err = search.ParseStop(r.Stopped); err != nil {
		return a, reason.Errorf("job %v: %w", r.Job, err)
	}
	line, ok := p.Canonical().Line(p, r.PV)
	if !ok {
		return a, reason.Errorf("job %v: line %v is not played from %v", r.Job, r.PV, p)
	}
	l := engine.Line{
		PV: line, Score: r.Value, Value: p.Worth(r.Value, a.Proof == game.Exact, s.Options.Prove),
		Proof: a.Proof, Bound: a.Proof, Depth: r.Depth,
	}
	if len(line) > 0 {
		l.Move = line[0]
	}
	a.Lines = []engine.Line{l}
	return a, nil
}

// ErrDoubtful is wrapped by the errors for results whose line ends with another value. An
// engine may be right about a value and wrong about a late move of the line, so another worker
// must find the same result.
var ErrDoubtful = reason.New("its line does not bear it out")

// Accepts checks a result for contradictions: with its job, with its version and within its
// interval. It plays the line by the rules of g and scores the end. The error wraps
// [ErrDoubtful] if the result may still be right. An accepted result may still be wrong.
func (j *Job) Accepts(g *engine.Game, r *Result) error {
	if err := cmp.Or(r.Check(), j.acceptsSize(r)); err != nil {
		return err
	}
	switch {
	case r.Engine != j.Engine:
		return reason.Errorf("a result of version %s, want %s", r.Engine, j.Engine)
	case r.Depth < 0 || r.SelDepth < 0 || r.Confidence < 0:
		return reason.New("a result with a negative count")
	case r.Status == Failed || !j.Kind.Positional():
		return nil
	case j.Kind == Perft:
		return j.acceptsCounts(r)
	}
	if err := j.acceptsValue(r); err != nil {
		return err
	}
	p, err := g.Parse(j.Position)
	if err != nil {
		return err
	}
	return j.acceptsLine(p, r)
}

// The limits on the texts of a result, in bytes. A pair of games takes a few thousand. Jobs of
// other kinds may return as much data as a message holds.
const (
	MostError = 1 << 10
	mostLine  = 16 << 10
	mostGames = 256 << 10
)

// acceptsSize rejects a result with texts that no honest worker sends: they would be stored.
func (j *Job) acceptsSize(r *Result) error {
	line := len(r.Stopped) + 16*len(r.PV)
	for _, move := range r.PV {
		line += len(move)
	}
	if len(r.Error) > MostError || line > mostLine || j.Kind.Positional() && r.Data != "" || j.Kind == Match && len(r.Data) > mostGames {
		return reason.New("a result that is too large")
	}
	return nil
}

// acceptsValue checks the value of a result and its interval, of which each end is the value or
// open.
func (j *Job) acceptsValue(r *Result) error {
	i := r.Interval
	switch {
	case r.Value < -game.Infinity || r.Value > game.Infinity || i.Lower != r.Value && i.Lower != -game.Infinity || i.Upper != r.Value && i.Upper != game.Infinity:
		return reason.Errorf("value %v with an interval from %v to %v", r.Value, i.Lower, i.Upper)
	case j.Kind == Solve && (r.Status == Solved) != i.Answers(j.Asked()):
		return reason.Errorf("status %s with an interval from %v to %v", r.Status, i.Lower, i.Upper)
	}
	return nil
}

// acceptsCounts checks the result of a perft.
func (j *Job) acceptsCounts(r *Result) error {
	c := r.Counts
	if (r.Status == Solved) != (c != nil) || c != nil && (r.Depth != j.Request.Depth || c.Leaves > c.Nodes || c.Ended > c.Nodes) {
		return reason.Errorf("counts that do not belong to depth %d", j.Request.Depth)
	}
	return nil
}

// acceptsLine plays the line of a result. If the line ends the game, its score must equal an
// exact value. In games that remember positions only the moves are checked: a game may end
// earlier because of earlier positions.
func (j *Job) acceptsLine(p *engine.Position, r *Result) error {
	at := p
	flips := make([]bool, 0, len(r.PV))
	for n, move := range r.PV {
		next, err := at.Play(move)
		if err != nil {
			return reason.Errorf("line: move %d: %w", n+1, err)
		}
		flips = append(flips, next.ToMove() != at.ToMove())
		at = next
	}
	status := at.Status()
	if p.Game().Remembers() || !r.Interval.Exact() || !status.Over() {
		return nil
	}
	end := status.Score()
	for n := len(flips) - 1; n >= 0; n-- {
		if flips[n] {
			end = -end
		}
		end = end.Later(1)
	}
	coarse := j.Options.Outcome || j.Options.Prove
	if end != r.Value && (!coarse || end.Outcome() != r.Value.Outcome()) {
		return reason.Errorf("%w: value %v, line %v", ErrDoubtful, r.Value, end)
	}
	return nil
}
