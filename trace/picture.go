package trace

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/game"
)

// Sizes of a picture, in pixels of an SVG.
const (
	valueSize = 15.0 // of the digits of a value
	labelSize = 13.0
	noteSize  = 11.0
	noteLine  = 13.0 // between lines of notes
	nodeGap   = 14.0 // between neighbours
	nodeTall  = 30.0 // a box or an oval
	peakTall  = 38.0 // a triangle
	leafTall  = 20.0
	margin    = 16.0
	leafWide  = 22.0
	sideGap   = 9.0 // between a shape and the text beside it
	// edgeAt is the position of the text on an edge: close enough to the child
	// that the texts are nearly as far apart as the children. slashAt is that
	// of the mark of a cut, with and without text.
	edgeAt      = 0.72
	slashAt     = 0.6
	slashAtHigh = 0.45
)

// The distance between two rows of nodes, without text on edges.
const (
	rowLeast = 78.0
	rowMost  = 200.0
	rowSlope = 0.16
)

// A picture is the geometry of a tree, or of a part of it, that SVG, TikZ and JSON share. The y
// axis points down.
type picture struct {
	*pen
	members       []int // the nodes, in preorder
	number, from  int   // of a part, and of the part that refers to it; from 1
	goesOn        bool  // the next part has more children of the same root
	shape         []outlineShape
	x, y          []float64 // the centre of each node
	width, height float64
	// The reach of each column of Right, and the middle.
	column []extent
	middle []float64
}

// outlineShape is the size of the drawing of a node.
type outlineShape struct {
	kind         shapeKind
	width, tall  float64
	labelW, side float64 // the label on the left, the notes on the right
	lines        int     // of notes
}

// newPicture returns the picture of a whole tree.
func newPicture(p *pen) *picture {
	g := &picture{pen: p, number: 1, members: p.members()}
	g.arrange()
	return g
}

// arrange places the nodes.
func (g *picture) arrange() {
	n := len(g.tree.Nodes)
	g.shape, g.x, g.y = make([]outlineShape, n), make([]float64, n), make([]float64, n)
	place := make([]int, n)
	sub := make([]Node, len(g.members)) // the tree of the members
	for k, i := range g.members {
		g.shape[i], place[i] = g.measure(i), k
		sub[k] = Node{Parent: -1, Ply: g.row(i)}
		if k > 0 {
			sub[k].Parent = place[g.tree.Nodes[i].Parent]
			above := &sub[sub[k].Parent]
			above.Children = append(above.Children, k)
		}
	}
	switch g.opt.Layout {
	case Right:
		g.right(sub)
	case Icicle:
		g.icicle(sub)
	default:
		g.down(sub)
	}
}

// row returns the row of node i, in plies from the root of the picture.
func (g *picture) row(i int) int { return g.tree.Nodes[i].Ply - g.tree.Nodes[g.members[0]].Ply }

// measure returns the size of the drawing of node i.
func (g *picture) measure(i int) outlineShape {
	s := outlineShape{kind: g.kind(&g.tree.Nodes[i])}
	value := 0.0
	for _, n := range g.phases(i) {
		value = max(value, length(g.value(n), valueSize))
		s.labelW = max(s.labelW, length(g.caption(n), labelSize))
		beside := g.beside(i, n)
		for _, line := range beside {
			s.side = max(s.side, length(line, noteSize))
		}
		s.lines = max(s.lines, len(beside))
	}
	switch s.kind {
	case bareShape:
		s.width, s.tall = max(value, leafWide), leafTall
	case peakShape, valleyShape, diamondShape:
		s.width, s.tall = max(value+26, 44), peakTall
	default:
		s.width, s.tall = max(value+14, nodeTall), nodeTall
	}
	return s
}

// caption returns the name at n; for a leaf, with the number of its visits.
func (g *picture) caption(n *Node) string {
	if g.kind(n) != bareShape {
		return g.label(n)
	}
	return strings.TrimSpace(g.label(n) + " " + g.repeats(n))
}

