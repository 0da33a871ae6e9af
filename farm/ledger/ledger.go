// Package ledger keeps the state of a coordinator: its batches, the jobs that are still to be
// done, and the results. Everything that must not be lost is in an archive, from which a ledger
// can be read again at any time. How jobs travel to workers and results back is left to others.
//
// A batch is divided into pages, which are opened one after the other as workers ask for work,
// so that a backlog of any length costs neither memory nor time at the start. Jobs with the
// same name are done once for all batches. If the batch asks for it, a job that used up its
// nodes is split into jobs about the positions after its moves.
package ledger

import (
	"cmp"
	cryptorand "crypto/rand"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/farm/archive"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/internal/reason"
)

// head is the stored part of a batch apart from its pages, the document "ply.batch/1".
type head struct {
	Schema string `json:"schema"`
	job.Batch
	Size      int       `json:"size"` // lines
	Submitted time.Time `json:"submitted"`
	Cancelled bool      `json:"cancelled,omitempty"`
}

const headSchema = "ply.batch/1"

// pageSize is the number of lines of a page. Their results are about as large as a message may be.
const pageSize = 500

// Config configures a ledger. Archive and Find are required.
type Config struct {
	Archive *archive.Archive // open for writing, or for reading only
	// Find returns the named game.
	Find func(name string) (*engine.Game, error)
	// Chunk is the time that the jobs of a chunk may take together, estimated from earlier
	// jobs. Zero means 5 s.
	Chunk time.Duration
	// Audit is the share of jobs whose result another worker must confirm before it counts: one in
	// Audit, chosen at random when the result arrives, and more for a new worker. Zero means none.
	Audit int
	// Quorum is how many workers must agree on the result of every job. Zero means 1.
	Quorum int
	// MaxSlots is the largest number of slots that a worker is credited with. Zero means 256.
	MaxSlots int
	// Lease is how long a worker may be silent before its chunks are recalled. Zero means 30 s.
	Lease time.Duration
	// Trusted are the workers that settle disputes alone; see also [Ledger.Trust].
	Trusted []string
	// Random returns random numbers from 0 to below 1. Nil means unpredictable ones.
	Random func() float64
	// Now returns the time, which is recorded but decides nothing. Nil means time.Now.
	Now func() time.Time
}

// Ledger is the state of a coordinator. It is safe for concurrent use.
type Ledger struct {
	Config
	mu       sync.Mutex
	batches  map[string]*batch
	tasks    map[job.Key]*task
	splits   map[job.Key]*split
	ready    []*task           // to be dispatched
	chunks   map[uint64]*Chunk // whose results count: dispatched ones and some recalled ones
	recalled []*Chunk          // of those, the earliest first
	first    uint64            // numbers of chunks are above it
	last     uint64            // number of the last chunk
	// restored holds the chunks that were dispatched before the ledger was read, by the keys of
	// their jobs.
	restored map[job.Key]*Chunk
	// combined holds results of split jobs that are still to be accepted.
	combined []received
	done     []*page // finished, not yet stored
	games    map[string]*engine.Game
	workers  map[string]*worker
	counts   job.Counters
}

// batch is a batch, finished or not.
type batch struct {
	head
	name  string
	game  *engine.Game
	next  int // the next page to open
	open  map[int]*page
	done  job.Tally     // of the finished pages
	taken uint64        // jobs with accepted results
	spent time.Duration // on those jobs
	names job.Namer
}

// page is an open page.
type page struct {
	of     *batch
	number int
	size   int
	tally  job.Tally
}

// task is a job that is still to be done.
type task struct {
	job    job.Job
	key    job.Key
	of     *batch  // whose priority applies
	pages  []*page // that wait for it, once for each line
	splits []*split
	// votes are the workers that have done the job, if others must agree. The job is disputed
	// if they disagree, and owed if its result counts before it is confirmed. auditor is the
	// worker that must confirm it; "" means any.
	votes          []string
	disputed, owed bool
	auditor        string
	// returners are the workers that returned the job undone, returned those of them that are
	// not asked again, returns counts how often it came back, silent are the workers that fell
	// silent during it, and it may be dispatched from after on.
	returned, returners, silent []string
	returns                     int
	after                       time.Time
	dispatched                  bool
	chunk                       uint64 // that contains it; 0 for none
	alone                       bool   // must be the only job of its chunk, because it may have killed a worker
}

// follow records the votes about t.
func (t *task) follow(v *votes) {
	t.votes, t.disputed, t.owed = v.voters(), v.answers() > 1, v.Owed
	if len(t.votes) == 0 {
		t.auditor = ""
	}
}

// mayGoTo reports whether a worker may do t now.
func (t *task) mayGoTo(worker string) bool {
	return (t.auditor == "" || t.auditor == worker) && !slices.Contains(t.votes, worker) && !slices.Contains(t.returned, worker) &&
		(t.after.IsZero() || !time.Now().Before(t.after))
}

