// Package farm does many jobs on many machines. A coordinator, of package coordinator,
// keeps submissions and results, [Worker]s do the jobs, and a [Client] submits them and
// reads the results.
//
// They exchange messages through a queue. Each of them may stop and start again at any
// time without the loss of an acknowledged message. A worker greets the coordinator at
// regular intervals; the coordinator dispatches the jobs of a silent worker to others, and
// compares their results with those that the worker may send later. No decision depends
// on the time of day, so a wrong clock does no harm.
package farm

import (
	"time"

	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/internal/reason"
)

// Status is the status of a farm, the document "ply.farm/1".
type Status struct {
	Schema   string             `json:"schema"`    // "ply.farm/1"
	Version  string             `json:"version"`   // of the program
	Started  time.Time          `json:"started"`   // when the coordinator started
	InFlight int                `json:"in_flight"` // chunks dispatched
	Counters job.Counters       `json:"counters"`  // since the coordinator started
	Workers  []job.WorkerStatus `json:"workers"`   // that greeted
	Batches  []job.BatchStatus  `json:"batches"`   // the latest first
	// Trouble says what the farm waits for, such as space on a disk, which it names;
	// empty if all is well.
	Trouble string `json:"trouble,omitempty"`
	Disks   []Disk `json:"disks,omitempty"`
}

// Disk is the disk of one of the farm's folders.
type Disk struct {
	What   string `json:"what"`   // the use of the folder: archive or queue
	Folder string `json:"folder"` // its path
	Free   uint64 `json:"free"`   // bytes
}

// NewStatus returns the status of a farm without jobs.
func NewStatus(version string, started time.Time) Status {
	return Status{Schema: "ply.farm/1", Version: version, Started: started}
}

// ErrVersion is wrapped by the error of a worker whose version differs from that of its
// coordinator.
var ErrVersion = reason.New("another version")

// giveBack returns a delivery that returns a chunk undone, for the reason why. foreign means
// that other workers may be able to do it.
func giveBack(c *job.Chunk, worker, why string, foreign bool) *job.Delivery {
	d := &job.Delivery{Chunk: c.Number, Worker: worker, Why: why, Foreign: foreign}
	for i := range c.Jobs {
		d.Returned = append(d.Returned, c.Jobs[i].Key())
	}
	return d
}

// CheckName checks that the name of a worker can be part of a NATS subject.
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
