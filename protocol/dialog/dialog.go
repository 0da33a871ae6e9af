// Package dialog is the common part of the protocols' servers: a table of commands, the position
// that the controller sets or that was refused, and a search that later commands stop.
package dialog

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/session"
)

// ErrNoPosition is the reason to refuse a search after a refused position.
var ErrNoPosition = errors.New("there is no position: the last one was refused")

// Dialog is the state of a conversation.
type Dialog struct {
	*session.Session
	Player *engine.Player   // answers the searches
	At     *engine.Position // nil after a refused one
	Ctx    context.Context  // of the whole conversation
	hit    chan struct{}    // closed when pondering ends; nil if the search does not ponder
	ends   bool             // the search ends by itself after pondering
}

// New returns a dialog that writes to out.
func New(ctx context.Context, out io.Writer) Dialog {
	return Dialog{Session: session.New(out), Ctx: ctx}
}

// Report prints a line of a task, unless the task was stopped.
type Report = func(format string, args ...any)

// Task stops the running task and runs work instead, also after the end of the input.
func (d *Dialog) Task(work func(ctx context.Context, say Report)) {
	d.Drain = true
	d.Start(d.Ctx, work)
}

// Place sets the position to p, or to none if err is not nil, and returns err.
func (d *Dialog) Place(p *engine.Position, err error) error {
	d.Stop()
	if d.At = p; err != nil {
		d.At = nil
	}
	return err
}

// Line passes a line to the command that its first word names, and returns its error with that
// word. known is false if there is no such command.
func Line[C any](c C, commands map[string]func(C, string) error, text string) (known bool, err error) {
	word, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	do, known := commands[word]
	if !known {
		return false, nil
	}
	if err := do(c, strings.TrimSpace(rest)); err != nil {
		return true, fmt.Errorf("%s: %w", word, err)
	}
	return true, nil
}

// OneLine returns the text of an error without line breaks.
func OneLine(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }

// Number is an option of the controller: where to store it, and its limits.
type Number struct {
	Value       *int // where to store it
	Least, Most int  // limits, both allowed
}

// Set sets an option.
func (o Number) Set(name, value string) error {
	n, err := strconv.Atoi(value)
	if err != nil || n < o.Least || n > o.Most {
		return fmt.Errorf("%s: %.40q, want %d to %d", name, value, o.Least, o.Most)
	}
	*o.Value = n
	return nil
}

// Limits of the options of all protocols.
const (
	MostHash    = 1 << 20 // MiB
	MostThreads = 1024
	Mebibyte    = 1 << 20
)

// Search is a search for a controller.
type Search struct {
	Player   engine.Player // with its limits for this search
	Clock    *engine.Clock // nil without a clock
	Infinite bool          // only a stop ends the search
	Ponder   bool          // the search runs on the opponent's time until PonderHit
	// Tell prints what has been found. The last call is about the result, whose first line begins
	// with the move that is chosen.
	Tell func(a *engine.Analysis)
	// Done prints the answer, also after a stop.
	Done func(chosen *engine.Line)
}

// Limited returns the player with the level and the limits that a controller sets. An infinite
// search, like one with a depth, ignores the level.
func (d *Dialog) Limited(level int, r *engine.Request, infinite bool) engine.Player {
	pl := *d.Player
	if level > 0 {
		pl.Level, pl.Query, pl.Control = level, engine.Query{}, engine.Control{}
	}
	if r.Bounded() || infinite {
		if r.Depth > 0 || infinite {
			pl.Level = 0
		}
		pl.Query, pl.Control = r.Query(), engine.Control{Time: r.Time()}
	}
	return pl
}

// Go starts a search of the position, where a move must be possible.
func (d *Dialog) Go(s Search) {
	d.Stop()
	d.hit = nil
	if s.Ponder {
		d.hit = make(chan struct{})
		s.Player.Control.Ponder = d.hit
	}
	at, hit := d.At.Resume(), d.hit
	d.ends = !s.Infinite
	d.Drain = d.ends && !s.Ponder
	d.Start(d.Ctx, func(ctx context.Context, _ func(string, ...any)) {
		var told engine.Analysis
		s.Player.Report = func(a engine.Analysis) {
			told = a
			s.Tell(&a)
		}
		chosen, a, _ := s.Player.Move(ctx, at, s.Clock)
		others := slices.DeleteFunc(slices.Clone(a.Lines), func(l engine.Line) bool { return l.Move == chosen.Move || l.Move == "" })
		a.Lines = append([]engine.Line{chosen}, others...)
		if !same(&told, &a) {
			s.Tell(&a)
		}
		if s.Infinite || s.Ponder { // the answer waits for a stop or a ponder hit
			select {
			case <-ctx.Done():
			case <-hit:
			}
		}
		s.Done(&chosen)
	})
}

// same reports whether two analyses say the same of the best line.
func same(a, b *engine.Analysis) bool {
	return len(a.Lines) > 0 && a.Depth == b.Depth && a.Stats.Nodes == b.Stats.Nodes && a.Lines[0].Score == b.Lines[0].Score &&
		slices.Equal(a.Lines[0].PV, b.Lines[0].PV)
}

// PonderHit starts the clock of a pondering search.
func (d *Dialog) PonderHit() {
	if d.hit != nil {
		close(d.hit)
		d.hit, d.Drain = nil, d.ends
	}
}
