package search

import (
	"slices"
	"time"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/capability"
	"github.com/plywood-go/plywood/game/line"
	"github.com/plywood-go/plywood/search/brothers"
)

// frame holds the state of a search at one ply of the current line. Frames are reused and their
// slices keep their capacity, so that a search soon stops allocating.
type frame[S any, M comparable] struct {
	state     S
	moves     []M
	rates     []int32
	pv        []M
	killer    [2][2]M // by the side that plays them, in games whose turns do not alternate
	killers   [2]int
	playedKey int         // key of the move being searched; -1 for none and for a null move
	gain      game.Score  // what the move being searched wins at once, in a Gainer
	again     game.Status // the score of returning to this position, where positions repeat
	nulled    bool        // the move that led here was a null move
	failsHigh bool        // the node is expected to fail high
	estimated bool        // static is known: the game estimates positions, and this one is not urgent
	improving bool        // static has risen since the side's last move
	excludes  bool        // the node is searched without the move excluded
	excluded  M
	static    game.Score // the estimate of the position, as a number
}

// descent is the way from a node to its child.
type descent uint8

const (
	anyDescent descent = iota
	plain              // turns alternate, no position repeats, and there is no observer
	alongLine          // turns alternate, positions may repeat, and there is no observer
)

// worker is one goroutine's part of a search.
type worker[S any, M comparable] struct {
	s     *Searcher[S, M]
	rules game.Rules[S, M]
	caps  capabilities[S, M] // the statuser is never nil
	table *TranspositionTable

	on      Feature // the refinements that are switched on and have what they need; see available
	descent descent
	certain bool // only proofs from the table count

	member brothers.Member[siblings[S, M]] // of the crew
	shares bool                            // nodes may be shared out

	stack        []frame[S, M]
	line         line.Line // where positions may repeat
	history      history
	corrections  corrections
	keys         game.MoveKeyer[M] // for the history; nil if moves have no keys
	scratch      S
	scratchMoves []M

	query    Query
	control  Control
	started  time.Time
	meter    Meter
	stats    Stats
	selDepth int
	// dismiss ends the workers that search apart. It is nil without them, and for all but the leader.
	dismiss func()
	// published and publishedDepth are stats and selDepth as the leader may read them, under the crew's lock.
	published      Stats
	publishedDepth int
	maxPly         int // plies at which extensions end
	iteration      int // depth of the iteration

	watch *watch[S, M] // nil unless the search is observed

	// pathPly is the lowest ply on which, through a repetition, the values
	// found since the last reset depend.
	pathPly int

	// salt distinguishes proofs that depend on the root and the positions before it from those
	// under another root; 0 where positions do not repeat.
	salt uint64

	undrawn bool // no limit draws the game of this search; see drawn

	roots      []rootMove[M]
	restricted bool         // the query leaves out root moves
	promising  int          // how many roots, from the first, are searched; the others only to be compared
	guesses    []game.Score // the values of the lines before the last iteration
	partial    bool         // the best root move changed in an unfinished iteration
	report     func(Result[M])
}

func newWorker[S any, M comparable](s *Searcher[S, M]) *worker[S, M] {
	w := &worker[S, M]{s: s, rules: s.rules, caps: s.caps, table: s.table}
	w.caps.Statuser = capability.Statuser(s.rules)
	if s.options.Network != nil {
		w.caps.Evaluator = learned(s.rules, s.options.Network)
	}
	w.keys = keysOf(s.rules, s.caps.MoveKeyer)
	w.on = w.available()
	if w.on&History != 0 {
		w.history = newHistory()
	}
	if w.on&Correction != 0 {
		w.corrections = newCorrections(s.caps.Tactician != nil)
	}
	if w.on&(Continuation|NoisyHistory) != 0 {
		w.history.after = make([]int16, continuations)
	}
	return w
}

// available returns the refinements that are switched on and have what they need.
func (w *worker[S, M]) available() Feature {
	c, on := &w.caps, ^w.s.options.Without
	margin := w.s.options.FutilityMargin > 0 && c.Evaluator != nil
	nulls := on&NullMove != 0 && c.Nuller != nil && c.Evaluator != nil
	for _, need := range [...]struct {
		rules Feature
		met   bool
	}{
		{IIR | Singular, w.table != nil},
		{LMR, on&PVS != 0},
		{Order, c.MoveScorer != nil},
		{History, w.keys != nil},
		{Continuation | NoisyHistory | Correction, on&History != 0 && w.keys != nil},
		{Continuation | NoisyHistory | LateMoves | Delta | Lazy, c.Gainer != nil},
		{Fold, c.Folder != nil || c.Symmetric != nil},
		{LastPly, c.LastPlyer != nil},
		{Quiescence, c.Noisy != nil},
		{Razoring, c.Noisy != nil && c.Tactician == nil},
		{Futility | ReverseFutility | Razoring | Delta | Exchanges | Singular | Correction, margin},
		{LateMoves | Improving | CutNodes, margin || nulls},
		{NullMove, nulls},
		{CutNodes, c.Alternates},
		{Exchanges, c.Tactician != nil},
		{ProbCut, len(w.s.options.ProbCut) > 0},
		{Narrow, c.Prospector != nil},
		{Recurrence, c.Occurrences > 2},
	} {
		if !need.met {
			on &^= need.rules
		}
	}
	return on
}

