package trace

import (
	"cmp"
	"math"
	"slices"
	"strconv"
)

// Layout is the arrangement of the nodes in a picture.
type Layout uint8

// The layouts. They do not apply to DOT. Text to the right is an Outline.
const (
	// Down has the root at the top and a row for each ply.
	Down Layout = iota
	// Right has the root at the left, a column for each ply and a line for each leaf.
	Right
	// Icicle has a bar for each node, as wide as its leaves, above those of its children.
	Icicle
)

var layoutNames = [...]string{"down", "right", "icicle"}

// String returns the name of l.
func (l Layout) String() string { return nameOf(layoutNames[:], int(l)) }

// MarshalText returns the name of l.
func (l Layout) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText reads a name of layout; an empty one stands for the first.
func (l *Layout) UnmarshalText(text []byte) error { return read(l, "layout", layoutNames[:], text) }

// Sizes of the layouts other than Down, in pixels.
const (
	lineGap    = 4.0  // between the lines of Right
	columnGap  = 26.0 // between its columns, at least
	barTall    = 24.0
	barMost    = 72.0   // the width of a leaf's bar, at most
	icicleWide = 1600.0 // without a limit
)

// down places the nodes in rows.
func (g *picture) down(sub []Node) {
	lines := 0
	for _, i := range g.members {
		for _, phase := range g.phases(i) {
			lines = max(lines, len(g.said(phase)))
		}
	}
	g.width = g.across(g.x, sub, nodeGap, g.extent)
	top := []float64{margin}
	for _, gap := range g.gaps(g.x, rowLeast) {
		top = append(top, top[len(top)-1]+gap+noteLine*float64(lines))
	}
	for _, i := range g.members {
		g.y[i] = top[g.row(i)] + g.shape[i].tall/2 // edges to distant children run above their neighbours
	}
	g.height = top[len(top)-1] + peakTall + margin
}

// right places the nodes in columns.
func (g *picture) right(sub []Node) {
	g.height = g.across(g.y, sub, lineGap, func(i int) extent {
		half := max(g.shape[i].tall, noteLine*float64(g.shape[i].lines)) / 2
		return extent{half, half}
	})
	for _, i := range g.members {
		if g.row(i) == len(g.column) {
			g.column = append(g.column, extent{})
		}
		e, c := g.extent(i), &g.column[g.row(i)]
		c.left, c.right = max(c.left, e.left), max(c.right, e.right)
	}
	g.middle = []float64{margin + g.column[0].left}
	for k, gap := range g.gaps(g.y, columnGap) {
		g.middle = append(g.middle, g.middle[k]+g.column[k].right+gap+g.column[k+1].left)
	}
	for _, i := range g.members {
		g.x[i] = g.middle[g.row(i)]
	}
	last := len(g.middle) - 1
	g.width = g.middle[last] + g.column[last].right + margin
}

// icicle places the bars.
func (g *picture) icicle(sub []Node) {
	leaves := make([]float64, len(sub))
	for k := len(sub) - 1; k >= 0; k-- {
		leaves[k] = max(leaves[k], 1)
		if k > 0 {
			leaves[sub[k].Parent] += leaves[k]
		}
	}
	unit := min(barMost, (cmp.Or(g.opt.Limit, icicleWide)-2*margin-0.01)/leaves[0])
	left := make([]float64, len(sub)) // of the next child
	rows := 0
	for k, i := range g.members {
		start := margin
		if k > 0 {
			start = left[sub[k].Parent]
			left[sub[k].Parent] += leaves[k] * unit
		}
		left[k], rows = start, max(rows, g.row(i)+1)
		g.shape[i] = outlineShape{kind: barShape, width: leaves[k] * unit, tall: barTall}
		g.x[i], g.y[i] = start+leaves[k]*unit/2, margin+(float64(g.row(i))+0.5)*barTall
	}
	g.width, g.height = leaves[0]*unit+2*margin, float64(rows)*barTall+2*margin
}

// across places the nodes along the plies, and returns the length of the whole.
func (g *picture) across(at []float64, sub []Node, gap float64, size func(i int) extent) (long float64) {
	tidied := tidy(sub, gap, func(k int) extent { return size(g.members[k]) })
	for k, i := range g.members {
		at[i] = tidied[k] + margin
		long = max(long, at[i]+size(i).right+margin)
	}
	return long
}

// gaps returns the distances between plies, without texts. They grow with the distance of
// parents and children along the plies, so that edges are not flat.
func (g *picture) gaps(at []float64, least float64) (gaps []float64) {
	for _, i := range g.members[1:] {
		if g.row(i) > len(gaps) {
			gaps = append(gaps, least)
		}
		gap := &gaps[g.row(i)-1]
		*gap = max(*gap, min(rowSlope*math.Abs(at[i]-at[g.tree.Nodes[i].Parent]), rowMost))
	}
	return gaps
}

