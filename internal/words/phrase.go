package words

import (
	"regexp"
	"strconv"
	"strings"
)

// Phrase translates a short English phrase with numbers, from a package that does not use
// package words. The key of the translation consists of the kind and the words. Its
// values, in order, are the numbers and a letter at the end:
//
//	"minimax, depth 6"  row.minimax-depth-1  "minimax, depth {1}"
//	"value of a"        row.value-of-1       "value of {1}"
//
// A phrase without a translation is split at semicolons, then at commas, and its parts
// are translated. Parts without words, such as "1 ± 0.5" and "b2 c1", keep their text
// except for the decimal point. A part with words but no translation keeps its text too,
// and ok is false.
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
	// phraseValue matches a number, or a letter at the end.
	phraseValue = regexp.MustCompile(`\b\d+(?:\.\d+)?(?:e[+-]\d+)?(?:\^\d+)?|\b[a-z]$`)
	// worded matches a word, as opposed to the letters of a move such as dxe4.
	worded   = regexp.MustCompile(`[^\P{Ll}x]{2}`)
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

// phraseValues returns the values of a phrase as pairs for [Lang.Text].
func (l Lang) phraseValues(english string) (pairs []any) {
	for i, value := range phraseValue.FindAllString(english, -1) {
		pairs = append(pairs, strconv.Itoa(i+1), l.Number(value))
	}
	return pairs
}

// separator returns the punctuation of l for an English separator of parts.
func (l Lang) separator(english string) string {
	if l == Chinese {
		return strings.NewReplacer(": ", "：", "; ", "；", ", ", "，").Replace(english)
	}
	return english
}
