package endgame

import (
	"cmp"
	"context"
	"iter"
	"math/bits"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/internal/reason"
)

// Material counts the men and kings of the side to move and of its opponent.
type Material struct{ Men, Kings [2]uint8 }

// MaterialOf returns the material of a position.
func MaterialOf(s *draughts.Position) Material { return materialOf(s.Own, s.Opp, s.Kings) }

func materialOf(own, opp, kings uint64) (m Material) {
	for side, set := range [2]uint64{own, opp} {
		m.Kings[side] = uint8(bits.OnesCount64(set & kings))
		m.Men[side] = uint8(bits.OnesCount64(set &^ kings))
	}
	return m
}

// Pieces returns the number of all pieces.
func (m Material) Pieces() int { return m.Of(0) + m.Of(1) }

// Of returns the number of pieces of the side to move (0) or its opponent (1).
func (m Material) Of(side int) int { return int(m.Men[side] + m.Kings[side]) }

func (m Material) men() int { return int(m.Men[0] + m.Men[1]) }

// Turned returns m from the opponent's view.
func (m Material) Turned() Material {
	return Material{Men: [2]uint8{m.Men[1], m.Men[0]}, Kings: [2]uint8{m.Kings[1], m.Kings[0]}}
}

// String returns a letter for each piece: KMMvK is a king and two men against a king.
func (m Material) String() string {
	side := func(i int) string {
		return strings.Repeat("K", int(m.Kings[i])) + strings.Repeat("M", int(m.Men[i]))
	}
	return side(0) + "v" + side(1)
}

// compare orders materials by the pieces of the side to move, then by its
// kings, then by the opponent's pieces and kings.
func (m Material) compare(o Material) int {
	return cmp.Or(cmp.Compare(m.Of(0), o.Of(0)), cmp.Compare(m.Kings[0], o.Kings[0]),
		cmp.Compare(m.Of(1), o.Of(1)), cmp.Compare(m.Kings[1], o.Kings[1]))
}

// pair returns the representative of m and its turned material.
func (m Material) pair() Material {
	if t := m.Turned(); t.compare(m) > 0 {
		return t
	}
	return m
}

// mostPieces is the most pieces of a material: each count fits in three bits.
const mostPieces = 7

// key returns a number that identifies a material of at most mostPieces.
func (m Material) key() int {
	return int(m.Men[0]) | int(m.Men[1])<<3 | int(m.Kings[0])<<6 | int(m.Kings[1])<<9
}

const keys = 1 << 12

// materials iterates over the materials with the given number of pieces,
// including those in which one side has none.
func materials(pieces int) iter.Seq[Material] {
	return func(yield func(Material) bool) {
		for own := range pieces + 1 {
			for ownKings := range own + 1 {
				for oppKings := range pieces - own + 1 {
					m := Material{
						Men:   [2]uint8{uint8(own - ownKings), uint8(pieces - own - oppKings)},
						Kings: [2]uint8{uint8(ownKings), uint8(oppKings)},
					}
					if !yield(m) {
						return
					}
				}
			}
		}
	}
}

// Pairs returns one material of each pair with the given number of pieces, where both sides have
// some. The order, by the number of men, allows solving them in sequence.
func Pairs(pieces int) (all []Material) {
	for m := range materials(pieces) {
		if m.bothSides() && m.pair() == m {
			all = append(all, m)
		}
	}
	slices.SortStableFunc(all, func(a, b Material) int { return cmp.Compare(a.men(), b.men()) })
	return all
}

func (m Material) bothSides() bool { return m.Of(0) > 0 && m.Of(1) > 0 }

// before returns the pairs on which m directly depends: those with a piece less and those with a
// king instead of a man. Captures of several pieces are covered transitively.
func (m Material) before() (all []Material) {
	for side := range 2 {
		man, king, crowned := m, m, m
		if m.Men[side] > 0 {
			man.Men[side]--
			crowned.Men[side]--
			crowned.Kings[side]++
			all = append(all, man.pair(), crowned.pair())
		}
		if m.Kings[side] > 0 {
			king.Kings[side]--
			all = append(all, king.pair())
		}
	}
	return slices.DeleteFunc(all, func(m Material) bool { return !m.bothSides() })
}

