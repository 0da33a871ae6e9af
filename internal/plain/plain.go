// Package plain makes text from outside safe to show: files, other programs
// and command lines may contain terminal commands, and more text than fits.
package plain

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Line returns s in one line, without control characters (which terminals
// obey), marks that reorder text, and invalid UTF-8.
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

// Text is like Line, but keeps newlines and tabs.
func Text(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return r
		}
		return line(r)
	}, strings.ReplaceAll(s, "\r\n", "\n"))
}

// Clip shortens s to n characters.
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

// longest is the maximum length of a message, in characters.
const longest = 400

// Message returns the text of an error in one line of at most a few hundred characters. If it is
// longer, Message omits the middle, because the important parts are at the beginning and the end.
func Message(err error) string {
	const tail = longest / 2
	s := strings.Join(strings.Fields(Line(cut(err.Error()))), " ")
	runes := []rune(s)
	if len(runes) <= longest {
		return s
	}
	return string(runes[:longest-tail-1]) + "…" + string(runes[len(runes)-tail:])
}

// cut removes most of a very long text that Message will not show.
func cut(s string) string {
	const end = 64 * longest
	if len(s) <= 2*end {
		return s
	}
	return s[:end] + "…" + s[len(s)-end:]
}
