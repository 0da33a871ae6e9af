package textbook

import (
	"cmp"
	"context"
	"math/big"
	"slices"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
)

// The algorithms for games with events of chance. All return the same value.
const (
	// Expectiminimax visits the whole tree: the value of an event is the mean of the values
	// of its outcomes (Michie 1966).
	Expectiminimax Algorithm = "expectiminimax"
	// Star1 cuts off the remaining outcomes of an event when none of their possible values can
	// bring the mean into the window (Ballard 1983).
	Star1 Algorithm = "star1"
	// Star2 first searches one move after each outcome. This bounds the outcome from one
	// side, and often cuts off before any outcome is searched whole (Ballard 1983). Those
	// moves are searched again later, so Star2 pays where cutoffs are frequent.
	Star2 Algorithm = "star2"
)

// ChanceAlgorithms returns the algorithms for games with events of chance.
func ChanceAlgorithms() []Algorithm { return []Algorithm{Expectiminimax, Star1, Star2} }

// GrowingAlgorithms returns the algorithms that keep a tree in memory and grow it where
// that matters.
func GrowingAlgorithms() []Algorithm { return []Algorithm{ProofNumber, UCT} }

// ExactEvent is a step of a search with exact numbers instead of game.Scores: Number replaces
// Value, and Alpha and Beta replace Window. They are nil where the kind of event has none.
type ExactEvent struct {
	event.Event
	Number, Alpha, Beta *big.Rat
}

// Beyond returns a number greater than every value, which stands for infinity in windows.
func Beyond() *big.Rat { return new(big.Rat).Set(beyond) }

var (
	beyond, _ = new(big.Rat).SetString("1e400")
	below     = new(big.Rat).Neg(beyond)
)

// ChanceOptions configure Expect. The zero value is Expectiminimax.
type ChanceOptions struct {
	Algorithm Algorithm // Zero means Expectiminimax.
	// Observer receives the steps. Zero means none.
	Observer func(e ExactEvent)
	// Alpha and Beta are the window at the root, for Star1 and Star2. nil means infinite.
	Alpha, Beta *big.Rat
	// Least and Most bound all values; the cutoffs of Star1 and Star2 rest on them. nil
	// means -1 and 1, for games that are won, drawn or lost.
	Least, Most *big.Rat
}

// Expected is the result of Expect.
type Expected struct {
	// Value is the expected value, from MAX's view. Beyond the window it is only a bound.
	Value *big.Rat
	Bound game.Bound
	// Best is the index of the best move at the root. It is -1 at a leaf and where chance chooses.
	Best int
	Counts
	// Stopped is true if the context ended the search; then the other fields are meaningless.
	Stopped bool
}

// Expect returns the expected value of p, at best play of both sides, depth plies ahead.
// An event of chance counts as a ply. Expectiminimax visits b^depth positions.
func Expect[P any](ctx context.Context, g Gamble[P], p P, depth int, o ChanceOptions) Expected {
	e := &expecter[P]{gamble: g, ctx: ctx, observer: o.Observer, algorithm: o.Algorithm, limits: span{cmp.Or(o.Least, big.NewRat(-1, 1)), cmp.Or(o.Most, big.NewRat(1, 1))}}
	w := span{below, beyond}
	if e.cuts() && o.Alpha != nil {
		w.low = o.Alpha
	}
	if e.cuts() && o.Beta != nil {
		w.high = o.Beta
	}
	e.r.Best = -1
	e.r.Value, e.r.Bound = e.search(&gambled[P]{pos: p, parent: -1, index: -1}, depth, w)
	return e.r
}

// span is a window, or the limits of a value.
type span struct{ low, high *big.Rat }

// gambled is one visit of a position.
type gambled[P any] struct {
	pos                        P
	number, parent, index, ply int
	max, chance                bool
}

// expecter is one run of Expect.
type expecter[P any] struct {
	gamble    Gamble[P]
	ctx       context.Context
	observer  func(e ExactEvent)
	algorithm Algorithm
	limits    span // of all values
	r         Expected
}

