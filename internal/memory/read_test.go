package memory

import (
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
