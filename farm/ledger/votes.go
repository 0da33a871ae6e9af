package ledger

import (
	"encoding/json"
	"slices"

	"github.com/plywood-go/plywood/farm/archive"
	"github.com/plywood-go/plywood/farm/job"
)

// votes holds the results of a job that other workers must confirm, the document "ply.doubt/1".
// No worker votes twice.
type votes struct {
	Schema string `json:"schema"`
	Job    string `json:"job,omitempty"`
	// Need is the number of workers that must agree.
	Need int `json:"need,omitempty"`
	// Owed means that the result counts unconfirmed, because no other worker was present.
	Owed    bool     `json:"owed,omitempty"`
	Results []string `json:"results"`

	results []job.Result
}

const votesSchema = "ply.doubt/1"

// mostAnswers is the number of different answers at which a job fails.
const mostAnswers = 4

func (v *votes) add(r *job.Result) {
	v.Results = append(v.Results, string(r.Write()))
	v.results = append(v.results, *r)
}

// drop deletes the votes of distrusted workers.
func (v *votes) drop(distrusted func(string) bool) (dropped int) {
	all := v.results
	v.Results, v.results = nil, nil
	for i := range all {
		if distrusted(all[i].Worker) {
			dropped++
			continue
		}
		v.add(&all[i])
	}
	return dropped
}

// voters returns the workers that have voted.
func (v *votes) voters() (names []string) {
	for i := range v.results {
		names = append(names, v.results[i].Worker)
	}
	return names
}

// answers returns the number of different answers.
func (v *votes) answers() (n int) {
	for i := range v.results {
		first := true
		for k := range i {
			first = first && !v.results[k].Agrees(&v.results[i])
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
	ballots := make([]ballot, len(v.results))
	for i := range v.results {
		same := func(other job.Result) bool { return other.Agrees(&v.results[i]) }
		ballots[i] = ballot{slices.IndexFunc(v.results, same), v.results[i].Status == job.Failed, l.trusts(v.results[i].Worker)}
	}
	answer, convict, ok := decide(ballots, max(v.Need, 1), len(ballots)+len(l.othersThan(v.voters())))
	if !ok {
		return job.Result{}, nil, false
	}
	r = v.results[answer]
	r.Witnesses = nil
	for i, b := range ballots {
		switch name := v.results[i].Worker; {
		case i == answer:
		case b.answer == answer:
			r.Witnesses = append(r.Witnesses, name)
		case convict && !b.trusted:
			outvoted = append(outvoted, name)
		}
	}
	return r, outvoted, true
}

func (v *votes) write(tx *archive.Tx, key job.Key) error {
	return tx.PutJSON(archive.Votes, key[:], votes{Schema: votesSchema, Job: v.Job, Need: v.Need, Owed: v.Owed, Results: v.Results})
}

// readVotes returns the votes about a job; nil if there are none.
func readVotes(tx *archive.Tx, key job.Key) (*votes, error) {
	data, err := tx.Get(archive.Votes, key[:])
	if err != nil || data == nil {
		return nil, err
	}
	return parseVotes(data)
}

func parseVotes(data []byte) (*votes, error) {
	v := &votes{}
	if err := json.Unmarshal(data, v); err != nil {
		return nil, err
	}
	for _, text := range v.Results {
		r, err := job.ReadResult([]byte(text))
		if err != nil {
			return nil, err
		}
		v.results = append(v.results, r)
	}
	return v, nil
}
