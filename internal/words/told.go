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
	Values []any // pairs, as for [Lang.Text]; errors, [Either] and [Said] are told too
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
		case Said:
			values[i], _ = l.reason(string(v))
		}
	}
	return l.Text(e.Key, values...)
}

// Said is what a package that knows no languages says, told as its refusals are.
type Said string

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

// toldIn returns what is told by a key in an error, nil if nothing is.
func toldIn(err error) (told *Told) {
	if errors.As(err, &told) {
		return told
	}
	return system(err)
}

// Error tells an error in l: what is told by a key, what the operating system says
// of a path, and what packages that know no languages say, see [Lang.reason]. What
// nobody has words for is English.
func (l Lang) Error(err error) string {
	text := err.Error()
	if l == English {
		return text
	}
	before, middle, after := text, "", ""
	if told := toldIn(err); told != nil {
		if left, right, found := strings.Cut(text, told.Error()); found {
			before, middle, after = left, told.in(l), right
		}
	}
	before, _ = l.reason(before)
	after, _ = l.reason(after)
	return before + middle + after
}

// Retell returns err with its text in l.
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
