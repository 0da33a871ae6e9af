package gametest

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/textbook"
)

// searchLaws are the laws of the capabilities that guide a search. They apply while the
// game is not over.
func (c *checker[S, M, R]) searchLaws() []law[S, M] {
	var laws []law[S, M]
	add := func(name string, check func(p *place[S, M]) error) {
		laws = append(laws, law[S, M]{name, func(p *place[S, M]) error {
			if p.status.Over() {
				return nil
			}
			return check(p)
		}})
	}
	if e := c.offers.Evaluator; e != nil {
		add("Evaluator", func(p *place[S, M]) error { return evaluation(e, p.state) })
	}
	if f := c.offers.Featurer; f != nil {
		known := map[uint64][]uint64{}
		add("Featurer", func(p *place[S, M]) error { return c.features(f, known, p.state) })
	}
	if l := c.offers.LastPlyer; l != nil {
		add("LastPlyer", func(p *place[S, M]) error { return c.lastPly(l, p) })
	}
	if n := c.offers.Noisy; n != nil {
		add("Noisy", func(p *place[S, M]) error { return c.noisy(n, p) })
	}
	if g := c.offers.Gainer; g != nil {
		add("Gainer", func(p *place[S, M]) error { return c.gains(g, p) })
	}
	if t := c.offers.Tactician; t != nil {
		add("Tactician", func(p *place[S, M]) error {
			return cmp.Or(c.exchanges(t, p), structure(t, p.state), c.alarms(t, p))
		})
	}
	if n := c.offers.Nuller; n != nil {
		add("Nuller", func(p *place[S, M]) error { return c.null(n, p) })
	}
	if o := c.offers.MoveScorer; o != nil {
		add("MoveScorer", func(p *place[S, M]) error { return c.scores(o, p) })
	}
	if k := c.offers.MoveKeyer; k != nil {
		add("MoveKeyer", func(p *place[S, M]) error { return c.moveKeys(k, p) })
	}
	if x := c.offers.Passer; x != nil {
		add("Passer", func(p *place[S, M]) error { return passes(x, p) })
	}
	if r := c.offers.Repeater; r != nil {
		add("Repeater", func(p *place[S, M]) error { return c.repetition(r, p) })
	}
	if l := c.offers.Limiter; l != nil {
		add("Limiter", func(p *place[S, M]) error { return cmp.Or(limit(l, p.state), c.patience(l, p)) })
	}
	if b := c.offers.Bounder; b != nil {
		add("Bounder", func(p *place[S, M]) error { return c.boundLaw(b, p) })
	}
	if o := c.offers.Chancer; o != nil {
		add("Chancer", func(p *place[S, M]) error { return chances(o, p.state, len(p.moves)) })
	}
	if s := c.offers.Selector; s != nil {
		add("Selector", func(p *place[S, M]) error { return c.selectLaw(s, p) })
	}
	if o := c.offers.Prospector; o != nil {
		add("Prospector", func(p *place[S, M]) error { return c.promise(o, p) })
	}
	if u := c.offers.Urgent; u != nil {
		add("Urgent", func(p *place[S, M]) error { return c.urgency(u, p) })
	}
	return laws
}

func evaluation[S any](e game.Evaluator[S], s *S) error {
	v := e.Evaluate(s)
	switch {
	case v < -game.MaxEval || v > game.MaxEval:
		return fmt.Errorf("Evaluate returns %d, beyond ±%d", int(v), int(game.MaxEval))
	case v != e.Evaluate(s):
		return fmt.Errorf("asked twice, Evaluate changes its mind")
	}
	return nil
}

func structure[S any, M comparable](t game.Tactician[S, M], s *S) error {
	if before := t.Structure(s); t.Structure(s) != before {
		return fmt.Errorf("asked twice, Structure changes its mind")
	}
	return nil
}

// mostKnown is the largest number of states whose features are kept.
const mostKnown = 1 << 16

// chances checks the probabilities of an event, if there is one.
func chances[S any](o game.Chancer[S], s *S, moves int) error {
	all, sum := o.Chances(s, nil), 0.0
	for _, p := range all {
		if !(p > 0) {
			return fmt.Errorf("a probability is %v", p)
		}
		sum += p
	}
	if len(all) > 0 && (len(all) != moves || math.Abs(sum-1) > 1e-9) {
		return fmt.Errorf("%d probabilities of %d moves, with a sum of %v", len(all), moves, sum)
	}
	return nil
}

