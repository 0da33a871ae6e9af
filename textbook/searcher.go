package textbook

import (
	"context"
	"reflect"
	"slices"

	"github.com/plywood-go/plywood/game"
)

// Searcher runs one algorithm over one game, as often as wanted: nothing is
// allocated once it has seen a position of the size and depth searched. It
// serves one search at a time.
type Searcher[S any, M comparable, R game.Rules[S, M]] struct {
	account
	referee[S, M, R]
	algorithm Algorithm
	options   Options
	slack     game.Score // by how much a value must pass a bound to cut
	negates   bool       // values are seen from the side to move, not from MAX
	attentive bool       // a child must be introduced
	tail      int        // the last plies, left to tailValue
	undoer    game.Undoer[S, M]
	lastPlyer game.LastPlyer[S]
	passer    game.Passer[M]
	root      *frame[S, M]
	memory    memory
	open      open[S, M]

	tailFrames [longestTail + 1]tailFrame[S, M] // by the number of plies left
}

// frame is a position being searched: one a ply. What is the same for all
// positions of a ply is set once, by extend.
type frame[S any, M comparable] struct {
	node
	state  *S // own, or that of the root if moves are undone
	own    S
	moves  []M
	status game.Status
	line   *line[M] // the best found below
	memo   uint64
	next   *frame[S, M]
}

// line is a line of play, last move first. Frames hand lines on by pointer.
type line[M comparable] struct{ moves []M }

// Result is what a search finds.
type Result[M comparable] struct {
	// Value is seen from the side to move at the root, which is MAX.
	Value game.Score
	Bound game.Bound
	// PV is the principal variation. It is overwritten by the next search.
	PV []M
	Counts
	// Stopped tells that the context ended the search; nothing else of the
	// result means anything then.
	Stopped bool
}

// cheapCopy is the size, in bytes, of the largest state that is copied even if
// the game could undo moves: four cache lines. Copying tic-tac-toe makes a
// search of it 1.3 times as fast as undoing.
const cheapCopy = 256

// New returns a searcher of the game. It panics if the algorithm is none of
// [Algorithms]: names from outside go through [ParseAlgorithm].
func New[S any, M comparable, R game.Rules[S, M]](algorithm Algorithm, rules R, o Options) *Searcher[S, M, R] {
	if !slices.Contains(algorithms, algorithm) {
		panic("textbook: no algorithm " + string(algorithm))
	}
	s := &Searcher[S, M, R]{
		referee:   newReferee[S, M](rules, o.Scoring),
		algorithm: algorithm,
		options:   o,
		slack:     o.Cut.slack(algorithm.printedCut()),
		negates:   algorithm.Negates(),
		root:      &frame[S, M]{line: new(line[M])},
	}
	s.root.atRoot(true)
	s.root.state = &s.root.own
	s.observer = o.Observer
	s.attentive = !s.alternates || o.Observer != nil
	if reflect.TypeFor[S]().Size() > cheapCopy {
		s.undoer, _ = any(rules).(game.Undoer[S, M])
	}
	s.passer, _ = any(rules).(game.Passer[M])
	if o.Observer == nil && o.Scoring != Points {
		s.lastPlyer, _ = any(rules).(game.LastPlyer[S])
	}
	return s
}

// Search returns the value of p searched to depth plies; to the end of the
// game if depth exceeds its length. It leaves p unchanged.
func (s *Searcher[S, M, R]) Search(ctx context.Context, p *S, depth int) Result[M] {
	f := s.root
	s.restart(ctx)
	s.first = s.rules.ToMove(p)
	f.own = *p
	w := s.asked()
	v := s.run(f, max(depth, 0), w)
	slices.Reverse(f.line.moves)
	return Result[M]{Value: v, Bound: meaning(w, v), PV: f.line.moves, Counts: s.Counts, Stopped: s.stopped}
}

// asked returns the window that the root's value answers.
func (s *Searcher[S, M, R]) asked() game.Window {
	switch s.algorithm {
	case AlphaBeta, Scout, Othello, BratkoAlphaBeta:
		return s.options.window()
	}
	return game.FullWindow
}

