package gametest

import (
	"errors"
	"fmt"
	"runtime"
	"slices"

	"github.com/plywood-go/plywood/game"
)

// ruleLaws are the laws of game.Rules, and of the capabilities that repeat parts of it.
func (c *checker[S, M, R]) ruleLaws() []law[S, M] {
	laws := []law[S, M]{
		{"Moves: list", c.movesList},
		{"Moves: buffer", c.movesBuffer},
		{"Play", c.playMoves},
		{"ToMove", c.toMove},
		{"Hash", c.hash},
		{"allocation", c.allocation},
	}
	if s := c.offers.Statuser; s != nil {
		laws = append(laws, law[S, M]{"Statuser", func(p *place[S, M]) error {
			if got := s.Status(p.state); got != p.status {
				return fmt.Errorf("Status says %v, Moves %v", got, p.status)
			}
			return nil
		}})
	}
	if c.offers.Alternates {
		laws = append(laws, law[S, M]{"Alternator", c.alternates})
	}
	return laws
}

// movesList checks the list returned by Moves.
func (c *checker[S, M, R]) movesList(p *place[S, M]) error {
	switch {
	case p.moved:
		return errors.New("Moves changes the position")
	case p.status.Over() && len(p.moves) > 0:
		return fmt.Errorf("%d moves in a finished game (%v)", len(p.moves), p.status)
	case !p.status.Over() && len(p.moves) == 0:
		return errors.New("no moves, but the game goes on")
	}
	if m, ok := repeated(p.moves); ok {
		return fmt.Errorf("move %s is listed twice", c.showMove(p.state, m))
	}
	again, status := c.rules.Moves(p.state, nil)
	if !slices.Equal(again, p.moves) || status != p.status {
		return fmt.Errorf("asked twice, Moves gives %v %v and %v %v", p.moves, p.status, again, status)
	}
	return nil
}

// movesBuffer checks that Moves appends: earlier elements of a buffer stay,
// whether it has spare capacity or not.
func (c *checker[S, M, R]) movesBuffer(p *place[S, M]) error {
	var held []M
	for i := range 3 {
		held = append(held, p.moves[:min(i, len(p.moves))]...)
	}
	held = append(held, *new(M))
	for _, room := range []int{0, 1, len(p.moves), len(p.moves) + 5} {
		buf := append(make([]M, 0, len(held)+room), held...)
		got, _ := c.rules.Moves(p.state, buf)
		if !slices.Equal(buf, held) || len(got) < len(held) || !slices.Equal(got[:len(held)], held) {
			return fmt.Errorf("a buffer of %d moves with room for %d is overwritten", len(held), room)
		}
		if !slices.Equal(got[len(held):], p.moves) {
			return fmt.Errorf("appended to a buffer, the moves are %v, not %v", got[len(held):], p.moves)
		}
	}
	return nil
}

// playMoves checks that Play leaves src alone and ignores the previous
// contents of dst, whether dst is src or another position.
func (c *checker[S, M, R]) playMoves(p *place[S, M]) error {
	for _, m := range p.moves {
		src, used := *p.state, c.Starts[len(c.Starts)-1]
		child := c.after(&src, m)
		if !c.Equal(&src, p.state) {
			return fmt.Errorf("playing %s changes the position played from", c.showMove(p.state, m))
		}
		c.rules.Play(&used, &src, m)
		if !c.Equal(&used, child) {
			return fmt.Errorf("%s gives %s, but into a used state %s", c.showMove(p.state, m), c.show(child), c.show(&used))
		}
		c.rules.Play(&src, &src, m)
		if !c.Equal(&src, child) {
			return fmt.Errorf("%s gives %s, but in place %s", c.showMove(p.state, m), c.show(child), c.show(&src))
		}
	}
	return nil
}

func (c *checker[S, M, R]) toMove(p *place[S, M]) error {
	switch who := c.rules.ToMove(p.state); {
	case who > game.Second:
		return fmt.Errorf("player %d", who)
	case who != c.rules.ToMove(p.state):
		return errors.New("asked twice, ToMove changes its mind")
	}
	return nil
}

func (c *checker[S, M, R]) alternates(p *place[S, M]) error {
	who := c.rules.ToMove(p.state)
	for _, m := range p.moves {
		if c.rules.ToMove(c.after(p.state, m)) == who {
			return fmt.Errorf("%s does not hand over the turn", c.showMove(p.state, m))
		}
	}
	return nil
}

// known records the hashes seen: the hash of each text, and a state for each hash, to
// compare continuations.
type known[S any] struct {
	byText map[string]uint64
	byHash map[uint64]S
}

// hash checks that one position has one hash, however it was reached. It also checks that
// positions with equal hashes have the same continuation, as far as one ply shows.
func (c *checker[S, M, R]) hash(p *place[S, M]) error {
	if err := c.hashOf(p.state); err != nil {
		return err
	}
	for _, m := range p.moves {
		if err := c.hashOf(c.after(p.state, m)); err != nil {
			return fmt.Errorf("after %s: %w", c.showMove(p.state, m), err)
		}
	}
	return nil
}

func (c *checker[S, M, R]) hashOf(s *S) error {
	key, text := c.rules.Hash(s), c.show(s)
	if again := c.rules.Hash(s); again != key {
		return fmt.Errorf("asked twice, Hash gives %#x and %#x", key, again)
	}
	if other, ok := c.known.byText[text]; ok && other != key {
		return fmt.Errorf("%s hashes to %#x, but to %#x when reached in another way", text, key, other)
	}
	c.known.byText[text] = key
	other, ok := c.known.byHash[key]
	if !ok {
		c.known.byHash[key] = *s
		return nil
	}
	return c.sameFuture(s, &other, key)
}

func (c *checker[S, M, R]) sameFuture(a, b *S, key uint64) error {
	x, y := c.look(a, nil), c.look(b, nil)
	if x.status != y.status || c.rules.ToMove(a) != c.rules.ToMove(b) || !sameMoves(x.moves, y.moves) {
		return fmt.Errorf("%s and %s differ but both hash to %#x", c.show(a), c.show(b), key)
	}
	return nil
}

// sameMoves reports whether two lists without repeats hold the same moves, in any order.
func sameMoves[M comparable](a, b []M) bool {
	return len(a) == len(b) && (slices.Equal(a, b) || !slices.ContainsFunc(a, func(m M) bool { return !slices.Contains(b, m) }))
}

// allocation checks that Moves and Play do not allocate. It tests one position
// in eight, because reading the statistics stops the world.
func (c *checker[S, M, R]) allocation(p *place[S, M]) error {
	if len(p.path)%8 != 0 || len(p.moves) == 0 {
		return nil
	}
	buf, next := make([]M, 0, len(p.moves)), new(S)
	fewest := allocations(func() {
		moves, _ := c.rules.Moves(p.state, buf)
		c.rules.Play(next, p.state, moves[0])
	})
	if fewest > 0 {
		return fmt.Errorf("Moves and Play allocate %d times", fewest)
	}
	return nil
}

// allocations returns how often f allocates: the minimum of several counts,
// because other goroutines allocate too.
func allocations(f func()) uint64 {
	var before, after runtime.MemStats
	fewest := ^uint64(0)
	for range 5 {
		runtime.ReadMemStats(&before)
		f()
		runtime.ReadMemStats(&after)
		fewest = min(fewest, after.Mallocs-before.Mallocs)
		if fewest == 0 {
			break
		}
	}
	return fewest
}
