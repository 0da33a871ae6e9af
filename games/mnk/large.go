package mnk

import (
	"math/bits"

	"github.com/plywood-go/plywood/game"
)

// Set is a set of cells of a board of up to 19×19: cell c is bit c%64 of word c/64.
type Set [6]uint64

// Has reports whether cell c is in the set.
func (s *Set) Has(c Move) bool { return s[c>>6]>>(c&63)&1 != 0 }

func (s *Set) flip(c Move) { s[c>>6] ^= 1 << (c & 63) }

// LargePosition is a position on a board of any size up to 19×19.
type LargePosition struct {
	Stones [2]Set // of First, who plays X, and of Second
	hash   uint64
	count  uint16 // number of stones
	won    bool   // the side that moved last has a row
}

// LargeRules are the rules of one game on a board of up to 19×19 cells. The
// zero value is not usable; see [NewLarge].
//
// Play checks only rows through the cell just taken, so the cost of a node hardly depends on the
// board size. On small boards a node costs two to three times as much as with [Rules].
type LargeRules struct{ *largeBoard }

// largeBoard is the geometry of a game on up to 361 cells.
type largeBoard struct {
	common[LargePosition]
	full Set
	// next[d][c] is the cell one step from c in direction d, or one step back
	// for d+4. It is edge if none exists.
	next  [8][MaxSide * MaxSide]Move
	keys  [2][MaxSide * MaxSide]uint64
	cells [][]Move // see cellMaps
}

// edge is the result of a step off the board: a cell that is never taken.
const edge Move = 64*6 - 1

// NewLarge returns the rules of the game s.
func NewLarge(s Spec) (LargeRules, error) {
	if err := s.Validate(); err != nil {
		return LargeRules{}, err
	}
	b := &largeBoard{cells: cellMaps(s)}
	b.common = common[LargePosition]{s, LargeRules{b}}
	seed := uint64(0)
	for c := range Move(s.Cells()) {
		b.full.flip(c)
		for side := range b.keys {
			seed += 0x9e3779b97f4a7c15
			b.keys[side][c] = mix(seed, 0)
		}
	}
	for d, to := range directions {
		b.setNext(d, to)
		b.setNext(d+4, direction{-to.dx, -to.dy})
	}
	return LargeRules{b}, nil
}

func (b *largeBoard) setNext(d int, to direction) {
	for c := range b.spec.Cells() {
		b.next[d][c] = edge
		if next, ok := b.spec.step(c, to); ok {
			b.next[d][c] = Move(next)
		}
	}
}

// Start returns the empty board.
func (r LargeRules) Start() LargePosition { return LargePosition{} }

// Moves appends the cells that can be taken.
func (r LargeRules) Moves(p *LargePosition, buf []Move) ([]Move, game.Status) {
	if status := r.Status(p); status.Over() {
		return buf, status
	}
	for i := range p.Stones[0] {
		free := r.full[i] &^ (p.Stones[0][i] | p.Stones[1][i])
		for ; free != 0; free &= free - 1 {
			c := Move(64*i + bits.TrailingZeros64(free))
			if r.spec.Gravity && r.floats(p, c) {
				continue
			}
			buf = append(buf, c)
		}
	}
	return buf, game.Ongoing
}

// floats reports whether the cell below c is on the board and empty.
func (b *largeBoard) floats(p *LargePosition, c Move) bool {
	below := b.next[1][c]
	return below != edge && !p.Stones[0].Has(below) && !p.Stones[1].Has(below)
}

// Status returns the state of the game without generating moves.
func (r LargeRules) Status(p *LargePosition) game.Status {
	switch {
	case p.won:
		return game.Loss
	case int(p.count) == r.spec.Cells():
		return game.Draw
	}
	return game.Ongoing
}

// Play puts a stone of the side to move on m.
func (r LargeRules) Play(dst, src *LargePosition, m Move) {
	*dst = *src
	side := dst.count & 1
	dst.Stones[side].flip(m)
	dst.hash ^= r.keys[side][m]
	dst.count++
	dst.won = r.wins(&dst.Stones[side], m)
}

// Pass sets *dst to *src with the other side to move. It returns false if fewer than two cells are
// empty.
func (r LargeRules) Pass(dst, src *LargePosition) bool {
	*dst = *src
	dst.hash = ^src.hash
	dst.count++
	return int(dst.count) < r.spec.Cells()
}

// wins reports whether stones contain a winning row through m, one of them.
func (b *largeBoard) wins(stones *Set, m Move) bool {
	for d := range directions {
		run := b.run(stones, m, d)
		if run == b.spec.K || run > b.spec.K && !b.spec.Exact {
			return true
		}
	}
	return false
}

// run returns the length of the run of stones through m in direction d. It counts each
// cell once, even if joined edges lead the run back to m.
func (b *largeBoard) run(stones *Set, m Move, d int) int {
	n := 1
	c := b.next[d][m]
	for ; stones.Has(c) && c != m; c = b.next[d][c] {
		n++
	}
	if c == m {
		return n
	}
	for c = b.next[d+4][m]; stones.Has(c); c = b.next[d+4][c] {
		n++
	}
	return n
}

// ToMove returns First, who plays X, if the number of stones is even.
func (r LargeRules) ToMove(p *LargePosition) game.Player { return game.Player(p.count & 1) }

// MoveKey returns the number of the cell.
func (r LargeRules) MoveKey(m Move) int { return int(m) }

// Hash returns the exclusive or of a key for each stone (Zobrist 1970), which
// Play updates. The stones determine the side to move.
func (r LargeRules) Hash(p *LargePosition) uint64 { return p.hash }

// Image returns one of the 8 images of a square board, the 4 of a rectangle, or
// the 2 of a board with gravity.
func (r LargeRules) Image(dst, src *LargePosition, m Move, k int) (Move, bool) {
	if k >= len(r.cells) {
		return m, false
	}
	to := r.cells[k]
	out := LargePosition{count: src.count, won: src.won}
	for side := range src.Stones {
		for i, word := range src.Stones[side] {
			for ; word != 0; word &= word - 1 {
				c := to[64*i+bits.TrailingZeros64(word)]
				out.Stones[side].flip(c)
				out.hash ^= r.keys[side][c]
			}
		}
	}
	*dst = out
	return to[m], true
}

// Fold returns the smallest hash of all images. It takes one exclusive or for each stone and image.
func (r LargeRules) Fold(p *LargePosition) (key uint64, k int) {
	key = p.hash
	for i := 1; i < len(r.cells); i++ {
		if h := r.imageHash(p, r.cells[i]); h < key {
			key, k = h, i
		}
	}
	return key, k
}

func (b *largeBoard) imageHash(p *LargePosition, to []Move) (h uint64) {
	for side := range p.Stones {
		for i, word := range p.Stones[side] {
			for ; word != 0; word &= word - 1 {
				h ^= b.keys[side][to[64*i+bits.TrailingZeros64(word)]]
			}
		}
	}
	return h
}
