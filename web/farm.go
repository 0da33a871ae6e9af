//go:build !js

package web

import (
	"bytes"
	"context"
	_ "embed" // the document of the farm
	"html/template"
	"net/http"
	"time"

	"github.com/plywood-go/plywood/internal/words"
)

// Farm is the state of a farm, as the page at /farm shows it.
type Farm struct {
	Batches []FarmBatch  // every batch of the farm
	Workers []FarmWorker // every worker heard from
	// Results counts the results accepted since the farm began, and Nodes the positions visited for
	// them. Flying counts the chunks of jobs that workers hold. Dead counts the jobs given up
	// because no worker returned them, Quarantined those whose results contradict each other.
	Results, Nodes            uint64
	Flying, Dead, Quarantined int
	// Trouble says why the farm has stopped. It is empty while the farm works.
	Trouble string
}

// FarmBatch is the progress of a batch of jobs.
type FarmBatch struct {
	Name, Game, Kind                 string // of the jobs
	Jobs, Solved, Unfinished, Failed int    // Jobs counts all jobs, the others the jobs with that outcome
	Finished, Cancelled              bool   // has ended, and was cancelled
}

// FarmWorker is a worker and the number of jobs it does at once.
type FarmWorker struct {
	Name  string // unique on the farm
	Slots int    // jobs done at once
	// Figures counts its results, those audited and disputed, failed and returned jobs, and bytes.
	Figures  []uint64
	Seen     time.Time // last heard from
	Standing string    // the key of its word, such as farm.distrusted; empty for most workers
}

//go:embed farm.html
var farmText string

var farmPage = template.Must(template.New("farm").Parse(farmText))

// farmTime limits the wait for the farm's state.
const farmTime = 5 * time.Second

// farm shows the state of the farm: a document without a script that reloads every few seconds.
func (s *Server) farm(w http.ResponseWriter, r *http.Request) {
	if s.config.Farm == nil {
		http.NotFound(w, r)
		return
	}
	ctx, stop := context.WithTimeout(r.Context(), farmTime)
	defer stop()
	f, err := s.config.Farm(ctx)
	l := chooseLanguage(r)
	notice, status := "", http.StatusOK
	switch {
	case err != nil:
		notice, status = l.Text("farm.away", "error", err), http.StatusBadGateway
	case f.Trouble != "":
		notice = l.Text("farm.trouble", "error", f.Trouble)
	}
	var out bytes.Buffer
	if err := farmPage.Execute(&out, farmView{l, s.page.links(""), f, notice, err == nil}); err != nil {
		http.Error(w, "the page cannot be written", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Vary", "Accept-Language")
	w.WriteHeader(status)
	_, _ = w.Write(out.Bytes())
}

// farmView is the data of the farm document.
type farmView struct {
	Lang   words.Lang
	Links  map[string]string
	Farm   Farm
	Notice string
	There  bool // whether the farm has answered
}

// Text returns a text in the language of the reader.
func (v farmView) Text(key string) string { return v.Lang.Text(key) }

// Counters returns the line of counts.
func (v farmView) Counters() string {
	f := &v.Farm
	return v.Lang.Text("farm.counters", "results", f.Results, "flying", f.Flying, "dead", f.Dead, "quarantined", f.Quarantined, "nodes", f.Nodes)
}

// End says how a batch ended. It is empty while the batch runs.
func (v farmView) End(b FarmBatch) string {
	switch {
	case b.Cancelled:
		return v.Text("farm.cancelled")
	case b.Finished:
		return v.Text("farm.finished")
	}
	return ""
}

// Seen returns the time at which a worker was last heard from.
func (v farmView) Seen(w FarmWorker) string { return w.Seen.UTC().Format("2006-01-02 15:04:05 UTC") }
