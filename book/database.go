//go:build !js

package book

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"os"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/internal/boltfile"
	"github.com/plywood-go/plywood/internal/reason"
)

// database is the file of a book.
type database = bbolt.DB

// errTimeout means that another program has a database open.
var errTimeout = berrors.ErrTimeout

// The buckets of the database and the key of the header.
var (
	headerBucket = []byte("header")
	entryBucket  = []byte("entries")
	headerKey    = []byte("header")
)

// patience is how long to wait for another program to close the book.
const patience = time.Second

// openFile opens database files. Tests replace it.
var openFile = os.OpenFile

// writeEmpty turns an empty file into an empty book.
func writeEmpty[P any, M comparable](path string, k Kind[P, M]) error {
	db, err := bbolt.Open(path, 0o666, &bbolt.Options{Timeout: patience, OpenFile: openFile})
	if err != nil {
		return err
	}
	b := New(k)
	err = db.Update(func(tx *bbolt.Tx) error {
		for _, name := range [][]byte{headerBucket, entryBucket} {
			if _, err := tx.CreateBucket(name); err != nil {
				return err
			}
		}
		return b.writeHeader(tx)
	})
	return errors.Join(err, db.Close())
}

// load opens a database file and reads all its entries.
func load[P any, M comparable](path string, write bool, kinds []Kind[P, M]) (*Book[P, M], error) {
	db, err := bbolt.Open(path, 0o666, &bbolt.Options{Timeout: patience, ReadOnly: !write, OpenFile: openFile})
	if err != nil {
		return nil, err
	}
	var b *Book[P, M]
	err = db.View(func(tx *bbolt.Tx) (err error) {
		b, err = read(tx, kinds)
		return err
	})
	if err != nil {
		db.Close()
		return nil, err
	}
	b.db = db
	return b, nil
}

// read returns the book in a database.
func read[P any, M comparable](tx *bbolt.Tx, kinds []Kind[P, M]) (*Book[P, M], error) {
	first, list := tx.Bucket(headerBucket), tx.Bucket(entryBucket)
	if first == nil || list == nil {
		return nil, reason.New("no header")
	}
	h, err := readHeader(first.Get(headerKey))
	if err != nil {
		return nil, err
	}
	kind, err := kindOf(kinds, h.head)
	if err != nil {
		return nil, err
	}
	b := New(kind)
	err = list.ForEach(func(name, data []byte) error {
		e, err := b.readEntry(name, data)
		if err == nil {
			err = b.checkEntry(e)
		}
		if err == nil {
			b.insert(e)
		}
		return err
	})
	if err == nil && len(b.entries) != h.Entries {
		err = reason.Errorf("%d entries, want %d", len(b.entries), h.Entries)
	}
	return b, err
}

func readHeader(data []byte) (h header, err error) {
	if len(data) < 4 || binary.BigEndian.Uint32(data) != boltfile.Checksum(headerKey, data[4:]) {
		return h, reason.New("the header is damaged")
	}
	if err := json.Unmarshal(data[4:], &h); err != nil {
		return h, err
	}
	return h, reason.Schema(h.Schema, schema, nil)
}

func (b *Book[P, M]) writeHeader(tx *bbolt.Tx) error {
	text, err := json.Marshal(header{schema, headOf(b.kind), len(b.entries)})
	if err != nil {
		return err
	}
	data := binary.BigEndian.AppendUint32(nil, boltfile.Checksum(headerKey, text))
	return tx.Bucket(headerBucket).Put(headerKey, append(data, text...))
}

// commit writes changed entries of b and deletes gone ones, in one transaction.
func (b *Book[P, M]) commit(changed []*Entry[P, M], gone []Key) error {
	if b.db == nil || len(changed) == 0 && len(gone) == 0 {
		return nil
	}
	err := b.db.Update(func(tx *bbolt.Tx) error {
		list := tx.Bucket(entryBucket)
		for _, e := range changed {
			name, data := b.record(e)
			if err := list.Put(name, data); err != nil {
				return err
			}
		}
		for _, k := range gone {
			if err := list.Delete(k.bytes()); err != nil {
				return err
			}
		}
		return b.writeHeader(tx)
	})
	if err != nil {
		return reason.Errorf("%w: %w", workshop.ErrUnwritten, err)
	}
	return nil
}
