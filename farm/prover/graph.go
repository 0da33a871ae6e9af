package prover

import (
	"context"
	"slices"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/search/prove"
)

// side is a side for which a node can be settled. It is also the kind of a node, determined by
// the side to move: the attacker needs one child of its own nodes, and the defender one child
// of the defender's.
type side uint8

const (
	attacker side = iota
	defender
)

func (s side) other() side { return s ^ 1 }

// open is the largest number of an unsettled node.
const open = prove.Infinity - 1

// node is a position and its images.
type node[S any] struct {
	state S // the image that was found first
	kind  side
	// numbers are the numbers of answers that each side still needs. If the node is settled,
	// one is 0 and the other prove.Infinity.
	numbers  [2]uint32
	parents  []*node[S]
	children []*node[S]         // without duplicates, the most promising first; nil at the rim
	job      string             // the job whose result settled it, or ""
	flight   context.CancelFunc // cancels the job in flight, or nil
	before   [2]uint32          // the numbers before the job in flight
	recalled bool               // the job in flight was cancelled as useless
	seen     uint64             // the last walk that visited it
}

// settled reports whether the claim is known to be true or false at n.
func (n *node[S]) settled() bool { return n.numbers[attacker] == 0 || n.numbers[defender] == 0 }

// goesTo reports whether n is settled for a side.
func (n *node[S]) goesTo(s side) bool { return n.numbers[s] == 0 }

// settle settles n for a side.
func (n *node[S]) settle(s side) { n.numbers[s], n.numbers[s.other()] = 0, prove.Infinity }

// count computes the numbers of n from those of its children.
func (n *node[S]) count() (numbers [2]uint32) {
	mine, theirs := n.kind, n.kind.other()
	least, most, unsettled := uint32(prove.Infinity), uint32(0), uint32(0)
	for _, child := range n.children {
		least = min(least, child.numbers[mine])
		if child.numbers[theirs] > 0 {
			unsettled++
			most = max(most, child.numbers[theirs])
		}
	}
	switch {
	case least == 0:
		numbers[mine], numbers[theirs] = 0, prove.Infinity
	case unsettled == 0:
		numbers[mine], numbers[theirs] = prove.Infinity, 0
	default:
		numbers[mine], numbers[theirs] = least, min(most+unsettled-1, open)
	}
	return numbers
}

// propagate updates all nodes above n.
func propagate[S any](n *node[S]) {
	for work := slices.Clone(n.parents); len(work) > 0; {
		up := work[len(work)-1]
		work = work[:len(work)-1]
		if up.settled() {
			continue
		}
		if numbers := up.count(); numbers != up.numbers {
			up.numbers = numbers
			work = append(work, up.parents...)
		}
	}
}

// walk begins a walk that visits each node once.
func (p *Prover[S, M, R]) walk() uint64 {
	p.walks++
	return p.walks
}

// rim returns the next position to ask about below n, or nil if all are in flight.
func (p *Prover[S, M, R]) rim(n *node[S], walk uint64) *node[S] {
	if n.seen == walk || n.settled() {
		return nil
	}
	n.seen = walk
	if n.children == nil {
		if n.flight != nil {
			return nil
		}
		return n
	}
	for {
		var best *node[S]
		for _, child := range n.children {
			if child.seen != walk && !child.settled() && (best == nil || child.numbers[n.kind] < best.numbers[n.kind]) {
				best = child
			}
		}
		if best == nil {
			return nil
		}
		if found := p.rim(best, walk); found != nil {
			return found
		}
	}
}

// matters reports whether an unsettled path leads from the root to n.
func (p *Prover[S, M, R]) matters(n *node[S], walk uint64) bool {
	if n == p.root {
		return true
	}
	if n.seen == walk {
		return false // already visited
	}
	n.seen = walk
	return slices.ContainsFunc(n.parents, func(up *node[S]) bool { return !up.settled() && p.matters(up, walk) })
}

// meet returns the node of a state. It creates the node if needed.
func (p *Prover[S, M, R]) meet(s *S) *node[S] {
	key := p.canon.Key(s)
	if n := p.nodes[key]; n != nil {
		return n
	}
	n := &node[S]{state: *s, numbers: [2]uint32{1, 1}}
	mover := p.rules.ToMove(s)
	if mover != p.claim.Attacker {
		n.kind = defender
	}
	p.nodes[key] = n
	if _, status := p.rules.Moves(s, nil); status.Over() {
		n.settle(p.winner(mover, status.Score()))
	}
	return n
}

// winner returns the side for which the end of a game settles its position.
func (p *Prover[S, M, R]) winner(mover game.Player, v game.Score) side {
	if p.claim.Holds(mover, v) {
		return attacker
	}
	return defender
}

// farther is the penalty per earlier sibling in the initial number of a position at the rim,
// for the side that chooses. Numbers count answers, so a wrong choice costs one answer of many.
// When a position is split, several answers are needed at once, and its siblings must not seem
// closer for that reason alone. From 30 on a move is never abandoned before it is answered, and
// a proof may never end. docs/farm.md has measurements of 1 to 100.
var farther uint32 = 10

// expand creates the children of n.
func (p *Prover[S, M, R]) expand(n *node[S]) {
	moves, _ := p.rules.Moves(&n.state, nil)
	if p.Order != nil {
		p.Order(&n.state, moves)
	}
	for _, m := range moves {
		var next S
		p.rules.Play(&next, &n.state, m)
		known := len(p.nodes)
		child := p.meet(&next)
		if slices.Contains(n.children, child) {
			continue
		}
		if len(p.nodes) > known && !child.settled() {
			child.numbers[n.kind] += farther * uint32(len(n.children))
		}
		n.children = append(n.children, child)
		child.parents = append(child.parents, n)
	}
	n.numbers = n.count()
	propagate(n)
}
