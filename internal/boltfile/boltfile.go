// Package boltfile makes files of package bbolt safe to read, whose pages have no checksums.
package boltfile

import (
	"fmt"
	"hash/crc32"
	"runtime/debug"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Checksum returns the CRC-32C of a record: of its data and of its name, so that it
// cannot pass for another record.
func Checksum(name, data []byte) uint32 {
	return crc32.Update(crc32.Checksum(name, castagnoli), castagnoli, data)
}

// Guarded calls f and turns its panics into errors: the database does not check its pages, and a
// damaged one may point anywhere, even past the end of the file.
func Guarded(f func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	return f()
}
