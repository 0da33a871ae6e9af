package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestStrengthHasErrors checks that documents state figures of strength with their
// error, or with 400 games or more, in the same sentence or row of a table, or in
// the heading of the column.
func TestStrengthHasErrors(t *testing.T) {
	names, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(names) == 0 {
		t.Fatal(err)
	}
	figure := regexp.MustCompile(`[+−]\d+ Elo|Elo [+−]\d|(gains?|gained|worth) \d+ Elo|\d %? of the points|scored \d+(\.\d)? %`)
	column := regexp.MustCompile(`\| (Elo|points)\b`)
	rated := regexp.MustCompile(`[+−]\d|\d %`)
	sure := regexp.MustCompile(`±|\(.*( to |from ).*\)|, [+−]\d+ to \+|between|\b([4-9]\d\d|\d\d\d\d) games|--games ([4-9]\d\d|\d{4})`)
	figures := 0
	for _, name := range append(names, "../../README.md", "../../CHANGELOG.md") {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		strength := false // the table has a column of strength
		for line := range strings.Lines(string(text)) {
			row := strings.HasPrefix(line, "|")
			if head := column.MatchString(line); !row || head {
				strength = row && !sure.MatchString(line)
			}
			for sentence := range strings.SplitSeq(line, ". ") {
				if !figure.MatchString(sentence) && !(row && strength && rated.MatchString(sentence)) {
					continue
				}
				if figures++; !sure.MatchString(sentence) {
					t.Errorf("%s: %s", name, sentence)
				}
			}
		}
	}
	if figures < 100 {
		t.Errorf("only %d figures", figures)
	}
}
