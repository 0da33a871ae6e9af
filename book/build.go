package book

import (
	"context"
	"slices"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/search"
)

// Builder extends a book by searching positions.
type Builder[P any, M comparable] struct {
	Book   *Book[P, M]           // the book to extend
	Engine engine.Searcher[P, M] // searches positions
	// Query returns the query for the search of a position.
	Query func(p *P) search.Query
	// Most is the number of added positions at which work stops. Zero means no limit.
	Most int
	// Progress is called after each added position. Nil means no calls.
	Progress func(added int, p *P)
	// Send searches positions elsewhere; Plan describes the searches to the workers.
	// Engine and Query are then unused. Nil means that positions are searched here.
	Send workshop.Send
	Plan string

	added   int
	results map[string]string // the results of Send, by part
}

// Added returns the number of positions added so far.
func (b *Builder[P, M]) Added() int { return b.added }

// done reports whether work must stop.
func (b *Builder[P, M]) done(ctx context.Context) bool {
	return ctx.Err() != nil || b.Most > 0 && b.added >= b.Most
}

// appraise searches for the best move of e that is not a link, and makes it the leaf. It
// fails if ctx ends the search.
func (b *Builder[P, M]) appraise(ctx context.Context, e *Entry[P, M]) error {
	k := b.Book
	linked := k.linkedMoves(e)
	a, err := b.look(ctx, &e.Position, 1+len(linked)) // in the worst case all links are better
	if err != nil {
		return err
	}
	for _, l := range a.Lines {
		m, err := k.kind.ParseMove(&e.Position, l.Move)
		if err != nil {
			return err
		}
		if !slices.Contains(linked, m) {
			e.Leaf, e.HasLeaf = Edge[M]{m, int16(l.Value)}, true
			break
		}
	}
	e.Depth, e.Confidence = uint8(min(a.Depth, 255)), uint8(a.Confidence)
	return nil
}

// linkedMoves returns the moves of e that lead to positions of its links.
func (b *Book[P, M]) linkedMoves(e *Entry[P, M]) (moves []M) {
	var behind []Key
	for _, l := range e.Links {
		behind = append(behind, b.after(&e.Position, l.Move))
	}
	legal, _ := b.kind.Moves(&e.Position, nil)
	for _, m := range legal {
		if slices.Contains(behind, b.after(&e.Position, m)) {
			moves = append(moves, m)
		}
	}
	return moves
}

// hold adds p to the book or, if the book holds it already, updates its links. It
// propagates the change, all in one transaction.
func (b *Builder[P, M]) hold(ctx context.Context, p P) error {
	k := b.Book
	q, _ := k.kind.Canonical(&p)
	held := k.find(p)
	e := k.entry(q)
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
		b.report(&q)
	}
	return nil
}

func (b *Builder[P, M]) report(p *P) {
	b.added++
	if b.Progress != nil {
		b.Progress(b.added, p)
	}
}

// past reports whether books do not hold p or the game is over there.
func (b *Builder[P, M]) past(p P) bool { return !b.Book.kind.Holds(&p) || b.Book.over(&p) }

// Learn adds the positions of a game, the last one first.
func (b *Builder[P, M]) Learn(ctx context.Context, game []P) error {
	wishes := make([]wish[P], len(game))
	for i, p := range game {
		if wishes[i].position = p; i+1 < len(game) {
			wishes[i].behind = b.Book.key(&game[i+1])
		}
	}
	if err := b.foresee(ctx, wishes); err != nil {
		return err
	}
	for _, p := range slices.Backward(game) {
		if b.done(ctx) {
			break
		}
		if b.past(p) {
			continue
		}
		if err := b.hold(ctx, p); err != nil {
			return err
		}
	}
	return b.finish(ctx)
}

// finish links all entries to the added positions, and finds new leaves for entries whose
// leaves became links.
func (b *Builder[P, M]) finish(ctx context.Context) error {
	if err := b.Book.Settle(); err != nil {
		return err
	}
	var left []wish[P]
	for _, e := range b.Book.sorted() {
		if b.Book.incomplete(e) {
			left = append(left, wish[P]{position: e.Position})
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

// grow adds the position after the leaf of e and finds e a new leaf.
func (b *Builder[P, M]) grow(ctx context.Context, e *Entry[P, M]) error {
	var next P
	b.Book.kind.Play(&next, &e.Position, e.Leaf.Move)
	if err := b.hold(ctx, next); err != nil {
		return err
	}
	return b.hold(ctx, e.Position)
}

// growAll grows each listed entry that still has its leaf and reports whether any grew.
func (b *Builder[P, M]) growAll(ctx context.Context, list []*Entry[P, M]) (grown bool, err error) {
	soon := list
	if b.Most > 0 {
		soon = list[:min(len(list), b.Most-b.added)] // each entry usually adds one position
	}
	if err := b.foresee(ctx, b.growth(soon)); err != nil {
		return false, err
	}
	for _, e := range list {
		if b.done(ctx) {
			break
		}
		now := b.Book.entries[e.key]
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

// grows reports whether growing e would add a position: its leaf is not solved and leads
// to a position that books can hold.
func (b *Builder[P, M]) grows(e *Entry[P, M]) bool {
	if !e.HasLeaf || b.Book.solved(e) {
		return false
	}
	var next P
	b.Book.kind.Play(&next, &e.Position, e.Leaf.Move)
	return !b.past(next)
}

// begin adds the position from which a book is extended.
func (b *Builder[P, M]) begin(ctx context.Context, p P) error {
	if !b.Book.kind.Holds(&p) {
		return b.Book.foreign(&p)
	}
	return b.hold(ctx, p)
}

// Extend adds positions, the cheapest to reach from p first, until the limit is reached or none is
// left; see the package documentation. It adds p itself if necessary.
func (b *Builder[P, M]) Extend(ctx context.Context, p P) error {
	if err := b.begin(ctx, p); err != nil {
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

// Deviate repeatedly adds all leaves whose value is within absolute of the value of p, if
// neither the leaf nor any link on the way loses more than relative against the best
// move. It stops when no such leaf is left.
func (b *Builder[P, M]) Deviate(ctx context.Context, p P, relative, absolute int) error {
	if err := b.begin(ctx, p); err != nil {
		return err
	}
	for grown := true; grown && !b.done(ctx); {
		root := b.Book.find(p)
		var list []*Entry[P, M]
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

// Prune drops the positions that cannot be reached from p by moves that lose at most loss each, and
// returns their number. The best move to a dropped position becomes a leaf again, with its value.
func (b *Book[P, M]) Prune(p P, loss int) (dropped int, err error) {
	root := b.find(p)
	if root == nil {
		return 0, nil
	}
	keep := map[Key]bool{}
	var changed []*Entry[P, M]
	for _, v := range b.reach(root, loss) {
		keep[v.entry.key] = true
		if b.unlink(v.entry, loss) {
			changed = append(changed, v.entry)
		}
	}
	var gone []Key
	for k := range b.entries {
		if !keep[k] {
			gone = append(gone, k)
			delete(b.entries, k)
			delete(b.parents, k)
		}
	}
	return len(gone), b.commit(changed, gone)
}

// unlink turns links of e that lose more than loss into a leaf.
func (b *Book[P, M]) unlink(e *Entry[P, M], loss int) (changed bool) {
	least := e.Value() - loss
	e.Links = slices.DeleteFunc(e.Links, func(l Edge[M]) bool {
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
