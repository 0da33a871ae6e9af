package connect4engine

import (
	"math/bits"
	"slices"

	"github.com/plywood-go/plywood/games/connect4"
)

// findBest adds a move that keeps the score to f, the finding for p. If the score is
// exact it also adds the principal variation.
func (a *asking) findBest(p connect4.State, f *finding) {
	score := f.score()
	if score <= f.low {
		score = -unbounded // any move will do
	}
	for {
		moves := a.candidates(&p)
		if len(moves) == 0 {
			return
		}
		if !f.hasMove {
			f.best, f.hasMove = moves[0], true
		}
		if !f.solved() || !a.keep(&p, moves, score) {
			return
		}
		if len(f.pv) == 0 {
			f.best, f.kept = moves[0], true
		}
		if !f.exact() {
			return
		}
		f.pv = append(f.pv, moves[0])
		a.rules.Play(&p, &p, moves[0])
		score = -score
	}
}

// candidates returns the moves of p: the table's move first, then the others from the
// centre outwards.
func (a *asking) candidates(p *connect4.State) []connect4.Move {
	moves, _ := a.rules.Moves(p, nil)
	w := a.workers[0]
	c := child{node: a.board.node(p)}
	w.rehash(&c)
	remembered := w.unmirror(&c, w.table.probe(c.hash).move())
	slices.SortStableFunc(moves, func(m, n connect4.Move) int {
		return a.distance(int(m), remembered) - a.distance(int(n), remembered)
	})
	return moves
}

// distance returns twice the distance of a column from the centre; for the column first
// it returns -1.
func (a *asking) distance(column, first int) int {
	if column == first {
		return -1
	}
	d := 2*column - (a.board.width - 1)
	return max(d, -d)
}

// keep moves the first move with a value of at least score to the front. ok is false after a stop.
func (a *asking) keep(p *connect4.State, moves []connect4.Move, score int) (ok bool) {
	for i, m := range moves {
		after := a.after(p, m)
		reached, ok := a.atMost(&after, -score)
		if !ok {
			return false
		}
		if reached {
			moves[0], moves[i] = moves[i], moves[0]
			return true
		}
	}
	panic("connect4: no move keeps a proven score")
}

// atMost reports whether the value of p is at most v; ok is false after a stop.
func (a *asking) atMost(p *connect4.State, v int) (yes, ok bool) {
	root, discs := a.board.node(p), p.Plies()
	lower, upper := a.known(p, &root, discs)
	if upper <= v || lower > v {
		return upper <= v, true
	}
	got, ok := a.test(root, discs, v+1)
	return got <= v, ok
}

// settle plays the forced moves of c, a child of a node that tests beta. settled is true if v, from
// the node's view, decides c. Otherwise c is left quiet: no side wins with its next disc, and the
// side to move has at least two moves that do not lose at once.
func (w *worker) settle(c *child, beta int) (v int, settled bool) {
	sign := -1
	beta = 1 - beta
	for {
		next := w.next(c.all())
		if next == 0 {
			return 0, true
		}
		move, lost := forced(&c.node, next)
		if lost {
			return -sign * w.score(c.discs+2), true
		}
		if hi := w.score(c.discs + 3); hi < beta {
			return sign * hi, true
		}
		if lo := -w.score(c.discs + 4); lo >= beta {
			return sign * lo, true
		}
		if move == 0 {
			break
		}
		c.node = w.after(&c.node, move)
		c.discs++
		sign, beta, c.same = -sign, 1-beta, !c.same
	}
	v, settled = w.bounded(c, beta)
	return sign * v, settled
}

// forced returns the only move that does not lose at once, or 0 if there are several. lost is true
// if every move loses at once. The side to move must not have an immediate win.
func forced(nd *node, next uint64) (move uint64, lost bool) {
	safe := next &^ (nd.dreads >> 1)
	if must := nd.dreads & next; must != 0 {
		return must, must&(must-1) != 0 || must&safe == 0
	}
	if safe&(safe-1) == 0 {
		return safe, safe == 0
	}
	return 0, false
}

