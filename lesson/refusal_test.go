package lesson

import (
	"errors"
	"strings"
	"testing"
	"unicode"

	"github.com/plywood-go/plywood/games/tree"
	"github.com/plywood-go/plywood/internal/words"
)

// TestRefusal has every way in which a tree is refused said in every language.
func TestRefusal(t *testing.T) {
	texts := []string{
		"((1 4)", "((1 4)(5 6)))", "(1 x)", "(1 1e999)", "(1 =)", "(1 a)", "(1 a=)", "(1 a,)", "()", "(a=1 a=2)", "(1 2) 3", "[1, 2", "(1 2%)", "(1 x%=2)",
		"a -> b\nc -> d\nb = 1\nd = 2", "a -> b\nb -> a", strings.Repeat("(", tree.MaxPlies+2),
	}
	seen := map[string]bool{}
	for _, text := range texts {
		_, err := ParseTree(text)
		if err == nil {
			t.Fatalf("%q is a tree", text)
		}
		if got := Refusal(words.English, err); got != err {
			t.Errorf("English: %v instead of %v", got, err)
		}
		for _, l := range []words.Lang{words.Russian, words.Chinese} {
			got := Refusal(l, err)
			rest := strings.ReplaceAll(got.Error(), "_", "")
			for _, name := range []string{"inf", "1e999", "1e308", "1e6", "x%", "2%"} {
				rest = strings.ReplaceAll(rest, name, "")
			}
			if words := longest(rest); words > 1 || !errors.Is(got, err) {
				t.Errorf("%s: %v: %v", l, err, got)
			}
			seen[got.Error()] = true
		}
	}
	if len(seen) < 2*len(texts)-6 {
		t.Errorf("%d different texts of %d refusals", len(seen), len(texts))
	}
}

// longest returns the number of letters of the longest word of ASCII in text:
// names of nodes have one.
func longest(text string) (most int) {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) || r > unicode.MaxASCII }) {
		most = max(most, len(word))
	}
	return most
}
