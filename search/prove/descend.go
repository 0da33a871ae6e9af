package prove

import (
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/capability"
	"github.com/plywood-go/plywood/game/line"
	"github.com/plywood-go/plywood/search"
)

// # Repetitions
//
// Where positions repeat, the value of a position can depend on the line that led to it (graph
// history interaction; Campbell 1985). The game's rule for repetitions settles a branch that
// returns to a position of the line. A solution that uses such a branch rests on the ply of that
// position. From that ply up the solution contains the whole cycle and holds on every path. Below
// that ply it holds on this path alone, so it is stored under a key of the whole line, not of the
// position. (Kishimoto and Müller 2004 also try such entries on other lines.)
//
// Proofs and disproofs that hold on every path are used whatever line led to the position. That is
// sound if every repetition has the same value for the attacker, such as a draw. Suppose that a
// repetition fails. A proof then needs none and leads closer to the end with every move. So if it
// runs through a position of the line, the attacker could have continued from there at once. That
// holds for verdicts, not for each move that leads to one: another root may lie on the way. So
// roots, and histories, have separate entries.
//
// If repetitions reach the goal at some positions and fail at others, the prover cannot
// rely on either. It notices this and searches twice more. Once it presumes that all
// repetitions fail, and trusts a proof, which then needs none. Once it presumes that all
// reach the goal, and trusts a disproof.

// A node keeps the numbers of its branches while it is on the line. So each descent
// raises a branch to a limit beyond its old number, and the search ends whatever the table
// loses: the table only saves work.

// presumption is the value that a prover presumes for repetitions.
type presumption uint8

const (
	bySaying          presumption = iota // the game's value
	repetitionFails                      // a repetition fails the attacker
	repetitionReaches                    // a repetition reaches the goal
)

// repetitions holds the least and the greatest value of any repetition met so
// far, from the first player's view.
type repetitions struct {
	heard       bool
	least, most game.Score
}

func (r *repetitions) hear(v game.Score) {
	if !r.heard {
		r.heard, r.least, r.most = true, v, v
	}
	r.least, r.most = min(r.least, v), max(r.most, v)
}

// contradictory reports whether some repetitions reach the goal and others do not.
func (p *Prover[S, M]) contradictory() bool {
	least, most := p.again.least, p.again.most
	if p.attacker == game.Second {
		least, most = -most, -least
	}
	return p.again.heard && least < p.goal && most >= p.goal
}

// trusted reports whether a result at the root holds if the given presumption supports it.
func (p *Prover[S, M]) trusted(presumed presumption) bool {
	return p.presumed == presumed || p.presumed == bySaying && !p.contradictory()
}

// undecided reports whether the search ended, or gave up, because repetitions
// contradict each other. If so, it can search again.
func (p *Prover[S, M]) undecided() bool {
	if !p.contradictory() || p.budget.Halted() {
		return false
	}
	p.stop.Store(false)
	if p.budget.Halted() { // in the meantime
		p.stop.Store(true)
	}
	return true
}

// deepen searches below n until its numbers reach limit or the search is
// stopped. It leaves the result in n.found.
func (p *Prover[S, M]) deepen(n *node[S, M], limit effort) {
	before := p.nodes - n.found.work
	if p.scout != nil && n.found.work == 0 && p.foresee(n) {
		return
	}
	if n.ply >= search.MaxDepth { // the stack is full
		p.budget.Halt(search.DepthLimit)
		p.unwind()
		return
	}
	p.expand(n)
	n.backUp()
	for !n.found.effort.reaches(limit) && !p.stop.Load() {
		b := &n.branches[n.best]
		child := p.descend(n, b.move)
		child.found = b.finding
		p.deepen(child, n.childLimit(limit))
		b.finding = child.found
		n.backUp()
	}
	n.found.work = p.nodes - before
	if n.found.rests >= n.ply {
		n.found.rests = line.NoPly
	}
	p.remember(n)
}

// farther is the penalty for each earlier sibling in a new branch's initial number. It
// makes the search stay longer with the moves that look best, as the evaluations of
// df-pn+ do (Nagai 2002). See docs/measurements.md.
var farther uint32 = 1

// expand generates the branches of n and their findings. It stops at a branch that lets
// the side to move succeed. A new branch gets a larger initial number the worse the game
// rates its move: see farther.
func (p *Prover[S, M]) expand(n *node[S, M]) {
	p.visit(n)
	p.candidates(n)
	ranked := p.rate(n)
	n.branches = n.branches[:0]
	for rank, m := range n.moves {
		b := branch[M]{m, p.assess(p.descend(n, m))}
		if ranked && b.work == 0 && !b.effort.solved() {
			b.effort[n.kind] = finite(b.effort[n.kind] + farther*uint32(rank))
		}
		n.branches = append(n.branches, b)
		if b.effort[n.kind] == 0 && !p.thorough {
			return
		}
	}
}

