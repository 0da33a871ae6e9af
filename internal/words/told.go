package words

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"syscall"
)

// Told is an error with a text in every language, by its key. If Err is set, it is the
// original error, whose text Told keeps in English.
type Told struct {
	Key    string
	Values []any // pairs, as for [Lang.Text]; errors and [Either] are told too
	Err    error
}

// Tell returns an error with the text of key and its values.
func Tell(key string, values ...any) error { return &Told{Key: key, Values: values} }

// Error returns the text of e in English.
func (e *Told) Error() string {
	if e.Err != nil {
		return e.Err.Error()
	}
	return e.in(English)
}

// in returns the text of e in l.
func (e *Told) in(l Lang) string {
	values := slices.Clone(e.Values)
	for i, v := range values {
		switch v := v.(type) {
		case error:
			values[i] = l.Error(v)
		case Either:
			values[i] = v.in(l)
		}
	}
	return l.Text(e.Key, values...)
}

// Either is names of which one is wanted, told as "a, b or c".
type Either []string

// String returns the text of e in English.
func (e Either) String() string { return e.in(English) }

// in returns the text of e in l. It does not load the catalogue, because texts of flags
// use it in every run.
func (e Either) in(l Lang) string {
	last := len(e) - 1
	if last < 1 {
		return strings.Join(e, "")
	}
	or := map[Lang]string{English: " or ", Russian: " или ", Chinese: " 或 "}[l]
	return strings.Join(e[:last], ", ") + or + e[last]
}

// Unwrap returns the errors among the values of e, or Err if it is set.
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

// systemKeys are the keys of errors of the operating system about a path.
var systemKeys = []struct {
	is  error
	key string
}{
	{fs.ErrNotExist, "refused.file"},
	{fs.ErrPermission, "refused.file-permission"},
	{fs.ErrExist, "refused.file-exists"},
	{syscall.EISDIR, "refused.folder"},
	{syscall.ENOSPC, "refused.file-space"},
}

// system returns how to tell the error of the operating system about a path, nil if it
// has no key.
func system(err error) *Told {
	path, ok := err.(*fs.PathError)
	if !ok {
		return nil
	}
	for _, k := range systemKeys {
		if errors.Is(path, k.is) {
			return &Told{Key: k.key, Values: []any{"file", path.Path}, Err: path}
		}
	}
	return nil
}

// Retell returns an error that says in l what err says.
func (l Lang) Retell(err error) error {
	if err == nil || l == English {
		return err
	}
	return &retold{err, l.Error(err)}
}

// retold is an error with its text in a language.
type retold struct {
	error
	text string
}

func (r *retold) Error() string { return r.text }

func (r *retold) Unwrap() error { return r.error }