// run searches the root f and returns its value.
func (s *Searcher[S, M, R]) run(f *frame[S, M], depth int, w game.Window) (v game.Score) {
	switch s.algorithm {
	case Minimax:
		v = s.fully(f, depth, s.minimax)
	case NegaMax:
		v = s.fully(f, depth, s.negaMax)
	case AlphaBeta:
		v = s.alphaBeta(f, depth, w)
	case Othello:
		v = s.othello(f, depth, w)
	case Scout:
		v = s.scout(f, depth, w)
	case MTDF:
		v = s.mtdf(f, depth)
	case SSS:
		v = s.sss(f, depth)
	default:
		v = s.bratko(f, depth)
	}
	return v
}

// generate finds the moves of f and reports whether the game goes on.
func (s *Searcher[S, M, R]) generate(f *frame[S, M]) bool {
	f.moves, f.status = s.rules.Moves(f.state, f.moves[:0])
	return f.status == game.Ongoing
}

// horizon counts f, beyond which the search does not look, as a leaf and
// returns its static value.
func (s *Searcher[S, M, R]) horizon(f *frame[S, M]) game.Score {
	f.status = s.statuser.Status(f.state)
	return s.leaf(f)
}

// leaf counts f as a leaf and returns its static value.
func (s *Searcher[S, M, R]) leaf(f *frame[S, M]) game.Score {
	f.line.moves = f.line.moves[:0]
	return s.static(&f.node, s.worth(f))
}

// worth returns the static value of f as f sees it.
func (s *Searcher[S, M, R]) worth(f *frame[S, M]) game.Score {
	return f.ofMover(s.value(f.state, f.status, f.ply))
}

// play plays m, the i-th move of f, and returns the frame of the child.
func (s *Searcher[S, M, R]) play(f *frame[S, M], i int, m M) *frame[S, M] {
	c := f.next
	if c == nil {
		c = s.extend(f)
	}
	if s.undoer == nil {
		s.rules.Play(&c.own, &f.own, m)
	} else {
		f.memo = s.undoer.Do(f.state, m)
	}
	if s.attentive {
		s.introduce(f, c, i)
	}
	return c
}

// extend makes the frame below f.
func (s *Searcher[S, M, R]) extend(f *frame[S, M]) *frame[S, M] {
	c := &frame[S, M]{line: &line[M]{make([]M, 0, usualDepth)}}
	c.below(&f.node, 0)
	c.state = &c.own
	if s.undoer != nil {
		c.state = f.state
	}
	c.max = !f.max
	c.flip = s.negates && !c.max
	f.next = c
	return c
}

// usualDepth is the length of a line, in plies, up to which none grows.
const usualDepth = 32

// introduce tells c, the i-th child of f, what is not the same for all
// positions of its ply.
func (s *Searcher[S, M, R]) introduce(f, c *frame[S, M], i int) {
	c.parent, c.index = f.visit, i
	if !s.alternates {
		c.max = s.max(c.state)
		c.flip = s.negates && !c.max
	}
}

// undo takes m back, a move of f.
func (s *Searcher[S, M, R]) undo(f *frame[S, M], m M) {
	if s.undoer != nil {
		s.undoer.Undo(f.state, m, f.memo)
	}
}

// keep makes m, the i-th move, whose value f sees as v, the best so far. The
// line below is taken from the child, which gets the old one to overwrite.
func (s *Searcher[S, M, R]) keep(f *frame[S, M], i int, m M, v game.Score) {
	c := f.next
	line := c.line
	line.moves = append(line.moves, m)
	f.line, c.line = line, f.line
	s.backup(&f.node, i, v)
}

// cut reports that the i-th move, whose value f sees as v, spares f the rest.
func (s *Searcher[S, M, R]) cut(f *frame[S, M], i int, v game.Score) {
	if i < len(f.moves)-1 {
		s.cutoff(&f.node, i, len(f.moves), v)
	}
}

// answer returns v as the answer of f to the window w: limited to it if the
// search is fail-hard.
func (s *Searcher[S, M, R]) answer(f *frame[S, M], w game.Window, v game.Score) game.Score {
	if s.options.Hard {
		v = w.Clamp(v)
	}
	return s.leave(&f.node, v)
}
