package lesson

import (
	"slices"
	"strings"

	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/games/tree"
	"github.com/plywood-go/plywood/textbook"
	"github.com/plywood-go/plywood/textbook/pathbook"
)

// The types of trees and algorithms, for users that import only this package.
type (
	Tree      = tree.Tree
	Algorithm = textbook.Algorithm
	Cut       = textbook.Cut
)

// ParseTree reads a tree as a nested list, relations or JSON; see package games/tree.
func ParseTree(text string) (*Tree, error) { return tree.Parse(text) }

// DefaultTree returns figure 15.2 of Bratko's book.
func DefaultTree() *Tree {
	return tree.Rules{}.Start().Tree
}

// Practical returns the refinements of alpha-beta for games that cannot be searched to the end.
func Practical() []Algorithm { return textbook.PracticalAlgorithms() }

// AlgorithmsDocument lists the algorithms by their use.
type AlgorithmsDocument struct {
	Textbook   []Algorithm            `json:"textbook"`
	Practical  []Algorithm            `json:"practical"`
	Production Algorithm              `json:"production"`
	Chance     []Algorithm            `json:"chance"`
	Growing    []Algorithm            `json:"growing"`
	Paths      []pathbook.Algorithm   `json:"paths"`
	Quizzed    []Algorithm            `json:"quizzed"`
	Stages     map[Algorithm][]string `json:"stages"` // of the quiz about each algorithm
}

// Algorithms lists all algorithms by their use.
func Algorithms() AlgorithmsDocument {
	d := AlgorithmsDocument{
		Textbook: textbook.Algorithms(), Practical: Practical(), Production: Production,
		Chance: textbook.ChanceAlgorithms(), Growing: textbook.GrowingAlgorithms(), Paths: pathbook.Algorithms(),
		Quizzed: Quizzed(), Stages: map[Algorithm][]string{},
	}
	for _, a := range d.Quizzed {
		for _, s := range (Setup{Algorithm: a}).Stages() {
			d.Stages[a] = append(d.Stages[a], s.String())
		}
	}
	return d
}

// TextbookOf returns the algorithms of the textbook that search a tree.
func TextbookOf(t *Tree) []Algorithm {
	if t.Chancy() {
		return textbook.ChanceAlgorithms()
	}
	return textbook.Algorithms()
}

// ParseTextbook reads the name of an algorithm of the textbook. Those for games of chance, those
// that let a tree grow and the refinements of alpha-beta are included.
func ParseTextbook(name string) (Algorithm, error) {
	others := slices.Concat(textbook.PracticalAlgorithms(), textbook.ChanceAlgorithms(), textbook.GrowingAlgorithms())
	if a := Algorithm(name); slices.Contains(others, a) {
		return a, nil
	}
	return textbook.ParseAlgorithm(name)
}

// ParsePath reads the name of an algorithm of SearchPuzzle.
func ParsePath(name string) (Algorithm, error) {
	a, err := pathbook.ParseAlgorithm(name)
	return Algorithm(a), err
}

// program is an algorithm as a text, and the line in which each kind of event happens, counted from 1.
type program struct {
	key string // of its text
	at  map[event.Kind]int
	// atMin are the lines at nodes of MIN where they differ.
	atMin map[event.Kind]int
	// alone are the lines of events that no move causes: by the table, an estimate or a pass.
	alone map[event.Kind]int
}

