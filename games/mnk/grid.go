package mnk

import (
	"bytes"
	"slices"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/rowtext"
)

// grid is a parsed board that is not yet validated: X, O or - for each cell.
type grid struct {
	spec  Spec
	cells []byte
}

// parseGrid parses the rows and the optional side to move. It returns the remaining words as rest.
func (s Spec) parseGrid(words []string) (g grid, rest []string, err error) {
	g.spec = s
	if g.cells, err = rowtext.ParseRows(words[0], s.M, s.N); err == nil {
		err = g.validate()
	}
	if err != nil {
		return g, nil, reason.Errorf("mnk: %w", err)
	}
	rest = words[1:]
	if len(rest) == 0 || rest[0] != "X" && rest[0] != "O" {
		return g, rest, nil
	}
	if want := "XO"[g.toMove():][:1]; rest[0] != want {
		return g, nil, reason.Errorf("mnk: side to move is %s, but %d X and %d O leave %s to move",
			rest[0], g.count('X'), g.count('O'), want)
	}
	return g, rest[1:], nil
}

func (g grid) count(stone byte) int { return bytes.Count(g.cells, []byte{stone}) }

// toMove returns the side to move by the number of stones.
func (g grid) toMove() game.Player {
	return game.Player((g.count('X') + g.count('O')) & 1)
}

// validate returns an error if g cannot arise in a game.
func (g grid) validate() error {
	if x, o := g.count('X'), g.count('O'); x != o && x != o+1 {
		return reason.Errorf("%d X and %d O, want as many or one X more", x, o)
	}
	if g.spec.Gravity {
		for c, stone := range g.cells {
			if below := c + g.spec.M; stone != '-' && below < len(g.cells) && g.cells[below] == '-' {
				return reason.Errorf("the stone on %s hangs in the air", g.spec.cellName(Move(c)))
			}
		}
	}
	toMove := g.toMove()
	if row := g.rows(toMove); len(row) > 0 {
		return reason.Errorf("%c is to move but has the row from %s to %s", "XO"[toMove],
			g.spec.cellName(Move(row[0][0])), g.spec.cellName(Move(row[0][g.spec.K-1])))
	}
	if !haveCommonCell(g.rows(toMove.Other())) {
		return reason.Errorf("no single move completes all the rows of %c", "XO"[toMove.Other()])
	}
	return nil
}

// rows returns the winning rows of a side.
func (g grid) rows(side game.Player) (rows [][]int) {
	stone := "XO"[side]
	taken := func(c int) bool { return g.cells[c] == stone }
	for _, d := range directions {
		for c := range g.cells {
			row, ok := g.spec.row(c, d)
			if !ok || slices.ContainsFunc(row, func(c int) bool { return !taken(c) }) {
				continue
			}
			if !g.spec.Exact || !slices.ContainsFunc(g.spec.ends(row, d), taken) {
				rows = append(rows, row)
			}
		}
	}
	return rows
}

// Won returns the cells of the winning rows of the side that moved last, in
// order. It returns nil if that side has not won.
func (n *common[S]) Won(p *S) (cells []int) {
	if n.rules.Status(p) != game.Loss {
		return nil
	}
	g := grid{n.spec, n.stones(p)}
	for _, row := range g.rows(n.rules.ToMove(p).Other()) {
		cells = append(cells, row...)
	}
	slices.Sort(cells)
	return slices.Compact(cells)
}

// haveCommonCell reports whether some cell is in all rows, or there are no rows.
func haveCommonCell(rows [][]int) bool {
	if len(rows) == 0 {
		return true
	}
	return slices.ContainsFunc(rows[0], func(c int) bool {
		return !slices.ContainsFunc(rows, func(row []int) bool { return !slices.Contains(row, c) })
	})
}

// cellMaps returns, for each symmetry of game s, the image of each cell. The first two leave
// gravity as it is, the first four a rectangle. It ignores translations of boards with joined edges.
func cellMaps(s Spec) [][]Move {
	count := 4
	switch {
	case s.Gravity:
		count = 2
	case s.M == s.N:
		count = 8
	}
	maps := make([][]Move, count)
	for k := range maps {
		maps[k] = make([]Move, s.Cells())
		for c := range maps[k] {
			x, y := c%s.M, c/s.M
			if k&4 != 0 {
				x, y = y, x
			}
			if k&1 != 0 {
				x = s.M - 1 - x
			}
			if k&2 != 0 {
				y = s.N - 1 - y
			}
			maps[k][c] = Move(y*s.M + x)
		}
	}
	return maps
}

// image maps sets of cells to their images, byte by byte.
type image struct {
	cells []Move        // image of each cell
	bytes [][256]uint64 // bytes[i][v] is the image of v<<(8*i)
}

func newImages(s Spec) (images []image) {
	for _, cells := range cellMaps(s) {
		m := image{cells, make([][256]uint64, (len(cells)+7)/8)}
		for c, to := range cells {
			t := &m.bytes[c/8]
			for v := range t {
				t[v] |= uint64(v>>(c%8)&1) << to
			}
		}
		images = append(images, m)
	}
	return images
}

func (m *image) of(set uint64) (out uint64) {
	for i := range m.bytes {
		out |= m.bytes[i][uint8(set>>(8*i))]
	}
	return out
}

// Image returns one of the 8 images of a square board, the 4 of a rectangle, or
// the 2 of a board with gravity.
func (r Rules) Image(dst, src *Position, m Move, k int) (Move, bool) {
	if k >= len(r.images) {
		return m, false
	}
	if k == 0 {
		*dst = *src
		return m, true
	}
	i := &r.images[k]
	*dst = Position{i.of(src.Own), i.of(src.Opp)}
	return i.cells[m], true
}

// Fold returns the hash of the smallest image, ordered by Own, then Opp.
func (r Rules) Fold(p *Position) (key uint64, k int) {
	least := *p
	for i := 1; i < len(r.images); i++ {
		m := &r.images[i]
		own := m.of(p.Own)
		if own > least.Own {
			continue
		}
		if opp := m.of(p.Opp); own < least.Own || opp < least.Opp {
			least, k = Position{own, opp}, i
		}
	}
	return r.Hash(&least), k
}
