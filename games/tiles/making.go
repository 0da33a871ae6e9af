package tiles

import (
	"context"
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"
)

// # Building a table
//
// The table of a group is built breadth first from the goal. The blank moves through free
// squares at no cost. So its square does not matter, only the connected part of the free
// squares that contains it. A position is therefore
//
//	a zone: the set of squares of the group, and the part of the other squares that holds the blank;
//	the order of the tiles on those squares.
//
// A move takes a tile of the group from a square beside the part into the part. The resulting zone
// does not depend on the order of the tiles. The new order depends only on how many tiles the moved
// tile passes: those of the group on squares between its two squares. Moves sideways keep the
// order; moves up and down pass at most one row less one.
//
// So whole rows of bits move at once. A row has a bit for each order of the tiles in a zone. The
// row of a zone in the next ply is the union of the rows of its neighbours in this one, each
// permuted by its move, minus the previous ply. (Moves can be undone, and each changes the
// parity of the tiles' distances, so a move leads to the previous ply or the next.) Only two
// rows a zone are kept: this ply's, and the previous one's, which the next replaces. With eight
// tiles a row is 5 KB, small enough for the fastest cache.

// maker builds the table of a group.
type maker struct {
	group
	size  Size
	sets  []setOf
	zones []zone
	links []link
	turns [][]uint16 // by number: the permutation of orders; nil for number 0, the identity
	words int        // of a row
	plies [2]ply     // this one, and the previous or next
}

// setOf is a set of squares with its zones.
type setOf struct {
	squares uint32
	zones   span
}

// zone is a connected part of the free squares, with links from all zones that have a move to it.
type zone struct {
	part  uint32
	links span
}

// span is a range of numbers.
type span struct{ from, to int32 }

// link is a move to a zone from another zone, with its permutation of the orders.
type link struct {
	from int32
	turn uint32
}

// ply is the set of positions at a distance: a row of bits for each zone, and whether any
// bit of the row is set.
type ply struct {
	rows  []uint64
	alive []bool
}

func newMaker(size Size, g group) *maker {
	m := &maker{group: g, size: size, sets: make([]setOf, choose[size.cells()][len(g.tiles)]), words: (g.orders + 63) / 64}
	for i := range m.sets {
		m.sets[i] = m.newSet(uint32(i))
	}
	m.connect()
	for i := range m.plies {
		m.plies[i] = ply{make([]uint64, len(m.zones)*m.words), make([]bool, len(m.zones))}
	}
	return m
}

// newSet returns the set of squares with a number, and adds its zones.
func (m *maker) newSet(number uint32) setOf {
	squares := uint32(0)
	cell := m.size.cells()
	for k := len(m.tiles); k > 0; k-- {
		for cell--; choose[cell][k] > number; cell-- {
		}
		number -= choose[cell][k]
		squares |= 1 << cell
	}
	s := setOf{squares: squares, zones: span{from: int32(len(m.zones))}}
	for free := m.board() &^ squares; free != 0; {
		part := m.flood(free, free&-free)
		m.zones = append(m.zones, zone{part: part})
		free &^= part
	}
	s.zones.to = int32(len(m.zones))
	return s
}

// board returns the set of all squares.
func (m *maker) board() uint32 { return 1<<m.size.cells() - 1 }

// flood returns the free squares connected to some.
func (m *maker) flood(free, some uint32) uint32 {
	for {
		more := (some | m.beside(some)) & free
		if more == some {
			return some
		}
		some = more
	}
}

// beside returns the squares beside some. It may include squares of some.
func (m *maker) beside(some uint32) uint32 {
	left := uint32(0) // the first column
	width := m.size.Width
	for row := range m.size.Height {
		left |= 1 << (row * width)
	}
	right := left << (width - 1)
	return (some<<width | some>>width | some&^right<<1 | some&^left>>1) & m.board()
}

// number returns the number of a set of squares.
func (m *maker) number(squares uint32) (number uint32) {
	for k := 1; squares != 0; k++ {
		number += choose[bits.TrailingZeros32(squares)][k]
		squares &= squares - 1
	}
	return number
}

// zoneOf returns the zone of a set of squares whose free part contains the given free square.
func (m *maker) zoneOf(squares, free uint32) int32 {
	z := m.sets[m.number(squares)].zones.from
	for m.zones[z].part&free == 0 {
		z++
	}
	return z
}

// connect finds the links of all zones and their permutations.
func (m *maker) connect() {
	m.turns = append(m.turns, nil)
	numbers := map[[2]int]uint32{} // of permutations, by the tile's place before and after
	for _, s := range m.sets {
		for z := s.zones.from; z < s.zones.to; z++ {
			first := int32(len(m.links))
			m.each(s.squares, m.zones[z].part, func(own, other uint32) {
				before := s.squares ^ own ^ other // the tile comes back from other
				turn := [2]int{place(before, other), place(s.squares, own)}
				if _, known := numbers[turn]; !known && turn[0] != turn[1] {
					numbers[turn] = uint32(len(m.turns))
					m.turns = append(m.turns, m.newTurn(turn[0], turn[1]))
				}
				m.links = append(m.links, link{m.zoneOf(before, own), numbers[turn]})
			})
			m.zones[z].links = span{first, int32(len(m.links))}
		}
	}
}

// each visits the squares of a set that are beside a part, each with its neighbours in the part.
func (m *maker) each(squares, part uint32, visit func(own, other uint32)) {
	for rest := squares & m.beside(part); rest != 0; rest &= rest - 1 {
		own := rest & -rest
		for others := part & m.beside(own); others != 0; others &= others - 1 {
			visit(own, others&-others)
		}
	}
}

