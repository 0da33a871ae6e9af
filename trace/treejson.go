package trace

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
)

// treeSchema is the name and version of the JSON form of a drawn tree; see
// docs/trace.md.
const treeSchema = "ply.tree/2"

type jsonTree struct {
	Schema string          `json:"schema"`
	Title  string          `json:"title,omitempty"`
	Step   int             `json:"step"`
	Steps  int             `json:"steps"`
	Node   int             `json:"current"`
	PV     []int           `json:"pv"`
	Stats  jsonStats       `json:"stats"`
	Width  json.RawMessage `json:"width"`
	Height json.RawMessage `json:"height"`
}

type jsonStats struct {
	Visits      int            `json:"visits"`
	Nodes       int            `json:"nodes"`
	Revisits    int            `json:"revisits"`
	Evaluations int            `json:"evaluations"`
	Leaves      int            `json:"leaves"`
	Cutoffs     int            `json:"cutoffs"`
	ByReason    map[string]int `json:"by_reason"`
	Pruned      int            `json:"pruned"`
	Unsearched  int            `json:"unsearched"`
	Approximate int            `json:"approximate"`
	MaxPly      int            `json:"max_ply"`
	Open        *int           `json:"open,omitempty"`
	Closed      *int           `json:"closed,omitempty"`
	Dropped     *int           `json:"dropped,omitempty"`
}

type jsonNode struct {
	ID       int                 `json:"id"`
	Parent   int                 `json:"parent"`
	Index    int                 `json:"index"`
	Children []int               `json:"children,omitempty"`
	Label    string              `json:"label,omitempty"`
	Move     string              `json:"move,omitempty"`
	Max      bool                `json:"max"`
	Chance   bool                `json:"chance,omitempty"`
	State    string              `json:"state"`
	Pass     bool                `json:"pass,omitempty"`
	Estimate json.RawMessage     `json:"estimate,omitempty"`
	Leaf     bool                `json:"leaf,omitempty"`
	Value    *jsonValue          `json:"value,omitempty"`
	Working  *jsonValue          `json:"working,omitempty"`
	Best     *int                `json:"best,omitempty"`
	Entry    *[2]json.RawMessage `json:"entry,omitempty"`
	Window   *[2]json.RawMessage `json:"window,omitempty"`
	Proven   *[2]json.RawMessage `json:"proven,omitempty"`
	Cutoff   *jsonCutoff         `json:"cutoff,omitempty"`
	Visits   int                 `json:"visits"`
	Pruned   int                 `json:"pruned,omitempty"`
	PV       bool                `json:"pv,omitempty"`
	Folded   bool                `json:"folded,omitempty"`
	Type     int                 `json:"type,omitempty"`
	G        *int                `json:"g,omitempty"`
	H        *int                `json:"h,omitempty"`
	Drop     string              `json:"drop,omitempty"`
	Limit    *int                `json:"limit,omitempty"`
	Goal     bool                `json:"goal,omitempty"`
	X        json.RawMessage     `json:"x"`
	Y        json.RawMessage     `json:"y"`
	Width    json.RawMessage     `json:"width"`
	Height   json.RawMessage     `json:"height"`
	Text     jsonText            `json:"text"`
}

type jsonValue struct {
	Score json.RawMessage `json:"score"`
	Bound string          `json:"bound,omitempty"`
}

type jsonCutoff struct {
	Reason string          `json:"reason"`
	Child  int             `json:"child"`
	Value  json.RawMessage `json:"value"`
}

// jsonText is the texts of a picture in the style and signs of the options.
type jsonText struct {
	Value   string   `json:"value,omitempty"`
	Notes   []string `json:"notes,omitempty"`
	Edge    []string `json:"edge,omitempty"`
	Cutoff  string   `json:"cutoff,omitempty"`
	Account string   `json:"account"`
}

// drawJSON writes all data of the tree, with the layout of the SVG. Names are
// complete, not shortened.
func drawJSON(out io.Writer, p *pen) error {
	g := newPicture(p)
	t := p.tree
	doc := jsonTree{
		Schema: treeSchema, Title: p.opt.Title, Step: t.Step, Steps: t.Steps, Node: t.Current,
		PV: t.PV(), Stats: t.statsJSON(), Width: json.RawMessage(px(g.width)), Height: json.RawMessage(px(g.height)),
	}
	head, err := json.Marshal(doc)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, `%s,"nodes":[`, bytes.TrimSuffix(head, []byte("}")))
	for i := range t.Nodes {
		line, err := json.Marshal(g.nodeJSON(i))
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s\n%s", comma(i), line)
	}
	_, err = io.WriteString(out, "\n]}\n")
	return err
}

// comma returns the separator before element i of an array.
func comma(i int) string {
	if i == 0 {
		return ""
	}
	return ","
}

