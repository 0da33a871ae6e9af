package lesson

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/games/mnk"
	"github.com/plywood-go/plywood/games/tree"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/textbook"
)

// drillSeeds is the number of seeds for which the problems of each lesson are made.
const drillSeeds = 200

// TestExercises makes the problems of all lessons: three, each larger than the one before, none of them in
// the lesson. Their answers are compared with searches of the tests' own.
func TestExercises(t *testing.T) {
	for _, name := range Courses() {
		c := course(t, name, words.English)
		if _, ok := drills[name]; !ok {
			t.Errorf("%s has no problems", name)
			continue
		}
		var lessons []string
		for _, step := range c.Steps {
			lessons = append(lessons, step.Run.Document.Position)
		}
		seen := map[string]bool{}
		for seed := range uint64(drillSeeds) {
			all, err := c.Exercises(t.Context(), seed)
			if err != nil {
				t.Fatalf("%s, seed %d: %v", name, seed, err)
			}
			if again, _ := c.Exercises(t.Context(), seed); seed%20 == 0 && !slices.Equal(all, again) {
				t.Errorf("%s, seed %d: not the same problems again", name, seed)
			}
			nodes := 0
			for _, x := range all {
				if parse(t, x.Tree).Len() <= nodes || slices.Contains(lessons, x.Tree) {
					t.Errorf("%s, seed %d: %s is not larger, or known", name, seed, x.Tree)
				}
				nodes = parse(t, x.Tree).Len()
				seen[x.Tree] = true
				x.check(t)
			}
			if len(all) != 3 {
				t.Errorf("%s, seed %d: %d problems", name, seed, len(all))
			}
		}
		if len(seen) < 400 {
			t.Errorf("%s: %d different trees in %d seeds", name, len(seen), drillSeeds)
		}
	}
}

// check answers a problem by searches that are independent of the quiz.
func (x *Exercise) check(t *testing.T) {
	t.Helper()
	q := newQuiz(t, x.Tree, x.Setup)
	questions := q.Questions(x.Stage)
	if len(questions) == 0 {
		t.Errorf("%s: nothing to ask about %v", x.Tree, x.Stage)
	}
	root := grow(rewritten(t, q, x.Tree, x.Setup.Order))
	var judge func(n *tree.Node) []string
	switch s := &x.Setup; {
	case x.Stage == Values && s.gambled():
		judge = func(n *tree.Node) []string { return []string{textOf(expectation(n))} }
	case x.Stage == Values:
		judge = func(n *tree.Node) []string {
			v := plainValue(n)
			if n.Turn == tree.Max {
				return []string{v}
			}
			return []string{v, plainer.Replace("-" + v)}
		}
	case s.practical() && x.Stage != Cuts && x.Stage != Windows:
		b := &bench{plant: root, algorithm: s.Algorithm, depth: s.Depth, found: map[string]string{}}
		b.run()
		judge = func(n *tree.Node) []string {
			if x.Stage == Visits {
				return []string{strings.Join(b.visits, " ")}
			}
			return []string{b.found[b.of(n).label]}
		}
	case slices.Contains([]Algorithm{textbook.AlphaBeta, textbook.BratkoAlphaBeta, textbook.Othello}, s.algorithm()) && root.Len() > 0 && !infiniteLeaf(root):
		b := &taught{plant: root, strict: s.algorithm() == textbook.BratkoAlphaBeta, windows: map[*tree.Node]game.Window{}, found: map[*tree.Node]string{}}
		b.search(root.top(), game.FullWindow())
		judge = func(n *tree.Node) []string { return b.answers(x.Stage, n) }
	default:
		return // see TestPracticalQuiz, TestGrownQuiz and TestChanceQuiz
	}
	for _, k := range questions {
		label := q.Run(x.Stage).Replay.Tree().Nodes[max(k.Node, 0)].Label
		at := root.Nodes()[slices.IndexFunc(root.worths, func(w worth) bool { return w.label == label })]
		right := judge(at)
		for _, answer := range right {
			if v := q.Check(k, answer); !v.Right {
				t.Fatalf("%s, %+v: %v of %s is %v, want one of %q", x.Tree, x.Setup, x.Stage, label, v.Expected, right)
			}
		}
		if len(right) == 0 {
			t.Fatalf("%s, %+v: %v of %s has no answer", x.Tree, x.Setup, x.Stage, label)
		}
	}
}

