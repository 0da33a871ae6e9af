package prove

import (
	"cmp"
	"context"
	"math/bits"
	"sync/atomic"
	"time"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/capability"
	"github.com/plywood-go/plywood/game/line"
	"github.com/plywood-go/plywood/internal/slots"
	"github.com/plywood-go/plywood/search"
)

// A Goal is the least final score to prove for the side to move at the root.
// It can be any score but an estimate: Goal(game.Margin(10)) is a win by at
// least ten points. Win distances make no difference: Goal(game.WinIn(n)) is a
// plain win, and Goal(game.LossIn(n)) anything but a plain loss, for every n.
type Goal game.Score

// The usual goals.
const (
	ToDraw Goal = 0 // at least a draw
	ToWin  Goal = 1 // a win by any margin
)

// score returns g with all plain wins treated as equal, and likewise all plain losses.
func (g Goal) score() game.Score {
	return min(max(game.Score(g), game.LossIn(game.MaxPlies)+1), game.WinIn(game.MaxPlies))
}

// Verdict is the answer to whether a goal can be reached.
type Verdict uint8

// The verdicts.
const (
	Unknown   Verdict = iota
	Proven            // the side to move can reach the goal
	Disproven         // it cannot
)

var verdictNames = [...]string{"unknown", "proven", "disproven"}

// String returns "unknown", "proven" or "disproven".
func (v Verdict) String() string { return verdictNames[v] }

// Options configure a Prover for its life. The zero Options suit any game.
type Options struct {
	// TableBytes is the size of the table in bytes; a smaller power of two is
	// used. Zero means 64 MiB; at least one bucket is kept.
	TableBytes int
	// Without are the features switched off; a Prover knows search.Fold,
	// search.Knowledge and search.Order. Zero means none.
	Without search.Feature
	// Threats limits the attacker to the moves that game.Noisy returns. That leaves a much smaller
	// tree of threats and replies. Its proofs are valid; without a proof the verdict is Unknown. A
	// game without game.Noisy has no threats. Zero means that all moves are tried.
	Threats bool
	// Moves gives every verdict a move that achieves it, if there is one: game.Bounder then settles
	// only positions below the root. Zero means that it may also settle the root, without a line.
	Moves bool
	// Scout limits the nodes spent on a win of the side to move by threats alone (after
	// Allis, van den Herik and Huntjens 1993, who solved gomoku so). The Prover looks for
	// one at every position that it searches for the first time. It needs game.Noisy.
	// Zero means 1000; a negative value switches scouts off.
	Scout int
}

// Result is the outcome of a proof. The report callback also gets one, with Stopped still Running.
type Result[M comparable] struct {
	Verdict Verdict // Unknown as long as nothing is proven
	// Proof and Disproof are the numbers of the root, Infinity at most.
	Proof, Disproof uint32
	// After a verdict, PV is a line of the solution found: the side that succeeds takes
	// the shortest way known, the other delays as long as it can. After its first move
	// the line may break off where the table has lost the rest, and where positions may
	// repeat. Without a verdict PV is the line that the search would look at next. It is
	// empty in reports, if the game is over, and if a game.Bounder settles the root.
	PV []M
	// After a verdict, Plies is an upper bound of the plies in which the goal can be reached or
	// prevented: the longest line of the solution found. It is -1 if no bound is known. Then the
	// solution is longer than 8190 plies, or it ends in bounds of a game.Bounder without a
	// distance, or it uses a game.Selector, which may leave out the longest defence.
	Plies int
	// SelDepth is the largest ply that was reached.
	SelDepth int
	// Nodes is the number of positions visited, each counted as often as its moves were
	// generated. The few positions visited to recover the PV do not count.
	Nodes   uint64
	Elapsed time.Duration
	// Stopped is Solved if everything that the options allow has been tried.
	Stopped search.Stop
}

