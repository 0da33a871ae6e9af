package words

import (
	"regexp"
	"strconv"
	"strings"
)

// Phrase says in l what was written in English by a package that knows no
// languages: a few words with numbers between them. The key of its text is made of
// the kind and the words, and the values are the numbers, and a letter at the end,
// in their order:
//
//	"minimax, depth 6"  row.minimax-depth-1  "minimax, depth {1}"
//	"value of a"        row.value-of-1       "value of {1}"
//
// What has no text as a whole is said part by part, as semicolons divide it and
// then commas. Parts without words, such as "1 ± 0.5" and "b2 c1", stay as they
// are, but for the decimal point of l. So do those of which there is no text: ok
// tells that there are none.
func (l Lang) Phrase(kind, english string) (text string, ok bool) {
	if key := phraseKey(kind, english); Has(key) {
		return l.Text(key, l.phraseValues(english)...), true
	}
	for _, between := range []string{"; ", ", "} {
		parts := strings.Split(english, between)
		if len(parts) == 1 {
			continue
		}
		all := true
		for i, part := range parts {
			said, ok := l.Phrase(kind, part)
			parts[i], all = said, all && ok
		}
		return strings.Join(parts, l.separator(between)), all
	}
	return phraseValue.ReplaceAllStringFunc(english, l.Number), !worded.MatchString(english)
}

var (
	// phraseValue is a number, or a letter that names something.
	phraseValue = regexp.MustCompile(`\b\d+(?:\.\d+)?(?:e[+-]\d+)?(?:\^\d+)?|\b[a-z]$`)
	// worded tells a word from the letters of a move.
	worded   = regexp.MustCompile(`\p{Ll}{2}`)
	unworded = regexp.MustCompile(`[^\p{L}\d]+`)
)

// phraseKey returns the key of an English phrase.
func phraseKey(kind, english string) string {
	n := 0
	said := phraseValue.ReplaceAllStringFunc(english, func(string) string {
		n++
		return " " + strconv.Itoa(n) + " "
	})
	return kind + "." + strings.Trim(unworded.ReplaceAllString(strings.ToLower(said), "-"), "-")
}

// phraseValues returns the values of a phrase, as [Lang.Text] wants them.
func (l Lang) phraseValues(english string) (pairs []any) {
	for i, value := range phraseValue.FindAllString(english, -1) {
		pairs = append(pairs, strconv.Itoa(i+1), l.Number(value))
	}
	return pairs
}

// separator is how l writes what stands between the parts of a phrase or a reason.
func (l Lang) separator(english string) string {
	if l == Chinese {
		return strings.NewReplacer(": ", "：", "; ", "；", ", ", "，").Replace(english)
	}
	return english
}
