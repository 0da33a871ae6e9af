package lesson

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/tree"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/textbook"
)

// taught is alpha-beta by one combination of conventions, as written on a blackboard. It is
// independent of textbook and trace, to check the quiz.
type taught struct {
	*plant
	strict, hard bool
	windows      map[*tree.Node]game.Window
	found        map[*tree.Node]string // "≥5", with "?" before a number that implies nothing
	cut          []*tree.Node          // leaves
	visits       []*tree.Node          // leaves in the order of the search
}

func (b *taught) search(n *tree.Node, w game.Window) game.Score {
	if len(n.Children) == 0 {
		b.visits = append(b.visits, n)
		return b.of(n).value
	}
	b.windows[n] = w
	best, now := -game.Infinity, w
	if n.Turn != tree.Max {
		best = game.Infinity
	}
	for i, c := range n.Moves() {
		v := b.search(c, now)
		beyond := n.Turn == tree.Max && v > w.Beta || n.Turn != tree.Max && v < w.Alpha || !b.strict && (n.Turn == tree.Max && v == w.Beta || n.Turn != tree.Max && v == w.Alpha)
		if n.Turn == tree.Max {
			best, now.Alpha = max(best, v), max(now.Alpha, v)
		} else {
			best, now.Beta = min(best, v), min(now.Beta, v)
		}
		if beyond {
			for _, c := range n.Moves()[i+1:] {
				b.cut = append(b.cut, leaves(c)...)
			}
			break
		}
	}
	relation := b.relation(w, best)
	if b.hard {
		best = min(max(best, w.Alpha), w.Beta)
	}
	b.found[n] = relation + fmt.Sprint(int(best))
	return best
}

// relation says how a search's result bounds the value, given its window.
func (b *taught) relation(w game.Window, v game.Score) string {
	ends := !b.strict || b.hard // a result on an end is a bound
	low, high := v < w.Alpha || ends && v == w.Alpha, v > w.Beta || ends && v == w.Beta
	switch {
	case low && high:
		return "?"
	case low:
		return "≤"
	case high:
		return "≥"
	}
	return ""
}

var (
	turned  = strings.NewReplacer("≤", "≥-", "≥", "≤-") // writes a bound from MIN's side
	plainer = strings.NewReplacer("--", "", "-0", "0")
)

// answers returns the right answers about a node, or about the whole tree.
func (b *taught) answers(s Stage, n *tree.Node) (all []string) {
	both := func(a, negated string) {
		if n.Turn == tree.Max {
			negated = a
		}
		all = append(all, a, plainer.Replace(negated))
	}
	switch s {
	case Values:
		both(fmt.Sprint(int(b.of(n).value)), fmt.Sprint(-int(b.of(n).value)))
	case Windows:
		if w, searched := b.windows[n]; searched {
			both(ends(w), ends(w.Negate()))
		}
	case Bounds:
		if found, searched := b.found[n]; searched && !strings.HasPrefix(found, "?") {
			negated := turned.Replace(found)
			if negated == found {
				negated = "-" + found
			}
			both(found, negated)
		}
	case Visits:
		var names, values []string
		for _, leaf := range b.visits {
			names, values = append(names, b.of(leaf).label), append(values, leaf.Number())
		}
		all = append(all, strings.Join(names, " → "), strings.Join(values, ", "))
	case Cuts:
		names := []string{}
		for _, c := range b.cut {
			names = append(names, b.of(c).label)
		}
		slices.Sort(names)
		all = append(all, strings.Join(names, " "))
	}
	return all
}

func ends(w game.Window) string {
	return strings.NewReplacer(fmt.Sprint(int(game.Infinity)), "inf").Replace(fmt.Sprintf("%d %d", int(w.Alpha), int(w.Beta)))
}

// TestQuizTakesAllConventions answers quizzes about random trees by all combinations of
// conventions, computed independently. The quiz must accept these answers and no others.
func TestQuizTakesAllConventions(t *testing.T) {
	rng := seeded.Rand(t, 35)
	for range *claimTrees {
		text := turn(rng) + "(" + scrub(rng, 1+rng.IntN(3)) + " " + scrub(rng, 1+rng.IntN(3)) + ")"
		root := grow(parse(t, text))
		var boards []*taught
		for choice := range 4 {
			b := &taught{plant: root, strict: choice&1 != 0, hard: choice&2 != 0, windows: map[*tree.Node]game.Window{}, found: map[*tree.Node]string{}}
			b.search(root.top(), game.FullWindow())
			boards = append(boards, b)
		}
		s := Setup{
			Algorithm: Quizzed()[rng.IntN(3)], Cut: textbook.Cut(rng.IntN(3)), Hard: rng.IntN(2) == 0, Signs: Signs(rng.IntN(2)),
		}
		q := newQuiz(t, text, s)
		for _, stage := range (Setup{}).Stages() {
			right, all := map[int][]string{}, []string{}
			for _, x := range q.Questions(stage) {
				n := root.top()
				if x.Node >= 0 {
					n = root.At(q.minimax.Replay.Tree().Path(x.Node))
				}
				for _, b := range boards {
					right[x.Node] = append(right[x.Node], b.answers(stage, n)...)
				}
				all = append(all, right[x.Node]...)
			}
			slices.Sort(all)
			for _, x := range q.Questions(stage) {
				for _, answer := range slices.Compact(all) {
					want := slices.Contains(right[x.Node], answer)
					if answer == "" {
						answer = "none"
					}
					if v := q.Check(x, answer); v.Right != want {
						t.Errorf("%s, %+v, %v of %d = %q: %s, want right: %v", text, s, stage, x.Node, answer, short(v), want)
					}
				}
			}
		}
	}
}
