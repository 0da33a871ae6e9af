// Package words holds what Plywood says to people, in every language that it
// speaks: one catalogue for the command line, the full-screen mode and the web
// page.
//
// A text has a key. It may hold the names of values in braces, and forms of a
// word that depend on a number:
//
//	"{leaves} {leaves|leaf|leaves}"        English: one, many
//	"{leaves} {leaves|лист|листа|листьев}" Russian: one, few, many
//	"{leaves} 个叶子"                       Chinese has no such forms
//
// The texts of a language are the JSON objects of strings in the folder of its
// name; those below it, in ply, are of the command line alone. A test checks that all
// languages have the same keys with the same values. Errors are translated by their
// formats, see [Lang.Error].
package words

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/plywood-go/plywood/internal/reason"
)

//go:embed en ru zh
var files embed.FS

// Lang is a language, by its code in ISO 639.
type Lang string

// The languages.
const (
	English Lang = "en"
	Russian Lang = "ru"
	Chinese Lang = "zh"
)

// Langs returns all languages.
func Langs() []Lang { return []Lang{English, Russian, Chinese} }

// Name returns what the speakers of l call it.
func (l Lang) Name() string {
	return map[Lang]string{English: "English", Russian: "Русский", Chinese: "中文"}[l]
}

// Parse returns the language of a tag or the name of a locale: "ru", "zh-Hans",
// "ru_RU.UTF-8". Case does not matter.
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

// FromEnvironment returns the language of the first of LC_ALL, LC_MESSAGES and
// LANG that is set, as locales are chosen; English if none is or its language
// is not spoken here.
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

// All returns every text of l by its key. The caller may change it.
func (l Lang) All() map[string]string { return maps.Clone(catalogue(l)) }

// Page returns the texts of l by their keys but for those of the command line alone.
// The caller may change it.
func (l Lang) Page() map[string]string { return maps.Clone(shared(l)) }

// Text returns the text of a key with values in place of their names, given as
// pairs of a name and its value:
//
//	l.Text("compare.leaves", "leaves", 5)
//
// A name may ask for a grammatical case of its value, {side:of}: if that is
// itself a text of the catalogue, as "чёрные" is, there may be another for the
// case. A key that there is none of is a bug of the caller, and panics.
func (l Lang) Text(key string, pairs ...any) string {
	text, ok := catalogue(l)[key]
	if !ok {
		panic(fmt.Sprintf("words: no text %q in %q", key, l))
	}
	return l.Fill(text, pairs...)
}

// Has reports whether there is a text of that key.
func Has(key string) bool { return catalogue(English)[key] != "" }

// Fill puts values in place of their names in text, see [Lang.Text]. A name
// without a value stays as it is.
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

// slot returns what stands for {inner}.
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

// inflect returns a value in a grammatical case, if it is a text of the catalogue
// that has one: "of.side.black" is "side.black" in the case "of".
func (l Lang) inflect(value, grammar string) string {
	if text, ok := inflected(l)[grammar][value]; ok {
		return text
	}
	return value
}

// grammars are the cases: of somebody, the genitive, and to somebody, the dative.
var grammars = []string{"of", "to"}

// inflected is the texts of a language that have cases, by case and text.
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

// form returns which form of a word goes with n things: the cardinal plural
// categories of Unicode's CLDR, for integers.
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

// fraction returns which form of a word goes with a number that is not whole:
// that of CLDR's decimals, which in Russian reads as the one after 2.
func (l Lang) fraction(int) int {
	if l == Chinese {
		return 0
	}
	return 1
}

// Number writes a number, given with a decimal point, as the readers of l do:
// with a comma in Russian.
func (l Lang) Number(text string) string {
	if l == Russian {
		return strings.Replace(text, ".", ",", 1)
	}
	return text
}

// catalogue is all texts of a language by key. What is wrong with an embedded file is
// found by the tests.
var catalogue = byLang(func(l Lang) map[string]string { return mustLoad(l, "*.json", "ply/*.json") })

// shared is the texts that are not of the command line alone.
var shared = byLang(func(l Lang) map[string]string { return mustLoad(l, "*.json") })

// byLang returns what makes something of a language, once and when it is first asked
// for: most programs speak one, and reading all takes longer than what they are for.
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

// load returns the texts of files of one language.
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
