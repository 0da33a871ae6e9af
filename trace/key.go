package trace

import "github.com/plywood-go/plywood/internal/plain"

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
