package words

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"syscall"
)

// Told is an error that is told in every language, by the text of a key. In English
// it is Err if that is set: an error that came from elsewhere, whose text Key has
// for the others.
type Told struct {
	Key    string
	Values []any // pairs, as for [Lang.Text]; errors and [Either] are told too
	Err    error
}

// Tell returns an error that is told by the text of a key with values.
func Tell(key string, values ...any) error { return &Told{Key: key, Values: values} }

// Error tells e in English.
func (e *Told) Error() string {
	if e.Err != nil {
		return e.Err.Error()
	}
	return e.in(English)
}

// in tells e in l.
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

// String tells e in English.
func (e Either) String() string { return e.in(English) }

// in tells e in l. It needs no catalogue: flags say it whatever is asked.
func (e Either) in(l Lang) string {
	last := len(e) - 1
	if last < 1 {
		return strings.Join(e, "")
	}
	or := map[Lang]string{English: " or ", Russian: " или ", Chinese: " 或 "}[l]
	return strings.Join(e[:last], ", ") + or + e[last]
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

// systemKeys are the keys of what the operating system refuses about a path.
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

// retold is an error in the words of a language.
type retold struct {
	error
	text string
}

func (r *retold) Error() string { return r.text }

func (r *retold) Unwrap() error { return r.error }
