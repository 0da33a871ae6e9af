package lesson

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/textbook"
)

// claimTrees sets the length of TestNothingFalse and TestQuizTakesAllConventions:
//
//	go test ./learn/lesson -run 'NothingFalse|AllConventions' -trees 10000 -timeout 1h
var claimTrees = flag.Int("trees", 12, "`number` of random trees of TestNothingFalse and of TestQuizTakesAllConventions")

// scrub returns a random tree with few different numbers, so that ties occur, leaves at several
// plies, and players who sometimes move twice.
func scrub(rng *rand.Rand, plies int) string {
	if plies == 0 {
		return fmt.Sprint(rng.IntN(8))
	}
	var children []string
	for range 1 + rng.IntN(3) {
		children = append(children, scrub(rng, max(0, plies-1-rng.IntN(4)/3)))
	}
	return turn(rng) + "(" + strings.Join(children, " ") + ")"
}

// turn returns the word for the player at a node, mostly none: the other one moves.
func turn(rng *rand.Rand) string { return []string{"min", "max", "", "", "", ""}[rng.IntN(6)] }

// conventions returns setups that search a tree with a by every convention that its definition
// leaves open, and with a window that may not contain the value.
func conventions(rng *rand.Rand, a textbook.Algorithm) []Setup {
	all := []Setup{{Algorithm: a}, {Algorithm: a, Signs: AsSearched}}
	alpha := game.Score(rng.IntN(8))
	all = append(all, Setup{Algorithm: a, window: game.Window{Alpha: alpha, Beta: alpha + 1 + game.Score(rng.IntN(3))}})
	if slices.Contains(Quizzed(), a) {
		for _, s := range slices.Clone(all) {
			for _, cut := range []textbook.Cut{textbook.AtBound, textbook.BeyondBound} {
				s.Cut, s.Hard = cut, false
				all = append(all, s)
				s.Hard = true
				all = append(all, s)
			}
		}
	}
	for i := range all {
		all[i].LastCut = rng.IntN(2) == 0
	}
	return all
}

// TestNothingFalse reads every sentence about searches of random trees, by every algorithm and
// in every language, and compares it with minimax: bounds and guarantees must hold, and no
// sentence may say that a node of the best line is avoided.
func TestNothingFalse(t *testing.T) {
	rng := seeded.Rand(t, 34)
	readers := map[Lang]*reader{}
	for _, l := range words.Langs() {
		readers[l] = newReader(l)
	}
	// On these trees a scout visits the best line, and Reinefeld's search misses it.
	texts := []string{"(3 ((7 6) (8 9)))", "(1 (((3 0) 3)))"}
	for range *claimTrees {
		texts = append(texts, scrub(rng, 1+rng.IntN(4)))
	}
	for _, text := range texts {
		for _, a := range textbook.Algorithms() {
			for _, s := range conventions(rng, a) {
				run := searched(t, text, s)
				for _, l := range words.Langs() {
					if err := readers[l].read(run); err != nil {
						t.Fatalf("%s, %+v: %v", text, s, err)
					}
				}
			}
		}
	}
	for l, r := range readers {
		for key := range claims {
			if r.seen[key] == 0 {
				t.Errorf("%s: no sentence like %q", l, l.Text(key))
			}
		}
	}
}

// A sentence is one sentence read, with the true facts about its node.
type sentence struct {
	run    *Run
	node   int
	turned bool
	number map[string]game.Score // by placeholder name
}

// claims are the kinds of sentences that state something about values, each with its check.
var claims = map[string]func(s *sentence) error{
	"explain.leave-lower":   func(s *sentence) error { return s.atLeast(s.node, "value") },
	"explain.leave-upper":   func(s *sentence) error { return s.atMost(s.node, "value") },
	"explain.leave-exact":   func(s *sentence) error { return s.exactly(s.node) },
	"explain.hand-up":       func(s *sentence) error { return s.exactly(s.node) },
	"explain.cut-beta":      func(s *sentence) error { return s.atLeast(s.node, "value") },
	"explain.cut-alpha":     func(s *sentence) error { return s.atMost(s.node, "value") },
	"explain.alpha":         func(s *sentence) error { return s.atLeast(s.node, "alpha") },
	"explain.beta":          func(s *sentence) error { return s.atMost(s.node, "beta") },
	"explain.cut-beta-sure": func(s *sentence) error { return s.avoided("beta", s.atMost) },
	"explain.cut-alpha-sure": func(s *sentence) error {
		return s.avoided("alpha", s.atLeast)
	},
	"explain.cut-last": func(s *sentence) error {
		if v := s.number["value"]; v > s.number["alpha"] && v < s.number["beta"] {
			return fmt.Errorf("%v is inside the window", v)
		}
		return nil
	},
	"explain.given-up":  func(s *sentence) error { return s.off() },
	"explain.cut-merit": func(s *sentence) error { return s.atMost(0, "value") },
	"explain.end":       func(s *sentence) error { return s.best() },
	"explain.end-lower": func(s *sentence) error { return s.atLeast(0, "value") },
	"explain.end-upper": func(s *sentence) error { return s.atMost(0, "value") },
}

