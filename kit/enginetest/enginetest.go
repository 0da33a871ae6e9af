// Package enginetest tests the engine of a game. The engine must obey every limit, alone
// and in combination. Its answers must be true even when it is stopped, and equal
// questions must get equal answers.
//
//	func TestEngine(t *testing.T) { enginetest.Run(t, mygame.Game(), enginetest.Options{}) }
//
// The test knows the game only by text. So it works for every game that [engine.Adapt]
// returns, and for any other engine of the game.
package enginetest

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/search"
)

// Options configure a test. The zero Options suit most games.
type Options struct {
	// NewEngine returns the engines to test. Nil means those of the game.
	NewEngine func(engine.Options) engine.Engine
	// Hard is a position that the engine does not solve within a minute. The
	// test interrupts searches of it. Nil means that no search is interrupted.
	Hard *engine.Position
	// From is the position where lines of random moves begin. Nil means the
	// start of the game.
	From *engine.Position
	// Plies is the length of the lines of random moves. The engine is to solve the
	// positions at their ends. Zero means to the end of the game.
	Plies int
	// Nodes suffice to solve the last positions of each line. Zero means 20
	// 000.
	Nodes uint64
	// Lines is the number of lines. Zero means 6.
	Lines int
	// Seed chooses the random numbers; PLYWOOD_TEST_SEED overrides it.
	Seed uint64
	// Patience limits the time of a search that must end without being stopped. Zero
	// means a minute, far more than a busy machine needs.
	Patience time.Duration
	// Laws are the laws to check, by the names with which reports begin. Nil means all.
	Laws []string
}

// tableBytes is the size of the tables.
const tableBytes = 256 << 10

// Run tests an engine for g. Each report begins with the name of the broken
// law.
func Run(t testing.TB, g *engine.Game, o Options) {
	t.Helper()
	o.Nodes, o.Lines, o.Patience = cmp.Or(o.Nodes, 20_000), cmp.Or(o.Lines, 6), cmp.Or(o.Patience, time.Minute)
	if o.NewEngine == nil {
		o.NewEngine = g.NewEngine
	}
	k := &kit{t: t, game: g, options: o, rng: seeded.Rand(t, o.Seed), values: map[string]worth{}}
	k.findSolvable()
	k.under("same", k.same)
	k.under("about", k.about)
	k.under("nodes", k.nodes)
	k.under("depth", k.depth)
	k.under("pulse", k.pulse)
	k.under("window", k.window)
	k.under("lines", k.lines)
	k.under("questions", k.questions)
	k.under("stopped proofs", k.stoppedProofs)
	k.under("game over", k.gameOver)
	if o.Hard == nil {
		return
	}
	k.under("time", k.time)
	k.under("stop", k.stop)
	k.under("ponder", k.ponder)
	k.under("held up", k.heldUp)
}

// kit is a test of one engine.
type kit struct {
	t        testing.TB
	law      string // the law being checked
	game     *engine.Game
	options  Options
	rng      *rand.Rand
	solvable []*solved
	values   map[string]worth // of the positions visited
	over     []*engine.Position
}

// under checks a law.
func (k *kit) under(law string, holds func()) {
	if k.options.Laws != nil && !slices.Contains(k.options.Laws, law) {
		return
	}
	k.law = law
	holds()
}

// broken reports that the law is broken.
func (k *kit) broken(format string, a ...any) {
	k.t.Helper()
	k.t.Errorf("%s: %s", k.law, fmt.Sprintf(format, a...))
}

// solved is a position with its exact value and those of its moves.
type solved struct {
	*engine.Position
	value game.Score
	moves map[string]game.Score
}

// worth is the value of a position, if known.
type worth struct {
	value game.Score
	known bool
}

// about checks the description of the game.
func (k *kit) about() {
	switch a := k.game.About(); {
	case a.Name == "" || a.Title == "" || a.Unit == "":
		k.broken("no name, title or unit: %+v", a)
	case a.Sides[0] == "":
		k.broken("a side without a name: %q", a.Sides)
	}
}

