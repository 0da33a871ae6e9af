// Package golden compares the output of tests with reviewed files. It is for
// tests only, and gives them the flag -update.
package golden

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "write anew what tests compare with")

// Update reports whether to rewrite the files.
func Update() bool { return *update }

// Check compares got with the named file in the folder testdata. With -update it writes
// the file instead.
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
