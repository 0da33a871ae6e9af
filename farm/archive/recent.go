package archive

import (
	"encoding/binary"
	"maps"
	"slices"

	"go.etcd.io/bbolt"

	"github.com/plywood-go/plywood/internal/boltfile"
	"github.com/plywood-go/plywood/internal/reason"
)

// The names of results are as good as random. In a file of a million results, nearly every
// result of a transaction lies on another page, and writing it writes a page of 4 kB. So they are first written one behind the other, in
// the order of their coming, and found by a map in memory, which is made again when the
// file is opened. When there are many they go to their places all together, in the order
// of their names, and share pages there.
//
// A record of this table is
//
//	length of the name, one byte | name | record, as in another table
//
// and a name without a record says that it was taken away.

var recentBucket = []byte("recent")

// recentBytes is how much of recent results is in memory before they go to their places:
// some 130 000 small ones. Of the processor 400 000 of 100 bytes, 4000 a transaction, took
// 14.5 µs each when they went there at once; a million take 7.3 µs each with 32 MiB (go test
// ./farm/archive -run '^$' -bench Fill -benchtime 1x), and 90 ms to be read at the start.
const recentBytes = 32 << 20

// entryBytes is about what an entry of a map takes beside its name and its record.
const entryBytes = 100

// moves is into how many transactions the going to their places is divided, by their
// names, so that none of them has much of the file in memory.
const moves = 16

// recent are records by their names. One that is empty was taken away.
type recent struct {
	records map[string][]byte
	bytes   int
}

func (r *recent) put(name string, record []byte) {
	if r.records == nil {
		r.records = map[string][]byte{}
	}
	r.records[name] = record
	r.bytes += entryBytes + len(name) + len(record)
}

func (r *recent) add(other *recent) {
	for name, record := range other.records {
		r.put(name, record)
	}
}

// load reads the results that are not in their places.
func (r *recent) load(tx *bbolt.Tx) error {
	b := tx.Bucket(recentBucket)
	if b == nil {
		return nil // it is of the first version
	}
	return b.ForEach(func(_, entry []byte) error {
		n := 0
		if len(entry) > 0 {
			n = 1 + int(entry[0])
		}
		if n == 0 || n > len(entry) {
			return reason.Errorf("recent results: an entry of %d bytes", len(entry))
		}
		r.put(string(entry[1:n]), slices.Clone(entry[n:]))
		return nil
	})
}

// putRecent writes a result behind those before it; with no record, that it is taken
// away.
func (t *Tx) putRecent(name, record []byte) error {
	b := t.tx.Bucket(recentBucket)
	b.FillPercent = 1 // nothing comes between
	at, err := b.NextSequence()
	if err != nil {
		return err
	}
	entry := append(append([]byte{byte(len(name))}, name...), record...)
	t.staged.put(string(name), record)
	return b.Put(binary.BigEndian.AppendUint64(nil, at), entry)
}

// getRecent returns what is recent of a result; ok is false if nothing is.
func (t *Tx) getRecent(name []byte) (record []byte, ok bool) {
	if record, ok = t.staged.records[string(name)]; !ok {
		record, ok = t.recent.records[string(name)]
	}
	if len(record) == 0 {
		record = nil
	}
	return record, ok
}

// settle has recent results go to their places, if there are many. What fails is tried
// again behind the next update: they are on the disk all the while.
func (a *Archive) settle() {
	if a.recent.bytes < recentBytes {
		return
	}
	names := slices.Sorted(maps.Keys(a.recent.records))
	for i := range moves {
		part := names[i*len(names)/moves : (i+1)*len(names)/moves]
		err := a.db.Update(func(tx *bbolt.Tx) error {
			for _, name := range part {
				if err := place(tx.Bucket([]byte(Results)), []byte(name), a.recent.records[name]); err != nil {
					return err
				}
			}
			if i < moves-1 {
				return nil
			}
			if err := tx.DeleteBucket(recentBucket); err != nil {
				return err
			}
			_, err := tx.CreateBucket(recentBucket)
			return err
		})
		if err != nil {
			return
		}
	}
	a.recent = recent{}
}

func place(b *bbolt.Bucket, name, record []byte) error {
	if len(record) == 0 {
		return b.Delete(name)
	}
	return b.Put(name, record)
}

// sealed returns data as a record: behind the checksum of both.
func sealed(name, data []byte) []byte {
	record := binary.BigEndian.AppendUint32(make([]byte, 0, 4+len(data)), boltfile.Checksum(name, data))
	return append(record, data...)
}
