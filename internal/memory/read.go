package memory

import (
	"io"
	"os"

	"github.com/plywood-go/plywood/internal/reason"
)

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
