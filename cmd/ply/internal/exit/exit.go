// Package exit gives errors the exit codes that they call for.
package exit

import (
	"errors"
	"fmt"
	"io"

	"github.com/plywood-go/plywood/internal/plain"
	"github.com/plywood-go/plywood/internal/words"
)

// The exit codes, a promise to users.
const (
	CodeOK          = 0
	CodeFailure     = 1   // the machine failed: a full disk, a bug
	CodeUsage       = 2   // no such command, flag or value of a flag
	CodeInvalid     = 3   // invalid game, position, move or file
	CodeLimit       = 4   // stopped by a limit before what was asked
	CodeExpectation = 5   // a verification or expectation failed
	CodeInterrupted = 130 // Ctrl-C
)

// Error is an error with the exit code that it calls for. One without a message
// has been reported already.
type Error struct {
	Code int
	Err  error
}

func (e *Error) Error() string {
	if e.Err == nil {
		return ""
	}
	return e.Err.Error()
}

func (e *Error) Unwrap() error { return e.Err }

// Failure gives an error the code of a machine that failed.
func Failure(err error) error { return coded(CodeFailure, err) }

// Usage gives an error the code of a command line that cannot be.
func Usage(err error) error { return coded(CodeUsage, err) }

// Invalid gives an error the code of a game, position, move or file that cannot
// be.
func Invalid(err error) error { return coded(CodeInvalid, err) }

// coded gives an error its exit code, unless somebody has just ended the program.
func coded(code int, err error) error {
	if errors.Is(err, Interrupted) {
		return Interrupted
	}
	return &Error{code, err}
}

// With returns what makes a command end with a code and no further message.
func With(code int) error {
	if code == CodeOK {
		return nil
	}
	return &Error{code, nil}
}

// Interrupted is the error of what somebody has broken off.
var Interrupted error = &Error{CodeInterrupted, words.Tell("refused.interrupted")}

// Report prints an error in one line, in the language, and returns its exit code.
func Report(w io.Writer, l words.Lang, err error) int {
	if err == nil {
		return CodeOK
	}
	var coded *Error
	if !errors.As(err, &coded) {
		coded = &Error{CodeUsage, err} // cobra's own refusals
	}
	if coded.Err != nil {
		Note(w, l, coded.Err)
	}
	return coded.Code
}

// Note prints an error in one line, in the language: one that ends nothing.
func Note(w io.Writer, l words.Lang, err error) { fmt.Fprintf(w, "ply: %s\n", Message(l, err)) }

// Message returns what an error says in the language, in one line.
func Message(l words.Lang, err error) string { return plain.Message(l.Retell(err)) }