// fold leaves out what lies off the best lines: below the principal variation all moves that
// were searched remain, elsewhere only the best move.
func (p *pen) fold() {
	nodes := p.tree.Nodes
	p.hidden = make([]bool, len(nodes))
	for i := range nodes {
		n := &nodes[i]
		for _, c := range n.Children {
			best := c == n.Best && p.tree.Growth == NoGrowth && !p.tree.Lists
			if child := &nodes[c]; p.hidden[i] || !child.PV && !(child.Searched() && (n.PV || best)) {
				p.hidden[c] = true
				p.shown--
			}
		}
	}
}

// members returns the nodes that are drawn.
func (p *pen) members() (all []int) {
	for i := range p.tree.Nodes {
		if p.hidden == nil || !p.hidden[i] {
			all = append(all, i)
		}
	}
	return all
}

// children returns the children of node i that are drawn.
func (p *pen) children(i int) []int {
	all := p.tree.Nodes[i].Children
	if p.hidden == nil {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), func(c int) bool { return p.hidden[c] })
}

// more returns the sign of the children of node i that are left out: "+37".
func (p *pen) more(i int) string {
	if left := len(p.tree.Nodes[i].Children) - len(p.children(i)); left > 0 {
		return "+" + strconv.Itoa(left)
	}
	return ""
}

// leftOut explains the sign of moves left out, with the total; "" without any.
func (p *pen) leftOut() string {
	if p.hidden == nil || p.shown == len(p.tree.Nodes) {
		return ""
	}
	return p.lang.Text("tree.left-out", "shown", p.shown, "all", len(p.tree.Nodes))
}

// A divider divides a tree into parts of a size along the plies.
type divider struct {
	*pen
	own    func(i int) float64 // the size of a node alone
	limit  float64
	weight []float64 // the size of the subtree, as far as it is in one part
	cut    []bool    // the subtree is drawn elsewhere
	parts  []*picture
}

// weigh cuts off subtrees of node i until the rest fits. It cuts the heaviest first, which gives
// the fewest parts (Kundu and Misra 1977), but the principal variation last.
func (d *divider) weigh(i int) {
	children, sum := slices.Clone(d.children(i)), 0.0
	for _, c := range children {
		d.weigh(c)
		sum += d.weight[c]
	}
	slices.SortStableFunc(children, func(a, b int) int {
		if pv := d.tree.Nodes[a].PV; pv != d.tree.Nodes[b].PV {
			return map[bool]int{false: -1, true: 1}[pv]
		}
		return cmp.Compare(d.weight[b], d.weight[a])
	})
	for _, c := range children {
		if sum > d.limit && d.weight[c] > d.own(c) {
			sum -= d.weight[c] - d.own(c)
			d.weight[c], d.cut[c] = d.own(c), true
		}
	}
	d.weight[i] = max(d.own(i), sum)
}

// part adds the parts whose root is a node: several if its children do not fit into one.
func (d *divider) part(root, from int) {
	children := d.children(root)
	for begin := true; begin || len(children) > 0; begin = false {
		sum, k := 0.0, 0
		for k < len(children) && (k == 0 || sum+d.weight[children[k]] <= d.limit) {
			sum += d.weight[children[k]]
			k++
		}
		g := &picture{pen: d.pen, number: len(d.parts) + 1, from: from, members: []int{root}}
		d.parts = append(d.parts, g)
		for _, c := range children[:k] {
			d.gather(g, c)
		}
		children = children[k:]
		g.goesOn = len(children) > 0
	}
}

// gather adds a subtree to a part, as far as it is drawn there.
func (d *divider) gather(g *picture, i int) {
	g.members = append(g.members, i)
	if d.cut[i] {
		return
	}
	for _, c := range d.children(i) {
		d.gather(g, c)
	}
}

// pictures returns the parts of the picture, the root's first. Without a limit there is one.
func pictures(p *pen) []*picture {
	whole := newPicture(p)
	limit := p.opt.Limit
	long := func(g *picture) float64 {
		if p.opt.Layout == Right {
			return g.height
		}
		return g.width
	}
	if limit <= 0 || p.opt.Layout == Icicle || long(whole) <= limit {
		return []*picture{whole}
	}
	own := func(i int) float64 {
		if p.opt.Layout == Right {
			return max(whole.shape[i].tall, noteLine*float64(whole.shape[i].lines)) + lineGap
		}
		e := whole.extent(i)
		return e.left + e.right + nodeGap + length(" → 999", noteSize)
	}
	// A parent may reach beyond its children: then there is less room for them.
	for room := limit - 2*margin; ; room *= 0.9 {
		parts := divide(p, own, room)
		fits := true
		for _, g := range parts {
			g.arrange()
			fits = fits && long(g) <= limit
		}
		if fits || room < limit/8 {
			return parts
		}
	}
}

// divide divides a tree into parts without places.
func divide(p *pen, own func(i int) float64, limit float64) []*picture {
	n := len(p.tree.Nodes)
	d := &divider{pen: p, own: own, limit: limit, weight: make([]float64, n), cut: make([]bool, n)}
	d.weigh(0)
	p.drawn = make([]int, n)
	d.part(0, 0)
	for k := 0; k < len(d.parts); k++ {
		for _, i := range d.parts[k].members[1:] {
			if d.cut[i] && len(d.children(i)) > 0 {
				p.drawn[i] = len(d.parts) + 1
				d.part(i, k+1)
			}
		}
	}
	return d.parts
}
