// Package archive keeps what a farm must not lose: what was asked, and what came of
// it. An archive is a file of package bbolt in which every record has a checksum.
// What a transaction has written is on the disk when it returns.
//
// Of the two libraries that were tried, a million results of 300 bytes under random
// keys, 100 a transaction, each on the disk before the next begins, took
//
//	                 wall    processor   to open   to read all   program
//	bbolt 1.5.0      136 s   36 s        0.2 ms    0.4 s         +1.6 MB
//	Pebble 1.1.5     47 s    24 s        88 ms     4.2 s         +20 MB
//
// (go test ./farm/archive -run '^$' -bench Fill has the first). A result costs
// seconds of search and 36 µs of either's kind here, so that the smaller program that
// reads faster is the better one.
package archive

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"github.com/plywood-go/plywood/internal/boltfile"
)

// header is the first record of a file, the document "ply.archive/1".
type header struct {
	Schema string `json:"schema"`
}

// schema names the form of the file and its version.
const schema = "ply.archive/1"

// Table is a set of records with names of their own.
type Table string

// The tables of an archive. What they hold is the affair of those who write them.
const (
	Batches Table = "batches" // what was asked, by the name of the batch
	Pages   Table = "pages"   // the positions of a batch, some hundred a record
	Done    Table = "done"    // counts of the pages of which all is done
	Results Table = "results" // by the key of the job
	Splits  Table = "splits"  // into which jobs one was split, by its key
	Doubts  Table = "doubts"  // results that contradict each other, by the key of the job
	Workers Table = "workers" // those that are not trusted, by their names
)

var tables = []Table{Batches, Pages, Done, Results, Splits, Doubts, Workers}

var (
	headerBucket = []byte("header")
	headerKey    = []byte("header")
)

// ErrDamaged is wrapped by the errors for records and files that do not check.
var ErrDamaged = errors.New("the archive is damaged")

// ErrUnwritten is wrapped by the errors for what could not be written, as on a full
// disk. The file is as it was.
var ErrUnwritten = errors.New("nothing was written to the archive")

// patience is how long to wait for another program to close an archive.
const patience = time.Second

// Archive is a file that is open. Many goroutines may use it.
type Archive struct {
	db   *bbolt.DB
	path string
}

// Open opens an archive, or makes an empty one.
func Open(path string) (*Archive, error) { return open(path, false) }

// OpenRead opens an archive that is there, to read it.
func OpenRead(path string) (*Archive, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	return open(path, true)
}

func open(path string, readOnly bool) (a *Archive, err error) {
	err = boltfile.Guarded(func() error {
		db, err := bbolt.Open(path, 0o666, &bbolt.Options{
			Timeout: patience, ReadOnly: readOnly, FreelistType: bbolt.FreelistMapType,
		})
		if err != nil {
			return err
		}
		a = &Archive{db, path}
		if err = a.prepare(readOnly); err != nil {
			return errors.Join(err, db.Close())
		}
		return nil
	})
	switch {
	case err == nil:
		return a, nil
	case errors.Is(err, berrors.ErrTimeout):
		return nil, fmt.Errorf("archive %s: another program has it open", path)
	case errors.Is(err, os.ErrPermission), errors.Is(err, os.ErrNotExist):
		return nil, err
	case errors.Is(err, ErrUnwritten):
		return nil, fmt.Errorf("archive %s: %w", path, err)
	}
	return nil, fmt.Errorf("archive %s: %w: %w", path, ErrDamaged, err)
}

// prepare makes the tables of an empty file and checks the header of another.
func (a *Archive) prepare(readOnly bool) error {
	check := func(tx *bbolt.Tx) error {
		b := tx.Bucket(headerBucket)
		if b == nil {
			return errors.New("no header")
		}
		var h header
		if err := json.Unmarshal(b.Get(headerKey), &h); err != nil {
			return err
		}
		if h.Schema != schema {
			return fmt.Errorf("schema %q, want %q", h.Schema, schema)
		}
		for _, t := range tables {
			if tx.Bucket([]byte(t)) == nil {
				return fmt.Errorf("no table %s", t)
			}
		}
		return nil
	}
	empty := false
	err := a.db.View(func(tx *bbolt.Tx) error {
		name, _ := tx.Cursor().First()
		if empty = name == nil; empty && !readOnly {
			return nil
		}
		return check(tx)
	})
	if err != nil || !empty {
		return err
	}
	err = a.db.Update(func(tx *bbolt.Tx) error {
		for _, t := range tables {
			if _, err := tx.CreateBucket([]byte(t)); err != nil {
				return err
			}
		}
		b, err := tx.CreateBucket(headerBucket)
		if err != nil {
			return err
		}
		text, err := json.Marshal(header{schema})
		if err != nil {
			return err
		}
		return b.Put(headerKey, text)
	})
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnwritten, err)
	}
	return nil
}

