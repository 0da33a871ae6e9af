// Package archive stores what a farm must not lose: its batches and their results. An archive
// is a bbolt file in which every record has a checksum. When a transaction returns, its data is
// on the disk.
//
// docs/farm.md compares bbolt with another library.
package archive

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"github.com/plywood-go/plywood/internal/boltfile"
	"github.com/plywood-go/plywood/internal/reason"
)

// header is the first record of a file, the document "ply.archive/4".
type header struct {
	Schema  string `json:"schema"`
	Farm    string `json:"farm,omitempty"`    // the name of its journal; "" if it has none
	Reading bool   `json:"reading,omitempty"` // the journal was not wholly read into it
}

// Files of the format oldSchema have no outbox.
const (
	schema    = "ply.archive/4"
	oldSchema = "ply.archive/3"
)

// Table is the name of a set of records, which have names of their own.
type Table string

// The tables of an archive. The ledger defines their contents. Records of Results have names of
// at most 255 bytes, and can only be found by their full names.
const (
	Batches Table = "batches" // by the name of the batch
	Pages   Table = "pages"   // the lines of a batch, some hundred a record
	Done    Table = "done"    // counts of the finished pages
	Results Table = "results" // by the key of the job
	Splits  Table = "splits"  // how jobs were split, by the key of the job
	Votes   Table = "doubts"  // results that other workers must confirm, by the key of the job
	Workers Table = "workers" // distrusted workers, by name
)

// recentTable is the log of results; see recent.go.
const recentTable Table = "recent"

// tables must keep their order, see the journal; inner are those that others do not see.
var (
	tables = []Table{Batches, Pages, Done, Results, Splits, Votes, Workers}
	inner  = []Table{recentTable, outboxTable}
)

var (
	headerBucket = []byte("header")
	headerKey    = []byte("header")
)

// ErrDamaged is wrapped by the errors for records and files with a wrong checksum or form.
var ErrDamaged = reason.New("the archive is damaged")

// ErrUnwritten is wrapped by the errors for failed writes, as on a full disk. The file is
// unchanged.
var ErrUnwritten = reason.New("nothing was written to the archive")

// ErrOpen is wrapped by the error for an archive that another program has open.
var ErrOpen = reason.New("another program has it open")

// patience is the time to wait for another program to close an archive.
const patience = time.Second

// Archive is an open archive. It is safe for concurrent use.
type Archive struct {
	db   *bbolt.DB
	path string

	mu     sync.RWMutex // held for reading during read-only transactions
	recent recent       // changed only with the file locked for writing too

	header    header // without a journal its Farm is ""
	flushing  sync.Mutex
	confirmed atomic.Uint64 // the last message that is known to be in the journal
}

// Open opens an archive for writing. It creates an empty one if the file is missing.
func Open(path string) (*Archive, error) { return open(path, false) }

// OpenRead opens an existing archive for reading.
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
		a = &Archive{db: db, path: path}
		if err = a.prepare(readOnly); err == nil {
			err = db.View(a.recent.load)
		}
		if err != nil {
			return errors.Join(err, db.Close())
		}
		return nil
	})
	switch {
	case err == nil:
		return a, nil
	case errors.Is(err, berrors.ErrTimeout):
		return nil, reason.Errorf("archive %s: %w", path, ErrOpen)
	case errors.Is(err, os.ErrPermission), errors.Is(err, os.ErrNotExist):
		return nil, err
	case errors.Is(err, ErrUnwritten), errors.Is(err, reason.ErrNewer):
		return nil, reason.Errorf("archive %s: %w", path, err)
	}
	return nil, reason.Errorf("archive %s: %w: %w", path, ErrDamaged, err)
}

// prepare checks the header of a file. It creates the tables that an empty or an old file lacks.
func (a *Archive) prepare(readOnly bool) error {
	err := a.db.View(func(tx *bbolt.Tx) (err error) {
		if name, _ := tx.Cursor().First(); name != nil || readOnly {
			a.header, err = readHeader(tx)
		}
		return err
	})
	if err != nil || readOnly || a.header.Schema == schema {
		return err
	}
	if err = a.db.Update(makeTables); err != nil {
		return reason.Errorf("%w: %w", ErrUnwritten, err)
	}
	return nil
}

