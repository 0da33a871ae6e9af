package job

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
)

// Documents of which there are thousands are packed: writing and reading them as JSON takes
// more CPU time than everything else about a small job except its search. A packed document is
//
//	schema "\n" body sum
//
// where sum is the SHA-256 sum of everything before it. A body consists of numbers, as varints
// of encoding/binary, and of texts preceded by their lengths.

// frame returns the beginning of a packed document.
func frame(schema string) []byte { return append([]byte(schema), '\n') }

// closeFrame appends the sum to a packed document.
func closeFrame(doc []byte) []byte {
	sum := sha256.Sum256(doc)
	return append(doc, sum[:]...)
}

// openFrame checks a packed document and returns its body.
func openFrame(doc []byte, schema string) ([]byte, error) {
	at := len(doc) - sha256.Size
	if at < 0 || sha256.Sum256(doc[:at]) != [sha256.Size]byte(doc[at:]) {
		return nil, ErrDamaged
	}
	end := slices.Index(doc[:at], '\n')
	return doc[end+1 : at], reason.Schema(string(doc[:max(end, 0)]), schema, nil)
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

// unpacker reads a body. After an error it returns zeros.
type unpacker struct {
	left  []byte
	fault bool
	// names holds texts that recur, such as moves and workers.
	names map[string]string
}

func unpack(body []byte) *unpacker { return &unpacker{left: body, names: map[string]string{}} }

// err returns an error if the body was damaged or not read to its end.
func (u *unpacker) err() error {
	if u.fault || len(u.left) > 0 {
		return ErrDamaged
	}
	return nil
}

// past returns the next n bytes.
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

// count reads the number of the items that follow, each of at least least bytes.
func (u *unpacker) count(least int) int {
	n := u.uint()
	if n > uint64(len(u.left)/least) {
		u.fault, u.left = true, nil
		return 0
	}
	return int(n)
}

func (u *unpacker) text() string { return string(u.past(u.count(1))) }

// name reads a text that may recur.
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

// statuses lists the outcomes of jobs by their numbers in packed results.
var statuses = []Status{Solved, Unfinished, Failed}

// Flags of a packed result. They follow the fields that all results have; counts and witnesses
// follow them.
const (
	countsFlag = 1 << iota
	timedFlag
	witnessesFlag
)

// pack appends r, except for its job, to b.
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

// result reads what pack appended.
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

// packed is the first byte of a record.
const packed = 1

// Record returns the record of r in an archive. The record does not contain the job's key,
// under which the archive stores it.
func (r *Result) Record() []byte { return r.pack([]byte{packed}) }

// ReadRecord reads the record of the result of a job.
func ReadRecord(key Key, data []byte) (r Result, err error) {
	if len(data) == 0 || data[0] != packed {
		return r, reason.Errorf("result of job %v: %w", key, ErrDamaged)
	}
	u := unpack(data[1:])
	r = u.result(key)
	if err = cmp.Or(u.err(), r.Check()); err != nil {
		return Result{}, reason.Errorf("result of job %v: %w", key, err)
	}
	return r, nil
}
