package asset

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestFiles checks that every file exists, that no two have the same address, and that Load reads
// each: a program compiled without it would otherwise find it empty.
func TestFiles(t *testing.T) {
	const root = "../.."
	sources, err := exec.CommandContext(t.Context(), "git", "-C", root, "ls-files", "games/*.go").Output()
	if err != nil {
		t.Skip("no checkout of git:", err)
	}
	var code bytes.Buffer
	for name := range strings.Lines(string(sources)) {
		text, err := os.ReadFile(filepath.Join(root, strings.TrimSpace(name)))
		if err != nil {
			t.Fatal(err)
		}
		code.Write(text)
	}
	seen := map[string]bool{}
	for _, file := range Files {
		if _, err := os.Stat(filepath.Join(root, file)); err != nil {
			t.Error(err)
		}
		if seen[Address(file)] {
			t.Errorf("%s: another file has its address", file)
		}
		seen[Address(file)] = true
		if n := strings.Count(code.String(), `asset.Load("`+file+`"`); n != 1 {
			t.Errorf("%s is read by Load in %d places, want one", file, n)
		}
	}
}