// newEngine returns an engine with a small table.
func (k *kit) newEngine(threads int) engine.Engine {
	return k.options.NewEngine(engine.Options{Options: search.Options{TableBytes: tableBytes, Threads: threads}})
}

// findSolvable plays random games and solves their last positions.
func (k *kit) findSolvable() {
	k.t.Helper()
	for n := range tries * k.options.Lines {
		if n >= k.options.Lines && len(k.solvable) >= k.options.Lines {
			return
		}
		line := k.play()
		for _, p := range slices.Backward(line) {
			if p.Status().Over() {
				k.over = append(k.over, p)
				continue
			}
			s, ok := k.solve(p)
			if !ok {
				break
			}
			k.solvable = append(k.solvable, s)
			if len(line) > 12 && k.rng.IntN(3) > 0 {
				break // not too many of a long game, and most of them early
			}
		}
	}
	if len(k.solvable) < k.options.Lines {
		k.t.Fatalf("%d positions solved in %d nodes, want %d or more", len(k.solvable), k.options.Nodes, k.options.Lines)
	}
}

// tries is the number of games played for each position to solve, because not every game
// ends where positions repeat.
const tries = 10

// play returns the positions of a random game.
func (k *kit) play() (line []*engine.Position) {
	p := cmp.Or(k.options.From, k.game.Start())
	for k.options.Plies == 0 || len(line) <= k.options.Plies {
		line = append(line, p)
		moves := p.Moves()
		if len(moves) == 0 {
			break
		}
		next, err := p.Play(moves[k.rng.IntN(len(moves))])
		if err != nil {
			panic(err) // a legal move
		}
		p = next
	}
	return line
}

// solve solves p and each of its moves, each with a new engine.
func (k *kit) solve(p *engine.Position) (s *solved, ok bool) {
	value, ok := k.value(p)
	if !ok {
		return s, false
	}
	s = &solved{p, value, map[string]game.Score{}}
	for _, m := range p.Moves() {
		after, err := p.Play(m)
		if err != nil {
			panic(err) // a legal move
		}
		v, ok := k.value(after)
		if !ok {
			return s, false
		}
		if after.ToMove() != p.ToMove() {
			v = -v
		}
		s.moves[m] = v.Later(1)
	}
	return s, true
}

// value returns the exact value of p if few enough nodes find it and its line to the end
// of the game: an engine may know a value but need long to find the line. A value that
// only a limit of the game makes exact does not count.
func (k *kit) value(p *engine.Position) (v game.Score, ok bool) {
	if w, seen := k.values[p.String()]; seen {
		return w.value, w.known
	}
	v, ok = k.search(p)
	if !k.game.Remembers() { // otherwise the value depends on the positions before, too
		k.values[p.String()] = worth{v, ok}
	}
	return v, ok
}

func (k *kit) search(p *engine.Position) (v game.Score, ok bool) {
	if st := p.Status(); st.Over() {
		return st.Score(), true
	}
	a := k.newEngine(1).Analyze(context.Background(), p, search.Query{Nodes: k.options.Nodes}, search.Control{}, nil)
	end, err := p.PlayAll(strings.Join(a.Lines[0].PV, " "))
	return a.Lines[0].Score, a.Exact() && !a.Past && err == nil && end.Status().Over()
}

// soon runs an analysis that must end by itself.
func (k *kit) soon(ctx context.Context, e engine.Engine, p *engine.Position, q search.Query, c search.Control, report func(engine.Analysis)) (a engine.Analysis) {
	k.t.Helper()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan engine.Analysis, 1)
	go func() { done <- e.Analyze(ctx, p, q, c, report) }()
	select {
	case a = <-done:
	case <-time.After(k.options.Patience):
		k.t.Fatalf("%s: %s: still searching after %v by %+v", k.law, p, k.options.Patience, q)
	}
	k.checkAnswer(&a, p)
	return a
}

