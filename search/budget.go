package search

import (
	"cmp"
	"context"
	"math"
	"sync/atomic"
	"time"
)

// Budget ends a run when its nodes or time are spent, its context is done, or Halt is called. All
// solvers use it, so a Query and a Control mean the same to each. It serves one run after another.
type Budget struct {
	halted atomic.Bool
	reason atomic.Uint32 // why the run was halted
	onHalt func()        // called at each halt; may be nil

	begun   atomic.Int64 // when the clock started, in Unix nanoseconds; 0 while pondering
	control Control
	left    atomic.Int64 // nodes not yet drawn by a thread
	draw    uint64       // nodes that a thread draws at a time
	threads int
	every   uint64 // nodes between two pulses of a thread
}

// Begin prepares b for a run of at most nodes nodes, or any number if nodes is 0. It starts the
// clock unless the control ponders. every is the number of nodes between two pulses of a
// thread, if the control asks for pulses.
//
// onHalt, if not nil, is called on some goroutine whenever the run is halted, perhaps several
// times. release stops watching the time and the context; after it only Halt halts the run.
func (b *Budget) Begin(ctx context.Context, nodes uint64, c Control, threads int, every uint64, onHalt func()) (release func()) {
	b.control, b.threads, b.every, b.onHalt = c, threads, every, onHalt
	b.reason.Store(uint32(Running))
	b.halted.Store(false)
	b.Allow(nodes)
	detach := b.watchContext(ctx)
	stopClock := b.startClock()
	return func() { stopClock(); detach() }
}

// Allow sets the number of nodes that the run may still visit; 0 means no
// limit. Meters keep the nodes that they have drawn until Reset.
func (b *Budget) Allow(nodes uint64) {
	if nodes == 0 || nodes > math.MaxInt64 {
		nodes = math.MaxInt64
	}
	b.left.Store(int64(nodes))
	b.draw = nodes
	if b.threads > 1 && nodes < math.MaxInt64 {
		b.draw = min(largestDraw, max(1, nodes/(draws*uint64(b.threads))))
	}
}

// A single thread draws all its nodes at once. With several threads a draw is so small that
// they leave few nodes unused at the end, and so large that draws are rare.
const (
	draws       = 16      // draws of each thread, at least
	largestDraw = 1 << 12 // nodes
)

// watchContext halts the run when ctx is done. After release returns, a late
// cancellation no longer affects the next run.
func (b *Budget) watchContext(ctx context.Context) (release func()) {
	if ctx.Err() != nil {
		b.Halt(Interrupted)
	}
	halted := make(chan struct{})
	detach := context.AfterFunc(ctx, func() { b.Halt(Interrupted); close(halted) })
	return func() {
		if !detach() {
			<-halted
		}
	}
}

// startClock starts the time limits, after pondering if the control ponders.
// The returned function stops them.
func (b *Budget) startClock() (stop func()) {
	limit, ponder := b.control.Time, b.control.Ponder
	if ponder == nil {
		b.begun.Store(time.Now().UnixNano())
		if limit <= 0 {
			return func() {}
		}
		halted := make(chan struct{})
		timer := time.AfterFunc(limit, func() { b.Halt(TimeLimit); close(halted) })
		return func() {
			if !timer.Stop() {
				<-halted
			}
		}
	}
	b.begun.Store(0)
	over, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		select {
		case <-over:
			return
		case <-ponder:
			b.begun.Store(time.Now().UnixNano())
		}
		if limit <= 0 {
			return
		}
		select {
		case <-over:
		case <-time.After(limit):
			b.Halt(TimeLimit)
		}
	}()
	return func() { close(over); <-done }
}

// Halt ends the run; the first reason given is kept.
func (b *Budget) Halt(why Stop) {
	b.reason.CompareAndSwap(uint32(Running), uint32(why))
	b.halted.Store(true)
	if b.onHalt != nil {
		b.onHalt()
	}
}

// Halted reports whether the run must end. It is cheap enough to call at every node.
func (b *Budget) Halted() bool { return b.halted.Load() }

// Stopped returns why the run was halted, or Running if it was not.
func (b *Budget) Stopped() Stop { return Stop(b.reason.Load()) }

// Decision describes the choice of a move at the end of an iteration: the multiple of SoftTime
// that the move deserves.
type Decision float64

// The decisions. Extending is customary; the factors are guesses.
const (
	Forced  Decision = 0    // there is only one move
	Easy    Decision = 0.25 // the move needs little thought
	Steady  Decision = 1    // the best move has not changed
	Changed Decision = 1.5  // the best move has changed
)

// Enough reports whether SoftTime, multiplied by d, forbids another iteration.
func (b *Budget) Enough(d Decision) bool {
	begun, soft := b.begun.Load(), b.control.SoftTime
	if soft <= 0 || begun == 0 {
		return false
	}
	return float64(time.Now().UnixNano()-begun) >= float64(d)*float64(soft)
}

