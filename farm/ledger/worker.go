package ledger

import (
	"cmp"
	"slices"
	"time"

	"github.com/plywood-go/plywood/farm/job"
)

// Worker is what is known of a worker.
type Worker struct {
	Name       string    `json:"name"`
	Slots      int       `json:"slots"` // jobs it does at once
	Results    uint64    `json:"results"`
	Seen       time.Time `json:"seen"`
	Distrusted bool      `json:"distrusted,omitempty"` // it was outvoted, or did not know a known answer
}

func (l *Ledger) worker(name string) *worker {
	w := l.workers[name]
	if w == nil {
		w = &worker{}
		l.workers[name] = w
	}
	return w
}

// Hello notes that a worker is there.
func (l *Ledger) Hello(name string, slots int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	w := l.worker(name)
	w.slots, w.seen, w.heard = slots, l.Now(), time.Now()
}

// absence is how long a worker may be silent and is still counted on.
const absence = time.Minute

// Slots returns how many chunks are done at once by those that are there and trusted.
func (l *Ledger) Slots() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.present()
}

func (l *Ledger) present() (slots int) {
	for _, w := range l.workers {
		if !w.distrusted && time.Since(w.heard) < absence {
			slots += w.slots
		}
	}
	return slots
}

// Workers returns the workers that were seen or have sent results, by name.
func (l *Ledger) Workers() []Worker {
	l.mu.Lock()
	defer l.mu.Unlock()
	list := []Worker{}
	for name, w := range l.workers {
		list = append(list, Worker{name, w.slots, w.results, w.seen, w.distrusted})
	}
	slices.SortFunc(list, func(a, b Worker) int { return cmp.Compare(a.Name, b.Name) })
	return list
}

// Probe is a job whose answer is known.
type Probe struct {
	Job    job.Job
	Result job.Result
}

// maxProbes is how many probes are kept, and maxProbe how long one may take.
const (
	maxProbes = 64
	maxProbe  = time.Second
)

// remember keeps a job that two workers agree on, or one that is done, as a probe.
func (l *Ledger) remember(t *task, r *job.Result) {
	if r.Timed || r.Status != job.Solved || time.Duration(r.Micros)*time.Microsecond > maxProbe || r.Worker == Combiner {
		return
	}
	if len(l.probes) < maxProbes {
		l.probes = append(l.probes, Probe{t.job, *r})
	} else {
		l.probes[l.oldest] = Probe{t.job, *r}
		l.oldest = (l.oldest + 1) % maxProbes
	}
}

// Probe returns a job whose answer is known by others than a worker; ok is false if
// there is none. What the worker finds is taken like any result: if it is another, a
// third worker decides.
func (l *Ledger) Probe(worker string) (p Probe, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i := len(l.probes) - 1; i >= 0; i-- {
		if l.probes[i].Result.Worker != worker {
			return l.probes[i], true
		}
	}
	return Probe{}, false
}
