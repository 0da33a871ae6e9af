package job

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
)

// Chunk is jobs that travel to a worker together.
type Chunk struct {
	// Number tells chunks apart.
	Number uint64
	Jobs   []Job
	// Not are workers that have done them, and had better not do them again.
	Not []string
}

// Delivery is what a worker sends back of a chunk.
type Delivery struct {
	Chunk   uint64
	Worker  string
	Results []Result
	// Returned are the jobs of a chunk that was not done, and Why says why not.
	Returned []Key
	Why      string
}

const (
	chunkSchema    = "ply.chunk/2"
	deliverySchema = "ply.delivery/2"
)

// Write returns the packed document of c, of schema "ply.chunk/2". What jobs have in
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
	doc = appendTexts(appendTexts(doc, c.Not), specs)
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
		return Chunk{}, fmt.Errorf("chunk: %w", err)
	}
	return c, nil
}

// leastJob is the least size of a packed job: the numbers of its spec and of the bytes
// of two texts.
const leastJob = 3

func (c *Chunk) unpack(u *unpacker) error {
	c.Number, c.Not = u.uint(), u.list()
	texts := u.list()
	specs := make([]Spec, len(texts))
	for i, text := range texts {
		if err := json.Unmarshal([]byte(text), &specs[i]); err != nil {
			return fmt.Errorf("%w: %w", ErrDamaged, err)
		}
	}
	c.Jobs = make([]Job, u.count(leastJob))
	for i := range c.Jobs {
		n := u.uint()
		if n >= uint64(len(specs)) {
			return fmt.Errorf("%w: no spec %d", ErrDamaged, n)
		}
		c.Jobs[i] = Job{specs[n], u.text(), u.text()}
	}
	if len(c.Jobs) == 0 {
		return fmt.Errorf("%w: no jobs", ErrDamaged)
	}
	return u.err()
}

// Write returns the packed document of d, of schema "ply.delivery/2".
func (d *Delivery) Write() []byte {
	doc := binary.AppendUvarint(frame(deliverySchema), d.Chunk)
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

// Split returns d as deliveries of about so many bytes each, or of one result that is
// larger. The chunk is that of the last: with it all of it has come back.
func (d *Delivery) Split(bytes int) (all []Delivery) {
	now, size := Delivery{Worker: d.Worker}, 0
	for _, r := range d.Results {
		if s := resultBytes + len(r.Data); size > 0 && size+s > bytes {
			all = append(all, now)
			now, size = Delivery{Worker: d.Worker}, 0
		}
		now.Results = append(now.Results, r)
		size += resultBytes + len(r.Data)
	}
	now.Chunk, now.Returned, now.Why = d.Chunk, d.Returned, d.Why
	return append(all, now)
}

// resultBytes is about what a result takes in a delivery beside its data.
const resultBytes = 250

// ReadDelivery reads the document of a delivery, whose results are all of its worker.
func ReadDelivery(data []byte) (d Delivery, err error) {
	body, err := openFrame(data, deliverySchema)
	if err == nil {
		err = d.unpack(unpack(body))
	}
	if err != nil {
		return Delivery{}, fmt.Errorf("delivery of %q: %w", d.Worker, err)
	}
	return d, nil
}

func (d *Delivery) unpack(u *unpacker) error {
	d.Chunk, d.Worker, d.Why = u.uint(), u.name(), u.text()
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
		return fmt.Errorf("%w: no worker", ErrDamaged)
	}
	for i := range d.Results {
		r := &d.Results[i]
		if err := r.Check(); err != nil {
			return err
		}
		if r.Worker != d.Worker {
			return fmt.Errorf("a result of %q", r.Worker)
		}
	}
	return nil
}
