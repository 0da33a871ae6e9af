// Package tablefile keeps tables that take long to compute in files with
// checksums. It computes a damaged table again.
package tablefile

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/plywood-go/plywood/internal/memory"
	"github.com/plywood-go/plywood/internal/reason"
)

// A file is a header of 64 bytes and the table:
//
//	0   magic, "ply.table/1\n" and zeros to 16
//	16  length of the table, little-endian, 8 bytes
//	24  CRC-32C of the table, 4 bytes, and 4 zeros
//	32  the name of the table, and zeros to 64
const (
	magic      = "ply.table/1\n"
	headerSize = 64
	nameAt     = 32
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// ErrDamaged is wrapped by the errors for files that are not tables, hold
// another table, or have a wrong checksum.
var ErrDamaged = reason.New("damaged, or no table of this kind")

// Outcome says how a table was obtained.
type Outcome struct {
	Made    bool  // computed, not read
	Refused error // why an existing file was rejected
	Unsaved error // why a computed table could not be saved
}

// Making is the progress of a table.
type Making struct {
	Table string  // its name
	Done  float64 // the fraction that is computed, up to 1
	// Refused is why the file of the table was rejected, Unsaved why the table
	// could not be saved; both are set when the table is done.
	Refused, Unsaved error
}

// Get returns the table with a name, which is also its file's, and a length.
// It reads the table from the folder dir; if it is missing or damaged, Get
// computes it by fill and saves it in dir. If dir is "" nothing is saved. The
// error is that of fill.
func Get(dir, name string, length int, fill func(table []byte) error) ([]byte, Outcome, error) {
	var o Outcome
	if dir != "" {
		table, err := read(filepath.Join(dir, name), name, length)
		if err == nil {
			return table, o, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			o.Refused = err
		}
	}
	o.Made = true
	table := make([]byte, length)
	memory.AdviseHuge(table)
	if err := fill(table); err != nil {
		return nil, o, err
	}
	if dir != "" {
		o.Unsaved = write(dir, name, table)
	}
	return table, o, nil
}

// header returns the header of a table.
func header(name string, table []byte) []byte {
	h := make([]byte, headerSize)
	copy(h, magic)
	binary.LittleEndian.PutUint64(h[16:], uint64(len(table)))
	binary.LittleEndian.PutUint32(h[24:], crc32.Checksum(table, castagnoli))
	copy(h[nameAt:], name)
	return h
}

func read(path, name string, length int) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() != int64(headerSize+length) {
		return nil, reason.Errorf("%s: %w", path, ErrDamaged)
	}
	data := make([]byte, headerSize+length)
	memory.AdviseHuge(data)
	if _, err := io.ReadFull(f, data); err != nil {
		return nil, reason.Errorf("%s: %w", path, err)
	}
	table := data[headerSize:]
	if string(data[:headerSize]) != string(header(name, table)) {
		return nil, reason.Errorf("%s: %w", path, ErrDamaged)
	}
	return table, nil
}

// write writes the file beside its place and renames it, so that readers never
// see half of it.
func write(dir, name string, table []byte) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, "."+name+"-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(header(name, table))
	if err == nil {
		_, err = f.Write(table)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), filepath.Join(dir, name))
}
