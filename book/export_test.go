package book

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
)

// UnpackBody reads a packed book without its checksum.
func UnpackBody[P any, M comparable](data []byte, kinds ...Kind[P, M]) (*Book[P, M], error) {
	return unpackBody(data, kinds)
}

// Columns returns the columns of the packed form.
func (b *Book[P, M]) Columns() (list [][]byte) {
	for _, column := range b.walk().all() {
		list = append(list, *column)
	}
	return list
}

// PackColumns returns the packed form of so many positions with these columns, without
// its checksum.
func (b *Book[P, M]) PackColumns(positions int, list [][]byte) []byte {
	var c columns
	for i, column := range c.all() {
		*column = list[i]
	}
	out := bytes.NewBufferString(fmt.Sprintf("%s %s %d\n", packSchema, headOf(b.kind), positions))
	c.press(out)
	return out.Bytes()
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
