package trace

import (
	"fmt"
	"slices"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/internal/plain"
)

// wireEvent is an event in JSON. Pointers distinguish an absent field from 0.
type wireEvent struct {
	Kind   string        `json:"kind"`
	Node   *int          `json:"node"`
	Parent *int          `json:"parent"`
	Index  *int          `json:"index"`
	Ply    *int          `json:"ply"`
	Max    *bool         `json:"max"`
	Chance bool          `json:"chance,omitempty"`
	Pass   bool          `json:"pass,omitempty"`
	Child  *int          `json:"child,omitempty"`
	Window *[]*wireScore `json:"window,omitempty"`
	Claims *[]string     `json:"claims,omitempty"`
	Value  *wireScore    `json:"value,omitempty"`
	Bound  *string       `json:"bound,omitempty"`
	Reason *string       `json:"reason,omitempty"`
	G      *int          `json:"g,omitempty"`
	H      *int          `json:"h,omitempty"`
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

var fieldNames = [...]string{"child", "window", "value", "bound", "reason", "g", "h"}

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

var boundNames = [...]string{"none", "upper", "lower", "exact"}

func toWire(e event.Event) wireEvent {
	w := wireEvent{Kind: e.Kind.String(), Node: &e.Node, Parent: &e.Parent, Index: &e.Index, Ply: &e.Ply, Max: &e.Max, Chance: e.Chance, Pass: e.Pass}
	if int(e.Kind) >= len(kindFields) {
		return w
	}
	fields := kindFields[e.Kind]
	if fields&hasChild != 0 {
		w.Child = &e.Child
	}
	if fields&hasWindow != 0 {
		w.Window = &[]*wireScore{(*wireScore)(&e.Window.Alpha), (*wireScore)(&e.Window.Beta)}
		if e.Claims != (event.Claims{}) {
			w.Claims = &[]string{e.Claims.Alpha.String(), e.Claims.Beta.String()}
		}
	}
	if fields&hasValue != 0 {
		w.Value = (*wireScore)(&e.Value)
	}
	if fields&hasBound != 0 {
		w.Bound = &boundNames[e.Bound&game.Exact]
	}
	if fields&hasReason != 0 {
		name := e.Reason.String()
		w.Reason = &name
	}
	if fields&hasG != 0 {
		w.G = &e.G
	}
	if fields&hasH != 0 {
		w.H = &e.H
	}
	return w
}

// event checks w and converts it to an Event.
func (w *wireEvent) event() (event.Event, error) {
	kind, ok := event.ParseKind(w.Kind)
	if !ok {
		return event.Event{}, fmt.Errorf("unknown kind %q: %w", plain.Clip(w.Kind, 40), ErrFormat)
	}
	if w.Node == nil || w.Parent == nil || w.Index == nil || w.Ply == nil || w.Max == nil {
		return event.Event{}, fmt.Errorf("%s without node, parent, index, ply or max: %w", w.Kind, ErrFormat)
	}
	want, got := kindFields[kind], w.fields()
	for bit, name := range fieldNames {
		switch mask := fieldSet(1) << bit; {
		case want&^got&mask != 0:
			return event.Event{}, fmt.Errorf("%s without %q: %w", w.Kind, name, ErrFormat)
		case got&^want&mask != 0:
			return event.Event{}, fmt.Errorf("%s has no %q: %w", w.Kind, name, ErrFormat)
		}
	}
	if w.Claims != nil && w.Window == nil {
		return event.Event{}, fmt.Errorf("%s has no \"claims\": %w", w.Kind, ErrFormat)
	}
	e := event.Event{Kind: kind, Node: *w.Node, Parent: *w.Parent, Index: *w.Index, Ply: *w.Ply, Turn: event.Turn{Max: *w.Max, Chance: w.Chance, Pass: w.Pass}}
	if err := w.fill(&e); err != nil {
		return event.Event{}, fmt.Errorf("%s: %w", w.Kind, err)
	}
	if err := check(&e); err != nil {
		return event.Event{}, err
	}
	return e, nil
}

func (w *wireEvent) fields() fieldSet {
	var set fieldSet
	for bit, present := range [...]bool{
		w.Child != nil, w.Window != nil, w.Value != nil, w.Bound != nil, w.Reason != nil, w.G != nil, w.H != nil,
	} {
		if present {
			set |= 1 << bit
		}
	}
	return set
}

// fill copies the optional fields from w to e.
func (w *wireEvent) fill(e *event.Event) error {
	if w.Child != nil {
		e.Child = *w.Child
	}
	if w.Value != nil {
		e.Value = game.Score(*w.Value)
	}
	if w.Window != nil {
		ends := *w.Window
		if len(ends) != 2 || ends[0] == nil || ends[1] == nil {
			return fmt.Errorf("a window is two scores: %w", ErrFormat)
		}
		e.Window = game.Window{Alpha: game.Score(*ends[0]), Beta: game.Score(*ends[1])}
	}
	if w.Claims != nil {
		var err error
		if e.Claims, err = parseClaims(*w.Claims); err != nil {
			return err
		}
	}
	if w.Bound != nil {
		i := slices.Index(boundNames[:], *w.Bound)
		if i < 0 {
			return fmt.Errorf("unknown bound %q: %w", plain.Clip(*w.Bound, 40), ErrFormat)
		}
		e.Bound = game.Bound(i)
	}
	if w.Reason != nil {
		reason, ok := event.ParseReason(*w.Reason)
		if !ok {
			return fmt.Errorf("unknown reason %q: %w", plain.Clip(*w.Reason, 40), ErrFormat)
		}
		e.Reason = reason
	}
	if w.G != nil {
		e.G = *w.G
	}
	if w.H != nil {
		e.H = *w.H
	}
	return nil
}

// parseClaims reads the claims of both ends of a window.
func parseClaims(names []string) (event.Claims, error) {
	if len(names) != 2 {
		return event.Claims{}, fmt.Errorf("%d claims, want 2: %w", len(names), ErrFormat)
	}
	var ends [2]event.Claim
	for i, name := range names {
		claim, ok := event.ParseClaim(name)
		if !ok {
			return event.Claims{}, fmt.Errorf("unknown claim %q: %w", plain.Clip(name, 40), ErrFormat)
		}
		ends[i] = claim
	}
	return event.Claims{Alpha: ends[0], Beta: ends[1]}, nil
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
