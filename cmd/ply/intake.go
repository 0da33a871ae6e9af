package main

import (
	"errors"
	"fmt"
	"iter"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/flags"
	"github.com/plywood-go/plywood/engine/problem"
	"github.com/plywood-go/plywood/game/record"
	"github.com/plywood-go/plywood/internal/charset"
	"github.com/plywood-go/plywood/internal/words"
)

// intake counts the games and positions that a command reads from files, and the ones
// it leaves out.
type intake struct {
	strict     bool // refuse a file if an item cannot be read
	encoding   string
	read, left int
}

// add adds the flags of commands that read files of games or positions.
func (t *intake) add(c *cobra.Command) {
	c.Flags().StringVar(&t.encoding, "encoding", "", "`encoding` of the text, such as windows-1251; detected by default")
	t.addStrict(c)
}

// addStrict adds only --strict, for commands whose files are not text.
func (t *intake) addStrict(c *cobra.Command) {
	c.Flags().BoolVar(&t.strict, "strict", false, "refuse a file if one of its games or positions cannot be read")
}

// check refuses an unknown encoding.
func (t *intake) check() error {
	if t.encoding == "" || charset.Known(t.encoding) != "" {
		return nil
	}
	return flags.NotAmong("--encoding", t.encoding, charset.Names()...)
}

// text converts the contents of the named file to UTF-8.
func (a *app) text(data []byte, name string) ([]byte, error) {
	if err := a.intake.check(); err != nil {
		return nil, err
	}
	text, found := charset.Text(data, a.intake.encoding)
	a.noteEncoding(name, found)
	return text, nil
}

// noteEncoding reports on stderr a guessed encoding and characters that could not be
// converted.
func (a *app) noteEncoding(name string, found charset.Found) {
	if found.Guessed {
		exit.Note(a.err, a.lang, words.Tell("refused.encoding-assumed", "file", name, "encoding", found.Name))
	}
	if found.Lost > 0 {
		exit.Note(a.err, a.lang, words.Tell("refused.encoding-lost", "file", name, "n", found.Lost, "encoding", found.Name))
	}
}

// gather returns the items of the named file, and reports on stderr the ones it leaves
// out. It fails if it leaves out all of them.
func gather[T any](a *app, name string, all iter.Seq2[T, error]) (list []T, err error) {
	var faults []*record.Fault
	for x, err := range all {
		fault := (*record.Fault)(nil)
		switch {
		case err == nil:
			list = append(list, x)
		case !a.intake.strict && errors.As(err, &fault):
			faults = append(faults, fault)
		default:
			return nil, exit.Invalid(fmt.Errorf("%s: %w", name, err))
		}
	}
	if list == nil && faults != nil {
		return nil, exit.Invalid(fmt.Errorf("%s: %w", name, faults[0]))
	}
	key := "refused.left-out"
	if _, ok := any(list).([]problem.Problem); ok {
		key = "refused.left-position"
	}
	for _, f := range faults {
		a.leave(key, name, f)
	}
	a.intake.read += len(list)
	return list, nil
}

// leave reports a game or position that is left out, with the text of key.
func (a *app) leave(key, name string, f *record.Fault) {
	a.intake.left++
	players := ""
	if f.Players != [2]string{} {
		players = fmt.Sprintf(" (%s – %s)", f.Players[0], f.Players[1])
	}
	exit.Note(a.err, a.lang, words.Tell(key, "file", name, "n", f.Game, "players", players, "why", f.Err))
}

// conclude reports the counts if something was left out, and returns the exit code of
// a command that would end with code.
func (t *intake) conclude(a *app, code int) int {
	if t.left == 0 {
		return code
	}
	key := "refused.left-count"
	if t.read == 0 { // a trainer counts what it reads itself
		key = "refused.left-only"
	}
	exit.Note(a.err, a.lang, words.Tell(key, "read", t.read, "left", t.left))
	return worse(code, exit.CodeLimit)
}