// cuts reports whether the algorithm cuts off.
func (e *expecter[P]) cuts() bool { return e.algorithm == Star1 || e.algorithm == Star2 }

// search returns the value of n if it lies in the window, otherwise a bound beyond the window
// on its side.
func (e *expecter[P]) search(n *gambled[P], depth int, w span) (*big.Rat, game.Bound) {
	shares := e.enter(n, w)
	if v := e.gamble.Leaf(&n.pos, depth); v != nil || e.r.Stopped {
		if v == nil {
			v = new(big.Rat)
		}
		e.r.Leaves++
		e.tell(n, ExactEvent{Event: event.Event{Kind: event.Static, Bound: game.Exact}, Number: v})
		return e.leave(n, v, game.Exact)
	}
	next := e.gamble.Next(&n.pos, nil)
	if n.chance {
		return e.event(n, next, shares, depth, w)
	}
	return e.choice(n, next, depth, w)
}

// choice returns the best value of the positions after a player's moves.
func (e *expecter[P]) choice(n *gambled[P], next []P, depth int, w span) (*big.Rat, game.Bound) {
	var best *big.Rat
	now := w // remains w if the algorithm does not cut
	for i := range next {
		v, _ := e.search(n.child(next, i), depth-1, now)
		if best == nil || v.Cmp(best) == n.sign() {
			best = v
			e.tell(n, ExactEvent{Event: event.Event{Kind: event.Backup, Child: i}, Number: v})
			if n.ply == 0 {
				e.r.Best = i
			}
		}
		if !e.cuts() {
			continue
		}
		if reason := n.cut(v, w); reason != event.NoReason {
			e.cutoff(n, reason, i, v, make([]bool, len(next)))
			break
		}
		e.narrow(n, &now, v)
	}
	bound := game.Exact
	switch {
	case best.Cmp(w.low) <= 0:
		bound = game.Upper
	case best.Cmp(w.high) >= 0:
		bound = game.Lower
	}
	return e.leave(n, best, bound)
}

// sign is 1 if the player at n wants high values, -1 if low ones.
func (n *gambled[P]) sign() int {
	if n.max {
		return 1
	}
	return -1
}

// cut returns why the value v of a child makes n skip its other children, if it does.
func (n *gambled[P]) cut(v *big.Rat, w span) event.Reason {
	switch {
	case n.max && v.Cmp(w.high) >= 0:
		return event.BetaCut
	case !n.max && v.Cmp(w.low) <= 0:
		return event.AlphaCut
	}
	return event.NoReason
}

// narrow moves an end of n's window to v, the value of a child, if v lies inside: MAX
// moves the lower end, MIN the upper one.
func (e *expecter[P]) narrow(n *gambled[P], w *span, v *big.Rat) {
	switch {
	case n.max && v.Cmp(w.low) > 0:
		w.low = v
	case !n.max && v.Cmp(w.high) < 0:
		w.high = v
	default:
		return
	}
	e.tell(n, ExactEvent{Event: event.Event{Kind: event.Window}, Alpha: w.low, Beta: w.high})
}

// event returns the mean value of the outcomes of an event.
func (e *expecter[P]) event(n *gambled[P], next []P, shares []*big.Rat, depth int, w span) (*big.Rat, game.Bound) {
	m := newMean(shares, e.limits)
	seen := make([]bool, len(next))
	if e.cuts() && m.beyond(w) { // the window lies beyond the limits
		e.cutoff(n, event.ChanceCut, -1, m.bound(w), seen)
		return e.leave(n, m.bound(w), m.meaning(w))
	}
	if e.algorithm == Star2 && depth > 1 {
		for i := range next {
			known, ok := e.probe(n.child(next, i), depth-1, m.window(i, w, e.limits))
			if !ok {
				continue
			}
			seen[i] = true
			if e.learn(n, m, i, known); m.beyond(w) {
				e.cutoff(n, event.ChanceCut, i, m.bound(w), seen)
				return e.leave(n, m.bound(w), m.meaning(w))
			}
		}
	}
	for i := range next {
		asked := span{below, beyond}
		if e.cuts() {
			asked = m.window(i, w, e.limits)
		}
		v, bound := e.search(n.child(next, i), depth-1, asked)
		seen[i] = true
		known := m.values[i]
		if bound != game.Upper || v.Cmp(e.limits.low) <= 0 {
			known.low = v
		}
		if bound != game.Lower || v.Cmp(e.limits.high) >= 0 {
			known.high = v
		}
		if e.learn(n, m, i, known); e.cuts() && m.beyond(w) && i < len(next)-1 {
			e.cutoff(n, event.ChanceCut, i, m.bound(w), seen)
			break
		}
	}
	return e.leave(n, m.bound(w), m.meaning(w))
}