// begin sets the worker to the root of a new search.
func (w *worker[S, M]) begin(pos *S, q Query, c Control, started time.Time) {
	w.query, w.control, w.started = q, c, started
	w.query.Window = q.window()
	w.stats, w.selDepth = Stats{}, 0
	w.publish()
	w.on, w.certain = w.available(), false
	if q.Exhaustive {
		w.on &^= Selective
	}
	w.startWatching()
	w.descent = anyDescent
	if w.caps.Alternates && w.watch == nil {
		w.descent = plain
		if w.caps.Repeater != nil {
			w.descent = alongLine
		}
	}
	w.meter = w.s.budget.Meter()
	w.pathPly, w.undrawn = line.NoPly, false
	w.grow(2)
	for i := range w.stack {
		w.stack[i].killers = [2]int{}
	}
	w.beginRoot(pos)
}

// beginRoot sets the root to a position, and orders its moves.
func (w *worker[S, M]) beginRoot(pos *S) {
	root := &w.stack[0]
	root.state, root.nulled, root.failsHigh, root.playedKey, root.excludes = *pos, false, false, -1, false
	if w.caps.Repeater != nil {
		w.beginLine(root)
	}
	root.moves, _ = w.rules.Moves(&root.state, root.moves[:0])
	all := len(root.moves)
	root.moves = only(&w.query, root.moves)
	w.restricted = len(root.moves) < all
	w.promising = len(root.moves)
	if w.on&Narrow != 0 && len(root.moves) > 1 {
		w.promising = w.caps.Prospector.Promising(&root.state, root.moves)
	}
	w.orderRoot(root, root.moves[:w.promising])
	w.orderRoot(root, root.moves[w.promising:])
	upper := w.rootUpper()
	w.guesses, w.partial = make([]game.Score, len(root.moves)), false
	w.roots = slices.Grow(w.roots[:0], len(root.moves))[:len(root.moves)]
	for i, m := range root.moves {
		w.roots[i] = rootMove[M]{move: m, score: -game.Infinity, lower: -game.Infinity, upper: upper, pv: w.roots[i].pv[:0]}
	}
}

// grow makes room for plies 0 … n-1.
func (w *worker[S, M]) grow(n int) {
	for len(w.stack) < n {
		w.stack = append(w.stack, frame[S, M]{playedKey: -1})
	}
	if w.caps.Repeater != nil {
		w.line.Grow(len(w.stack))
	}
}

// prepare makes room for an iteration to depth plies. Even if every move up to maxPly is extended,
// twice the depth may follow: an extension by two plies ends with at most maxPly to go in all.
func (w *worker[S, M]) prepare(depth int) {
	w.maxPly = depth
	if w.caps.Urgent != nil || w.caps.Selector != nil || w.on&Singular != 0 {
		w.maxPly = 2 * depth
	}
	w.grow(w.maxPly + 2*depth + w.s.options.QuietPlies + 3)
}

// stopped reports whether the search must unwind; values returned after that are meaningless.
func (w *worker[S, M]) stopped() bool { return w.member.Stopped() }

// visit counts a node.
func (w *worker[S, M]) visit(ply int) {
	w.stats.Nodes++
	w.selDepth = max(w.selDepth, ply)
}

// arrive counts the node at ply, and reports whether the search goes on there.
func (w *worker[S, M]) arrive(ply int) bool {
	w.visit(ply)
	if w.stats.Nodes >= w.meter.Limit {
		w.meter.Attend(w.stats.Nodes)
	}
	f := &w.stack[ply]
	f.pv = f.pv[:0]
	return !w.stopped()
}

// sharp reports whether the position at ply is searched further at the horizon.
func (w *worker[S, M]) sharp(ply int) bool {
	return w.caps.Urgent != nil && ply < w.maxPly && w.caps.Urgent.Urgent(&w.stack[ply].state)
}

// pulseNodes is the number of nodes between two pulses of a thread: about 0.1
// ms in simple games, 1.5 ms in gomoku.
const pulseNodes = 512

// allow lets the search visit that many more nodes, but not more than its node limit.
func (w *worker[S, M]) allow(nodes uint64) {
	if limit := w.query.Nodes; limit > 0 {
		nodes = min(nodes, limit-min(limit, w.stats.Nodes))
	}
	w.s.budget.Allow(max(nodes, 1))
	w.meter.Reset(w.stats.Nodes)
}