// Rest returns c with its times reduced by the time since the clock of b's
// last run started. Use it for a run that continues that one.
func (b *Budget) Rest(c Control) Control {
	begun := b.begun.Load()
	if begun == 0 {
		return c
	}
	c.Ponder = nil
	spent := time.Duration(time.Now().UnixNano() - begun)
	if c.Time > 0 {
		c.Time = max(c.Time-spent, time.Millisecond)
	}
	if c.SoftTime > 0 {
		c.SoftTime = max(c.SoftTime-spent, time.Millisecond)
	}
	return c
}

// late reports whether the time is over. Threads look at the clock themselves, because a timer
// may fire tens of milliseconds late while all processors search.
func (b *Budget) late() bool {
	begun, limit := b.begun.Load(), b.control.Time
	return limit > 0 && begun != 0 && time.Now().UnixNano()-begun >= int64(limit)
}

// clockNodes is how many nodes a thread visits before it looks at the clock again.
const clockNodes = 1 << 10

// Meter is one thread's share of a budget. The thread calls Attend once it has visited Limit nodes.
type Meter struct {
	Limit    uint64 // nodes of the thread after which to call Attend
	budget   *Budget
	drawn    uint64 // nodes that the thread may visit
	reported uint64 // nodes reported by pulses so far
	seen     uint64 // nodes at the last Attend
}

// Meter returns the meter of a thread that has visited no node yet. Its Limit
// is 0 unless neither nodes nor pulses are limited.
func (b *Budget) Meter() Meter {
	m := Meter{budget: b}
	if b.left.Load() == math.MaxInt64 {
		m.drawn = math.MaxUint64
	}
	m.next()
	return m
}

// Reset makes m request new nodes at the next Attend, but keeps its pulses. A thread that has
// visited nodes nodes calls it after Allow.
func (m *Meter) Reset(nodes uint64) { m.drawn, m.Limit = nodes, nodes }

// Attend is called by a thread that has visited nodes nodes, Limit or more. It
// sends the pulse, draws more nodes or halts the run, and moves the Limit.
func (m *Meter) Attend(nodes uint64) {
	if m.budget.late() {
		m.budget.Halt(TimeLimit)
	}
	m.seen = nodes
	if pulse := m.budget.control.Pulse; pulse != nil && nodes-m.reported >= m.budget.every {
		pulse(nodes - m.reported)
		m.reported = nodes
	}
	if nodes >= m.drawn {
		m.more()
	}
	m.next()
}

// more draws nodes from the budget, and halts the run if there are none left.
func (m *Meter) more() {
	n := int64(m.budget.draw)
	left := m.budget.left.Add(-n) + n
	if left <= 0 {
		m.budget.Halt(NodeLimit)
		return
	}
	m.drawn += uint64(min(left, n))
}

// next sets the Limit.
func (m *Meter) next() {
	m.Limit = m.drawn
	if m.budget.control.Time > 0 {
		m.Limit = min(m.Limit, m.seen+clockNodes)
	}
	if m.budget.control.Pulse != nil {
		m.Limit = min(m.Limit, m.reported+m.budget.every)
	}
}

// Clock is the state of a game clock for the side to move.
type Clock struct {
	// Left is the time left for the moves to come.
	Left time.Duration
	// Increment is the time that each move adds. Zero means nothing.
	Increment time.Duration
	// Moves is the number of moves of this side until the next time control.
	// Zero means that Left must last for the rest of the game.
	Moves int
	// Overhead is the time that every move loses outside the search. Zero means 10 ms.
	Overhead time.Duration
	// Reserve is time kept back in case the machine is busy with other work.
	// Zero means a quarter of the time left, and at most a second.
	Reserve time.Duration
}

// The shares are the customary ones; we have not tuned them.
const (
	defaultOverhead = 10 * time.Millisecond
	expectedMoves   = 25 // moves of this side still to come where the clock does not say
	mostMoves       = 50 // the most moves to keep time for
	hardFactor      = 5  // a move may take this multiple of its share
	hardDivisor     = 2  // but at most this fraction of the time left
	reserveDivisor  = 4  // the fraction of the time left to keep back, up to mostReserve
	mostReserve     = time.Second
	shortReserve    = 300 * time.Millisecond // kept back of a short time, up to half of it
)

// Spend returns control with SoftTime and Time set for one move on the clock:
// a share of the time left, and the most that it may be extended to. Both are
// at least a millisecond, so that a move is made even when the time is over.
func (c Clock) Spend(control Control) Control {
	overhead := cmp.Or(c.Overhead, defaultOverhead)
	moves := c.Moves
	if moves <= 0 {
		moves = expectedMoves
	}
	moves = min(moves, mostMoves)
	reserve := c.Reserve
	if reserve == 0 {
		reserve = max(min(c.Left/reserveDivisor, mostReserve), min(c.Left/2, shortReserve))
	}
	usable := max(c.Left-overhead-reserve, 0)
	added := c.Increment * 3 / 4
	if c.Left < shortReserve {
		added = c.Increment / 2 // save up against stalls of the machine
	}
	share := usable/time.Duration(moves) + added
	hard := usable / hardDivisor
	if moves == 1 {
		hard = usable
	}
	control.Time = max(min(share*hardFactor, hard), time.Millisecond)
	control.SoftTime = max(min(share, control.Time), time.Millisecond)
	return control
}
