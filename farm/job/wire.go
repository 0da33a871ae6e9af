package job

import (
	"encoding/binary"
	"encoding/json"

	"github.com/plywood-go/plywood/internal/reason"
)

// Chunk is jobs that travel to a worker together.
type Chunk struct {
	// Number tells chunks apart.
	Number uint64
	Jobs   []Job // done one after the other
}

// Delivery is what a worker sends back of a chunk.
type Delivery struct {
	Chunk   uint64   // its number
	Worker  string   // that did it
	Results []Result // of its jobs, in their order
	// More says that another delivery of the chunk follows.
	More bool
	// Returned are the jobs of a chunk that was not done, and Why says why not. Foreign
	// says that another worker may be able to; see [ErrForeign].
	Returned []Key
	Why      string
	Foreign  bool
}

const (
	chunkSchema    = "ply.chunk/3"
	deliverySchema = "ply.delivery/3"
)

// Write returns the packed document of c, of schema "ply.chunk/3". What jobs have in
// common is written once.
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

// leastJob is the least size of a packed job: the numbers of its spec and of the bytes
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

// Split returns d as deliveries of about the given number of bytes, or of one result
// that is larger. All but the last have More.
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

// resultBytes is about what a result takes in a delivery beside its data.
const resultBytes = 250

// ReadDelivery reads the document of a delivery. Its results are not checked: one that
// is wrong must not cost the others; see [Job.Accepts].
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
