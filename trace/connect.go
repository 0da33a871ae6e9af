package trace

import "strings"

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
