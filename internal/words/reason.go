package words

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// A package that knows no languages refuses in English, with place and offence:
//
//	othello: move 3: "e9", want a1 to h8 or pass
//
// The texts whose keys begin with "reason." have its words. In English they are the
// patterns that they stand for, with the values by name: "move {n}". What has no
// pattern as a whole is told part by part, as lines divide it, then colons, semicolons
// and what was wanted. A value is a word or a quotation, and n a number; names and an
// example may be many words; side, what, and what begins with why are told in turn.

// longestReason bounds the bytes of what is told: more is quoted from elsewhere.
const longestReason = 4096

// reason tells in l what a package refused in English. ok tells that there are words
// for all of it; a part of one word is a name.
func (l Lang) reason(english string) (text string, ok bool) {
	if len(english) > longestReason {
		return english, false
	}
	if p, values := find(english); p != nil {
		return l.fillReason(p, values)
	}
	left, between, right := divide(english)
	if between == "" {
		return english, !strings.Contains(strings.TrimSpace(outside(english)), " ")
	}
	left, said := l.reason(left)
	right, ok = l.reason(right)
	return left + l.separator(between) + right, said && ok
}

// find returns the pattern of a whole reason and the values in it; nil if it has none.
func find(english string) (p *pattern, values []string) {
	for _, p := range patterns() {
		if found := p.find.FindStringSubmatch(english); found != nil {
			return p, found[1:]
		}
	}
	return nil, nil
}

// divide returns the two parts of a reason, and what stands between them; "" if it
// has no parts.
func divide(english string) (left, between, right string) {
	for _, between := range []string{"\n", ": ", "; ", ", want "} {
		if at := strings.Index(outside(english), between); at >= 0 {
			rest := english[at+len(between):]
			if wish, ok := strings.CutPrefix(between, ", "); ok {
				return english[:at], ", ", wish + rest
			}
			return english[:at], between, rest
		}
	}
	return english, "", ""
}

// fillReason returns the text in l of a pattern with values.
func (l Lang) fillReason(p *pattern, values []string) (text string, ok bool) {
	ok = true
	pairs := make([]any, 0, 2*len(values))
	for i, name := range p.names {
		value := values[i]
		if name == "side" || name == "what" || strings.HasPrefix(name, "why") {
			var all bool
			value, all = l.reason(value)
			ok = ok && all
		}
		pairs = append(pairs, name, value)
	}
	return l.Text(p.key, pairs...), ok
}

// quoted is text within double quotes, as %q writes it.
var quoted = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)

// outside returns a text without what it quotes, which as many bytes stand for.
func outside(text string) string {
	return quoted.ReplaceAllStringFunc(text, func(q string) string { return strings.Repeat("\"", len(q)) })
}

// pattern is what finds a reason that there is a text for.
type pattern struct {
	key   string
	names []string // of its values
	find  *regexp.Regexp
}

// slot finds a value in the text of a pattern, or the forms of a word.
var slot = regexp.MustCompile(`\{[^}]*\}`)

// patterns are those of all reasons, from the one with the most words of its own.
var patterns = sync.OnceValue(func() (all []*pattern) {
	own := map[string]int{}
	for key, text := range catalogue(English) {
		if strings.HasPrefix(key, "reason.") {
			all = append(all, newPattern(key, text))
			own[key] = len(slot.ReplaceAllString(text, ""))
		}
	}
	slices.SortFunc(all, func(a, b *pattern) int { return cmp.Or(own[b.key]-own[a.key], strings.Compare(a.key, b.key)) })
	return all
})

// newPattern returns the pattern of an English text.
func newPattern(key, text string) *pattern {
	p := &pattern{key: key}
	expression, from := "^", 0
	for _, at := range slot.FindAllStringIndex(text, -1) {
		expression += regexp.QuoteMeta(text[from:at[0]]) + p.value(text[at[0]+1:at[1]-1])
		from = at[1]
	}
	p.find = regexp.MustCompile(expression + regexp.QuoteMeta(text[from:]) + "$")
	return p
}

// value returns what finds a value of a name, which is noted, or the forms of a word.
func (p *pattern) value(inner string) string {
	name, forms, inflected := strings.Cut(inner, "|")
	if inflected {
		return "(?:" + forms + ")"
	}
	p.names = append(p.names, name)
	const quote, word = `"(?:[^"\\]|\\.)*"`, `[^\s:"]|:\S`
	switch {
	case name == "n":
		return `([-+]?\d[\d.]*)`
	case strings.HasPrefix(name, "why"):
		return "(.+)"
	case name == "names" || name == "example":
		return "((?:" + quote + "| |" + word + ")+?)"
	}
	return "(the end|(?:" + quote + "|" + word + ")+?)"
}
