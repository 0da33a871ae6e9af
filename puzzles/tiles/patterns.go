package tiles

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/internal/memory"
	"github.com/plywood-go/plywood/internal/tablefile"
)

// Patterns are additive pattern databases: for each of several groups of tiles, by
// the squares on which the group stands, how many moves of its tiles bring them
// home if all others are as blank. No move is counted in two groups, so that the
// numbers add up (Korf and Felner 2002). The same of the board seen in the mirror
// of its main diagonal is a bound too; the greater counts.
type Patterns struct {
	n      int
	name   string
	groups []group
	mirror [maxCells]uint8 // of squares, and of tiles
}

// group is some of the tiles. Its table is indexed by the squares of the tiles,
// which are all different: the rank of an arrangement among them all.
type group struct {
	tiles []uint8
	moves []byte
}

// partitions are the groups by size of the puzzle and name; of the first of a size
// the tables are made in a second or so.
var partitions = []struct {
	n      int
	name   string
	groups [][]uint8
}{
	{3, "4-4", [][]uint8{{1, 2, 4, 5}, {3, 6, 7, 8}}},
	{4, "5-5-5", [][]uint8{{1, 2, 3, 6, 7}, {4, 5, 8, 9, 12}, {10, 11, 13, 14, 15}}},
	{4, "7-8", [][]uint8{{1, 2, 3, 4, 5, 6, 7}, {8, 9, 10, 11, 12, 13, 14, 15}}},
	{5, "5-5-5-5-4", [][]uint8{{1, 2, 5, 6, 7}, {3, 4, 8, 9, 14}, {10, 15, 16, 20, 21}, {11, 12, 13, 17, 18}, {19, 22, 23, 24}}},
}

// Partitions returns the names of the partitions for n×n squares, by the numbers
// of tiles in their groups. The tables of the first are small.
func Partitions(n int) (names []string) {
	for _, p := range partitions {
		if p.n == n {
			names = append(names, p.name)
		}
	}
	return names
}

// Making says how far the tables of Patterns are.
type Making = tablefile.Making

// NewPatterns returns the pattern databases of a partition, from files in folder
// dir or made anew and kept there; nowhere if dir is "". report is told how far
// that is; it may be nil. The error is that of ctx, or of a partition that there
// is not.
func NewPatterns(ctx context.Context, n int, partition, dir string, report func(Making)) (*Patterns, error) {
	if report == nil {
		report = func(Making) {}
	}
	p := &Patterns{n: n, name: "pdb:" + partition}
	for cell := range n * n {
		p.mirror[cell] = uint8(cell%n*n + cell/n)
	}
	for _, part := range partitions {
		if part.n != n || part.name != partition {
			continue
		}
		for _, tiles := range part.groups {
			g, err := newGroup(ctx, n, tiles, dir, report)
			if err != nil {
				return nil, err
			}
			p.groups = append(p.groups, g)
		}
		return p, nil
	}
	return nil, fmt.Errorf("tiles: no partition %q of %d×%d squares, want %s", partition, n, n, strings.Join(Partitions(n), " or "))
}

func newGroup(ctx context.Context, n int, tiles []uint8, dir string, report func(Making)) (group, error) {
	g := group{tiles: tiles}
	m := Making{Table: fmt.Sprintf("tiles%d", n)}
	for _, t := range tiles {
		m.Table += fmt.Sprintf("-%d", t)
	}
	moves, outcome, err := tablefile.Get(dir, m.Table, g.arrangements(n), func(table []byte) error {
		return newMaker(n, g).make(ctx, table, func(done float64) {
			m.Done = done
			report(m)
		})
	})
	if err == nil && outcome.Made {
		m.Done, m.Refused, m.Unsaved = 1, outcome.Refused, outcome.Unsaved
		report(m)
	}
	g.moves = moves
	return g, err
}

// arrangements returns on how many squares the group can stand.
func (g *group) arrangements(n int) int {
	size := 1
	for i := range g.tiles {
		size *= n*n - i
	}
	return size
}

// rank returns the number of an arrangement, given the square of every tile: a
// number in mixed radix, whose digits are the squares counted without those of the
// tiles before.
func (g *group) rank(n int, at *[maxCells]uint8) int {
	rank, used := 0, uint32(0)
	for i, t := range g.tiles {
		cell := at[t]
		rank = rank*(n*n-i) + int(cell) - bits.OnesCount32(used&(1<<cell-1))
		used |= 1 << cell
	}
	return rank
}

// Estimate implements Heuristic.
func (p *Patterns) Estimate(b *Board) int {
	var at, mirrored [maxCells]uint8
	for cell, t := range b.Tiles[:p.n*p.n] {
		at[t] = uint8(cell)
		mirrored[p.mirror[t]] = p.mirror[cell]
	}
	return max(p.sum(&at), p.sum(&mirrored))
}

func (p *Patterns) sum(at *[maxCells]uint8) (moves int) {
	for i := range p.groups {
		g := &p.groups[i]
		moves += int(g.moves[g.rank(p.n, at)])
	}
	return moves
}

// String returns "pdb:" and the name of the partition.
func (p *Patterns) String() string { return p.name }

