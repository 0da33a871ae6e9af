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

// tailFor returns the number of plies to leave to tailValue in a search to
// depth plies.
func (s *Searcher[S, M, R]) tailFor(depth int) int {
	if s.attentive || s.undoer != nil || depth < beforeTail {
		return noTail
	}
	return min(longestTail, depth-beforeTail)
}

// begunTail returns the value of f, as f sees it, and leaves its line open.
func (s *Searcher[S, M, R]) begunTail(f *frame[S, M], depth int) game.Score {
	f.line.moves = f.line.moves[:0]
	return f.ofMover(s.tailValue(f, depth))
}

// tailValue returns the value of f for its side to move.
func (s *Searcher[S, M, R]) tailValue(f *frame[S, M], depth int) game.Score {
	s.Nodes++
	if depth <= s.atOnce {
		return s.lastValue(f, depth)
	}
	moves, status := s.rules.Moves(&f.own, f.moves[:0])
	if status.Over() {
		s.Leaves++
		return s.scoring.final(status, f.ply)
	}
	f.moves = moves
	c := f.next
	if c == nil {
		c = s.extend(f)
	}
	best := -game.Infinity
	for _, m := range moves {
		s.rules.Play(&c.own, &f.own, m)
		best = max(best, -s.tailValue(c, depth-1))
	}
	return best
}

// lastValue returns the value of f, which lies at the horizon or, if the game
// resolves its last ply at once, one ply above.
func (s *Searcher[S, M, R]) lastValue(f *frame[S, M], depth int) game.Score {
	status := s.statuser.Status(&f.own)
	if status.Over() {
		s.Leaves++
		return s.scoring.final(status, f.ply)
	}
	if depth == 0 {
		s.Leaves++
		return s.estimate(&f.own)
	}
	v, children := s.lastPlyer.LastPly(&f.own)
	s.Nodes += children
	s.Leaves += children
	return s.scoring.ofLastPly(v, f.ply)
}

// fully runs search, which is minimax or negaMax, on the root f.
func (s *Searcher[S, M, R]) fully(f *frame[S, M], depth int, search func(*frame[S, M], int) game.Score) game.Score {
	s.tail = s.tailFor(depth)
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