// beside returns the lines to the right of n, node i: its notes, the number of moves left out and
// where the subtree is drawn.
func (g *picture) beside(i int, n *Node) []string {
	lines := g.notes(n)
	if repeats := g.repeats(n); repeats != "" && g.kind(n) != bareShape {
		lines = append(lines, repeats)
	}
	next := 0
	switch {
	case i == g.members[0] && g.goesOn:
		next = g.number + 1
	case i != g.members[0] && g.drawn != nil:
		next = g.drawn[i]
	}
	if next > 0 {
		lines = append(lines, "→ "+strconv.Itoa(next))
	}
	if more := g.more(i); more != "" {
		lines = append(lines, more)
	}
	return lines
}

// said returns the lines on the edge to n: to the right there is room for one.
func (g *picture) said(n *Node) []string {
	lines := g.edge(n)
	if g.opt.Layout == Right && len(lines) > 1 {
		return []string{strings.Join(lines, " ")}
	}
	return lines
}

// extent returns the space of node i: its shape with the name on the left and the notes on the
// right, and the text on its edge. The name of a leaf is below it, if the root is at the top.
func (g *picture) extent(i int) extent {
	s := g.shape[i]
	half := s.width / 2
	e := extent{half, half}
	if s.kind == bareShape && g.opt.Layout == Down {
		half = max(half, s.labelW/2)
		e = extent{half, half}
	} else if s.labelW > 0 {
		e.left += s.labelW + sideGap
	}
	if s.side > 0 {
		e.right += s.side + sideGap
	}
	wide := 0.0
	for _, n := range g.phases(i) {
		for _, line := range g.said(n) {
			wide = max(wide, length(line, noteSize))
		}
	}
	if over := wide / 2 / edgeAt; g.opt.Layout == Down {
		e.left, e.right = max(e.left, over), max(e.right, over)
	} else if wide > 0 {
		e.left += wide + sideGap
	}
	return e
}

// A line is a straight part of an edge.
type line struct{ x1, y1, x2, y2 float64 }

// edgeTo returns the edge to node i, which is not the root: its slanting part.
func (g *picture) edgeTo(i int) line {
	parent := g.tree.Nodes[i].Parent
	if g.opt.Layout == Right {
		k := g.row(i)
		return line{g.middle[k-1] + g.column[k-1].right, g.y[parent], g.middle[k] - g.column[k].left, g.y[i]}
	}
	return line{
		g.x[parent], g.y[parent] + g.shape[parent].tall/2,
		g.x[i], g.y[i] - g.shape[i].tall/2,
	}
}

// chain returns all of the edge to node i.
func (g *picture) chain(i int) []Point {
	l := g.edgeTo(i)
	chain := []Point{{l.x1, l.y1}, {l.x2, l.y2}}
	if g.opt.Layout == Right {
		parent := g.tree.Nodes[i].Parent
		return []Point{{g.x[parent] + g.extent(parent).right, l.y1}, chain[0], chain[1], {g.x[i] - g.extent(i).left, l.y2}}
	}
	return chain
}

// textAt returns the middle of the text on the edge to node i.
func (g *picture) textAt(i int) (x, y float64) {
	if g.opt.Layout == Right {
		wide := 0.0
		for _, line := range g.said(&g.tree.Nodes[i]) {
			wide = length(line, noteSize)
		}
		return g.x[i] - g.extent(i).left + wide/2, g.y[i]
	}
	return g.edgeTo(i).at(edgeAt)
}

// at returns the point at the given fraction of the line.
func (l line) at(part float64) (x, y float64) {
	return l.x1 + part*(l.x2-l.x1), l.y1 + part*(l.y2-l.y1)
}

