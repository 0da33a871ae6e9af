package trace_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/trace"
)

// rectangle is a text or a shape on a canvas, or the ends of a line.
type rectangle struct {
	left, top, right, bottom float64
	what                     string
}

func (r rectangle) meets(s rectangle) bool {
	const slack = 0.5
	return r.left < s.right-slack && s.left < r.right-slack && r.top < s.bottom-slack && s.top < r.bottom-slack
}

// plan is a Canvas that collects what a picture has, with absolute coordinates.
type plan struct {
	width, height        float64
	at                   []trace.Group
	texts, shapes, lines []rectangle
	nodes                map[int]int // how often each node is drawn
}

func (p *plan) Begin(width, height float64) {
	p.width, p.height, p.nodes = width, height, map[int]int{}
}

func (p *plan) Open(g trace.Group) {
	if g.Title != "" {
		p.nodes[g.Node]++
	}
	if n := len(p.at); n > 0 {
		g.X, g.Y = g.X+p.at[n-1].X, g.Y+p.at[n-1].Y
	}
	p.at = append(p.at, g)
}

func (p *plan) Close() { p.at = p.at[:len(p.at)-1] }

func (p *plan) origin() (x, y float64) {
	if n := len(p.at); n > 0 {
		return p.at[n-1].X, p.at[n-1].Y
	}
	return 0, 0
}

func (p *plan) Path(chains [][]trace.Point, closed bool, ink trace.Ink) {
	x, y := p.origin()
	for _, chain := range chains {
		r := rectangle{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1), ink.Class}
		for i, q := range chain {
			r = rectangle{min(r.left, x+q.X), min(r.top, y+q.Y), max(r.right, x+q.X), max(r.bottom, y+q.Y), ink.Class}
			if i > 0 && !closed && strings.HasPrefix(ink.Class, "edge") {
				p.lines = append(p.lines, rectangle{x + chain[i-1].X, y + chain[i-1].Y, x + q.X, y + q.Y, ink.Class})
			}
		}
		if closed {
			p.shapes = append(p.shapes, r)
		}
	}
}

func (p *plan) Box(x, y, width, height, _ float64, ink trace.Ink) {
	if ink.Class != "paper" && ink.Class != "ring" {
		ox, oy := p.origin()
		p.shapes = append(p.shapes, rectangle{ox + x, oy + y, ox + x + width, oy + y + height, ink.Class})
	}
}

func (p *plan) Text(x, y float64, text string, ink trace.Ink) {
	ox, oy := p.origin()
	wide := 0.0 // in a usual font
	for _, letter := range text {
		if strings.ContainsRune(" ,.()[]:", letter) {
			wide += 0.3 * ink.Size
		} else {
			wide += 0.57 * ink.Size
		}
	}
	left := ox + x - wide*float64(ink.Anchor)/2
	p.texts = append(p.texts, rectangle{left, oy + y - 0.72*ink.Size, left + wide, oy + y, ink.Class + " " + text})
}

// check reports elements that overlap or leave the picture. Values are within their shapes.
func (p *plan) check(t *testing.T, right bool) {
	t.Helper()
	all := append([]rectangle{}, p.shapes...)
	for _, r := range p.texts {
		if !strings.HasPrefix(r.what, "value") {
			all = append(all, r)
		}
	}
	for i, r := range all {
		if r.left < 0 || r.top < 0 || r.right > p.width || r.bottom > p.height {
			t.Errorf("%v leaves the picture of %v by %v", r, p.width, p.height)
		}
		for _, s := range all[:i] {
			if r.meets(s) {
				t.Errorf("%v and %v overlap", r, s)
			}
		}
		for _, l := range p.lines {
			if right && crosses(l, r) {
				t.Errorf("an edge %v crosses %v", l, r)
			}
		}
	}
}

// crosses reports whether a line passes through a rectangle.
func crosses(l, r rectangle) bool {
	for k := range 101 {
		part := float64(k) / 100
		x, y := l.left+part*(l.right-l.left), l.top+part*(l.bottom-l.top)
		if r.meets(rectangle{x, y, x, y, ""}) {
			return true
		}
	}
	return false
}

// grown returns the search of a random tree of about size nodes, with moves.
func grown(t *testing.T, r *rand.Rand, size int) *trace.Tree {
	figure := randomTree(r, size)
	opt := figure.options()
	opt.Move = func(path []int) string {
		return []string{"e4", "Nf3xg5+", "10-15", "O-O-O"}[path[len(path)-1]%4]
	}
	return build(t, alphaBeta(figure), opt)
}

