package cube

import (
	"context"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/plywood-go/plywood/internal/tablefile"
)

// tables are the tables of both phases: 4 MB in memory, and first with 74 MB, of which a
// search reads the pages that it needs.
type tables struct {
	twist, flip, slice changes // by all moves
	twistSlice         distances
	flipSlice          distances
	first              *reduced // of the first phase
	asked              atomic.Bool

	corner, outer, middle     changes // by the moves of the second phase
	cornerMiddle, outerMiddle distances
}

// Making is the progress of building the tables.
type Making = tablefile.Making

// shared holds the tables after their first use.
var shared struct {
	sync.Mutex
	*tables
	far map[Reach]*reduced // tables of the first phase
}

// load returns the tables. If they are saved in the folder dir it reads them at once.
// Otherwise it builds them in some seconds and saves them there, unless dir is "". report
// receives the progress; it may be nil. The error is ctx's.
func load(ctx context.Context, dir string, report func(Making)) (*tables, error) {
	shared.Lock()
	defer shared.Unlock()
	if shared.tables != nil {
		return shared.tables, nil
	}
	saved, err := tablefile.Get(ctx, tablefile.Source{
		Dir: dir, Name: "cube3", Length: (&tables{}).cut(nil), Report: report,
		Fill: func(_ context.Context, table []byte, _ func(float64)) error {
			t := &tables{}
			t.cut(table)
			t.compute()
			return nil
		},
	})
	if err != nil {
		return nil, err
	}
	t := &tables{}
	t.cut(saved.All())
	if t.first, err = newReduced(ctx, Phases{tables: t, reach: Near}, dir, report); err != nil {
		return nil, err
	}
	shared.tables, shared.far = t, map[Reach]*reduced{}
	return t, nil
}

// cut makes the small tables parts of table, one after the other, and returns their total length.
func (t *tables) cut(table []byte) (length int) {
	take := func(n int) (part []byte) {
		if table != nil {
			part = table[length : length+n : length+n]
		}
		length += n
		return part
	}
	change := func(values, moves int) changes { return changes{take(2 * values * moves), moves} }
	distance := func(a, b int) distances { return distances{take((a*b + 1) / 2), b} }
	t.twist, t.flip, t.slice = change(twists, moveCount), change(flips, moveCount), change(slices4, moveCount)
	t.twistSlice, t.flipSlice = distance(twists, slices4), distance(flips, slices4)
	t.corner, t.outer, t.middle = change(orders8, len(second)), change(orders8, len(second)), change(orders4, len(second))
	t.cornerMiddle, t.outerMiddle = distance(orders8, orders4), distance(orders8, orders4)
	return length
}

// compute computes the small tables.
func (t *tables) compute() {
	t.twist.compute(allMoves(), withTwist, (*Cube).twist)
	t.flip.compute(allMoves(), withFlip, (*Cube).flip)
	t.slice.compute(allMoves(), withSlice, (*Cube).slice)
	t.twistSlice.compute(t.twist, t.slice)
	t.flipSlice.compute(t.flip, t.slice)
	t.corner.compute(second, withCorner, (*Cube).corner)
	t.outer.compute(second, withOuter, (*Cube).outer)
	t.middle.compute(second, withMiddle, (*Cube).middle)
	t.cornerMiddle.compute(t.corner, t.middle)
	t.outerMiddle.compute(t.outer, t.middle)
}

// loadFirst returns the first phase's table with the given reach, as load does.
func loadFirst(ctx context.Context, t *tables, reach Reach, dir string, report func(Making)) (*reduced, error) {
	if reach == Near {
		return t.first, nil
	}
	shared.Lock()
	defer shared.Unlock()
	if known := shared.far[reach]; known != nil {
		return known, nil
	}
	made, err := newReduced(ctx, Phases{tables: t, reach: reach}, dir, report)
	if err == nil {
		shared.far[reach] = made
	}
	return made, err
}

// twoPhase searches for a solution of at most the given number of moves. It searches from
// six sides: for the cube and for its inverse, along three axes each. A solution of the
// inverse is read backwards.
type twoPhase struct {
	*tables
	sides [6]side
	best  []Move // the solution, if found
	found bool
	stop  func(nodes uint64) bool
	nodes uint64
	whole bool // ask the table of the whole first phase
	ended bool
}

// side is one of the six views of a cube.
type side struct {
	inverse bool
	turn    int // number of rotations by lean
	line    [maxPhases]Move
	cubes   [maxPhases + 1]Cube // before each move of the line
	known   int                 // the last of cubes that is up to date
}

// attendance is the number of first-phase positions between calls of stop.
const attendance = 1 << 10

// patience is the number of positions before the search asks the large table, of which it
// then reads some MB. Half of all cubes are solved by then, in some 15 ms. With the large
// table in memory a cube takes 7 ms.
const patience = 1 << 15

const maxPhases = 40 // moves of both, with room to spare

// Solve returns a solution of c in no more moves than most. From time to time it calls stop
// with the number of positions so far, and gives up when stop returns true. nodes is the
// number of positions; it is smaller once an earlier search has asked the large table. ok is
// false if Solve gave up or found no solution that short. c must be solvable.
func Solve(c *Cube, most int, stop func(nodes uint64) bool) (moves []Move, nodes uint64, ok bool) {
	tables, err := load(context.Background(), "", nil)
	if err != nil {
		panic("cube: " + err.Error()) // without a context to end it, an error is a bug
	}
	t := &twoPhase{tables: tables, stop: stop, whole: tables.asked.Load()}
	for i := range t.sides {
		s := &t.sides[i]
		s.inverse, s.turn = i%2 == 1, i/2
		cube := *c
		if s.inverse {
			cube = cube.inverse()
		}
		for range s.turn {
			cube = cube.leant()
		}
		s.cubes[0] = cube
	}
	for depth := 0; depth <= min(most, diameter) && !t.found && !t.ended; depth++ {
		for i := range t.sides {
			t.first(&t.sides[i], depth, most)
			if t.found || t.ended {
				break
			}
		}
	}
	return t.best, t.nodes, t.found
}