// suits reports whether a worker may do t now. A job that was returned goes to workers of good
// standing first.
func (l *Ledger) suits(t *task, worker string) bool {
	return t.mayGoTo(worker) && (len(t.returners) == 0 || t.auditor != "" || l.good(worker) || !slices.ContainsFunc(l.others(t), l.good))
}

// good reports whether a worker is trusted or has returned no more jobs than it has done.
func (l *Ledger) good(name string) bool {
	w := l.worker(name)
	return l.trusts(name) || w.Results >= w.Returned
}

// worker is the state of a worker. Its status lacks Name and Undecided, and Trusted does not include
// Config.Trusted.
type worker struct {
	job.WorkerStatus
	heard  time.Time // by the monotonic clock
	chunks []*Chunk  // dispatched to it
}

// Open reads a ledger from its archive.
func Open(c Config) (*Ledger, error) {
	c.Chunk = cmp.Or(c.Chunk, 5*time.Second)
	if c.Now == nil {
		c.Now = time.Now
	}
	c.MaxSlots = cmp.Or(c.MaxSlots, 256)
	c.Lease = cmp.Or(c.Lease, 30*time.Second)
	if c.Random == nil {
		c.Random = secret().Float64
	}
	l := &Ledger{
		Config: c, games: map[string]*engine.Game{}, workers: map[string]*worker{},
		chunks: map[uint64]*Chunk{},
		first:  uint64(rand.Uint32()) << 20, // not numbers of before
	}
	l.last = l.first
	l.reset()
	l.mu.Lock()
	defer l.mu.Unlock()
	return l, l.load()
}

// secret returns a source of random numbers that workers cannot predict.
func secret() *rand.Rand {
	var seed [32]byte
	_, _ = cryptorand.Read(seed[:]) // never fails
	return rand.New(rand.NewChaCha8(seed))
}

// reset deletes everything that load reads.
func (l *Ledger) reset() {
	l.batches, l.tasks, l.splits = map[string]*batch{}, map[job.Key]*task{}, map[job.Key]*split{}
	l.ready, l.combined, l.done, l.restored = nil, nil, nil, map[job.Key]*Chunk{}
}

// load reads the archive.
func (l *Ledger) load() error {
	return l.Archive.View(func(tx *archive.Tx) error {
		return errors.Join(
			archive.EachJSON(tx, archive.Batches, nil, func(name []byte, h *head, err error) error {
				if err == nil {
					_, err = l.adopt(string(name), *h)
				}
				if err != nil {
					return reason.Errorf("batch %s: %w", name, err)
				}
				return nil
			}),
			archive.EachJSON(tx, archive.Done, nil, l.loadDone),
			archive.EachJSON(tx, archive.Votes, nil, l.loadVotes),
			tx.Each(archive.Workers, nil, func(name, mark []byte, err error) error {
				w := l.worker(string(name))
				w.Trusted = string(mark) == trustedMark
				w.Distrusted = !w.Trusted
				return err
			}),
		)
	})
}

// loadVotes reads the votes about a disputed or unconfirmed job, which needs another worker.
// Votes about other jobs are read when a batch waits for them.
func (l *Ledger) loadVotes(_ []byte, v *votes, err error) error {
	if err == nil && (v.Owed || v.answers() > 1) {
		l.orphan(v.Job).follow(v)
	}
	return err
}

// orphan returns the task of a job for which perhaps no batch waits.
func (l *Ledger) orphan(j job.Job) *task {
	return l.task(j, j.Key(), &batch{head: head{Batch: job.Batch{Spec: j.Spec}}})
}

// loadDone reads the counts of a finished page.
func (l *Ledger) loadDone(name []byte, t *job.Tally, err error) error {
	if err != nil {
		return err
	}
	batch, page, _ := strings.Cut(string(name), "/")
	n, err := strconv.Atoi(page)
	if b := l.batches[batch]; b != nil && err == nil {
		b.done = b.done.Plus(*t)
		b.open[n] = nil // need not be opened
	}
	return nil
}

// adopt creates a batch from its head.
func (l *Ledger) adopt(name string, h head) (*batch, error) {
	g, err := l.find(h.Spec.Game)
	if err != nil {
		return nil, err
	}
	b := &batch{head: h, name: name, game: g, open: map[int]*page{}}
	l.batches[name] = b
	return b, nil
}

func (l *Ledger) find(name string) (*engine.Game, error) {
	if g := l.games[name]; g != nil {
		return g, nil
	}
	g, err := l.Find(name)
	if err == nil {
		l.games[name] = g
	}
	return g, err
}

// pageName returns the name of a page.
func (b *batch) pageName(n int) []byte { return fmt.Appendf(nil, "%s/%08d", b.name, n) }

