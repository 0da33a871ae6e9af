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
	o := &c.offers
	for _, x := range []struct {
		offered bool
		law[S, M]
	}{
		{o.Evaluator != nil, law[S, M]{"Evaluator", c.evaluation}},
		{o.Featurer != nil, law[S, M]{"Featurer", c.featuring}},
		{o.LastPlyer != nil, law[S, M]{"LastPlyer", c.lastPly}},
		{o.Noisy != nil, law[S, M]{"Noisy", c.noisy}},
		{o.Gainer != nil, law[S, M]{"Gainer", c.gains}},
		{o.Tactician != nil, law[S, M]{"Tactician", c.tactics}},
		{o.Nuller != nil, law[S, M]{"Nuller", c.null}},
		{o.MoveScorer != nil, law[S, M]{"MoveScorer", c.scores}},
		{o.MoveKeyer != nil, law[S, M]{"MoveKeyer", c.moveKeys}},
		{o.Passer != nil, law[S, M]{"Passer", c.passes}},
		{o.Repeater != nil, law[S, M]{"Repeater", c.repetition}},
		{o.Limiter != nil, law[S, M]{"Limiter", c.limit}},
		{o.Bounder != nil, law[S, M]{"Bounder", c.boundLaw}},
		{o.Chancer != nil, law[S, M]{"Chancer", c.chances}},
		{o.Selector != nil, law[S, M]{"Selector", c.selectLaw}},
		{o.Prospector != nil, law[S, M]{"Prospector", c.promise}},
		{o.Urgent != nil, law[S, M]{"Urgent", c.urgency}},
	} {
		if x.offered {
			laws = append(laws, law[S, M]{x.name, func(p *place[S, M]) error {
				if p.status.Over() {
					return nil
				}
				return x.check(p)
			}})
		}
	}
	return laws
}

func (c *checker[S, M, R]) evaluation(p *place[S, M]) error {
	e := c.offers.Evaluator
	v := e.Evaluate(p.state)
	switch {
	case v < -game.MaxEval || v > game.MaxEval:
		return fmt.Errorf("Evaluate returns %d, beyond ±%d", int(v), int(game.MaxEval))
	case v != e.Evaluate(p.state):
		return fmt.Errorf("asked twice, Evaluate changes its mind")
	}
	return nil
}

func (c *checker[S, M, R]) tactics(p *place[S, M]) error {
	t := c.offers.Tactician
	if before := t.Structure(p.state); t.Structure(p.state) != before {
		return fmt.Errorf("asked twice, Structure changes its mind")
	}
	return cmp.Or(c.exchanges(t, p), c.alarms(t, p))
}

// mostKnown is the largest number of states whose features are kept.
const mostKnown = 1 << 16

// chances checks the probabilities of an event, if there is one.
func (c *checker[S, M, R]) chances(p *place[S, M]) error {
	all, sum := c.offers.Chancer.Chances(p.state, nil), 0.0
	for _, x := range all {
		if !(x > 0) {
			return fmt.Errorf("a probability is %v", x)
		}
		sum += x
	}
	if len(all) > 0 && (len(all) != len(p.moves) || math.Abs(sum-1) > 1e-9) {
		return fmt.Errorf("%d probabilities of %d moves, with a sum of %v", len(all), len(p.moves), sum)
	}
	return nil
}

// featuring checks the features of a state in both views.
func (c *checker[S, M, R]) featuring(p *place[S, M]) error {
	f, s := c.offers.Featurer, p.state
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
	if before, seen := c.features[hash]; seen && !slices.Equal(before, all) {
		return fmt.Errorf("states with the same hash have different features")
	}
	if len(c.features) < mostKnown {
		c.features[hash] = all
	}
	if phase[0] != phase[1] {
		return fmt.Errorf("phase %d in one view, %d in the other", phase[0], phase[1])
	}
	return nil
}

func (c *checker[S, M, R]) lastPly(p *place[S, M]) error {
	v, children := c.offers.LastPlyer.LastPly(p.state)
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

func (c *checker[S, M, R]) noisy(p *place[S, M]) error {
	n := c.offers.Noisy
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

func (c *checker[S, M, R]) gains(p *place[S, M]) error {
	g := c.offers.Gainer
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
		next := c.after(p.state, m)
		if c.over(next) {
			continue
		}
		if got, want := a.Alarms(p.state, m), u.Urgent(next); got != want {
			return fmt.Errorf("%s alarms: %t, want %t", c.showMove(p.state, m), got, want)
		}
	}
	return nil
}

func (c *checker[S, M, R]) null(p *place[S, M]) error {
	var dst S
	if !c.offers.Nuller.Null(&dst, p.state) {
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

func (c *checker[S, M, R]) scores(p *place[S, M]) error {
	moves, scores := slices.Clone(p.moves), make([]int32, len(p.moves))
	c.offers.MoveScorer.ScoreMoves(p.state, moves, scores)
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

func (c *checker[S, M, R]) moveKeys(p *place[S, M]) error {
	k := c.offers.MoveKeyer
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

func (c *checker[S, M, R]) passes(p *place[S, M]) error {
	n := 0
	for _, m := range p.moves {
		if c.offers.Passer.IsPass(m) {
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
func (c *checker[S, M, R]) repetition(p *place[S, M]) error {
	plies, value := c.offers.Repeater.Repetition(p.state)
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

// limit checks that a reached limit has a number of plies and a result, and checks the patience.
func (c *checker[S, M, R]) limit(p *place[S, M]) error {
	l := c.offers.Limiter
	plies, value := l.Limit(p.state)
	again, _ := l.Limit(p.state)
	switch {
	case plies < 0:
		return fmt.Errorf("a limit is reached after %d plies", plies)
	case plies > 0 && !value.Over():
		return fmt.Errorf("a limit that is reached is worth %v", value)
	case plies != again:
		return fmt.Errorf("asked twice, the plies of a limit are %d and %d", plies, again)
	}
	return c.patience(l, p)
}

// patience checks that no limit is reached too early: each move reduces the
// patience by at most one ply.
func (c *checker[S, M, R]) patience(l game.Limiter[S], p *place[S, M]) error {
	plies := l.Patience(p.state)
	if reached, _ := l.Limit(p.state); reached > 0 && plies > 0 {
		return fmt.Errorf("a limit is reached with patience for %d plies", plies)
	}
	for _, m := range p.moves {
		if left := l.Patience(c.after(p.state, m)); left < plies-1 {
			return fmt.Errorf("patience for %d plies, after %s for %d", plies, c.showMove(p.state, m), left)
		}
	}
	return nil
}

// promise checks that Promising moves the promising moves to the front, and keeps all
// moves.
func (c *checker[S, M, R]) promise(p *place[S, M]) error {
	moves := slices.Clone(p.moves)
	if k := c.offers.Prospector.Promising(p.state, moves); k < 1 || k > len(moves) {
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
func (c *checker[S, M, R]) urgency(p *place[S, M]) error {
	u := c.offers.Urgent
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
