// Package memory finds out how much memory tables may use, advises the operating system about their
// use, reads and writes words that goroutines share, and whole files.
package memory

import (
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"

	"github.com/plywood-go/plywood/internal/reason"
)

// Room is an amount of memory left for tables.
type Room struct {
	Bytes uint64
	Of    string // the source of the limit, for people
}

// String writes the room with its unit.
func (r Room) String() string { return r.Reason().Error() }

// Reason returns the text of String as an error, to be the argument of another error.
func (r Room) Reason() error {
	const exact = 10 // of a unit, from which fractions do not matter
	for _, u := range []struct {
		shift int
		name  string
	}{{30, "GiB"}, {20, "MiB"}} {
		if r.Bytes>>u.shift >= exact {
			return reason.Errorf("%d %s of %s", r.Bytes>>u.shift, u.name, reason.Phrase(r.Of))
		}
	}
	return reason.Errorf("%d KiB of %s", r.Bytes>>10, reason.Phrase(r.Of))
}

// unknown is more than any machine has.
const unknown = 1 << 50

// Guarded calls read, which reads bytes mapped by [Map], and reports whether all of them were
// there: reading past the end of a shortened file faults, which would end the program. Other panics
// of read pass through. It takes some tens of nanoseconds.
func Guarded(read func()) (whole bool) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			if _, fault := r.(interface{ Addr() uintptr }); !fault { // see debug.SetPanicOnFault
				panic(r)
			}
			whole = false
		}
	}()
	read()
	return true
}

// ReadFile reads a file of at most the given number of bytes, a multiple of 1 MiB. It
// fails if the file is larger, because a device may be endless.
func ReadFile(name string, most int64) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, most+1))
	if int64(len(data)) > most {
		return nil, reason.Errorf("%s: more than %d MiB", name, most>>20)
	}
	return data, err
}

// WriteFile writes a file under another name and renames it, so that neither a killed program nor
// concurrent writers leave a partial file.
func WriteFile(name string, mode fs.FileMode, write func(w io.Writer) error) error {
	beside := filepath.Join(filepath.Dir(name), "."+filepath.Base(name)+"-"+rand.Text())
	f, err := os.OpenFile(beside, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
	if err != nil {
		return err
	}
	defer os.Remove(beside)
	if err := errors.Join(write(f), f.Close()); err != nil {
		return err
	}
	return os.Rename(beside, name)
}
