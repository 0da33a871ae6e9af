package memory

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// TestReadFile reads files up to the bound, and an endless device.
func TestReadFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	for size, want := range map[int]bool{0: true, 1 << 20: true, 1<<20 + 1: false} {
		if err := os.WriteFile(name, make([]byte, size), 0o666); err != nil {
			t.Fatal(err)
		}
		if data, err := ReadFile(name, 1<<20); (err == nil) != want || want && len(data) != size {
			t.Errorf("%d bytes: %d read, %v", size, len(data), err)
		}
	}
	if _, err := os.Stat("/dev/zero"); err != nil {
		t.Skip("no /dev/zero")
	}
	if _, err := ReadFile("/dev/zero", 1<<20); err == nil || err.Error() != "/dev/zero: more than 1 MiB" {
		t.Errorf("/dev/zero: %v", err)
	}
	if _, err := Map("/dev/zero"); err == nil {
		t.Error("/dev/zero is mapped")
	}
}

// TestWriteFile writes a file, writes it again and fails: the file stays, and no other.
func TestWriteFile(t *testing.T) {
	folder, full := t.TempDir(), errors.New("no space left")
	name := filepath.Join(folder, "file")
	for _, want := range []error{nil, nil, full} {
		err := WriteFile(name, 0o666, func(w io.Writer) error {
			_, err := io.WriteString(w, "text")
			return errors.Join(err, want)
		})
		if !errors.Is(err, want) {
			t.Errorf("%v, want %v", err, want)
		}
		all, _ := os.ReadDir(folder)
		if data, err := os.ReadFile(name); err != nil || string(data) != "text" || len(all) != 1 {
			t.Errorf("%v: %q in one of %d files", err, data, len(all))
		}
	}
	if err := WriteFile(filepath.Join(folder, "none", "file"), 0o666, nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no folder: %v", err)
	}
}
