package engine_test

import (
	"context"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/search"
)

// pulsing are searches of every engine that take some ten thousand nodes.
var pulsing = []struct {
	game, moves string
	query       search.Query
}{
	{"othello", "f5d6c3d3c4", search.Query{Depth: 10, Lines: 5}},
	{"othello:6", "", search.Query{Nodes: 50_000}},
	{"connect4", "4443525", search.Query{Nodes: 200_000}},
	{"connect4", "44435255", search.Query{Lines: 7}},
	{"connect4", "444", search.Query{Lines: 7, Nodes: 300_000}},
	{"mnk:7,7,5", "d4", search.Query{Nodes: 20_000, Lines: 3}},
	{"qubic", "", search.Query{Depth: 4}},
	{"ultimate", "", search.Query{Depth: 6, Lines: 9}},
}

func analysed(ctx context.Context, p engine.Position, threads int, q search.Query, c search.Control) engine.Analysis {
	var o engine.Options
	o.Threads, o.TableBytes = threads, 4<<20
	return p.Game().NewEngine(o).Analyze(ctx, p, q, c, nil)
}

// TestPulse compares searches with and without pulses: on one thread they are
// the same, and the pulses tell the nodes but for the last.
func TestPulse(t *testing.T) {
	for _, x := range pulsing {
		p, err := find(t, x.game).Start().PlayAll(x.moves)
		if err != nil {
			t.Fatal(err)
		}
		for threads := 1; threads <= 2; threads++ {
			var told atomic.Uint64
			with := analysed(t.Context(), p, threads, x.query, search.Control{Pulse: func(n uint64) { told.Add(n) }})
			if n := with.Stats.Nodes; told.Load() > n || told.Load() < n/2 {
				t.Errorf("%s %q, %d threads: the pulses tell %d nodes of %d", x.game, x.moves, threads, told.Load(), n)
			}
			if threads > 1 {
				continue
			}
			without := analysed(t.Context(), p, threads, x.query, search.Control{})
			if with.Stats.Nodes != without.Stats.Nodes || !reflect.DeepEqual(with.Lines, without.Lines) {
				t.Errorf("%s %q: %d nodes, %v, without pulses %d, %v", x.game, x.moves, with.Stats.Nodes, with.Lines, without.Stats.Nodes, without.Lines)
			}
		}
	}
}

// TestPulseHeldUp holds up a search that would not end for minutes at its third
// pulse. Once released it heeds that its context has ended meanwhile.
func TestPulseHeldUp(t *testing.T) {
	for _, name := range []string{"othello", "othello:6", "connect4", "mnk:7,7,5", "qubic", "ultimate"} {
		for _, threads := range []int{1, 2} {
			ctx, cancel := context.WithCancel(t.Context())
			held, release := make(chan struct{}), make(chan struct{})
			var pulses atomic.Int32
			c := search.Control{Pulse: func(uint64) {
				switch n := pulses.Add(1); {
				case n == 3:
					close(held)
					fallthrough
				case n > 3:
					<-release
				}
			}}
			ended := make(chan engine.Analysis, 1)
			go func() { ended <- analysed(ctx, find(t, name).Start(), threads, search.Query{Lines: 2}, c) }()
			<-held
			cancel()
			close(release)
			a := <-ended
			if a.Stopped != search.Interrupted || len(a.Lines) == 0 || !slices.Contains(a.Position.Moves(), a.Lines[0].Move) {
				t.Errorf("%s, %d threads: stopped by %v, lines %v", name, threads, a.Stopped, a.Lines)
			}
		}
	}
}