// Close closes the file.
func (a *Archive) Close() error { return a.db.Close() }

// Path returns the name of the file.
func (a *Archive) Path() string { return a.path }

// Tx is a transaction: what it reads does not change while it runs, and what it
// writes is written as a whole or not at all.
type Tx struct{ tx *bbolt.Tx }

// View runs a transaction that only reads.
func (a *Archive) View(f func(*Tx) error) error {
	return a.run(func() error {
		return a.db.View(func(tx *bbolt.Tx) error { return f(&Tx{tx}) })
	})
}

// Update runs a transaction. If f returns no error all that it wrote is on the disk
// when Update returns; else, and where the disk is full, nothing is.
func (a *Archive) Update(f func(*Tx) error) error {
	var within error
	err := a.run(func() error {
		return a.db.Update(func(tx *bbolt.Tx) error {
			within = f(&Tx{tx})
			return within
		})
	})
	if err != nil && within == nil && !errors.Is(err, ErrDamaged) {
		return fmt.Errorf("archive %s: %w: %w", a.path, ErrUnwritten, err)
	}
	return err
}

// run runs a transaction over pages that may be damaged.
func (a *Archive) run(f func() error) (err error) {
	var fault error
	if fault = boltfile.Guarded(func() error { err = f(); return nil }); fault != nil {
		return fmt.Errorf("%s: %w: %w", a.path, ErrDamaged, fault)
	}
	return err
}

// Put writes a record.
func (t *Tx) Put(table Table, name, data []byte) error {
	record := binary.BigEndian.AppendUint32(make([]byte, 0, 4+len(data)), boltfile.Checksum(name, data))
	return t.bucket(table).Put(name, append(record, data...))
}

// Get returns a record, which is valid as long as the transaction runs; nil if there
// is none of that name. The error wraps [ErrDamaged] if it does not check.
func (t *Tx) Get(table Table, name []byte) ([]byte, error) {
	return check(table, name, t.bucket(table).Get(name))
}

// Has reports whether there is a record of a name, damaged or not.
func (t *Tx) Has(table Table, name []byte) bool { return t.bucket(table).Get(name) != nil }

// Delete takes a record away, if there is one of that name.
func (t *Tx) Delete(table Table, name []byte) error { return t.bucket(table).Delete(name) }

// Each hands the records of a table whose names begin with prefix to take, in the
// order of their names, until it returns an error. One that does not check is handed
// over with the error of Get.
func (t *Tx) Each(table Table, prefix []byte, take func(name, data []byte, err error) error) error {
	c := t.bucket(table).Cursor()
	for name, record := c.Seek(prefix); name != nil && hasPrefix(name, prefix); name, record = c.Next() {
		data, err := check(table, name, record)
		if err := take(name, data, err); err != nil {
			return err
		}
	}
	return nil
}

func hasPrefix(name, prefix []byte) bool {
	return len(name) >= len(prefix) && string(name[:len(prefix)]) == string(prefix)
}

func (t *Tx) bucket(table Table) *bbolt.Bucket { return t.tx.Bucket([]byte(table)) }

// check returns what a record holds.
func check(table Table, name, record []byte) ([]byte, error) {
	if record == nil {
		return nil, nil
	}
	if len(record) < 4 || binary.BigEndian.Uint32(record) != boltfile.Checksum(name, record[4:]) {
		return nil, fmt.Errorf("%w: %s %s", ErrDamaged, table, printable(name))
	}
	return record[4:], nil
}

// printable writes the name of a record: as text if it is one.
func printable(name []byte) string {
	for _, c := range name {
		if c < ' ' || c > '~' {
			return fmt.Sprintf("%x", name)
		}
	}
	return string(name)
}
