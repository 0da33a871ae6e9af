package ledger

import (
	"cmp"
	"errors"
	"slices"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/farm/archive"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/internal/reason"
)

// votes holds the results of a job that other workers must confirm, the document "ply.doubt/2".
// No worker votes twice.
type votes struct {
	Schema string  `json:"schema"`
	Job    job.Job `json:"job"`
	// Need is the number of workers that must agree.
	Need int `json:"need,omitempty"`
	// Owed means that the result counts unconfirmed, because no other worker was present.
	Owed    bool         `json:"owed,omitempty"`
	Results []job.Result `json:"results"`
}

const votesSchema = "ply.doubt/2"

// mostAnswers is the number of different answers at which a job fails.
const mostAnswers = 4

// voters returns the workers that have voted.
func (v *votes) voters() (names []string) {
	for i := range v.Results {
		names = append(names, v.Results[i].Worker)
	}
	return names
}

// answers returns the number of different answers.
func (v *votes) answers() (n int) {
	for i := range v.Results {
		if !slices.ContainsFunc(v.Results[:i], func(r job.Result) bool { return r.Agrees(&v.Results[i]) }) {
			n++
		}
	}
	return n
}

// winner returns the result on which the workers settle, with its witnesses, and the workers
// that it convicts; never trusted ones. ok is false while they do not settle.
func (l *Ledger) winner(v *votes) (r job.Result, outvoted []string, ok bool) {
	ballots := make([]ballot, len(v.Results))
	for i := range v.Results {
		same := func(other job.Result) bool { return other.Agrees(&v.Results[i]) }
		ballots[i] = ballot{slices.IndexFunc(v.Results, same), v.Results[i].Status == job.Failed, l.trusts(v.Results[i].Worker)}
	}
	answer, convict, ok := decide(ballots, max(v.Need, 1), len(ballots)+len(l.othersThan(v.voters())))
	if !ok {
		return job.Result{}, nil, false
	}
	r = v.Results[answer]
	r.Witnesses = nil
	for i, b := range ballots {
		switch name := v.Results[i].Worker; {
		case i == answer:
		case b.answer == answer:
			r.Witnesses = append(r.Witnesses, name)
		case convict && !b.trusted:
			outvoted = append(outvoted, name)
		}
	}
	return r, outvoted, true
}

// readVotes returns the votes about a job; nil if there are none.
func readVotes(tx *archive.Tx, key job.Key) (*votes, error) {
	return archive.GetJSON[votes](tx, archive.Votes, key[:])
}

// A ballot is a worker's answer to a job.
type ballot struct {
	answer  int  // the first ballot with an equal answer
	failed  bool // it is that the job cannot be done
	trusted bool
}

// The equal answers that settle a dispute between workers that are not trusted: at least
// leastDecisive, so that no two workers convict others, and a majority of those that could
// answer, up to mostDecisive. Workers are asked at random, so on a large farm five equal
// answers are a sample of it.
const (
	leastDecisive = 3
	mostDecisive  = 5
)

// decide returns the answer on which the ballots of different workers settle, and whether the
// workers with other answers are convicted. ok is false while they do not settle. Equal ballots
// settle once there are need of them, and two answers outweigh any failures. In a dispute the
// trusted workers decide, if they agree. voters is the number of workers that answered or could.
func decide(ballots []ballot, need, voters int) (answer int, convict, ok bool) {
	votes, trusted, answers := map[int]int{}, map[int]int{}, map[int]bool{}
	for _, b := range ballots {
		votes[b.answer]++
		if b.trusted {
			trusted[b.answer]++
		}
		if !b.failed {
			answers[b.answer] = true
		}
	}
	decisive := max(need, leastDecisive, min(voters/2+1, mostDecisive))
	switch {
	case len(votes) > 1 && len(trusted) == 1:
		votes, need, decisive = trusted, 1, 1
	case len(answers) > 1:
		need = decisive
	case len(votes) > 1:
		need = max(need, 2)
	}
	most := 0
	for a, n := range votes {
		switch {
		case n > most:
			answer, ok = a, n >= need && (len(votes) == 1 || answers[a] || n >= decisive)
		case n == most:
			ok = false // none leads
		}
		most = max(most, n)
	}
	return answer, ok && most >= decisive, ok
}

// mostReturners is the number of workers of good standing that must return a job before it
// fails while others have not tried it.
const mostReturners = 4

// attempts describes how a job came back undone.
type attempts struct {
	tries     int // all of them
	returners int // different workers
	good      int // those of good standing among them
	others    int // present workers that have not tried it
}

// leastTries is how often a job is tried before it fails.
const leastTries = 3

// hopeless reports whether a job fails: quorum workers and all present ones returned it, or
// enough of good standing.
func (a attempts) hopeless(quorum int) bool {
	if a.returners < quorum || a.tries < leastTries {
		return false
	}
	return a.others == 0 || a.good >= mostReturners
}

// The limits of a Page, which must fit into a message: the number of its rows, and the bytes of
// its results without the last row.
const (
	rowsAtOnce = 250
	rowBytes   = 400 << 10
)