// infiniteLeaf reports whether a leaf is infinite, which a window without bounds does not contain.
func infiniteLeaf(p *plant) bool {
	return slices.ContainsFunc(p.Nodes(), func(n *tree.Node) bool { return strings.Contains(n.Number(), "inf") })
}

// plainValue returns the minimax value of a node, by its numbers.
func plainValue(n *tree.Node) string {
	if len(n.Children) == 0 {
		return n.Number()
	}
	best := ""
	for _, c := range n.Children {
		if v := plainValue(c); best == "" || (n.Turn == tree.Max) == (extended(v).Cmp(extended(best)) > 0) {
			best = v
		}
	}
	return best
}

// rewritten returns a tree in the order in which a quiz says that it searches it: as given, from right to left,
// or as its introduction says.
func rewritten(t *testing.T, q *Quiz, text string, o Order) *Tree {
	t.Helper()
	parsed := parse(t, text)
	ranks := map[string]int{}
	if o == Shuffle {
		_, listed, _ := strings.Cut(q.Introduction(words.English, Cuts), "order: ")
		for _, part := range strings.Split(strings.TrimSuffix(listed, "."), "; ") {
			_, names, _ := strings.Cut(part, ": ")
			for i, name := range strings.Fields(names) {
				ranks[name] = i
			}
		}
	}
	var write func(n *tree.Node) string
	write = func(n *tree.Node) string {
		marks := ""
		if n.Share() != nil {
			marks = n.Share().RatString() + ":"
		}
		marks += map[bool]string{true: "!"}[n.Noisy]
		name := fmt.Sprintf("%q", n.Name)
		if len(n.Children) == 0 {
			return map[bool]string{true: "~"}[n.Pass] + marks + name + "=" + n.Number()
		}
		children := slices.Clone(n.Moves())
		switch o {
		case Reversed:
			slices.Reverse(children)
		case Shuffle:
			slices.SortStableFunc(children, func(a, b *tree.Node) int { return ranks[a.Name] - ranks[b.Name] })
		}
		var parts []string
		for _, c := range append(children, n.Children[len(n.Moves()):]...) {
			parts = append(parts, write(c))
		}
		estimate := ""
		if n.Number() != "" {
			estimate = "=" + n.Number()
		}
		return marks + map[bool]string{true: "chance "}[n.Turn == tree.Chance] + name + estimate + "(" + strings.Join(parts, " ") + ")"
	}
	return parse(t, write(parsed.Nodes()[0]))
}

// TestQuizOrders compares quizzes about other orders with quizzes about trees written in them. The picture
// stays as it was written.
func TestQuizOrders(t *testing.T) {
	rng := seeded.Rand(t, 71)
	for i := range 60 {
		s := Setup{Algorithm: Quizzed()[i%7], Seed: uint64(i), Depth: map[bool]int{true: 1}[Quizzed()[i%7] == textbook.Quiescence]}
		written, err := Draw(t.Context(), rng, Wish{Plies: 3, Nodes: 30, MinCuts: 1}, s)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range []Order{Reversed, Shuffle} {
			other := s
			other.Order = o
			got := newQuiz(t, Write(written), other)
			want := newQuiz(t, Write(rewritten(t, got, Write(written), o)), s)
			for _, stage := range s.Stages() {
				if stage.whole() {
					if a, b := got.Answers(Question{stage, -1})[0].Text, want.Answers(Question{stage, -1})[0].Text; !sameNames(a, b, stage) {
						t.Errorf("%s, %s, %v: %v are %q, want %q", Write(written), s.Algorithm, o, stage, a, b)
					}
				}
				var labels []string
				for _, n := range got.Run(stage).Replay.Tree().Nodes {
					labels = append(labels, n.Label)
				}
				var as []string
				for _, n := range newQuiz(t, Write(written), s).Run(stage).Replay.Tree().Nodes {
					as = append(as, n.Label)
				}
				if !slices.Equal(labels, as) {
					t.Errorf("%s, %v: the picture shows %v, want %v", Write(written), o, labels, as)
				}
			}
		}
	}
}

