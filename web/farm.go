//go:build !js

package web

import (
	"context"
	_ "embed" // the document of the farm
	"fmt"
	"html"
	"net/http"
	"strings"
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

// The document of the farm, and its tables, which it has while the farm answers.
var (
	//go:embed farm.html
	farmText string
	//go:embed tables.html
	tablesText string
)

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
	values := s.page.links("")
	values["language"] = string(l)
	if notice != "" {
		values["notice"] = "<p role=\"alert\">" + html.EscapeString(notice) + "</p>\n"
	}
	if err == nil {
		values["tables"] = f.tables(l)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Vary", "Accept-Language")
	w.WriteHeader(status)
	_, _ = w.Write(fill(farmText, l, values))
}

// tables returns what a farm has done, as HTML.
func (f *Farm) tables(l words.Lang) string {
	var batches, workers strings.Builder
	for _, b := range f.Batches {
		end := ""
		switch {
		case b.Cancelled:
			end = l.Text("farm.cancelled")
		case b.Finished:
			end = l.Text("farm.finished")
		}
		writeRow(&batches, "<code>"+html.EscapeString(b.Name)+"</code>", b.Game, b.Kind, b.Jobs, b.Solved, b.Unfinished, b.Failed, end)
	}
	for _, w := range f.Workers {
		cells := []any{w.Slots}
		for _, n := range w.Figures {
			cells = append(cells, n)
		}
		standing := ""
		if w.Standing != "" {
			standing = l.Text(w.Standing)
		}
		writeRow(&workers, html.EscapeString(w.Name), append(cells, w.Seen.UTC().Format("2006-01-02 15:04:05 UTC"), standing)...)
	}
	counters := l.Text("farm.counters", "results", f.Results, "flying", f.Flying, "dead", f.Dead, "quarantined", f.Quarantined, "nodes", f.Nodes)
	return string(fill(tablesText, l, map[string]string{
		"counters": html.EscapeString(counters), "batches": batches.String(), "workers": workers.String(),
	}))
}

// writeRow writes a row of a table, its heading, which is HTML, first.
func writeRow(out *strings.Builder, heading string, cells ...any) {
	fmt.Fprintf(out, "<tr><th scope=\"row\">%s</th>", heading)
	for _, c := range cells {
		fmt.Fprintf(out, "<td>%s</td>", html.EscapeString(fmt.Sprint(c)))
	}
	out.WriteString("</tr>\n")
}