// marks returns the line styles for the state of a node and of the edge to it.
func (g *picture) marks(i int) []string {
	n := &g.tree.Nodes[i]
	var marks []string
	switch {
	case n.PV:
		marks = append(marks, "pv")
	case n.State == Cut:
		marks = append(marks, "cut")
	case g.unseen(n):
		marks = append(marks, "unseen")
	}
	if g.current(i) {
		marks = append(marks, "current")
	}
	return marks
}

// keyWidth is the width at which the key of a picture wraps.
const keyWidth = 560.0

// A pictureKey is the legend of a picture: the meaning of the shapes and lines that occur in it.
type pictureKey struct {
	items         []keyItem
	width, height float64
}

// A keyItem is a sign of svgSigns and tikzSigns with its meaning and place in the key.
type keyItem struct {
	sign, text string
	x, y       float64
}

// key returns the key of the picture with its layout.
func (g *picture) key(width float64) *pictureKey {
	k := &pictureKey{}
	if g.opt.NoLegend || len(g.tree.Nodes) == 1 {
		return k
	}
	limit := max(min(keyWidth, cmp.Or(g.opt.Limit, keyWidth)-2*margin), width-2*margin)
	x, y := 0.0, 8.0
	for _, item := range g.keyItems() {
		wide := 30 + length(item.text, 11.5)
		if x > 0 && x+wide > limit {
			x, y = 0, y+22
		}
		item.x, item.y = x, y
		k.items = append(k.items, item)
		k.width = max(k.width, x+wide)
		x += wide + 16
	}
	k.height = y + 24
	return k
}

func (g *picture) keyItems() []keyItem {
	square, round := g.sides()
	signs := [2]string{"box", "oval"}
	if g.opt.Shapes == Triangles && !g.tree.Lists {
		signs = [2]string{"peak", "valley"}
	}
	items := []keyItem{
		{sign: signs[0], text: square},
		{sign: signs[1], text: round},
	}
	if g.chancy() {
		items = append(items, keyItem{sign: "diamond", text: g.lang.Text("tree.chance")})
	}
	seen := map[string]bool{}
	for i := range g.tree.Nodes {
		for _, mark := range g.marks(i) {
			seen[mark] = true
		}
	}
	for _, item := range []struct {
		shown      bool
		sign, text string
	}{
		{seen["pv"] && len(g.tree.Nodes) > 1, "pv", g.bold()},
		{seen["cut"], "cut", g.slashed()},
		{g.tree.Stats.Approximate > 0, "bound", g.lang.Text("tree.bound")},
		{seen["unseen"], "unseen", g.lang.Text("tree.unseen")},
		{seen["current"], "ring", g.lang.Text("tree.current")},
		{g.tree.Growth == Proofs, "proofs", g.meaning()},
		{g.tree.Growth == Playouts, "playouts", g.meaning()},
		{g.tree.Growth == NoGrowth && g.opt.Style == Types, "types", g.lang.Text("tree.types")},
		{g.leftOut() != "", "more", g.leftOut()},
	} {
		if item.shown {
			items = append(items, keyItem{sign: item.sign, text: item.text})
		}
	}
	return items
}

// A Scribe formats the numbers and names of a tree as its pictures do, for
// texts beside them. Nodes are identified by their number in Tree.Nodes.
type Scribe struct{ pen *pen }

// Scribe returns the scribe for pictures with the options opt; only signs and the language matter.
func (t *Tree) Scribe(opt RenderOptions) Scribe { return Scribe{newPen(t, opt)} }

// Number formats v, a score from MAX's view, as at a node.
func (s Scribe) Number(node int, v game.Score) string {
	return s.pen.number(&s.pen.tree.Nodes[node], v)
}

// Bounded formats v, from MAX's view, with its relation to the value of a node: "≥5".
func (s Scribe) Bounded(node int, v game.Score, b game.Bound) string {
	n := &s.pen.tree.Nodes[node]
	return s.pen.relation(n, b) + s.pen.number(n, v)
}

