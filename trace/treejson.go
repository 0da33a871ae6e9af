package trace

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"github.com/plywood-go/plywood/game"
)

// TreeSchema names the JSON form of a drawn tree and its version, see
// docs/trace.md.
const TreeSchema = "ply.tree/1"

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
}

type jsonNode struct {
	ID       int             `json:"id"`
	Parent   int             `json:"parent"`
	Index    int             `json:"index"`
	Children []int           `json:"children,omitempty"`
	Label    string          `json:"label,omitempty"`
	Move     string          `json:"move,omitempty"`
	Max      bool            `json:"max"`
	State    string          `json:"state"`
	Leaf     bool            `json:"leaf,omitempty"`
	Value    *jsonValue      `json:"value,omitempty"`
	Working  *jsonValue      `json:"working,omitempty"`
	Best     *int            `json:"best,omitempty"`
	Entry    *[2]wireScore   `json:"entry,omitempty"`
	Window   *[2]wireScore   `json:"window,omitempty"`
	Proven   *[2]wireScore   `json:"proven,omitempty"`
	Cutoff   *jsonCutoff     `json:"cutoff,omitempty"`
	Visits   int             `json:"visits"`
	Pruned   int             `json:"pruned,omitempty"`
	PV       bool            `json:"pv,omitempty"`
	Folded   bool            `json:"folded,omitempty"`
	X        json.RawMessage `json:"x"`
	Y        json.RawMessage `json:"y"`
	Width    json.RawMessage `json:"width"`
	Height   json.RawMessage `json:"height"`
	Text     jsonText        `json:"text"`
}

type jsonValue struct {
	Score wireScore `json:"score"`
	Bound string    `json:"bound,omitempty"`
}

type jsonCutoff struct {
	Reason string    `json:"reason"`
	Child  int       `json:"child"`
	Value  wireScore `json:"value"`
}

// jsonText is what a picture in the options' style and signs writes.
type jsonText struct {
	Value   string   `json:"value,omitempty"`
	Notes   []string `json:"notes,omitempty"`
	Edge    []string `json:"edge,omitempty"`
	Cutoff  string   `json:"cutoff,omitempty"`
	Account string   `json:"account"`
}

// drawJSON writes all that is known of the tree, with the layout of the SVG.
// Names are as the caller gave them, not shortened.
func drawJSON(out io.Writer, p *pen) error {
	g := newPicture(p)
	t := p.tree
	doc := jsonTree{
		Schema: TreeSchema, Title: p.opt.Title, Step: t.Step, Steps: t.Steps, Node: t.Current,
		PV: t.PV(), Stats: statsJSON(&t.Stats), Width: json.RawMessage(px(g.width)), Height: json.RawMessage(px(g.height)),
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

// comma returns what stands before element i of an array.
func comma(i int) string {
	if i == 0 {
		return ""
	}
	return ","
}

func statsJSON(s *Stats) jsonStats {
	reasons := map[string]int{}
	for r, n := range s.ByReason {
		if n > 0 {
			reasons[Reason(r).String()] = n
		}
	}
	return jsonStats{
		s.Visits, s.Nodes, s.Revisits(), s.Evaluations, s.Leaves, s.Cutoffs, reasons,
		s.Pruned, s.Unsearched, s.Approximate, s.MaxPly,
	}
}

func (g *picture) nodeJSON(i int) jsonNode {
	n := &g.tree.Nodes[i]
	j := jsonNode{
		ID: i, Parent: n.Parent, Index: n.Index, Children: n.Children, Label: n.Label, Move: n.Move,
		Max: n.Max, State: n.State.String(), Leaf: n.Leaf, Visits: n.Visits, Pruned: n.Pruned,
		PV: n.PV, Folded: n.Folded,
		X: json.RawMessage(px(g.x[i])), Y: json.RawMessage(px(g.y(i))),
		Width: json.RawMessage(px(g.shape[i].width)), Height: json.RawMessage(px(g.shape[i].tall)),
		Text: jsonText{g.value(n), g.notes(n), g.edge(n), g.cutoff(n), g.account(n)},
	}
	if n.Bound != game.NoBound {
		j.Value = &jsonValue{wireScore(n.Value), n.Bound.String()}
	}
	if n.Best >= 0 {
		j.Best, j.Working = &n.Best, &jsonValue{Score: wireScore(n.Working)}
	}
	if n.Searched() {
		j.Entry, j.Window = ends(n.Entry), ends(n.Window)
		j.Proven = ends(g.proven(n))
	}
	if n.Cutoff != NoReason {
		j.Cutoff = &jsonCutoff{n.Cutoff.String(), n.CutBy, wireScore(n.CutAt)}
	}
	return j
}

func ends(w game.Window) *[2]wireScore {
	return &[2]wireScore{wireScore(w.Alpha), wireScore(w.Beta)}
}
