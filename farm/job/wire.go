package job

import "fmt"

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
	Chunk   uint64   `json:"chunk"`
	Worker  string   `json:"worker"`
	Results []Result `json:"results,omitempty"`
	// Returned are the jobs of a chunk that was not done, and Why says why not.
	Returned []Key  `json:"returned,omitempty"`
	Why      string `json:"why,omitempty"`
}

// chunkDocument is a chunk as JSON, the document "ply.chunk/1". What jobs have in
// common is written once.
type chunkDocument struct {
	Schema string   `json:"schema"`
	Number uint64   `json:"number"`
	Specs  []Spec   `json:"specs"`
	Items  []item   `json:"items"`
	Not    []string `json:"not,omitempty"`
}

type item struct {
	Spec     int    `json:"spec,omitempty"` // number in Specs
	Position string `json:"position,omitempty"`
	Part     string `json:"part,omitempty"`
}

// deliveryDocument is a delivery as JSON, the document "ply.delivery/1".
type deliveryDocument struct {
	Schema string `json:"schema"`
	*Delivery
}

const (
	chunkSchema    = "ply.chunk/1"
	deliverySchema = "ply.delivery/1"
)

// Write returns the document of c.
func (c *Chunk) Write() []byte {
	doc := chunkDocument{Schema: chunkSchema, Number: c.Number, Not: c.Not}
	last := ""
	for _, j := range c.Jobs {
		if text := string(encode(j.Spec)); text != last {
			doc.Specs, last = append(doc.Specs, j.Spec), text
		}
		doc.Items = append(doc.Items, item{len(doc.Specs) - 1, j.Position, j.Part})
	}
	return seal(encode(doc))
}

// ReadChunk reads the document of a chunk.
func ReadChunk(data []byte) (Chunk, error) {
	var doc chunkDocument
	if _, err := decode(data, &doc, &doc.Schema, chunkSchema); err != nil {
		return Chunk{}, fmt.Errorf("chunk: %w", err)
	}
	if len(doc.Items) == 0 {
		return Chunk{}, fmt.Errorf("chunk: %w: no jobs", ErrDamaged)
	}
	c := Chunk{Number: doc.Number, Not: doc.Not}
	for _, i := range doc.Items {
		if i.Spec < 0 || i.Spec >= len(doc.Specs) {
			return Chunk{}, fmt.Errorf("chunk: %w: no spec %d", ErrDamaged, i.Spec)
		}
		c.Jobs = append(c.Jobs, Job{doc.Specs[i.Spec], i.Position, i.Part})
	}
	return c, nil
}

// Write returns the document of d.
func (d *Delivery) Write() []byte { return seal(encode(deliveryDocument{deliverySchema, d})) }

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
const resultBytes = 600

// ReadDelivery reads the document of a delivery, whose results are all of its worker.
func ReadDelivery(data []byte) (Delivery, error) {
	doc := deliveryDocument{Delivery: new(Delivery)}
	_, err := decode(data, &doc, &doc.Schema, deliverySchema)
	if err == nil && doc.Worker == "" {
		err = fmt.Errorf("%w: no worker", ErrDamaged)
	}
	for i := range doc.Results {
		r := &doc.Results[i]
		if err == nil {
			err = r.Check()
		}
		if err == nil && r.Worker != doc.Worker {
			err = fmt.Errorf("a result of %q", r.Worker)
		}
	}
	if err != nil {
		return Delivery{}, fmt.Errorf("delivery of %q: %w", doc.Worker, err)
	}
	return *doc.Delivery, nil
}