// bounded returns a bound of c's value if the board alone decides whether it is at least beta.
func (w *worker) bounded(c *child, beta int) (v int, ok bool) {
	blocks := c.opp
	if beta <= 0 {
		blocks = c.own
	}
	if !w.canAlign(blocks) {
		return 0, true
	}
	if (w.size-c.discs)&1 != 0 || beta <= w.worst {
		return 0, false
	}
	v = w.followed(&c.node)
	return v, v < beta
}

// promises holds the weights for ordering moves. The centre breaks ties: without it
// random positions of 9 to 12 discs take two and a half times the nodes. The other
// weights come from a sweep that started at 12. The values 0, 6, 24 and 48 of soon take
// 4.6, 0.7, 9.4 and 9.5 % more nodes; the values 0 and 12 of table take 0.2 % fewer and
// 0.8 % more (TestPromises).
var promises = promiseWeights{threat: 12, soon: 12, centre: 1, table: 4}

type promiseWeights struct {
	threat int // a threat
	soon   int // extra weight of a threat that the next disc but one can reach
	centre int // per column from the edge
	table  int // the table's move
}

// promise rates a move in the given column by its side's threats after it, in the node
// nd. A threat directly above an opponent's threat is worth nothing.
func (w *worker) promise(nd *node, column int) int {
	threats := nd.dreads &^ (nd.wins << 1)
	soon := w.next(nd.all()) << 1 & w.cells
	return promises.soon*bits.OnesCount64(threats&soon) +
		promises.threat*bits.OnesCount64(threats) +
		promises.centre*min(column, w.width-1-column)
}

// # The follow-up strategy
//
// When an even number of cells is empty, the opponent of the side to move can follow: it plays on
// top of each disc. A disc may fill its column, or be the first in a column with an odd number of
// empty cells. Then the follower plays in another column with an odd number, which must exist. So
// the follower gets every empty cell in the rows with the parity of the top row. Cells that are
// playable at once are an exception: either side may get them. (Allis calls the pairs claimevens.)
//
//	. F . F    F  certain to be the follower's
//	. . . .    .  conceded to the side to move
//	. F . F
//	o . x .
//
// Assume that the side to move gets all other cells. If they contain no four, it cannot win. If the
// follower has a four, and each four of the side to move lies above a four of the follower in the
// same columns and direction, the follower completes its four first and wins. The side to move can
// delay this only until the other cells are full, except those above the highest empty cell of the
// four.

// followed returns an upper bound of the value of nd by the follow-up strategy, or unbounded if the
// strategy yields none. The number of empty cells must be even.
func (b *board) followed(nd *node) int {
	theirs := nd.opp | b.parity&^nd.own&^(nd.all()+b.bottom)
	ours := b.cells &^ theirs
	if fours(ours, 1) != 0 {
		return unbounded
	}
	s := b.stride
	level, falling, rising := fours(theirs, s), fours(theirs, s-1), fours(theirs, s+1)
	if fours(ours, s)&^b.above(level)|fours(ours, s-1)&^b.above(falling)|fours(ours, s+1)&^b.above(rising) != 0 {
		return unbounded
	}
	if level|falling|rising == 0 {
		return 0
	}
	return -b.latest(level, falling, rising)
}

// above returns the cells above the lowest cell of lines in each column.
func (b *board) above(lines uint64) uint64 {
	sentinels := b.bottom << uint(b.height)
	return (lines | (sentinels - lines)) & b.cells << 1 & b.cells
}

// latest returns the score of the first four that the follower completes, if the side to
// move delays it as long as possible. The arguments hold the leftmost cells of the fours.
func (b *board) latest(level, falling, rising uint64) int {
	// The highest empty cell of a four is in one of the follower's rows. For a falling
	// four that is the row of its first cell or the row below; for a rising four it is
	// two or three rows above the first cell.
	tops := level |
		falling&b.parity | falling&^b.parity>>1 |
		rising&b.parity<<2 | rising&^b.parity<<3
	row := (b.height - 1) & 1
	for tops&(b.bottom<<uint(row)) == 0 {
		row += 2
	}
	return 1 + (b.height-1-row)/2
}
