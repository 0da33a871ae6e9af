// Package tree implements games on explicit trees, such as textbook examples.
// MAX moves at the root and turns alternate; a move goes to a child. [Uniform]
// plays on computed trees of any size.
//
// # Leaves
//
// A leaf is a finished game. Its margin is the leaf's number for MAX and the
// negative for MIN, so every search can play trees like any game and finds
// exact values. Numbers are decimals of any length, compared exactly; [Tree]
// describes their conversion to margins.
//
// # Texts
//
// A tree has three notations. A nested list encloses the children of a node in
// parentheses, each a list or a number, separated by spaces or commas:
//
//	((1 4)(5 6))
//
// Nodes may have names of letters, digits and _, not starting with a digit. A
// name precedes the parenthesis or, for a leaf, = and the number. Names of
// siblings are distinct; the names min and max do not affect the side to move:
//
//	a(b(d(h=1 i=4) e(j=5 k=6)) c(f(l=2 m=1) g(n=1 o=1)))
//
// Relations list the children of nodes, separated by newlines or semicolons.
// Every name is one node; the root is the node without a parent:
//
//	a -> b, c
//	b = 3; c -> d, e
//	d = 1.5; e = -2
//
// JSON uses an array or an object for a node with children, and a number or an
// object for a leaf:
//
//	[[1, 4], {"name": "c", "children": [5, {"name": "d", "value": 6}]}]
//
// In the first two notations, # starts a comment up to the end of the line.
//
// A position is a tree and the moves from its root: names of children or their
// numbers from 1, separated by spaces.
package tree
