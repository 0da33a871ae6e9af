package textbook

import (
	"slices"

	"github.com/plywood-go/plywood/game"
)

// board is the game that an algorithm searches. It numbers the positions of the search: by their
// plies, or as the nodes of a tree that the algorithm keeps. The algorithms see only numbers, so they
// are compiled once and not for each game.
type board interface {
	toMove(at int) game.Player
	hash(at int) uint64
	status(at int) game.Status
	// estimate returns the evaluation of a position, 0 without an Evaluator.
	estimate(at int) game.Score
	// moves generates the moves of a position and returns how many there are. Other methods take
	// the index of a move.
	moves(at int) (n int, status game.Status)
	// noisy returns the indices of the noisy moves among those generated; none without Noisy.
	noisy(at int) []int
	isPass(at, i int) bool
	// play stores the position after move i of position at under the number to.
	play(to, at, i int)
	// null stores the position after a null move under the number to, or returns false.
	null(to, at int) bool
	// end empties the line of play from a position.
	end(at int)
	// lead makes move i, which leads to position to, and the line from there the line from at.
	lead(at, i, to int)
}

// boardOf is the board of a game with states S and moves M.
type boardOf[S any, M comparable] struct {
	rules     game.Rules[S, M]
	evaluator game.Evaluator[S] // nil: every position is worth 0
	statuser  game.Statuser[S]  // never nil
	passer    game.Passer[M]    // nil: no move is a pass
	noisier   game.Noisy[S, M]  // nil: no move is noisy
	nuller    game.Nuller[S]    // nil: a side may not pass
	positions []position[S, M]
}

// position is a position of a search, its moves, and the line of play from it, last move first.
type position[S any, M comparable] struct {
	state S
	list  []M
	line  []M
}

// at returns the position of a number.
func (b *boardOf[S, M]) at(number int) *position[S, M] {
	for len(b.positions) <= number {
		b.positions = append(b.positions, position[S, M]{})
	}
	return &b.positions[number]
}

func (b *boardOf[S, M]) toMove(at int) game.Player { return b.rules.ToMove(&b.at(at).state) }
func (b *boardOf[S, M]) hash(at int) uint64        { return b.rules.Hash(&b.at(at).state) }
func (b *boardOf[S, M]) status(at int) game.Status { return b.statuser.Status(&b.at(at).state) }

func (b *boardOf[S, M]) estimate(at int) game.Score {
	if b.evaluator == nil {
		return 0
	}
	return b.evaluator.Evaluate(&b.at(at).state)
}

func (b *boardOf[S, M]) moves(at int) (n int, status game.Status) {
	p := b.at(at)
	p.list, status = b.rules.Moves(&p.state, p.list[:0])
	return len(p.list), status
}

func (b *boardOf[S, M]) noisy(at int) (indices []int) {
	if b.noisier == nil {
		return nil
	}
	p := b.at(at)
	for _, m := range b.noisier.NoisyMoves(&p.state, nil) {
		indices = append(indices, slices.Index(p.list, m))
	}
	return indices
}

func (b *boardOf[S, M]) isPass(at, i int) bool {
	return b.passer != nil && b.passer.IsPass(b.at(at).list[i])
}

func (b *boardOf[S, M]) play(to, at, i int) {
	next := b.at(to)
	p := b.at(at)
	b.rules.Play(&next.state, &p.state, p.list[i])
}

func (b *boardOf[S, M]) null(to, at int) bool {
	next := b.at(to)
	return b.nuller != nil && b.nuller.Null(&next.state, &b.at(at).state)
}

func (b *boardOf[S, M]) end(at int) { b.at(at).line = b.at(at).line[:0] }

// lead swaps the lines: copying them would take time quadratic in the depth.
func (b *boardOf[S, M]) lead(at, i, to int) {
	p, next := b.at(at), b.at(to)
	p.line, next.line = append(next.line, p.list[i]), p.line
}
