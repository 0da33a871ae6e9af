package trace

import (
	"math"
	"strings"
)

// A brush draws a picture on a canvas.
type brush struct {
	*picture
	on   Canvas
	open []string // the classes of the open groups
}

func (b *brush) draw() {
	key := b.key()
	top, bottom := 0.0, key.height
	if b.opt.Title != "" {
		top = 30
		b.width = max(b.width, length(b.title(), 17)+2*margin)
	}
	width := math.Ceil(max(b.width, key.width+2*margin))
	height := math.Ceil(b.height + top + bottom)
	b.on.Begin(width, height)
	b.on.Box(0, 0, width, height, 0, b.ink("paper"))
	if b.opt.Title != "" {
		b.text("title", width/2, 26, b.title())
	}
	b.group(Group{X: (width - b.width) / 2, Y: top, Lines: true}, func() {
		for i := range b.tree.Nodes[1:] {
			b.edgeLine(i + 1)
		}
		for i := range b.tree.Nodes[1:] {
			b.edgeText(i + 1) // above all lines: any of them may cross it
		}
		for i := range b.tree.Nodes {
			b.node(i)
		}
	})
	b.drawKey(key, (width-key.width)/2, b.height+top)
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
	b.line(strings.Join(append([]string{"edge"}, b.marks(i)...), " "), []Point{{l.x1, l.y1}, {l.x2, l.y2}})
	if b.severed(n) {
		b.slashes(l, len(b.edge(n)) > 0)
	}
}

// edgeText writes the text on the edge to node i, on a background that hides
// the lines below.
func (b *brush) edgeText(i int) {
	x, y := b.edgeTo(i).at(edgeAt)
	lines := b.edge(&b.tree.Nodes[i])
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
	if shape.kind == boxShape || shape.kind == peakShape || shape.kind == bareShape && n.Max {
		classes[0] = "max"
	}
	if shape.kind == diamondShape {
		classes[0] = "chance"
	}
	if shape.kind == bareShape {
		classes[1] = "leaf"
	}
	g := Group{Class: strings.Join(append(classes, b.marks(i)...), " "), X: b.x[i], Y: b.y(i), Node: i, Title: b.account(n)}
	b.group(g, func() {
		if b.current(i) {
			b.box("ring", -shape.width/2-5, -shape.tall/2-5, shape.width+10, shape.tall+10, 6)
		}
		b.outline(shape)
		b.texts(n, shape)
	})
}

// outline draws the shape of a node around the origin.
func (b *brush) outline(o outlineShape) {
	w, h := o.width/2, o.tall/2
	switch o.kind {
	case boxShape:
		b.box("shape", -w, -h, o.width, o.tall, 0)
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

// texts writes the value, the name and the notes of a node at the origin.
func (b *brush) texts(n *Node, o outlineShape) {
	middle := map[shapeKind]float64{peakShape: 13, valleyShape: -3}
	y, ok := middle[o.kind]
	if !ok {
		y = 5
	}
	b.text("value", 0, y, b.value(n))
	switch label := b.caption(n); {
	case o.kind == bareShape && b.value(n) == "":
		b.text("label", 0, 4, label)
	case o.kind == bareShape:
		b.text("label", 0, 22, label)
	default:
		b.text("label", -o.width/2-sideGap, 4, label)
	}
	notes := b.beside(n)
	for k, text := range notes {
		b.text("note", o.width/2+sideGap, 4+noteLine*offset(k, len(notes)), text)
	}
}

// offset returns the position of line k of n relative to their centre, in
// lines.
func offset(k, n int) float64 { return float64(k) - float64(n-1)/2 }

// drawKey draws the key at a place.
func (b *brush) drawKey(k *pictureKey, x, y float64) {
	if len(k.items) == 0 {
		return
	}
	b.group(Group{Class: "key", X: x, Y: y, Lines: true}, func() {
		for _, item := range k.items {
			b.group(Group{X: item.x, Y: item.y}, func() {
				b.sign(item.sign)
				b.text("", 30, 4, item.text)
			})
		}
	})
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
	case "bound":
		b.text("", 3, 4, "≥ ≤")
	case "types":
		b.text("", 0, 4, "1 2 3")
	case "proofs":
		b.text("", 4, 4, "2|1")
	case "playouts":
		b.text("", 4, 4, "3/5")
	}
}
