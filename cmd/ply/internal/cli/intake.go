package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/problem"
	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/internal/charset"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/words"
)

// Intake counts the games and positions that a command reads from files, and those that
// it leaves out.
type Intake struct {
	Strict   bool   // refuse a file if an item cannot be read
	Encoding string // of the text; empty means that it is detected
	Read     int    // items read
	left     int    // items left out
	partly   int    // items of which a part was left out
}

// Add adds the flags of commands that read files of games or positions.
func (t *Intake) Add(c *cobra.Command) {
	c.Flags().StringVar(&t.Encoding, "encoding", "", "`encoding` of the text, such as windows-1251; detected by default")
	t.AddStrict(c)
}

// AddStrict adds only --strict, for commands whose files are not text.
func (t *Intake) AddStrict(c *cobra.Command) {
	c.Flags().BoolVar(&t.Strict, "strict", false, "refuse a file if anything in it cannot be read")
}

// Check refuses an unknown encoding.
func (t *Intake) Check() error {
	if t.Encoding == "" || charset.Known(t.Encoding) != "" {
		return nil
	}
	return NotAmong("--encoding", t.Encoding, charset.Names()...)
}

// Decode converts the contents of the named file to UTF-8.
func (e *Env) Decode(data []byte, name string) ([]byte, error) {
	if err := e.Intake.Check(); err != nil {
		return nil, err
	}
	text, found := charset.Text(data, e.Intake.Encoding)
	e.NoteEncoding(name, found)
	return text, nil
}

// ReadText returns the contents of the named file as UTF-8. It fails if the file has
// more than most bytes.
func (e *Env) ReadText(ctx context.Context, name string, most int64) ([]byte, error) {
	data, err := e.In.ReadAll(ctx, name, most)
	if err != nil {
		return nil, Invalid(err)
	}
	return e.Decode(data, InputName(name))
}

// OpenText opens the named file as text in UTF-8. The caller must call done, which
// reports the encoding.
func (e *Env) OpenText(ctx context.Context, name string) (text io.Reader, done func(), err error) {
	in, err := e.In.Open(ctx, name)
	if err != nil {
		return nil, nil, Invalid(err)
	}
	if err := e.Intake.Check(); err != nil {
		in.Close()
		return nil, nil, err
	}
	decoded := charset.NewReader(in, e.Intake.Encoding)
	return decoded, func() {
		e.NoteEncoding(InputName(name), decoded.Found())
		in.Close()
	}, nil
}

// NoteEncoding reports on stderr a guessed encoding and characters that could not be converted.
func (e *Env) NoteEncoding(name string, found charset.Found) {
	if found.Guessed {
		Note(e.Err, e.Lang, reason.Errorf("%s: the text is taken to be %s; --encoding NAME decides", name, found.Name))
	}
	if found.Lost > 0 {
		Note(e.Err, e.Lang, reason.Errorf("%s: %d characters cannot be read as %s", name, found.Lost, found.Name))
	}
}

// mostKept is the largest number of faults kept before an item can be read. Further
// faults are only counted.
const mostKept = 100_000

// Sift passes on the items of the named file. Once it has read an item, it reports on
// stderr those that it leaves out. At the end *err is why the file could not be read
// further, or why none of its items could be read.
func Sift[T any](e *Env, name string, all iter.Seq2[T, error], err *error) iter.Seq[T] {
	return func(yield func(T) bool) {
		var faults []*record.Fault // not reported yet
		more, read := 0, 0
		for x, failed := range all {
			fault := (*record.Fault)(nil)
			switch {
			case failed == nil:
				read++
				e.Intake.Read++
			case e.Intake.Strict || !errors.As(failed, &fault):
				*err = Invalid(reason.Errorf("%s: %w", name, failed))
				return
			case len(faults) < mostKept:
				faults = append(faults, fault)
			default:
				more++
			}
			for ; read > 0 && len(faults) > 0; faults = faults[1:] {
				if _, ok := any(x).(problem.Problem); ok {
					e.LeavePosition(name, faults[0])
				} else {
					e.LeaveGame(name, faults[0])
				}
			}
			if failed != nil {
				continue
			}
			e.Intake.left += more
			more = 0
			if p, ok := any(x).(problem.Problem); ok {
				e.NoteMended(p.Position)
			} else if r, ok := any(x).(engine.Record); ok {
				if lost := e.remark(name, &r); lost != nil {
					*err = Invalid(reason.Errorf("%s: %w", name, lost))
					return
				}
			}
			if !yield(x) {
				return
			}
		}
		if len(faults) > 0 {
			*err = Invalid(reason.Errorf("%s: %w", name, faults[0]))
		}
	}
}

// Gather returns the items of the named file, as Sift does.
func Gather[T any](e *Env, name string, all iter.Seq2[T, error]) (list []T, err error) {
	list = slices.Collect(Sift(e, name, all, &err))
	if err != nil {
		return nil, err
	}
	return list, nil
}

// remark reports what the reader of a game noticed. It fails if Strict is set and a
// part of the game could not be read.
func (e *Env) remark(name string, r *engine.Record) (lost error) {
	if lost = record.FirstLost(r.Remarks); lost != nil && e.Intake.Strict {
		return lost
	}
	for _, remark := range r.Remarks {
		Note(e.Err, e.Lang, reason.Errorf("%s: game %d%s: %w", name, e.Intake.Read+e.Intake.left, between(r.Players), remark.Err))
	}
	if lost != nil {
		e.Intake.partly++
	}
	return nil
}

// between returns the names of a game's players, if they are known.
func between(players [2]string) string {
	if players == [2]string{} {
		return ""
	}
	return fmt.Sprintf(" (%s – %s)", players[0], players[1])
}

// NoteMended reports what was left out of a position.
func (e *Env) NoteMended(p *engine.Position) {
	for _, why := range p.Mended() {
		Note(e.Err, e.Lang, why)
	}
}

// LeaveGame reports a game that is left out.
func (e *Env) LeaveGame(name string, f *record.Fault) {
	e.Leave(name, reason.Errorf("game %d%s", f.Game, between(f.Players)), f.Err)
}

// LeavePosition reports a position that is left out.
func (e *Env) LeavePosition(name string, f *record.Fault) {
	e.Leave(name, reason.Errorf("position %d", f.Game), f.Err)
}

// Leave reports something that is left out of the named file, and why.
func (e *Env) Leave(name string, what, why error) {
	e.Intake.left++
	Note(e.Err, e.Lang, reason.Errorf("%s: %w is left out: %w", name, what, why))
}

// Conclude reports the counts if something was left out. It returns the exit code of a
// command that would otherwise end with code.
func (t *Intake) Conclude(w io.Writer, l words.Lang, code int) int {
	if t.left == 0 && t.partly == 0 {
		return code
	}
	count := reason.Errorf("%d read, %d left out", t.Read, t.left)
	switch {
	case t.Read == 0: // a trainer counts what it reads itself
		count = reason.Errorf("%d left out", t.left)
	case t.partly > 0:
		count = reason.Errorf("%d read, %d of them in part, %d left out", t.Read, t.partly, t.left)
	}
	Note(w, l, count)
	return Worse(code, CodeLimit)
}
