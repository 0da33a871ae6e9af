package lesson

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/learn/experiment"
	"github.com/plywood-go/plywood/textbook"
	"github.com/plywood-go/plywood/textbook/pathbook"
	"github.com/plywood-go/plywood/trace"
)

// cited are numbers in lessons that the sources state: mostly sections, figures, steps and years of the
// sources.
var cited = map[string]string{
	"minimax": "15.2 15.3", "alphabeta": "15.2 15.4 1 2 3 4 5 6 1975", "othello": "1 2 10 1975", "cutoffs": "1 2 3 4", "bounds": "1 2 3", "horizon": "1968", "types": "1950", "deepening": "1 2 3 64", "samuel": "16 38",
}

// number matches a number that stands alone, with or without spaces between thousands. It skips
// the digits in names such as s1 or F4 and in formulas such as d/2.
var number = regexp.MustCompile(`(^|[^A-Za-z\d_/.^)])(\d{1,3}(?: \d{3})+|\d+(?:\.\d+)?)([^A-Za-z\d]|$)`)

// TestCourseNumbers checks that every number in every lesson is computed: by the search beside
// the text, or by computed. All languages must have the same numbers in a step.
func TestCourseNumbers(t *testing.T) {
	more := computed(t)
	for _, name := range Courses() {
		english := course(t, name, words.English)
		for _, l := range words.Langs() {
			c := course(t, name, l)
			texts := []string{c.Introduction}
			for _, s := range c.Steps {
				texts = append(texts, s.Text)
			}
			for i, text := range texts {
				known := slices.Concat(strings.Fields(cited[name]), more[name])
				if i > 0 {
					known = append(known, seen(&c.Steps[i-1])...)
				}
				if i > 0 && !slices.Equal(numbers(text), numbers(english.Steps[i-1].Text)) {
					t.Errorf("%s in %s, step %d: numbers %v, want %v", name, l, i, numbers(text), numbers(english.Steps[i-1].Text))
				}
				for _, n := range numbers(text) {
					if !slices.Contains(known, n) {
						t.Errorf("%s in %s, step %d: nothing computes %s", name, l, i, n)
					}
				}
			}
		}
	}
}

var decimalComma = regexp.MustCompile(`(\d),(\d)`)

// numbers returns the numbers of a text, except in code blocks.
func numbers(text string) (all []string) {
	text = strings.NewReplacer("100 亿", "10 000 000 000", "100 万", "1 000 000").Replace(text)
	text = decimalComma.ReplaceAllString(text, "$1.$2")
	for line := range strings.Lines(text) {
		for rest := line; !strings.HasPrefix(line, "    "); {
			at := number.FindStringSubmatchIndex(rest)
			if at == nil {
				break
			}
			all = append(all, strings.ReplaceAll(rest[at[4]:at[5]], " ", ""))
			rest = rest[at[5]:]
		}
	}
	slices.Sort(all)
	return all
}

// seen returns the numbers that a search shows at a step: values, windows and counts.
func seen(s *Step) (all []string) {
	add := func(v int) { all = append(all, strconv.Itoa(max(v, -v))) }
	stats := s.Run.Replay.Tree().Stats
	for _, n := range []int{stats.Leaves, stats.Nodes - 1, stats.Visits, stats.Evaluations} {
		add(n)
	}
	if root := s.Run.root; root != nil {
		add(root.worths[0].leaves)
		for _, n := range root.Nodes() {
			add(int(root.of(n).value))
			add(int(n.Score()))
		}
	}
	if s.Run.grown != nil { // and what the explanations compute
		all = append(all, fmt.Sprint(s.Run.Setup.Explore))
		for i := range s.Run.Len() + 1 {
			all = append(all, numbers(strings.ReplaceAll(s.Run.Explain(words.English, i), "−", ""))...)
		}
		return all
	}
	if exact := s.Run.numbers; exact != nil { // scores are only ranks
		for i := range s.Run.Len() {
			e := s.Run.Replay.Event(i)
			for _, v := range []game.Score{e.Value, e.Window.Alpha, e.Window.Beta} {
				if v > -game.Infinity && v < game.Infinity {
					text, _, _ := strings.Cut(exact.text(max(v, -v)), "/")
					all = append(all, text)
				}
			}
		}
		return all
	}
	for i := range s.Run.Len() {
		e := s.Run.Replay.Event(i)
		for _, v := range []game.Score{e.Value, e.Window.Alpha, e.Window.Beta} {
			add(int(v))
		}
		for _, v := range []int{e.G, e.H, e.G + e.H} {
			add(v)
		}
		if e.Kind == event.Reach {
			add(s.Run.Replay.Tree().Nodes[s.Run.Replay.Node(i)].Visits) // ×3
		}
	}
	return all
}

