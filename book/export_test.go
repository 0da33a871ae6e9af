package book

import (
	"io/fs"
	"os"
)

// UnpackBody reads a packed book without its checksum.
func UnpackBody[P any, M comparable](data []byte, kinds ...Kind[P, M]) (*Book[P, M], error) {
	return unpackBody(data, kinds)
}

// OpenFilesBy makes databases open files by another function, and returns what makes
// them open as before.
func OpenFilesBy(open func(name string, flag int, perm fs.FileMode) (*os.File, error)) (restore func()) {
	before := openFile
	openFile = open
	return func() { openFile = before }
}

// Commit writes to the file, though there is nothing new.
func (b *Book[P, M]) Commit() error { return b.commit(nil, []Key{{}}) }
