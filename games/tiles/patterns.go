package tiles

import (
	"context"
	"fmt"
	"math/bits"
	"strings"

	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/tablefile"
)

// Patterns are additive pattern databases. A group is a set of tiles. For each
// arrangement of a group, a table has the number of moves of its tiles that bring them
// home if all other tiles are blank. No move counts in two groups, so the numbers add up
// (Korf and Felner 2002). On a square board, the sum for the board reflected in its main
// diagonal is a bound, too; the bound is the maximum of both.
type Patterns struct {
	size   Size
	name   string
	groups []group
	mirror [maxCells]uint8 // of squares and tiles
}

// group is a set of tiles in rising order. Its table is indexed by the rank of the
// arrangement: first by the rank of the set of squares that the tiles occupy, then by the
// rank of their order there.
type group struct {
	tiles  []uint8
	orders int // of the tiles: the factorial of their number
	moves  *tablefile.Table
}

// partitions are the groups, by puzzle size and name. The tables of a size's first
// partition take about a second to build. Adjacent tiles interact most, so groups are
// blocks as square as possible; the remaining tiles are around the blank.
var partitions = []struct {
	size   Size
	name   string
	groups [][]uint8
}{
	{Square(3), "4-4", [][]uint8{{1, 2, 4, 5}, {3, 6, 7, 8}}},
	{Square(4), "5-5-5", [][]uint8{{1, 2, 3, 6, 7}, {4, 5, 8, 9, 12}, {10, 11, 13, 14, 15}}},
	{Square(4), "7-8", [][]uint8{{1, 2, 3, 4, 5, 6, 7}, {8, 9, 10, 11, 12, 13, 14, 15}}},
	{Size{4, 5}, "5-5-5-4", [][]uint8{{1, 4, 5, 8, 9}, {12, 13, 16, 17, 18}, {2, 3, 6, 7, 11}, {10, 14, 15, 19}}},
	{Size{5, 4}, "5-5-5-4", [][]uint8{{1, 2, 5, 6, 7}, {3, 4, 8, 9, 14}, {10, 11, 15, 16, 17}, {12, 13, 18, 19}}},
	{Square(5), "5-5-5-5-4", [][]uint8{{1, 2, 5, 6, 7}, {3, 4, 8, 9, 14}, {10, 15, 16, 20, 21}, {11, 12, 13, 17, 18}, {19, 22, 23, 24}}},
	{Square(5), "6-6-6-6", [][]uint8{{1, 2, 5, 6, 7, 12}, {3, 4, 8, 9, 13, 14}, {10, 11, 15, 16, 20, 21}, {17, 18, 19, 22, 23, 24}}},
}

// Partitions returns the names of the partitions for a size. A name consists of the
// numbers of tiles in the groups. The tables of the first partition are small.
func Partitions(size Size) (names []string) {
	for _, p := range partitions {
		if p.size == size {
			names = append(names, p.name)
		}
	}
	return names
}

// Making is the progress of building the tables of Patterns.
type Making = tablefile.Making

// NewPatterns returns the pattern databases of a partition, from files in the folder dir.
// It builds missing tables and saves them there, unless dir is "". report receives the
// progress; it may be nil. It fails if ctx ends or the partition is unknown.
func NewPatterns(ctx context.Context, size Size, partition, dir string, report func(Making)) (*Patterns, error) {
	p := &Patterns{size: size, name: "pdb:" + partition}
	for cell := range size.cells() {
		p.mirror[cell] = uint8(cell%size.Width*size.Height + cell/size.Width)
	}
	for _, part := range partitions {
		if part.size != size || part.name != partition {
			continue
		}
		for _, tiles := range part.groups {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			g, err := newGroup(ctx, size, tiles, dir, report)
			if err != nil {
				return nil, err
			}
			p.groups = append(p.groups, g)
		}
		return p, nil
	}
	return nil, reason.Errorf("tiles: no partition %q of %v squares, want one of %s", partition, size, strings.Join(Partitions(size), ", "))
}

func newGroup(ctx context.Context, size Size, tiles []uint8, dir string, report func(Making)) (group, error) {
	g := group{tiles: tiles, orders: factorial(len(tiles))}
	name := fmt.Sprintf("pdb%d", size.Width)
	if size.Width != size.Height {
		name += fmt.Sprintf("x%d", size.Height)
	}
	for _, t := range tiles {
		name += fmt.Sprintf("-%d", t)
	}
	var err error
	g.moves, err = tablefile.Get(ctx, tablefile.Source{
		Dir: dir, Name: name, Length: g.arrangements(size), Report: report,
		Fill: func(ctx context.Context, table []byte, progress func(float64)) error {
			return newMaker(size, g).make(ctx, table, progress)
		},
	})
	return g, err
}

// arrangements returns the number of arrangements of the group.
func (g *group) arrangements(size Size) int {
	return int(choose[size.cells()][len(g.tiles)]) * g.orders
}