// descend returns the node after move m at n.
func (p *Prover[S, M]) descend(n *node[S, M], m M) *node[S, M] {
	child := n.next()
	p.rules.Play(&child.state, &n.state, m)
	child.kind = p.kindOf(&child.state)
	if p.caps.Repeater != nil {
		child.signature = line.Scramble(n.signature ^ n.hash)
		p.place(child)
	}
	return child
}

// kindOf returns whether the attacker or the defender moves at s.
func (p *Prover[S, M]) kindOf(s *S) kind {
	if p.rules.ToMove(s) == p.attacker {
		return orNode
	}
	return andNode
}

// place puts n on the path.
func (p *Prover[S, M]) place(n *node[S, M]) {
	if p.caps.Repeater != nil {
		n.hash = p.rules.Hash(&n.state)
		p.line.Put(n.ply, n.hash)
	}
}

// assess returns the finding for n before it is searched.
func (p *Prover[S, M]) assess(n *node[S, M]) finding {
	if value, ply, ok := p.repetition(n); ok {
		return p.settle(value, ply)
	}
	if f, ok := p.recall(n); ok {
		return f
	}
	if f, ok := p.leaf(n); ok {
		return f
	}
	return p.promise(n)
}

// leaf settles n if its game is over or its bounds suffice. Otherwise it
// leaves the candidate moves in n.
func (p *Prover[S, M]) leaf(n *node[S, M]) (finding, bool) {
	p.visit(n)
	if status := p.candidates(n); status.Over() {
		return p.settle(p.forAttacker(n, status.Score()), line.NoPly), true
	}
	lower, upper := p.bounds(n)
	switch {
	case lower >= p.goal:
		return p.settleBound(lower), true
	case upper < p.goal:
		return p.settleBound(upper), true
	}
	return finding{}, false
}

// settle returns the finding of a leaf that is worth value to the attacker.
func (p *Prover[S, M]) settle(value game.Score, rests int) finding {
	if value >= p.goal {
		return finding{effort: proven, rests: rests}
	}
	return finding{effort: disproven, rests: rests}
}

// settleBound returns the finding of a position that a bound settles. The finding has the
// distance of the bound.
func (p *Prover[S, M]) settleBound(bound game.Score) finding {
	f := p.settle(bound, line.NoPly)
	f.plies = endless
	if n, _, ok := bound.Plies(); ok {
		f.plies = uint32(min(n, endless))
	}
	return f
}

// promise returns the initial numbers of an unsearched position with its candidate moves in n: 1
// for the side to move, the number of moves for the other side (mobility; Allis 1994). An expansion
// that settles nothing would compute the same. A side without a move has failed.
func (p *Prover[S, M]) promise(n *node[S, M]) finding {
	f := finding{effort: effort{1, 1}, rests: line.NoPly}
	switch moves := uint32(len(n.moves)); {
	case moves == 0:
		f.effort[n.kind], f.effort[n.kind.other()] = Infinity, 0
	default:
		f.effort[n.kind.other()] = finite(moves)
	}
	return f
}

// foresee reports whether the side to move at n succeeds by threats alone. If so it
// leaves the solution in n.found, and the first move in n.branches.
func (p *Prover[S, M]) foresee(n *node[S, M]) bool {
	goal := p.goal
	if n.kind == andNode {
		goal = 1 - goal // the least that the defender needs
	}
	s := p.scout
	s.pose(&n.state, goal, p.before(n))
	if p.presumed != bySaying {
		s.presume(repetitionFails)
	}
	if p.stop.Load() {
		return false
	}
	s.most = min(uint64(p.options.Scout), p.most-p.nodes)
	s.deepen(s.root, unlimited)
	p.nodes += s.nodes
	p.attend()
	if s.root.found.effort[orNode] != 0 || !s.trusted(repetitionFails) {
		return false
	}
	n.found = finding{plies: s.root.found.plies, rests: line.NoPly, work: s.nodes}
	n.found.effort[n.kind], n.found.effort[n.kind.other()] = 0, Infinity
	n.branches, n.best = append(n.branches[:0], s.root.branches[s.root.best]), 0
	p.remember(n)
	return true
}

// before returns the history of a scout's search at n. It includes the root: a
// solution below a move at the root must not lead back to the root.
func (p *Prover[S, M]) before(n *node[S, M]) []uint64 {
	if p.caps.Repeater == nil || n == p.root {
		return p.history
	}
	return append(p.history[:len(p.history):len(p.history)], p.root.hash)
}

