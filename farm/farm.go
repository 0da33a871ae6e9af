// Package farm does many jobs on many machines. A coordinator, of package coordinator,
// keeps submissions and results, [Worker]s do the jobs, and a [Client] submits them and
// reads the results.
//
// They exchange messages through a queue. Each of them may stop and start again at any
// time without the loss of an acknowledged message. A worker greets the coordinator again and
// again, and the answers bring its jobs. The coordinator dispatches the jobs of a silent worker to
// others, and compares their results with those that the worker may send later. No decision depends
// on the time of day, so a wrong clock does no harm.
package farm

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
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

// ErrVersion is wrapped by the error of a worker whose version differs from that of its
// coordinator.
var ErrVersion = reason.New("another version")

// ErrReplaced is wrapped by the error of a worker after another one with its name has begun.
var ErrReplaced = reason.New("another worker has this name")

var validName = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

// CheckName checks that the name of a worker can be part of a NATS subject.
func CheckName(name string) error {
	if !validName.MatchString(name) {
		return reason.Errorf("worker %q: want letters, digits and hyphens", name)
	}
	return nil
}

// WriteMetrics writes the status in the text format of Prometheus, version 0.0.4.
func (s *Status) WriteMetrics(w io.Writer) error {
	out := bufio.NewWriter(w)
	metric := func(name, kind, help string, value float64) {
		fmt.Fprintf(out, "# HELP %s %s\n# TYPE %s %s\n%s %v\n", name, help, name, kind, name, value)
	}
	c := &s.Counters
	metric("ply_farm_results_total", "counter", "Results accepted since the coordinator started.", float64(c.Results))
	metric("ply_farm_duplicates_total", "counter", "Results equal to the first of their job.", float64(c.Duplicates))
	metric("ply_farm_conflicts_total", "counter", "Results different from the first of their job.", float64(c.Conflicts))
	metric("ply_farm_refused_total", "counter", "Results of distrusted workers, or of jobs that were not dispatched to them.", float64(c.Refused))
	metric("ply_farm_audits_total", "counter", "Jobs that another worker had to confirm.", float64(c.Audits))
	metric("ply_farm_invalid_total", "counter", "Results that contradict themselves or their job.", float64(c.Invalid))
	metric("ply_farm_reopened_total", "counter", "Jobs whose results rested on a worker that was outvoted.", float64(c.Reopened))
	metric("ply_farm_dead_letters_total", "counter", "Jobs from which no worker came back.", float64(c.DeadLetters))
	metric("ply_farm_returned_total", "counter", "Chunks returned undone.", float64(c.Returned))
	metric("ply_farm_splits_total", "counter", "Jobs split.", float64(c.Splits))
	metric("ply_farm_nodes_total", "counter", "Positions visited for accepted results.", float64(c.Nodes))
	metric("ply_farm_work_seconds_total", "counter", "Time spent on accepted results by all workers.", float64(c.Micros)/1e6)
	metric("ply_farm_quarantined", "gauge", "Jobs whose results contradict each other.", float64(c.Quarantined))
	metric("ply_farm_confirming", "gauge", "Jobs whose results wait for other workers to agree.", float64(c.Confirming))
	metric("ply_farm_chunks_in_flight", "gauge", "Chunks dispatched.", float64(s.InFlight))
	metric("ply_farm_trouble", "gauge", "1 while the farm waits for something that the status and the log name.", float64(min(1, len(s.Trouble))))
	if len(s.Disks) > 0 {
		fmt.Fprintf(out, "# HELP ply_farm_disk_free_bytes Free space on a disk of the farm.\n# TYPE ply_farm_disk_free_bytes gauge\n")
	}
	for _, d := range s.Disks {
		fmt.Fprintf(out, "ply_farm_disk_free_bytes{what=\"%s\",folder=\"%s\"} %d\n", label(d.What), label(d.Folder), d.Free)
	}
	s.writeWorkers(out)
	s.writeBatches(out)
	return out.Flush()
}

func (s *Status) writeWorkers(out io.Writer) {
	slots, distrusted := 0, 0
	for i := range s.Workers {
		slots += s.Workers[i].Slots
		if s.Workers[i].Distrusted {
			distrusted++
		}
	}
	fmt.Fprintf(out, "# HELP ply_farm_workers Workers, by whether their results are accepted.\n# TYPE ply_farm_workers gauge\n")
	fmt.Fprintf(out, "ply_farm_workers{trusted=\"yes\"} %d\nply_farm_workers{trusted=\"no\"} %d\n", len(s.Workers)-distrusted, distrusted)
	fmt.Fprintf(out, "# HELP ply_farm_slots Chunks that the workers do at once.\n# TYPE ply_farm_slots gauge\nply_farm_slots %d\n", slots)
	fmt.Fprintf(out, "# HELP ply_farm_worker_results_total Results accepted from a worker.\n# TYPE ply_farm_worker_results_total counter\n")
	for i := range s.Workers {
		fmt.Fprintf(out, "ply_farm_worker_results_total{worker=\"%s\"} %d\n", label(s.Workers[i].Name), s.Workers[i].Results)
	}
	fmt.Fprintf(out, "# HELP ply_farm_worker_paused 1 for a worker that sends too much.\n# TYPE ply_farm_worker_paused gauge\n")
	for i := range s.Workers {
		if w := &s.Workers[i]; w.Paused {
			fmt.Fprintf(out, "ply_farm_worker_paused{worker=\"%s\"} 1\n", label(w.Name))
		}
	}
	fmt.Fprintf(out, "# HELP ply_farm_worker_events_total Audits, disputes, failures, returned jobs and received bytes of a worker.\n")
	fmt.Fprintf(out, "# TYPE ply_farm_worker_events_total counter\n")
	for i := range s.Workers {
		w := &s.Workers[i]
		for _, event := range []struct {
			what  string
			count uint64
		}{{"audited", w.Audited}, {"disputed", w.Disputed}, {"failed", w.Failed}, {"returned", w.Returned}, {"bytes", w.Bytes}} {
			fmt.Fprintf(out, "ply_farm_worker_events_total{worker=\"%s\",event=\"%s\"} %d\n", label(w.Name), event.what, event.count)
		}
	}
}

// writeBatches writes the jobs of the unfinished batches. Finished ones would accumulate.
func (s *Status) writeBatches(out io.Writer) {
	fmt.Fprintf(out, "# HELP ply_farm_batch_jobs Jobs of an unfinished batch, by state.\n# TYPE ply_farm_batch_jobs gauge\n")
	for i := range s.Batches {
		b := &s.Batches[i]
		if b.Finished || b.Cancelled {
			continue
		}
		for _, part := range []struct {
			state string
			jobs  int
		}{
			{"solved", b.Solved},
			{"unfinished", b.Unfinished},
			{"error", b.Failed},
			{"open", b.Jobs - b.Solved - b.Unfinished - b.Failed},
		} {
			fmt.Fprintf(out, "ply_farm_batch_jobs{batch=\"%s\",game=\"%s\",state=\"%s\"} %d\n", label(b.Batch), label(b.Game), part.state, part.jobs)
		}
	}
}

// label escapes the value of a label.
func label(text string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(text)
}

// Metrics returns a handler that serves the metrics of a status.
func Metrics(status func() Status) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		s := status()
		_ = s.WriteMetrics(w) // it fails if the client is gone
	})
}
