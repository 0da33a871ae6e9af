// Package tree is the game whose positions are the nodes of a tree that is
// written down: the examples of textbooks. MAX moves at the root and turns
// alternate; a move goes to a child. [Uniform] is the same game on trees that
// are computed instead of written, with as many leaves as one likes.
//
// # Leaves
//
// A leaf is a finished game. It ends in a margin: the leaf's number for MAX,
// its negative for MIN. So every search plays these trees as it plays any game,
// and what it finds is exact. Numbers are decimals of any length and are
// compared exactly; see [Tree] for how they become margins and back.
//
// # Texts
//
// A tree is written in one of three ways. A nested list gives the children of a
// node in parentheses, each a list or a number, separated by spaces or commas:
//
//	((1 4)(5 6))
//
// Nodes may have names, of letters, digits and _, the first no digit; a name
// stands before the parenthesis or, for a leaf, before = and the number. No two
// children of a node have the same name, and min and max do not choose who moves:
//
//	a(b(d(h=1 i=4) e(j=5 k=6)) c(f(l=2 m=1) g(n=1 o=1)))
//
// Relations say who follows whom, on lines or between semicolons. Every name is
// one node; the root is the node that follows none:
//
//	a -> b, c
//	b = 3; c -> d, e
//	d = 1.5; e = -2
//
// JSON has an array or an object for a node with children, a number or an
// object for a leaf:
//
//	[[1, 4], {"name": "c", "children": [5, {"name": "d", "value": 6}]}]
//
// In the first two, # starts a comment that ends with the line.
//
// A position is a tree, as above, and the moves played from its root: names of
// children or their numbers from 1, separated by spaces.
package tree
