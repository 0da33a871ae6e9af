package cube

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"sync"

	"github.com/plywood-go/plywood/internal/tablefile"
)

// tables are the tables of both phases, about 150 MB.
type tables struct {
	twist, flip, slice        changes
	corner, outer, middle     changes
	seats                     seats
	first, last               *reduced // of each phase
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

// load returns the tables, which are built on first use in some seconds, or within one second if
// the large ones are saved in folder dir. New ones are saved there, unless dir is "". report
// receives the progress; it may be nil. The error is ctx's.
func load(ctx context.Context, dir string, report func(Making)) (*tables, error) {
	shared.Lock()
	defer shared.Unlock()
	if shared.tables != nil {
		return shared.tables, nil
	}
	if report == nil {
		report = func(Making) {}
	}
	all := allMoves()
	t := &tables{
		twist:  newChanges(twists, all, withTwist, (*Cube).twist),
		flip:   newChanges(flips, all, withFlip, (*Cube).flip),
		slice:  newChanges(slices4, all, withSlice, (*Cube).slice),
		corner: newChanges(orders8, all, withCorner, (*Cube).corner),
		outer:  newChanges(orders8, second, withOuter, (*Cube).outer),
		middle: newChanges(orders4, second, withMiddle, (*Cube).middle),
		seats:  newSeats(),
	}
	t.cornerMiddle, t.outerMiddle = newDistances(t.corner, t.middle, second), newDistances(t.outer, t.middle, second)
	var err error
	if t.first, err = newFirstPhase(t, Near).table(ctx, dir, firstNames[Near], report); err != nil {
		return nil, err
	}
	if t.last, err = newSecondPhase(t).table(ctx, dir, fmt.Sprintf("cube3-second-%d", secondBeyond), report); err != nil {
		return nil, err
	}
	t.first.finish()
	t.last.finish()
	shared.tables, shared.far = t, map[Reach]*reduced{}
	return t, nil
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
	if report == nil {
		report = func(Making) {}
	}
	made, err := newFirstPhase(t, reach).table(ctx, dir, firstNames[reach], report)
	if err == nil {
		shared.far[reach] = made
	}
	return made, err
}

// firstNames are the file names of the first phase's tables.
var firstNames = map[Reach]string{Near: "cube3-first-9", Far: "cube3-first-12", Seated: "cube3-seats-12"}

// table returns the table of r from the named file, or builds it.
func (r *reducer) table(ctx context.Context, dir, name string, report func(Making)) (*reduced, error) {
	making := Making{Table: name}
	moves, outcome, err := tablefile.Get(dir, name, r.size(), func(table []byte) error {
		return r.fill(ctx, table, func(done float64) {
			making.Done = done
			report(making)
		})
	})
	if err != nil {
		return nil, err
	}
	if outcome.Made {
		making.Done, making.Refused, making.Unsaved = 1, outcome.Refused, outcome.Unsaved
		report(making)
	}
	r.moves = moves
	return r.reduced, nil
}

// phase returns the moves of the first phase, or fewer if they exceed the table's limit.
func (t *tables) phase(c *Cube) int {
	moves, _ := t.first.within(edgesOf(c.flip(), c.slice()), c.twist(), diameter)
	return moves
}

// twoPhase searches for a solution of at most the given number of moves. It searches a cube from
// six sides: along three axes, each for the cube and its inverse, whose solutions are read
// backwards.
type twoPhase struct {
	tables *tables
	sides  [6]side
	best   []Move // the solution, if found
	found  bool
	stop   func(nodes uint64) bool
	nodes  uint64
	ended  bool
}

// side is one of the six views of a cube.
type side struct {
	cube    Cube
	inverse bool
	turn    int // number of rotations by lean
	line    [maxPhases]Move
}

// attendance is the number of first-phase positions between calls of stop.
const attendance = 1 << 10

const maxPhases = 40 // moves of both, with room to spare

// Solve returns the moves of a solution of c with at most most moves. It calls stop with the
// number of positions so far from time to time, and gives up when stop returns true. nodes is
// the number of positions. ok is false if it gave up or if no first phase leads to a solution
// that short. c must be solvable.
func Solve(c *Cube, most int, stop func(nodes uint64) bool) (moves []Move, nodes uint64, ok bool) {
	tables, err := load(context.Background(), "", nil)
	if err != nil {
		panic("cube: " + err.Error()) // without a context to end it, an error is a bug
	}
	t := &twoPhase{tables: tables, stop: stop}
	for i := range t.sides {
		s := &t.sides[i]
		s.cube, s.inverse, s.turn = *c, i%2 == 1, i/2
		if s.inverse {
			s.cube = s.cube.inverse()
		}
		for range s.turn {
			s.cube = s.cube.leant()
		}
	}
	limit := most
	for depth := 0; depth <= min(limit, diameter) && !t.found && !t.ended; depth++ {
		for i := range t.sides {
			t.first(&t.sides[i], depth, limit)
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
		n := normals[m.Face()]
		for range (3 - s.turn) % 3 {
			n = lean(n)
		}
		all[i] = Move(3*faceOf(n)) + m%3
	}
	if s.inverse {
		slices.Reverse(all)
		for i, m := range all {
			all[i] = m.Inverse()
		}
	}
	return all
}

// first tries all first phases of exactly depth moves, each followed by a second phase if the
// whole has at most limit moves.
func (t *twoPhase) first(s *side, depth, limit int) {
	c := &s.cube
	p := phase{twoPhase: t, side: s, limit: limit}
	if t.tables.phase(c) <= depth {
		p.first(0, depth, c.twist(), c.flip(), c.slice(), c.corner(), t.tables.seats.of(c))
	}
}

type phase struct {
	*twoPhase
	*side
	limit int
}

// first tries the moves after ply, with left moves of the first phase remaining. It looks up all
// moves before it tries one: the table exceeds the caches, and the lookups then overlap.
func (p *phase) first(ply, left, twist, flip, slice, corner, seats int) {
	p.nodes++
	if p.nodes&(attendance-1) == 0 && p.stop(p.nodes) {
		p.ended = true
	}
	if left == 0 {
		p.begin(ply, corner, seats)
		return
	}
	t := p.tables
	twistTo, flipTo, sliceTo := &t.twist[twist], &t.flip[flip], &t.slice[slice]
	var near [moveCount]Move
	var edges [moveCount]int
	some := 0
	for _, m := range p.followers(ply) {
		near[some], edges[some] = m, edgesOf(int(flipTo[m]), int(sliceTo[m]))
		some += less(int(t.first.alone[edges[some]]), left)
	}
	var rest [moveCount]uint8
	for i, m := range near[:some] {
		rest[i] = t.first.at(edges[i], int(twistTo[m]))
	}
	for i, m := range near[:some] {
		if after := int(rest[i]); after >= left || after == 0 && left > 1 && left <= detour {
			continue
		}
		p.line[ply] = m
		p.first(ply+1, left-1, int(twistTo[m]), int(flipTo[m]), int(sliceTo[m]), int(t.corner[corner][m]), int(t.seats.changes[seats][m]))
		if p.found || p.ended {
			return
		}
	}
}

// less returns 1 if a < b, else 0, without a branch, which would be unpredictable.
func less(a, b int) int { return int(uint(a-b) >> (bits.UintSize - 1)) }

// followers returns the moves to try at ply.
func (p *phase) followers(ply int) []Move {
	if ply == 0 {
		return followers[moveCount]
	}
	return followers[p.line[ply-1]]
}

// detour is the largest number of remaining moves for which a first phase that is already over
// is not continued: the second phase covers those lines with fewer moves to choose from.
const detour = 5

// begin starts the second phase after ply moves, if it can be short enough.
func (p *phase) begin(ply, corner, seats int) {
	t := p.tables
	most := min(p.limit-ply, longestSecond)
	middle := int(t.seats.middle[seats])
	if t.cornerMiddle.at(corner, middle) > most {
		return
	}
	c := p.cube
	for _, m := range p.line[:ply] {
		c = c.after(&turns[m])
	}
	outer := c.outer()
	order, ok := t.last.within(corner, outer, most)
	if !ok {
		return
	}
	least := max(order, t.cornerMiddle.at(corner, middle), t.outerMiddle.at(outer, middle))
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
	t := p.tables
	for _, m := range second {
		if ply > 0 && redundant(p.line[ply-1], m) {
			continue
		}
		co, ou, mi := int(t.corner[corner][m]), int(t.outer[outer][m]), int(t.middle[middle][m])
		if max(t.cornerMiddle.at(co, mi), t.outerMiddle.at(ou, mi)) > left-1 {
			continue
		}
		if _, ok := t.last.within(co, ou, left-1); !ok {
			continue
		}
		p.line[ply] = m
		p.second(ply+1, left-1, co, ou, mi)
		if p.found {
			return
		}
	}
}
