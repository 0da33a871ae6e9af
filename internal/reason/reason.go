// Package reason makes errors that can be translated. They keep their format, which is
// the key of the translation, and their arguments:
//
//	reason.Errorf("cell %d, want 0 to %d", cell, last)
//
// In all other respects they are errors of [fmt.Errorf] and [errors.New]. An argument
// that is an error is translated in turn.
package reason

import (
	"fmt"
	"strconv"
	"strings"
)

// A keyed error has a format and its arguments. Its text is English.
type keyed struct {
	format string
	args   []any
	text   string
}

func (k *keyed) Error() string { return k.text }

func (k *keyed) key() *keyed { return k }

// wrapping and joining wrap errors as those of [fmt.Errorf] do.
type (
	wrapping struct {
		keyed
		err error
	}
	joining struct {
		keyed
		errs []error
	}
)

func (w *wrapping) Unwrap() error { return w.err }

func (j *joining) Unwrap() []error { return j.errs }

// New returns an error with a text, as [errors.New] does. Errors of two calls differ.
func New(text string) error { return &keyed{format: text, text: text} }

// Errorf returns an error as [fmt.Errorf] does. It wraps the arguments of %w.
func Errorf(format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	k := keyed{format, args, err.Error()}
	switch err := err.(type) {
	case interface{ Unwrap() error }:
		return &wrapping{k, err.Unwrap()}
	case interface{ Unwrap() []error }:
		return &joining{k, err.Unwrap()}
	}
	return &k
}

// Of returns the format and the arguments of err if this package made it, otherwise
// "". It does not look at the errors that err wraps. An error of [New] has no
// arguments, and its format is its text.
func Of(err error) (format string, args []any) {
	if k, ok := err.(interface{ key() *keyed }); ok {
		return k.key().format, k.key().args
	}
	return "", nil
}

// A Phrase is an argument, such as the name of a side, that is translated if it has a translation.
type Phrase string

// ErrNewer is wrapped by the errors about files in a later format than this program knows.
var ErrNewer = New("written by a newer Plywood")

// Schema returns nil if got, what a file says of its format, is want, such as "ply.book/1". If it has
// a higher number at its end, the error wraps ErrNewer. Otherwise it is other or, if that is nil, names
// both.
func Schema(got, want string, other error) error {
	family := strings.TrimRight(want, "0123456789")
	number, related := strings.CutPrefix(got, family)
	latest, _ := strconv.Atoi(want[len(family):])
	n, err := strconv.Atoi(number)
	switch {
	case got == want:
		return nil
	case related && err == nil && n > latest:
		return Errorf("%w (format %d, this one reads up to %d)", ErrNewer, n, latest)
	case other != nil:
		return other
	}
	return Errorf("schema %q, want %q", got, want)
}
