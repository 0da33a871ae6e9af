// Package tree implements games on explicit trees, such as textbook examples.
// MAX moves at the root and turns alternate, unless the tree says otherwise; a
// move goes to a child. [Uniform] plays on computed trees of any size.
//
// # Leaves
//
// A leaf is a finished game. Its margin is the leaf's number for MAX and the negative for MIN, so
// every search can play trees like any game and finds exact values. Numbers are decimals, fractions
// or infinite, compared exactly; [Tree] describes their conversion to margins.
//
// A node with children may have a number, too: its estimate, which a search takes
// at its horizon. Without one the estimate is 0.
//
// # Texts
//
// A tree has four notations. A nested list encloses the children of a node in brackets, round, square
// or curly, each a list or a number, separated by spaces or commas:
//
//	((1 4)(5 6))
//
// Nodes may have names: letters, digits and _, not starting with a digit, or any text in quotation
// marks. A name precedes the bracket or, for a leaf, = and the number. It may also be the first
// word in the brackets. Names of siblings are distinct:
//
//	a(b(d(h=1 i=4) e(j=5 k=6)) c(f(l=2 m=1) g(n=1 o=1)))
//	['a', ['b', ('d', 4), 5], "the rest"(2 3)]
//
// The words max, min and chance say who chooses, before the brackets or a name,
// or first in the brackets. Numbers with a colon are probabilities:
//
//	min(max(3 5) (chance c 1/6:2 5/6:7))
//
// A number before brackets, after =, is the estimate of a node with children. A !
// marks a noisy move, after which a quiescence search looks further, and a ~ before the last
// child the position after a pass, for null-move pruning:
//
//	a(b=3(!c=7 d=1) e=4(f=2 g=6 ~h=5))
//
// Relations list the children of nodes, separated by newlines or semicolons. Every name is one
// node, which may follow several; the root is the node without a parent:
//
//	a -> b, c
//	b = 3; min c: 2 d
//	chance d -> 0.5: 1, 0.5: b
//
// An outline has a line for each node. Children stand below their parent, indented more, perhaps
// after bullets or the lines of a drawing:
//
//	a
//	  b
//	    d = 3
//	    5
//	  c = 2
//
// JSON uses an array or an object for a node with children, and a number or an object for a leaf:
//
//	[[1, 4], {"name": "c", "turn": "min", "children": [5, {"name": "d", "value": "1/3", "noisy": true}]}]
//
// In all but JSON, # starts a comment up to the end of the line.
//
// A position is a tree and the moves from its root: names of children or their
// numbers from 1, separated by spaces.
package tree
