package trace

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"github.com/plywood-go/plywood/internal/reason"
)

// A brush draws a picture on a canvas.
type brush struct {
	*picture
	on   Canvas
	open []string // the classes of the open groups
}

// paint draws pictures one below the other, the title above the first and the key below the last
// if they are the last of all.
func paint(c Canvas, parts []*picture, last bool) error {
	first := parts[0]
	wide, top, height := 0.0, 0.0, 0.0
	for _, g := range parts {
		wide = max(wide, g.width, length(g.heading(), labelSize)+2*margin)
		height += g.height + g.headTall()
	}
	if first.opt.Title != "" && first.number == 1 {
		top = 30
		wide = max(wide, length(first.title(), 17)+2*margin)
	}
	key := &pictureKey{}
	if last {
		key = first.key(wide)
	}
	width := math.Ceil(max(wide, key.width+2*margin))
	height = math.Ceil(height + top + key.height)
	if !(width <= farthest && height <= farthest) {
		return reason.Errorf("trace: %w", ErrTooLarge)
	}
	b := &brush{picture: first, on: c}
	c.Begin(width, height)
	b.box("paper", 0, 0, width, height, 0)
	if top > 0 {
		b.text("title", width/2, 26, first.title())
	}
	for _, g := range parts {
		b.picture = g
		if heading := g.heading(); heading != "" {
			b.text("label lead", margin, top+margin, heading)
			top += g.headTall()
		}
		b.group(Group{X: (width - g.width) / 2, Y: top, Lines: true}, b.nodes)
		top += g.height
	}
	b.drawKey(key, (width-key.width)/2, top)
	return nil
}

// heading returns the number of a part with the way to its root: "2 ← 1: e4 e5". It returns ""
// for the first.
func (g *picture) heading() string {
	if g.number == 1 {
		return ""
	}
	way := ""
	for i := g.members[0]; i > 0; i = g.tree.Nodes[i].Parent {
		n := &g.tree.Nodes[i]
		way = " " + cmp.Or(g.move(n), g.name(n)) + way
	}
	if way != "" {
		way = ":" + way
	}
	return fmt.Sprintf("%d ← %d%s", g.number, max(g.from, 1), way)
}

// headTall is the height of the heading.
func (g *picture) headTall() float64 {
	if g.number == 1 {
		return 0
	}
	return 24
}

// nodes draws the edges and the nodes.
func (b *brush) nodes() {
	if b.opt.Layout != Icicle {
		for _, i := range b.members[1:] {
			b.edgeLine(i)
		}
		for _, i := range b.members[1:] {
			b.edgeText(i) // above all lines: any of them may cross it
		}
	}
	for _, i := range b.members {
		b.node(i)
	}
}

// group draws a part of the picture.
func (b *brush) group(g Group, draw func()) {
	b.on.Open(g)
	b.open = append(b.open, g.Class)
	draw()
	b.open = b.open[:len(b.open)-1]
	b.on.Close()
}

// line draws chains of lines.
func (b *brush) line(class string, chains ...[]Point) { b.on.Path(chains, false, b.ink(class)) }

func (b *brush) polygon(class string, points ...Point) {
	b.on.Path([][]Point{points}, true, b.ink(class))
}

func (b *brush) box(class string, x, y, width, height, radius float64) {
	b.on.Box(x, y, width, height, radius, b.ink(class))
}

func (b *brush) text(class string, x, y float64, text string) {
	if text != "" {
		b.on.Text(x, y, text, b.ink(class))
	}
}

// edgeLine draws the edge to node i.
func (b *brush) edgeLine(i int) {
	n, l := &b.tree.Nodes[i], b.edgeTo(i)
	b.line(strings.Join(append([]string{"edge"}, b.marks(i)...), " "), b.chain(i))
	if b.severed(n) {
		b.slashes(l, b.opt.Layout == Down && len(b.edge(n)) > 0)
	}
}

// edgeText writes the text on the edge to node i, on a background that hides the lines below.
func (b *brush) edgeText(i int) {
	x, y := b.textAt(i)
	lines := b.said(&b.tree.Nodes[i])
	if len(lines) == 0 {
		return
	}
	b.group(Group{}, func() {
		for k, text := range lines {
			middle := y + noteLine*offset(k, len(lines))
			wide := length(text, noteSize)
			b.box("paper", x-wide/2, middle-noteLine/2, wide, noteLine, 0)
			b.text("note on", x, middle+4, text)
		}
	})
}

// slashes draws the two strokes across an edge with which teachers mark a cut.
// They move aside for text on the edge.
func (b *brush) slashes(l line, lines bool) {
	part := slashAt
	if lines {
		part = slashAtHigh
	}
	long := math.Hypot(l.x2-l.x1, l.y2-l.y1)
	ux, uy := (l.x2-l.x1)/long, (l.y2-l.y1)/long
	x, y := l.at(part)
	for _, off := range []float64{-2.5, 2.5} {
		cx, cy := x+off*ux, y+off*uy
		dx, dy := 7*uy+2*ux, -7*ux+2*uy
		b.line("slash", []Point{{cx - dx, cy - dy}, {cx + dx, cy + dy}})
	}
}

