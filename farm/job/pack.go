package job

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
)

// What travels by the thousand, and is kept by the million, is packed: to write and read
// it as JSON takes more of the processor than all else that a small job costs beside its
// search. A packed document is
//
//	schema "\n" body sum
//
// where sum is the SHA-256 of all before it. A body is numbers, as encoding/binary has
// its varints, and texts, each behind its length.

// frame begins a packed document.
func frame(schema string) []byte { return append([]byte(schema), '\n') }

// closeFrame ends a packed document.
func closeFrame(doc []byte) []byte {
	sum := sha256.Sum256(doc)
	return append(doc, sum[:]...)
}

// openFrame returns the body of a packed document.
func openFrame(doc []byte, schema string) ([]byte, error) {
	at := len(doc) - sha256.Size
	if at < 0 || sha256.Sum256(doc[:at]) != [sha256.Size]byte(doc[at:]) {
		return nil, ErrDamaged
	}
	end := slices.Index(doc[:at], '\n')
	if end < 0 || string(doc[:end]) != schema {
		return nil, reason.Errorf("schema %.20q, want %s: it may be of a later version", doc[:max(end, 0)], schema)
	}
	return doc[end+1 : at], nil
}

func appendText(b []byte, text string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

func appendTexts(b []byte, list []string) []byte {
	b = binary.AppendUvarint(b, uint64(len(list)))
	for _, text := range list {
		b = appendText(b, text)
	}
	return b
}

// unpacker reads a body from its front. Behind what it cannot read it is at fault, and
// reads zeros.
type unpacker struct {
	left  []byte
	fault bool
	// names are texts that come again and again, such as moves and who found them.
	names map[string]string
}

func unpack(body []byte) *unpacker { return &unpacker{left: body, names: map[string]string{}} }

// err says whether all was read, and nothing is left.
func (u *unpacker) err() error {
	if u.fault || len(u.left) > 0 {
		return ErrDamaged
	}
	return nil
}

// past goes past n bytes, which it returns.
func (u *unpacker) past(n int) []byte {
	if n < 0 || n > len(u.left) {
		u.fault, u.left = true, nil
		return nil
	}
	b := u.left[:n]
	u.left = u.left[n:]
	return b
}

func (u *unpacker) uint() uint64 {
	v, n := binary.Uvarint(u.left)
	if n <= 0 {
		n = -1
	}
	u.past(n)
	return v
}

func (u *unpacker) int() int64 {
	v, n := binary.Varint(u.left)
	if n <= 0 {
		n = -1
	}
	u.past(n)
	return v
}

// count reads the number of the items that follow. Each takes at least least bytes.
func (u *unpacker) count(least int) int {
	n := u.uint()
	if n > uint64(len(u.left)/least) {
		u.fault, u.left = true, nil
		return 0
	}
	return int(n)
}

func (u *unpacker) text() string { return string(u.past(u.count(1))) }

// name reads a text that comes again.
func (u *unpacker) name() string {
	b := u.past(u.count(1))
	text, ok := u.names[string(b)]
	if !ok {
		text = string(b)
		u.names[text] = text
	}
	return text
}

// list reads texts; nil if there are none.
func (u *unpacker) list() (list []string) {
	if n := u.count(1); n > 0 {
		list = make([]string, n)
		for i := range list {
			list[i] = u.name()
		}
	}
	return list
}

func (u *unpacker) key() (k Key) {
	copy(k[:], u.past(len(k)))
	return k
}

// statuses are the ends of a job by their numbers in a packed result.
var statuses = []Status{Solved, Unfinished, Failed}

// Flags at the end of what all packed results have: counts and witnesses may follow.
const (
	countsFlag = 1 << iota
	timedFlag
	witnessesFlag
)

// pack appends all of r but the job.
func (r *Result) pack(b []byte) []byte {
	b = append(b, byte(slices.Index(statuses, r.Status)))
	for _, n := range []int64{
		int64(r.Interval.Lower), int64(r.Interval.Upper), int64(r.Value), int64(r.Depth), int64(r.SelDepth), int64(r.Confidence), r.Micros,
	} {
		b = binary.AppendVarint(b, n)
	}
	b = binary.AppendUvarint(b, r.Nodes)
	b = appendTexts(b, r.PV)
	for _, text := range []string{r.Stopped, r.Worker, r.Engine, r.Error, r.Data} {
		b = appendText(b, text)
	}
	flags := byte(0)
	if r.Timed {
		flags |= timedFlag
	}
	if r.Counts != nil {
		flags |= countsFlag
	}
	if len(r.Witnesses) > 0 {
		flags |= witnessesFlag
	}
	b = append(b, flags)
	if r.Counts != nil {
		for _, n := range []uint64{r.Counts.Leaves, r.Counts.Ended, r.Counts.Nodes} {
			b = binary.AppendUvarint(b, n)
		}
	}
	if len(r.Witnesses) > 0 {
		b = appendTexts(b, r.Witnesses)
	}
	return b
}

// result reads what pack has appended.
func (u *unpacker) result(key Key) Result {
	r := Result{Job: key}
	if n := u.uint(); n < uint64(len(statuses)) {
		r.Status = statuses[n]
	}
	r.Interval = Interval{game.Score(u.int()), game.Score(u.int())}
	r.Value = game.Score(u.int())
	r.Depth, r.SelDepth, r.Confidence = int(u.int()), int(u.int()), int(u.int())
	r.Micros, r.Nodes = u.int(), u.uint()
	r.PV = u.list()
	r.Stopped, r.Worker, r.Engine, r.Error, r.Data = u.name(), u.name(), u.name(), u.text(), u.text()
	flags := u.uint()
	r.Timed = flags&timedFlag != 0
	if flags&countsFlag != 0 {
		r.Counts = &Counts{u.uint(), u.uint(), u.uint()}
	}
	if flags&witnessesFlag != 0 {
		r.Witnesses = u.list()
	}
	return r
}

// packed begins the record of a result that is packed. One that is a document begins
// with a brace.
const packed = 1

// Record returns the bytes that an archive keeps of r under the key of its job. The
// archive adds a checksum of both.
func (r *Result) Record() []byte { return r.pack([]byte{packed}) }

// ReadRecord reads the record of the result of a job.
func ReadRecord(key Key, data []byte) (r Result, err error) {
	if len(data) > 0 && data[0] == packed {
		u := unpack(data[1:])
		r = u.result(key)
		if err = u.err(); err == nil {
			err = r.Check()
		}
	} else if r, err = ReadResult(data); err == nil && r.Job != key {
		err = reason.Errorf("%w: it is of another job", ErrDamaged)
	}
	if err != nil {
		return Result{}, reason.Errorf("result of job %v: %w", key, err)
	}
	return r, nil
}