// candidates puts the moves worth trying into n.moves and returns the status of the game.
func (p *Prover[S, M]) candidates(n *node[S, M]) (status game.Status) {
	n.moves, status = p.rules.Moves(&n.state, n.moves[:0])
	n.leftOut = false
	switch {
	case status.Over():
	case n.kind == orNode && p.options.Threats:
		n.moves = p.threats(n)
	case p.caps.Selector != nil:
		selected := p.caps.Selector.Select(&n.state, n.moves)
		n.leftOut = selected < len(n.moves)
		n.moves = n.moves[:selected]
	}
	return status
}

func (p *Prover[S, M]) threats(n *node[S, M]) []M {
	if p.caps.Noisy == nil {
		return n.moves[:0]
	}
	return p.caps.Noisy.NoisyMoves(&n.state, n.moves[:0])
}

// rate sorts the moves of n by the game's scores, best first. It returns false if the
// game does not rate moves.
func (p *Prover[S, M]) rate(n *node[S, M]) bool {
	if p.caps.MoveScorer == nil || len(n.moves) < 2 {
		return false
	}
	if cap(n.rates) < len(n.moves) {
		n.rates = make([]int32, 2*len(n.moves))
	}
	n.rates = n.rates[:len(n.moves)]
	p.caps.MoveScorer.ScoreMoves(&n.state, n.moves, n.rates)
	for i := range n.moves {
		for j := i; j > 0 && n.rates[j] > n.rates[j-1]; j-- {
			n.rates[j], n.rates[j-1] = n.rates[j-1], n.rates[j]
			n.moves[j], n.moves[j-1] = n.moves[j-1], n.moves[j]
		}
	}
	return true
}

// forAttacker converts v from the view of the side to move at n to the attacker's.
func (p *Prover[S, M]) forAttacker(n *node[S, M], v game.Score) game.Score {
	if n.kind == andNode {
		return -v
	}
	return v
}

// bounds returns proven bounds of the value of n for the attacker.
func (p *Prover[S, M]) bounds(n *node[S, M]) (lower, upper game.Score) {
	if p.caps.Bounder == nil {
		return -game.Infinity, game.Infinity
	}
	lower, upper = p.caps.Bounder.Bounds(&n.state)
	if n.kind == andNode {
		lower, upper = -upper, -lower
	}
	return lower, upper
}

// repetition looks for earlier occurrences of n's position on the path, as many as the game
// requires. It returns the value of the repetition for the attacker and the ply of the earliest
// occurrence. The ply is line.NoPly if that lies in the history, which is the same for all nodes.
func (p *Prover[S, M]) repetition(n *node[S, M]) (value game.Score, ply int, ok bool) {
	if p.caps.Repeater == nil {
		return 0, line.NoPly, false
	}
	reach, status := p.caps.Repeater.Repetition(&n.state)
	value = p.repetitionValue(n, status.Score())
	_, ply, ok = p.line.Recurs(n.ply, reach, p.caps.Occurrences)
	return value, ply, ok
}

// repetitionValue returns the presumed value of a repetition at n for the attacker; said is the
// game's value for the side to move. The first contradiction ends the search.
func (p *Prover[S, M]) repetitionValue(n *node[S, M], said game.Score) game.Score {
	value := p.forAttacker(n, said)
	switch p.presumed {
	case repetitionFails:
		return p.goal - 1
	case repetitionReaches:
		return p.goal
	}
	first := value
	if p.attacker == game.Second {
		first = -value
	}
	if p.again.hear(first); p.contradictory() {
		p.stop.Store(true)
	}
	return value
}

// recall looks up n in the table, for any path or for this one.
func (p *Prover[S, M]) recall(n *node[S, M]) (finding, bool) {
	f, ok := p.table.probe(p.key(n))
	if p.caps.Repeater == nil || ok && f.effort.solved() {
		return f, ok
	}
	if g, found := p.table.probe(p.pathKey(n)); found {
		return g, true
	}
	return f, ok
}

// remember stores the finding of n.
func (p *Prover[S, M]) remember(n *node[S, M]) {
	f := n.found
	switch {
	case !f.effort.solved():
		f.rests = line.NoPly
		p.table.store(p.key(n), f)
	case f.rests != line.NoPly:
		p.table.store(p.pathKey(n), f)
	case f.plies > 0:
		p.table.store(p.key(n), f)
	}
}

// key returns the key of the position, the same for all its symmetric images.
func (p *Prover[S, M]) key(n *node[S, M]) uint64 {
	key, _ := capability.Fold(p.rules, &p.caps, &n.state, &p.scratch)
	return key ^ p.salt
}

// pathKey returns a key of the position and the line that led to it.
func (p *Prover[S, M]) pathKey(n *node[S, M]) uint64 {
	return line.Scramble(n.signature ^ n.hash)
}
