// Package plain makes text that came from elsewhere fit to be shown: files,
// other programs and command lines may hold what a terminal obeys, and more than
// anybody reads.
package plain

import (
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Line returns s in one line, without anything that steers rather than shows:
// control characters (which terminals obey), marks that reorder text, and
// invalid UTF-8.
func Line(s string) string { return strings.Map(line, s) }

func line(r rune) rune {
	switch {
	case r == '\n' || r == '\r' || r == '\t' || r == '\u2028' || r == '\u2029':
		return ' '
	case unicode.Is(unicode.Cf, r):
		return -1
	case unicode.IsControl(r), r == '\ufffe', r == '\uffff':
		return utf8.RuneError
	}
	return r
}

// Text is Line, but that it keeps lines and tabs.
func Text(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return r
		}
		return line(r)
	}, strings.ReplaceAll(s, "\r\n", "\n"))
}

// Clip shortens s to n characters, at its end.
func Clip(s string, n int) string {
	if len(s) <= n || utf8.RuneCountInString(s) <= n {
		return s
	}
	for i := range s {
		if n--; n == 0 {
			return s[:i] + "…"
		}
	}
	return s
}

// longest is the most characters of a message.
const longest = 400

// Message returns what an error says in one line of some hundred characters: of
// one that quotes more, the middle is left out, for what is wrong stands before
// it or behind.
func Message(err error) string {
	const tail = longest / 2
	s := strings.Join(strings.Fields(Line(cut(err.Error()))), " ")
	runes := []rune(s)
	if len(runes) <= longest {
		return s
	}
	return string(runes[:longest-tail-1]) + "…" + string(runes[len(runes)-tail:])
}

// cut leaves out of a text far too long what Message will not show of it.
func cut(s string) string {
	const end = 64 * longest
	if len(s) <= 2*end {
		return s
	}
	return s[:end] + "…" + s[len(s)-end:]
}

// Writer returns a writer to w that passes on what Text leaves of its input.
func Writer(w io.Writer) io.Writer { return writer{w} }

type writer struct{ to io.Writer }

func (w writer) Write(p []byte) (int, error) {
	if _, err := io.WriteString(w.to, Text(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}
