package web

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/search"
)

// turnTime is how long a search goes on while others wait, if it has all cores;
// with half of them it goes on for twice as long. Fifty searches come round in a
// second.
const turnTime = 20 * time.Millisecond

// borrowed is an engine of the pool that takes turns with all others. It is an
// engine.Engine like any: who is given it need not know that it shares.
type borrowed struct {
	*seat
	server *Server
	nodes  atomic.Uint64 // visited since it was borrowed, all but the very last
}

// borrow returns an engine for g, which must be given back.
func (s *Server) borrow(g *engine.Game) (*borrowed, error) {
	seat, err := s.pool.lend(g, s.cores())
	if err != nil {
		return nil, err
	}
	return &borrowed{seat: seat, server: s}, nil
}

// cores returns how many the next search is to have: its share, but two if there
// are. On two cores all searches are alike then, none leaves a core idle that
// the next in the queue is too broad for, and one that begins just before
// another ends is not left with half of the machine.
func (s *Server) cores() int {
	all := s.config.Threads
	return max(all/(1+s.pool.active()), min(all, 2))
}

func (b *borrowed) giveBack() { b.server.pool.giveBack(b.seat) }

// Analyze implements engine.Engine. A search that nobody waits for goes on
// undisturbed. Otherwise it pauses between its turns, wherever it is: that costs
// nothing but the time, which limits count from the first turn on.
func (b *borrowed) Analyze(ctx context.Context, pos *engine.Position, q search.Query, control search.Control, report func(engine.Analysis)) engine.Analysis {
	c := chair{
		turns: &b.server.turns, cores: b.threads, nodes: &b.nodes,
		time: turnTime * time.Duration(b.server.config.Threads) / time.Duration(b.threads),
	}
	c.sit(ctx)
	defer c.leave()
	if control.Time > 0 { // when that is over the search ends, turn or no turn
		var cancel context.CancelFunc
		c.ctx, cancel = context.WithTimeout(ctx, control.Time)
		defer cancel()
	}
	control.Pulse = c.pulse
	return b.Engine.Analyze(ctx, pos, q, control, report)
}

// chair is the place of one search at the cores, from which it rises to let
// others sit down.
type chair struct {
	turns *turns
	cores int
	time  time.Duration // of a turn
	nodes *atomic.Uint64

	mu    sync.Mutex // held while the search pauses: its other threads wait for it
	ctx   context.Context
	since time.Time // the beginning of the turn
	taken bool
}

// sit waits for a turn, unless nobody wants the search any more: an engine knows
// what to say when it has no time at all.
func (c *chair) sit(ctx context.Context) {
	c.ctx = ctx
	c.taken = c.turns.take(ctx, c.cores) == nil
	c.since = time.Now()
}

// leave ends the search's use of the cores.
func (c *chair) leave() {
	if c.taken {
		c.turns.give(c.cores)
	}
}

// pulse is that of the search. A thread that comes here while another waits for
// the next turn is held up too: as long as that waits, there is somebody.
func (c *chair) pulse(nodes uint64) {
	c.nodes.Add(nodes)
	if c.turns.wanted() {
		c.rise()
	}
}

// rise lets those who wait have their turns, if this one has been long enough.
func (c *chair) rise() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.taken || time.Since(c.since) < c.time || !c.turns.wanted() {
		return
	}
	c.leave()
	c.sit(c.ctx)
}
