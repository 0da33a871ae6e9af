// Package ultimateengine plays ultimate tic-tac-toe. [Odds] is the game with an
// evaluation by odds, for generic search.
package ultimateengine

import (
	"math/bits"
	"slices"
	"sync"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/ultimate"
)

// Odds is the game with an evaluation: the expected number of rows of boards that the
// side to move will own, minus its opponent's. It assumes that small boards are
// independent, and are won with their odds. A free choice of board adds a little.
//
// It gambles that only the odds of small boards matter; the search must see which board
// each move selects.
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

// choice is the value of a free choice of board, in thousandths of a row. It has little
// effect: values from 0 to 320 score 50 to 53 % ± 3 in 400 games at 1000 nodes a move
// (go test ./games/ultimate/ultimateengine -run TestChoice -measure -v).
var choice game.Score = 40

// lines lists the rows of three places.
var lines = [8][3]int{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}}

// Evaluate returns the difference of expected rows in thousandths.
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

// Bounds detects wins by the next move. It also detects that a side cannot win, because
// it has no open row of boards left.
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

// within returns the boards that side owns or may still win.
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

// NoisyMoves appends the moves that win a small board.
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

// sending holds the penalties, as chances of a board, of moves that send the opponent: freely, with
// a free choice; to, to a board where it can win at once. With values between certain/8 and
// 2·certain the nodes change by −0.8 to +3.1 %. Without freely they grow by 4 %, without to by 8 %
// (go test ./games/ultimate/ultimateengine -run TestSending -measure -v).
var sending = struct{ freely, to int32 }{certain / 2, certain / 2}

// ScoreMoves rates a move by the change of its board's odds, with penalties for
// giving the opponent a free choice or a board that it can win at once.
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

// The odds of a small board are each side's chances to win it if the free cells are taken in random
// order by random sides. They are exact for such play, which approximates good play: the opponent
// mostly chooses the board of the next move, so the sides do not alternate within a board.

// certain is a chance of 1.
const certain = 1 << 12

// chances are the chances of X and of O.
type chances [2]int32

// states is the number of fillings of a small board.
const states = 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3

// ternary maps a set to the sum of 3^place over its places. So the index of a board is
// ternary[x]+2*ternary[o].
var ternary = func() (t [512]uint16) {
	for s := range t {
		power := uint16(1)
		for place := range 9 {
			t[s] += power * uint16(s>>place&1)
			power *= 3
		}
	}
	return t
}()

// table holds the chances of every board.
type table [states]chances

// of returns the chances of the board with the given cells.
func (t *table) of(x, o ultimate.Set) chances { return t[boardIndex(x, o)] }

// odds returns the table, built on first use.
var odds = sync.OnceValue(func() *table {
	var t table
	var known [states]bool
	var fill func(x, o ultimate.Set) [2]float64
	exact := make([][2]float64, states)
	fill = func(x, o ultimate.Set) [2]float64 {
		i := boardIndex(x, o)
		if !known[i] {
			known[i] = true
			exact[i] = average(x, o, fill)
		}
		return exact[i]
	}
	fill(0, 0)
	for i, c := range exact {
		t[i] = chances{int32(c[0]*certain + 0.5), int32(c[1]*certain + 0.5)}
	}
	return &t
})

func boardIndex(x, o ultimate.Set) int { return int(ternary[x]) + 2*int(ternary[o]) }

// average returns the mean of the chances after each move of each side.
func average(x, o ultimate.Set, after func(x, o ultimate.Set) [2]float64) (mean [2]float64) {
	switch {
	case x.HasRow():
		return [2]float64{1, 0}
	case o.HasRow():
		return [2]float64{0, 1}
	}
	n := 0.0
	for place := range 9 {
		bit := ultimate.Set(1) << place
		if (x|o)&bit != 0 {
			continue
		}
		byX, byO := after(x|bit, o), after(x, o|bit)
		mean[0] += byX[0] + byO[0]
		mean[1] += byX[1] + byO[1]
		n += 2
	}
	if n > 0 {
		mean[0], mean[1] = mean[0]/n, mean[1]/n
	}
	return mean
}
