// Package words holds the texts for people in every language of Plywood: one catalogue
// for the command line, the full-screen mode and the web page.
//
// A text has a key. It may contain names of values in braces, and forms of a word that
// depend on a number:
//
//	"{leaves} {leaves|leaf|leaves}"        English: one, many
//	"{leaves} {leaves|лист|листа|листьев}" Russian: one, few, many
//	"{leaves} 个叶子"                       Chinese, without such forms
//
// The texts of a language are JSON objects of strings in the folder named after it; those in its
// folder ply are for the command line alone. A test checks that all languages have the same keys
// with the same values. Errors are translated by their formats, see [Lang.Error].
package words

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/plywood-go/plywood/internal/reason"
)

//go:embed en ru zh
var files embed.FS

// Lang is a language: its code in ISO 639.
type Lang string

// The languages.
const (
	English Lang = "en"
	Russian Lang = "ru"
	Chinese Lang = "zh"
)

// Langs returns all languages.
func Langs() []Lang { return []Lang{English, Russian, Chinese} }

// Name returns the name of l in l itself.
func (l Lang) Name() string {
	return map[Lang]string{English: "English", Russian: "Русский", Chinese: "中文"}[l]
}

// Parse returns the language of a tag or a locale name such as "ru", "zh-Hans" or
// "ru_RU.UTF-8". It ignores case.
func Parse(text string) (Lang, error) {
	first := strings.ToLower(text)
	if i := strings.IndexAny(first, "-_.@"); i >= 0 {
		first = first[:i]
	}
	if l := Lang(first); slices.Contains(Langs(), l) {
		return l, nil
	}
	return "", reason.Errorf("language %q, want en, ru or zh", text)
}

// FromEnvironment returns the language of the first of LC_ALL, LC_MESSAGES and LANG that
// is set. It returns English if none is set, or for an unknown language.
func FromEnvironment(getenv func(name string) string) Lang {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if locale := getenv(name); locale != "" {
			if l, err := Parse(locale); err == nil {
				return l
			}
			return English
		}
	}
	return English
}

// All returns all texts of l by key. The caller may change the map.
func (l Lang) All() map[string]string { return maps.Clone(catalogue(l)) }

// Page returns the texts of l by key, except those only for the command line. The caller
// may change the map.
func (l Lang) Page() map[string]string { return maps.Clone(shared(l)) }

// Text returns the text of a key with its names replaced by values, which are given in pairs:
//
//	l.Text("compare.leaves", "leaves", 5)
//
// A name may ask for a grammatical case of its value, {side:of}: if the value is itself a
// text of the catalogue, such as "чёрные", the catalogue may have a text for that case.
// Text panics if the key does not exist.
func (l Lang) Text(key string, pairs ...any) string {
	text, ok := catalogue(l)[key]
	if !ok {
		panic(fmt.Sprintf("words: no text %q in %q", key, l))
	}
	return l.Fill(text, pairs...)
}

// Has reports whether a key exists.
func Has(key string) bool { return catalogue(English)[key] != "" }

// Fill replaces the names in text by their values, as [Lang.Text] does. A name without a
// value stays.
func (l Lang) Fill(text string, pairs ...any) string {
	if !strings.Contains(text, "{") {
		return text
	}
	values := make(map[string]string, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		values[pairs[i].(string)] = fmt.Sprint(pairs[i+1])
	}
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(text, "{")
		out.WriteString(before)
		if !found {
			return out.String()
		}
		inner, after, closed := strings.Cut(rest, "}")
		if !closed {
			return out.String() + "{" + rest
		}
		out.WriteString(l.slot(inner, values))
		text = after
	}
}

// slot returns the replacement of {inner}.
func (l Lang) slot(inner string, values map[string]string) string {
	forms := strings.Split(inner, "|")
	name, grammar, _ := strings.Cut(forms[0], ":")
	value, known := values[name]
	if grammar != "" {
		value = l.inflect(value, grammar)
	}
	switch {
	case !known:
		return "{" + inner + "}"
	case len(forms) == 1:
		return value
	}
	form := l.form
	n, err := strconv.Atoi(value)
	if err != nil {
		form = l.fraction
	}
	return forms[1:][min(form(n), len(forms)-2)]
}

