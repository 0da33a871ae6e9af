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

// system returns how to tell the error of the operating system about a path that is
// in err, nil if there is none that has a key.
func system(err error) *Told {
	var path *fs.PathError
	if !errors.As(err, &path) {
		return nil
	}
	for _, k := range systemKeys {
		if errors.Is(path, k.is) {
			return &Told{Key: k.key, Values: []any{"file", path.Path}, Err: path}
		}
	}
	return nil
}

// Error tells an error in l: all of it, or the part that can be told; what is
// wrapped around that, and what nobody has told, is English.
func (l Lang) Error(err error) string {
	text := err.Error()
	if l == English {
		return text
	}
	var told *Told
	if !errors.As(err, &told) {
		if told = system(err); told == nil {
			return text
		}
	}
	values := slices.Clone(told.Values)
	for i, v := range values {
		if inner, ok := v.(error); ok {
			values[i] = l.Error(inner)
		}
	}
	return strings.Replace(text, told.Error(), l.Text(told.Key, values...), 1)
}