// TestNothingOverlaps draws random trees in the layouts and styles.
func TestNothingOverlaps(t *testing.T) {
	r := seeded.Rand(t, 65)
	for k := range 60 {
		tree := grown(t, r, 1+r.IntN(60))
		for _, layout := range []trace.Layout{trace.Down, trace.Right} {
			for _, limit := range []float64{0, 500} {
				opt := trace.RenderOptions{Layout: layout, Style: trace.Style(k % 5), Shapes: trace.Shapes(k % 2), Limit: limit, Fold: k%3 == 0, Title: "A tree"}
				var p plan
				if err := trace.Draw(&p, tree, opt); err != nil {
					t.Fatal(err)
				}
				p.check(t, layout == trace.Right)
				if t.Failed() {
					t.Fatalf("%+v", opt)
				}
			}
		}
	}
}

// TestParts checks that the pages of a picture keep the limit, that each node is drawn, and that
// a node is drawn again only as the root of the parts that a number refers to.
func TestParts(t *testing.T) {
	r := seeded.Rand(t, 66)
	for range 40 {
		tree := grown(t, r, 100+r.IntN(200))
		for _, layout := range []trace.Layout{trace.Down, trace.Right} {
			opt := trace.RenderOptions{Layout: layout, Limit: 600, NoLegend: true}
			pages := trace.Pages(tree, opt)
			drawn, referred := map[int]int{}, map[string]int{}
			for k, draw := range pages {
				var p plan
				if err := draw(&p); err != nil {
					t.Fatal(err)
				}
				long := p.width
				if layout == trace.Right {
					long = p.height - 24 // the heading
				}
				if long > opt.Limit {
					t.Errorf("%v: page %d is %v long", layout, k+1, long)
				}
				for i, n := range p.nodes {
					drawn[i] += n
				}
				for _, text := range p.texts {
					if _, to, ok := strings.Cut(text.what, "note → "); ok {
						referred[to]++
					}
				}
			}
			twice := 0
			for i := range tree.Nodes {
				if drawn[i] == 0 {
					t.Errorf("%v: node %d is not drawn", layout, i)
				}
				twice += drawn[i] - 1
			}
			if twice != len(pages)-1 || len(referred) != len(pages)-1 {
				t.Errorf("%v: %d pages, %d nodes drawn again, %d references", layout, len(pages), twice, len(referred))
			}
			for k := 2; k <= len(pages); k++ {
				if referred[fmt.Sprint(k)] != 1 {
					t.Errorf("%v: %d references to page %d", layout, referred[fmt.Sprint(k)], k)
				}
			}
		}
	}
}

// TestIcicle draws a tree of 10 000 nodes.
func TestIcicle(t *testing.T) {
	var leaves strings.Builder
	for k := range 100 {
		fmt.Fprintf(&leaves, "(%s)", strings.Repeat(fmt.Sprintf(" %d", k), 100))
	}
	figure := parse("(" + leaves.String() + ")")
	tree := build(t, minimax(figure), figure.options())
	svg := render(t, tree, trace.RenderOptions{Format: trace.SVG, Layout: trace.Icicle})
	if n := len(tree.Nodes); n != 10101 || len(svg) >= 3<<20 {
		t.Errorf("%d nodes in %d bytes", n, len(svg))
	}
	var p plan
	if err := trace.Draw(&p, tree, trace.RenderOptions{Layout: trace.Icicle, NoLegend: true}); err != nil {
		t.Fatal(err)
	}
	if len(p.shapes) != len(tree.Nodes) || p.width > 1600 {
		t.Errorf("%d bars in a width of %v", len(p.shapes), p.width)
	}
	for i := range tree.Nodes {
		for _, c := range tree.Nodes[i].Children {
			if above, below := p.shapes[i], p.shapes[c]; below.left < above.left-0.01 || below.right > above.right+0.01 {
				t.Fatalf("the bar of node %d is not below that of %d", c, i)
			}
		}
	}
}

// TestFold checks that folded pictures keep the best lines, and state what is left out.
func TestFold(t *testing.T) {
	r := seeded.Rand(t, 67)
	for range 40 {
		tree := grown(t, r, 60)
		var p plan
		if err := trace.Draw(&p, tree, trace.RenderOptions{Fold: true}); err != nil {
			t.Fatal(err)
		}
		left := 0 // as the signs say
		for _, text := range p.texts {
			var n int
			if _, err := fmt.Sscanf(text.what, "note +%d", &n); err == nil {
				left += n
			}
		}
		want := 0
		for i := range tree.Nodes {
			if n := &tree.Nodes[i]; p.nodes[i] > 1 || n.PV && p.nodes[i] != 1 {
				t.Errorf("node %d is drawn %d times", i, p.nodes[i])
			}
			for _, c := range tree.Nodes[i].Children {
				if p.nodes[i] == 1 && p.nodes[c] == 0 {
					want++
				}
			}
		}
		if left != want {
			t.Errorf("the picture says that %d moves are left out, want %d", left, want)
		}
		total := fmt.Sprintf("%d of %d nodes", len(p.nodes), len(tree.Nodes))
		outline := string(render(t, tree, trace.RenderOptions{Format: trace.Text, Fold: true}))
		if want > 0 && !strings.Contains(outline, total) {
			t.Errorf("the outline does not say %q:\n%s", total, outline)
		}
	}
}
