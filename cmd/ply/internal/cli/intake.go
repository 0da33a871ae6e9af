package cli

import (
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/flags"
	"github.com/plywood-go/plywood/engine/problem"
	"github.com/plywood-go/plywood/game/record"
	"github.com/plywood-go/plywood/internal/charset"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/words"
)

// Intake counts the games and positions that a command reads from files, and the ones
// it leaves out.
type Intake struct {
	Strict     bool // refuse a file if an item cannot be read
	Encoding   string
	read, left int
}

// Add adds the flags of commands that read files of games or positions.
func (t *Intake) Add(c *cobra.Command) {
	c.Flags().StringVar(&t.Encoding, "encoding", "", "`encoding` of the text, such as windows-1251; detected by default")
	t.AddStrict(c)
}

// AddStrict adds only --strict, for commands whose files are not text.
func (t *Intake) AddStrict(c *cobra.Command) {
	c.Flags().BoolVar(&t.Strict, "strict", false, "refuse a file if one of its games or positions cannot be read")
}

// Check refuses an unknown encoding.
func (t *Intake) Check() error {
	if t.Encoding == "" || charset.Known(t.Encoding) != "" {
		return nil
	}
	return flags.NotAmong("--encoding", t.Encoding, charset.Names()...)
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

// NoteEncoding reports on stderr a guessed encoding and characters that could not be
// converted.
func (e *Env) NoteEncoding(name string, found charset.Found) {
	if found.Guessed {
		exit.Note(e.Err, e.Lang, words.Tell("refused.encoding-assumed", "file", name, "encoding", found.Name))
	}
	if found.Lost > 0 {
		exit.Note(e.Err, e.Lang, words.Tell("refused.encoding-lost", "file", name, "n", found.Lost, "encoding", found.Name))
	}
}

// Gather returns the items of the named file, and reports on stderr the ones it leaves
// out. It fails if it leaves out all of them.
func Gather[T any](e *Env, name string, all iter.Seq2[T, error]) (list []T, err error) {
	var faults []*record.Fault
	for x, err := range all {
		fault := (*record.Fault)(nil)
		switch {
		case err == nil:
			list = append(list, x)
		case !e.Intake.Strict && errors.As(err, &fault):
			faults = append(faults, fault)
		default:
			return nil, exit.Invalid(reason.Errorf("%s: %w", name, err))
		}
	}
	if list == nil && faults != nil {
		return nil, exit.Invalid(reason.Errorf("%s: %w", name, faults[0]))
	}
	key := "refused.left-out"
	if _, ok := any(list).([]problem.Problem); ok {
		key = "refused.left-position"
	}
	for _, f := range faults {
		e.Leave(key, name, f)
	}
	e.Intake.read += len(list)
	return list, nil
}

// Leave reports a game or position that is left out, with the text of key.
func (e *Env) Leave(key, name string, f *record.Fault) {
	e.Intake.left++
	players := ""
	if f.Players != [2]string{} {
		players = fmt.Sprintf(" (%s – %s)", f.Players[0], f.Players[1])
	}
	exit.Note(e.Err, e.Lang, words.Tell(key, "file", name, "n", f.Game, "players", players, "why", f.Err))
}

// Conclude reports the counts if something was left out, and returns the exit code of
// a command that would end with code.
func (t *Intake) Conclude(w io.Writer, l words.Lang, code int) int {
	if t.left == 0 {
		return code
	}
	key := "refused.left-count"
	if t.read == 0 { // a trainer counts what it reads itself
		key = "refused.left-only"
	}
	exit.Note(w, l, words.Tell(key, "read", t.read, "left", t.left))
	return exit.Worse(code, exit.CodeLimit)
}
