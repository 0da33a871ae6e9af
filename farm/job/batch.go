package job

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/internal/reason"
)

// Batch is a list of jobs that differ only in their positions or parts.
type Batch struct {
	Spec Spec `json:"spec"` // of every job
	// Priority orders batches: jobs of the highest priority are done first. Zero is the default.
	Priority int `json:"priority,omitempty"`
	// Split splits each job that used up its nodes into jobs about the positions after its moves.
	Split bool `json:"split,omitempty"`
	// Lines are the positions, as the user wrote them, or the parts.
	Lines []string `json:"-"`
}

// Name returns the name of b, a hash of everything but the priority. The same batch has the
// same name when it is submitted again.
func (b *Batch) Name() string { return b.NameOf(slices.Values(b.Lines)) }

// NameOf returns the name of b with other lines.
func (b *Batch) NameOf(lines iter.Seq[string]) string {
	h := sha256.New()
	head, err := json.Marshal(Batch{Spec: b.Spec, Split: b.Split})
	if err != nil {
		panic(err) // impossible: every field can be marshalled
	}
	h.Write(head)
	for line := range lines {
		fmt.Fprintf(h, "\n%s", line)
	}
	return hex.EncodeToString(h.Sum(nil)[:nameSize/2])
}

// nameSize is the length of the name of a batch in hexadecimal digits.
const nameSize = 12

// IsBatchName reports whether text could be the name of a batch.
func IsBatchName(text string) bool {
	_, err := hex.DecodeString(text)
	return err == nil && len(text) == nameSize
}

// ErrNoBatch is wrapped by the errors for batches that were never submitted.
var ErrNoBatch = reason.New("no such batch")

// ErrCancelled is wrapped by the error of a client that waits for a batch that is cancelled.
var ErrCancelled = reason.New("the batch was cancelled")

// OfLine returns the job of a line of a batch of game g. If the line is not a position, the job
// fails when a worker does it.
func (s Spec) OfLine(g *engine.Game, line string) Job {
	if !s.Kind.Positional() {
		return Job{Spec: s, Part: line}
	}
	p, err := g.Parse(line)
	if err != nil {
		return Job{Spec: s, Position: line}
	}
	return s.At(p)
}

// BatchStatus is the progress of a batch.
type BatchStatus struct {
	Batch    string `json:"batch"`    // name of the batch
	Kind     Kind   `json:"kind"`     // as in Spec
	Game     string `json:"game"`     // as in Spec, or the title if that is long
	Priority int    `json:"priority"` // as in Batch
	Jobs     int    `json:"jobs"`     // one for each line
	Tally
	Finished  bool      `json:"finished"`  // no job is left to do
	Cancelled bool      `json:"cancelled"` // by a client
	Submitted time.Time `json:"submitted"` // when the coordinator adopted it
}

// Tally counts the finished jobs of a batch by their status.
type Tally struct {
	Solved     int `json:"solved"`     // jobs that were answered
	Unfinished int `json:"unfinished"` // jobs that used up their nodes
	Failed     int `json:"failed"`     // jobs that cannot be done
}

// Add counts a job.
func (t *Tally) Add(s Status) {
	switch s {
	case Solved:
		t.Solved++
	case Unfinished:
		t.Unfinished++
	case Failed:
		t.Failed++
	}
}

// Plus returns the sum of t and u.
func (t Tally) Plus(u Tally) Tally {
	return Tally{t.Solved + u.Solved, t.Unfinished + u.Unfinished, t.Failed + u.Failed}
}

// Done returns the number of finished jobs.
func (t Tally) Done() int { return t.Solved + t.Unfinished + t.Failed }

// Combiner is the name that results have as their worker if the coordinator combined them from
// the results of a split job.
const Combiner = "split"

// Row is a line of a batch with its result.
type Row struct {
	Index int    `json:"index"` // from 0
	Line  string `json:"line"`  // as the user wrote it
	// Result is nil while the job is not done.
	Result *Result `json:"result,omitempty"`
	// Fault says why the result is unusable; empty if it is usable.
	Fault string `json:"fault,omitempty"`
	// Disputed means that workers contradict each other. The job is not done until other
	// workers decide.
	Disputed bool `json:"disputed,omitempty"`
	// Unconfirmed means that the result rests on workers in an unsettled dispute alone.
	Unconfirmed bool `json:"unconfirmed,omitempty"`
}

