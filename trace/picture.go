package trace

import (
	"math"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/plain"
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

// The distance between two rows of nodes, without text on edges. It grows with
// the distance of parents and children, so that edges are not flat.
const (
	rowLeast = 78.0
	rowMost  = 200.0
	rowSlope = 0.16
)

// A picture is the geometry of a tree that SVG, TikZ and JSON share. The y axis
// points down.
type picture struct {
	*pen
	shape         []outlineShape
	x             []float64
	top           []float64 // the top of each row of nodes
	width, height float64
}

// outlineShape is the size of the drawing of a node.
type outlineShape struct {
	kind         shapeKind
	width, tall  float64
	labelW, side float64 // the label on the left, the notes on the right
}

func newPicture(p *pen) *picture {
	nodes := p.tree.Nodes
	g := &picture{pen: p, shape: make([]outlineShape, len(nodes))}
	for i := range nodes {
		g.shape[i] = g.measure(i)
	}
	g.x = tidy(nodes, nodeGap, g.extent)
	for i := range g.x {
		g.width = max(g.width, g.x[i]+g.extent(i).right)
		g.x[i] += margin
	}
	g.width += 2 * margin
	g.stack()
	g.height = g.top[len(g.top)-1] + peakTall + margin
	return g
}

// stack positions the rows of nodes.
func (g *picture) stack() {
	span, lines := []float64{0}, 0
	for i := range g.tree.Nodes {
		n := &g.tree.Nodes[i]
		for _, phase := range g.phases(i) {
			lines = max(lines, len(g.edge(phase)))
		}
		if n.Ply == len(span) {
			span = append(span, 0)
		}
		if n.Parent >= 0 {
			span[n.Ply] = max(span[n.Ply], math.Abs(g.x[i]-g.x[n.Parent]))
		}
	}
	g.top = []float64{margin}
	for ply, wide := range span[1:] {
		row := min(max(rowLeast, rowSlope*wide), rowMost) + noteLine*float64(lines)
		g.top = append(g.top, g.top[ply]+row)
	}
}

// measure returns the size of the drawing of node i.
func (g *picture) measure(i int) outlineShape {
	s := outlineShape{kind: g.kind(&g.tree.Nodes[i])}
	value := 0.0
	for _, n := range g.phases(i) {
		value = max(value, length(g.value(n), valueSize))
		s.labelW = max(s.labelW, length(g.caption(n), labelSize))
		for _, line := range g.beside(n) {
			s.side = max(s.side, length(line, noteSize))
		}
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

// beside returns the lines to the right of n.
func (g *picture) beside(n *Node) []string {
	lines := g.notes(n)
	if repeats := g.repeats(n); repeats != "" && g.kind(n) != bareShape {
		lines = append(lines, repeats)
	}
	return lines
}

// extent returns the space of node i: its shape with the name on the left and
// the notes on the right, a leaf with the name below, and the text on its edge
// above.
func (g *picture) extent(i int) extent {
	s := g.shape[i]
	half := s.width / 2
	e := extent{half, half}
	if s.kind == bareShape {
		half = max(half, s.labelW/2)
		e = extent{half, half}
	} else if s.labelW > 0 {
		e.left += s.labelW + sideGap
	}
	if s.side > 0 {
		e.right += s.side + sideGap
	}
	for _, n := range g.phases(i) {
		for _, line := range g.edge(n) {
			over := length(line, noteSize) / 2 / edgeAt
			e.left, e.right = max(e.left, over), max(e.right, over)
		}
	}
	return e
}

// y returns the height of the centre of node i. The tops of a row are aligned,
// so that edges to distant children run above their neighbours.
func (g *picture) y(i int) float64 {
	return g.top[g.tree.Nodes[i].Ply] + g.shape[i].tall/2
}

// A line is the edge that leads to a node.
type line struct{ x1, y1, x2, y2 float64 }

// edgeTo returns the edge to node i, which is not the root.
func (g *picture) edgeTo(i int) line {
	parent := g.tree.Nodes[i].Parent
	return line{
		g.x[parent], g.y(parent) + g.shape[parent].tall/2,
		g.x[i], g.y(i) - g.shape[i].tall/2,
	}
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

// A pictureKey is the legend of a picture: the meaning of the shapes and lines
// that occur in it.
type pictureKey struct {
	items         []keyItem
	width, height float64
}

// A keyItem is a sign of svgSigns and tikzSigns with its meaning and place in
// the key.
type keyItem struct {
	sign, text string
	x, y       float64
}

// key returns the key of the picture with its layout.
func (g *picture) key() *pictureKey {
	k := &pictureKey{}
	if g.opt.NoLegend || len(g.tree.Nodes) == 1 {
		return k
	}
	limit := max(keyWidth, g.width-2*margin)
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
		items = append(items, keyItem{sign: "diamond", text: g.words.Chance})
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
		{g.tree.Stats.Approximate > 0, "bound", g.words.Bound},
		{seen["unseen"], "unseen", g.words.Unseen},
		{seen["current"], "ring", g.words.Current},
		{g.tree.Growth == Proofs, "proofs", g.meaning()},
		{g.tree.Growth == Playouts, "playouts", g.meaning()},
		{g.tree.Growth == NoGrowth && g.opt.Style == Types, "types", g.words.Types},
	} {
		if item.shown {
			items = append(items, keyItem{sign: item.sign, text: plain.Line(item.text)})
		}
	}
	return items
}

// A Scribe formats the numbers and names of a tree as its pictures do, for
// texts beside them. Nodes are identified by their number in Tree.Nodes.
type Scribe struct{ pen *pen }

// Scribe returns the scribe for pictures with the options opt; only signs and
// words matter.
func (t *Tree) Scribe(opt RenderOptions) Scribe { return Scribe{newPen(t, opt)} }

// Number formats v, a score from MAX's view, as at a node.
func (s Scribe) Number(node int, v game.Score) string {
	return s.pen.number(&s.pen.tree.Nodes[node], v)
}

// Bounded formats v, from MAX's view, with its relation to the value of a
// node: "≥5".
func (s Scribe) Bounded(node int, v game.Score, b game.Bound) string {
	n := &s.pen.tree.Nodes[node]
	return s.pen.relation(n, b) + s.pen.number(n, v)
}

// Window formats the ends of w, from MAX's view, as at a node.
func (s Scribe) Window(node int, w game.Window) (alpha, beta string) {
	return s.pen.window(&s.pen.tree.Nodes[node], w)
}

// Turned reports whether numbers at a node are from the view of MIN, who is to
// move there.
func (s Scribe) Turned(node int) bool { return s.pen.turned(&s.pen.tree.Nodes[node]) }

// Value formats the known value of a node: "5", "≥5", "5…" while it is open,
// or "".
func (s Scribe) Value(node int) string { return s.pen.value(&s.pen.tree.Nodes[node]) }

// Label returns the name of a node or, if it has none, the move that leads to
// it.
func (s Scribe) Label(node int) string {
	n := &s.pen.tree.Nodes[node]
	if label := s.pen.name(n); label != "" {
		return label
	}
	return s.pen.move(n)
}

// Meaning explains the numbers at the nodes of a tree that grows. It returns "" for other
// trees.
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

// fan returns the cells from column first to last with the edges from node i
// to its children.
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
