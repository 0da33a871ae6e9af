package experiment_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/learn/experiment"
)

// found caches the rows of experiments without options, which several tests
// use.
var found = map[string][]experiment.Row{}

// rows runs e.
func rows(t *testing.T, e experiment.Experiment, o experiment.Options) (rows []experiment.Row) {
	t.Helper()
	if rows, ok := found[e.Name]; ok && reflect.ValueOf(o).IsZero() {
		return rows
	}
	if err := e.Run(t.Context(), o, func(r experiment.Row) { rows = append(rows, r) }); err != nil {
		t.Fatalf("%s: %v", e.Name, err)
	}
	if reflect.ValueOf(o).IsZero() {
		found[e.Name] = rows
	}
	return rows
}

var long = flag.Bool("long", false, "run the experiments that take seconds and more")

// TestExperiments compares every published number with ours.
func TestExperiments(t *testing.T) {
	errata := readErrata(t)
	for _, e := range experiment.All() {
		t.Run(e.Name, func(t *testing.T) {
			if (e.Long || e.Name == "othello-depth10") && !*long {
				t.Skip("takes long; -long runs it")
			}
			quantities := map[string]bool{}
			for _, r := range rows(t, e, experiment.Options{}) {
				if r.Experiment != e.Name || r.Ours == "" || quantities[r.Quantity] {
					t.Errorf("%+v is incomplete or a repetition", r)
				}
				quantities[r.Quantity] = true
				said(t, r)
				if r.Known != listed(errata, r.Erratum) {
					t.Errorf("%s: known %t, %q is a line of docs/errata.md: %t", r.Quantity, r.Known, r.Erratum, !r.Known)
				}
				if r.Surprising() || (r.Verdict == experiment.Within) && r.Limits == "" || (r.Verdict == experiment.Measured) != (r.Published == "") {
					t.Errorf("%s: published %s, ours %s: %s", r.Quantity, r.Published, r.Ours, r.Verdict)
				}
			}
			if len(quantities) == 0 {
				t.Error("no rows")
			}
		})
	}
}

// readErrata returns the beginnings of the lines of docs/errata.md: the first
// two columns.
func readErrata(t *testing.T) (lines []string) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "errata.md"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if cells := strings.Split(line, " | "); len(cells) > 2 {
			lines = append(lines, strings.TrimPrefix(cells[0], "| ")+": "+cells[1])
		}
	}
	return lines
}

func listed(lines []string, erratum string) bool {
	return erratum != "" && slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, erratum) })
}

// said checks that every text of a row has translations, and that the English
// one equals the row's.
func said(t *testing.T, r experiment.Row) {
	t.Helper()
	for _, cell := range []string{r.Quantity, r.Published, r.Limits, r.Ours, r.Note} {
		if text, ok := words.English.Phrase("row", cell); text != cell || !ok {
			t.Errorf("%s: %q is told as %q, %t", r.Experiment, cell, text, ok)
		}
	}
	if !words.Has("experiment." + string(r.Verdict)) {
		t.Errorf("no words for the verdict %q", r.Verdict)
	}
}

// TestTitles checks that titles and sources have translations.
func TestTitles(t *testing.T) {
	for _, e := range experiment.All() {
		for key, want := range map[string]string{".title": e.Title, ".source": e.Source} {
			if got := words.English.All()["experiment."+e.Name+key]; got != want {
				t.Errorf("%s%s: %q, want %q", e.Name, key, got, want)
			}
		}
	}
}

// TestStopsBetweenRows cancels experiments after their first row: no
// incomplete row follows, and the error says why.
func TestStopsBetweenRows(t *testing.T) {
	for _, e := range experiment.All() {
		if e.Long || e.Name == "othello-depth10" {
			continue
		}
		whole := rows(t, e, experiment.Options{})
		ctx, stop := context.WithCancel(t.Context())
		var part []experiment.Row
		err := e.Run(ctx, experiment.Options{}, func(r experiment.Row) {
			part = append(part, r)
			stop()
		})
		stop()
		if err != nil && !errors.Is(err, context.Canceled) || err == nil && len(part) < len(whole) {
			t.Errorf("%s: %d rows of %d, %v", e.Name, len(part), len(whole), err)
		}
		for i, r := range part {
			if r != whole[i] {
				t.Errorf("%s: row %d is %+v, want %+v", e.Name, i, r, whole[i])
			}
		}
	}
}

func TestSeeds(t *testing.T) {
	for _, name := range []string{"branching", "knuth-moore"} {
		if name == "branching" && !*long {
			continue
		}
		e, err := experiment.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		first := rows(t, e, experiment.Options{Seed: 7})
		if !slices.Equal(first, rows(t, e, experiment.Options{Seed: 7})) {
			t.Errorf("%s: the same seed gives other rows", name)
		}
		if slices.Equal(first, rows(t, e, experiment.Options{})) {
			t.Errorf("%s: the seed makes no difference", name)
		}
		for _, r := range first {
			if r.Surprising() {
				t.Errorf("with another seed: %+v", r)
			}
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, e := range experiment.All() {
		err := e.Run(ctx, experiment.Options{}, func(experiment.Row) {})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: cancelled, it returns %v", e.Name, err)
		}
	}
}

func TestFind(t *testing.T) {
	for _, e := range experiment.All() {
		if found, err := experiment.Find(e.Name); err != nil || found.Name != e.Name {
			t.Errorf("Find(%q) = %q, %v", e.Name, found.Name, err)
		}
	}
	if _, err := experiment.Find("cold fusion"); err == nil {
		t.Error("Find finds cold fusion")
	}
}

// TestDeeperWins checks that the deeper search is the stronger one in every game, by its interval.
func TestDeeperWins(t *testing.T) {
	e, err := experiment.Find("deeper-wins")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows(t, e, experiment.Options{}) {
		var elo, low, high int
		if _, err := fmt.Sscanf(r.Ours, "%d, %d … %d", &elo, &low, &high); err != nil || low <= 0 || elo < low || high < elo {
			t.Errorf("%s: %s, %v", r.Quantity, r.Ours, err)
		}
	}
}