// readHeader reads the header of a file and checks it and the tables.
func readHeader(tx *bbolt.Tx) (h header, err error) {
	b := tx.Bucket(headerBucket)
	if b == nil {
		return h, reason.New("no header")
	}
	if err := json.Unmarshal(b.Get(headerKey), &h); err != nil {
		return h, err
	}
	if h.Schema != oldSchema {
		if err := reason.Schema(h.Schema, schema, nil); err != nil {
			return h, err
		}
	}
	for _, t := range append(slices.Clone(tables), recentTable) {
		if tx.Bucket([]byte(t)) == nil {
			return h, reason.Errorf("no table %s", t)
		}
	}
	return h, nil
}

// makeTables creates the header and the tables that a file lacks.
func makeTables(tx *bbolt.Tx) error {
	for _, t := range slices.Concat(tables, inner) {
		if _, err := tx.CreateBucketIfNotExists([]byte(t)); err != nil {
			return err
		}
	}
	return putHeader(tx, header{Schema: schema})
}

// Name returns the name of the archive's journal, a secret of coordinators; "" if it has none.
func (a *Archive) Name() string { return a.header.Farm }

// Unfinished reports whether the archive was not wholly read from its journal.
func (a *Archive) Unfinished() bool { return a.header.Reading }

// Close closes the file.
func (a *Archive) Close() error { return a.db.Close() }

// Tx is a transaction. It reads the archive as it was when the transaction began, and its
// writes take effect together or not at all.
type Tx struct {
	tx     *bbolt.Tx
	recent *recent // when the transaction began
	staged recent  // written by the transaction

	journaled bool   // its writes are for the journal too
	message   []byte // for the journal
}

// View runs a read-only transaction.
func (a *Archive) View(f func(*Tx) error) error {
	a.mu.RLock()
	defer a.mu.RUnlock()
	return a.run(func() error {
		return a.db.View(func(tx *bbolt.Tx) error { return f(&Tx{tx: tx, recent: &a.recent}) })
	})
}

// Update runs a transaction. If f returns nil, its writes are on the disk when Update returns.
// If f returns an error, or the disk is full, nothing is written.
func (a *Archive) Update(f func(*Tx) error) error { return a.update(a.header.Farm != "", f) }

func (a *Archive) update(journaled bool, f func(*Tx) error) error {
	var within error
	err := a.run(func() error {
		tx, err := a.db.Begin(true)
		if err != nil {
			return err
		}
		defer func() { _ = tx.Rollback() }() // does nothing after a commit
		t := &Tx{tx: tx, recent: &a.recent, journaled: journaled}
		if within = f(t); within != nil {
			return within
		}
		if err := t.post(a.confirmed.Load()); err != nil {
			return err
		}
		a.mu.Lock()
		defer a.mu.Unlock()
		if err := tx.Commit(); err != nil {
			return err
		}
		for name, record := range t.staged.records {
			a.recent.put(name, record)
		}
		a.settle()
		return nil
	})
	if err != nil && within == nil && !errors.Is(err, ErrDamaged) {
		return reason.Errorf("archive %s: %w: %w", a.path, ErrUnwritten, err)
	}
	return err
}

// run runs a transaction, and turns a panic over damaged pages into an error.
func (a *Archive) run(f func() error) (err error) {
	var fault error
	if fault = boltfile.Guarded(func() error { err = f(); return nil }); fault != nil {
		return reason.Errorf("%s: %w: %w", a.path, ErrDamaged, fault)
	}
	return err
}

// Put writes a record, preceded by the checksum of its name and itself.
func (t *Tx) Put(table Table, name, data []byte) error {
	record := binary.BigEndian.AppendUint32(make([]byte, 0, 4+len(data)), boltfile.Checksum(name, data))
	return t.write(table, name, append(record, data...))
}

// write writes a record including its checksum. Without a record it deletes the former one.
func (t *Tx) write(table Table, name, record []byte) error {
	t.note(table, name, record)
	if table == Results {
		return t.putRecent(name, record)
	}
	return place(t.bucket(table), name, record)
}

