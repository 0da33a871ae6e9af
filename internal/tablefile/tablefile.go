// Package tablefile keeps tables that take long to compute in files with checksums. It
// reads the pages of a table on demand, and computes a damaged table again.
package tablefile

import (
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/plywood-go/plywood/internal/memory"
	"github.com/plywood-go/plywood/internal/reason"
)

// A file is a header of 64 bytes, the checksums and the table:
//
//	0   magic, "ply.table/2\n" and zeros to 16
//	16  length of the table, little-endian, 8 bytes
//	24  CRC-32C of the checksums, 4 bytes, and 4 zeros
//	32  the name of the table, and zeros to 64
//	64  CRC-32C of each page of the table, 4 bytes each, then the table
const (
	family     = "ply.table/" // of all versions
	magic      = family + "2\n"
	headerSize = 64
	nameAt     = 32
	crcSize    = 4
)

// A page is read and checked as a whole.
const (
	pageShift = 12
	pageSize  = 1 << pageShift
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// ErrDamaged reports a file that is not a table, holds another table, or has a wrong
// checksum. Errors wrap it.
var ErrDamaged = reason.New("damaged, or no table of this kind")

// Making is the progress of a table.
type Making struct {
	Table string  // its name
	Done  float64 // the fraction that is computed, up to 1
	// Refused is why the file of the table was rejected. Unsaved is why the table could
	// not be saved. Both are set when the table is done.
	Refused, Unsaved error
}

// Source is how to get a table.
type Source struct {
	Dir    string // the folder of its file; "" saves nothing
	Name   string // of the table and its file
	Length int    // bytes
	// Fill computes the table. It calls progress from time to time, and fails only if ctx ends.
	Fill   func(ctx context.Context, table []byte, progress func(done float64)) error
	Report func(Making) // receives the progress of Fill; it may be nil
}

// Table is a table of bytes. It is safe for concurrent use.
type Table struct {
	source Source
	bytes  []byte
	read   []uint32 // by page, 1 if bytes has it; accessed by atomic operations

	mu        sync.Mutex // held while a page is read
	file      *os.File
	checksums []byte
}

// Get opens the file of a table; if that is missing or damaged, it computes the table and
// saves it. The error comes from Fill. If a page later turns out to be damaged, the whole
// table is computed then.
func Get(ctx context.Context, s Source) (*Table, error) {
	var refused error
	if s.Dir != "" {
		t, err := s.open()
		if err == nil {
			return t, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			refused = err
		}
	}
	table, err := s.make(ctx, refused)
	if err != nil {
		return nil, err
	}
	t := s.table(table)
	for page := range t.read {
		t.read[page] = 1
	}
	return t, nil
}

// make computes the table and saves it.
func (s *Source) make(ctx context.Context, refused error) ([]byte, error) {
	report := func(m Making) {
		if m.Table = s.Name; s.Report != nil {
			s.Report(m)
		}
	}
	table := make([]byte, s.Length)
	memory.AdviseHuge(table)
	if err := s.Fill(ctx, table, func(done float64) { report(Making{Done: done}) }); err != nil {
		return nil, err
	}
	done := Making{Done: 1, Refused: refused}
	if s.Dir != "" {
		done.Unsaved = s.write(table)
	}
	report(done)
	return table, nil
}

// table returns a table none of whose pages are read.
func (s *Source) table(bytes []byte) *Table {
	return &Table{source: *s, bytes: bytes, read: make([]uint32, (len(bytes)+pageSize-1)>>pageShift)}
}

// Len returns the length of the table.
func (t *Table) Len() int { return len(t.bytes) }

// At returns the byte at i.
func (t *Table) At(i int) byte {
	if atomic.LoadUint32(&t.read[i>>pageShift]) == 0 {
		t.readPage(i >> pageShift)
	}
	return t.bytes[i]
}

// Uint32 returns the little-endian number in 4 bytes from index i, a multiple of 4.
func (t *Table) Uint32(i int) uint32 {
	if atomic.LoadUint32(&t.read[i>>pageShift]) == 0 {
		t.readPage(i >> pageShift)
	}
	return binary.LittleEndian.Uint32(t.bytes[i:])
}

// All reads the rest of the table and returns its bytes, which must not be changed.
func (t *Table) All() []byte {
	memory.AdviseHuge(t.bytes)
	for page := range t.read {
		if atomic.LoadUint32(&t.read[page]) == 0 {
			t.readPage(page)
		}
	}
	return t.bytes
}

// readPage reads and checks a page.
func (t *Table) readPage(page int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.read[page] != 0 {
		return
	}
	p := t.page(page)
	_, err := t.file.ReadAt(p, t.start()+int64(page)<<pageShift)
	if err == nil && checksum(p) != binary.LittleEndian.Uint32(t.checksums[crcSize*page:]) {
		err = ErrDamaged
	}
	if err != nil {
		t.mend(reason.Errorf("%s: %w", t.file.Name(), err))
	}
	atomic.StoreUint32(&t.read[page], 1)
}

// mend computes the pages that are not read.
func (t *Table) mend(damage error) {
	whole, err := t.source.make(context.Background(), damage)
	if err != nil {
		panic("tablefile: " + err.Error()) // without a context to end it, an error is a bug
	}
	for page := range t.read {
		if t.read[page] == 0 {
			copy(t.page(page), whole[page<<pageShift:])
			atomic.StoreUint32(&t.read[page], 1)
		}
	}
}

// page returns the bytes of a page.
func (t *Table) page(page int) []byte {
	return t.bytes[page<<pageShift : min((page+1)<<pageShift, len(t.bytes))]
}

// start returns the offset of the table in its file.
func (t *Table) start() int64 { return int64(headerSize + crcSize*len(t.read)) }

func checksum(data []byte) uint32 { return crc32.Checksum(data, castagnoli) }

// header returns the header of the table's file.
func (s *Source) header(checksums []byte) []byte {
	h := make([]byte, headerSize)
	copy(h, magic)
	binary.LittleEndian.PutUint64(h[16:], uint64(s.Length))
	binary.LittleEndian.PutUint32(h[24:], checksum(checksums))
	copy(h[nameAt:], s.Name)
	return h
}

// open opens the table's file and checks all but its pages.
func (s *Source) open() (*Table, error) {
	f, err := os.Open(filepath.Join(s.Dir, s.Name))
	if err != nil {
		return nil, err
	}
	t := s.table(make([]byte, s.Length))
	t.file, t.checksums = f, make([]byte, crcSize*len(t.read))
	if err := t.check(); err != nil {
		return nil, errors.Join(reason.Errorf("%s: %w", f.Name(), err), f.Close())
	}
	return t, nil
}

// check checks the length, the header and the checksums of the file. A file of an earlier version
// counts as missing.
func (t *Table) check() error {
	begin := make([]byte, headerSize)
	_, err := t.file.ReadAt(begin, 0)
	switch {
	case err == nil && string(begin[:len(magic)]) != magic && string(begin[:len(family)]) == family:
		return fs.ErrNotExist
	case err == nil:
		_, err = t.file.ReadAt(t.checksums, headerSize)
	}
	if err != nil && err != io.EOF {
		return err
	}
	info, err := t.file.Stat()
	if err != nil {
		return err
	}
	if info.Size() != t.start()+int64(len(t.bytes)) || string(begin) != string(t.source.header(t.checksums)) {
		return ErrDamaged
	}
	return nil
}

// write writes the file.
func (s *Source) write(table []byte) error {
	if err := os.MkdirAll(s.Dir, 0o777); err != nil {
		return err
	}
	var checksums []byte
	for page := range slices.Chunk(table, pageSize) {
		checksums = binary.LittleEndian.AppendUint32(checksums, checksum(page))
	}
	return memory.WriteFile(filepath.Join(s.Dir, s.Name), 0o600, func(w io.Writer) error {
		_, err := w.Write(append(s.header(checksums), checksums...))
		if err == nil {
			_, err = w.Write(table)
		}
		return err
	})
}