// maker makes the table of a group: breadth first from the goal, where all that
// counts of the blank is which part of the squares free of the group it is in, for
// there it moves at no cost.
type maker struct {
	group
	n      int
	states []state  // of the arrangements
	found  int      // arrangements
	odd    int      // of the moves so far
	beside [][]int  // the squares beside each
	parts  []uint64 // of each set of free squares, if there are few: see part
}

// state is what is known of an arrangement: the moves that it takes, and a bit for
// each part of the free squares in which the blank has been, and in which it came
// to be after an even and after an odd number of moves and that is to be expanded.
// It is one word, for memory is what making a large table waits for.
type state struct {
	moves, seen byte
	due         [2]byte
}

func newMaker(n int, g group) *maker {
	m := &maker{group: g, n: n, states: make([]state, g.arrangements(n)), beside: make([][]int, n*n)}
	p := &Puzzle{n: n}
	for cell := range m.beside {
		for d := Up; d <= Down; d++ {
			if to, ok := p.to(uint8(cell), d); ok {
				m.beside[cell] = append(m.beside[cell], int(to))
			}
		}
	}
	memory.AdviseHuge(m.states)
	if n*n <= 16 {
		m.parts = make([]uint64, 1<<(n*n))
	}
	return m
}

// make fills the table.
func (m *maker) make(ctx context.Context, table []byte, report func(done float64)) error {
	var at [maxCells]uint8
	free := uint32(1)<<(m.n*m.n) - 1
	for _, t := range m.tiles {
		at[t] = t
		free &^= 1 << t
	}
	m.reach(m.rank(m.n, &at), m.part(free, 0), 0)
	for moves, any := byte(0), true; any; moves++ {
		any = false
		m.odd = int(moves & 1)
		for i := range m.states {
			if i&(1<<20-1) == 0 {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				report(float64(m.found) / float64(len(table)))
			}
			if due := &m.states[i].due[m.odd]; *due != 0 {
				any = true
				m.expand(i, *due, moves+1)
				*due = 0
			}
		}
	}
	for i, s := range m.states {
		table[i] = s.moves
	}
	return nil
}

// reach notes that an arrangement with the blank in a part takes so many moves.
func (m *maker) reach(rank, part int, moves byte) {
	s, bit := &m.states[rank], byte(1)<<part
	if s.seen&bit != 0 {
		return
	}
	if s.seen == 0 {
		s.moves = moves
		m.found++
	}
	s.seen |= bit
	s.due[moves&1] |= bit
}

// expand reaches what a move of a tile of the group leads to from an arrangement,
// with the blank in any of the parts whose bits are set.
func (m *maker) expand(rank int, parts, moves byte) {
	var at [maxCells]uint8
	free := m.unrank(rank, &at)
	for _, t := range m.tiles {
		from := int(at[t])
		for _, to := range m.beside[from] {
			if free>>to&1 == 0 || parts>>m.part(free, to)&1 == 0 {
				continue
			}
			at[t] = uint8(to)
			m.reach(m.rank(m.n, &at), m.part(free^1<<to|1<<from, from), moves)
		}
		at[t] = uint8(from)
	}
}

// unrank undoes rank, and returns the squares that are free.
func (m *maker) unrank(rank int, at *[maxCells]uint8) (free uint32) {
	var digits [maxCells]int
	for i := len(m.tiles) - 1; i >= 0; i-- {
		radix := m.n*m.n - i
		digits[i] = rank % radix
		rank /= radix
	}
	free = uint32(1)<<(m.n*m.n) - 1
	for i, t := range m.tiles {
		rest := free
		for range digits[i] {
			rest &= rest - 1
		}
		at[t] = uint8(bits.TrailingZeros32(rest))
		free &^= 1 << at[t]
	}
	return free
}

// part returns the number of the part of the free squares that holds a cell: parts
// are connected, and numbered by their first squares. There are fewer than 8.
func (m *maker) part(free uint32, cell int) int {
	if m.parts == nil {
		return m.divide(free, cell)
	}
	if m.parts[free] == 0 { // not worked out yet: four bits a square, one of them set at least
		for c := range m.n * m.n {
			if free>>c&1 != 0 {
				m.parts[free] |= uint64(m.divide(free, c)|8) << (4 * c)
			}
		}
	}
	return int(m.parts[free] >> (4 * cell) & 7)
}

// divide works out part.
func (m *maker) divide(free uint32, cell int) (number int) {
	for {
		part := m.flood(free, bits.TrailingZeros32(free))
		if part>>cell&1 != 0 {
			return number
		}
		free &^= part
		number++
	}
}

// flood returns the free squares connected with one.
func (m *maker) flood(free uint32, cell int) uint32 {
	part, border := uint32(0), []int{cell}
	for len(border) > 0 {
		c := border[len(border)-1]
		border = border[:len(border)-1]
		if part>>c&1 != 0 {
			continue
		}
		part |= 1 << c
		for _, to := range m.beside[c] {
			if free>>to&1 != 0 && !slices.Contains(border, to) {
				border = append(border, to)
			}
		}
	}
	return part
}