// Read returns the result of a row, or nil while the job is not done. An unconfirmed result is
// unfinished and proves nothing. The error is the row's Fault.
func (r *Row) Read() (*Result, error) {
	switch {
	case r.Fault != "":
		return nil, errors.New(r.Fault)
	case r.Result == nil:
		return nil, nil
	}
	result := *r.Result
	if r.Unconfirmed && result.Status == Solved {
		result.Status, result.Interval, result.Counts = Unfinished, Anything(), nil
	}
	return &result, result.Check()
}

// Page is a run of rows of a batch.
type Page struct {
	Spec Spec  `json:"spec"` // of the batch
	Size int   `json:"size"` // rows of the whole batch
	Rows []Row `json:"rows"` // consecutive rows
	// Cancelled means that the batch is cancelled and not submitted again since.
	Cancelled bool `json:"cancelled,omitempty"`
}

// EachRow calls take with the rows of a batch, in order. rows returns the page that begins with a
// row.
func EachRow(rows func(from int) (Page, error), take func(*Page, *Row) error) error {
	for from := 0; ; {
		page, err := rows(from)
		if err != nil {
			return err
		}
		for i := range page.Rows {
			if err := take(&page, &page.Rows[i]); err != nil {
				return err
			}
		}
		if from += len(page.Rows); from >= page.Size || len(page.Rows) == 0 {
			return nil
		}
	}
}

// Read returns the result of a row and its job; no result while the job is not done. The error
// says why the result cannot be that of the job.
func (p *Page) Read(find func(string) (*engine.Game, error), row *Row) (j Job, r *Result, err error) {
	if r, err = row.Read(); err != nil || r == nil {
		return j, nil, err
	}
	g, err := find(p.Spec.Game)
	if err != nil {
		return j, nil, err
	}
	if j = p.Spec.OfLine(g, row.Line); j.Key() != r.Job {
		err = reason.Errorf("the result is of job %v", r.Job)
	}
	return j, r, err
}

// Counters count events since the coordinator started.
type Counters struct {
	Results     uint64 `json:"results"`     // accepted
	Duplicates  uint64 `json:"duplicates"`  // results equal to the first of their job
	Conflicts   uint64 `json:"conflicts"`   // results different from the first of their job
	Refused     uint64 `json:"refused"`     // results of distrusted workers, or of jobs not dispatched to them
	Invalid     uint64 `json:"invalid"`     // results that contradict themselves or their job
	Reopened    uint64 `json:"reopened"`    // jobs whose results rested on an outvoted worker
	Audits      uint64 `json:"audits"`      // jobs that another worker had to confirm
	DeadLetters uint64 `json:"dead"`        // jobs from which no worker came back
	Returned    uint64 `json:"returned"`    // chunks returned undone
	Splits      uint64 `json:"splits"`      // jobs split
	Nodes       uint64 `json:"nodes"`       // visited for accepted results
	Micros      uint64 `json:"us"`          // spent on accepted results by all workers
	Quarantined int    `json:"quarantined"` // jobs whose results contradict each other now
	Confirming  int    `json:"confirming"`  // jobs whose results wait for other workers to agree now
}

// WorkerStatus is the status of a worker.
type WorkerStatus struct {
	Name       string    `json:"name"`                 // unique in the farm
	Slots      int       `json:"slots"`                // jobs it does at once
	Results    uint64    `json:"results"`              // accepted from it, since the coordinator started, as the next five
	Audited    uint64    `json:"audited"`              // results that another worker had to confirm
	Disputed   uint64    `json:"disputed"`             // results that contradicted another
	Failed     uint64    `json:"failed"`               // jobs that it says cannot be done
	Returned   uint64    `json:"returned"`             // jobs that came back undone
	Bytes      uint64    `json:"bytes"`                // of its deliveries
	Seen       time.Time `json:"seen"`                 // when it was last heard of
	Trusted    bool      `json:"trusted,omitempty"`    // it settles disputes
	Distrusted bool      `json:"distrusted,omitempty"` // it was outvoted
	Undecided  bool      `json:"undecided,omitempty"`  // it is in an unsettled dispute
	Paused     bool      `json:"paused,omitempty"`     // it sends too much
}