// learn records what is known about outcome i of n.
func (e *expecter[P]) learn(n *gambled[P], m *mean, i int, known span) {
	m.learn(i, known)
	v, bound := known.low, game.Lower
	switch {
	case known.low.Cmp(known.high) == 0:
		bound = game.Exact
	case known.low.Cmp(e.limits.low) == 0:
		v, bound = known.high, game.Upper
	}
	e.tell(n, ExactEvent{Event: event.Event{Kind: event.Outcome, Child: i, Bound: bound}, Number: v, Alpha: m.sum.low, Beta: m.sum.high})
}

// probe bounds the value of n, a position after an outcome, by its first move. ok is
// false if chance chooses again.
func (e *expecter[P]) probe(n *gambled[P], depth int, w span) (known span, ok bool) {
	if e.gamble.Shares(&n.pos) != nil {
		return span{}, false
	}
	if v := e.gamble.Leaf(&n.pos, depth); v != nil {
		v, _ := e.search(n, depth, w)
		return span{v, v}, true
	}
	known = e.limits
	if e.gamble.MaxToMove(&n.pos) {
		w.low = e.limits.low
	} else {
		w.high = e.limits.high
	}
	e.enter(n, w)
	next := e.gamble.Next(&n.pos, nil)
	v, bound := e.search(n.child(next, 0), depth-1, w)
	e.tell(n, ExactEvent{Event: event.Event{Kind: event.Backup, Child: 0}, Number: v})
	switch {
	case len(next) == 1 && bound == game.Exact:
		known = span{v, v}
	case n.max:
		known.low, bound = v, game.Lower // MAX may have something better
	default:
		known.high, bound = v, game.Upper
	}
	e.leave(n, v, bound)
	return known, true
}

// child returns the visit of a position after n.
func (n *gambled[P]) child(next []P, i int) *gambled[P] {
	return &gambled[P]{pos: next[i], parent: n.number, index: i, ply: n.ply + 1}
}

// enter begins the visit of n with a window. It returns the probabilities of the outcomes
// if chance chooses at n.
func (e *expecter[P]) enter(n *gambled[P], w span) []*big.Rat {
	if e.r.Nodes%patience == 0 {
		e.r.Stopped = e.ctx.Err() != nil
	}
	n.number = e.r.Nodes
	e.r.Nodes++
	shares := e.gamble.Shares(&n.pos)
	n.max, n.chance = e.gamble.MaxToMove(&n.pos), shares != nil
	e.tell(n, ExactEvent{Event: event.Event{Kind: event.Enter}, Alpha: w.low, Beta: w.high})
	return shares
}

// cutoff records that n skips its remaining children; seen marks those visited.
func (e *expecter[P]) cutoff(n *gambled[P], reason event.Reason, child int, v *big.Rat, seen []bool) {
	if child == len(seen)-1 && reason != event.ChanceCut {
		return
	}
	e.r.Cutoffs++
	e.tell(n, ExactEvent{Event: event.Event{Kind: event.Cutoff, Reason: reason, Child: child}, Number: v})
	for i := child + 1; i < len(seen); i++ {
		if !seen[i] {
			e.tell(n, ExactEvent{Event: event.Event{Kind: event.Pruned, Child: i}})
		}
	}
}

