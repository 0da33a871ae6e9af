package trace_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/textbook"
	"github.com/plywood-go/plywood/trace"
)

// pictured is the part of a step's JSON picture that films show.
type pictured struct {
	Nodes []struct {
		Label, Move, State  string
		X, Y, Width, Height float64
		Visits              int
		PV                  bool
		Text                struct {
			Value, Account string
			Notes, Edge    []string
		}
	}
	Stats struct{ Visits, Nodes, Evaluations, Leaves, Cutoffs, Pruned int }
}

// TestFilm plays films forward and compares every step with the picture that
// the replay draws of it.
func TestFilm(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 0))
	for _, r := range filmed(t, rng) {
		checkFilm(t, r, trace.RenderOptions{Style: trace.Style(rng.IntN(4)), Negamax: rng.IntN(2) == 0, Shapes: trace.Shapes(rng.IntN(2))})
	}
}

// checkFilm plays the film of r.
func checkFilm(t *testing.T, r *trace.Replay, opt trace.RenderOptions) {
	t.Helper()
	film := r.Film(opt)
	now, counts := slices.Clone(film.First), make([]int, 10)
	for step := range r.Len() + 1 {
		if step > 0 {
			for change := range slices.Chunk(film.Steps[step-1][1:], 2) {
				if now[change[0]] == change[1] {
					t.Errorf("step %d changes nothing at node %d", step, change[0])
				}
				now[change[0]] = change[1]
			}
			for count := range slices.Chunk(film.Counts[step-1], 2) {
				counts[count[0]] += count[1]
			}
		}
		compareFilm(t, fmt.Sprint("step ", step), film, now, counts, picture(t, r.At(step), opt))
		if t.Failed() {
			t.FailNow()
		}
	}
}

func picture(t *testing.T, tree *trace.Tree, opt trace.RenderOptions) (p pictured) {
	t.Helper()
	opt.Format, opt.Steady = trace.JSON, true
	var out bytes.Buffer
	if err := trace.Render(&out, tree, opt); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out.Bytes(), &p); err != nil {
		t.Fatal(err)
	}
	return p
}

func compareFilm(t *testing.T, name string, film *trace.Film, now, counts []int, want pictured) {
	t.Helper()
	states := []string{"unseen", "open", "done", "cut"}
	for i, n := range want.Nodes {
		look, spots := film.Looks[now[i]], film.Nodes
		got := strings.ReplaceAll(fmt.Sprint(states[look[0]], look[2], look[1]&2 != 0, film.Texts[look[3]], "/", film.Texts[look[4]], "/", film.Texts[look[5]], "/", spots.Name[i]+" · "+film.Texts[look[6]], spots.Label[i], spots.Move[i]), "−", "-") // documents are for programs
		same := fmt.Sprint(n.State, n.Visits, n.PV, n.Text.Value, "/", strings.Join(n.Text.Notes, "\n"), "/", strings.Join(n.Text.Edge, "\n"), "/", n.Text.Account, n.Label, n.Move)
		if name == "step 0" { // the layout is the same for all steps
			got += fmt.Sprint(spots.X[i], spots.Y[i], spots.Width[i], spots.Height[i])
			same += fmt.Sprint(n.X, n.Y, n.Width, n.Height)
		}
		if got != same {
			t.Errorf("%s, node %d:\n got %s\nwant %s", name, i, got, same)
		}
	}
	s := want.Stats
	if !slices.Equal(counts[:6], []int{s.Visits, s.Nodes, s.Evaluations, s.Leaves, s.Cutoffs, s.Pruned}) {
		t.Errorf("%s: counts %v, want %+v", name, counts, s)
	}
}

// filmed returns searches of random trees by every textbook algorithm. Some
// visit nodes again, and some forget their proofs.
func filmed(t *testing.T, rng *rand.Rand) (all []*trace.Replay) {
	t.Helper()
	for range 2 {
		s := randomTree(rng, 25)
		streams := [][]event.Event{mtdf(s, 0), mtdf(s, 1000)}
		for _, algorithm := range textbook.Algorithms() {
			events, _ := run(t, algorithm, s)
			streams = append(streams, events)
		}
		for i, events := range streams {
			opt := s.options()
			opt.Deepening = i%3 == 0
			if i%4 == 0 {
				opt.Move = func(path []int) string { return fmt.Sprint("m", path[len(path)-1]) }
			}
			r, err := trace.NewReplay(events, opt)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, r)
		}
	}
	return all
}

// BenchmarkFilm films minimax on a tree of about 5 000 nodes.
func BenchmarkFilm(b *testing.B) {
	s := randomTree(rand.New(rand.NewPCG(5, 0)), 5000)
	r, err := trace.NewReplay(minimax(s), s.options())
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if film := r.Film(trace.RenderOptions{}); len(film.Steps) != r.Len() {
			b.Fatalf("%d steps, want %d", len(film.Steps), r.Len())
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*r.Len()), "µs/step")
}
