package archive

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"time"

	"go.etcd.io/bbolt"

	"github.com/plywood-go/plywood/farm/queue"
	"github.com/plywood-go/plywood/internal/reason"
)

// The journal of an archive holds its transactions in the order in which they were committed, so
// that an empty archive can be filled from it. A message is
//
//	flags, one byte | a part of a transaction
//
// and a transaction is a list of writes:
//
//	index in tables, one byte | length of the name | name | length of the record | record
//
// with lengths as in package encoding/binary. An empty record marks a deleted one. The journal
// begins with a copy of the archive, and gets its name when that is complete.
//
// A transaction is first committed to the file, together with its messages in the outbox. Flush
// then appends these to the journal. So the journal is always behind the file, and what Flush
// has confirmed is in both.

// outboxTable holds messages for the journal by their numbers, at least those that were not
// confirmed. Its sequence is the number of the last message.
const outboxTable Table = "outbox"

// Flags of a message.
const (
	begins = 1 << iota // it is the first of a transaction
	ends               // it is the last of a transaction
)

// journalSchema begins the name of a journal.
const journalSchema = "ply.journal/1"

// messageBytes is the size at which a transaction is divided into messages, and readBytes that
// of the transactions that are read together.
const (
	messageBytes = 512 << 10
	readBytes    = 4 << 20
)

// The errors about an archive and a journal that cannot be made equal.
var (
	ErrForked     = reason.New("another coordinator has written to the queue. If no other one runs, move the archive away: it is read from the queue")
	errOther      = reason.New("the queue holds the results of another farm: use another archive, or another queue")
	errNone       = reason.New("the queue holds no results")
	ErrUnfinished = reason.New("the copy of the archive is unfinished")
)

// note adds a write to the journal's message.
func (t *Tx) note(table Table, name, record []byte) {
	if !t.journaled {
		return
	}
	t.message = append(t.message, byte(slices.Index(tables, table)))
	t.message = append(binary.AppendUvarint(t.message, uint64(len(name))), name...)
	t.message = append(binary.AppendUvarint(t.message, uint64(len(record))), record...)
}

// divided returns a transaction as messages; none for an empty one.
func divided(transaction []byte) (messages [][]byte) {
	for part := range slices.Chunk(transaction, messageBytes) {
		messages = append(messages, append([]byte{0}, part...))
	}
	if n := len(messages); n > 0 {
		messages[0][0] |= begins
		messages[n-1][0] |= ends
	}
	return messages
}

// post puts the writes of t into the outbox, and deletes from it what the journal has.
func (t *Tx) post(confirmed uint64) (err error) {
	messages, outbox := divided(t.message), t.bucket(outboxTable)
	c := outbox.Cursor()
	for name, _ := c.First(); messages != nil && name != nil && binary.BigEndian.Uint64(name) <= confirmed; name, _ = c.Next() {
		err = errors.Join(err, c.Delete())
	}
	for _, m := range messages {
		at, err2 := outbox.NextSequence()
		err = errors.Join(err, err2, outbox.Put(binary.BigEndian.AppendUint64(nil, at), m))
	}
	return err
}

// Flush appends to the journal what it lacks. What was committed before is in both when Flush
// returns. The error wraps [ErrForked] if somebody else has appended to the journal.
func (a *Archive) Flush(ctx context.Context, j queue.Journal) error {
	a.flushing.Lock()
	defer a.flushing.Unlock()
	for {
		var number uint64
		var message []byte
		err := a.View(func(t *Tx) error {
			name, found := t.bucket(outboxTable).Cursor().Seek(binary.BigEndian.AppendUint64(nil, a.confirmed.Load()+1))
			if name != nil {
				number, message = binary.BigEndian.Uint64(name), bytes.Clone(found)
			}
			return nil
		})
		if err != nil || message == nil {
			return err
		}
		if err := appendOnce(ctx, j, number, message); err != nil {
			return err
		}
		a.confirmed.Store(number)
	}
}

// A queue may show its last messages late. A coordinator that misses them looks again, at
// intervals of settleTime, for settleTries times.
const (
	settleTime  = 50 * time.Millisecond
	settleTries = 100
)

