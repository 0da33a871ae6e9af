package trace

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/internal/plain"
	"github.com/plywood-go/plywood/internal/words"
)

// A pen formats the texts at the nodes of a tree. Its results are plain text
// without control characters; each format escapes them.
type pen struct {
	tree *Tree
	opt  RenderOptions
	lang words.Lang
	sign signs

	hidden []bool // the nodes left out, nil without any
	shown  int    // the number of the others
	drawn  []int  // the part in which the subtree of a node is drawn if not with the node; else 0
}

// signs are the mathematical signs of a picture.
type signs struct{ infinity, minus, atLeast, atMost, alpha, beta, open, times, dot, about string }

var (
	unicodeSigns = signs{"∞", "−", "≥", "≤", "α", "β", "…", "×", "·", "≈"}
	asciiSigns   = signs{"inf", "-", ">=", "<=", "alpha", "beta", "..", "x", "-", "~"}
)

func newPen(t *Tree, opt RenderOptions) *pen {
	p := &pen{tree: t, opt: opt, lang: cmp.Or(opt.Lang, words.English), sign: unicodeSigns, shown: len(t.Nodes)}
	if opt.ASCII && (opt.Format == Text || opt.Format == Outline) {
		p.sign = asciiSigns
	}
	if opt.Fold && opt.Format != JSON {
		p.fold()
	}
	return p
}

func (p *pen) title() string {
	if p.opt.Title != "" {
		return plain.Line(p.opt.Title)
	}
	return p.lang.Text("tree.title")
}

func (p *pen) description() string {
	if p.opt.Description != "" {
		return plain.Line(p.opt.Description)
	}
	nodes, s := len(p.tree.Nodes), &p.tree.Stats
	switch {
	case p.tree.Lists:
		return p.lang.Text("tree.path-summary", "nodes", nodes, "visits", s.Visits, "closed", s.Closed, "open", s.Open, "dropped", s.Dropped)
	case p.tree.Growth != NoGrowth:
		return p.lang.Text("tree.growth-summary", "nodes", s.Nodes, "steps", s.Rounds)
	}
	return p.lang.Text("tree.summary", "nodes", nodes, "searched", s.Nodes, "visits", s.Visits, "evaluations", s.Evaluations,
		"cutoffs", s.Cutoffs, "pruned", s.Pruned, "value", p.value(&p.tree.Nodes[0]))
}

func (p *pen) name(n *Node) string { return plain.Clip(plain.Line(n.Label), maxLabel) }

// label returns the name of n; in a tree that grows, with the value of a leaf: "h=3".
func (p *pen) label(n *Node) string {
	if leaf := p.leaf(n); leaf != "" {
		return p.name(n) + "=" + leaf
	}
	return p.name(n)
}

// leaf returns the value of n if it is a leaf of a tree that grows, and otherwise "".
func (p *pen) leaf(n *Node) string {
	if p.tree.Growth == NoGrowth || !n.Leaf || n.Bound != game.Exact {
		return ""
	}
	return p.number(n, n.Value)
}

func (p *pen) move(n *Node) string {
	text := plain.Clip(plain.Line(n.Move), maxLabel)
	if n.Parent >= 0 && p.tree.Nodes[n.Parent].Chance { // a probability
		return p.lang.Number(text)
	}
	return text
}

// pair joins the ends of a window or an interval.
func (p *pen) pair(low, high string) string {
	if p.lang.Number(".") == "," {
		return low + "; " + high
	}
	return low + ", " + high
}

// player returns the name of the side to move.
func (p *pen) player(max bool) string {
	switch {
	case p.opt.OrAnd && max:
		return p.lang.Text("tree.or")
	case p.opt.OrAnd:
		return p.lang.Text("tree.and")
	case max:
		return p.lang.Text("tree.max")
	}
	return p.lang.Text("tree.min")
}

// role returns the role of n among the players; "" in a one-player search.
func (p *pen) role(n *Node) string {
	switch {
	case p.tree.Lists:
		return ""
	case n.Chance:
		return p.lang.Text("tree.chance")
	}
	return p.player(n.Max)
}

// turned reports whether scores at n have their sign reversed.
func (p *pen) turned(n *Node) bool { return p.opt.Negamax && !n.Max && !n.Chance }

// number formats v at n.
func (p *pen) number(n *Node, v game.Score) string {
	if p.turned(n) && (v <= 1-game.Infinity || v >= game.Infinity-1) {
		v = -v
	}
	switch {
	case v >= game.Infinity:
		return p.sign.infinity
	case v <= -game.Infinity:
		return p.sign.minus + p.sign.infinity
	case v == game.Infinity-1: // the lower end of the first null window of AB-SSS*
		return p.sign.infinity + p.sign.minus + "1"
	case v == 1-game.Infinity:
		return p.sign.minus + p.sign.infinity + "+1"
	}
	text := p.finite(n, v)
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		text = p.lang.Number(text)
	}
	if rest, ok := strings.CutPrefix(text, "-"); ok {
		return p.sign.minus + rest
	}
	return text
}