// checkAnswer checks what every answer has: lines of legal moves, and the reason why the
// search ended.
func (k *kit) checkAnswer(a *engine.Analysis, p *engine.Position) {
	k.t.Helper()
	if len(a.Lines) == 0 {
		k.t.Fatalf("%s: %s: no lines", k.law, p)
	}
	for _, l := range a.Lines {
		if _, err := p.PlayAll(strings.Join(l.PV, " ")); err != nil {
			k.broken("%s: line %v: %v", p, l.PV, err)
		}
	}
	if moves := p.Moves(); len(moves) > 0 && !slices.Contains(moves, a.Lines[0].Move) {
		k.broken("%s: best move %q, want a legal one", p, a.Lines[0].Move)
	}
	if a.Stopped == search.Running {
		k.broken("%s: stopped by nothing", p)
	}
}

// all returns the positions to test, including the hard one if there is one.
func (k *kit) all() (list []*engine.Position) {
	for _, s := range k.solvable {
		list = append(list, s.Position)
	}
	if k.options.Hard != nil {
		list = append(list, k.options.Hard)
	}
	return list
}

// same asks two engines the same question, and one of them again after Clear.
func (k *kit) same() {
	e := k.newEngine(1)
	for _, p := range k.all() {
		for _, q := range []search.Query{{Nodes: 3000}, {Depth: 4, Nodes: 50_000}, {Lines: 3, Nodes: 3000}} {
			e.Clear()
			one := k.soon(k.t.Context(), e, p, q, search.Control{}, nil)
			two := k.soon(k.t.Context(), k.newEngine(1), p, q, search.Control{}, func(engine.Analysis) {})
			if one.Stats.Nodes != two.Stats.Nodes || !reflect.DeepEqual(one.Lines, two.Lines) || one.Proof != two.Proof {
				k.broken("%s by %+v: %d nodes %+v and %d nodes %+v", p, q, one.Stats.Nodes, one.Lines, two.Stats.Nodes, two.Lines)
			}
		}
	}
}

// slack is how many nodes a thread may visit beyond its limit: the nodes of a last ply
// that is resolved in one call, and of estimates at the horizon.
const slack = 1000

// ended reports whether an engine may end a search for the reason stopped if it has the
// given limit. It may end for that limit, or because nothing is left to find. Where
// positions repeat, a deeper search may never see the end, so it may also end at its own
// greatest depth.
func ended(stopped, limit search.Stop) bool {
	return stopped == limit || stopped == search.Solved || stopped == search.DepthLimit
}

// nodes limits the nodes.
func (k *kit) nodes() {
	for _, p := range k.all() {
		for threads := 1; threads <= 2; threads++ {
			for _, q := range []search.Query{{Nodes: 1}, {Nodes: 100}, {Nodes: 5000}, {Nodes: 5000, Lines: 9}, {Nodes: 5000, Exhaustive: true}} {
				a := k.soon(k.t.Context(), k.newEngine(threads), p, q, search.Control{}, nil)
				if a.Stats.Nodes > q.Nodes+slack*uint64(threads) || !ended(a.Stopped, search.NodeLimit) {
					k.broken("%s by %+v on %d threads: %d nodes, stopped by %v", p, q, threads, a.Stats.Nodes, a.Stopped)
				}
			}
		}
	}
}

// depth limits the depth.
func (k *kit) depth() {
	for _, p := range k.all() {
		for depth := 1; depth <= 3; depth++ {
			a := k.soon(k.t.Context(), k.newEngine(1), p, search.Query{Depth: depth}, search.Control{}, nil)
			if a.Stopped != search.Solved && (a.Stopped != search.DepthLimit || a.Depth != depth) {
				k.broken("%s to depth %d: %v at depth %d", p, depth, a.Stopped, a.Depth)
			}
		}
	}
}

// time limits the time: hard, soft and by a clock.
func (k *kit) time() {
	hard := k.options.Hard
	for threads := 1; threads <= 2; threads++ {
		for _, lines := range []int{1, 3} {
			for _, c := range []search.Control{
				{Time: 1},
				{Time: 20 * time.Millisecond},
				{SoftTime: 1},
				{SoftTime: 1, Time: time.Hour},
				hard.OnClock(search.Clock{Left: 100 * time.Millisecond}, search.Control{}),
				hard.OnClock(search.Clock{Left: -time.Hour}, search.Control{}),
			} {
				a := k.soon(k.t.Context(), k.newEngine(threads), hard, search.Query{Lines: lines}, c, nil)
				if a.Stopped != search.TimeLimit {
					k.broken("%d lines, %+v on %d threads: stopped by %v", lines, c, threads, a.Stopped)
				}
			}
		}
	}
}

