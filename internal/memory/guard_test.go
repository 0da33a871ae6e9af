//go:build unix

package memory

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestGuarded reads a mapped file after it has been truncated.
func TestGuarded(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, bytes.Repeat([]byte{7}, 3*os.Getpagesize()), 0o666); err != nil {
		t.Fatal(err)
	}
	data, err := Map(name)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0
	read := func() {
		for _, b := range data {
			sum += int(b)
		}
	}
	if !Guarded(read) || sum != 7*len(data) {
		t.Errorf("whole: sum %d", sum)
	}
	if err := os.Truncate(name, int64(os.Getpagesize())); err != nil {
		t.Fatal(err)
	}
	if Guarded(read) {
		t.Error("what is not there was read")
	}
}

// TestGuardedPanics checks that other panics pass through.
func TestGuardedPanics(t *testing.T) {
	for what, read := range map[string]func(){
		"its own":      func() { panic("mine") },
		"no such byte": func() { _ = []byte(t.Name())[len(t.Name())] },
		"nil":          func() { var p *int; *p = 1 },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: nobody was told", what)
				}
			}()
			Guarded(read)
		}()
	}
}