// Window formats the ends of w, from MAX's view, as at a node.
func (s Scribe) Window(node int, w game.Window) (alpha, beta string) {
	return s.pen.window(&s.pen.tree.Nodes[node], w)
}

// Turned reports whether numbers at a node are from the view of MIN, who is to move there.
func (s Scribe) Turned(node int) bool { return s.pen.turned(&s.pen.tree.Nodes[node]) }

// Value formats the known value of a node: "5", "≥5", "5…" while it is open, or "".
func (s Scribe) Value(node int) string { return s.pen.value(&s.pen.tree.Nodes[node]) }

// Label returns the name of a node or, if it has none, the move that leads to it.
func (s Scribe) Label(node int) string {
	n := &s.pen.tree.Nodes[node]
	if label := s.pen.name(n); label != "" {
		return label
	}
	return s.pen.move(n)
}

// Meaning explains the numbers at the nodes of a tree that grows. It returns "" for other trees.
func (s Scribe) Meaning() string {
	if s.pen.tree.Growth == NoGrowth {
		return ""
	}
	return s.pen.meaning()
}

// Player returns the name of MAX or of MIN.
func (s Scribe) Player(max bool) string { return s.pen.player(max) }

// The weights of lines in a text picture.
const (
	noLine = iota
	dashed
	light
	heavy
)

// A crossing is the weights of the lines that meet in one cell.
type crossing struct{ up, right, down, left uint8 }

// boxes are the box-drawing characters for lines up, right, down and left, the
// last changing fastest; each is absent, light or heavy.
var boxes = []rune("" +
	" ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳" +
	"╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈" +
	"╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋")

// sign returns the character of c.
func (c crossing) sign(ascii bool) rune {
	flat := c.left != noLine && c.right != noLine && c.up == noLine && c.down == noLine
	switch {
	case c == crossing{}:
		return ' '
	case ascii && flat:
		return rune(" .-="[max(c.left, c.right)])
	case ascii && c.left == noLine && c.right == noLine:
		return rune(" :|#"[max(c.up, c.down)])
	case ascii:
		return '+'
	case flat && c.left == dashed && c.right == dashed:
		return '╌'
	}
	i := 0
	for _, w := range [...]uint8{c.up, c.right, c.down, c.left} {
		i = 3*i + [...]int{noLine: 0, dashed: 1, light: 1, heavy: 2}[w]
	}
	return boxes[i]
}

// connect returns the line between a ply and the next: edges from each node
// down to its children, heavy ones drawn over light ones.
func (d *textPicture) connect(row []int) string {
	var b strings.Builder
	at := 0
	for _, i := range row {
		children := d.tree.Nodes[i].Children
		if len(children) == 0 {
			continue
		}
		first := min(d.column[i], d.column[children[0]])
		last := max(d.column[i], d.column[children[len(children)-1]])
		b.WriteString(strings.Repeat(" ", first-at))
		for _, c := range d.fan(i, first, last) {
			b.WriteRune(c.sign(d.opt.ASCII))
		}
		at = last + 1
	}
	return b.String() + "\n"
}

// fan returns the cells from column first to last with the edges from node i to its children.
func (d *textPicture) fan(i, first, last int) []crossing {
	cells := make([]crossing, last-first+1)
	from := d.column[i] - first
	for _, c := range d.tree.Nodes[i].Children {
		weight := d.weight(&d.tree.Nodes[c])
		to := d.column[c] - first
		for k := min(from, to); k < max(from, to); k++ {
			cells[k].right = max(cells[k].right, weight)
			cells[k+1].left = max(cells[k+1].left, weight)
		}
		cells[to].down = max(cells[to].down, weight)
		cells[from].up = max(cells[from].up, weight)
	}
	return cells
}

func (d *textPicture) weight(n *Node) uint8 {
	switch {
	case n.PV:
		return heavy
	case n.Searched():
		return light
	}
	return dashed
}