// programs are the algorithms that are shown as text. Bratko's are in Prolog.
var programs = map[textbook.Algorithm]program{
	textbook.Minimax: {key: "code.minimax", at: map[event.Kind]int{event.Enter: 1, event.Static: 2, event.Backup: 5, event.Leave: 6}},
	textbook.NegaMax: {key: "code.negamax", at: map[event.Kind]int{event.Enter: 1, event.Static: 2, event.Backup: 5, event.Leave: 6}},
	textbook.BranchBound: {key: "code.branchbound", at: map[event.Kind]int{
		event.Enter: 1, event.Static: 2, event.Backup: 5, event.Window: 5, event.Cutoff: 6, event.Leave: 7,
	}},
	textbook.AlphaBeta: {
		key:   "code.alphabeta",
		at:    map[event.Kind]int{event.Enter: 1, event.Static: 2, event.Backup: 5, event.Cutoff: 6, event.Window: 8, event.Leave: 10},
		atMin: map[event.Kind]int{event.Cutoff: 7, event.Window: 9},
	},
	textbook.Deepening: {
		key:   "code.deepening",
		at:    map[event.Kind]int{event.Enter: 2, event.Static: 4, event.Backup: 7, event.Cutoff: 8, event.Window: 9, event.Leave: 11},
		alone: map[event.Kind]int{event.Cutoff: 3},
	},
	textbook.Quiescence: {
		key:   "code.quiescence",
		at:    map[event.Kind]int{event.Enter: 2, event.Static: 3, event.Backup: 9, event.Cutoff: 10, event.Window: 11, event.Leave: 12},
		alone: map[event.Kind]int{event.Backup: 4, event.Cutoff: 5},
	},
	textbook.NullMove: {
		key:   "code.nullmove",
		at:    map[event.Kind]int{event.Enter: 1, event.Static: 2, event.Backup: 8, event.Cutoff: 9, event.Window: 10, event.Leave: 11},
		alone: map[event.Kind]int{event.Cutoff: 5},
	},
	textbook.Expectiminimax: {key: "code.expectiminimax", at: map[event.Kind]int{
		event.Enter: 1, event.Static: 2, event.Outcome: 4, event.Backup: 5, event.Leave: 6,
	}},
	textbook.ProofNumber: {
		key:   "code.pns",
		at:    map[event.Kind]int{event.Choose: 4, event.Expand: 6, event.Join: 7, event.Update: 9},
		atMin: map[event.Kind]int{event.Choose: 5, event.Update: 10},
	},
	textbook.UCT: {key: "code.uct", at: map[event.Kind]int{event.Choose: 4, event.Join: 5, event.Playout: 6, event.Count: 8}},
	textbook.BratkoMinimax: {key: "code.bratko-minimax", at: map[event.Kind]int{
		event.Enter: 1, event.Static: 5, event.Backup: 12, event.Leave: 3,
	}},
	textbook.BratkoAlphaBeta: {
		key:   "code.bratko-alphabeta",
		at:    map[event.Kind]int{event.Enter: 1, event.Static: 5, event.Backup: 19, event.Cutoff: 13, event.Window: 22, event.Leave: 3},
		atMin: map[event.Kind]int{event.Cutoff: 15, event.Window: 24},
	},
}

// Code returns the text of the run's algorithm, line by line, and for each step the line in which it
// happens, counted from 1. Step 0 has none, which is 0. Both are nil if no text describes the search:
// the texts cut off as their sources do, and never limit values to a window.
func (r *Run) Code(l Lang) (lines []string, at []int) {
	p, ok := programs[r.Setup.algorithm()]
	if !ok || r.Path != "" {
		return nil, nil
	}
	if usual := (Setup{Algorithm: r.Setup.Algorithm}); p.at[event.Cutoff] > 0 && (r.Setup.Hard || r.Setup.cutsAtBound() != usual.cutsAtBound()) {
		return nil, nil
	}
	at = make([]int, r.Len()+1)
	for i := range r.Len() {
		e := r.Replay.Event(i)
		switch {
		case r.Setup.Algorithm == textbook.Quiescence && e.Ply < r.Setup.Depth:
			at[i+1] = 1 // alpha-beta
		case e.Kind == event.Pruned:
			at[i+1] = at[i]
		case e.Kind == event.Leave && i > 0 && r.Replay.Event(i-1).Kind == event.Static:
			e.Kind = event.Static
			at[i+1] = p.line(e)
		default:
			at[i+1] = p.line(e)
		}
	}
	return strings.Split(l.Text(p.key), "\n"), at
}

// line returns the line in which an event happens, 0 if it has none.
func (p *program) line(e event.Event) int {
	if line := p.alone[e.Kind]; line > 0 && (e.Child < 0 || e.Reason == event.SelectiveCut) {
		return line
	}
	if line := p.atMin[e.Kind]; line > 0 && !e.Max {
		return line
	}
	return p.at[e.Kind]
}