// finite formats a finite score. It reverses the sign in the text if that is a
// number, because the caller may know how to format v but not -v.
func (p *pen) finite(n *Node, v game.Score) string {
	text := p.tree.format(v)
	if text == v.String() && v.Proven() {
		if p.turned(n) {
			v = -v
		}
		return p.ended(v)
	}
	text = plain.Clip(plain.Line(text), maxLabel)
	if !p.turned(n) || text == "0" || text == "" {
		return text
	}
	switch first := text[0]; {
	case first == '-':
		return text[1:]
	case first == '+':
		return "-" + text[1:]
	case '0' <= first && first <= '9' || first == '.':
		return "-" + text
	}
	return plain.Clip(plain.Line(p.tree.format(-v)), maxLabel)
}

// ended formats the value of a finished game: a distance or a margin.
func (p *pen) ended(v game.Score) string {
	n, won, decided := v.Plies()
	switch {
	case decided && won:
		return p.lang.Text("report.win-in", "n", n)
	case decided:
		return p.lang.Text("report.loss-in", "n", n)
	}
	n, _ = v.Points()
	return p.lang.Text("tree.final", "n", strings.Replace(fmt.Sprintf("%+d", n), "-", p.sign.minus, 1))
}

// value formats the known value of n: "5", "≥5", "5…" while n is open, or "".
func (p *pen) value(n *Node) string {
	switch {
	case p.tree.Lists:
		return p.cost(n)
	case p.tree.Growth != NoGrowth:
		return p.grownNumbers(n)
	case n.State == Open && n.Best >= 0:
		return p.number(n, n.Working) + p.sign.open
	case n.State == Open && n.Visits == 1, n.Bound == game.NoBound:
		return ""
	}
	return p.relation(n, n.Bound) + p.number(n, n.Value)
}

// relation returns "≥", "≤" or "" for the relation of the true value of n to a value with bound b.
func (p *pen) relation(n *Node, b game.Bound) string {
	if p.turned(n) {
		b = b.Negate()
	}
	switch b {
	case game.Lower:
		return p.sign.atLeast
	case game.Upper:
		return p.sign.atMost
	}
	return ""
}

// window formats the ends of w at n.
func (p *pen) window(n *Node, w game.Window) (alpha, beta string) {
	if p.turned(n) {
		w.Alpha, w.Beta = w.Beta, w.Alpha
	}
	return p.number(n, w.Alpha), p.number(n, w.Beta)
}

// notes returns the lines beside an inner node.
func (p *pen) notes(n *Node) []string {
	if p.tree.Lists {
		return p.part(n)
	}
	var lines []string
	if estimate := p.estimate(n); estimate != "" && n.inner {
		lines = append(lines, estimate)
	}
	if p.opt.Style == Types && n.Type > 0 {
		return append(lines, strconv.Itoa(n.Type))
	}
	if !n.Searched() || !n.inner || p.tree.Growth != NoGrowth {
		return lines
	}
	switch p.opt.Style {
	case AlphaBeta:
		alpha, beta := p.window(n, n.Window)
		return append(lines, p.sign.alpha+"="+alpha, p.sign.beta+"="+beta)
	case Intervals:
		lower, upper := p.window(n, p.proven(n))
		return append(lines, "["+p.pair(lower, upper)+"]")
	}
	return lines
}

// estimate returns the estimate of n, "≈3", or "" if it has none.
func (p *pen) estimate(n *Node) string {
	if !n.Estimated {
		return ""
	}
	return p.sign.about + p.number(n, n.Estimate)
}

// proven returns the interval of the true value of n. While n is open it follows from the children.
func (p *pen) proven(n *Node) game.Window {
	w := game.Window{Alpha: n.Lower, Beta: n.Upper}
	switch {
	case n.State != Open:
		return w
	case n.Chance:
		return n.Mean
	}
	for _, c := range n.Children {
		switch child := &p.tree.Nodes[c]; {
		case !child.Searched():
		case n.Max:
			w.Alpha = max(w.Alpha, child.Lower)
		default:
			w.Beta = min(w.Beta, child.Upper)
		}
	}
	return w
}

// edge returns the lines on the edge to n.
func (p *pen) edge(n *Node) []string {
	var lines []string
	if move := p.move(n); move != "" {
		if n.Odds != "" {
			move += ": " + p.lang.Number(n.Odds)
		}
		lines = append(lines, move)
	}
	if p.opt.Style == Windows && n.Searched() && !p.tree.Lists && p.tree.Growth == NoGrowth {
		alpha, beta := p.window(n, n.Entry)
		lines = append(lines, "("+p.pair(alpha, beta)+")")
	}
	return lines
}

