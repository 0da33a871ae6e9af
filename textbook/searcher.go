package textbook

import (
	"context"
	"slices"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/capability"
)

// Searcher runs one algorithm over one game. It can be used again, but only for one
// search at a time.
type Searcher[S any, M comparable] struct {
	searcher
	game *boardOf[S, M]
}

// searcher is a Searcher without the types of the game.
type searcher struct {
	account
	board
	algorithm Algorithm
	options   Options
	first     game.Player // MAX
	root      *node
	open      open
	table     map[tableKey]tableEntry // of Deepening
	bestMoves map[uint64]int          // of Deepening, by the hash of the position
	beyond    bool                    // the search, or one whose result it uses, has met its horizon
}

// node is a position being searched. There is one for each ply, its number on the board.
type node struct {
	visit
	moves  int // how many there are
	status game.Status
	choice int // the index of the best move so far
	child  *node
}

// Result is the outcome of a search.
type Result[M comparable] struct {
	// Value is from the view of MAX.
	Value game.Score
	Bound game.Bound
	// PV is the principal variation. It is empty for a finished game, at depth 0, and where the
	// lecture's algorithms find no move. The next search overwrites it.
	PV []M
	Counts
	// Stopped is true if the context ended the search; then the other fields are meaningless.
	Stopped bool
}

// New returns a searcher of the game. It panics if the algorithm is not one of
// [Algorithms] or [PracticalAlgorithms].
func New[S any, M comparable](algorithm Algorithm, rules game.Rules[S, M], o Options) *Searcher[S, M] {
	capability.RefuseChance(rules, "textbook")
	offers := capability.Of(rules)
	b := &boardOf[S, M]{rules, offers.Evaluator, capability.Statuser(rules), offers.Passer, offers.Noisy, offers.Nuller, nil}
	return &Searcher[S, M]{newSearcher(algorithm, b, o), b}
}

func newSearcher(algorithm Algorithm, b board, o Options) searcher {
	if !slices.Contains(algorithms, algorithm) && !algorithm.practical() {
		panic("textbook: no algorithm " + string(algorithm))
	}
	s := searcher{board: b, algorithm: algorithm, options: o, root: new(node)}
	s.observer, s.last = o.Observer, o.LastCut
	s.hard = o.Hard && algorithm.takesCut()
	printed := o.Cut == AsPrinted && algorithm == BratkoAlphaBeta
	s.strict = (o.Cut == BeyondBound || printed) && algorithm.takesCut()
	return s
}

// Run searches p to depth plies with a new Searcher. It panics where New does.
func Run[S any, M comparable](ctx context.Context, a Algorithm, rules game.Rules[S, M], p *S, depth int, o Options) Result[M] {
	return New(a, rules, o).Search(ctx, p, depth)
}

// Search returns the value of p searched to depth plies, or to the end of the game if
// that comes first. It leaves p unchanged.
func (s *Searcher[S, M]) Search(ctx context.Context, p *S, depth int) Result[M] {
	root := s.game.at(0)
	root.state = *p
	v, bound := s.search(ctx, depth)
	root = s.game.at(0) // the board may have grown
	slices.Reverse(root.line)
	return Result[M]{Value: v, Bound: bound, PV: root.line, Counts: s.Counts, Stopped: s.stopped}
}

// search returns the value of position 0, and leaves its line last move first.
func (s *searcher) search(ctx context.Context, depth int) (game.Score, game.Bound) {
	n := s.root
	s.Counts, s.ctx, s.stopped = Counts{}, ctx, false
	if s.first = s.toMove(0); s.options.MinRoot {
		s.first = s.first.Other()
	}
	w := game.FullWindow()
	if s.algorithm.takesWindow() {
		w = s.options.window()
	}
	n.visit = atRoot(!s.options.MinRoot, w)
	s.end(0)
	if n.flip = s.algorithm.Negates() && s.options.MinRoot; n.flip {
		w, n.ends = w.Negate(), n.ends.Swap()
	}
	v := s.run(n, max(depth, 0), w)
	bound := game.Exact
	if s.algorithm.takesWindow() {
		bound = n.bound
	}
	if n.flip {
		v, bound = -v, bound.Negate()
	}
	return v, bound
}

// run searches the root n and returns its value.
func (s *searcher) run(n *node, depth int, w game.Window) game.Score {
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
	return s.bratko(n, depth, w)
}

// The methods below are the steps of the algorithms, besides enter and leave.

// nothing is worse than every value: it is the value of a node before its first move.
const nothing = -game.Infinity - 1

// max reports whether MAX is to move at a position.
func (s *searcher) max(at int) bool { return s.toMove(at) == s.first }

// leaf reports whether the search stops at n, because of the horizon or the end of the
// game. Otherwise it generates the moves of n.
func (s *searcher) leaf(n *node, depth int) bool {
	n.moves = 0
	s.end(n.ply)
	if depth <= 0 || s.stopped {
		n.status = s.status(n.ply)
		s.beyond = s.beyond || !n.status.Over()
		return true
	}
	n.moves, n.status = s.moves(n.ply)
	return n.status.Over()
}

// static ends the leaf n and returns its static value from n's view.
func (s *searcher) static(n *node) game.Score {
	return s.account.static(&n.visit, n.ofMover(s.value(n.ply, n.status, n.ply)))
}

// value returns the static value of a position, at ply, with status st, for the side to move.
func (s *searcher) value(at int, st game.Status, ply int) game.Score {
	if st.Over() {
		return s.options.Scoring.final(st, ply)
	}
	return s.estimate(at)
}

// play plays the i-th move of n and returns the child.
func (s *searcher) play(n *node, i int) *node {
	s.board.play(n.ply+1, n.ply, i)
	return s.reach(n, i)
}

// reach returns the visit of the child of n with index i, whose position is on the board.
func (s *searcher) reach(n *node, i int) *node {
	if n.child == nil {
		n.child = new(node)
	}
	c := n.child
	c.parent, c.index, c.ply = n.number, i, n.ply+1
	c.max, c.pass = s.max(c.ply), false
	c.flip = s.algorithm.Negates() && !c.max
	c.ends = n.ends
	return c
}

// best records the child c, with value v from n's view, as the best of n so far, and returns v.
func (s *searcher) best(n, c *node, v game.Score) game.Score {
	n.choice = c.index
	s.lead(n.ply, c.index, c.ply)
	s.backup(&n.visit, c.index, v)
	return v
}

// cut records that the child c, with value v from n's view, makes n skip its remaining children.
func (s *searcher) cut(n, c *node, v game.Score) {
	s.cutoff(&n.visit, c.index, n.moves, v)
}

// reaches reports whether v is far enough beyond beta to cut off the rest: >=
// or, if the options say so, >.
func (s *searcher) reaches(v, beta game.Score) bool {
	if s.options.Cut == BeyondBound {
		return v > beta
	}
	return v >= beta
}
