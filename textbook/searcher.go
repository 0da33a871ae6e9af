package textbook

import (
	"context"
	"slices"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/capability"
)

// Searcher runs one algorithm over one game. It can be used again, but only for one
// search at a time.
type Searcher[S any, M comparable, R game.Rules[S, M]] struct {
	account
	referee[S, M, R]
	algorithm Algorithm
	options   Options
	root      *node[S, M]
	open      open[S, M]
	table     map[tableKey]tableEntry // of Deepening
	bestMoves map[uint64]M            // of Deepening, by the hash of the position
	beyond    bool                    // the search, or one whose result it uses, has met its horizon
}

// node is a position being searched. There is one for each ply.
type node[S any, M comparable] struct {
	visit
	state  S
	moves  []M
	status game.Status
	line   []M // the best line below, last move first
	child  *node[S, M]
}

// Result is the outcome of a search.
type Result[M comparable] struct {
	// Value is from the view of MAX.
	Value game.Score
	Bound game.Bound
	// PV is the principal variation. It is empty for a finished game, at depth
	// 0, and where the lecture's algorithms find no move. The next search
	// overwrites it.
	PV []M
	Counts
	// Stopped is true if the context ended the search; then the other fields
	// are meaningless.
	Stopped bool
}

// New returns a searcher of the game. It panics if the algorithm is not one of
// [Algorithms] or [PracticalAlgorithms].
func New[S any, M comparable, R game.Rules[S, M]](algorithm Algorithm, rules R, o Options) *Searcher[S, M, R] {
	capability.RefuseChance[S](rules, "textbook")
	if !slices.Contains(algorithms, algorithm) && !algorithm.practical() {
		panic("textbook: no algorithm " + string(algorithm))
	}
	s := &Searcher[S, M, R]{
		referee:   newReferee[S, M](rules, o.Scoring),
		algorithm: algorithm,
		options:   o,
		root:      new(node[S, M]),
	}
	s.observer, s.last = o.Observer, o.LastCut
	s.hard = o.Hard && algorithm.takesCut()
	s.strict = o.Cut == BeyondBound && algorithm.takesCut()
	return s
}

// Run searches p to depth plies with a new Searcher. It panics where New does.
func Run[S any, M comparable, R game.Rules[S, M]](ctx context.Context, a Algorithm, rules R, p *S, depth int, o Options) Result[M] {
	return New(a, rules, o).Search(ctx, p, depth)
}

// Search returns the value of p searched to depth plies, or to the end of the game if
// that comes first. It leaves p unchanged.
func (s *Searcher[S, M, R]) Search(ctx context.Context, p *S, depth int) Result[M] {
	n := s.root
	s.restart(ctx)
	if s.first = s.rules.ToMove(p); s.options.MinRoot {
		s.first = s.first.Other()
	}
	w := game.FullWindow()
	if s.algorithm.takesWindow() {
		w = s.options.window()
	}
	n.visit, n.state, n.line = atRoot(!s.options.MinRoot, w), *p, n.line[:0]
	if n.flip = s.algorithm.Negates() && s.options.MinRoot; n.flip {
		w, n.ends = w.Negate(), n.ends.Swap()
	}
	v := s.run(n, max(depth, 0), w)
	slices.Reverse(n.line)
	bound := game.Exact
	if s.algorithm.takesWindow() {
		bound = n.bound
	}
	if n.flip {
		v, bound = -v, bound.Negate()
	}
	return Result[M]{Value: v, Bound: bound, PV: n.line, Counts: s.Counts, Stopped: s.stopped}
}

// run searches the root n and returns its value.
func (s *Searcher[S, M, R]) run(n *node[S, M], depth int, w game.Window) game.Score {
	switch s.algorithm {
	case Minimax:
		return s.minimax(n, depth)
	case NegaMax:
		return s.negaMax(n, depth)
	case BranchBound:
		return s.branchBound(n, depth, game.Infinity)
	case AlphaBeta:
		return s.alphaBeta(n, depth, w)
	case Scout:
		return s.eval(n, depth)
	case NegaScout:
		return s.negaScout(n, depth, w)
	case MTDF:
		return s.mtdf(n, depth, s.options.Guess)
	case ABSSS:
		return s.mtdf(n, depth, game.Infinity)
	case SSS:
		return s.sss(n, depth)
	case LectureMinimax:
		return s.lectureMinimax(n, depth)
	case LectureNegMax:
		return s.lectureNegMax(n, depth)
	case LectureAlphaBeta:
		return s.lectureAlphaBeta(n, depth, w)
	case Othello:
		return s.othello(n, depth, w)
	case ReinefeldNegaScout:
		return s.reinefeld(n, depth, w)
	case Deepening:
		return s.deepening(n, depth, w)
	case Quiescence:
		return s.quiescence(n, depth, w)
	case NullMove:
		return s.nullMove(n, depth, w)
	}
	return s.bratko(n, depth)
}

// The methods below are the steps of the algorithms, besides enter and leave.

// nothing is worse than every value: it is the value of a node before its first move.
const nothing = -game.Infinity - 1

// leaf reports whether the search stops at n, because of the horizon or the end of the
// game. Otherwise it generates the moves of n.
func (s *Searcher[S, M, R]) leaf(n *node[S, M], depth int) bool {
	n.line, n.moves = n.line[:0], n.moves[:0]
	if depth <= 0 || s.stopped {
		n.status = s.statuser.Status(&n.state)
		s.beyond = s.beyond || !n.status.Over()
		return true
	}
	n.moves, n.status = s.rules.Moves(&n.state, n.moves)
	return n.status.Over()
}

// static ends the leaf n and returns its static value from n's view.
func (s *Searcher[S, M, R]) static(n *node[S, M]) game.Score {
	return s.account.static(&n.visit, n.ofMover(s.value(&n.state, n.status, n.ply)))
}

// below returns the node for the children of n.
func (n *node[S, M]) below() *node[S, M] {
	if n.child == nil {
		n.child = new(node[S, M])
	}
	return n.child
}

// play plays the i-th move of n and returns the child.
func (s *Searcher[S, M, R]) play(n *node[S, M], i int) *node[S, M] {
	c := n.below()
	s.rules.Play(&c.state, &n.state, n.moves[i])
	return s.reach(n, c, i)
}

// reach completes the visit of c, the child of n with index i.
func (s *Searcher[S, M, R]) reach(n, c *node[S, M], i int) *node[S, M] {
	c.parent, c.index, c.ply = n.number, i, n.ply+1
	c.max, c.pass = s.max(&c.state), false
	c.flip = s.algorithm.Negates() && !c.max
	c.ends = n.ends
	return c
}

// best records the child c, with value v from n's view, as the best of n so far, and
// returns v. It swaps the lines of n and c, because copying lines would take time
// quadratic in the depth.
func (s *Searcher[S, M, R]) best(n, c *node[S, M], v game.Score) game.Score {
	n.line, c.line = append(c.line, n.moves[c.index]), n.line
	s.backup(&n.visit, c.index, v)
	return v
}

// cut records that the child c, with value v from n's view, makes n skip its remaining
// children.
func (s *Searcher[S, M, R]) cut(n, c *node[S, M], v game.Score) {
	s.cutoff(&n.visit, c.index, len(n.moves), v)
}

// reaches reports whether v is high enough to cut off the rest: v >= beta or, if the
// options say so, v > beta.
func (s *Searcher[S, M, R]) reaches(v, beta game.Score) bool {
	if s.options.Cut == BeyondBound {
		return v > beta
	}
	return v >= beta
}
