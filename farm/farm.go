// Package farm does many jobs on many machines: a [Coordinator] keeps what is asked for
// and what came of it, [Worker]s do the work, and a [Client] asks.
//
// Each is told its queue, and may end and begin again at any time; nothing that was
// acknowledged is lost by that. A coordinator dispatches no more work to a worker than
// twice what it does at once; the rest stays in its ledger, so that what is urgent comes
// first and what is cancelled is not even begun. A worker says every while that it is
// there; the work of one that is silent too long is dispatched to others, and what it
// sends later is compared with what they have found. Results are in the archive before
// the queue lets go of them.
//
// Clocks are for people: that one is wrong, or is set, bears on nothing.
package farm

import (
	"encoding/json"
	"time"

	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/ledger"
	"github.com/plywood-go/plywood/internal/reason"
)

// hello is what a worker says of itself, the document "ply.hello/1". One that goes has no
// slots.
type hello struct {
	Schema  string `json:"schema"`
	Worker  string `json:"worker"`
	Slots   int    `json:"slots"`
	Version string `json:"version"` // of the program
}

const helloSchema = "ply.hello/1"

// submission is a page of a batch, the document "ply.submission/1".
type submission struct {
	Schema string `json:"schema"`
	Name   string `json:"name"`
	ledger.Batch
	Page  int      `json:"page"` // from 0
	Pages int      `json:"pages"`
	Lines []string `json:"lines"`
}

const submissionSchema = "ply.submission/1"

// ask is a question about a batch.
type ask struct {
	Batch string `json:"batch"`
	From  int    `json:"from,omitempty"`
}

// retried says how many jobs of a batch are done once more.
type retried struct {
	Jobs int `json:"jobs"`
}

// answer is what the coordinator says; Error is empty if all is well.
type answer struct {
	Error   string          `json:"error,omitempty"`
	Unknown bool            `json:"unknown,omitempty"` // there is no such batch
	Body    json.RawMessage `json:"body,omitempty"`
}

// Status is how a farm stands, the document "ply.farm/1".
type Status struct {
	Schema   string          `json:"schema"`
	Version  string          `json:"version"`
	Started  time.Time       `json:"started"`
	InFlight int             `json:"in_flight"` // chunks handed out
	Counters ledger.Counters `json:"counters"`
	Workers  []ledger.Worker `json:"workers"`
	Batches  []ledger.Status `json:"batches"`
	// Trouble is why something does not go on at present, such as a full disk, which it
	// names; empty if all goes on.
	Trouble string `json:"trouble,omitempty"`
	Disks   []Disk `json:"disks,omitempty"`
}

// Disk is how the disk of a folder stands.
type Disk struct {
	What   string `json:"what"` // is kept there: archive or queue
	Folder string `json:"folder"`
	Free   uint64 `json:"free"` // bytes
}

const statusSchema = "ply.farm/1"

// ErrVersion is wrapped by the error of a worker that is of another version than its
// coordinator.
var ErrVersion = reason.New("another version")

// deliver makes a delivery of the results of a chunk.
func deliver(c *job.Chunk, worker string, results []job.Result) *job.Delivery {
	return &job.Delivery{Chunk: c.Number, Worker: worker, Results: results}
}

// giveBack makes a delivery of a chunk that is not done. foreign says that others may be
// able to.
func giveBack(c *job.Chunk, worker, why string, foreign bool) *job.Delivery {
	d := &job.Delivery{Chunk: c.Number, Worker: worker, Why: why, Foreign: foreign}
	for i := range c.Jobs {
		d.Returned = append(d.Returned, c.Jobs[i].Key())
	}
	return d
}

// CheckName refuses names of workers that cannot be part of a subject, or the name of a
// consumer.
func CheckName(name string) error {
	for _, c := range name {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-' && c != '_' {
			return reason.Errorf("worker %q: want letters, digits and hyphens", name)
		}
	}
	if name == "" {
		return reason.New("worker: no name")
	}
	return nil
}