// stop cancels searches before they begin, at a report and during them.
func (k *kit) stop() {
	hard := k.options.Hard
	before, cancel := context.WithCancel(k.t.Context())
	cancel()
	for threads := 1; threads <= 2; threads++ {
		e := k.newEngine(threads)
		for _, lines := range []int{1, 3} {
			q := search.Query{Lines: lines}
			a := k.soon(before, e, hard, q, search.Control{}, nil)
			if a.Stopped != search.Interrupted {
				k.broken("cancelled before: stopped by %v", a.Stopped)
			}
			amid, cancel := context.WithCancel(k.t.Context())
			var pulses atomic.Int32
			a = k.soon(amid, e, hard, q, search.Control{Pulse: func(uint64) {
				if pulses.Add(1) == 5 {
					cancel()
				}
			}}, nil)
			if a.Stopped != search.Interrupted {
				k.broken("cancelled at the fifth pulse of %d lines: stopped by %v", lines, a.Stopped)
			}
			cancel()
		}
	}
}

// ponder checks that clocks stand still while the opponent thinks.
func (k *kit) ponder() {
	hard := k.options.Hard
	for _, lines := range []int{1, 3} {
		turn := make(chan struct{})
		var pulses atomic.Int32
		c := search.Control{Time: 1, SoftTime: 1, Ponder: turn, Pulse: func(uint64) {
			if pulses.Add(1) == 5 {
				close(turn)
			}
		}}
		a := k.soon(k.t.Context(), k.newEngine(1), hard, search.Query{Lines: lines}, c, nil)
		if a.Stopped != search.TimeLimit || pulses.Load() < 5 {
			k.broken("%d lines: stopped by %v after %d pulses, want time after 5 or more", lines, a.Stopped, pulses.Load())
		}
	}
}

// pulse checks that pulses report the nodes and change nothing.
func (k *kit) pulse() {
	for _, p := range k.all() {
		for _, q := range []search.Query{{Nodes: 20_000}, {Nodes: 20_000, Lines: 3}} {
			var told atomic.Uint64
			c := search.Control{Pulse: func(n uint64) { told.Add(n) }}
			with := k.soon(k.t.Context(), k.newEngine(1), p, q, c, nil)
			without := k.soon(k.t.Context(), k.newEngine(1), p, q, search.Control{}, nil)
			if n := with.Stats.Nodes; told.Load() > n || n >= 20_000 && told.Load() < n/2 {
				k.broken("%s: pulses tell %d nodes of %d", p, told.Load(), n)
			}
			if with.Stats.Nodes != without.Stats.Nodes || !reflect.DeepEqual(with.Lines, without.Lines) {
				k.broken("%s: %d nodes, %+v; without pulses %d, %+v", p, with.Stats.Nodes, with.Lines, without.Stats.Nodes, without.Lines)
			}
		}
	}
}

// heldUp blocks searches at their third pulse.
func (k *kit) heldUp() {
	for threads := 1; threads <= 2; threads++ {
		k.holdUp(threads)
	}
}

// holdUp blocks a search, and cancels it meanwhile.
func (k *kit) holdUp(threads int) {
	ctx, cancel := context.WithCancel(k.t.Context())
	defer cancel()
	held, release := make(chan struct{}), make(chan struct{})
	var pulses atomic.Int32
	c := search.Control{Pulse: func(uint64) {
		switch n := pulses.Add(1); {
		case n == 3:
			close(held)
			fallthrough
		case n > 3:
			<-release
		}
	}}
	ended := make(chan engine.Analysis, 1)
	go func() { ended <- k.newEngine(threads).Analyze(ctx, k.options.Hard, search.Query{Lines: 2}, c, nil) }()
	select {
	case <-held:
	case <-time.After(k.options.Patience):
		k.t.Fatalf("%s: %d threads: no third pulse", k.law, threads)
	}
	cancel()
	select {
	case a := <-ended:
		ended <- a
		k.broken("%d threads: the search went on without its pulse", threads)
	case <-time.After(20 * time.Millisecond): // too short a time can only miss a fault
	}
	close(release)
	if a := <-ended; a.Stopped != search.Interrupted {
		k.broken("%d threads: stopped by %v after it was held up", threads, a.Stopped)
	}
}

