package search

import (
	"context"
	"math"
	"sync/atomic"
	"time"
)

// Budget ends a run: when its nodes or its time are spent, when its context is
// done, or when somebody halts it. All solvers have theirs from here, so that a
// Query and a Control mean the same to each. It serves one run after the other.
type Budget struct {
	halted atomic.Bool
	reason atomic.Uint32 // the Stop that halted the run
	alert  func()        // called by the first to halt it, and those after; may be nil

	begun   atomic.Int64 // when the clock started, in Unix nanoseconds; 0 while pondering
	control Control
	left    atomic.Int64 // nodes not yet drawn by a thread
	draw    uint64       // nodes that a thread draws at a time
	threads int
	every   uint64 // nodes between two pulses of a thread
}

// Begin makes b ready for a run of at most so many nodes, or any number if
// nodes is 0. It starts the clock, unless the control ponders. If the control
// asks for pulses, each thread has one every so many nodes.
//
// alert is called on some goroutine whenever the run is halted, perhaps several
// times. It may be nil. release ends the watch over time and context. After it
// only Halt halts the run.
func (b *Budget) Begin(ctx context.Context, nodes uint64, c Control, threads int, every uint64, alert func()) (release func()) {
	b.control, b.threads, b.every, b.alert = c, threads, every, alert
	b.reason.Store(uint32(Running))
	b.halted.Store(false)
	b.Allow(nodes)
	unheed := b.heed(ctx)
	stopClock := b.startClock()
	return func() { stopClock(); unheed() }
}

// Allow sets the number of nodes that the run may still visit; 0 means any.
// Meters that have drawn nodes keep them until they are Reset.
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

// One thread draws all its nodes at once. Of several each draws so small a part
// that few are left over with the others when one asks in vain, and so large a
// one that it seldom asks.
const (
	draws       = 16      // of each thread, at least
	largestDraw = 1 << 12 // nodes
)

// heed halts the run when ctx is done, until the function returned is called: no
// late alarm disturbs the next run.
func (b *Budget) heed(ctx context.Context) (release func()) {
	if ctx.Err() != nil {
		b.Halt(Interrupted)
	}
	rung := make(chan struct{})
	detach := context.AfterFunc(ctx, func() { b.Halt(Interrupted); close(rung) })
	return func() {
		if !detach() {
			<-rung
		}
	}
}

// startClock starts the time limits, when pondering ends if there is pondering,
// and returns a function that stops them.
func (b *Budget) startClock() (stop func()) {
	limit, ponder := b.control.Time, b.control.Ponder
	if ponder == nil {
		b.begun.Store(time.Now().UnixNano())
		if limit <= 0 {
			return func() {}
		}
		rung := make(chan struct{})
		timer := time.AfterFunc(limit, func() { b.Halt(TimeLimit); close(rung) })
		return func() {
			if !timer.Stop() {
				<-rung
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

// Halt makes the run end; the first reason given stays.
func (b *Budget) Halt(why Stop) {
	b.reason.CompareAndSwap(uint32(Running), uint32(why))
	b.halted.Store(true)
	if b.alert != nil {
		b.alert()
	}
}

// Halted reports whether the run is to end. It is cheap enough to ask at every
// node.
func (b *Budget) Halted() bool { return b.halted.Load() }

// Stopped returns why the run was halted; Running if it was not.
func (b *Budget) Stopped() Stop { return Stop(b.reason.Load()) }

// Decision is what the end of an iteration says about the choice of a move.
type Decision uint8

// The decisions.
const (
	Steady  Decision = iota // the best move is that of the iteration before
	Changed                 // it is another one
	Easy                    // it needs little thought
	Forced                  // there is no other
)

// Enough reports whether SoftTime forbids a further iteration. A change of the
// best move stretches SoftTime by a half, an easy move cuts it to a quarter, a
// forced one to nothing. (To stretch it is customary; the factors are guesses.)
func (b *Budget) Enough(d Decision) bool {
	begun, soft := b.begun.Load(), b.control.SoftTime
	if soft <= 0 || begun == 0 {
		return false
	}
	switch d {
	case Changed:
		soft += soft / 2
	case Easy:
		soft /= 4
	case Forced:
		soft = 0
	}
	return time.Now().UnixNano()-begun >= int64(soft)
}

// Rest returns c with what is left of its times since the clock of b's last run
// was started. It is for a run that goes on where that one ended.
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

// Meter is a thread's part in a budget. It asks the thread to call Attend once it
// has visited Limit nodes.
type Meter struct {
	Limit  uint64 // nodes of the thread after which to call Attend
	budget *Budget
	drawn  uint64 // nodes that it may visit
	told   uint64 // nodes that its pulses have told
}

// Meter returns the meter of a thread that has visited no node yet. Its Limit is
// 0 unless there is nothing to attend to.
func (b *Budget) Meter() Meter {
	m := Meter{budget: b}
	if b.left.Load() == math.MaxInt64 {
		m.drawn = math.MaxUint64
	}
	m.next()
	return m
}

// Reset forgets the nodes that m has drawn, but not its pulses. It is for a
// thread that has visited so many nodes, after a call of Allow.
func (m *Meter) Reset(nodes uint64) { m.drawn, m.Limit = nodes, nodes }

// Attend is for a thread that has visited so many nodes, its Limit or more. It
// gives the pulse, draws more nodes or halts the run, and moves the Limit.
func (m *Meter) Attend(nodes uint64) {
	if pulse := m.budget.control.Pulse; pulse != nil && nodes-m.told >= m.budget.every {
		pulse(nodes - m.told)
		m.told = nodes
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
	if m.budget.control.Pulse != nil {
		m.Limit = min(m.drawn, m.told+m.budget.every)
	}
}
