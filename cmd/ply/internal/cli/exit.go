package cli

import (
	"errors"
	"fmt"
	"io"

	"github.com/plywood-go/plywood/internal/plain"
	"github.com/plywood-go/plywood/internal/reason"
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

// Error is an error with its exit code. An Error whose Err is nil has already been reported.
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

// Failure returns err with the code for a failure of the machine, and nil if err is nil.
func Failure(err error) error { return coded(CodeFailure, err) }

// Usage returns err with the code for a wrong command line, and nil if err is nil.
func Usage(err error) error { return coded(CodeUsage, err) }

// Invalid returns err with the code for an invalid game, position, move or file, and nil if err is
// nil.
func Invalid(err error) error { return coded(CodeInvalid, err) }

// coded returns err with its exit code, and nil if err is nil.
func coded(code int, err error) error {
	if err == nil {
		return nil
	}
	return &Error{code, err}
}

// With returns the error that ends a command with a code and without a message.
func With(code int) error {
	if code == CodeOK {
		return nil
	}
	return &Error{code, nil}
}

// Interrupted is the error of a command that the user has interrupted.
var Interrupted error = &Error{CodeInterrupted, reason.New("interrupted")}

// Interrupt returns the error of a command that ended with err after the user had interrupted it:
// Interrupted, unless err is nil or has been reported.
func Interrupt(err error) error {
	var coded *Error
	if err == nil || errors.As(err, &coded) && coded.Err == nil {
		return err
	}
	return Interrupted
}

// Report prints an error in one line in language l and returns its exit code.
func Report(w io.Writer, l words.Lang, err error) int {
	if err == nil {
		return CodeOK
	}
	var coded *Error
	if !errors.As(err, &coded) {
		coded = &Error{CodeUsage, err} // from cobra itself
	}
	if coded.Err != nil {
		Note(w, l, coded.Err)
	}
	return coded.Code
}

// Note prints an error that does not end the program, in one line in language l.
func Note(w io.Writer, l words.Lang, err error) { fmt.Fprintf(w, "ply: %s\n", Message(l, err)) }

// Message returns the text of an error in language l, in one line.
func Message(l words.Lang, err error) string { return plain.Message(l.Retell(err)) }

// Worse returns the more serious of two exit codes.
func Worse(a, b int) int {
	rank := map[int]int{CodeOK: 0, CodeFailure: 1, CodeLimit: 2, CodeInvalid: 3, CodeExpectation: 4, CodeInterrupted: 5}
	if rank[b] > rank[a] {
		return b
	}
	return a
}
