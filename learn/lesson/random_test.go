package lesson_test

import (
	"testing"

	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/learn/lesson"
)

// TestRandom makes quizzes about random trees: every stage has questions, alpha-beta cuts
// something off, and equal seeds give equal trees.
func TestRandom(t *testing.T) {
	ask := func(seed uint64) (*lesson.Quiz, string) {
		tree, err := lesson.Random(t.Context(), seed, lesson.Setup{})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		q, err := lesson.NewQuiz(t.Context(), tree, lesson.Setup{})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		return q, q.Run(lesson.Cuts).Document.Position
	}
	seen := map[string]bool{}
	for seed := range uint64(100) {
		q, tree := ask(seed)
		if _, again := ask(seed); again != tree {
			t.Errorf("seed %d: %s, then %s", seed, tree, again)
		}
		seen[tree] = true
		for _, s := range (lesson.Setup{}).Stages() {
			if len(q.Questions(s)) == 0 {
				t.Errorf("seed %d: nothing to ask about %v in %s", seed, s, tree)
			}
		}
		if cut := q.Answers(q.Questions(lesson.Cuts)[0])[0].Text; cut == "" {
			t.Errorf("seed %d: nothing is cut off in %s", seed, tree)
		}
	}
	if len(seen) < 95 {
		t.Errorf("100 seeds give %d trees", len(seen))
	}
}

// TestTypes checks the node types of Knuth and Moore on random trees in the best order: alpha-beta
// visits the nodes that have one, and no others.
func TestTypes(t *testing.T) {
	r := seeded.Rand(t, 1)
	for range 100 {
		tree, err := lesson.Draw(t.Context(), r, lesson.Wish{Plies: 2 + r.IntN(4), Nodes: 200, Low: 0, High: 1000, Distinct: true, MinRoot: r.IntN(2) == 0}, lesson.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		run, err := lesson.Search(t.Context(), tree, lesson.Setup{Order: lesson.Best})
		if err != nil {
			t.Fatal(err)
		}
		for i := range run.Replay.Tree().Nodes {
			if n := &run.Replay.Tree().Nodes[i]; n.Searched() != (n.Type > 0) {
				t.Errorf("%s: node %s has type %d, and %d visits", lesson.Write(tree), n.Label, n.Type, n.Visits)
			}
		}
	}
}
