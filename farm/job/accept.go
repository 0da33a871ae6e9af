package job

import (
	"cmp"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
)

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
