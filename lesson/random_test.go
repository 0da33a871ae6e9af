package lesson_test

import (
	"testing"

	"github.com/plywood-go/plywood/lesson"
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
