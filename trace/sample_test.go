package trace_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/trace"
)

// bratko is the tree of Bratko's figures 15.2 and 15.4.
const bratko = "(((1 4)(5 6))((2 1)(1 1)))"

// A sample is a tree to search: a leaf if it has no children.
type sample struct {
	value    game.Score
	children []*sample
}

// parse reads nested lists of integers, which must be well formed.
func parse(text string) *sample {
	text = strings.NewReplacer("(", " ( ", ")", " ) ").Replace(text)
	stack := []*sample{{}}
	for _, word := range strings.Fields(text) {
		top := stack[len(stack)-1]
		switch word {
		case "(":
			n := &sample{}
			top.children = append(top.children, n)
			stack = append(stack, n)
		case ")":
			stack = stack[:len(stack)-1]
		default:
			n := &sample{}
			if _, err := fmt.Sscan(word, &n.value); err != nil {
				panic(err)
			}
			top.children = append(top.children, n)
		}
	}
	return stack[0].children[0]
}

// randomTree returns a tree of about size nodes with at most five children
// each.
func randomTree(r *rand.Rand, size int) *sample {
	root := &sample{}
	open := []*sample{root}
	for size--; size > 0; {
		k := r.IntN(len(open))
		n := open[k]
		open = slices.Delete(open, k, k+1)
		for range 1 + r.IntN(5) {
			child := &sample{value: game.Score(r.IntN(200) - 100)}
			n.children = append(n.children, child)
			open = append(open, child)
			size--
		}
	}
	return root
}

// at returns the node at the end of a path.
func (s *sample) at(path []int) *sample {
	for _, i := range path {
		s = s.children[i]
	}
	return s
}

// size returns the number of nodes.
func (s *sample) size() int {
	n := 1
	for _, child := range s.children {
		n += child.size()
	}
	return n
}

// options returns the options of a caller that has the whole tree.
func (s *sample) options() trace.BuildOptions {
	return trace.BuildOptions{
		Letters: true,
		Shape: func(path []int) trace.Shape {
			n := s.at(path)
			return trace.Shape{
				Children: len(n.children), Turn: event.Turn{Max: len(path)%2 == 0},
				Static: len(n.children) == 0, Value: n.value,
			}
		},
	}
}

// A searcher emits the events of searches of a sample. If cut is unset it is
// minimax.
type searcher struct {
	event.Recorder
	cut    bool
	visits int
}

// search returns the fail-soft value of s, as in a textbook.
func (r *searcher) search(s *sample, w game.Window, parent, index, ply int) game.Score {
	e := event.Event{Node: r.visits, Parent: parent, Index: index, Ply: ply, Turn: event.Turn{Max: ply%2 == 0}}
	r.visits++
	emit := func(kind event.Kind, set func(e *event.Event)) {
		e := e
		e.Kind = kind
		set(&e)
		r.Observe(e)
	}
	emit(event.Enter, func(e *event.Event) { e.Window = w })
	asked, best := w, game.Infinity
	if e.Max {
		best = -game.Infinity
	}
	if len(s.children) == 0 {
		best = s.value
		emit(event.Static, func(e *event.Event) { e.Value, e.Bound = best, game.Exact })
	}
	for i, child := range s.children {
		v := r.search(child, w, e.Node, i, ply+1)
		if e.Max && v > best || !e.Max && v < best {
			best = v
			emit(event.Backup, func(e *event.Event) { e.Child, e.Value = i, v })
		}
		if !r.cut {
			continue
		}
		if reason := cutReason(e.Max, best, w); reason != event.NoReason {
			emit(event.Cutoff, func(e *event.Event) { e.Child, e.Value, e.Reason = i, v, reason })
			for k := i + 1; k < len(s.children); k++ {
				emit(event.Pruned, func(e *event.Event) { e.Child = k })
			}
			break
		}
		if narrow := narrowed(e.Max, best, w); narrow != w {
			w = narrow
			emit(event.Window, func(e *event.Event) { e.Window = w })
		}
	}
	emit(event.Leave, func(e *event.Event) { e.Value, e.Bound = best, asked.Bound(best) })
	return best
}

func cutReason(max bool, best game.Score, w game.Window) event.Reason {
	switch {
	case max && best >= w.Beta:
		return event.BetaCut
	case !max && best <= w.Alpha:
		return event.AlphaCut
	}
	return event.NoReason
}

func narrowed(isMax bool, best game.Score, w game.Window) game.Window {
	if isMax {
		return game.Window{Alpha: max(w.Alpha, best), Beta: w.Beta}
	}
	return game.Window{Alpha: w.Alpha, Beta: min(w.Beta, best)}
}

func minimax(s *sample) []event.Event {
	r := &searcher{}
	r.search(s, game.FullWindow(), -1, -1, 0)
	return r.Events
}

func alphaBeta(s *sample) []event.Event {
	r := &searcher{cut: true}
	r.search(s, game.FullWindow(), -1, -1, 0)
	return r.Events
}

// mtdf returns the events of a search by null windows from a first guess.
func mtdf(s *sample, guess game.Score) []event.Event {
	r := &searcher{cut: true}
	lower, upper := -game.Infinity, game.Infinity
	for lower < upper {
		beta := guess
		if guess == lower {
			beta++
		}
		guess = r.search(s, game.Null(beta-1), -1, -1, 0)
		if guess < beta {
			upper = guess
		} else {
			lower = guess
		}
	}
	return r.Events
}
