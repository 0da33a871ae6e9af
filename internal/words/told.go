package words

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
)

// Told is an error that is told in every language, by the text of a key. In English
// it is Err if that is set: an error that came from elsewhere, whose text Key has
// for the others.
type Told struct {
	Key    string
	Values []any // pairs, as for [Lang.Text]; those that are errors are told too
	Err    error
}

// Tell returns an error that is told by the text of a key with values.
func Tell(key string, values ...any) error { return &Told{Key: key, Values: values} }

// Error tells e in English.
func (e *Told) Error() string {
	if e.Err != nil {
		return e.Err.Error()
	}
	return English.Text(e.Key, e.Values...)
}

// Unwrap returns the errors that e tells of.
func (e *Told) Unwrap() (all []error) {
	if e.Err != nil {
		return []error{e.Err}
	}
	for _, v := range e.Values {
		if err, ok := v.(error); ok {
			all = append(all, err)
		}
	}
	return all
}

// Error tells an error in l: all of it, or the part that can be told; what is
// wrapped around that, and what nobody has told, is English.
func (l Lang) Error(err error) string {
	text := err.Error()
	if l == English {
		return text
	}
	var told *Told
	var missing *fs.PathError
	switch {
	case errors.As(err, &told):
	case errors.As(err, &missing) && errors.Is(missing, fs.ErrNotExist):
		told = &Told{Key: "refused.file", Values: []any{"file", missing.Path}, Err: missing}
	default:
		return text
	}
	values := slices.Clone(told.Values)
	for i, v := range values {
		if inner, ok := v.(error); ok {
			values[i] = l.Error(inner)
		}
	}
	return strings.Replace(text, told.Error(), l.Text(told.Key, values...), 1)
}