// parseMaterial parses the String of a pair's representative.
func parseMaterial(text string) (m Material, err error) {
	own, opp, _ := strings.Cut(text, "v")
	for side, pieces := range [2]string{own, opp} {
		m.Kings[side] = uint8(strings.Count(pieces, "K"))
		m.Men[side] = uint8(strings.Count(pieces, "M"))
	}
	if len(text) > mostPieces+1 || m.String() != text || !m.bothSides() || m.pair() != m {
		return m, reason.Errorf("material %q, want such as KMMvK", text)
	}
	return m, nil
}

// Check compares the value and the outcome of every entry of t with its
// successors', using only package draughts. The error names the first wrong
// position. Check calls progress, if not nil, after every material.
//
// With distances this proves every entry. Without them it proves only
// consistency: a cycle of draws marked as wins can be consistent.
func (t *Tables) Check(ctx context.Context, progress func(done, total int)) error {
	c := checker{tables: t}
	total, done := t.Stats().Positions, 0
	for _, f := range t.all() {
		if f.kind != outcomes {
			continue
		}
		for _, n := range f.pair {
			if err := c.slice(ctx, n); err != nil {
				return err
			}
			if done += n.size; progress != nil {
				progress(done, total)
			}
		}
	}
	return nil
}

type checker struct {
	tables *Tables
	moves  []draughts.Move
}

// slice checks the positions of a material.
func (c *checker) slice(ctx context.Context, n *numbering) error {
	read := n.reader()
	for number := range n.size {
		if number%askEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		var p draughts.Position
		p.Own, p.Opp, p.Kings = read.read(number)
		if err := c.position(&p); err != nil {
			return reason.Errorf("%s: %w", c.tables.rules.FormatPosition(&p), err)
		}
	}
	return nil
}

// position checks one entry.
func (c *checker) position(p *draughts.Position) error {
	v, timed := c.tables.Value(p)
	outcome, ok := c.tables.Outcome(p)
	best, err := c.best(p, timed)
	switch {
	case err != nil:
		return err
	case !ok:
		return reason.Errorf("%w: no entry", ErrDamaged)
	case timed && (v.Score() != best || v.Outcome() != outcome):
		return reason.Errorf("%w: %v, outcome %d, but the best move makes it %v", ErrDamaged, v, outcome, best)
	case outcome != best.Outcome():
		return reason.Errorf("%w: outcome %d, but the best move makes it %d", ErrDamaged, outcome, best.Outcome())
	}
	return nil
}

// best returns the value of p from the entries of its successors. Without
// distances all wins count as one ply and all losses as two.
func (c *checker) best(p *draughts.Position, timed bool) (game.Score, error) {
	best := game.LossIn(0)
	var status game.Status
	c.moves, status = c.tables.rules.Moves(p, c.moves[:0])
	if status.Over() {
		return best, nil
	}
	for _, m := range c.moves {
		var next draughts.Position
		c.tables.rules.Play(&next, p, m)
		reply, err := c.reply(&next, timed)
		if err != nil {
			return 0, err
		}
		best = max(best, -reply.Later(1))
	}
	return best, nil
}

// reply returns the entry of the position after a move.
func (c *checker) reply(p *draughts.Position, timed bool) (game.Score, error) {
	var v Value
	ok := false
	if timed {
		v, ok = c.tables.Value(p)
	} else if o, there := c.tables.Outcome(p); there {
		v, ok = [3]Value{1, 0, 2}[o+1], true
	}
	if !ok {
		return 0, reason.Errorf("%w: no entry of %s", ErrDamaged, c.tables.rules.FormatPosition(p))
	}
	return v.Score(), nil
}
