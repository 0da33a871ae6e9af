// Package brothers lets several threads search one tree together: young brothers
// wait (Feldmann, Monien, Mysliwietz and Vornberger 1989).
//
// Once the first move of a node has been searched without a cut, all the others are likely to be
// needed. The thread that owns the node then makes it a Split, from which idle threads take moves.
// All share the node's window: a higher alpha from one helps all, and a cut stops everyone below.
//
// A thread that runs out of moves while others still search its node helps them meanwhile. It may
// take moves only below its own node, or it could come back too late (the helpful master).
package brothers

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Crew coordinates the threads of one search.
type Crew[N any] struct {
	members []*Member[N]
	halted  func() bool
	clock   func() time.Duration // measures waited; may be nil
	idle    atomic.Int32         // members without work

	mu     sync.Mutex // guards the rest, the splits, and the split of every member
	news   sync.Cond  // a split was opened or left, or the search is over
	open   []*Split[N]
	ended  bool
	waited time.Duration
}

// Split is a node whose moves are being shared out.
type Split[N any] struct {
	// Node is the search's data about the node, guarded by the crew's lock.
	Node N
	// Size grows with the work of a move, such as the depth: members help the largest split first.
	Size int
	// Moves is the number of moves; Taken of them have been searched or are being searched.
	Moves, Taken int

	above  *Split[N] // the split that the owner works in; nil at the root
	cut    bool      // a move failed high: the others do not matter
	active int       // members searching one of its moves
}

// Member is a thread of a Crew, or a thread that searches alone. Only that
// thread may use it, except for Stop.
type Member[N any] struct {
	crew  *Crew[N]
	join  func(*Split[N])
	split *Split[N]   // the split whose moves the member searches; nil at the root
	stop  atomic.Bool // the search, or the work in split, is over
}

// Assemble makes a crew of members, the first of which leads. A member calls join to take part in
// another's split: join prepares to search the node's children, and calls Work. halted reports
// whether the search must end; Stop must be called after it has become true.
func Assemble[N any](members []*Member[N], halted func() bool, join func(member int, s *Split[N])) *Crew[N] {
	c := &Crew[N]{members: members, halted: halted}
	c.news.L = &c.mu
	for i, m := range members {
		m.crew, m.join = c, func(s *Split[N]) { join(i, s) }
	}
	return c
}

// Time starts measuring, with clock, how long members wait for work.
func (c *Crew[N]) Time(clock func() time.Duration) { c.clock, c.waited = clock, 0 }

// Waited returns the total time that members have waited.
func (c *Crew[N]) Waited() time.Duration { return c.waited }

// Begin lets all members but the first help wherever they can. end stops them,
// and returns when they have finished.
func (c *Crew[N]) Begin() (end func()) {
	c.ended, c.open = false, c.open[:0]
	var helpers sync.WaitGroup
	for _, m := range c.members[1:] {
		helpers.Go(m.help)
	}
	return func() {
		c.mu.Lock()
		c.ended = true
		c.mu.Unlock()
		c.news.Broadcast()
		helpers.Wait()
	}
}

// Free reports whether a member of m's crew is idle.
func (m *Member[N]) Free() bool { return m.crew != nil && m.crew.idle.Load() > 0 }

// Stopped reports whether m must abandon its work. Values that it returns
// after that are meaningless.
func (m *Member[N]) Stopped() bool { return m.stop.Load() }

// Stop makes m abandon its work.
func (m *Member[N]) Stop() { m.stop.Store(true) }

// Ready prepares m for a search.
func (m *Member[N]) Ready() {
	m.split = nil
	m.stop.Store(false)
}

// Share searches the remaining moves of s together with idle members.
func (m *Member[N]) Share(s *Split[N], search func(i int) (cut bool)) {
	c := m.crew
	s.above = m.split
	c.mu.Lock()
	c.open = append(c.open, s)
	c.news.Broadcast()
	m.Work(s, search)
	m.serve(s, func() bool { return s.active == 0 })
	c.open = slices.DeleteFunc(c.open, func(o *Split[N]) bool { return o == s })
	c.mu.Unlock()
}

// Work searches moves of s until none is left or a cut makes them useless. It calls search with
// the lock held; search releases the lock by Apart, and reports whether the move cuts.
func (m *Member[N]) Work(s *Split[N], search func(i int) (cut bool)) {
	outer := m.split
	m.split = s
	s.active++
	m.resume()
	for s.Taken < s.Moves && !m.Stopped() {
		i := s.Taken
		s.Taken++
		if search(i) {
			m.crew.callBack(s)
		}
	}
	s.active--
	m.crew.news.Broadcast()
	m.split = outer
	m.resume()
}

// Apart runs work without the lock.
func (m *Member[N]) Apart(work func()) {
	m.crew.mu.Unlock()
	work()
	m.crew.mu.Lock()
}

// Locked runs do with the crew's lock held.
func (c *Crew[N]) Locked(do func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	do()
}

// help works for others until the search is over.
func (m *Member[N]) help() {
	m.crew.mu.Lock()
	defer m.crew.mu.Unlock()
	m.serve(nil, func() bool { return m.crew.ended })
}

// serve joins splits below the given one until done, which it checks at every change, returns true.
func (m *Member[N]) serve(below *Split[N], done func() bool) {
	c := m.crew
	for !done() {
		if s := c.find(below); s != nil && !c.halted() {
			m.join(s)
		} else {
			c.wait()
		}
	}
}

func (c *Crew[N]) wait() {
	var began time.Duration
	if c.clock != nil {
		began = c.clock()
	}
	c.idle.Add(1)
	c.news.Wait()
	c.idle.Add(-1)
	if c.clock != nil {
		c.waited += c.clock() - began
	}
}

// find returns the largest open split below the given one with moves left; nil if there is none.
func (c *Crew[N]) find(below *Split[N]) (largest *Split[N]) {
	for _, s := range c.open {
		if s.Taken < s.Moves && s.below(below) && !s.over() && (largest == nil || s.Size > largest.Size) {
			largest = s
		}
	}
	return largest
}

// callBack cuts s and stops all members who work in it or below.
func (c *Crew[N]) callBack(s *Split[N]) {
	s.cut = true
	for _, m := range c.members {
		if m.split.below(s) {
			m.Stop()
		}
	}
}

// resume lets m continue in its current split, after a stop in another. It clears the stop
// first and tests second: a search that is halted in between stops m again.
func (m *Member[N]) resume() {
	m.stop.Store(false)
	if m.crew.halted() || m.split.over() {
		m.stop.Store(true)
	}
}

// over reports whether a cut made the work in s, or in a split above it, useless.
func (s *Split[N]) over() bool {
	for ; s != nil; s = s.above {
		if s.cut {
			return true
		}
	}
	return false
}

// below reports whether s lies in the tree below t, or is t. Everything lies below nil, the root.
func (s *Split[N]) below(t *Split[N]) bool {
	for ; s != nil; s = s.above {
		if s == t {
			return true
		}
	}
	return t == nil
}