// sameSide reports whether one side moves at both ply and ply+1.
func (w *worker[S, M]) sameSide(ply int) bool {
	return !w.caps.Alternates &&
		w.rules.ToMove(&w.stack[ply].state) == w.rules.ToMove(&w.stack[ply+1].state)
}

// child searches the position at ply+1 to depth. It returns the value and the
// proof from the view of the side to move at ply.
func (w *worker[S, M]) child(ply, depth int, alpha, beta game.Score) (game.Score, game.Bound) {
	switch w.descent {
	case plain:
		v, proof := w.node(ply+1, depth, -beta, -alpha)
		return -v, proof.Negate()
	case alongLine:
		v, proof := w.onPath(ply+1, depth, -beta, -alpha)
		return -v, proof.Negate()
	}
	if w.sameSide(ply) {
		return w.enter(ply+1, depth, alpha, beta)
	}
	v, proof := w.enter(ply+1, depth, -beta, -alpha)
	return -v, proof.Negate()
}

func (w *worker[S, M]) enter(ply, depth int, alpha, beta game.Score) (game.Score, game.Bound) {
	if w.watch != nil {
		return w.watchedNode(ply, depth, alpha, beta)
	}
	return w.unwatchedNode(ply, depth, alpha, beta)
}

func (w *worker[S, M]) unwatchedNode(ply, depth int, alpha, beta game.Score) (game.Score, game.Bound) {
	if w.caps.Repeater != nil {
		return w.onPath(ply, depth, alpha, beta)
	}
	return w.node(ply, depth, alpha, beta)
}

// play sets up the frame at ply+1 with the position after m.
func (w *worker[S, M]) play(ply int, m M) {
	f, next := &w.stack[ply], &w.stack[ply+1]
	w.rules.Play(&next.state, &f.state, m)
	next.nulled, next.failsHigh = false, false
	w.note(f, m)
}

// note records the move that is searched from f.
func (w *worker[S, M]) note(f *frame[S, M], m M) {
	if w.on&History != 0 {
		f.playedKey = w.keys.MoveKey(m) & (moveKeys - 1)
	}
	if w.on&gaining != 0 && w.caps.Gainer != nil {
		f.gain = w.caps.Gainer.Gain(&f.state, m)
	}
}

// mark adds the position at ply to the line, where positions may repeat.
func (w *worker[S, M]) mark(ply int) {
	hash := w.rules.Hash(&w.stack[ply].state)
	w.line.Put(ply, hash)
	if w.table != nil && w.on&Fold == 0 {
		w.table.prefetch(hash)
	}
}

// keyAt returns the table key of the node at ply and the symmetric image that
// it is stored as. Where positions may repeat, the line already has the hash.
func (w *worker[S, M]) keyAt(ply int) (key uint64, image int) {
	if w.caps.Repeater != nil && w.on&Fold == 0 {
		return w.line.At(ply), 0
	}
	return w.key(&w.stack[ply].state)
}

// key returns the table key of a position and the symmetric image that it is stored as.
func (w *worker[S, M]) key(s *S) (key uint64, image int) {
	if w.on&Fold == 0 {
		return w.rules.Hash(s), 0
	}
	return capability.Fold(w.rules, &w.caps.Set, s, &w.scratch)
}

func (w *worker[S, M]) evaluate(s *S) game.Score {
	w.stats.Leaves++
	if w.caps.Evaluator == nil {
		return 0
	}
	return w.caps.estimate(w.caps.Evaluator.Evaluate(s))
}

// Estimates are numbers in the game's own unit, far smaller than the scores of final margins,
// unless the game says that they are margins: then they have the scores of those margins. Scores
// have a gap between -1 and 1 points, so a window's width or a margin of error is added to the
// number, not to the score.

// estimate returns the score of the estimate n.
func (c *capabilities[S, M]) estimate(n game.Score) game.Score {
	if !c.InMargins {
		return n
	}
	return game.Margin(int(min(max(n, -game.MaxMargin), game.MaxMargin)))
}

// number returns the number of an estimate; other scores it returns unchanged.
func (c *capabilities[S, M]) number(v game.Score) game.Score {
	if n, ok := v.Points(); ok && c.InMargins {
		return game.Score(n)
	}
	return v
}

// beyond reports whether v cannot be an estimate.
func (c *capabilities[S, M]) beyond(v game.Score) bool {
	if _, ok := v.Points(); ok && c.InMargins {
		return false
	}
	return v.Proven()
}

// most is the largest score of an estimate.
func (c *capabilities[S, M]) most() game.Score { return c.estimate(game.MaxEval) }