func (t *Tree) statsJSON() jsonStats {
	s := &t.Stats
	reasons := map[string]int{}
	for r, n := range s.ByReason {
		if n > 0 {
			reasons[event.Reason(r).String()] = n
		}
	}
	j := jsonStats{
		Visits: s.Visits, Nodes: s.Nodes, Revisits: s.Revisits(), Evaluations: s.Evaluations, Leaves: s.Leaves,
		Cutoffs: s.Cutoffs, ByReason: reasons, Pruned: s.Pruned, Unsearched: s.Unsearched, Approximate: s.Approximate, MaxPly: s.MaxPly,
	}
	if t.Lists {
		j.Open, j.Closed, j.Dropped = &s.Open, &s.Closed, &s.Dropped
	}
	return j
}

func (g *picture) nodeJSON(i int) jsonNode {
	n := &g.tree.Nodes[i]
	j := jsonNode{
		ID: i, Parent: n.Parent, Index: n.Index, Children: n.Children, Label: n.Label, Move: n.Move,
		Max: n.Max, Chance: n.Chance, Pass: n.Pass, State: n.State.String(), Leaf: n.Leaf, Visits: n.Visits, Pruned: n.Pruned,
		PV: n.PV, Folded: n.Folded, Type: g.typeOf(n),
		X: json.RawMessage(px(g.x[i])), Y: json.RawMessage(px(g.y(i))),
		Width: json.RawMessage(px(g.shape[i].width)), Height: json.RawMessage(px(g.shape[i].tall)),
		Text: jsonText{
			plainMinus(g.value(n)), plainLines(g.notes(n)), plainLines(g.edge(n)), plainMinus(g.cutoff(n)), plainMinus(g.account(n)),
		},
	}
	if n.Estimated {
		j.Estimate = g.score(n.Estimate)
	}
	if n.Bound != game.NoBound {
		j.Value = &jsonValue{g.score(n.Value), n.Bound.String()}
	}
	if n.Best >= 0 {
		j.Best, j.Working = &n.Best, &jsonValue{Score: g.score(n.Working)}
	}
	switch {
	case g.tree.Lists:
		n.listed(&j)
		return j
	case g.tree.Growth != NoGrowth:
		g.grownJSON(n, &j)
		return j
	}
	if n.Searched() {
		j.Entry, j.Window = g.ends(n.Entry), g.ends(n.Window)
		j.Proven = g.ends(g.proven(n))
	}
	if n.Cutoff != event.NoReason {
		j.Cutoff = &jsonCutoff{n.Cutoff.String(), n.CutBy, g.score(n.CutAt)}
	}
	return j
}

// typeOf returns the type of n if the style shows it.
func (g *picture) typeOf(n *Node) int {
	if g.opt.Style != Types {
		return 0
	}
	return n.Type
}

// plainMinus replaces the minus sign of pictures by that of programs.
func plainMinus(text string) string { return strings.ReplaceAll(text, unicodeSigns.minus, "-") }

func plainLines(lines []string) []string {
	for i := range lines {
		lines[i] = plainMinus(lines[i])
	}
	return lines
}

func (g *picture) ends(w game.Window) *[2]json.RawMessage {
	return &[2]json.RawMessage{g.score(w.Alpha), g.score(w.Beta)}
}

// score returns the number that v represents, from MAX's view: the value of a
// leaf, an estimate or a margin; for other scores, such as wins at a distance,
// the score itself; and "inf" and "-inf".
func (g *picture) score(v game.Score) json.RawMessage {
	if v > -game.Infinity && v < game.Infinity {
		if number := jsonNumber(g.tree.format(v)); json.Valid(number) {
			return number
		}
	}
	number, err := scoreJSON(v).MarshalJSON()
	if err != nil {
		panic("trace: a score that JSON cannot hold: " + err.Error())
	}
	return number
}

var looseNumber = regexp.MustCompile(`^\+?(-?)0*([0-9]*)(?:\.([0-9]*))?([eE][+-]?[0-9]+)?$`)

// jsonNumber formats a number as JSON: 0.5 for +.5 or 00.5, the nearest decimal for a fraction. It
// returns nil for other texts.
func jsonNumber(text string) []byte {
	if over, under, ok := strings.Cut(text, "/"); ok {
		a, errA := strconv.ParseFloat(over, 64)
		b, errB := strconv.ParseFloat(under, 64)
		if number, err := json.Marshal(a / b); errA == nil && errB == nil && err == nil {
			return number
		}
	}
	m := looseNumber.FindStringSubmatch(text)
	if m == nil || !strings.ContainsAny(text, "0123456789") {
		return nil
	}
	number := m[1] + cmp.Or(m[2], "0")
	if m[3] != "" {
		number += "." + m[3]
	}
	return []byte(number + m[4])
}