// Prover answers whether the side to move can reach a goal, by depth-first
// proof-number search, df-pn (Nagai 2002). Its answers are proofs. It suits
// goals that are reached by narrow paths, where one side has few good answers,
// and finds long forced wins beyond the reach of a fixed-depth search.
//
// A Prover keeps its table from one proof to the next, so it can continue a
// proof that a limit has stopped. It runs one proof at a time.
type Prover[S any, M comparable] struct {
	rules   game.Rules[S, M]
	options Options
	caps    capability.Set[S, M]
	table   findings
	root    *node[S, M]
	scratch S
	scout   *Prover[S, M] // searches threats alone; nil if the options switch it off

	goal     game.Score
	attacker game.Player
	presumed presumption
	again    *repetitions // shared with the scout
	salt     uint64       // distinguishes this question's keys from others'
	line     line.Line    // starts with the history, where positions may repeat
	history  []uint64

	nodes    uint64
	most     uint64        // nodes at which the search stops; for a scout, its prover's share
	budget   search.Budget // all other limits
	meter    search.Meter
	news     uint64 // nodes at which the next report is due
	selDepth int
	thorough bool // all branches are generated, even after one that suffices
	started  time.Time
	report   func(Result[M])
	stop     atomic.Bool
}

// New returns a Prover for the game with the given rules.
func New[S any, M comparable](rules game.Rules[S, M], options Options) *Prover[S, M] {
	capability.RefuseChance(rules, "prove")
	options.TableBytes = cmp.Or(options.TableBytes, slots.DefaultBytes)
	options.Scout = cmp.Or(options.Scout, usualScout)
	p := &Prover[S, M]{
		rules:   rules,
		options: options,
		caps:    capability.Of[S, M](rules),
		root:    &node[S, M]{},
		again:   &repetitions{},
	}
	p.leaveOut(options.Without)
	p.table.Allocate(options.TableBytes)
	if options.Scout >= 0 && !options.Threats && p.caps.Noisy != nil {
		options.TableBytes = max(1, options.TableBytes/scoutShare)
		options.Threats = true
		p.scout = New(rules, options)
		p.scout.news, p.scout.again = ^uint64(0), p.again
		p.scout.meter.Limit = ^uint64(0)
	}
	return p
}

// usualScout is the Scout of zero Options, in nodes; see docs/measurements.md.
const usualScout = 1000

// scoutShare is the size of a prover's table divided by its scout's, which comes on top
// of Options.TableBytes. It is a guess.
const scoutShare = 8

// leaveOut switches features off.
func (p *Prover[S, M]) leaveOut(without search.Feature) {
	if without&search.Order != 0 {
		p.caps.MoveScorer = nil
	}
	// The proof of an image may run through a position of the line, so images share
	// no entries where positions may repeat.
	if without&search.Fold != 0 || p.caps.Repeater != nil {
		p.caps.Folder, p.caps.Symmetric = nil, nil
	}
	if without&search.Knowledge != 0 {
		p.caps.Bounder, p.caps.Selector = nil, nil
	}
}

// Clear forgets everything that earlier proofs have found.
func (p *Prover[S, M]) Clear() {
	p.table.Clear()
	if p.scout != nil {
		p.scout.Clear()
	}
}

// Prove finds out whether the side to move at pos can reach goal. It ends with a verdict, or
// without one at a limit or when ctx is done. It stops within ten milliseconds, unless a call of
// the rules takes longer. It uses Nodes and History of q, and all of c but SoftTime and Observer.
//
// report, if not nil, is called on this goroutine each time the number of nodes has doubled.
//
// Memory grows only by a state and its move lists for each ply, up to search.MaxDepth plies.
func (p *Prover[S, M]) Prove(ctx context.Context, pos *S, goal Goal, q search.Query, c search.Control, report func(Result[M])) Result[M] {
	p.begin(pos, goal, q, report)
	defer p.start(ctx, c)()
	p.solve()
	for _, presumed := range [...]presumption{repetitionFails, repetitionReaches} {
		if p.interim().Verdict == Unknown && p.undecided() {
			p.presume(presumed)
			p.solve()
		}
	}
	return p.result()
}

// solve searches the root for a verdict.
func (p *Prover[S, M]) solve() {
	if f, ok := p.leaf(p.root); ok && (!p.options.Moves || len(p.root.moves) == 0) {
		p.root.found = f
	} else {
		p.deepen(p.root, unlimited)
	}
}

