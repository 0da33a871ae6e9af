// Package golden holds what tests get against files that people have looked at.
// It is for tests alone; with it they take the flag -update.
package golden

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "write anew what tests compare with")

// Update reports whether files are to be written anew.
func Update() bool { return *update }

// Check holds got against the file of a name in the folder testdata, or writes
// it with -update.
func Check(t testing.TB, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, got, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs; -update writes it anew\ngot\n%s\nwant\n%s", file, got, want)
	}
}
