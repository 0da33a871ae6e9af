package lesson

import "github.com/plywood-go/plywood/games/tree"

// Tree is a tree that is written down.
type Tree = tree.Tree

// ParseTree reads a tree as a nested list, relations or JSON; see package
// games/tree.
func ParseTree(text string) (*Tree, error) { return tree.Parse(text) }