// features checks the features of a state in both views. known holds the features of
// states seen before, by hash.
func (c *checker[S, M, R]) features(f game.Featurer[S], known map[uint64][]uint64, s *S) error {
	count, phases := f.FeatureCounts()
	if count < 1 || phases < 1 {
		return fmt.Errorf("%d features and %d phases", count, phases)
	}
	var phase [2]int
	var all []uint64
	for view := range phase {
		set, again := make([]uint64, (count+63)/64), make([]uint64, (count+63)/64)
		phase[view] = f.Features(s, game.Player(view), set)
		active := 0
		for _, word := range set {
			active += bits.OnesCount64(word)
		}
		switch {
		case f.Features(s, game.Player(view), again) != phase[view] || !slices.Equal(set, again):
			return fmt.Errorf("asked twice, Features changes its mind")
		case count%64 != 0 && set[len(set)-1]>>(count%64) != 0:
			return fmt.Errorf("there is a feature beyond the last of %d", count)
		case active > game.MaxFeatures:
			return fmt.Errorf("%d features, more than %d", active, game.MaxFeatures)
		case phase[view] < 0 || phase[view] >= phases:
			return fmt.Errorf("phase %d of %d", phase[view], phases)
		}
		all = append(append(all, set...), uint64(phase[view]))
	}
	hash := c.rules.Hash(s)
	if before, seen := known[hash]; seen && !slices.Equal(before, all) {
		return fmt.Errorf("states with the same hash have different features")
	}
	if len(known) < mostKnown {
		known[hash] = all
	}
	if phase[0] != phase[1] {
		return fmt.Errorf("phase %d in one view, %d in the other", phase[0], phase[1])
	}
	return nil
}

func (c *checker[S, M, R]) lastPly(l game.LastPlyer[S], p *place[S, M]) error {
	v, children := l.LastPly(p.state)
	if children != len(p.moves) {
		return fmt.Errorf("LastPly counts %d children, there are %d", children, len(p.moves))
	}
	// Alpha-beta looks at the children one by one.
	want := textbook.Run[S, M](context.Background(), textbook.AlphaBeta, c.rules, p.state, 1, textbook.Options{})
	if v != want.Value {
		return fmt.Errorf("LastPly returns %v, a search to depth 1 %v", v, want.Value)
	}
	return nil
}

func (c *checker[S, M, R]) noisy(n game.Noisy[S, M], p *place[S, M]) error {
	noisy := n.NoisyMoves(p.state, nil)
	if m, ok := repeated(noisy); ok {
		return fmt.Errorf("move %s is noisy twice", c.showMove(p.state, m))
	}
	for _, m := range noisy {
		if !slices.Contains(p.moves, m) {
			return fmt.Errorf("noisy move %s is not legal", c.showMove(p.state, m))
		}
	}
	held := p.moves[:1:1]
	if got := n.NoisyMoves(p.state, held); len(got) != 1+len(noisy) || got[0] != held[0] {
		return fmt.Errorf("NoisyMoves does not append to its buffer")
	}
	return nil
}

func (c *checker[S, M, R]) gains(g game.Gainer[S, M], p *place[S, M]) error {
	for _, m := range p.moves {
		switch gain := g.Gain(p.state, m); {
		case gain < -game.MaxEval || gain > game.MaxEval:
			return fmt.Errorf("%s gains %d, beyond ±%d", c.showMove(p.state, m), int(gain), int(game.MaxEval))
		case gain != g.Gain(p.state, m):
			return fmt.Errorf("asked twice, the gain of %s changes", c.showMove(p.state, m))
		}
	}
	return nil
}

// exchanges checks that a move that wins an amount wins every smaller one, and that no
// move wins more than its gain.
func (c *checker[S, M, R]) exchanges(e game.Tactician[S, M], p *place[S, M]) error {
	for _, m := range p.moves {
		lost := false
		for _, least := range []game.Score{-game.MaxEval, -1000, -100, -10, -1, 0, 1, 10, 100, 1000} {
			wins := e.Exchange(p.state, m, least)
			if wins && lost {
				return fmt.Errorf("%s wins %d, but not less", c.showMove(p.state, m), int(least))
			}
			lost = lost || !wins
		}
		if g := c.offers.Gainer; g != nil && e.Exchange(p.state, m, g.Gain(p.state, m)+1) {
			return fmt.Errorf("%s wins more than its gain", c.showMove(p.state, m))
		}
	}
	return nil
}

func (c *checker[S, M, R]) alarms(a game.Tactician[S, M], p *place[S, M]) error {
	u := c.offers.Urgent
	if u == nil {
		return nil
	}
	for _, m := range p.moves {
		var next S
		c.rules.Play(&next, p.state, m)
		if _, status := c.rules.Moves(&next, nil); status.Over() {
			continue
		}
		if got, want := a.Alarms(p.state, m), u.Urgent(&next); got != want {
			return fmt.Errorf("%s alarms: %t, want %t", c.showMove(p.state, m), got, want)
		}
	}
	return nil
}

func (c *checker[S, M, R]) null(n game.Nuller[S], p *place[S, M]) error {
	var dst S
	if !n.Null(&dst, p.state) {
		return nil
	}
	if c.rules.ToMove(&dst) == c.rules.ToMove(p.state) {
		return fmt.Errorf("Null does not hand over the turn")
	}
	if c.rules.Hash(&dst) == c.rules.Hash(p.state) {
		return fmt.Errorf("Null leaves the hash as it is: whose turn it is must be part of it")
	}
	if err := c.movesList(c.look(&dst, nil)); err != nil {
		return fmt.Errorf("after Null: %w", err)
	}
	return nil
}