// place returns the number of squares of a set before a square.
func place(squares, square uint32) int { return bits.OnesCount32(squares & (square - 1)) }

// newTurn returns the permutation of orders that moves the tile from one place to another
// and shifts the tiles between.
func (m *maker) newTurn(from, to int) []uint16 {
	turn := make([]uint16, m.orders)
	places := make([]int, len(m.tiles))
	for order := range turn {
		m.arrange(order, places)
		for i, p := range places {
			switch {
			case p == from:
				places[i] = to
			case from < p && p <= to:
				places[i]--
			case to <= p && p < from:
				places[i]++
			}
		}
		turn[order] = uint16(m.order(places))
	}
	return turn
}

// order returns the number of an order, given the place of each tile.
func (m *maker) order(places []int) (order int) {
	taken := uint32(0)
	for i, p := range places {
		order = order*(len(places)-i) + p - bits.OnesCount32(taken&(1<<p-1))
		taken |= 1 << p
	}
	return order
}

// arrange is the inverse of order.
func (m *maker) arrange(order int, places []int) {
	for i := len(places) - 1; i >= 0; i-- {
		radix := len(places) - i
		places[i], order = order%radix, order/radix
		for j := range places[i+1:] {
			if places[i+1+j] >= places[i] {
				places[i+1+j]++
			}
		}
	}
}

const (
	unmet    = 0xff // in the table: not met yet
	setsOnce = 64   // sets that a worker takes at a time
)

// make builds the table.
func (m *maker) make(ctx context.Context, table []byte, report func(done float64)) error {
	for i := range table {
		table[i] = unmet
	}
	m.begin(table)
	found := int64(1)
	for moves := byte(1); ; moves++ {
		report(float64(found) / float64(len(table)))
		met, any := m.step(ctx, table, moves)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if !any {
			return nil
		}
		found += met
		m.plies[0], m.plies[1] = m.plies[1], m.plies[0]
	}
}

// begin sets the goal.
func (m *maker) begin(table []byte) {
	var at [maxCells]uint8
	squares := uint32(0)
	for _, t := range m.tiles {
		at[t] = t
		squares |= 1 << t
	}
	goal := m.rank(&at)
	table[goal] = 0
	z, order := m.zoneOf(squares, 1), goal%m.orders
	m.plies[0].alive[z] = true
	m.plies[0].rows[int(z)*m.words+order/64] = 1 << (order % 64)
}

// step computes the ply at the given number of moves, in place of the one before the previous. It
// returns the number of arrangements met for the first time, and whether the ply has any position.
func (m *maker) step(ctx context.Context, table []byte, moves byte) (met int64, any bool) {
	var next, sum atomic.Int64
	var some atomic.Bool
	var all sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			w := worker{maker: m, table: table, moves: moves, row: make([]uint64, m.words)}
			for ctx.Err() == nil {
				first := int(next.Add(setsOnce)) - setsOnce
				if first >= len(m.sets) {
					break
				}
				for i := first; i < min(first+setsOnce, len(m.sets)); i++ {
					w.set(i)
				}
			}
			sum.Add(w.met)
			if w.any {
				some.Store(true)
			}
		})
	}
	all.Wait()
	return sum.Load(), some.Load()
}

// worker does its share of a step. Only one worker writes to a set.
type worker struct {
	*maker
	table []byte
	moves byte
	row   []uint64 // under construction
	met   int64
	any   bool
}

// set computes the next ply in the zones of a set.
func (w *worker) set(number int) {
	s := &w.sets[number]
	now, other := &w.plies[0], &w.plies[1]
	table := w.table[number*w.orders : (number+1)*w.orders]
	for z := s.zones.from; z < s.zones.to; z++ {
		moved := false
		for _, l := range w.links[w.zones[z].links.from:w.zones[z].links.to] {
			if now.alive[l.from] {
				moved = true
				w.move(w.of(now, l.from), w.turns[l.turn])
			}
		}
		if !moved && !other.alive[z] {
			continue
		}
		if other.alive[z] = w.replace(w.of(other, z)); other.alive[z] {
			w.any = true
			w.write(table, w.of(other, z))
		}
	}
}

// of returns the row of a zone.
func (w *worker) of(p *ply, z int32) []uint64 {
	return p.rows[int(z)*w.words:][:w.words]
}

// move adds the positions of a row, permuted.
func (w *worker) move(from []uint64, turn []uint16) {
	row := w.row[:len(from)]
	if turn == nil {
		for i, set := range from {
			row[i] |= set
		}
		return
	}
	for i, set := range from {
		for ; set != 0; set &= set - 1 {
			to := turn[64*i+bits.TrailingZeros64(set)]
			row[to/64] |= 1 << (to % 64)
		}
	}
}

// replace subtracts the previous ply's row, before, from the current row, and stores the
// result in before. It reports whether any bit is set.
func (w *worker) replace(before []uint64) (any bool) {
	some := uint64(0)
	for i, set := range w.row[:len(before)] {
		behind := set &^ before[i]
		before[i] = behind
		some |= behind
	}
	clear(w.row)
	return some != 0
}

// write records the moves of arrangements met for the first time.
func (w *worker) write(table []byte, row []uint64) {
	for i, set := range row {
		for ; set != 0; set &= set - 1 {
			if to := &table[64*i+bits.TrailingZeros64(set)]; *to == unmet {
				*to = w.moves
				w.met++
			}
		}
	}
}
