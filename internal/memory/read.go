package memory

import (
	"fmt"
	"io"
	"os"
)

// ReadFile reads a file of at most most bytes, a multiple of 1 MiB. It fails
// if the file is larger: a device may be endless.
func ReadFile(name string, most int64) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, most+1))
	if int64(len(data)) > most {
		return nil, fmt.Errorf("%s: more than %d MiB", name, most>>20)
	}
	return data, err
}
