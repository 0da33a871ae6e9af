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

// seal returns a packed document, whose body write appends.
func seal(schema string, write func(*packer)) []byte {
	p := packer{writing: true, data: []byte(schema + "\n")}
	write(&p)
	sum := sha256.Sum256(p.data)
	return append(p.data, sum[:]...)
}

// unseal checks a packed document and returns its body.
func unseal(doc []byte, schema string) ([]byte, error) {
	at := len(doc) - sha256.Size
	if at < 0 || sha256.Sum256(doc[:at]) != [sha256.Size]byte(doc[at:]) {
		return nil, ErrDamaged
	}
	end := slices.Index(doc[:at], '\n')
	return doc[end+1 : at], reason.Schema(string(doc[:max(end, 0)]), schema, nil)
}

// packer writes a body, or reads one: its methods append a value to data, or set it to what data
// begins with. After an error of reading they set zeros.
type packer struct {
	writing bool
	data    []byte
	fault   bool
	// names holds texts that recur, such as moves and workers.
	names map[string]string
}

// unpack reads a body by read.
func unpack(body []byte, read func(*packer)) error {
	p := packer{data: body, names: map[string]string{}}
	if read(&p); p.fault || len(p.data) > 0 {
		return ErrDamaged
	}
	return nil
}

// past returns the next n bytes of what is read.
func (p *packer) past(n int) []byte {
	if n < 0 || n > len(p.data) {
		p.fault, p.data = true, nil
		return nil
	}
	b := p.data[:n]
	p.data = p.data[n:]
	return b
}

func (p *packer) uint(v *uint64) {
	if p.writing {
		p.data = binary.AppendUvarint(p.data, *v)
		return
	}
	n := 0
	if *v, n = binary.Uvarint(p.data); n <= 0 {
		n = -1
	}
	p.past(n)
}

// whole writes or reads a number with a sign.
func whole[T ~int | ~int32 | ~int64](p *packer, v *T) {
	if p.writing {
		p.data = binary.AppendVarint(p.data, int64(*v))
		return
	}
	value, n := binary.Varint(p.data)
	if n <= 0 {
		n = -1
	}
	p.past(n)
	*v = T(value)
}

// count writes n, the number of the items that follow, or reads it. Each has at least least bytes.
func (p *packer) count(n, least int) int {
	v := uint64(n)
	if p.uint(&v); !p.writing && v > uint64(len(p.data)/least) {
		p.past(-1)
		return 0
	}
	return int(v)
}

// bytes writes or reads a text. What it reads is valid until data changes.
func (p *packer) bytes(text string) []byte {
	n := p.count(len(text), 1)
	if p.writing {
		p.data = append(p.data, text...)
		return nil
	}
	return p.past(n)
}

func (p *packer) text(v *string) {
	if b := p.bytes(*v); !p.writing {
		*v = string(b)
	}
}

// name is text for one that may recur.
func (p *packer) name(v *string) {
	b := p.bytes(*v)
	if p.writing {
		return
	}
	text, ok := p.names[string(b)]
	if !ok {
		text = string(b)
		p.names[text] = text
	}
	*v = text
}

func (p *packer) key(k *Key) {
	if p.writing {
		p.data = append(p.data, k[:]...)
	} else {
		copy(k[:], p.past(len(k)))
	}
}

// items writes or reads a list of which each item has at least least bytes; nil if it is empty.
func items[T any](p *packer, list *[]T, least int, item func(*T)) {
	n := p.count(len(*list), least)
	if !p.writing && n > 0 {
		*list = make([]T, n)
	}
	for i := range *list {
		item(&(*list)[i])
	}
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

// result writes or reads r, except for its job.
func (p *packer) result(r *Result) {
	status, flags := uint64(slices.Index(statuses, r.Status)), uint64(0)
	if p.uint(&status); status < uint64(len(statuses)) {
		r.Status = statuses[status]
	}
	for _, v := range []*game.Score{&r.Interval.Lower, &r.Interval.Upper, &r.Value} {
		whole(p, v)
	}
	for _, v := range []*int{&r.Depth, &r.SelDepth, &r.Confidence} {
		whole(p, v)
	}
	whole(p, &r.Micros)
	p.uint(&r.Nodes)
	items(p, &r.PV, 1, p.name)
	for _, v := range []*string{&r.Stopped, &r.Worker, &r.Engine} {
		p.name(v)
	}
	p.text(&r.Error)
	p.text(&r.Data)
	if r.Counts != nil {
		flags |= countsFlag
	}
	if r.Timed {
		flags |= timedFlag
	}
	if len(r.Witnesses) > 0 {
		flags |= witnessesFlag
	}
	p.uint(&flags)
	r.Timed = flags&timedFlag != 0
	if flags&countsFlag != 0 {
		if r.Counts == nil {
			r.Counts = new(game.Counts)
		}
		for _, v := range []*uint64{&r.Counts.Leaves, &r.Counts.Ended, &r.Counts.Nodes} {
			p.uint(v)
		}
	}
	if flags&witnessesFlag != 0 {
		items(p, &r.Witnesses, 1, p.name)
	}
}

// packed is the first byte of a record.
const packed = 1

// Record returns the record of r in an archive. The record does not contain the job's key,
// under which the archive stores it.
func (r *Result) Record() []byte {
	p := packer{writing: true, data: []byte{packed}}
	p.result(r)
	return p.data
}

// ReadRecord reads the record of the result of a job.
func ReadRecord(key Key, data []byte) (Result, error) {
	r, err := Result{Job: key}, ErrDamaged
	if len(data) > 0 && data[0] == packed {
		err = unpack(data[1:], func(p *packer) { p.result(&r) })
	}
	if err = cmp.Or(err, r.Check()); err != nil {
		return Result{}, reason.Errorf("result of job %v: %w", key, err)
	}
	return r, nil
}
