package ledger

import (
	"encoding/json"

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

// winner returns the result on which enough workers agree, with its witnesses, and the workers
// that disagree. ok is false while no result has enough. In a dispute at least two workers must
// agree.
func (v *votes) winner() (r job.Result, outvoted []string, ok bool) {
	need := max(v.Need, 1)
	if v.answers() > 1 {
		need = max(need, 2)
	}
	for i := range v.results {
		r, outvoted = v.results[i], nil
		r.Witnesses = nil
		for k := range v.results {
			switch other := &v.results[k]; {
			case k == i:
			case r.Agrees(other):
				r.Witnesses = append(r.Witnesses, other.Worker)
			default:
				outvoted = append(outvoted, other.Worker)
			}
		}
		if len(r.Witnesses)+1 >= need {
			return r, outvoted, true
		}
	}
	return job.Result{}, nil, false
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
