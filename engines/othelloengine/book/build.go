package book

import (
	"context"
	"slices"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/search"
)

// Builder makes a book grow by the searches of an engine.
type Builder struct {
	Book   *Book
	Engine engine.Searcher[othello.Position, othello.Move]
	// Query returns how far a position is to be searched.
	Query func(p *othello.Position) search.Query
	// Most ends the work when so many positions have been added. Zero means no
	// limit.
	Most int
	// Progress is called after each position that was added. Nil means never.
	Progress func(added int, p *othello.Position)
	// Send has positions searched elsewhere, as Plan says to those who do; Engine and
	// Query are not used then. Nil means that they are searched here.
	Send workshop.Send
	Plan string

	added int
	said  map[string]string // what was sent for, by its part
}

// Added returns the number of positions added so far.
func (b *Builder) Added() int { return b.added }

// done reports whether work is to end.
func (b *Builder) done(ctx context.Context) bool {
	return ctx.Err() != nil || b.Most > 0 && b.added >= b.Most
}

// appraise searches e for the best move that is no link and makes it the leaf.
// It fails if ctx ends the search.
func (b *Builder) appraise(ctx context.Context, e *Entry) error {
	k := b.Book
	linked := k.linkedMoves(e)
	a, err := b.look(ctx, &e.Position, 1+len(linked)) // at worst all links are better
	if err != nil {
		return err
	}
	for _, l := range a.Lines {
		m, err := k.rules.ParseMove(&e.Position, l.Move)
		if err != nil {
			return err
		}
		if !slices.Contains(linked, m) {
			e.Leaf, e.HasLeaf = Edge{m, int8(l.Value)}, true
			break
		}
	}
	e.Depth, e.Confidence = uint8(min(a.Depth, 64)), uint8(a.Confidence)
	return nil
}

// linkedMoves returns the moves of e that lead to positions behind its links.
func (b *Book) linkedMoves(e *Entry) (moves []othello.Move) {
	var behind []key
	for _, l := range e.Links {
		behind = append(behind, b.after(&e.Position, l.Move))
	}
	legal, _ := b.rules.Moves(&e.Position, nil)
	for _, m := range legal {
		if slices.Contains(behind, b.after(&e.Position, m)) {
			moves = append(moves, m)
		}
	}
	return moves
}

// hold adds p to the book, or only links what the book holds of it, with all
// that this changes, in one transaction.
func (b *Builder) hold(ctx context.Context, p othello.Position) error {
	k := b.Book
	q, _ := canonical(k.rules, p)
	held := k.entries[key{q.Own, q.Opp}]
	e := &Entry{Position: q}
	if held != nil {
		copied := *held
		copied.Links = slices.Clone(held.Links)
		e = &copied
	}
	changed := k.relink(e)
	if held != nil && !changed && !k.incomplete(e) {
		return nil
	}
	if k.incomplete(e) {
		if err := b.appraise(ctx, e); err != nil {
			return err
		}
	}
	k.insert(e)
	if err := k.commit(append(k.raise(e), e), nil); err != nil {
		return err
	}
	if held == nil {
		b.tell(&q)
	}
	return nil
}

func (b *Builder) tell(p *othello.Position) {
	b.added++
	if b.Progress != nil {
		b.Progress(b.added, p)
	}
}

// over reports whether the game is over at p.
func (b *Builder) over(p othello.Position) bool { return b.Book.rules.Status(&p).Over() }

// Learn adds the positions of a game, the last first.
func (b *Builder) Learn(ctx context.Context, game []othello.Position) error {
	wishes := make([]wish, len(game))
	for i, p := range game {
		if wishes[i].position = p; i+1 < len(game) {
			q, _ := canonical(b.Book.rules, game[i+1])
			wishes[i].behind = key{q.Own, q.Opp}
		}
	}
	if err := b.foresee(ctx, wishes); err != nil {
		return err
	}
	for _, p := range slices.Backward(game) {
		if b.done(ctx) {
			break
		}
		if b.over(p) {
			continue
		}
		if err := b.hold(ctx, p); err != nil {
			return err
		}
	}
	return b.finish(ctx)
}

