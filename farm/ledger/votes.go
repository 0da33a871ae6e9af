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