// rank returns the number of an arrangement, given the square of every tile.
func (g *group) rank(at *[maxCells]uint8) int {
	occupied := uint32(0)
	for _, t := range g.tiles {
		occupied |= 1 << (at[t] & 31)
	}
	set, order, taken := uint32(0), 0, uint32(0)
	for i, t := range g.tiles {
		cell := at[t] & 31
		place := bits.OnesCount32(occupied & (1<<cell - 1))
		set += choose[cell][place+1]
		order = order*(len(g.tiles)-i) + place - bits.OnesCount32(taken&(1<<place-1))
		taken |= 1 << place
	}
	return int(set)*g.orders + order
}

// choose holds binomial coefficients. The set of squares c₁ < c₂ < … has the number
// choose[c₁][1] + choose[c₂][2] + … among the sets of its size.
var choose = newChoose()

func newChoose() (c [maxCells + 1][maxCells + 1]uint32) {
	for n := range c {
		c[n][0] = 1
		for k := 1; k <= n; k++ {
			c[n][k] = c[n-1][k-1] + c[n-1][k]
		}
	}
	return c
}

func factorial(n int) int {
	if n == 0 {
		return 1
	}
	return n * factorial(n-1)
}

// Estimate implements Heuristic.
func (p *Patterns) Estimate(b *Board) int {
	var at, mirrored [maxCells]uint8
	for cell, t := range b.Tiles[:p.size.cells()] {
		at[t] = uint8(cell)
		mirrored[p.mirror[t]] = p.mirror[cell]
	}
	if p.size.Width != p.size.Height {
		return p.sum(&at)
	}
	return max(p.sum(&at), p.sum(&mirrored))
}

func (p *Patterns) sum(at *[maxCells]uint8) (moves int) {
	for i := range p.groups {
		g := &p.groups[i]
		moves += int(g.moves.At(g.rank(at)))
	}
	return moves
}

// String returns "pdb:" and the name of the partition.
func (p *Patterns) String() string { return p.name }

// WalkingDistance is the number of moves that the tiles need if each tile only has to
// reach the row it belongs to, plus the same for columns. Moves up and down count for
// rows, moves left and right for columns, so the two add up. A table holds all such
// configurations: 105 on 3×3 squares and 24 964 on 4×4.
type WalkingDistance struct {
	size          Size
	rows, columns walks
}

// walks holds the number of moves to the goal from each crowd.
type walks struct {
	lines int
	moves map[crowd]uint8
}

// crowd holds how many tiles of each line are in each line, 3 bits each: the number of
// those in line i that belong to line j is at bit 3·(lines·i + j).
type crowd uint64

// maxWalk is the largest number of lines: with 5 lines a crowd would take 75 bits.
const maxWalk = 4

// NewWalkingDistance builds the table for a size of at most 4 squares in a row and in a column.
func NewWalkingDistance(size Size) (*WalkingDistance, error) {
	if max(size.Width, size.Height) > maxWalk {
		return nil, reason.Errorf("tiles: no walking distance on %v squares: the table would be too large", size)
	}
	w := &WalkingDistance{size: size, rows: newWalks(size.Height, size.Width)}
	if w.columns = w.rows; size.Width != size.Height {
		w.columns = newWalks(size.Width, size.Height)
	}
	return w, nil
}

// newWalks builds the table for lines of squares.
func newWalks(lines, squares int) walks {
	w := walks{lines, map[crowd]uint8{}}
	var goal crowd
	for i := range lines {
		goal += w.unit(i, i) * crowd(squares)
	}
	goal -= w.unit(0, 0) // the blank's
	w.moves[goal] = 0
	for queue := []crowd{goal}; len(queue) > 0; queue = queue[1:] {
		w.each(queue[0], squares, func(to crowd) {
			if _, known := w.moves[to]; !known {
				w.moves[to] = w.moves[queue[0]] + 1
				queue = append(queue, to)
			}
		})
	}
	return w
}

// unit is one tile in line i that belongs to line j.
func (w *walks) unit(i, j int) crowd { return 1 << (3 * (w.lines*i + j)) }

// count returns the number of tiles in line i that belong to line j.
func (w *walks) count(c crowd, i, j int) int { return int(c / w.unit(i, j) & 7) }

// each visits the crowds after a tile moves into the line of the blank, the only line
// that is one tile short.
func (w *walks) each(c crowd, squares int, visit func(to crowd)) {
	for i := range w.lines {
		tiles := 0
		for j := range w.lines {
			tiles += w.count(c, i, j)
		}
		if tiles == squares {
			continue
		}
		for _, from := range []int{i - 1, i + 1} {
			for j := 0; from >= 0 && from < w.lines && j < w.lines; j++ {
				if w.count(c, from, j) > 0 {
					visit(c - w.unit(from, j) + w.unit(i, j))
				}
			}
		}
	}
}

// Estimate implements Heuristic.
func (w *WalkingDistance) Estimate(b *Board) int {
	var rows, columns crowd
	width := w.size.Width
	for cell, tile := range b.Tiles[:w.size.cells()] {
		if t := int(tile); t != 0 {
			rows += w.rows.unit(cell/width, t/width)
			columns += w.columns.unit(cell%width, t%width)
		}
	}
	return int(w.rows.moves[rows]) + int(w.columns.moves[columns])
}

// String returns "walking".
func (*WalkingDistance) String() string { return "walking" }