// finish links what was added with all that leads to it, and finds new leaves
// where those have become links.
func (b *Builder) finish(ctx context.Context) error {
	if err := b.Book.Settle(); err != nil {
		return err
	}
	var left []wish
	for _, e := range b.Book.sorted() {
		if b.Book.incomplete(e) {
			left = append(left, wish{position: e.Position})
		}
	}
	if err := b.foresee(ctx, left); err != nil {
		return err
	}
	for _, w := range left {
		if err := b.hold(ctx, w.position); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// grow adds the position behind the leaf of e, and a new leaf in its place.
func (b *Builder) grow(ctx context.Context, e *Entry) error {
	var next othello.Position
	b.Book.rules.Play(&next, &e.Position, e.Leaf.Move)
	if err := b.hold(ctx, next); err != nil {
		return err
	}
	return b.hold(ctx, e.Position)
}

// growAll grows those of the entries that still have their leaf, and reports
// whether any did.
func (b *Builder) growAll(ctx context.Context, list []*Entry) (grown bool, err error) {
	soon := list
	if b.Most > 0 {
		soon = list[:min(len(list), b.Most-b.added)] // each adds one, as a rule
	}
	if err := b.foresee(ctx, b.growth(soon)); err != nil {
		return false, err
	}
	for _, e := range list {
		if b.done(ctx) {
			break
		}
		now := b.Book.entries[e.key()]
		if now == nil || !now.HasLeaf || now.Leaf.Move != e.Leaf.Move {
			continue
		}
		if err := b.grow(ctx, now); err != nil {
			return grown, err
		}
		grown = true
	}
	return grown, ctx.Err()
}

// grows reports whether the leaf of e leads to something to be added: a solved
// position has no need, and behind it the game may be over.
func (b *Builder) grows(e *Entry) bool {
	if !e.HasLeaf || e.Solved(b.Book.rules) {
		return false
	}
	var next othello.Position
	b.Book.rules.Play(&next, &e.Position, e.Leaf.Move)
	return !b.over(next)
}

// Extend adds positions, the cheapest to reach from p first, until there are
// enough or nothing is left to add; see the package's comment. A book without p
// gets it first.
func (b *Builder) Extend(ctx context.Context, p othello.Position) error {
	if err := b.hold(ctx, p); err != nil {
		return err
	}
	for grown := true; grown && !b.done(ctx); {
		batch := b.cheapest(b.Book.find(p))
		var err error
		if grown, err = b.growAll(ctx, batch); err != nil {
			return err
		}
	}
	return b.finish(ctx)
}

// Deviate adds all leaves that lose at most relative discs against the best
// move of their position and on the way, and whose value differs from that of p
// by at most absolute discs, until no such leaf is left.
func (b *Builder) Deviate(ctx context.Context, p othello.Position, relative, absolute int) error {
	if err := b.hold(ctx, p); err != nil {
		return err
	}
	for grown := true; grown && !b.done(ctx); {
		root := b.Book.find(p)
		var list []*Entry
		for _, v := range b.Book.reach(root, relative) {
			if b.grows(v.entry) && v.entry.Value()-int(v.entry.Leaf.Value) <= relative &&
				within(v.sign*int(v.entry.Leaf.Value)-root.Value(), absolute) {
				list = append(list, v.entry)
			}
		}
		var err error
		if grown, err = b.growAll(ctx, list); err != nil {
			return err
		}
	}
	return b.finish(ctx)
}

func within(difference, most int) bool { return difference <= most && difference >= -most }

// Prune drops what cannot be reached from p by moves that lose at most loss
// discs each, and returns how many positions that were. Moves to what was
// dropped become leaves again, with their values.
func (b *Book) Prune(p othello.Position, loss int) (dropped int, err error) {
	root := b.find(p)
	if root == nil {
		return 0, nil
	}
	keep := map[key]bool{}
	var changed []*Entry
	for _, v := range b.reach(root, loss) {
		keep[v.entry.key()] = true
		if b.unlink(v.entry, loss) {
			changed = append(changed, v.entry)
		}
	}
	var gone []key
	for k := range b.entries {
		if !keep[k] {
			gone = append(gone, k)
			delete(b.entries, k)
			delete(b.parents, k)
		}
	}
	return len(gone), b.commit(changed, gone)
}

// unlink turns links of e that lose more than loss discs into a leaf.
func (b *Book) unlink(e *Entry, loss int) (changed bool) {
	least := e.Value() - loss
	e.Links = slices.DeleteFunc(e.Links, func(l Edge) bool {
		if int(l.Value) >= least {
			return false
		}
		if !e.HasLeaf || l.Value > e.Leaf.Value {
			e.Leaf, e.HasLeaf = l, true
		}
		changed = true
		return true
	})
	return changed
}