// appendOnce appends a message to the journal unless it is there under its number.
func appendOnce(ctx context.Context, j queue.Journal, number uint64, message []byte) error {
	for tries := 1; ; tries++ {
		err := j.Append(ctx, number, message)
		if !errors.Is(err, queue.ErrTaken) || tries == settleTries {
			return err
		}
		var there []byte
		err = j.Read(ctx, number, number, func(_ uint64, other []byte) error {
			there = bytes.Clone(other)
			return nil
		})
		switch {
		case err != nil || bytes.Equal(message, there):
			return err
		case there != nil:
			return ErrForked
		}
		queue.Rest(ctx, settleTime)
	}
}

// Check returns an error that wraps [ErrForked] if somebody else has appended to the journal.
func (a *Archive) Check(ctx context.Context, j queue.Journal) error {
	_, last, err := j.State(ctx)
	_, _, written, err2 := a.extent() // after State: it is not behind what this archive appends
	if err = cmp.Or(err, err2); err == nil && last > written {
		err = ErrForked
	}
	return err
}

// Follow makes the archive and the journal equal before the archive is used, and prevents other
// archives from going on with the journal. It copies the archive to a journal that is empty or
// has lost its end, and else reads into the archive what it lacks. It returns the number of
// messages read. It fails if the two belong to different farms; the error wraps
// [ErrForked] if the archive has records that contradict the journal.
func (a *Archive) Follow(ctx context.Context, j queue.Journal) (messages uint64, err error) {
	empty, sent, _, err := a.extent()
	if err != nil {
		return 0, err
	}
	name, last, err := a.look(ctx, j, sent)
	switch lost := name == "" || name == a.header.Farm && sent > last; {
	case err != nil:
		return 0, err
	case lost && (a.header.Reading || empty && last > 0):
		return 0, ErrUnfinished
	case lost:
		return 0, a.copyTo(ctx, j)
	case name == a.header.Farm:
		if err := a.Flush(ctx, j); err != nil {
			return 0, err
		}
	}
	return a.claim(ctx, j)
}

// look returns the state of the journal, which should have sent messages.
func (a *Archive) look(ctx context.Context, j queue.Journal, sent uint64) (name string, last uint64, err error) {
	for range settleTries {
		if name, last, err = j.State(ctx); err != nil || name != a.header.Farm || sent <= last {
			break
		}
		queue.Rest(ctx, settleTime)
	}
	return name, last, err
}

// claim reads the journal to its end, and appends an empty transaction so that no other archive
// goes on with it.
func (a *Archive) claim(ctx context.Context, j queue.Journal) (messages uint64, err error) {
	for {
		n, err := a.Read(ctx, j)
		if messages += n; err != nil {
			return messages, err
		}
		number := a.confirmed.Load() + 1
		switch err := j.Append(ctx, number, []byte{begins | ends}); {
		case err == nil:
			a.confirmed.Store(number)
			return messages, a.label(a.header, func(t *Tx) error { return t.bucket(outboxTable).SetSequence(number) })
		case !errors.Is(err, queue.ErrTaken) || ctx.Err() != nil:
			return messages, err
		}
		queue.Rest(ctx, settleTime) // a coordinator still runs, or has just ended
	}
}

// extent reports whether the archive is empty. It returns the number of the last message that the
// journal has for certain, and of the last one.
func (a *Archive) extent() (empty bool, sent, written uint64, err error) {
	err = a.View(func(t *Tx) error {
		empty = true
		for _, table := range slices.Concat(tables, inner) {
			name, _ := t.bucket(table).Cursor().First()
			empty = empty && name == nil
		}
		outbox := t.bucket(outboxTable)
		written = outbox.Sequence()
		sent = written
		if name, _ := outbox.Cursor().First(); name != nil {
			sent = binary.BigEndian.Uint64(name) - 1
		}
		return nil
	})
	return empty, sent, written, err
}