func (b *brush) node(i int) {
	n, shape := &b.tree.Nodes[i], b.shape[i]
	classes := []string{"min", "inner"}
	switch {
	case n.Chance:
		classes[0] = "chance"
	case b.tree.Lists && n.inner && n.State != Open, !b.tree.Lists && n.Max, b.tree.Lists && !n.inner:
		classes[0] = "max"
	}
	if !n.inner {
		classes[1] = "leaf"
	}
	g := Group{Class: strings.Join(append(classes, b.marks(i)...), " "), X: b.x[i], Y: b.y[i], Node: i, Title: b.account(n)}
	b.group(g, func() {
		if b.current(i) {
			b.box("ring", -shape.width/2-5, -shape.tall/2-5, shape.width+10, shape.tall+10, 6)
		}
		b.outline(shape)
		if shape.kind == barShape {
			b.text("caption", 0, 4, b.barText(i))
		} else {
			b.texts(i, shape)
		}
	})
}

// barText returns as much of the name and the value of node i as fits into its bar.
func (b *brush) barText(i int) string {
	n := &b.tree.Nodes[i]
	name := strings.Join(append(b.edge(n), b.caption(n)), " ")
	for _, text := range []string{name + " " + b.value(n) + " " + b.more(i), name + " " + b.value(n), name} {
		if text = strings.TrimSpace(text); length(text, noteSize) <= b.shape[i].width-4 {
			return text
		}
	}
	return ""
}

// outline draws the shape of a node around the origin.
func (b *brush) outline(o outlineShape) {
	w, h := o.width/2, o.tall/2
	switch o.kind {
	case boxShape:
		b.box("shape", -w, -h, o.width, o.tall, 0)
	case barShape:
		b.box("bar", -w, -h, o.width, o.tall, 0)
	case ovalShape:
		b.box("shape", -w, -h, o.width, o.tall, h)
	case peakShape:
		b.polygon("shape", Point{0, -h}, Point{w, h}, Point{-w, h})
	case valleyShape:
		b.polygon("shape", Point{0, h}, Point{w, -h}, Point{-w, -h})
	case diamondShape:
		b.polygon("shape", Point{0, -h}, Point{w, 0}, Point{0, h}, Point{-w, 0})
	}
}

// texts writes the value, the name and the notes of node i at the origin.
func (b *brush) texts(i int, o outlineShape) {
	n := &b.tree.Nodes[i]
	middle := map[shapeKind]float64{peakShape: 13, valleyShape: -3}
	y, ok := middle[o.kind]
	if !ok {
		y = 5
	}
	b.text("value", 0, y, b.value(n))
	switch label := b.caption(n); {
	case o.kind != bareShape || b.opt.Layout != Down:
		b.text("label beside", -o.width/2-sideGap, 4, label)
	case b.value(n) == "":
		b.text("label", 0, 4, label)
	default:
		b.text("label", 0, 22, label)
	}
	notes := b.beside(i, n)
	for k, text := range notes {
		b.text("note", o.width/2+sideGap, 4+noteLine*offset(k, len(notes)), text)
	}
}

// offset returns the position of line k of n relative to their centre, in lines.
func offset(k, n int) float64 { return float64(k) - float64(n-1)/2 }

// drawKey draws the key at a place.
func (b *brush) drawKey(k *pictureKey, x, y float64) {
	if len(k.items) == 0 {
		return
	}
	b.group(Group{Class: "key", X: x, Y: y, Lines: true}, func() {
		for _, item := range k.items {
			b.group(Group{X: item.x, Y: item.y}, func() {
				if class := barSigns[item.sign]; b.opt.Layout == Icicle && class != "" {
					b.group(Group{Class: class}, func() { b.box("bar", 6, -7, 14, 14, 0) })
				} else {
					b.sign(item.sign)
				}
				b.text("", 30, 4, item.text)
			})
		}
	})
}

// barSigns are the classes of the bars in the key.
var barSigns = map[string]string{
	"box": "max", "peak": "max", "oval": "min", "valley": "min", "diamond": "chance", "pv": "pv", "cut": "cut", "unseen": "unseen",
}

// sign draws a picture of the key, 26 pixels wide, around a centre line.
func (b *brush) sign(name string) {
	within := func(class string, draw func()) { b.group(Group{Class: class}, draw) }
	switch name {
	case "box":
		within("max", func() { b.box("shape", 6, -7, 14, 14, 0) })
	case "oval":
		within("min", func() { b.box("shape", 6, -7, 14, 14, 7) })
	case "peak":
		within("max", func() { b.polygon("shape", Point{13, -7}, Point{22, 7}, Point{4, 7}) })
	case "valley":
		within("min", func() { b.polygon("shape", Point{13, 7}, Point{22, -7}, Point{4, -7}) })
	case "diamond":
		within("chance", func() { b.polygon("shape", Point{13, -8}, Point{23, 0}, Point{13, 8}, Point{3, 0}) })
	case "pv":
		b.line("edge pv", []Point{{1, 0}, {24, 0}})
	case "cut":
		b.line("edge cut", []Point{{0, 0}, {25, 0}})
		b.line("slash", []Point{{8, 6}, {13, -6}}, []Point{{13, 6}, {18, -6}})
	case "unseen":
		b.line("edge unseen", []Point{{0, 0}, {25, 0}})
	case "ring":
		b.box("ring", 5, -7, 16, 14, 4)
	default:
		text := map[string]string{"bound": "≥ ≤", "more": "+9", "types": "1 2 3", "proofs": "2|1", "playouts": "3/5"}[name]
		b.text("", 3, 4, text)
	}
}
