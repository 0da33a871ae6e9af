package ultimateengine

import (
	"math/bits"
	"slices"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/ultimate"
)

// Odds is the game with an evaluation: the expected number of rows of boards
// that the side to move will own, less that of the other, if small boards are
// independent of each other and fall as their odds say. A free choice of board
// adds a little.
//
// It gambles that what matters in a small board is its odds alone: not who is
// sent where, which the search must see.
type Odds struct{ ultimate.Rules }

var (
	_ game.Evaluator[ultimate.Position]                 = Odds{}
	_ game.MoveScorer[ultimate.Position, ultimate.Move] = Odds{}
	_ game.Noisy[ultimate.Position, ultimate.Move]      = Odds{}
	_ game.Bounder[ultimate.Position]                   = Odds{}
	_ game.Selector[ultimate.Position, ultimate.Move]   = Odds{}
)

// unit is the value of one expected row.
const unit = 1000

// choice is the worth of a free choice of board, in thousandths of a row. It is
// flat: of 400 games at 1000 nodes a move, 0, 20, 80, 160 and 320 in its place won
// 50, 50, 51, 52 and 53 %, each ± 3. TestChoice plays them anew: go test
// ./engines/ultimateengine -run TestChoice -measure -v.
var choice game.Score = 40

// lines are the rows of three places.
var lines = [8][3]int{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}}

// Evaluate returns the expected rows in thousandths.
func (Odds) Evaluate(p *ultimate.Position) game.Score {
	var of [2][9]int64
	t := odds()
	for board := range 9 {
		c := t.of(p.Cells[0][board], p.Cells[1][board])
		of[0][board], of[1][board] = int64(c[0]), int64(c[1])
	}
	var sum int64
	for _, l := range lines {
		sum += of[0][l[0]]*of[0][l[1]]*of[0][l[2]] - of[1][l[0]]*of[1][l[1]]*of[1][l[2]]
	}
	v := game.Score(sum * unit / (certain * certain * certain))
	if p.Side == game.Second {
		v = -v
	}
	if p.FreeChoice() {
		v += choice
	}
	return v
}

// Bounds knows a row that is complete after the next move, and that a side
// cannot win to which no row of boards is open.
func (Odds) Bounds(p *ultimate.Position) (lower, upper game.Score) {
	if _, ok := winning(p); ok {
		return game.WinIn(1), game.WinIn(1)
	}
	lower, upper = game.LossIn(2), game.WinIn(3)
	if !within(p, p.Side).HasRow() {
		upper = 0
	}
	if !within(p, p.Side.Other()).HasRow() {
		lower = 0
	}
	return lower, upper
}

// within returns the boards that side owns or may yet own.
func within(p *ultimate.Position, side game.Player) ultimate.Set {
	set := p.Owned[side]
	for open := ^p.Done & 0o777; open != 0; open &= open - 1 {
		board := bits.TrailingZeros16(uint16(open))
		if (^p.Cells[side.Other()][board] & 0o777).HasRow() {
			set |= 1 << board
		}
	}
	return set
}

// winning returns a move that wins the game at once.
func winning(p *ultimate.Position) (m ultimate.Move, ok bool) {
	boards := p.Owned[p.Side].Completing() &^ p.Done
	if !p.FreeChoice() {
		boards &= 1 << p.Board
	}
	for ; boards != 0; boards &= boards - 1 {
		board := bits.TrailingZeros16(uint16(boards))
		if cells := p.Cells[p.Side][board].Completing() & p.Open(board); cells != 0 {
			return ultimate.Move(9*board + bits.TrailingZeros16(uint16(cells))), true
		}
	}
	return 0, false
}

// Select keeps a move that wins at once.
func (Odds) Select(p *ultimate.Position, moves []ultimate.Move) int {
	win, ok := winning(p)
	if !ok {
		return len(moves)
	}
	i := slices.Index(moves, win)
	moves[0], moves[i] = win, moves[0]
	return 1
}

// NoisyMoves appends the moves that decide a board by a row.
func (Odds) NoisyMoves(p *ultimate.Position, buf []ultimate.Move) []ultimate.Move {
	boards := ultimate.Set(1) << p.Board
	if p.FreeChoice() {
		boards = ^p.Done & 0o777
	}
	for ; boards != 0; boards &= boards - 1 {
		board := bits.TrailingZeros16(uint16(boards))
		for cells := p.Cells[p.Side][board].Completing() & p.Open(board); cells != 0; cells &= cells - 1 {
			buf = append(buf, ultimate.Move(9*board+bits.TrailingZeros16(uint16(cells))))
		}
	}
	return buf
}

// sending is what is taken off a move for giving the other side a free choice and
// for sending it to a board that it can own with its next move, in chances of a
// board. Both are flat: from certain/8 to 2·certain random positions take between
// 0.8 % fewer and 3.1 % more nodes to 6 plies; without the first they take 4 %
// more, without the second 8 %. TestSending measures them anew: go test
// ./engines/ultimateengine -run TestSending -measure -v.
var sending = struct{ freely, to int32 }{certain / 2, certain / 2}

// ScoreMoves rates a move by what it does to the odds of its board, and by
// where it sends the other side: a free choice and a board that it can own with
// its next move are bad.
func (Odds) ScoreMoves(p *ultimate.Position, moves []ultimate.Move, scores []int32) {
	side, other := p.Side, p.Side.Other()
	t := odds()
	for i, m := range moves {
		board, bit := int(m/9), ultimate.Set(1)<<(m%9)
		before := t.of(p.Cells[0][board], p.Cells[1][board])
		cells := [2]ultimate.Set{p.Cells[0][board], p.Cells[1][board]}
		cells[side] |= bit
		after := t.of(cells[0], cells[1])
		score := after[side] - before[side] + before[other] - after[other]
		to := int(m % 9)
		switch {
		case p.Done>>to&1 != 0 || to == board && cells[side].HasRow():
			score -= sending.freely
		case p.Cells[other][to].Completing()&p.Open(to) != 0:
			score -= sending.to
		}
		scores[i] = score
	}
}
