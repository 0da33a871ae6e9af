package search

import (
	"slices"
	"time"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/trace"
)

// Query is what is asked of a position, whatever searches it. It is plain data:
// equal queries to equal searchers get equal answers on one thread, as long as
// no Control cuts them short. The zero Query asks for the value of the game.
type Query struct {
	// Depth in plies. Zero means no limit.
	Depth int
	// From is the depth of the first iteration. Shallower ones prepare the table
	// and the order of moves for deeper, but where there is no evaluation and the
	// game soon ends they may cost more than they save: MaxDepth goes to the end
	// of the game at once. Zero means 1.
	From int
	// Confidence in percent is enough for selective rules, in engines that know
	// how sure theirs are. The Searcher of this package does not know and
	// ignores it. Zero means 100: nothing is gambled in the end.
	Confidence int
	// Nodes over all threads. Zero means no limit.
	Nodes uint64
	// Plies ends the search once a win or a loss in at most so many plies is
	// proven. Zero means that only an exact value ends it.
	Plies int
	// Exhaustive switches off all selective features for this search: for
	// proofs they are mostly in the way.
	Exhaustive bool
	// Lines is the number of best moves wanted, each with value and line. Zero
	// means 1; at most the number of legal moves are given.
	Lines int
	// Window is the interval of interest. The search ends when the value is
	// proven to lie inside it exactly or outside it. Zero means all values.
	Window game.Window
	// History holds the hashes of the positions before the root, the latest
	// last, in games whose positions may repeat.
	History []uint64
}

// Equal reports whether q and r ask the same.
func (q Query) Equal(r Query) bool {
	return q.Depth == r.Depth && q.From == r.From && q.Confidence == r.Confidence &&
		q.Nodes == r.Nodes && q.Plies == r.Plies && q.Exhaustive == r.Exhaustive &&
		q.Lines == r.Lines && q.Window == r.Window && slices.Equal(q.History, r.History)
}

// window returns the window of q.
func (q *Query) window() game.Window {
	if q.Window == (game.Window{}) {
		return game.FullWindow()
	}
	return q.Window
}

// Control steers one run: it says when the run is to end whatever was asked, and
// who watches. The zero Control lets a run go on until the Query is answered or
// the context is done.
type Control struct {
	// Time is the most that the run may take. Zero means no limit.
	Time time.Duration
	// SoftTime is the time after which no new iteration is begun, stretched up
	// to Time while the best move keeps changing. Zero means no limit.
	SoftTime time.Duration
	// Ponder delays both times: while it is open the search thinks on the
	// opponent's time, and the clock starts when it is closed. Nil means that
	// it starts at once.
	Ponder <-chan struct{}
	// Pulse is called by every thread of the run, about every millisecond or
	// more often, with the nodes that it has visited since its last call; those
	// after the last are in the result alone. The thread goes on when it returns:
	// a search pauses as long as its pulses are held up, without a lock of its
	// own, and its times run on. It must be safe for concurrent use. Nil means
	// none, and no cost.
	Pulse func(nodes uint64)
	// Observer receives the events of the search, which the first thread does
	// alone while it is watched. Engines that have other searches use this one while
	// they are watched. Nil means none, and no cost.
	Observer trace.Observer
}
