package prove

import (
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/capability"
	"github.com/plywood-go/plywood/internal/line"
	"github.com/plywood-go/plywood/search"
)

// # Repetitions
//
// Where positions repeat, what a position is worth can depend on the line that
// led there (graph history interaction; Campbell 1985). A branch that comes
// back to a position of the line is settled by the game's word on repetitions,
// and what is solved thanks to it rests on the ply of that position. From that
// ply up the cycle is whole, and the solution holds on every path. Below, it
// holds on this path alone: it is stored under a key of the whole line, and not
// under that of the position. (Kishimoto and Müller 2004 keep such twins too,
// and try them on other lines as well.)
//
// Proofs and disproofs on every path are taken for true whatever line led to
// the position. That is sound if every repetition has the same value for the
// attacker, as draws have. Say that it fails him: a proof then needs no
// repetition and leads, move by move, nearer to the end, so if it runs through
// a position of the line, the attacker could have gone on from there at once.
// That is true of verdicts, and not of each move that leads to one: another root may
// lie on the way. So different roots, and different histories, keep to different
// entries.
//
// Where repetitions are said to reach the goal at some positions and to fail at
// others, neither may be relied on. The prover notices, and asks twice more: it
// presumes that all repetitions fail, and believes a proof, which then needs
// none; and that all of them reach the goal, and believes a disproof.

// # The search ends whatever the table forgets
//
// A node keeps the numbers of its branches while it is on the line. So each
// descent brings a branch to a limit beyond its number, and the table only
// saves work.

// presumption is what a prover takes a repetition for.
type presumption uint8

const (
	bySaying          presumption = iota // what the game says
	repetitionFails                      // it fails the attacker
	repetitionReaches                    // it reaches the goal
)

// repetitions are the least and the most that a repetition was said to be worth
// to the first player, at any position.
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

// contradictory reports whether some repetitions were said to reach the goal,
// and others not to.
func (p *Prover[S, M, R]) contradictory() bool {
	least, most := p.again.least, p.again.most
	if p.attacker == game.Second {
		least, most = -most, -least
	}
	return p.again.heard && least < p.goal && most >= p.goal
}

// trusted reports whether what is found at the root holds, if it would on the
// given presumption.
func (p *Prover[S, M, R]) trusted(presumed presumption) bool {
	return p.presumed == presumed || p.presumed == bySaying && !p.contradictory()
}

// undecided reports whether the search ended, or was given up, because
// repetitions contradict each other; if so it can be asked again.
func (p *Prover[S, M, R]) undecided() bool {
	if !p.contradictory() || p.budget.Halted() {
		return false
	}
	p.stop.Store(false)
	if p.budget.Halted() { // meanwhile
		p.stop.Store(true)
	}
	return true
}