// lines reads the lines of a page.
func (b *batch) lines(tx *archive.Tx, page int) (lines []string, err error) {
	name := b.pageName(page)
	found, err := archive.GetJSON[[]string](tx, archive.Pages, name)
	if err != nil {
		return nil, err
	}
	if found == nil {
		return nil, reason.Errorf("%w: no page %s", archive.ErrDamaged, name)
	}
	return *found, nil
}

func (b *batch) pages() int { return (b.Size + pageSize - 1) / pageSize }

// tally counts the finished jobs.
func (b *batch) tally() job.Tally {
	t := b.done
	for _, p := range b.open {
		if p != nil {
			t = t.Plus(p.tally)
		}
	}
	return t
}

// ErrInvalid is wrapped by the errors for batches that no worker could do.
var ErrInvalid = reason.New("a batch that cannot be done")

// Submit stores a batch and returns its name. If the batch exists, cancelled or not, it gets
// the new priority and continues. The batch is in the archive when Submit returns.
func (l *Ledger) Submit(b job.Batch) (name string, err error) {
	if err := b.Spec.Check(); err != nil {
		return "", reason.Errorf("%w: %w", ErrInvalid, err)
	}
	if len(b.Lines) == 0 {
		return "", reason.Errorf("%w: no position", ErrInvalid)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, err := l.find(b.Spec.Game); err != nil {
		return "", reason.Errorf("%w: %w", ErrInvalid, err)
	}
	name = b.Name()
	h := head{Schema: headSchema, Batch: b, Size: len(b.Lines), Submitted: l.Now().UTC()}
	known := l.batches[name]
	if known != nil {
		if h.Submitted = known.Submitted; known.Priority == b.Priority && !known.Cancelled {
			return name, nil
		}
	}
	err = l.Archive.Update(func(tx *archive.Tx) error {
		if known == nil {
			for n := 0; n*pageSize < len(b.Lines); n++ {
				lines := b.Lines[n*pageSize : min((n+1)*pageSize, len(b.Lines))]
				if err := tx.PutJSON(archive.Pages, (&batch{name: name}).pageName(n), lines); err != nil {
					return err
				}
			}
		}
		return putHead(tx, name, h)
	})
	if err != nil {
		return "", err
	}
	h.Lines = nil
	if known != nil {
		known.head = h
		return name, nil
	}
	_, err = l.adopt(name, h)
	return name, err
}

func putHead(tx *archive.Tx, name string, h head) error {
	h.Lines = nil
	return tx.PutJSON(archive.Batches, []byte(name), h)
}

// Cancel cancels a batch: its unfinished jobs are not done, unless other batches wait for them.
// If the batch is submitted again, it continues. A finished batch stays as it is.
func (l *Ledger) Cancel(name string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.batches[name]
	if b == nil {
		return reason.Errorf("%w: %s", job.ErrNoBatch, name)
	}
	if b.tally().Done() == b.Size {
		return nil
	}
	h := b.head
	h.Cancelled = true
	if err := l.Archive.Update(func(tx *archive.Tx) error { return putHead(tx, name, h) }); err != nil {
		return err
	}
	b.head = h
	return l.close(b)
}

// close closes the pages of a batch. They are opened again when they are needed.
func (l *Ledger) close(b *batch) error {
	for _, t := range l.tasks {
		t.pages = slices.DeleteFunc(t.pages, func(p *page) bool { return p.of == b })
	}
	b.open, b.done, b.next = map[int]*page{}, job.Tally{}, 0
	l.drop()
	return l.Archive.View(func(tx *archive.Tx) error { return archive.EachJSON(tx, archive.Done, []byte(b.name+"/"), l.loadDone) })
}

// drop deletes the tasks that no batch waits for, splits first.
func (l *Ledger) drop() {
	for again := true; again; {
		again = false
		for key, t := range l.tasks {
			t.splits = slices.DeleteFunc(t.splits, func(s *split) bool { return s.over })
			if !t.wanted() {
				delete(l.tasks, key)
				if s := l.splits[key]; s != nil {
					s.over, again = true, true
					delete(l.splits, key)
				}
			}
		}
	}
	l.ready = slices.DeleteFunc(l.ready, func(t *task) bool { return l.tasks[t.key] != t })
}

// Unwanted forgets the dispatched chunks for whose jobs no batch waits, and returns their numbers by
// worker.
func (l *Ledger) Unwanted() map[string][]uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	numbers := map[string][]uint64{}
	for n, c := range l.chunks {
		if !c.recalled && !l.wants(c) {
			numbers[c.worker] = append(numbers[c.worker], n)
			l.strike(c)
		}
	}
	return numbers
}

// Unfinished reports whether a batch has open jobs.
func (l *Ledger) Unfinished() bool {
	return slices.ContainsFunc(l.Batches(), func(b job.BatchStatus) bool { return !b.Finished })
}
