package farm_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/farm"
	"github.com/plywood-go/plywood/farm/job"
)

// TestMetrics compares the text with the format of Prometheus and with the status.
func TestMetrics(t *testing.T) {
	s := farm.Status{
		InFlight: 3, Trouble: "disk full", Disks: []farm.Disk{{What: "archive", Folder: "/srv", Free: 12}},
		Counters: job.Counters{Results: 12, Nodes: 3_000_000_000, Micros: 2_500_000, Quarantined: 1},
		Workers:  []job.WorkerStatus{{Name: "a", Slots: 2, Results: 7, Returned: 5}, {Name: `b"\`, Slots: 4, Distrusted: true}},
		Batches: []job.BatchStatus{
			{Batch: "b1", Game: "othello", Jobs: 10, Tally: job.Tally{Solved: 4, Unfinished: 1}},
			{Batch: "b2", Game: "othello", Jobs: 1, Finished: true},
		},
	}
	server := httptest.NewServer(farm.Metrics(func() farm.Status { return s }))
	defer server.Close()
	r, err := http.Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil || !strings.HasPrefix(r.Header.Get("Content-Type"), "text/plain; version=0.0.4") {
		t.Fatal(err, r.Header)
	}
	sample := regexp.MustCompile(`^(ply_farm_[a-z_]+)(\{[a-z]+="(?:[^"\\]|\\.)*"(?:,[a-z]+="(?:[^"\\]|\\.)*")*\})? [0-9.e+]+$`)
	typed := map[string]bool{}
	seen := map[string]bool{}
	for _, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		if rest, ok := strings.CutPrefix(line, "# TYPE "); ok {
			name, kind, _ := strings.Cut(rest, " ")
			if typed[name] || kind != "counter" && kind != "gauge" || (kind == "counter") != strings.HasSuffix(name, "_total") {
				t.Errorf("%s", line)
			}
			typed[name] = true
			continue
		}
		if strings.HasPrefix(line, "# HELP ") {
			continue
		}
		m := sample.FindStringSubmatch(line)
		if m == nil || !typed[m[1]] {
			t.Errorf("%q is no sample, or of no type", line)
		}
		seen[line] = true
	}
	for _, want := range []string{
		"ply_farm_results_total 12", "ply_farm_nodes_total 3e+09", "ply_farm_work_seconds_total 2.5", "ply_farm_quarantined 1",
		"ply_farm_chunks_in_flight 3", "ply_farm_trouble 1", `ply_farm_disk_free_bytes{what="archive",folder="/srv"} 12`, "ply_farm_slots 6", `ply_farm_worker_events_total{worker="a",event="returned"} 5`,
		`ply_farm_workers{trusted="yes"} 1`, `ply_farm_workers{trusted="no"} 1`, `ply_farm_worker_results_total{worker="b\"\\"} 0`,
		`ply_farm_batch_jobs{batch="b1",game="othello",state="open"} 5`,
	} {
		if !seen[want] {
			t.Errorf("no line %q in\n%s", want, text)
		}
	}
	if strings.Contains(string(text), "b2") {
		t.Error("a batch that is done is told of")
	}
}