// window asks about windows around the true value, and with node limits.
func (k *kit) window() {
	for _, s := range k.solvable {
		v := s.value
		for _, d := range [][2]int{{-2, -1}, {-1, 0}, {-1, 1}, {0, 1}, {1, 2}, {-5, 5}, {-100, 100}} {
			w := game.Window{Alpha: near(v, d[0]), Beta: near(v, d[1])}
			if d[1] == 100 {
				w = game.Window{Alpha: -1, Beta: 1} // only the winner
			}
			if !w.Valid() {
				continue // nothing is quicker than an immediate win
			}
			for _, q := range []search.Query{{Window: w}, {Window: w, Lines: 2}, {Window: w, Nodes: 50}} {
				a := k.soon(k.t.Context(), k.newEngine(1), s.Position, q, search.Control{}, nil)
				if a.Past {
					continue // a limit draws it
				}
				if err := k.holds(&a, s); err != nil {
					k.broken("%s, worth %v, in %v by %+v: %v", s, v, w, q, err)
				}
				if q.Nodes == 0 && a.Stopped != search.Solved {
					k.broken("%s, worth %v, in %v by %+v: stopped by %v", s, v, w, q, a.Stopped)
				}
				if a.Stopped == search.Solved && !answers(&a, v, w) {
					k.broken("%s, worth %v, in %v by %+v: solved by %v, proven %v", s, v, w, q, a.Lines[0].Score, a.Proof)
				}
			}
		}
	}
}

// near returns a value that is better than v by the given number of steps of its kind, or
// the last value in that direction.
func near(v game.Score, steps int) game.Score {
	if n, ok := v.Points(); ok && v != 0 {
		return game.Margin(n + steps)
	}
	if n, won, ok := v.Plies(); ok && won {
		return game.WinIn(max(n-steps, 0))
	} else if ok {
		return game.LossIn(max(n+steps, 0))
	}
	return v + game.Score(steps)
}

// answers reports whether a answers the question of the window w, given the true value v.
func answers(a *engine.Analysis, v game.Score, w game.Window) bool {
	said := a.Lines[0].Score
	switch {
	case v >= w.Beta:
		return a.Proof&game.Lower != 0 && said >= w.Beta
	case v <= w.Alpha:
		return a.Proof&game.Upper != 0 && said <= w.Alpha
	}
	return a.Proof == game.Exact && said == v
}

// holds checks the claims of an analysis of s, and its lines where it knows the values of
// their positions. It skips claims that depend on the game's past.
func (k *kit) holds(a *engine.Analysis, s *solved) error {
	if a.Past {
		return nil
	}
	return Claims(a, func(p *engine.Position) (game.Score, bool) {
		if p == s.Position {
			return s.value, true
		}
		return k.value(p)
	})
}

// lines asks for several lines.
func (k *kit) lines() {
	for _, s := range k.solvable {
		for lines := 1; lines <= len(s.moves)+1; lines += 1 + lines/2 {
			for threads := 1; threads <= 2; threads++ {
				e := k.newEngine(threads)
				for round := range 2 { // the second time with the entries in the table
					a := k.soon(k.t.Context(), e, s.Position, search.Query{Lines: lines}, search.Control{}, nil)
					if err := k.sorted(&a, s, lines); err != nil {
						k.broken("%s, %d lines, %d threads, round %d: %v", s, lines, threads, round, err)
					}
				}
			}
		}
	}
}

