package arch

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// tableOfData has a row for each data file.
const tableOfData = "docs/data.md"

// dataNames are the ends of names of data files.
var dataNames = []string{".bin", ".net", ".gz", ".zip", ".obf", ".epd", ".ggf", ".pgn", ".pdn", ".sgf", ".wtb", ".jou", ".trn", ".proof", ".star", ".txt", ".tsv", ".csv", ".min.js", ".mjs"}

// ownOutput are folders of texts that our programs or build wrote, or that we wrote.
var ownOutput = []string{
	"engine/testdata/fuzz", "learn/lesson/testdata", "protocol", "search/testdata", "trace/testdata", "tui/testdata",
	"tools", "web/assets", "web/browser",
}

// dataRow matches a file or a folder in the first column of the table.
var dataRow = regexp.MustCompile("`([^`]+)`")

// TestData checks that every data file has a row in the table of origins and licences, and that
// the files of the rows exist.
func TestData(t *testing.T) {
	root := "../.."
	text, err := os.ReadFile(filepath.Join(root, tableOfData))
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	for line := range strings.Lines(string(text)) {
		if cells := strings.Split(line, "|"); len(cells) == 5 {
			for _, found := range dataRow.FindAllStringSubmatch(cells[1], -1) {
				rows = append(rows, found[1])
			}
		}
	}
	for _, row := range rows {
		if info, err := os.Stat(filepath.Join(root, row)); err != nil || info.IsDir() != strings.HasSuffix(row, "/") {
			t.Errorf("%s: %s is no file, or no folder (%v)", tableOfData, row, err)
		}
	}
	files := 0
	err = filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, p)
		rel = filepath.ToSlash(rel)
		switch {
		case d.IsDir():
			if slices.Contains(ownOutput, rel) || p != root && strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules" || rel == "dist" {
				return filepath.SkipDir
			}
			return nil
		case !isData(d.Name()):
			return nil
		}
		files++
		if !hasRow(rows, rel) {
			t.Errorf("%s has no row for %s", tableOfData, rel)
		}
		return nil
	})
	if err != nil || files == 0 {
		t.Fatalf("%d data files found: %v", files, err)
	}
}

// isData reports whether a name is that of a data file.
func isData(name string) bool {
	return slices.ContainsFunc(dataNames, func(end string) bool { return strings.HasSuffix(name, end) })
}

// hasRow reports whether a row is the file or a folder that holds it.
func hasRow(rows []string, file string) bool {
	return slices.ContainsFunc(rows, func(row string) bool {
		return row == file || strings.HasSuffix(row, "/") && strings.HasPrefix(file, row)
	})
}

// TestEmbeddedAreData checks that data files that programs embed have names by which TestData
// finds them, unless they are texts, pages or documents of ours.
func TestEmbeddedAreData(t *testing.T) {
	ours := []string{"testdata/units.js", "assets", "en", "ru", "zh", "challenges", "templates"}
	everyGoFile(t, func(file, rel string) error {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		for line := range strings.Lines(string(text)) {
			names, found := strings.CutPrefix(strings.TrimSpace(line), "//go:embed ")
			for _, name := range strings.Fields(names) {
				if found && !isData(name) && !slices.Contains(ours, name) && !slices.Contains([]string{".html", ".tex", ".md", ".yaml", ".json"}, filepath.Ext(name)) {
					t.Errorf("%s embeds %s: is it data?", file, name)
				}
			}
		}
		return nil
	})
}

// TestDataCatches checks that TestData finds a file without a row.
func TestDataCatches(t *testing.T) {
	rows := []string{"games/chess/book.bin", "challenges/"}
	for file, want := range map[string]bool{"games/chess/book.bin": true, "games/chess/other.bin": false, "challenges/a.txt": true, "challenge.txt": false} {
		if got := isData(file) && hasRow(rows, file); got != want {
			t.Errorf("%s has a row: %t, want %t", file, got, want)
		}
	}
}
