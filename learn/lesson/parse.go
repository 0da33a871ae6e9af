package lesson

import (
	"slices"

	"github.com/plywood-go/plywood/games/tree"
	"github.com/plywood-go/plywood/textbook"
	"github.com/plywood-go/plywood/textbook/pathbook"
)

// The types of trees and algorithms, for users that import only this package.
type (
	Tree          = tree.Tree
	Algorithm     = textbook.Algorithm
	Cut           = textbook.Cut
	PathAlgorithm = pathbook.Algorithm
)

// ParseTree reads a tree as a nested list, relations or JSON; see package
// games/tree.
func ParseTree(text string) (*Tree, error) { return tree.Parse(text) }

// DefaultTree returns figure 15.2 of Bratko's book.
func DefaultTree() *Tree {
	return tree.Rules{}.Start().Tree
}

// Textbook returns the algorithms of the textbook.
func Textbook() []Algorithm { return textbook.Algorithms() }

// Practical returns the refinements of alpha-beta for games that cannot be searched to the end.
func Practical() []Algorithm { return textbook.PracticalAlgorithms() }

// AlgorithmsDocument lists the algorithms by their use.
type AlgorithmsDocument struct {
	Textbook   []Algorithm            `json:"textbook"`
	Practical  []Algorithm            `json:"practical"`
	Production Algorithm              `json:"production"`
	Chance     []Algorithm            `json:"chance"`
	Growing    []Algorithm            `json:"growing"`
	Paths      []PathAlgorithm        `json:"paths"`
	Quizzed    []Algorithm            `json:"quizzed"`
	Stages     map[Algorithm][]string `json:"stages"` // of the quiz about each algorithm
}

// Algorithms lists all algorithms by their use.
func Algorithms() AlgorithmsDocument {
	d := AlgorithmsDocument{
		Textbook: Textbook(), Practical: Practical(), Production: Production,
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
func ParsePath(name string) (PathAlgorithm, error) { return pathbook.ParseAlgorithm(name) }
