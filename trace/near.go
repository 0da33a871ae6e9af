package trace

import (
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
)

// near rewrites events so that all their scores represent numbers, by
// BuildOptions.Near. A window grows to the next numbers outside, which
// distinguish the same values; a bound moves to the next number that it
// allows; and a child's value becomes the value that it was left with.
func near(events []event.Event, next func(v game.Score, up bool) game.Score) {
	type child struct{ parent, index int }
	left := map[child]game.Score{}
	for i := range events {
		e := &events[i]
		switch e.Kind {
		case event.Enter, event.Window:
			e.Window = game.Window{Alpha: next(e.Window.Alpha, false), Beta: next(e.Window.Beta, true)}
		case event.Leave:
			e.Value = next(e.Value, e.Bound == game.Lower)
			left[child{e.Parent, e.Index}] = e.Value
		case event.Backup, event.Cutoff:
			if v, ok := left[child{e.Node, e.Child}]; ok && next(e.Value, false) != e.Value {
				e.Value = v
			}
		}
	}
}
