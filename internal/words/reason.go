package words

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"github.com/plywood-go/plywood/internal/reason"
)

// The errors of package reason are translated by their formats. An entry of reasons.json
// gives the Russian and the Chinese text of a format. Numbers in braces stand for its
// arguments, as names do in [Lang.Text]:
//
//	"%d rows, want %d": ["рядов: {1}, нужно {2}", "{1} 行，应为 {2}"]
//
// A format without words of its own, such as "--tt: %w", needs no entry. Neither does English.

//go:embed reasons.json
var reasonsJSON []byte

// reasons are the translations by format.
var reasons = sync.OnceValue(func() (all map[string]map[Lang]string) {
	var file map[string][2]string
	if err := json.Unmarshal(reasonsJSON, &file); err != nil {
		panic(err) // a test reads the file
	}
	all = make(map[string]map[Lang]string, len(file))
	for format, in := range file {
		all[format] = map[Lang]string{Russian: in[0], Chinese: in[1]}
	}
	return all
})

// Error translates err into l. Errors of this package and of package reason have
// translations, and so does an operating system's error about a path. Other errors are
// quoted; errors that they wrap are translated.
func (l Lang) Error(err error) string {
	if l == English {
		return err.Error()
	}
	switch e := err.(type) {
	case *retold:
		return e.text
	case *json.SyntaxError:
		return l.Error(reason.Errorf("not JSON at byte %d", e.Offset))
	case interface{ Reason() error }:
		return l.Error(e.Reason())
	}
	if format, args := reason.Of(err); len(args) > 0 {
		return l.format(format, args)
	}
	if path, ok := err.(*fs.PathError); ok {
		for _, s := range system {
			if errors.Is(path, s.is) {
				return l.format(s.format, []any{path.Path})
			}
		}
	}
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		if inner := e.Unwrap(); inner != nil {
			return l.around(err, inner, l.Error(inner))
		}
	case interface{ Unwrap() []error }:
		return l.join(err.Error(), e.Unwrap())
	}
	return l.phrase(err.Error())
}

// around returns the text of err with a translation in place of the error that it wraps.
func (l Lang) around(err, inner error, translation string) string {
	text := err.Error()
	if at := strings.LastIndex(text, inner.Error()); at >= 0 {
		return text[:at] + translation + text[at+len(inner.Error()):]
	}
	return text
}

// join returns text with the errors inside it replaced by their translations, in order.
func (l Lang) join(text string, inner []error) (out string) {
	for _, err := range inner {
		if before, after, found := strings.Cut(text, err.Error()); found {
			out, text = out+before+l.Error(err), after
		}
	}
	return out + text
}

// phrase translates a text without arguments, if it has a translation.
func (l Lang) phrase(english string) string {
	if in, ok := reasons()[english]; ok {
		return in[l]
	}
	return english
}

// verb is a place in a format for an argument, with its number.
var verb = regexp.MustCompile(`%(?:\[(\d+)\])?[-+# 0]*[\d.]*([a-zA-Z%])`)

// parse returns a format with each verb replaced by the number of its argument in braces.
// It also returns the verb of each argument, "" if the format does not use it.
func parse(format string) (text string, of []string) {
	next := 1
	text = verb.ReplaceAllStringFunc(format, func(v string) string {
		m := verb.FindStringSubmatch(v)
		if m[2] == "%" {
			return "%"
		}
		if m[1] != "" {
			next, _ = strconv.Atoi(m[1])
		}
		of = append(of, make([]string, max(0, next-len(of)))...)
		of[next-1] = strings.Replace(v, "["+m[1]+"]", "", 1)
		next++
		return "{" + strconv.Itoa(next-1) + "}"
	})
	return text, of
}

// format translates a format with its arguments.
func (l Lang) format(format string, args []any) string {
	text, of := parse(format)
	text = l.separator(text)
	if in, ok := reasons()[format]; ok {
		text = in[l]
	}
	var pairs []any
	for i, verb := range of[:min(len(of), len(args))] {
		pairs = append(pairs, strconv.Itoa(i+1), l.argument(verb, args[i]))
	}
	return l.Fill(text, pairs...)
}

// argument translates an argument of a format.
func (l Lang) argument(verb string, arg any) string {
	text := ""
	switch arg := arg.(type) {
	case error:
		text = l.Error(arg)
	case interface{ Reason() error }:
		text = l.Error(arg.Reason())
	case reason.Phrase:
		text = l.phrase(string(arg))
	case fmt.Stringer:
		return l.phrase(fmt.Sprintf(verb, arg))
	default:
		return fmt.Sprintf(verb, arg)
	}
	return fmt.Sprintf(strings.NewReplacer("w", "s", "v", "s").Replace(verb), text)
}

// system lists the translated errors of the operating system about a path.
var system = []struct {
	is     error
	format string
}{
	{fs.ErrNotExist, "open %s: no such file or directory"},
	{fs.ErrPermission, "open %s: permission denied"},
	{fs.ErrExist, "open %s: file exists"},
	{syscall.EISDIR, "%s: a folder, not a file"},
	{syscall.ENOSPC, "open %s: no space left on device"},
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