// original translates moves of s to moves of the cube itself.
func (s *side) original(moves []Move) []Move {
	all := slices.Clone(moves)
	for i, m := range all {
		all[i] = leanings[(axes-s.turn)%axes][m]
	}
	if s.inverse {
		slices.Reverse(all)
		for i, m := range all {
			all[i] = m.Inverse()
		}
	}
	return all
}

// first tries all first phases of exactly depth moves, each followed by a second phase if
// the whole solution has at most limit moves.
func (t *twoPhase) first(s *side, depth, limit int) {
	c := &s.cubes[0]
	p := phase{twoPhase: t, side: s, limit: limit}
	if twist, flip, slice := c.twist(), c.flip(), c.slice(); p.far(twist, flip, slice) <= depth {
		p.first(0, depth, twist, flip, slice)
	}
}

type phase struct {
	*twoPhase
	*side
	limit int
}

// far returns a lower bound on the moves of the first phase.
func (t *twoPhase) far(twist, flip, slice int) int {
	if t.whole {
		return int(t.tables.first.at(edgesOf(flip, slice), twist))
	}
	return max(t.twistSlice.at(twist, slice), t.flipSlice.at(flip, slice))
}

// first tries the moves after ply, with left moves of the first phase remaining. It looks up all
// moves before it tries one, so that the lookups overlap: the table is larger than the caches.
func (p *phase) first(ply, left, twist, flip, slice int) {
	p.nodes++
	if p.nodes&(attendance-1) == 0 {
		p.attend()
	}
	if left == 0 {
		p.begin(ply)
		return
	}
	twists, flips, slices := p.twist.row(twist), p.flip.row(flip), p.slice.row(slice)
	var near [moveCount]Move
	some := 0
	for _, m := range p.followers(ply) {
		near[some] = m
		some += less(p.flipSlice.at(flips.to(int(m)), slices.to(int(m))), left)
	}
	var rest [moveCount]uint8
	for i, m := range near[:some] {
		rest[i] = uint8(p.far(twists.to(int(m)), flips.to(int(m)), slices.to(int(m))))
	}
	for i, m := range near[:some] {
		if after := int(rest[i]); after >= left || after == 0 && left > 1 && left <= detour {
			continue
		}
		p.play(ply, m)
		p.first(ply+1, left-1, twists.to(int(m)), flips.to(int(m)), slices.to(int(m)))
		if p.found || p.ended {
			return
		}
	}
}

// attend calls stop. Once the search takes long, it also begins to ask the large table.
func (p *phase) attend() {
	p.ended = p.stop(p.nodes)
	if p.nodes >= patience && !p.whole {
		p.whole = true
		p.asked.Store(true)
	}
}

// play sets a move of the line.
func (s *side) play(ply int, m Move) {
	s.line[ply], s.known = m, min(s.known, ply)
}

// cube returns the cube after ply moves of the line.
func (s *side) cube(ply int) *Cube {
	for ; s.known < ply; s.known++ {
		s.cubes[s.known+1] = s.cubes[s.known].after(&turns[s.line[s.known]])
	}
	return &s.cubes[ply]
}

// less returns 1 if a < b, else 0. It has no branch, because that would be unpredictable.
func less(a, b int) int { return int(uint(a-b) >> (bits.UintSize - 1)) }

// followers returns the moves to try at ply.
func (p *phase) followers(ply int) []Move {
	if ply == 0 {
		return allMoves()
	}
	return followers[p.line[ply-1]]
}

// detour is the largest number of remaining moves for which a first phase that is already over does
// not continue: the second phase covers those lines with fewer moves to choose from.
const detour = 5

// begin starts the second phase after ply moves, if it can be short enough.
func (p *phase) begin(ply int) {
	c := p.cube(ply)
	most := min(p.limit-ply, longestSecond)
	corner, middle := c.corner(), c.middle()
	least := p.cornerMiddle.at(corner, middle)
	if least > most {
		return
	}
	outer := c.outer()
	least = max(least, p.outerMiddle.at(outer, middle))
	for left := least; left <= most && !p.found && !p.ended; left++ {
		p.second(ply, left, corner, outer, middle)
	}
}

// longestSecond bounds the second phase, which must not take longer than the next first phase.
const longestSecond = 10

func (p *phase) second(ply, left, corner, outer, middle int) {
	p.nodes++
	if left == 0 {
		if corner|outer|middle == 0 {
			p.best, p.found = p.original(p.line[:ply]), true
		}
		return
	}
	corners, outers, middles := p.corner.row(corner), p.outer.row(outer), p.middle.row(middle)
	for i, m := range second {
		if ply > 0 && redundant(p.line[ply-1], m) {
			continue
		}
		co, ou, mi := corners.to(i), outers.to(i), middles.to(i)
		if max(p.cornerMiddle.at(co, mi), p.outerMiddle.at(ou, mi)) > left-1 {
			continue
		}
		p.play(ply, m)
		p.second(ply+1, left-1, co, ou, mi)
		if p.found {
			return
		}
	}
}
