//go:build unix

package memory

import (
	"os"
	"syscall"

	"github.com/plywood-go/plywood/internal/reason"
)

// Map returns the bytes of a file without reading them: the system reads them when they
// are accessed, once for all programs, and may discard them again. They stay mapped until
// the program ends. A program that writes to the file in place changes them; if it
// shortens the file, a read faults; see debug.SetPanicOnFault.
func Map(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	size := info.Size()
	if !info.Mode().IsRegular() {
		return nil, reason.Errorf("%s: not a regular file", name)
	}
	if size == 0 || int64(int(size)) != size {
		return os.ReadFile(name)
	}
	data, err := syscall.Mmap(int(f.Fd()), 0, int(size), syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return os.ReadFile(name)
	}
	return data, nil
}
