package draughtstrain

import (
	"math/bits"

	"github.com/plywood-go/plywood/engines/draughtsengine"
	"github.com/plywood-go/plywood/engines/draughtsengine/draughtspatterns"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/draughts"
)

// Every position is a row of a matrix. Its columns, each twice, for a full and
// for an empty board, are
//
//	squares   a man of the side whose men move up, minus a man of the
//	          other side on the square turned by 180°
//	terms     see package draughtspatterns
//	blocks    the weights of their fillings
//
// The square columns are sums of block columns. They value men where fillings
// are rare, and are added to the block weights in the end.

// row is a position.
type row struct {
	first  uint32 // of its columns
	count  uint8
	terms  [draughtspatterns.Terms]int8
	full   float32 // the fraction of all pieces that is left
	result float32 // 1, ½ or 0, for the side whose men move up
}

// rows are positions. columns lists the columns whose entry is 1 or −1, with
// the sign in bit 0.
type rows struct {
	rules   draughts.Rules
	list    []row
	columns []uint32

	fillings []uint16 // scratch space of add
}

// base returns the number of the first block column.
func base(r draughts.Rules) int { return squares(r) + int(draughtspatterns.Terms) }

func squares(r draughts.Rules) int { return bits.OnesCount64(r.Squares()) }

// width returns the number of columns, counting those for full and empty boards
// once.
func width(r draughts.Rules) int { return base(r) + draughtspatterns.Count(r) }

func signed(column int, negative bool) uint32 {
	if negative {
		return uint32(column)<<1 | 1
	}
	return uint32(column) << 1
}

// quietAfter is the number of initial plies to leave out: players move at
// random there.
const quietAfter = 6

// addGame adds the quiet positions of a game. result is the first player's.
func (t *rows) addGame(moves []draughts.Move, result float64) {
	if t.rules.Black() == game.First {
		result = 1 - result
	}
	s := t.rules.Start()
	for ply, m := range moves {
		if ply >= quietAfter && !t.rules.Urgent(&s) {
			t.add(&s, result)
		}
		t.rules.Play(&s, &s, m)
	}
}

// add adds a position. result is from the view of the side whose men move up.
func (t *rows) add(s *draughts.Position, result float64) {
	down := t.rules.Black()
	men := [2]uint64{s.Of(down.Other()) &^ s.Kings, s.Of(down) &^ s.Kings}
	r := row{
		first: uint32(len(t.columns)), result: float32(result),
		full: float32(bits.OnesCount64(s.Own|s.Opp)) / float32(draughtspatterns.FullBoard(t.rules)),
	}
	for i, n := range draughtsengine.Terms(t.rules, s) {
		r.terms[i] = int8(n)
	}
	for set := men[0]; set != 0; set &= set - 1 {
		t.columns = append(t.columns, signed(t.number(bits.TrailingZeros64(set)), false))
	}
	for set := t.rules.Turn(men[1]); set != 0; set &= set - 1 {
		t.columns = append(t.columns, signed(t.number(bits.TrailingZeros64(set)), true))
	}
	t.fillings = draughtspatterns.Fillings(t.rules, men[0], men[1], t.fillings[:0])
	for block, filling := range t.fillings {
		if n := draughtspatterns.Number(t.rules, block, filling); n != 0 {
			t.columns = append(t.columns, signed(base(t.rules)+int(max(n, -n))-1, n < 0))
		}
	}
	r.count = uint8(len(t.columns) - int(r.first))
	t.list = append(t.list, r)
}

// number returns the column of a man on a square.
func (t *rows) number(bit int) int { return t.rules.Number(draughts.Square(bit)) - 1 }

// vector has two numbers per column, for a full and for an empty board.
type vector [][2]float64

// dot returns the inner product of a row and a vector.
func (t *rows) dot(r *row, x vector) float64 {
	var sum [2]float64
	for _, c := range t.columns[r.first:][:r.count] {
		v, sign := &x[c>>1], 1-2*float64(c&1)
		sum[0] += sign * v[0]
		sum[1] += sign * v[1]
	}
	terms := x[squares(t.rules):][:draughtspatterns.Terms]
	for i, n := range &r.terms {
		sum[0] += float64(n) * terms[i][0]
		sum[1] += float64(n) * terms[i][1]
	}
	full := float64(r.full)
	return full*sum[0] + (1-full)*sum[1]
}

// scatter adds times·r to x.
func (t *rows) scatter(r *row, times float64, x vector) {
	part := [2]float64{times * float64(r.full), times * (1 - float64(r.full))}
	for _, c := range t.columns[r.first:][:r.count] {
		v, sign := &x[c>>1], 1-2*float64(c&1)
		v[0] += sign * part[0]
		v[1] += sign * part[1]
	}
	terms := x[squares(t.rules):][:draughtspatterns.Terms]
	for i, n := range &r.terms {
		terms[i][0] += float64(n) * part[0]
		terms[i][1] += float64(n) * part[1]
	}
}

// scatterSquares adds times the squared entries of r to x.
func (t *rows) scatterSquares(r *row, times float64, x vector) {
	full := float64(r.full)
	part := [2]float64{times * full * full, times * (1 - full) * (1 - full)}
	for _, c := range t.columns[r.first:][:r.count] {
		x[c>>1][0] += part[0]
		x[c>>1][1] += part[1]
	}
	terms := x[squares(t.rules):][:draughtspatterns.Terms]
	for i, n := range &r.terms {
		terms[i][0] += float64(n) * float64(n) * part[0]
		terms[i][1] += float64(n) * float64(n) * part[1]
	}
}