// sameNames compares lists of nodes; what is cut off has no order.
func sameNames(a, b string, s Stage) bool {
	x, y := strings.Fields(a), strings.Fields(b)
	if s == Cuts {
		slices.Sort(x)
		slices.Sort(y)
	}
	return slices.Equal(x, y)
}

// TestUnfold compares trees of games with the rules: the numbers of their leaves, and minimax.
func TestUnfold(t *testing.T) {
	for _, x := range positions {
		depth := min(x.depth, 2)
		p := place(t, x.game, x.position, x.moves)
		unfolded, err := Unfold(t.Context(), p, depth)
		if err != nil {
			t.Fatal(err)
		}
		state := p.State()
		want := textbook.Run(t.Context(), textbook.Minimax, p.Game().Rules(), &state, depth, textbook.Options{})
		leaves := 0
		for _, n := range unfolded.Nodes() {
			if len(n.Children) == 0 {
				leaves++
			}
		}
		got := plainValue(unfolded.Nodes()[0])
		if leaves != want.Counts.Leaves || got != numberOf(want.Value) {
			t.Errorf("%s %s: %d leaves and %s, want %d and %s", x.game, x.position, leaves, got, want.Counts.Leaves, numberOf(want.Value))
		}
	}
	g, err := catalog.Find("chess")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Unfold(t.Context(), g.Start(), 3); err == nil || !strings.Contains(err.Error(), "1000 positions") {
		t.Errorf("chess to 3 plies: %v", err)
	}
}

// TestTicTacToeExercises compares the leaves of the problems about tic-tac-toe with the lines that are open on
// the board for each side, as Nilsson counts them.
func TestTicTacToeExercises(t *testing.T) {
	lines := []string{"a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b2 c3", "a3 b2 c1"}
	open := func(stones map[string]byte, side, other byte) (count int, won bool) {
		for _, line := range lines {
			own, free := 0, true
			for _, square := range strings.Fields(line) {
				free = free && stones[square] != other
				if stones[square] == side {
					own++
				}
			}
			if free {
				count++
			}
			won = won || own == 3
		}
		return count, won
	}
	rules := mnk.Must(mnk.New(mnk.TicTacToe()))
	c := course(t, "tictactoe", words.English)
	for seed := range uint64(drillSeeds) {
		all, err := c.Exercises(t.Context(), seed)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range all {
			p, err := rules.ParsePosition(x.Position)
			if err != nil {
				t.Fatal(err)
			}
			rows := strings.Split(strings.Fields(x.Position)[0], "/")
			for _, n := range parse(t, x.Tree).Nodes() {
				if len(n.Children) > 0 {
					continue
				}
				stones := map[string]byte{}
				for i, row := range rows {
					for k := range row {
						if row[k] != '-' {
							stones[fmt.Sprintf("%c%d", 'a'+k, i+1)] = row[k]
						}
					}
				}
				sides := []byte(map[int]string{0: "XO", 1: "OX"}[int(rules.ToMove(&p))])
				for i, square := range strings.Split(n.Name, "/") {
					stones[square] = sides[i%2]
				}
				mine, won := open(stones, sides[0], sides[1])
				theirs, lost := open(stones, sides[1], sides[0])
				want := fmt.Sprint(mine - theirs)
				if won {
					want = "inf"
				} else if lost {
					want = "-inf"
				}
				if n.Number() != want {
					t.Fatalf("%s %s: %s, want %s", x.Position, n.Name, n.Number(), want)
				}
			}
		}
	}
}