// sorted checks the lines of a solved position: there are as many as asked for, each is
// exact, and the best come first.
func (k *kit) sorted(a *engine.Analysis, s *solved, lines int) error {
	if a.Stopped == search.DepthLimit || a.Past { // the engine's own limit: see ended; or the game's
		return k.holds(a, s)
	}
	if a.Stopped != search.Solved || len(a.Lines) != min(lines, len(s.moves)) || !a.Exact() || a.Lines[0].Score != s.value {
		return fmt.Errorf("%d lines of %d, %v, proven %v, stopped by %v; want %v", len(a.Lines), len(s.moves), a.Lines[0].Score, a.Proof, a.Stopped, s.value)
	}
	seen := map[string]bool{}
	for i, l := range a.Lines {
		switch {
		case seen[l.Move]:
			return fmt.Errorf("%s twice", l.Move)
		case l.Score != s.moves[l.Move] || l.Proof != game.Exact:
			return fmt.Errorf("%s: %v, proven %v, want %v", l.Move, l.Score, l.Proof, s.moves[l.Move])
		case i > 0 && l.Score > a.Lines[i-1].Score:
			return fmt.Errorf("line %d is better than the one before", i+1)
		}
		seen[l.Move] = true
	}
	worst := a.Lines[len(a.Lines)-1]
	for m, v := range s.moves {
		if !seen[m] && v > worst.Score {
			return fmt.Errorf("%s with %v is left out for %s with %v", m, v, worst.Move, worst.Score)
		}
	}
	return nil
}

// questions asks random questions: by search, by proof and for outcomes alone, with
// tables of any size. Proofs, best moves and lines must be right.
func (k *kit) questions() {
	for _, s := range k.solvable {
		for _, o := range []engine.Options{{}, {Solve: true}, {Outcome: true}, {Solve: true, Outcome: true}, {Prove: true, Outcome: true}} {
			o.TableBytes, o.Threads = []int{1, 1 << 10, tableBytes}[k.rng.IntN(3)], 1+k.rng.IntN(2)
			e := k.options.NewEngine(o)
			for range 3 {
				q := search.Query{Lines: k.rng.IntN(4), Exhaustive: k.rng.IntN(2) > 0, Nodes: k.options.Nodes, Confidence: k.rng.IntN(2) * 80}
				if k.rng.IntN(3) == 0 {
					q.Nodes = 1 + uint64(k.rng.ExpFloat64()*200)
				}
				if w := (game.Window{Alpha: near(s.value, k.rng.IntN(5)-3), Beta: near(s.value, k.rng.IntN(5)-1)}); k.rng.IntN(2) > 0 && w.Valid() {
					q.Window = w
				}
				a := k.soon(k.t.Context(), e, s.Position, q, search.Control{}, nil)
				if err := k.holds(&a, s); err != nil {
					k.broken("%s by %+v, %+v: %v", s, o, q, err)
				}
			}
		}
	}
}

// stoppedProofs stops searches of solved positions at any node. Their proofs must still
// be true.
func (k *kit) stoppedProofs() {
	for _, s := range k.solvable {
		for threads := 1; threads <= 2; threads++ {
			e := k.newEngine(threads)
			for range 12 {
				q := search.Query{Nodes: 1 + uint64(k.rng.ExpFloat64()*200), Lines: k.rng.IntN(4), Exhaustive: k.rng.IntN(2) > 0}
				if k.rng.IntN(3) == 0 {
					e.Clear()
				}
				check := func(a engine.Analysis) {
					if err := k.holds(&a, s); err != nil {
						k.broken("%s by %+v on %d threads: %v", s, q, threads, err)
					}
				}
				a := k.soon(k.t.Context(), e, s.Position, q, search.Control{}, check)
				check(a)
			}
		}
	}
}

// gameOver analyses finished positions.
func (k *kit) gameOver() {
	for _, p := range k.over {
		for _, q := range []search.Query{{}, {Lines: 3}, {Depth: 5}, {Nodes: 1}} {
			a := k.soon(k.t.Context(), k.newEngine(1), p, q, search.Control{}, nil)
			if len(a.Lines) != 1 || a.Lines[0].Move != "" || a.Lines[0].Score != p.Status().Score() || !a.Exact() || a.Stopped != search.Solved {
				k.broken("%s, which is over, by %+v: %+v", p, q, a)
			}
		}
	}
}
