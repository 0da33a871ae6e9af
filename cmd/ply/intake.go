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
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/words"
)

// intake counts the games and positions that a command reads from files and those
// that it leaves out.
type intake struct {
	strict     bool // one that cannot be read refuses the file
	encoding   string
	read, left int
}

// add adds the flags of commands that read files of games or positions.
func (t *intake) add(c *cobra.Command) {
	c.Flags().StringVar(&t.encoding, "encoding", "", "the `encoding` of the text, such as windows-1251; found out if it is left out")
	t.addStrict(c)
}

// addStrict adds the flag of commands whose files are not text.
func (t *intake) addStrict(c *cobra.Command) {
	c.Flags().BoolVar(&t.strict, "strict", false, "refuse a file if one of its games or positions cannot be read")
}

// check refuses an encoding that is not known.
func (t *intake) check() error {
	if t.encoding == "" || charset.Known(t.encoding) != "" {
		return nil
	}
	return flags.NotAmong("--encoding", t.encoding, charset.Names()...)
}

// text returns a file as UTF-8.
func (a *app) text(data []byte, name string) ([]byte, error) {
	if err := a.intake.check(); err != nil {
		return nil, err
	}
	text, found := charset.Text(data, a.intake.encoding)
	a.noteEncoding(name, found)
	return text, nil
}

// noteEncoding says on stderr what was assumed of a text, and how many characters
// could not be read.
func (a *app) noteEncoding(name string, found charset.Found) {
	if found.Guessed {
		exit.Note(a.err, a.lang, words.Tell("refused.encoding-assumed", "file", name, "encoding", found.Name))
	}
	if found.Lost > 0 {
		exit.Note(a.err, a.lang, words.Tell("refused.encoding-lost", "file", name, "n", found.Lost, "encoding", found.Name))
	}
}

// gather returns what a file has, and names on stderr what it leaves out. It fails
// if that is all.
func gather[T any](a *app, name string, all iter.Seq2[T, error]) (list []T, err error) {
	for x := range sift(a, name, all, &err) {
		list = append(list, x)
	}
	if err != nil {
		return nil, err
	}
	return list, nil
}

// mostKept is the most faults kept until something is read; others are counted.
const mostKept = 100_000

// sift passes on what a file has, one after the other, and names on stderr what it
// leaves out as soon as something was read. When the sequence has ended, err is set if
// the file could not be read further, or only has what cannot be read.
func sift[T any](a *app, name string, all iter.Seq2[T, error], err *error) iter.Seq[T] {
	key := "refused.left-out"
	if _, ok := any(*new(T)).(problem.Problem); ok {
		key = "refused.left-position"
	}
	return func(yield func(T) bool) {
		var before []*record.Fault // what is left out before anything was read
		more := 0                  // what is left out beyond them
		read := 0
		for x, failed := range all {
			fault := (*record.Fault)(nil)
			switch {
			case failed != nil && (a.intake.strict || !errors.As(failed, &fault)):
				*err = exit.Invalid(reason.Errorf("%s: %w", name, failed))
				return
			case failed != nil && read > 0:
				a.leave(key, name, fault)
				continue
			case failed != nil && len(before) < mostKept:
				before = append(before, fault)
				continue
			case failed != nil:
				more++
				continue
			}
			for _, f := range before {
				a.leave(key, name, f)
			}
			a.intake.left += more
			before, more = nil, 0
			read++
			a.intake.read++
			if !yield(x) {
				return
			}
		}
		if before != nil {
			*err = exit.Invalid(reason.Errorf("%s: %w", name, before[0]))
		}
	}
}

// leave names a game or a position that is left out, in the text of a key.
func (a *app) leave(key, name string, f *record.Fault) {
	a.intake.left++
	players := ""
	if f.Players != [2]string{} {
		players = fmt.Sprintf(" (%s – %s)", f.Players[0], f.Players[1])
	}
	exit.Note(a.err, a.lang, words.Tell(key, "file", name, "n", f.Game, "players", players, "why", f.Err))
}

// conclude says how much was read if something was left out, and returns the exit
// code of a command that ends with another.
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