// maxMoveScore is the limit that MoveScorer sets.
const maxMoveScore = 1 << 20

func (c *checker[S, M, R]) scores(o game.MoveScorer[S, M], p *place[S, M]) error {
	moves, scores := slices.Clone(p.moves), make([]int32, len(p.moves))
	o.ScoreMoves(p.state, moves, scores)
	if !slices.Equal(moves, p.moves) {
		return fmt.Errorf("ScoreMoves changes the moves")
	}
	for i, x := range scores {
		if x < -maxMoveScore || x > maxMoveScore {
			return fmt.Errorf("ScoreMoves rates %s %d, beyond ±%d", c.showMove(p.state, moves[i]), x, maxMoveScore)
		}
	}
	return nil
}

func (c *checker[S, M, R]) moveKeys(k game.MoveKeyer[M], p *place[S, M]) error {
	for _, m := range p.moves {
		key := k.MoveKey(m)
		if key < 0 || key >= 1<<15 {
			return fmt.Errorf("the key of %s is %d, not in [0, 1<<15)", c.showMove(p.state, m), key)
		}
		if k.MoveKey(m) != key {
			return fmt.Errorf("asked twice, the key of %s changes", c.showMove(p.state, m))
		}
	}
	return nil
}

func passes[S any, M comparable](x game.Passer[M], p *place[S, M]) error {
	n := 0
	for _, m := range p.moves {
		if x.IsPass(m) {
			n++
		}
	}
	if n > 1 {
		return fmt.Errorf("%d moves are passes", n)
	}
	return nil
}

// repetition checks that Repetition reaches back to every earlier occurrence of a
// position.
func (c *checker[S, M, R]) repetition(r game.Repeater[S], p *place[S, M]) error {
	plies, value := r.Repetition(p.state)
	if plies > 0 && !value.Over() {
		return fmt.Errorf("a repetition is worth %v", value)
	}
	key := c.rules.Hash(p.state)
	for i := range p.path {
		if back := len(p.path) - i; plies < back && c.rules.Hash(&p.path[i]) == key {
			return fmt.Errorf("the position was there %d plies ago, but none is said to repeat within more than %d", back, plies)
		}
	}
	return nil
}

// limit checks that a reached limit has a count and a value.
func limit[S any](l game.Limiter[S], s *S) error {
	plies, value := l.Limit(s)
	again, _ := l.Limit(s)
	switch {
	case plies < 0:
		return fmt.Errorf("a limit is reached after %d plies", plies)
	case plies > 0 && !value.Over():
		return fmt.Errorf("a limit that is reached is worth %v", value)
	case plies != again:
		return fmt.Errorf("asked twice, the plies of a limit are %d and %d", plies, again)
	}
	return nil
}

// patience checks that no limit is reached too early: each move reduces the
// patience by at most one ply.
func (c *checker[S, M, R]) patience(l game.Limiter[S], p *place[S, M]) error {
	plies := l.Patience(p.state)
	if reached, _ := l.Limit(p.state); reached > 0 && plies > 0 {
		return fmt.Errorf("a limit is reached with patience for %d plies", plies)
	}
	for _, m := range p.moves {
		var next S
		c.rules.Play(&next, p.state, m)
		if left := l.Patience(&next); left < plies-1 {
			return fmt.Errorf("patience for %d plies, after %s for %d", plies, c.showMove(p.state, m), left)
		}
	}
	return nil
}

// promise checks that Promising moves the promising moves to the front, and keeps all
// moves.
func (c *checker[S, M, R]) promise(o game.Prospector[S, M], p *place[S, M]) error {
	moves := slices.Clone(p.moves)
	if k := o.Promising(p.state, moves); k < 1 || k > len(moves) {
		return fmt.Errorf("%d of %d moves are promising", k, len(moves))
	}
	for _, m := range p.moves {
		if !slices.Contains(moves, m) {
			return fmt.Errorf("Promising loses move %s", c.showMove(p.state, m))
		}
	}
	return nil
}

// urgency checks that a position always gets the same answer, and its images get it, too,
// because they share a table entry.
func (c *checker[S, M, R]) urgency(u game.Urgent[S], p *place[S, M]) error {
	urgent := u.Urgent(p.state)
	if u.Urgent(p.state) != urgent {
		return fmt.Errorf("asked twice, Urgent changes its mind")
	}
	y := c.offers.Symmetric
	ok := y != nil
	for k := 1; ok && k < maxImages; k++ {
		var image S
		if _, ok = y.Image(&image, p.state, *new(M), k); ok && u.Urgent(&image) != urgent {
			return fmt.Errorf("Urgent is %t, but %t for image %d", urgent, !urgent, k)
		}
	}
	return nil
}