// inflect returns value in the given grammatical case, or unchanged if the catalogue has
// no text for that case: "of.side.black" is "side.black" in the case "of".
func (l Lang) inflect(value, grammar string) string {
	if text, ok := inflected(l)[grammar][value]; ok {
		return text
	}
	return value
}

// grammars are the cases: "of" is the genitive, "to" the dative.
var grammars = []string{"of", "to"}

// inflected maps a grammatical case and a text of a language to the inflected text.
var inflected = byLang(func(l Lang) map[string]map[string]string {
	all, texts := map[string]map[string]string{}, catalogue(l)
	for _, grammar := range grammars {
		all[grammar] = map[string]string{}
		for key, text := range texts {
			if base, ok := strings.CutPrefix(key, grammar+"."); ok {
				all[grammar][texts[base]] = text
			}
		}
	}
	return all
})

// form returns the index of the plural form for n, by the cardinal categories of
// Unicode's CLDR for integers.
func (l Lang) form(n int) int {
	n = max(n, -n)
	switch {
	case l == Chinese:
		return 0
	case l == English && n == 1:
		return 0
	case l == English:
		return 1
	case n%10 == 1 && n%100 != 11:
		return 0
	case n%10 >= 2 && n%10 <= 4 && (n%100 < 12 || n%100 > 14):
		return 1
	}
	return 2
}

// fraction returns the index of the plural form for a fraction, by CLDR. In Russian it is
// the form used after 2.
func (l Lang) fraction(int) int {
	if l == Chinese {
		return 0
	}
	return 1
}

// Number formats a number, given with a decimal point, for readers of l: Russian has a
// decimal comma.
func (l Lang) Number(text string) string {
	if l == Russian {
		return strings.Replace(text, ".", ",", 1)
	}
	return text
}

// catalogue returns all texts of a language by key. Tests check the embedded files.
var catalogue = byLang(func(l Lang) map[string]string { return mustLoad(l, "*.json", "ply/*.json") })

// shared returns the texts of a language that are not only for the command line.
var shared = byLang(func(l Lang) map[string]string { return mustLoad(l, "*.json") })

// byLang returns read with its result for each language cached at the first call. Most
// programs need one language, and reading all takes longer than their work.
func byLang[T any](read func(Lang) T) func(Lang) T {
	once := map[Lang]func() T{}
	for _, l := range Langs() {
		once[l] = sync.OnceValue(func() T { return read(l) })
	}
	return func(l Lang) (none T) {
		if get := once[l]; get != nil {
			return get()
		}
		return none
	}
}

func mustLoad(l Lang, patterns ...string) map[string]string {
	texts, err := load(files, l, patterns...)
	if err != nil {
		panic(err)
	}
	return texts
}

// load returns the texts of one language in the files that match patterns.
func load(from fs.FS, l Lang, patterns ...string) (map[string]string, error) {
	var names []string
	for _, pattern := range patterns {
		found, err := fs.Glob(from, path.Join(string(l), pattern))
		if err != nil {
			return nil, err
		}
		names = append(names, found...)
	}
	all := map[string]string{}
	for _, name := range names {
		text, err := fs.ReadFile(from, name)
		if err != nil {
			return nil, err
		}
		var texts map[string]string
		if err := json.Unmarshal(text, &texts); err != nil {
			return nil, fmt.Errorf("words: %s: %w", name, err)
		}
		for key, text := range texts {
			if _, twice := all[key]; twice {
				return nil, fmt.Errorf("words: %s: key %q is in another file too", name, key)
			}
			all[key] = text
		}
	}
	return all, nil
}

// Phrase translates a short English phrase with numbers, from a package that does not use
// package words. The key of the translation consists of the kind and the words. Its
// values, in order, are the numbers and a letter at the end:
//
//	"minimax, depth 6"  row.minimax-depth-1  "minimax, depth {1}"
//	"value of a"        row.value-of-1       "value of {1}"
//
// A phrase without a translation is split at semicolons, then at commas, and its parts are
// translated. Parts without words, such as "1 ± 0.5" and "b2 c1", keep their text except for the
// decimal point. A part with words but no translation keeps its text too, and ok is false.
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
