package search

import (
	"slices"
	"time"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
)

// Query is a question about a position, for any solver. It is plain data:
// equal queries to equal searchers get equal answers on one thread, unless a
// Control cuts them short. The zero Query asks for the value of the game.
type Query struct {
	// Depth in plies. Zero means no limit.
	Depth int
	// From is the depth of the first iteration. Shallow iterations fill the
	// table and improve the move order, but in short games without an
	// evaluation they may cost more than they save: MaxDepth searches to the
	// end of the game at once. Zero means 1.
	From int
	// Confidence, in percent, is the confidence that selective rules must
	// reach, in engines that measure theirs. The Searcher of this package
	// ignores it. Zero means 100: no gamble remains in the final answer.
	Confidence int
	// Nodes over all threads. Zero means no limit.
	Nodes uint64
	// Plies ends the search once a win or a loss in at most that many plies is
	// proven. Zero means that only an exact value ends it.
	Plies int
	// Exhaustive switches off all selective features for this search, because
	// they hinder proofs.
	Exhaustive bool
	// Lines is the number of best moves to return, each with value and line.
	// Zero means 1; the number of legal moves is the maximum.
	Lines int
	// Only holds the places of the moves to search in the list of Rules.Moves at
	// the root; the value is then that of the best of them. Only the Searcher of
	// this package obeys it. Empty means all moves.
	Only []int
	// Window is the interval of interest. The search ends when the value is
	// proven to lie inside it exactly or outside it. Zero means all values.
	Window game.Window
	// History holds the hashes of the positions before the root, the latest
	// last, in games whose positions may repeat.
	History []uint64
}

// Equal reports whether q and r are the same question.
func (q Query) Equal(r Query) bool {
	return q.Depth == r.Depth && q.From == r.From && q.Confidence == r.Confidence &&
		q.Nodes == r.Nodes && q.Plies == r.Plies && q.Exhaustive == r.Exhaustive &&
		q.Lines == r.Lines && q.Window == r.Window && slices.Equal(q.Only, r.Only) && slices.Equal(q.History, r.History)
}

// only returns the moves that q asks about.
func only[M any](q *Query, moves []M) []M {
	keep := make([]M, 0, len(q.Only))
	for i, m := range moves {
		if slices.Contains(q.Only, i) {
			keep = append(keep, m)
		}
	}
	if len(keep) == 0 {
		return moves
	}
	return keep
}

// window returns the window of q.
func (q *Query) window() game.Window {
	if q.Window == (game.Window{}) {
		return game.FullWindow()
	}
	return q.Window
}

// Control limits one run whatever its question, and holds its observers. The
// zero Control lets a run go on until the Query is answered or the context is
// done.
type Control struct {
	// Time is the most that the run may take. Zero means no limit.
	Time time.Duration
	// SoftTime is the time after which no new iteration starts; it is extended
	// up to Time while the best move keeps changing. Zero means no limit.
	SoftTime time.Duration
	// Ponder delays both times: until the channel is closed the search runs on
	// the opponent's time, and then the clock starts. Nil means that it starts
	// at once.
	Ponder <-chan struct{}
	// Every thread of the run calls Pulse, about once a millisecond or more
	// often, with the nodes that it has visited since its last call; only the
	// result counts those after the last call. The thread goes on when Pulse
	// returns, so blocking in Pulse pauses the search, while its times run on.
	// Pulse must be safe for concurrent use. Nil means no calls, and no cost.
	Pulse func(nodes uint64)
	// Trying is called by the first thread before it searches a move at the root.
	// Only the Searcher of this package calls it. Nil means no calls.
	Trying func(Trying)
	// Observer receives the events of the search, which the first thread runs
	// alone while it is observed. Engines with other kinds of search use this
	// one while they are observed. Nil means no events, and no cost.
	Observer event.Observer
}

// Trying is a move at the root that a search is about to search.
type Trying struct {
	Place  int    // in the list of Rules.Moves
	Number int    // in the order of the search, from 1
	Depth  int    // plies
	Nodes  uint64 // visited so far
}