// deepen searches below n until its numbers reach limit or it is stopped, and
// leaves in n.found what it found.
func (p *Prover[S, M, R]) deepen(n *node[S, M], limit effort) {
	before := p.nodes - n.found.work
	if p.scout != nil && n.found.work == 0 && p.foresee(n) {
		return
	}
	if n.ply >= search.MaxDepth { // the stack has room for no more
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

// farther is what each move before it in the game's order adds to the number that
// a branch begins with. So the search stays longer with the moves that look best,
// as that of Nagai (2002, df-pn+) does by evaluations. Positions visited in
// thousands, 200 for one not solved (go test ./search/prove -run TestFarther
// -measure -v):
//
//	                          0      1      2      3
//	Qubic                   576    487    656    651
//	mnk 5,5,4               429    373    366    342
//	mnk 6,6,5               793    558    601    608
//	mnk 11,11,5             213    235    224    221
//	ultimate tic-tac-toe   1112   1129   1266   1273
//	Connect Four 6×5       1676   1522   1730   1719
//	Domineering 6×6         877    657    355    274
//	Kalah(4,3)             1009   1002    862    812
//
// The logarithm of the place, or the score itself, lost more than it won. So did
// numbers beyond 3, but in Domineering, where 16 takes a fifth.
var farther uint32 = 1

// expand finds the branches of n and what is known of them. It stops at one
// that gives the side to move its way.
//
// A branch that nobody has looked at is taken to be the farther from that the worse
// the game rates its move: see farther.
func (p *Prover[S, M, R]) expand(n *node[S, M]) {
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
func (p *Prover[S, M, R]) descend(n *node[S, M], m M) *node[S, M] {
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
func (p *Prover[S, M, R]) kindOf(s *S) kind {
	if p.rules.ToMove(s) == p.attacker {
		return orNode
	}
	return andNode
}

// place puts n on the path.
func (p *Prover[S, M, R]) place(n *node[S, M]) {
	if p.caps.Repeater != nil {
		n.hash = p.rules.Hash(&n.state)
		p.line.Put(n.ply, n.hash)
	}
}

// assess returns what is known of n before it is searched.
func (p *Prover[S, M, R]) assess(n *node[S, M]) finding {
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

// leaf settles n if its game is over or its bounds suffice, and else leaves
// the candidate moves in n.
func (p *Prover[S, M, R]) leaf(n *node[S, M]) (finding, bool) {
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
func (p *Prover[S, M, R]) settle(value game.Score, rests int) finding {
	if value >= p.goal {
		return finding{effort: proven, rests: rests}
	}
	return finding{effort: disproven, rests: rests}
}

// settleBound returns the finding of a position whose bound settles it, as far
// from the end as the bound says.
func (p *Prover[S, M, R]) settleBound(bound game.Score) finding {
	f := p.settle(bound, line.NoPly)
	f.plies = endless
	if n, _, ok := bound.Plies(); ok {
		f.plies = uint32(min(n, endless))
	}
	return f
}

// promise returns the numbers of a position not searched yet, whose candidate
// moves are in n: what they would be after an expansion that settles nothing.
// The side to move has one thing to do, the other side one for each move
// (mobility; Allis 1994). Without a move the side to move has failed.
func (p *Prover[S, M, R]) promise(n *node[S, M]) finding {
	f := finding{effort: effort{1, 1}, rests: line.NoPly}
	switch moves := uint32(len(n.moves)); {
	case moves == 0:
		f.effort[n.kind], f.effort[n.kind.other()] = Infinity, 0
	default:
		f.effort[n.kind.other()] = finite(moves)
	}
	return f
}

// foresee reports whether the side to move at n has its way by threats alone, and
// if so leaves that in n.found.
func (p *Prover[S, M, R]) foresee(n *node[S, M]) bool {
	goal := p.goal
	if n.kind == andNode {
		goal = 1 - goal // the least that the defender needs
	}
	s := p.scout
	s.pose(&n.state, goal, p.history)
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
	p.remember(n)
	return true
}

// candidates puts the moves worth trying into n.moves and returns how the game
// stands.
func (p *Prover[S, M, R]) candidates(n *node[S, M]) (status game.Status) {
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

func (p *Prover[S, M, R]) threats(n *node[S, M]) []M {
	if p.caps.Noisy == nil {
		return n.moves[:0]
	}
	return p.caps.Noisy.NoisyMoves(&n.state, n.moves[:0])
}

// rate puts the moves of n in the order of the game's scores, the best first, and
// reports whether there are any.
func (p *Prover[S, M, R]) rate(n *node[S, M]) bool {
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

// forAttacker returns v, seen from the side to move at n, as the attacker sees
// it.
func (p *Prover[S, M, R]) forAttacker(n *node[S, M], v game.Score) game.Score {
	if n.kind == andNode {
		return -v
	}
	return v
}

// bounds returns proven bounds of the value of n for the attacker.
func (p *Prover[S, M, R]) bounds(n *node[S, M]) (lower, upper game.Score) {
	if p.caps.Bounder == nil {
		return -game.Infinity, game.Infinity
	}
	lower, upper = p.caps.Bounder.Bounds(&n.state)
	if n.kind == andNode {
		lower, upper = -upper, -lower
	}
	return lower, upper
}

// repetition looks for the position of n on the path, until it has occurred as
// often as the game asks. It returns what meeting it again is worth to the
// attacker and the ply of the earliest of these; line.NoPly if that is one of the
// history, which is the same for all nodes.
func (p *Prover[S, M, R]) repetition(n *node[S, M]) (value game.Score, ply int, ok bool) {
	if p.caps.Repeater == nil {
		return 0, line.NoPly, false
	}
	reach, status := p.caps.Repeater.Repetition(&n.state)
	value = p.repetitionValue(n, status.Score())
	_, ply, ok = p.line.Recurs(n.ply, reach, p.caps.Occurrences)
	return value, ply, ok
}

// repetitionValue returns what a repetition at n is presumed to be worth to the
// attacker; said is what the game says that it is worth to the side to move. A
// first contradiction ends the search.
func (p *Prover[S, M, R]) repetitionValue(n *node[S, M], said game.Score) game.Score {
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

// recall returns what the table knows of n, on this path or on all.
func (p *Prover[S, M, R]) recall(n *node[S, M]) (finding, bool) {
	f, ok := p.table.probe(p.key(n))
	if p.caps.Repeater == nil || ok && f.effort.solved() {
		return f, ok
	}
	if g, found := p.table.probe(p.pathKey(n)); found {
		return g, true
	}
	return f, ok
}

// remember stores what was found at n.
func (p *Prover[S, M, R]) remember(n *node[S, M]) {
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

// key returns the key of the position, the same for all its images.
func (p *Prover[S, M, R]) key(n *node[S, M]) uint64 {
	key, _ := capability.Fold(p.rules, &p.caps, &n.state, &p.scratch)
	return key ^ p.salt
}

// pathKey returns the key of the position at the end of the line that led
// there.
func (p *Prover[S, M, R]) pathKey(n *node[S, M]) uint64 {
	return line.Scramble(n.signature ^ n.hash)
}