// leave ends n.
func (e *expecter[P]) leave(n *gambled[P], v *big.Rat, bound game.Bound) (*big.Rat, game.Bound) {
	e.tell(n, ExactEvent{Event: event.Event{Kind: event.Leave, Bound: bound}, Number: v})
	return v, bound
}

// tell completes the event for n and passes it on.
func (e *expecter[P]) tell(n *gambled[P], event ExactEvent) {
	if e.observer == nil {
		return
	}
	event.Event = n.about(event.Event)
	e.observer(event)
}

// about completes an event that happens at n.
func (n *gambled[P]) about(e event.Event) event.Event {
	e.Max, e.Chance = n.max && !n.chance, n.chance
	e.Node, e.Parent, e.Index, e.Ply = n.number, n.parent, n.index, n.ply
	return e
}

// mean is the mean of the values of outcomes, as far as they are known.
type mean struct {
	shares []*big.Rat
	values []span
	sum    span // of the shares of the values
}

func newMean(shares []*big.Rat, limits span) *mean {
	m := &mean{shares: shares, values: make([]span, len(shares)), sum: limits}
	for i := range m.values {
		m.values[i] = limits
	}
	return m
}

// learn replaces what is known of outcome i.
func (m *mean) learn(i int, known span) {
	add := func(sum, now, before *big.Rat) *big.Rat {
		change := new(big.Rat).Sub(now, before)
		return change.Add(sum, change.Mul(change, m.shares[i]))
	}
	m.sum = span{add(m.sum.low, known.low, m.values[i].low), add(m.sum.high, known.high, m.values[i].high)}
	m.values[i] = known
}

// window returns the window of outcome i, within the limits. At its lower end the mean just
// reaches the lower end of w if all other outcomes are as good as possible. At its upper end
// the mean just reaches the upper end of w if they are as bad as possible.
func (m *mean) window(i int, w, limits span) span {
	low := new(big.Rat).Sub(m.sum.high, w.low)
	low.Sub(m.values[i].high, low.Quo(low, m.shares[i]))
	high := new(big.Rat).Sub(w.high, m.sum.low)
	high.Add(m.values[i].low, high.Quo(high, m.shares[i]))
	compare := (*big.Rat).Cmp
	return span{slices.MaxFunc([]*big.Rat{low, limits.low}, compare), slices.MinFunc([]*big.Rat{high, limits.high}, compare)}
}

// beyond reports whether the mean cannot lie in the window.
func (m *mean) beyond(w span) bool { return m.sum.low.Cmp(w.high) >= 0 || m.sum.high.Cmp(w.low) <= 0 }

// bound returns the mean or, if it is not known, its bound beyond w.
func (m *mean) bound(w span) *big.Rat {
	if m.sum.low.Cmp(w.high) >= 0 {
		return m.sum.low
	}
	return m.sum.high
}

// meaning returns the meaning of bound.
func (m *mean) meaning(w span) game.Bound {
	switch {
	case m.sum.low.Cmp(m.sum.high) == 0:
		return game.Exact
	case m.sum.low.Cmp(w.high) >= 0:
		return game.Lower
	}
	return game.Upper
}

// Gamble is a game as the algorithms for chance see it. Positions can be of any type.
type Gamble[P any] interface {
	// Next appends to buf the positions after the moves or outcomes in p, which must not be a leaf.
	Next(p *P, buf []P) []P
	// MaxToMove reports whether it is MAX's turn in p. It does not matter where chance chooses.
	MaxToMove(p *P) bool
	// Shares returns the probabilities of the outcomes in p, all positive, with sum 1. It
	// returns nil where a player moves or the game is over.
	Shares(p *P) []*big.Rat
	// Leaf returns the value of p from MAX's view if a search of p to depth plies ends
	// there, otherwise nil. At depth 0 it always ends.
	Leaf(p *P, depth int) *big.Rat
}
