package trace

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
)

// Schema is the name and version of the JSON form of a stream. docs/trace.md
// describes the form field by field. A change that an old reader could misread gets a new
// number.
const Schema = "ply.trace/1"

// MaxEvents is the largest number of events that a stream should have, so that
// programs can keep all of them.
const MaxEvents = 1 << 20

// ErrFormat is wrapped by the errors of Build for a stream that no search emits.
var ErrFormat = errors.New("bad trace")

// Document is a stream together with its origin. The three texts are for
// readers and may be empty.
type Document struct {
	Game      string        // its name, with its size
	Position  string        // the root, in the game's text form
	Algorithm string        // as the command line names it
	Events    []event.Event // in order
}

// Encode writes d as one JSON document, one event a line. Each event has the
// fields that apply to its kind; see [Event].
func Encode(w io.Writer, d Document) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, `{"schema":%q`, Schema)
	for _, field := range []struct{ name, text string }{
		{"game", d.Game}, {"position", d.Position}, {"algorithm", d.Algorithm},
	} {
		if field.text != "" {
			fmt.Fprintf(out, `,%q:%s`, field.name, quoteJSON(field.text))
		}
	}
	out.WriteString(`,"events":[`)
	for i, e := range d.Events {
		line, err := json.Marshal(jsonEvent(e))
		if err != nil {
			return fmt.Errorf("trace: event %d: %w", i, err)
		}
		fmt.Fprintf(out, "%s\n%s", comma(i), line)
	}
	out.WriteString("\n]}\n")
	return out.Flush()
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

func quoteJSON(s string) []byte {
	quoted, err := json.Marshal(s)
	if err != nil {
		panic("trace: a string that JSON cannot hold: " + err.Error())
	}
	return quoted
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