// Standing returns the key of the word for a worker that is distrusted, paused, undecided or
// trusted; "" for others.
func (w *WorkerStatus) Standing() string {
	switch {
	case w.Distrusted:
		return "farm.distrusted"
	case w.Paused:
		return "farm.paused"
	case w.Undecided:
		return "farm.undecided"
	case w.Trusted:
		return "farm.trusted"
	}
	return ""
}

// Chunk is a list of jobs of one spec that a worker gets together.
type Chunk struct {
	// Number identifies the chunk.
	Number uint64
	Jobs   []Job // done one after the other
}

// chunkDocument is a chunk as JSON, the document "ply.chunk/4".
type chunkDocument struct {
	Schema string   `json:"schema"`
	Number uint64   `json:"number"`
	Spec   Spec     `json:"spec"`
	Lines  []string `json:"lines"` // the positions or parts
}

const chunkSchema = "ply.chunk/4"

// Write returns the document of c.
func (c *Chunk) Write() []byte {
	doc := chunkDocument{Schema: chunkSchema, Number: c.Number, Spec: c.Jobs[0].Spec}
	for i := range c.Jobs {
		doc.Lines = append(doc.Lines, c.Jobs[i].Position+c.Jobs[i].Part)
	}
	return encode(doc)
}

// ReadChunk reads the document of a chunk.
func ReadChunk(data []byte) (c Chunk, err error) {
	var doc chunkDocument
	if err = json.Unmarshal(data, &doc); err == nil {
		err = reason.Schema(doc.Schema, chunkSchema, nil)
	}
	if err == nil && len(doc.Lines) == 0 {
		err = ErrDamaged
	}
	if err != nil {
		return c, reason.Errorf("chunk: %w", err)
	}
	c.Number = doc.Number
	for _, line := range doc.Lines {
		j := Job{Spec: doc.Spec, Part: line}
		if j.Kind.Positional() {
			j.Position, j.Part = line, ""
		}
		c.Jobs = append(c.Jobs, j)
	}
	return c, nil
}

// Delivery is a worker's answer to a chunk, or a part of it.
type Delivery struct {
	Chunk   uint64   // the number of the chunk
	Worker  string   // that sent it, which the document does not say
	Results []Result // in the order of the jobs
	// More means that another delivery of the chunk follows.
	More bool
	// Returned are the jobs of a chunk that the worker returns undone, because it lacks something
	// for them, and Why is the reason; see [ErrForeign].
	Returned []Key
	Why      string
}

const deliverySchema = "ply.delivery/5"

// Write returns the packed document of d, of schema "ply.delivery/5".
func (d *Delivery) Write() []byte { return seal(deliverySchema, d.pack) }

// pack writes or reads d.
func (d *Delivery) pack(p *packer) {
	more := uint64(0)
	if d.More {
		more = 1
	}
	p.uint(&d.Chunk)
	p.uint(&more)
	d.More = more != 0
	p.text(&d.Why)
	items(p, &d.Returned, len(Key{}), p.key)
	items(p, &d.Results, len(Key{}), func(r *Result) {
		p.key(&r.Job)
		p.result(r)
	})
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
	now.More, now.Returned, now.Why = d.More, d.Returned, d.Why
	return append(all, now)
}

// resultBytes is about the size of a result in a delivery, apart from its data.
const resultBytes = 250

// ReadDelivery reads the document of a delivery that a worker has sent. It does not check the results,
// because a wrong one must not invalidate the others; see [Job.Accepts].
func ReadDelivery(worker string, data []byte) (d Delivery, err error) {
	body, err := unseal(data, deliverySchema)
	if err == nil {
		err = unpack(body, d.pack)
	}
	if err != nil {
		return Delivery{}, reason.Errorf("delivery of %q: %w", worker, err)
	}
	d.Worker = worker
	return d, nil
}
