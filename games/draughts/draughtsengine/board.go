package draughtsengine

import (
	_ "embed"
	"math/bits"
	"sync"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/internal/asset"
	"github.com/plywood-go/plywood/search/network"
)

// Direction offsets between bits; package draughts draws the layout.
const (
	downLeft  = 5
	downRight = 6
)

func step(set uint64, direction int) uint64 { return bits.RotateLeft64(set, direction) }

// neighbours returns the squares diagonally adjacent to those in set.
func neighbours(set uint64) uint64 {
	return step(set, downLeft) | step(set, downRight) | step(set, -downLeft) | step(set, -downRight)
}

// board holds the board geometry that evaluations need for a variant.
type board struct {
	size     int
	squares  uint64
	centre   uint64       // the squares in the middle of the four middle rows
	edge     uint64       // the leftmost and the rightmost column
	rows     [2][]uint64  // of each side, from its home row to its crowning row
	first    [2]uint64    // each side's home row
	seventh  [2]uint64    // the row before each side's crowning row
	advanced [2][4]uint64 // by bit of the row number: the rows whose number has that bit
	forward  [2][2]int    // move directions of each side's men
	backward bool         // men capture backward
}

// boardOf holds the board of each variant.
var boardOf = func() (all [4]*board) {
	for v := range all {
		all[v] = newBoard(draughts.Rules{Variant: draughts.Variant(v)})
	}
	return all
}()

func newBoard(r draughts.Rules) *board {
	b := &board{size: r.Size(), squares: r.Squares(), backward: r.Variant != draughts.English}
	for row := range b.size {
		for side := range game.Player(2) {
			at := row
			if r.CrownRow(side) == r.Row(0) {
				at = b.size - 1 - row
			}
			b.rows[side] = append(b.rows[side], r.Row(at))
			for bit := range b.advanced[side] {
				if row>>bit&1 != 0 {
					b.advanced[side][bit] |= r.Row(at)
				}
			}
		}
		set := r.Row(row)
		low := set & -set
		high := uint64(1) << (63 - bits.LeadingZeros64(set))
		if row%2 == 0 {
			b.edge |= high
		} else {
			b.edge |= low
		}
		if row >= b.size/2-2 && row < b.size/2+2 {
			b.centre |= set &^ (low | high)
		}
	}
	for side, rows := range b.rows {
		b.first[side], b.seventh[side] = rows[0], rows[b.size-2]
	}
	down := r.Black()
	b.forward[down] = [2]int{downLeft, downRight}
	b.forward[down.Other()] = [2]int{-downLeft, -downRight}
	return b
}

func count(set uint64) int32 { return int32(bits.OnesCount64(set)) }

// sides is a position from the view of one side.
type sides struct {
	*board
	own, opp, kings uint64
	side            game.Player // of own
}

func sidesOf(b *board, s *draughts.Position) (mover, other sides) {
	mover = sides{b, s.Own, s.Opp, s.Kings, s.Turn}
	return mover, mover.other()
}

func (s *sides) other() sides { return sides{s.board, s.opp, s.own, s.kings, s.side ^ 1} }

func (s *sides) men() uint64   { return s.own &^ s.kings }
func (s *sides) empty() uint64 { return s.squares &^ (s.own | s.opp) }

// ahead returns the squares one step ahead of set, to the left and to the right.
func (s *sides) ahead(set uint64) (left, right uint64) {
	d := s.forward[s.side]
	return step(set, d[0]) & s.squares, step(set, d[1]) & s.squares
}

// attacked returns the pieces of the side that the opponent could capture if it were to move.
// Kings are treated as if they moved one step at a time.
func (s *sides) attacked() uint64 {
	empty := s.empty()
	d := s.forward[s.side^1]
	set := step(s.opp, d[0])&step(empty, -d[0]) | step(s.opp, d[1])&step(empty, -d[1])
	by := s.opp
	if !s.backward {
		by &= s.kings
	}
	if by != 0 {
		d = s.forward[s.side]
		set |= step(by, d[0])&step(empty, -d[0]) | step(by, d[1])&step(empty, -d[1])
	}
	return s.own & set
}

// The built-in networks. As slices they need no copies.
var (
	//go:embed networks/checkers.net
	englishNetwork []byte
	//go:embed networks/draughts-russian.net
	russianNetwork []byte
	//go:embed networks/draughts-international.net
	internationalNetwork []byte
	//go:embed networks/draughts-brazilian.net
	brazilianNetwork []byte
)

// networkFile returns the file of a variant's built-in network.
func networkFile(v draughts.Variant) []byte {
	switch v {
	case draughts.Russian:
		return asset.Load("games/draughts/draughtsengine/networks/draughts-russian.net", russianNetwork)
	case draughts.International:
		return asset.Load("games/draughts/draughtsengine/networks/draughts-international.net", internationalNetwork)
	case draughts.Brazilian:
		return asset.Load("games/draughts/draughtsengine/networks/draughts-brazilian.net", brazilianNetwork)
	}
	return asset.Load("games/draughts/draughtsengine/networks/checkers.net", englishNetwork)
}

// builtIn holds the networks of all variants, parsed on first use.
var builtIn = func() (all [4]func() *network.Net) {
	for v := range all {
		all[v] = sync.OnceValue(func() *network.Net {
			net, err := network.Parse(networkFile(draughts.Variant(v)))
			if err != nil {
				panic(err) // built in and tested
			}
			return net
		})
	}
	return all
}()

// Network returns the built-in network of the game.
func (f Fitted) Network() *network.Net { return builtIn[f.Variant&3]() }
