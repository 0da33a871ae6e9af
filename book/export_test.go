package book

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
)

// UnpackBody decodes a packed book without its checksum.
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

// PackColumns returns the packed form of the given number of positions with
// these columns, without its checksum.
func (b *Book[P, M]) PackColumns(positions int, list [][]byte) []byte {
	var c columns
	for i, column := range c.all() {
		*column = list[i]
	}
	out := bytes.NewBufferString(fmt.Sprintf("%s %s %d\n", packSchema, headOf(b.kind), positions))
	c.press(out)
	return out.Bytes()
}

// OpenFilesBy replaces the function that opens database files and returns a
// function that restores it.
func OpenFilesBy(open func(name string, flag int, perm fs.FileMode) (*os.File, error)) (restore func()) {
	before := openFile
	openFile = open
	return func() { openFile = before }
}

// Commit writes to the file even if nothing has changed.
func (b *Book[P, M]) Commit() error { return b.commit(nil, []Key{{}}) }