// copyTo replaces the journal by a copy of the archive.
func (a *Archive) copyTo(ctx context.Context, j queue.Journal) error {
	if err := j.Clear(ctx); err != nil {
		return err
	}
	number := uint64(0)
	send := func(t *Tx) error {
		for _, m := range divided(t.message) {
			if err := j.Append(ctx, number+1, m); err != nil {
				return err
			}
			number++
		}
		t.message = nil
		return nil
	}
	err := a.View(func(t *Tx) error {
		t.journaled = true
		for _, table := range tables {
			err := t.eachRecord(table, nil, func(name, record []byte) error {
				if t.note(table, name, record); len(t.message) < messageBytes {
					return nil
				}
				return send(t)
			})
			if err != nil {
				return err
			}
		}
		return send(t)
	})
	if err != nil {
		return err
	}
	name := journalSchema + " " + rand.Text()
	err = a.label(header{schema, name, false}, func(t *Tx) error {
		if err := t.tx.DeleteBucket([]byte(outboxTable)); err != nil {
			return err
		}
		outbox, err := t.tx.CreateBucket([]byte(outboxTable))
		if err != nil {
			return err
		}
		return outbox.SetSequence(number)
	})
	if err != nil {
		return err
	}
	a.confirmed.Store(number)
	return j.Name(ctx, name)
}

// label changes the header, in one transaction with f.
func (a *Archive) label(h header, f func(*Tx) error) error {
	err := a.update(false, func(t *Tx) error { return errors.Join(f(t), putHeader(t.tx, h)) })
	if err == nil {
		a.header = h
	}
	return err
}

// putHeader writes the header of a file.
func putHeader(tx *bbolt.Tx, h header) error {
	text, err := json.Marshal(h)
	if err != nil {
		return err
	}
	b, err := tx.CreateBucketIfNotExists(headerBucket)
	if err != nil {
		return err
	}
	return b.Put(headerKey, text)
}

// Read reads into the archive what it lacks of the journal, and returns the number of messages.
// It fails if the journal is empty or of another farm. A Read that was interrupted is continued by
// the next one.
func (a *Archive) Read(ctx context.Context, j queue.Journal) (messages uint64, err error) {
	name, last, err := j.State(ctx)
	empty, _, written, err2 := a.extent()
	kind, _, _ := strings.Cut(name, " ")
	switch err = cmp.Or(err, err2); {
	case err != nil:
		return 0, err
	case name == "" && last == 0:
		return 0, errNone
	case name == "":
		return 0, ErrUnfinished
	case a.header.Farm != name && (a.header.Farm != "" || !empty):
		return 0, errOther
	}
	if err := reason.Schema(kind, journalSchema, nil); err != nil {
		return 0, err
	}
	r := reader{a: a, header: header{schema, name, empty || a.header.Reading}, upTo: written}
	a.confirmed.Store(written)
	err = j.Read(ctx, written+1, math.MaxUint64, func(number uint64, m []byte) error {
		messages, r.upTo = messages+1, number
		return r.take(m)
	})
	if r.header.Reading = false; err == nil && (messages > 0 || a.header != r.header) {
		err = r.apply()
	}
	return messages, err
}

// reader reads messages of a journal into an archive.
type reader struct {
	a      *Archive
	header header // of the archive
	writes []byte // whole transactions
	part   []byte // of another one
	within bool   // a transaction
	upTo   uint64 // the number of the last message
}

func (r *reader) take(m []byte) error {
	switch {
	case len(m) == 0:
		return errWrites
	case m[0]&begins != 0: // the former one may have lost its end with its archive
		r.part, r.within = nil, true
	case !r.within:
		return ErrForked
	}
	if r.part = append(r.part, m[1:]...); m[0]&ends == 0 {
		return nil
	}
	if r.writes, r.within = append(r.writes, r.part...), false; len(r.writes) < readBytes {
		return nil
	}
	return r.apply()
}

// apply writes the transactions into the archive.
func (r *reader) apply() error {
	err := r.a.label(r.header, func(t *Tx) error {
		return cmp.Or(t.writeAll(r.writes), t.bucket(outboxTable).SetSequence(r.upTo))
	})
	r.writes = nil // its records may be in memory
	r.a.confirmed.Store(r.upTo)
	return err
}

var errWrites = reason.Errorf("%w: its journal", ErrDamaged)

// writeAll repeats the writes of transactions.
func (t *Tx) writeAll(writes []byte) error {
	for len(writes) > 0 {
		table := int(writes[0])
		writes = writes[1:]
		var parts [2][]byte // name and record
		for i := range parts {
			n, digits := binary.Uvarint(writes)
			if digits <= 0 || n > uint64(len(writes)-digits) || table >= len(tables) {
				return errWrites
			}
			parts[i], writes = writes[digits:digits+int(n)], writes[digits+int(n):]
		}
		if err := t.write(tables[table], parts[0], parts[1]); err != nil {
			return err
		}
	}
	return nil
}
