package trace

// svgSigns are the pictures of the key, 26 pixels wide, drawn around a centre
// line.
var svgSigns = map[string]string{
	"box":      `<g class="max"><rect class="shape" x="6" y="-7" width="14" height="14"/></g>`,
	"oval":     `<g class="min"><rect class="shape" x="6" y="-7" width="14" height="14" rx="7"/></g>`,
	"peak":     `<g class="max"><path class="shape" d="M13 -7L22 7H4Z"/></g>`,
	"valley":   `<g class="min"><path class="shape" d="M13 7L22 -7H4Z"/></g>`,
	"diamond":  `<g class="chance"><path class="shape" d="M13 -8L23 0L13 8L3 0Z"/></g>`,
	"pv":       `<path class="edge pv" d="M1 0H24"/>`,
	"cut":      `<path class="edge cut" d="M0 0H25"/><path class="slash" d="M8 6L13 -6M13 6L18 -6"/>`,
	"unseen":   `<path class="edge unseen" d="M0 0H25"/>`,
	"bound":    `<text x="3" y="4">≥ ≤</text>`,
	"proofs":   `<text x="4" y="4">2|1</text>`,
	"types":    `<text x="0" y="4">1 2 3</text>`,
	"playouts": `<text x="4" y="4">3/5</text>`,
	"ring":     `<rect class="ring" x="5" y="-7" width="16" height="14" rx="4"/>`,
}

// drawKey draws the key at a place.
func (s *svg) drawKey(k *pictureKey, x, y float64) {
	if len(k.items) == 0 {
		return
	}
	s.printf(`<g class="key" transform="translate(%s %s)">`+"\n", px(x), px(y))
	for _, item := range k.items {
		s.printf(`<g transform="translate(%s %s)">%s<text x="30" y="4">%s</text></g>`+"\n",
			px(item.x), px(item.y), svgSigns[item.sign], escapeXML(item.text))
	}
	s.printf("</g>\n")
}
