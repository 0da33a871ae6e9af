package job

import (
	"encoding/binary"
	"encoding/json"

	"github.com/plywood-go/plywood/internal/reason"
)

// Chunk is a list of jobs that a worker gets together.
type Chunk struct {
	// Number identifies the chunk.
	Number uint64
	Jobs   []Job // done one after the other
}

// Delivery is a worker's answer to a chunk, or a part of it.
type Delivery struct {
	Chunk   uint64   // the number of the chunk
	Worker  string   // that did it
	Results []Result // in the order of the jobs
	// More means that another delivery of the chunk follows.
	More bool
	// Returned are the jobs of a chunk that the worker returns undone, and Why is the reason.
	// Foreign means that another worker may be able to do them; see [ErrForeign].
	Returned []Key
	Why      string
	Foreign  bool
}

const (
	chunkSchema    = "ply.chunk/3"
	deliverySchema = "ply.delivery/3"
)

// Write returns the packed document of c, of schema "ply.chunk/3". It writes each spec once.
func (c *Chunk) Write() []byte {
	var specs []string
	var items []byte
	for i := range c.Jobs {
		j := &c.Jobs[i]
		if i == 0 || j.Spec != c.Jobs[i-1].Spec {
			specs = append(specs, string(encode(j.Spec)))
		}
		items = binary.AppendUvarint(items, uint64(len(specs)-1))
		items = appendText(appendText(items, j.Position), j.Part)
	}
	doc := binary.AppendUvarint(frame(chunkSchema), c.Number)
	doc = appendTexts(doc, specs)
	doc = binary.AppendUvarint(doc, uint64(len(c.Jobs)))
	return closeFrame(append(doc, items...))
}

// ReadChunk reads the document of a chunk.
func ReadChunk(data []byte) (c Chunk, err error) {
	body, err := openFrame(data, chunkSchema)
	if err == nil {
		err = c.unpack(unpack(body))
	}
	if err != nil {
		return Chunk{}, reason.Errorf("chunk: %w", err)
	}
	return c, nil
}

// leastJob is the least size of a packed job in bytes: the number of its spec and the lengths
// of two texts.
const leastJob = 3

func (c *Chunk) unpack(u *unpacker) error {
	c.Number = u.uint()
	texts := u.list()
	specs := make([]Spec, len(texts))
	for i, text := range texts {
		if err := json.Unmarshal([]byte(text), &specs[i]); err != nil {
			return reason.Errorf("%w: %w", ErrDamaged, err)
		}
	}
	c.Jobs = make([]Job, u.count(leastJob))
	for i := range c.Jobs {
		n := u.uint()
		if n >= uint64(len(specs)) {
			return reason.Errorf("%w: no spec %d", ErrDamaged, n)
		}
		c.Jobs[i] = Job{specs[n], u.text(), u.text()}
	}
	if len(c.Jobs) == 0 {
		return reason.Errorf("%w: no jobs", ErrDamaged)
	}
	return u.err()
}

// Flags of a delivery.
const (
	moreFlag = 1 << iota
	foreignFlag
)

// Write returns the packed document of d, of schema "ply.delivery/3".
func (d *Delivery) Write() []byte {
	doc := binary.AppendUvarint(frame(deliverySchema), d.Chunk)
	flags := uint64(0)
	if d.More {
		flags |= moreFlag
	}
	if d.Foreign {
		flags |= foreignFlag
	}
	doc = binary.AppendUvarint(doc, flags)
	doc = appendText(appendText(doc, d.Worker), d.Why)
	doc = binary.AppendUvarint(doc, uint64(len(d.Returned)))
	for i := range d.Returned {
		doc = append(doc, d.Returned[i][:]...)
	}
	doc = binary.AppendUvarint(doc, uint64(len(d.Results)))
	for i := range d.Results {
		doc = d.Results[i].pack(append(doc, d.Results[i].Job[:]...))
	}
	return closeFrame(doc)
}

// Split returns d as deliveries of about the given number of bytes each. A delivery holds at
// least one result. All but the last have More set.
func (d *Delivery) Split(bytes int) (all []Delivery) {
	now, size := Delivery{Chunk: d.Chunk, Worker: d.Worker, More: true}, 0
	for _, r := range d.Results {
		if s := resultBytes + len(r.Data); size > 0 && size+s > bytes {
			all = append(all, now)
			now.Results, size = nil, 0
		}
		now.Results = append(now.Results, r)
		size += resultBytes + len(r.Data)
	}
	now.More, now.Returned, now.Why, now.Foreign = d.More, d.Returned, d.Why, d.Foreign
	return append(all, now)
}

// resultBytes is about the size of a result in a delivery, apart from its data.
const resultBytes = 250

// ReadDelivery reads the document of a delivery. It does not check the results, because a wrong
// one must not invalidate the others; see [Job.Accepts].
func ReadDelivery(data []byte) (d Delivery, err error) {
	body, err := openFrame(data, deliverySchema)
	if err == nil {
		err = d.unpack(unpack(body))
	}
	if err != nil {
		return Delivery{}, reason.Errorf("delivery of %q: %w", d.Worker, err)
	}
	return d, nil
}

func (d *Delivery) unpack(u *unpacker) error {
	d.Chunk = u.uint()
	flags := u.uint()
	d.More, d.Foreign = flags&moreFlag != 0, flags&foreignFlag != 0
	d.Worker, d.Why = u.name(), u.text()
	for range u.count(len(Key{})) {
		d.Returned = append(d.Returned, u.key())
	}
	for range u.count(len(Key{})) {
		d.Results = append(d.Results, u.result(u.key()))
	}
	if err := u.err(); err != nil {
		return err
	}
	if d.Worker == "" {
		return reason.Errorf("%w: no worker", ErrDamaged)
	}
	return nil
}
