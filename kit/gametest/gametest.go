package gametest

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/capability"
	"github.com/plywood-go/plywood/textbook"
)

// Config states how to test a game. The zero value suffices for a game that is a
// game.Starter.
type Config[S any, M comparable] struct {
	// Starts are the positions from which random games are played. Zero means
	// the game's Start.
	Starts []S
	// Games is the number of random games. Zero means 30, fewer with -short.
	Games int
	// Plies is the length at which a random game is abandoned. Zero means 300.
	Plies int
	// Seed chooses the random games; failures print it. Zero means 1.
	Seed uint64
	// Equal compares states. Zero means reflect.DeepEqual.
	Equal func(a, b *S) bool
	// Illegal are move texts for ParseMove to try at every position, besides all moves
	// that occur in the random games. Zero means none.
	Illegal []string
	// Perft are known counts. Zero means none.
	Perft []Count[S]
	// Solve is the number of positions to solve at the end of each random game. They check
	// the claims of Bounds and Select. The whole tree below them is searched. Zero means
	// that none is solved.
	Solve int
}

// Test plays random games of rules and reports every broken law once, with the
// position and the seed. It continues with the other laws, unless there are no
// moves to play.
func Test[S any, M comparable, R game.Rules[S, M]](t testing.TB, rules R, config Config[S, M]) {
	t.Helper()
	c := newChecker(t, rules, config)
	if len(c.Starts) == 0 {
		t.Errorf("gametest: no position to start from: the game has no Start and Config.Starts is empty")
		return
	}
	c.explore()
	for i := range c.Games {
		c.play(i)
	}
	c.countPerft()
	c.hint()
}

// checker tests one game.
type checker[S any, M comparable, R game.Rules[S, M]] struct {
	Config[S, M]
	subject[S, M, R]
	t        testing.TB
	laws     []law[S, M]
	where    string // the random game being played
	known    known[S]
	features map[uint64][]uint64 // of states seen, by hash
	texts    map[string]bool     // all moves seen, as text
	views    views
}

// place is a position in a random game.
type place[S any, M comparable] struct {
	state  *S
	moves  []M
	status game.Status
	path   []S  // the positions before it
	moved  bool // Moves changed its position
}

// law is a law and the function that checks it at a place. The error describes
// the violation.
type law[S any, M comparable] struct {
	name  string
	check func(p *place[S, M]) error
}

func newChecker[S any, M comparable, R game.Rules[S, M]](t testing.TB, rules R, config Config[S, M]) *checker[S, M, R] {
	c := &checker[S, M, R]{
		Config: config, subject: subject[S, M, R]{rules, capability.Of[S, M](rules), textbook.AlphaBeta}, t: t,
		known: known[S]{map[string]uint64{}, map[uint64]S{}}, features: map[uint64][]uint64{}, texts: map[string]bool{},
	}
	c.Starts = c.starts(c.Starts)
	c.Games, c.Plies, c.Seed = cmp.Or(c.Games, unlessShort(30, 10)), cmp.Or(c.Plies, 300), cmp.Or(c.Seed, 1)
	if c.Equal == nil {
		c.Equal = func(a, b *S) bool { return reflect.DeepEqual(a, b) }
	}
	for _, text := range c.Illegal {
		c.texts[text] = true
	}
	c.laws = slices.Concat(c.ruleLaws(), c.searchLaws(), c.textLaws(), c.symmetryLaws())
	if err := incomplete[S](rules); err != nil {
		c.laws = append(c.laws, law[S, M]{"capabilities", func(*place[S, M]) error { return err }})
	}
	return c
}

// incomplete returns an error about a repetition or a limit that nothing asks for, because the rules
// lack another method of the capability: a search could follow a circle without end.
func incomplete[S any](rules any) error {
	_, repeats := rules.(interface {
		Repetition(s *S) (int, game.Status)
	})
	_, limits := rules.(interface {
		Limit(s *S) (int, game.Status)
	})
	_, repeater := rules.(game.Repeater[S])
	_, limiter := rules.(game.Limiter[S])
	switch {
	case repeats && !repeater:
		return errors.New("Repetition without the other methods of game.Repeater")
	case limits && !limiter:
		return errors.New("Limit without the other methods of game.Limiter")
	}
	return nil
}

// play plays the i-th random game and checks every position of it.
func (c *checker[S, M, R]) play(i int) {
	c.t.Helper()
	c.where = fmt.Sprintf("game %d of seed %d", i, c.Seed)
	rng := rand.New(rand.NewPCG(c.Seed, uint64(i)))
	state := c.Starts[i%len(c.Starts)]
	var path []S
	for range c.Plies {
		p := c.look(&state, path)
		c.check(p)
		if p.status.Over() || len(p.moves) == 0 {
			break
		}
		path = append(path, state)
		next := c.after(&state, p.moves[rng.IntN(len(p.moves))])
		c.compareViews(&state, next)
		state = *next
	}
	c.checkProven(path)
}

// explored is the number of positions near the start that are all visited. A collision of
// hashes shows up there sooner than in random games.
const explored = 12_000

// explore checks the law of hashes on all positions to a small depth. The law also visits
// the position after each move.
func (c *checker[S, M, R]) explore() {
	c.t.Helper()
	c.where = "near the start"
	most := unlessShort(explored, explored/10)
	queue := slices.Clone(c.Starts)
	for i := 0; i < len(queue) && most > 0; i++ {
		p := c.look(&queue[i], nil)
		c.checkOne("Hash", p)
		most -= 1 + len(p.moves)
		for _, m := range p.moves {
			if len(queue)-i < most {
				queue = append(queue, *c.after(p.state, m))
			}
		}
	}
}

// checkOne checks one law at p, unless the law is already known to be broken.
func (c *checker[S, M, R]) checkOne(name string, p *place[S, M]) {
	c.t.Helper()
	all := c.laws
	i := slices.IndexFunc(all, func(l law[S, M]) bool { return l.name == name })
	if i < 0 {
		return
	}
	c.laws = all[i : i+1 : i+1]
	if c.check(p); len(c.laws) == 0 {
		c.laws = slices.Delete(slices.Clone(all), i, i+1)
	} else {
		c.laws = all
	}
}

// look generates the moves of s.
func (c *checker[S, M, R]) look(s *S, path []S) *place[S, M] {
	p := &place[S, M]{state: s, path: path}
	asked := *s
	p.moves, p.status = c.rules.Moves(&asked, nil)
	p.moved = !c.Equal(&asked, s)
	return p
}

// check checks all laws at p that are not yet known to be broken.
func (c *checker[S, M, R]) check(p *place[S, M]) {
	c.t.Helper()
	c.laws = slices.DeleteFunc(c.laws, func(l law[S, M]) bool {
		c.t.Helper()
		before := *p.state
		err := l.check(p)
		if err == nil && !c.Equal(p.state, &before) {
			err = fmt.Errorf("the position was changed to %s", c.show(p.state))
		}
		if err != nil {
			c.t.Errorf("gametest: %s: %v\nat %s (%s)", l.name, err, c.show(&before), c.where)
			*p.state = before // later laws must see the original state
		}
		return err != nil
	})
}

// showMove returns a move as text.
func (c *checker[S, M, R]) showMove(s *S, m M) string {
	if f := c.offers.Notation; f != nil {
		return f.FormatMove(s, m)
	}
	return fmt.Sprintf("%+v", m)
}

// repeated returns the first element that occurs twice.
func repeated[T comparable](list []T) (x T, ok bool) {
	seen := make(map[T]bool, len(list))
	for _, x := range list {
		if seen[x] {
			return x, true
		}
		seen[x] = true
	}
	return x, false
}