// Outcome returns 1 if the side to move at pos wins, -1 if it loses, 0 if the game is a draw. It
// runs up to two proofs, each within the limits. ok is false if they did not find the answer.
// Provers with Options.Threats find only wins. last is the result of the last proof.
func (p *Prover[S, M]) Outcome(ctx context.Context, pos *S, q search.Query, c search.Control) (outcome int, ok bool, last Result[M]) {
	last = p.Prove(ctx, pos, ToWin, q, c, nil)
	if last.Verdict != Disproven {
		return 1, last.Verdict == Proven, last
	}
	last = p.Prove(ctx, pos, ToDraw, q, c, nil)
	if last.Verdict == Disproven {
		return -1, true, last
	}
	return 0, last.Verdict == Proven, last
}

// begin sets the prover up for a new question.
func (p *Prover[S, M]) begin(pos *S, goal Goal, q search.Query, report func(Result[M])) {
	p.started = time.Now()
	p.selDepth, p.thorough = 0, false
	p.most, p.news, p.report = ^uint64(0), firstNews, report
	if q.Nodes > 0 {
		p.most = q.Nodes
	}
	p.table.NextAge()
	p.pose(pos, goal.score(), q.History)
}

// pose makes pos the root, where goal is the goal of the side to move.
func (p *Prover[S, M]) pose(pos *S, goal game.Score, history []uint64) {
	p.goal, p.attacker, p.history = goal, p.rules.ToMove(pos), history
	p.line.Begin(history)
	p.root.state = *pos
	p.nodes = 0
	p.stop.Store(false)
	p.presume(bySaying)
}

// presume prepares to search the root under a presumption.
func (p *Prover[S, M]) presume(presumed presumption) {
	p.presumed = presumed
	// Scramble twice, because games may hash their positions by Scramble too.
	p.salt = line.Scramble(line.Scramble(uint64(uint32(p.goal))<<3 | uint64(presumed)<<1 | uint64(p.attacker&1)))
	for _, h := range p.history {
		p.salt = line.Scramble(p.salt ^ h)
	}
	root := p.root
	if p.caps.Repeater != nil {
		p.salt = line.Scramble(p.salt ^ p.rules.Hash(&root.state))
	}
	root.kind, root.signature = orNode, p.salt
	root.found = finding{effort: effort{1, 1}, rests: line.NoPly}
	p.place(root)
}

// pulseNodes is the number of nodes between two pulses.
const pulseNodes = firstNews / 8

// firstNews is the number of nodes, about a millisecond, before the first report.
const firstNews = 1 << 12

// start starts the limits of c and the watch on ctx. release stops them.
func (p *Prover[S, M]) start(ctx context.Context, c search.Control) (release func()) {
	release = p.budget.Begin(ctx, 0, c, 1, pulseNodes, p.unwind)
	p.meter = p.budget.Meter()
	return release
}

// unwind ends the search and its scout's.
func (p *Prover[S, M]) unwind() {
	p.stop.Store(true)
	if p.scout != nil {
		p.scout.stop.Store(true)
	}
}

// visit counts a position.
func (p *Prover[S, M]) visit(n *node[S, M]) {
	p.nodes++
	p.selDepth = max(p.selDepth, n.ply)
	p.attend()
}

// attend does whatever is due at the current number of nodes.
func (p *Prover[S, M]) attend() {
	if p.nodes >= p.most {
		p.budget.Halt(search.NodeLimit)
		p.unwind()
	}
	if p.nodes >= p.meter.Limit {
		p.meter.Attend(p.nodes)
	}
	if p.nodes >= p.news {
		p.news *= 2
		if p.report != nil {
			p.report(p.interim())
		}
	}
}

// interim describes the current state of the root.
func (p *Prover[S, M]) interim() Result[M] {
	f := &p.root.found
	r := Result[M]{
		Proof: f.effort[orNode], Disproof: f.effort[andNode],
		Nodes: p.nodes, SelDepth: p.selDepth, Elapsed: time.Since(p.started),
	}
	switch {
	case r.Proof == 0 && p.trusted(repetitionFails):
		r.Verdict = Proven
	case r.Disproof == 0 && !p.options.Threats && p.trusted(repetitionReaches):
		r.Verdict = Disproven
	default:
		return r
	}
	if r.Plies = int(f.plies); r.Plies >= endless {
		r.Plies = -1
	}
	return r
}

