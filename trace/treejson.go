package trace

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
)

// treeSchema is the name and version of the JSON form of a drawn tree; see docs/trace.md.
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
	Odds     string              `json:"odds,omitempty"`
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
	return writeLines(out, doc, "nodes", len(t.Nodes), func(i int) any { return g.nodeJSON(i) })
}

// writeLines writes head, an object, with one more field: an array of n elements, one a line.
func writeLines(out io.Writer, head any, field string, n int, element func(i int) any) error {
	text, err := json.Marshal(head)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s,%q:[", bytes.TrimSuffix(text, []byte("}")), field)
	comma := ""
	for i := range n {
		line, err := json.Marshal(element(i))
		if err != nil {
			return fmt.Errorf("trace: %s, %d: %w", field, i, err)
		}
		fmt.Fprintf(out, "%s\n%s", comma, line)
		comma = ","
	}
	_, err = io.WriteString(out, "\n]}\n")
	return err
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
		ID: i, Parent: n.Parent, Index: n.Index, Children: n.Children, Label: n.Label, Move: n.Move, Odds: n.Odds,
		Max: n.Max, Chance: n.Chance, Pass: n.Pass, State: n.State.String(), Leaf: n.Leaf, Visits: n.Visits, Pruned: n.Pruned,
		PV: n.PV, Folded: n.Folded, Type: g.typeOf(n),
		X: json.RawMessage(px(g.x[i])), Y: json.RawMessage(px(g.y[i])),
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

// score returns the number that v represents, from MAX's view: the value of a leaf, an estimate or
// a margin; for other scores, such as wins at a distance, the score itself; and "inf" and "-inf".
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

// Schema is the name and version of the JSON form of a stream. docs/trace.md describes the form
// field by field. A change that an old reader could misread gets a new number.
const Schema = "ply.trace/1"

// MaxEvents is the largest number of events that a stream should have, so that
// programs can keep all of them.
const MaxEvents = 1 << 20

// ErrFormat is wrapped by the errors of Build for a stream that no search emits.
var ErrFormat = errors.New("bad trace")

// Document is a stream together with its origin. The three texts are for readers and may be empty.
type Document struct {
	Game      string        // its name, with its size
	Position  string        // the root, in the game's text form
	Algorithm string        // as the command line names it
	Events    []event.Event // in order
}

// Encode writes d as one JSON document, one event a line. Each event has the
// fields that apply to its kind; see [Event].
func Encode(w io.Writer, d Document) error {
	head := struct {
		Schema    string `json:"schema"`
		Game      string `json:"game,omitempty"`
		Position  string `json:"position,omitempty"`
		Algorithm string `json:"algorithm,omitempty"`
	}{Schema, d.Game, d.Position, d.Algorithm}
	out := bufio.NewWriter(w)
	err := writeLines(out, head, "events", len(d.Events), func(i int) any { return jsonEvent(d.Events[i]) })
	return cmp.Or(err, out.Flush())
}

// eventJSON is an event in JSON. Absent fields are nil.
type eventJSON struct {
	Kind   string      `json:"kind"`
	Node   int         `json:"node"`
	Parent int         `json:"parent"`
	Index  int         `json:"index"`
	Ply    int         `json:"ply"`
	Max    bool        `json:"max"`
	Chance bool        `json:"chance,omitempty"`
	Pass   bool        `json:"pass,omitempty"`
	Child  *int        `json:"child,omitempty"`
	Window []scoreJSON `json:"window,omitempty"`
	Claims []string    `json:"claims,omitempty"`
	Value  *scoreJSON  `json:"value,omitempty"`
	Bound  string      `json:"bound,omitempty"`
	Reason *string     `json:"reason,omitempty"`
	G      *int        `json:"g,omitempty"`
	H      *int        `json:"h,omitempty"`
}

// A fieldSet names optional fields of an event.
type fieldSet uint8

const (
	hasChild fieldSet = 1 << iota
	hasWindow
	hasValue
	hasBound
	hasReason
	hasG
	hasH
)

// kindFields are the fields that apply to each kind of event, beyond those of
// every event: kind, node, parent, index, ply and max.
var kindFields = [...]fieldSet{
	event.Enter:   hasWindow,
	event.Static:  hasValue | hasBound,
	event.Window:  hasWindow,
	event.Backup:  hasChild | hasValue,
	event.Outcome: hasChild | hasValue | hasWindow | hasBound,
	event.Cutoff:  hasChild | hasValue | hasReason,
	event.Pruned:  hasChild,
	event.Leave:   hasValue | hasBound,
	event.Reach:   hasG | hasH,
	event.Limit:   hasG,
	event.Expand:  0,
	event.Drop:    hasReason,
	event.Goal:    0,
	event.Join:    hasG | hasH,
	event.Choose:  hasChild,
	event.Update:  hasG | hasH,
	event.Playout: hasValue | hasBound,
	event.Count:   hasG | hasValue,
}

func jsonEvent(e event.Event) eventJSON {
	j := eventJSON{Kind: e.Kind.String(), Node: e.Node, Parent: e.Parent, Index: e.Index, Ply: e.Ply, Max: e.Max, Chance: e.Chance, Pass: e.Pass}
	if int(e.Kind) >= len(kindFields) {
		return j
	}
	fields := kindFields[e.Kind]
	if fields&hasChild != 0 {
		j.Child = &e.Child
	}
	if fields&hasWindow != 0 {
		j.Window = []scoreJSON{scoreJSON(e.Window.Alpha), scoreJSON(e.Window.Beta)}
		if e.Claims != (event.Claims{}) {
			j.Claims = []string{e.Claims.Alpha.String(), e.Claims.Beta.String()}
		}
	}
	if fields&hasValue != 0 {
		j.Value = (*scoreJSON)(&e.Value)
	}
	if fields&hasBound != 0 {
		j.Bound = [...]string{"none", "upper", "lower", "exact"}[e.Bound&game.Exact]
	}
	if fields&hasReason != 0 {
		name := e.Reason.String()
		j.Reason = &name
	}
	if fields&hasG != 0 {
		j.G = &e.G
	}
	if fields&hasH != 0 {
		j.H = &e.H
	}
	return j
}

// scoreJSON is a score in JSON: a number, or "inf" or "-inf".
type scoreJSON game.Score

func (v scoreJSON) MarshalJSON() ([]byte, error) {
	switch game.Score(v) {
	case game.Infinity:
		return []byte(`"inf"`), nil
	case -game.Infinity:
		return []byte(`"-inf"`), nil
	}
	return json.Marshal(int32(v))
}

// check rejects numbers that no search emits in an event.
func check(e *event.Event) error {
	switch {
	case (e.Parent == -1) != (e.Ply == 0) || (e.Index == -1) != (e.Ply == 0):
		return fmt.Errorf("%v: parent %d and index %d at ply %d: %w", e.Kind, e.Parent, e.Index, e.Ply, ErrFormat)
	case e.Node < 0, e.Parent < -1, e.Parent >= e.Node, e.Index < -1, e.Ply < 0, e.Ply > event.MaxPly:
		return fmt.Errorf("%v: node %d, parent %d, index %d or ply %d is out of range: %w",
			e.Kind, e.Node, e.Parent, e.Index, e.Ply, ErrFormat)
	case e.Child < leastChild(e) || e.Ply == event.MaxPly && kindFields[e.Kind]&hasChild != 0:
		return fmt.Errorf("%v: no node can be child %d at ply %d: %w", e.Kind, e.Child, e.Ply, ErrFormat)
	case e.G < 0 || e.G > event.Far || e.H < 0 || e.H > event.Far:
		return fmt.Errorf("%v: g = %d and h = %d, want 0 to %d: %w", e.Kind, e.G, e.H, event.Far, ErrFormat)
	case int(e.Reason) >= event.Reasons || e.Bound > game.Exact:
		return fmt.Errorf("%v with reason %d and bound %d: %w", e.Kind, e.Reason, e.Bound, ErrFormat)
	}
	return nil
}

// leastChild returns the least Child: -1 where the node itself may be meant.
func leastChild(e *event.Event) int {
	if e.Kind == event.Cutoff || e.Kind == event.Backup {
		return -1
	}
	return 0
}