// Rows returns rows of a batch from row from on; none beyond its end. It reports damaged
// results instead of returning them.
func (l *Ledger) Rows(name string, from int) (job.Page, error) {
	l.mu.Lock()
	known := l.batches[name]
	if known == nil {
		l.mu.Unlock()
		return job.Page{}, reason.Errorf("%w: %s", job.ErrNoBatch, name)
	}
	b := &batch{head: known.head, name: name, game: known.game}
	undecided := l.undecided()
	l.mu.Unlock()
	out := job.Page{Spec: b.Spec, Size: b.Size, Rows: []job.Row{}, Cancelled: b.Cancelled}
	if from < 0 || from >= b.Size {
		return out, nil
	}
	err := l.Archive.View(func(tx *archive.Tx) error {
		lines, err := b.lines(tx, from/pageSize)
		if err != nil {
			return err
		}
		at, size := from%pageSize, 0
		for i, line := range lines[min(at, len(lines)):min(at+rowsAtOnce, len(lines))] {
			r := l.row(tx, b, from+i, line, undecided)
			out.Rows = append(out.Rows, r)
			if size += len(r.Line); r.Result != nil {
				size += len(r.Result.Record())
			}
			if size > rowBytes {
				break
			}
		}
		return nil
	})
	return out, err
}

// row returns a line with its result.
func (l *Ledger) row(tx *archive.Tx, b *batch, index int, line string, undecided map[string]bool) job.Row {
	r := job.Row{Index: index, Line: line}
	j := b.Spec.OfLine(b.game, line)
	key := b.names.Key(&j)
	result, unconfirmed, err := l.look(tx, b.game, key, undecided)
	v, err2 := readVotes(tx, key)
	switch err = cmp.Or(err, err2); {
	case err != nil:
		r.Fault = err.Error()
	case v != nil && v.answers() > 1:
		r.Fault, r.Disputed = "results contradict each other", true
	default:
		r.Result, r.Unconfirmed = result, unconfirmed
	}
	return r
}

// look reads the result of a job from the archive and reports whether it is unconfirmed. The
// result is nil if the archive has none.
func (l *Ledger) look(tx *archive.Tx, g *engine.Game, key job.Key, undecided map[string]bool) (r *job.Result, unconfirmed bool, err error) {
	if r, err = stored(tx, key); r == nil {
		return nil, false, err
	}
	return r, l.unconfirmed(tx, g, r, undecided), nil
}

// Result returns the result of a job. It fails if the archive has no result or an unconfirmed one.
func (l *Ledger) Result(j *job.Job) (r *job.Result, err error) {
	l.mu.Lock()
	g, err := l.find(j.Game)
	undecided := l.undecided()
	l.mu.Unlock()
	if err != nil {
		return nil, err
	}
	return r, l.Archive.View(func(tx *archive.Tx) error {
		unconfirmed := false
		switch r, unconfirmed, err = l.look(tx, g, j.Key(), undecided); {
		case err != nil:
			return err
		case r == nil:
			return reason.New("the archive has no result of it")
		case unconfirmed:
			return reason.New("its result is not confirmed: it rests on workers in an unsettled dispute")
		}
		return nil
	})
}

// EachRow calls take with the rows of a batch, in order.
func (l *Ledger) EachRow(name string, take func(*job.Page, *job.Row) error) error {
	return job.EachRow(func(from int) (job.Page, error) { return l.Rows(name, from) }, take)
}

// Retry repeats the failed jobs of a batch and returns their number. Other results remain. A
// cancelled batch stays cancelled until it is submitted again.
func (l *Ledger) Retry(name string) (jobs int, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.batches[name]
	if b == nil {
		return 0, reason.Errorf("%w: %s", job.ErrNoBatch, name)
	}
	err = l.Archive.Update(func(tx *archive.Tx) error {
		jobs = 0
		failed := map[job.Key]bool{}
		for n := range b.pages() {
			n, err := l.forgetFailed(tx, b, n, failed)
			if err != nil {
				return err
			}
			jobs += n
		}
		return nil
	})
	if err != nil || jobs == 0 {
		return 0, err
	}
	return jobs, l.close(b)
}

// forgetFailed deletes the results of a page's failed jobs, unless they are in gone already,
// and the mark that the page is finished.
func (l *Ledger) forgetFailed(tx *archive.Tx, b *batch, page int, gone map[job.Key]bool) (failed int, err error) {
	lines, err := b.lines(tx, page)
	if err != nil {
		return 0, err
	}
	for _, line := range lines {
		j := b.Spec.OfLine(b.game, line)
		key := b.names.Key(&j)
		if r := l.result(tx, key); !gone[key] && (r == nil || r.Status != job.Failed) {
			continue
		}
		failed++
		gone[key] = true
		if err := errors.Join(forgetResult(tx, key), tx.Delete(archive.Votes, key[:])); err != nil {
			return 0, err
		}
	}
	if failed == 0 {
		return 0, nil
	}
	return failed, tx.Delete(archive.Done, b.pageName(page))
}