// result describes the root after the search, and finds the line.
func (p *Prover[S, M]) result() Result[M] {
	r := p.interim()
	r.Stopped = p.budget.Stopped()
	if p.root.found.effort.solved() {
		r.Stopped = search.Solved
	}
	p.report = nil
	r.PV = p.principal()
	if r.Verdict != Unknown && r.Plies >= 0 {
		r.Plies = max(r.Plies, len(r.PV))
	}
	r.Elapsed = time.Since(p.started)
	return r
}

// A finding is kept in one slot: the key of the position, all 64 bits of it, and
//
//	63   60 59      52 51                  26 25                   0
//	+------+----------+----------------------+----------------------+
//	| age  |   work   |   disproof number    |     proof number     |
//	+------+----------+----------------------+----------------------+
//
// Where one number is 0 the other is Infinity, and its field holds the
// solution instead, in plies capped at the largest that fits:
//
//	25           13 12            0
//	+--------------+---------------+
//	|    plies     |     rests     |    rests of all ones: on no ply
//	+--------------+---------------+
const (
	proofBits = 26
	restsBits = 13
	anyPath   = 1<<restsBits - 1
	endless   = 1<<(proofBits-restsBits) - 1 // plies, see finding
	workBits  = 8
)

// findings is a table of findings. In a full bucket a new finding replaces the one with the least
// work; findings of earlier searches go first. So expensive findings stay, which is the aim of
// Nagai's SmallTreeGC (1999). A lost finding costs time, but never becomes a wrong one.
type findings struct{ slots.Table }

// probe returns the finding of key, if there is one.
func (t *findings) probe(key uint64) (finding, bool) {
	b := t.Bucket(key)
	for i := range b {
		if b[i].Check == key && b[i].Data != 0 {
			return unpackFinding(b[i].Data), true
		}
	}
	return finding{}, false
}

// store keeps f, whose work is not 0, for key.
func (t *findings) store(key uint64, f finding) {
	b := t.Bucket(key)
	kept := slots.Slot{Check: key, Data: packFinding(f) | t.Age<<(2*proofBits+workBits)}
	victim, least := 0, int(^uint(0)>>1)
	for i := range b {
		if b[i].Data == 0 || b[i].Check == key {
			b[i] = kept
			return
		}
		if w := t.worth(b[i].Data); w < least {
			victim, least = i, w
		}
	}
	b[victim] = kept
	t.Lost(func(s slots.Slot) uint64 { return s.Check })
}

// worth orders findings by their work, those of other ages first.
func (t *findings) worth(data uint64) int {
	work := int(data >> (2 * proofBits) & (1<<workBits - 1))
	if data>>(2*proofBits+workBits) == t.Age {
		work += 1 << workBits
	}
	return work
}

func packFinding(f finding) uint64 {
	numbers := f.effort
	for k, n := range f.effort {
		if n == Infinity {
			numbers[k] = packSolution(f)
		}
	}
	return uint64(numbers[orNode]) | uint64(numbers[andNode])<<proofBits | packWork(f.work)<<(2*proofBits)
}

func packSolution(f finding) uint32 {
	rests := anyPath
	if f.rests != line.NoPly {
		rests = min(f.rests, anyPath-1)
	}
	return f.plies<<restsBits | uint32(rests)
}

func unpackFinding(data uint64) finding {
	f := finding{
		effort: effort{uint32(data) & Infinity, uint32(data>>proofBits) & Infinity},
		rests:  line.NoPly,
		work:   unpackWork(data >> (2 * proofBits) & (1<<workBits - 1)),
	}
	for k, n := range f.effort {
		if f.effort[1-k] != 0 {
			continue
		}
		f.effort[k] = Infinity
		f.plies = n >> restsBits
		if rests := int(n & anyPath); rests != anyPath {
			f.rests = rests
		}
	}
	return f
}

// packWork encodes a number as floating point, rounded down: six bits of exponent above
// two bits of mantissa. Codes keep the order of the numbers.
func packWork(n uint64) uint64 {
	if n < 4 {
		return n
	}
	e := uint64(bits.Len64(n)) - 3
	return e*4 + n>>e
}

func unpackWork(code uint64) uint64 {
	if code < 4 {
		return code
	}
	return (4 + code%4) << (code/4 - 1)
}
