//go:build unix

package match

import (
	"errors"
	"os"
	"syscall"
)

// lock takes an exclusive lock on f, which lasts until f is closed.
func lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return errInUse
	}
	return err
}
