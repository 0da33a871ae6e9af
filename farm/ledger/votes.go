package ledger

import (
	"slices"

	"github.com/plywood-go/plywood/farm/archive"
	"github.com/plywood-go/plywood/farm/job"
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

// drop deletes the votes of distrusted workers.
func (v *votes) drop(distrusted func(string) bool) (dropped int) {
	all := len(v.Results)
	v.Results = slices.DeleteFunc(v.Results, func(r job.Result) bool { return distrusted(r.Worker) })
	return all - len(v.Results)
}

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
		first := true
		for k := range i {
			first = first && !v.Results[k].Agrees(&v.Results[i])
		}
		if first {
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
	tries     int  // all of them
	returners int  // different workers
	good      int  // those of good standing among them
	others    int  // present workers that have not tried it
	foreign   bool // a worker lacked something for it
}

// hopeless reports whether a job fails: quorum workers and all present ones returned it, or
// enough of good standing. A job that lacks something is tried mostForeign times.
func (a attempts) hopeless(quorum int) bool {
	if a.returners < quorum || a.foreign && a.tries < mostForeign {
		return false
	}
	return a.others == 0 || a.good >= mostReturners
}