// computed returns numbers that no search beside the texts shows.
func computed(t *testing.T) map[string][]string {
	best := searched(t, bratko, Setup{Order: Best}).Replay.Tree().Stats.Leaves
	return map[string][]string{
		"minimax":   {strconv.Itoa(best)},
		"alphabeta": {strconv.Itoa(best)},
		"cutoffs":   append(reproduced(t, "nutshell-tictactoe"), "6"), // the depth, as the experiment prints it
		"trees":     append(reproduced(t, "tictactoe-counts"), boards(course(t, "trees", words.English).Steps[1].Run)),
		"othello":   {fmt.Sprint(int(math.Pow(10, 10))), fmt.Sprint(int(math.Pow(10, 7))), fmt.Sprint(int(math.Pow(10, 6))), fmt.Sprint(int(textbook.ScoreWindow().Beta))},
	}
}

// reproduced returns the numbers of an experiment that are as published.
func reproduced(t *testing.T, name string) (all []string) {
	t.Helper()
	e, err := experiment.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Run(t.Context(), experiment.Options{}, func(r experiment.Row) {
		if r.Verdict == experiment.Equal {
			all = append(all, strings.ReplaceAll(r.Ours, " ", ""))
		}
	}); err != nil {
		t.Fatal(err)
	}
	return all
}

// boards returns how many different positions the leaves of a game of two kinds of stones are.
func boards(r *Run) string {
	known := map[string]bool{}
	nodes := r.Replay.Tree().Nodes
	for i := range nodes {
		if !nodes[i].Leaf {
			continue
		}
		var stones []string
		for at := i; nodes[at].Parent >= 0; at = nodes[at].Parent {
			stones = append(stones, fmt.Sprint(nodes[at].Ply%2, nodes[at].Move))
		}
		slices.Sort(stones)
		known[strings.Join(stones, " ")] = true
	}
	return strconv.Itoa(len(known))
}

// TestCourseClaims checks statements in words about searches and trees by counting.
func TestCourseClaims(t *testing.T) {
	run := func(name string, step int) *Run { return course(t, name, words.English).Steps[step-1].Run }
	count := func(r *Run, kind event.Kind) (n int) {
		for i := range r.Len() {
			if r.Replay.Event(i).Kind == kind {
				n++
			}
		}
		return n
	}
	root := func(r *Run) *trace.Node { return &r.Replay.Tree().Nodes[0] }
	for _, tt := range []struct {
		what      string
		got, want int
	}{
		{"approximate values of figure 15.4", run("alphabeta", 14).Replay.Tree().Stats.Approximate, 3},
		{"cutoffs with the worst moves first", run("alphabeta", 16).Replay.Tree().Stats.Cutoffs, 0},
		{"moves of O", len(root(run("tictactoe", 1)).Children), 6},
		{"replies of X", len(run("tictactoe", 1).Replay.Tree().Nodes[1].Children), 5},
		{"visits of the root", root(run("horizon", 6)).Visits, 3},
		{"nodes that breadth first looks behind", count(run("horizon", 7), event.Expand), 5},
		{"nodes that A* looks behind", count(run("horizon", 10), event.Expand), 2},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: %d, want %d", tt.what, tt.got, tt.want)
		}
	}
	for b := 2; b <= 40; b++ { // leaves of the minimal tree, for even depths
		for d := 2; d <= 6; d += 2 {
			n := math.Pow(float64(b), float64(d))
			minimal := math.Pow(float64(b), math.Ceil(float64(d)/2)) + math.Pow(float64(b), math.Floor(float64(d)/2)) - 1
			if minimal != 2*math.Sqrt(n)-1 {
				t.Errorf("b=%d, d=%d: %v of %v", b, d, minimal, n)
			}
		}
	}
	moves := 0
	for _, p := range []string{"0 1 2 3 4 5 6 7 8", "1 0 2 3 4 5 6 7 8", "1 2 0 3 4 5 6 7 8", "1 2 3 0 4 5 6 7 8", "1 2 3 4 0 5 6 7 8", "1 2 3 4 5 0 6 7 8", "1 2 3 4 5 6 0 7 8", "1 2 3 4 5 6 7 0 8", "1 2 3 4 5 6 7 8 0"} {
		moves += len(sought(t, p, Setup{Algorithm: Algorithm(pathbook.DepthFirst), Depth: 1}).Replay.Tree().Nodes[0].Children)
	}
	if moves-9 >= 2*9 {
		t.Errorf("%d moves in nine positions of the eight tiles, one of each leads back", moves)
	}
	for _, p := range []string{twoMoves, "1 2 5 3 4 8 6 7 0", "4 1 2 0 5 3 6 7 8"} {
		before, last := deepening(sought(t, p, Setup{Algorithm: Algorithm(pathbook.IterativeDeepening)}))
		if before <= last {
			t.Errorf("%s: %d visits in the last search, %d before", p, last, before)
		}
	}
}

// deepening returns the visits before the last iteration and the visits in it.
func deepening(r *Run) (before, last int) {
	for i := range r.Len() {
		switch e := r.Replay.Event(i); {
		case e.Kind == event.Reach && e.Ply == 0:
			before, last = before+last, 1
		case e.Kind == event.Reach:
			last++
		}
	}
	return before, last
}
