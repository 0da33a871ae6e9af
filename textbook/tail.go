package textbook

import (
	"slices"

	"github.com/plywood-go/plywood/game"
)

// Almost all nodes of a full search lie in its last plies. There minimax and
// negamax only need values: nobody observes, turns alternate, states are
// copied, and the best line is wanted only where the whole search's line ends.
// So they leave the last plies to tailValue, which does nothing but the
// arithmetic and takes half the time a node, and search the end of the line
// once more when they are done, to know its moves. Counts and values are those
// of the search as printed; the repetition is not counted.

// longestTail is the number of plies left to tailValue, few enough for a search
// that is stopped to notice soon. What is searched twice is one subtree of that
// depth, so the plies before it, two at least, outweigh it by the square of the
// branching factor.
const (
	longestTail = 3
	beforeTail  = 2
)

// noTail is the length of the tail where there is none, not even of 0 plies.
const noTail = -1

// tailFrame is a position of the tail: one for each number of plies left.
type tailFrame[S any, M comparable] struct {
	state   S
	moves   []M
	next    *tailFrame[S, M] // nil at the horizon
	settled bool             // lastValue knows the value at once
	ply     int
	ends    [game.Loss + 1]game.Score // what a plain end of the game is worth here, by Status
}

// prepareTail decides how many plies of a search to depth plies are left to
// tailValue.
func (s *Searcher[S, M, R]) prepareTail(depth int) {
	s.tail = noTail
	if s.attentive || s.undoer != nil || depth < beforeTail {
		return
	}
	s.tail = min(longestTail, depth-beforeTail)
	for left := range s.tail + 1 {
		s.prepareFrame(left, depth-left)
	}
}

// prepareFrame sets up the frame of the tail with so many plies left, ply plies
// from the root.
func (s *Searcher[S, M, R]) prepareFrame(left, ply int) {
	f := &s.tailFrames[left]
	f.settled = left == 0 || left == 1 && s.lastPlyer != nil
	if left > 0 {
		f.next = &s.tailFrames[left-1]
	}
	f.ply = ply
	for status := range f.ends {
		f.ends[status] = s.scoring.final(game.Status(status), ply)
	}
}

// begunTail returns the value of f, as f sees it, and leaves its line open.
func (s *Searcher[S, M, R]) begunTail(f *frame[S, M], depth int) game.Score {
	f.line.moves = f.line.moves[:0]
	first := &s.tailFrames[depth]
	first.state = f.own
	return f.ofMover(s.tailValue(first))
}

// tailValue returns the value of f for its side to move.
func (s *Searcher[S, M, R]) tailValue(f *tailFrame[S, M]) game.Score {
	s.Nodes++
	if f.settled {
		return s.lastValue(f)
	}
	moves, status := s.rules.Moves(&f.state, f.moves[:0])
	if status.Over() {
		return s.end(f, status)
	}
	f.moves = moves
	best := -game.Infinity
	for _, m := range moves {
		s.rules.Play(&f.next.state, &f.state, m)
		best = max(best, -s.tailValue(f.next))
	}
	return best
}

// lastValue returns the value of f, which lies at the horizon or, if the game
// resolves its last ply at once, one ply above.
func (s *Searcher[S, M, R]) lastValue(f *tailFrame[S, M]) game.Score {
	if status := s.statuser.Status(&f.state); status.Over() {
		return s.end(f, status)
	}
	if f.next == nil {
		s.Leaves++
		return s.estimate(&f.state)
	}
	v, children := s.lastPlyer.LastPly(&f.state)
	s.Nodes += children
	s.Leaves += children
	return s.scoring.ofLastPly(v, f.ply)
}

// end returns the value of f, where the game ended with status.
func (s *Searcher[S, M, R]) end(f *tailFrame[S, M], status game.Status) game.Score {
	s.Leaves++
	if status <= game.Loss {
		return f.ends[status]
	}
	return s.scoring.final(status, f.ply)
}

// fully runs search, which is minimax or negaMax, on the root f.
func (s *Searcher[S, M, R]) fully(f *frame[S, M], depth int, search func(*frame[S, M], int) game.Score) game.Score {
	s.prepareTail(depth)
	v := search(f, depth)
	if s.tail != noTail {
		s.finishLine(f, depth, search)
	}
	return v
}

// finishLine completes the line of the root f, which ends where the tail
// begins, by search.
func (s *Searcher[S, M, R]) finishLine(f *frame[S, M], depth int, search func(*frame[S, M], int) game.Score) {
	p, line := f, f.line.moves
	for _, m := range slices.Backward(line) {
		p = s.play(p, 0, m)
	}
	counts := s.Counts
	s.tail = noTail
	search(p, depth-len(line))
	s.Counts = counts
	p.line.moves = append(p.line.moves, line...)
	f.line, p.line = p.line, f.line
}
