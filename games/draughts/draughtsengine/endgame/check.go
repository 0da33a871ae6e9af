package endgame

import (
	"context"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/internal/reason"
)

// Check compares the value and the outcome of every entry of t with its
// successors', using only package draughts. The error names the first wrong
// position. Check calls progress, if not nil, after every material.
//
// With distances this proves every entry. Without them it proves only
// consistency: a cycle of draws marked as wins can be consistent.
func (t *Tables) Check(ctx context.Context, progress func(Progress)) error {
	c := checker{tables: t}
	all, total := t.all()
	done := 0
	for _, n := range all {
		if err := c.slice(ctx, n); err != nil {
			return err
		}
		if done += n.size; progress != nil {
			progress(Progress{n.Material, done, total})
		}
	}
	return nil
}

// all returns the numberings of all tables and their total number of positions.
func (t *Tables) all() (list []*numbering, positions int) {
	for pieces := 2; pieces <= t.pieces; pieces++ {
		for m := range materials(pieces) {
			if e := &t.files[m.key()]; m.bothSides() {
				n := e.of[outcomes].pair[e.at]
				list, positions = append(list, n), positions+n.size
			}
		}
	}
	return list, positions
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