// truth returns the true value of a node, in the notation used for numbers at the sentence's
// node.
func (s *sentence) truth(node int) game.Score {
	v := s.run.root.of(s.run.root.At(s.run.Replay.Tree().Path(node))).value
	if s.turned {
		return -v
	}
	return v
}

func (s *sentence) atLeast(node int, number string) error {
	if v := s.truth(node); v < s.number[number] {
		return fmt.Errorf("it is %v", v)
	}
	return nil
}

func (s *sentence) atMost(node int, number string) error {
	if v := s.truth(node); v > s.number[number] {
		return fmt.Errorf("it is %v", v)
	}
	return nil
}

func (s *sentence) exactly(node int) error {
	if v := s.truth(node); v != s.number["value"] {
		return fmt.Errorf("it is %v", v)
	}
	return nil
}

// off fails if the sentence's node is on the best line.
func (s *sentence) off() error {
	tree := s.run.Replay.Tree()
	if tree.Nodes[0].Bound == game.Exact && slices.Contains(tree.PV(), s.node) {
		return fmt.Errorf("the node is on the best line %v", tree.PV())
	}
	return nil
}

// avoided fails if the sentence's node is on the best line, or if the other side has no choice
// above it for which the bound holds.
func (s *sentence) avoided(number string, holds func(int, string) error) error {
	nodes := s.run.Replay.Tree().Nodes
	for at := s.node; nodes[at].Parent >= 0; at = nodes[at].Parent {
		above := &nodes[nodes[at].Parent]
		for _, c := range above.Children {
			if above.Max != nodes[s.node].Max && c != at && holds(c, number) == nil {
				return s.off()
			}
		}
	}
	return fmt.Errorf("the other side has no such choice")
}

// best fails if the line does not keep the value.
func (s *sentence) best() error {
	for _, i := range s.run.Replay.Tree().PV() {
		if err := s.exactly(i); err != nil {
			return fmt.Errorf("node %d of the best line: %w", i, err)
		}
	}
	return s.exactly(0)
}

var digits = strings.NewReplacer("∞−1", fmt.Sprint(int(game.Infinity-1)), "−∞+1", fmt.Sprint(int(1-game.Infinity)), "−", "-", "∞", fmt.Sprint(int(game.Infinity)))

// reader recognises the sentences of a language.
type reader struct {
	lang     Lang
	patterns map[string]*regexp.Regexp // of claims, by text key
	seen     map[string]int
}

var slots = regexp.MustCompile(`\\\{(\w+)(:\w+)?\\\}`)

func newReader(l Lang) *reader {
	r := &reader{l, map[string]*regexp.Regexp{}, map[string]int{}}
	for key := range claims {
		used := map[string]bool{}
		pattern := slots.ReplaceAllStringFunc(regexp.QuoteMeta(l.Text(key)), func(slot string) string {
			name := slots.FindStringSubmatch(slot)[1]
			if used[name] {
				return `.*?`
			}
			used[name] = true
			return `(?P<` + name + `>.*?)`
		})
		if key == "explain.end" {
			pattern += `.*`
		}
		r.patterns[key] = regexp.MustCompile("^" + pattern + "$")
	}
	return r
}

// read checks all sentences about a run.
func (r *reader) read(run *Run) error {
	negamax := run.Setup.Negamax()
	for step := 1; step <= run.Len(); step++ {
		kind := run.Replay.Event(step - 1).Kind
		if kind != event.Leave && kind != event.Cutoff && kind != event.Window {
			continue
		}
		told := run.Explain(r.lang, step)
		node := run.Replay.Node(step - 1)
		for key, pattern := range r.patterns {
			if strings.HasPrefix(key, "explain.cut") != (kind == event.Cutoff) {
				continue
			}
			found := pattern.FindStringSubmatch(told)
			if found == nil {
				continue
			}
			s := &sentence{run: run, node: node, turned: negamax && !run.Replay.Tree().Nodes[node].Max, number: map[string]game.Score{}}
			for i, name := range pattern.SubexpNames() {
				if v, err := strconv.Atoi(digits.Replace(found[i])); err == nil {
					s.number[name] = game.Score(v)
				}
			}
			if _, whole := s.number["value"]; key == "explain.end" && !whole {
				continue // another pattern reads "at least 4"
			}
			if err := claims[key](s); err != nil {
				return fmt.Errorf("step %d, %q: %w", step, told, err)
			}
			r.seen[key]++
		}
	}
	return nil
}
