package trace

import "github.com/plywood-go/plywood/internal/plain"

// keyWidth is the width at which the key of a picture breaks its lines.
const keyWidth = 560.0

// A svgKey is the legend of a picture: what its shapes and lines mean, as far
// as they occur in it.
type svgKey struct {
	items         []keyItem
	width, height float64
}

// A keyItem is a sign of svgSigns with its meaning, at a place in the key.
type keyItem struct {
	sign, text string
	x, y       float64
}

// keySigns are the pictures of the key, 26 pixels wide around a middle line.
var keySigns = map[string]string{
	"box":    `<g class="max"><rect class="shape" x="6" y="-7" width="14" height="14"/></g>`,
	"oval":   `<g class="min"><rect class="shape" x="6" y="-7" width="14" height="14" rx="7"/></g>`,
	"peak":   `<g class="max"><path class="shape" d="M13 -7L22 7H4Z"/></g>`,
	"valley": `<g class="min"><path class="shape" d="M13 7L22 -7H4Z"/></g>`,
	"pv":     `<path class="edge pv" d="M1 0H24"/>`,
	"cut":    `<path class="edge cut" d="M0 0H25"/><path class="slash" d="M8 6L13 -6M13 6L18 -6"/>`,
	"unseen": `<path class="edge unseen" d="M0 0H25"/>`,
	"bound":  `<text x="3" y="4">≥ ≤</text>`,
	"ring":   `<rect class="ring" x="5" y="-7" width="16" height="14" rx="4"/>`,
}

// key returns the key of the picture, laid out.
func (s *svg) key() *svgKey {
	k := &svgKey{}
	if s.opt.NoLegend || len(s.tree.Nodes) == 1 {
		return k
	}
	limit := max(keyWidth, s.width-2*margin)
	x, y := 0.0, 8.0
	for _, item := range s.keyItems() {
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

func (s *svg) keyItems() []keyItem {
	signs := [2]string{"box", "oval"}
	if s.opt.Shapes == Triangles {
		signs = [2]string{"peak", "valley"}
	}
	items := []keyItem{
		{sign: signs[0], text: s.player(true)},
		{sign: signs[1], text: s.player(false)},
	}
	seen := map[string]bool{}
	for i := range s.tree.Nodes {
		for _, mark := range s.marks(i) {
			seen[mark] = true
		}
	}
	for _, item := range []struct {
		shown      bool
		sign, text string
	}{
		{seen["pv"] && len(s.tree.Nodes) > 1, "pv", s.words.Variation},
		{seen["cut"], "cut", s.words.Pruned},
		{s.tree.Stats.Approximate > 0, "bound", s.words.Bound},
		{seen["unseen"], "unseen", s.words.Unseen},
		{seen["current"], "ring", s.words.Current},
	} {
		if item.shown {
			items = append(items, keyItem{sign: item.sign, text: plain.Line(item.text)})
		}
	}
	return items
}

func (k *svgKey) draw(s *svg, x, y float64) {
	if len(k.items) == 0 {
		return
	}
	s.printf(`<g class="key" transform="translate(%s %s)">`+"\n", px(x), px(y))
	for _, item := range k.items {
		s.printf(`<g transform="translate(%s %s)">%s<text x="30" y="4">%s</text></g>`+"\n",
			px(item.x), px(item.y), keySigns[item.sign], escapeXML(item.text))
	}
	s.printf("</g>\n")
}
