package main

import (
	"regexp"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/internal/words"
)

// worded finds a word.
var worded = regexp.MustCompile(`\pL{3}`)

// said checks that an English phrase of a package has a translation whose English text
// is the phrase itself.
func said(t *testing.T, kind, english string) {
	t.Helper()
	if text, ok := words.English.Phrase(kind, english); text != english || !ok {
		t.Errorf("%s: %q is told as %q, %t", kind, english, text, ok)
	}
}

// TestEverythingIsSaid checks that the names of games, levels, opponents and benchmarks
// have translations.
func TestEverythingIsSaid(t *testing.T) {
	games := catalog.Games()
	for _, name := range []string{"othello:6", "othello:4"} {
		g, err := catalog.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	for _, g := range games {
		about := g.About()
		for _, meaning := range g.Levels() {
			said(t, "meaning", meaning)
		}
		opponents, _ := engine.Offered[workshop.Opponents](g)
		for _, o := range opponents {
			if got := words.English.All()["opponent."+o.Name]; got != o.Name {
				t.Errorf("opponent %s is called %q", o.Name, got)
			}
		}
		for _, f := range g.Formats() {
			if got, ok := words.English.All()["record."+f.Name]; ok && got != f.Title {
				t.Errorf("notation %s is called %q, want %q", f.Name, got, f.Title)
			}
		}
		for _, l := range []string{"ru", "zh"} {
			in := about.In[l]
			if (in.Solved == "") != (about.Solved == "") || in.Notation == "" || in.Title == "" || (in.Counting == "") != (about.Counting == "") {
				t.Errorf("%s: in %s something is left unsaid: %+v", about.Name, l, in)
			}
			if in.Sizes == "" && worded.MatchString(about.Sizes) {
				t.Errorf("%s: in %s the sizes are %q", about.Name, l, about.Sizes)
			}
		}
	}
	for _, b := range catalog.Benchmarks() {
		said(t, "search", b.Name)
	}
	for _, english := range []string{"exact values", "exact values, searches to 3 or 4 plies", "self-play", "8–9 empty, positions", "8–9 empty, labels", "8–9 empty, fit"} {
		said(t, "trained", english)
	}
}
