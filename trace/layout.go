package trace

// layout.go places the nodes of a tree as people draw them: one row a ply, parents centred over
// their children, siblings in order, equal subtrees drawn alike, and as narrow as that allows.
//
// The method is Walker's in the linear-time form of Buchheim, Jünger and Leipert ("Improving
// Walker's Algorithm to Run in Linear Time", 2002), which extends Reingold and Tilford's ("Tidier
// Drawings of Trees", 1981) to any number of children. Each subtree is laid out separately and
// moved right until it clears those on its left. Threads from leaves to the next node of the
// contour make walking two contours cost only the depth of the shallower one. Shifts are recorded
// at two subtrees and spread over those between them once, at the end. Nodes may be of any width.

// An extent is how far a node reaches to the left and right of the point where its edges meet.
type extent struct{ left, right float64 }

// tidy returns the horizontal position of each node. Neighbours in a row stay
// gap apart, and the leftmost node begins at 0.
func tidy(nodes []Node, gap float64, size func(i int) extent) []float64 {
	l := layout{nodes: nodes, gap: gap, place: make([]placing, len(nodes)), x: make([]float64, len(nodes))}
	for i := range nodes {
		l.place[i] = placing{thread: -1, ancestor: i, extent: size(i)}
	}
	for i := range nodes {
		for rank, c := range nodes[i].Children {
			l.place[c].rank = rank
		}
	}
	l.first(0)
	l.second(0, 0)
	l.justify()
	return l.x
}

// A placing is the algorithm's data about one node.
type placing struct {
	extent
	rank     int     // among its siblings
	prelim   float64 // position relative to the siblings
	mod      float64 // the shift of its subtree, relative to the node
	shift    float64 // the shift of it and all later siblings
	change   float64 // and the increase per sibling, counting to the left
	thread   int     // the next node of a contour, from a node without children
	ancestor int     // a guess at the ancestor among the siblings compared
}

type layout struct {
	nodes []Node
	gap   float64
	place []placing
	x     []float64
}

// first lays out the subtree of v relative to v's left sibling.
func (l *layout) first(v int) {
	children := l.nodes[v].Children
	p := &l.place[v]
	if len(children) > 0 {
		leftmost := children[0]
		for _, c := range children {
			l.first(c)
			leftmost = l.apportion(c, leftmost)
		}
		l.spread(v)
		p.prelim = (l.place[children[0]].prelim + l.place[children[len(children)-1]].prelim) / 2
	}
	if left := l.sibling(v); left >= 0 {
		middle := p.prelim
		p.prelim = l.place[left].prelim + l.apart(left, v)
		if len(children) > 0 {
			p.mod = p.prelim - middle
		}
	}
}

// sibling returns the left sibling of v, or -1.
func (l *layout) sibling(v int) int {
	if rank := l.place[v].rank; rank > 0 {
		return l.nodes[l.nodes[v].Parent].Children[rank-1]
	}
	return -1
}

// apart returns the least distance of two neighbours.
func (l *layout) apart(left, right int) float64 {
	return l.place[left].right + l.gap + l.place[right].left
}

// apportion moves the subtree of v clear of its left siblings' subtrees. It
// walks down their right contour and v's left contour, and the two outer
// contours, which it joins by a thread where the shallower ends.
func (l *layout) apportion(v, ancestor int) int {
	w := l.sibling(v)
	if w < 0 {
		return ancestor
	}
	outerRight, innerRight := v, v
	innerLeft, outerLeft := w, l.nodes[l.nodes[v].Parent].Children[0]
	sumInnerRight, sumOuterRight := l.place[innerRight].mod, l.place[outerRight].mod
	sumInnerLeft, sumOuterLeft := l.place[innerLeft].mod, l.place[outerLeft].mod
	for l.right(innerLeft) >= 0 && l.left(innerRight) >= 0 {
		innerLeft, innerRight = l.right(innerLeft), l.left(innerRight)
		outerLeft, outerRight = l.left(outerLeft), l.right(outerRight)
		l.place[outerRight].ancestor = v
		overlap := (l.place[innerLeft].prelim + sumInnerLeft) -
			(l.place[innerRight].prelim + sumInnerRight) + l.apart(innerLeft, innerRight)
		if overlap > 0 {
			l.move(l.origin(innerLeft, v, ancestor), v, overlap)
			sumInnerRight += overlap
			sumOuterRight += overlap
		}
		sumInnerLeft += l.place[innerLeft].mod
		sumInnerRight += l.place[innerRight].mod
		sumOuterLeft += l.place[outerLeft].mod
		sumOuterRight += l.place[outerRight].mod
	}
	if next := l.right(innerLeft); next >= 0 && l.right(outerRight) < 0 {
		l.place[outerRight].thread = next
		l.place[outerRight].mod += sumInnerLeft - sumOuterRight
	}
	if next := l.left(innerRight); next >= 0 && l.left(outerLeft) < 0 {
		l.place[outerLeft].thread = next
		l.place[outerLeft].mod += sumInnerRight - sumOuterLeft
		ancestor = v
	}
	return ancestor
}

// left returns the next node of the left contour below v.
func (l *layout) left(v int) int {
	if children := l.nodes[v].Children; len(children) > 0 {
		return children[0]
	}
	return l.place[v].thread
}

func (l *layout) right(v int) int {
	if children := l.nodes[v].Children; len(children) > 0 {
		return children[len(children)-1]
	}
	return l.place[v].thread
}

// origin returns the sibling of v whose subtree the contour node belongs to.
func (l *layout) origin(contour, v, ancestor int) int {
	if a := l.place[contour].ancestor; l.nodes[a].Parent == l.nodes[v].Parent {
		return a
	}
	return ancestor
}

// move shifts the subtree of right by d and records that the subtrees between
// left and right share the shift.
func (l *layout) move(left, right int, d float64) {
	share := d / float64(l.place[right].rank-l.place[left].rank)
	l.place[right].change -= share
	l.place[right].shift += d
	l.place[left].change += share
	l.place[right].prelim += d
	l.place[right].mod += d
}

// spread applies the shifts recorded at the children of v.
func (l *layout) spread(v int) {
	shift, change := 0.0, 0.0
	children := l.nodes[v].Children
	for i := len(children) - 1; i >= 0; i-- {
		p := &l.place[children[i]]
		p.prelim += shift
		p.mod += shift
		change += p.change
		shift += p.shift + change
	}
}

// second converts relative positions to final ones.
func (l *layout) second(v int, by float64) {
	l.x[v] = l.place[v].prelim + by
	for _, c := range l.nodes[v].Children {
		l.second(c, by+l.place[v].mod)
	}
}

// justify moves all nodes so that the leftmost begins at 0.
func (l *layout) justify() {
	least := l.x[0] - l.place[0].left
	for i, x := range l.x {
		least = min(least, x-l.place[i].left)
	}
	for i := range l.x {
		l.x[i] -= least
	}
}