// whyCut describes why the last visit of n was cut short: "cutoff 5 ≥ β = 4", "table cutoff".
func (p *pen) whyCut(n *Node) string {
	why := p.cutoff(n)
	if n.Cutoff == event.AlphaCut || n.Cutoff == event.BetaCut || n.Cutoff == event.ChanceCut {
		return p.lang.Text("tree.cutoff") + " " + why
	}
	return why
}

// cutoff describes the cutoff of the last visit of n: "5 ≥ β = 4".
func (p *pen) cutoff(n *Node) string {
	switch n.Cutoff {
	case event.TableCut:
		return p.lang.Text("tree.table")
	case event.SelectiveCut:
		return p.lang.Text("tree.selective")
	case event.NoReason:
		return ""
	}
	alpha, beta := p.window(n, n.Window)
	name, relation, end := p.sign.beta, p.sign.atLeast, beta
	if n.Cutoff == event.AlphaCut && !p.turned(n) || n.Cutoff == event.ChanceCut && n.CutAt <= n.Window.Alpha {
		name, relation, end = p.sign.alpha, p.sign.atMost, alpha
	}
	return fmt.Sprintf("%s %s %s = %s", p.number(n, n.CutAt), relation, name, end)
}

// account describes n completely in one line, for a reader who does not see the picture.
func (p *pen) account(n *Node) string { return p.join(append(p.named(n), p.standing(n)...)) }

// standing returns the parts of n's description that change during the search.
func (p *pen) standing(n *Node) (parts []string) {
	switch {
	case p.tree.Lists:
		return p.whereabouts(n)
	case p.tree.Growth != NoGrowth:
		return p.grownParts(n)
	}
	add := func(text string) {
		if text != "" {
			parts = append(parts, text)
		}
	}
	if n.State != Unseen {
		add(p.value(n))
	}
	switch {
	case n.State == Cut:
		add(p.lang.Text("tree.pruned"))
	case p.opt.Blank:
	case n.State == Unseen:
		add(p.lang.Text("tree.unseen"))
	default:
		alpha, beta := p.window(n, n.Entry)
		add("(" + p.pair(alpha, beta) + ")")
	}
	add(p.whyCut(n))
	if p.opt.Style == Types && n.Type > 0 {
		add(p.lang.Text("tree.type") + " " + strconv.Itoa(n.Type))
	}
	if n.PV {
		add(p.lang.Text("tree.variation"))
	}
	if n.Visits > 1 {
		add(fmt.Sprintf("%s %d", p.lang.Text("tree.visits"), n.Visits))
	}
	return parts
}

// current reports whether node i is the node of the last step of an unfinished trace.
func (p *pen) current(i int) bool { return i == p.tree.Current && !p.tree.Complete() }

// unseen reports whether n is shown as not searched.
func (p *pen) unseen(n *Node) bool { return n.State == Unseen && !p.opt.Blank }

// severed reports whether a cutoff has cut the edge to n itself, and not one further up.
func (p *pen) severed(n *Node) bool {
	return n.State == Cut && n.Parent >= 0 && p.tree.Nodes[n.Parent].State != Cut
}

// repeats returns "×3" for a node with three visits, "" for a node with one.
func (p *pen) repeats(n *Node) string {
	if n.Visits < 2 {
		return ""
	}
	return fmt.Sprintf("%s%d", p.sign.times, n.Visits)
}

type shapeKind uint8

const (
	bareShape    shapeKind = iota // a leaf: its value alone
	boxShape                      // MAX
	ovalShape                     // MIN
	peakShape                     // MAX as a triangle
	valleyShape                   // MIN as a triangle
	diamondShape                  // chance
	barShape                      // of an icicle
)

// kind returns the shape of n.
func (p *pen) kind(n *Node) shapeKind {
	switch {
	case !n.inner:
		return bareShape
	case p.tree.Lists && n.State == Open:
		return ovalShape
	case p.tree.Lists:
		return boxShape
	case n.Chance:
		return diamondShape
	case p.opt.Shapes == Triangles && n.Max:
		return peakShape
	case p.opt.Shapes == Triangles:
		return valleyShape
	case n.Max:
		return boxShape
	}
	return ovalShape
}

// phases returns the forms of node i to make room for: its current form or, if all steps share one
// layout, its final form, the value before that and the widest notes.
func (p *pen) phases(i int) []*Node {
	if !p.opt.Steady {
		return []*Node{&p.tree.Nodes[i]}
	}
	last := &p.tree.final.Nodes[i]
	open, fresh := *last, *last
	open.State, open.Visits = Open, max(last.Visits, 1)
	fresh.Window, fresh.Lower, fresh.Upper = last.Entry, -game.Infinity, game.Infinity
	fresh.G, fresh.H, fresh.Working = last.widest.g, last.widest.h, last.widest.total
	return []*Node{last, &open, &fresh}
}