// PutJSON writes a document as a record.
func (t *Tx) PutJSON(table Table, name []byte, doc any) error {
	text, err := json.Marshal(doc)
	if err != nil {
		return err
	}
	return t.Put(table, name, text)
}

// Get returns the named record, or nil if it is missing. The data is valid until the
// transaction ends. The error wraps [ErrDamaged] if its checksum is wrong.
func (t *Tx) Get(table Table, name []byte) ([]byte, error) {
	return check(table, name, t.record(table, name))
}

// GetJSON returns the document in the named record, or nil if it is missing.
func GetJSON[T any](t *Tx, table Table, name []byte) (*T, error) {
	data, err := t.Get(table, name)
	if err != nil || data == nil {
		return nil, err
	}
	return decode[T](table, name, data)
}

// EachJSON is Tx.Each for a table of documents.
func EachJSON[T any](t *Tx, table Table, prefix []byte, take func(name []byte, doc *T, err error) error) error {
	return t.Each(table, prefix, func(name, data []byte, err error) error {
		if err != nil {
			return take(name, nil, err)
		}
		doc, err := decode[T](table, name, data)
		return take(name, doc, err)
	})
}

func decode[T any](table Table, name, data []byte) (*T, error) {
	doc := new(T)
	if err := json.Unmarshal(data, doc); err != nil {
		return nil, reason.Errorf("%w: %s %s: %w", ErrDamaged, table, printable(name), err)
	}
	return doc, nil
}

// record returns a record including its checksum, or nil if it is missing.
func (t *Tx) record(table Table, name []byte) []byte {
	for _, r := range []*recent{&t.staged, t.recent} {
		if record, ok := r.records[string(name)]; ok && table == Results {
			return record
		}
	}
	return t.bucket(table).Get(name)
}

// Has reports whether the named record exists, damaged or not.
func (t *Tx) Has(table Table, name []byte) bool { return t.record(table, name) != nil }

// Delete deletes a record, if it exists.
func (t *Tx) Delete(table Table, name []byte) error {
	if !t.Has(table, name) {
		return nil
	}
	return t.write(table, name, nil)
}

// Each calls take with the records of a table whose names begin with prefix, until take returns an
// error: in the order of their names, except for Results. For a damaged record err is that of Get.
func (t *Tx) Each(table Table, prefix []byte, take func(name, data []byte, err error) error) error {
	return t.eachRecord(table, prefix, func(name, record []byte) error {
		data, err := check(table, name, record)
		return take(name, data, err)
	})
}

// eachRecord is Each for records including their checksums.
func (t *Tx) eachRecord(table Table, prefix []byte, take func(name, record []byte) error) error {
	recent := map[string][]byte{}
	if table == Results {
		maps.Copy(recent, t.recent.records)
		maps.Copy(recent, t.staged.records)
	}
	c := t.bucket(table).Cursor()
	for name, record := c.Seek(prefix); name != nil && bytes.HasPrefix(name, prefix); name, record = c.Next() {
		if _, later := recent[string(name)]; later {
			continue
		}
		if err := take(name, record); err != nil {
			return err
		}
	}
	for name, record := range recent {
		if len(record) == 0 || !strings.HasPrefix(name, string(prefix)) {
			continue
		}
		if err := take([]byte(name), record); err != nil {
			return err
		}
	}
	return nil
}

func (t *Tx) bucket(table Table) *bbolt.Bucket { return t.tx.Bucket([]byte(table)) }

// check checks a record's checksum and returns its data.
func check(table Table, name, record []byte) ([]byte, error) {
	if record == nil {
		return nil, nil
	}
	if len(record) < 4 || binary.BigEndian.Uint32(record) != boltfile.Checksum(name, record[4:]) {
		return nil, reason.Errorf("%w: %s %s", ErrDamaged, table, printable(name))
	}
	return record[4:], nil
}

// printable formats the name of a record: as text if it is printable.
func printable(name []byte) string {
	for _, c := range name {
		if c < ' ' || c > '~' {
			return fmt.Sprintf("%x", name)
		}
	}
	return string(name)
}
