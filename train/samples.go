package train

import (
	"math"
	"math/bits"
	"slices"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/capability"
)

// trust is the weight of a search's value in a label; the rest is the weight
// of the game's result. It is not tuned.
const trust = 0.7

// sample is a position: its features in the mover's view and in the other one
// lie one after the other in samples.features.
type sample struct {
	first    int
	own, all uint8 // number of features in the mover's view, and in both
	phase    uint8
	count    uint32  // occurrences
	label    float32 // the mean of the mover's expected results, 0 to 1
}

// samples are positions, each once.
type samples struct {
	list     []sample
	features []uint16
	active   [2]int // least and greatest number of features of one view
}

// of returns the features of a sample in the mover's view and in the other.
func (t *samples) of(s *sample) (own, opp []uint16) {
	all := t.features[s.first:][:s.all]
	return all[:s.own], all[s.own:]
}

// reader replays games and collects their positions.
type reader[S any, M comparable, R Rules[S, M]] struct {
	rules R
	caps  capability.Set[S, M]
	scale float64
	seen  map[uint64]place
	set   []uint64
	moves []M
	noisy []M
}

// place says where a position is: in the held-out samples or the others.
type place struct {
	held bool
	at   int
}

func newReader[S any, M comparable, R Rules[S, M]](rules R, scale int) *reader[S, M, R] {
	features, _ := rules.FeatureCounts()
	return &reader[S, M, R]{
		rules: rules, caps: capability.Of[S, M](rules), scale: float64(scale),
		seen: map[uint64]place{}, set: make([]uint64, (features+63)/64),
	}
}

// add adds the positions of a game to fitted, or to held. Positions after
// which a move is forced by noise, or that a capture may change, are left out.
// valued says that the values of searches are on the network's scale.
func (r *reader[S, M, R]) add(g *played, valued, hold bool, fitted, held *samples) bool {
	s := r.rules.Start()
	for i, m := range g.moves {
		var status game.Status
		r.moves, status = r.rules.Moves(&s, r.moves[:0])
		if status.Over() || int(m) >= len(r.moves) {
			return false
		}
		if g.values[i] != unknown && r.quiet(&s, r.moves[m]) {
			result := float64(g.result)
			if r.rules.ToMove(&s) == game.Second {
				result = -result
			}
			label := (1 + result) / 2
			switch v := g.values[i]; {
			case v == proven || v == -proven:
				label = float64(v/proven+1) / 2
			case valued:
				label = trust/(1+math.Exp(-float64(v)/r.scale)) + (1-trust)*label
			}
			r.put(&s, float32(label), hold, fitted, held)
		}
		r.rules.Play(&s, &s, r.moves[m])
	}
	return true
}

// quiet reports whether an evaluation can rate s: the position is not urgent,
// and the move chosen is not a noisy one.
func (r *reader[S, M, R]) quiet(s *S, m M) bool {
	if r.caps.Urgent != nil && r.caps.Urgent.Urgent(s) {
		return false
	}
	if r.caps.Noisy != nil {
		r.noisy = r.caps.Noisy.NoisyMoves(s, r.noisy[:0])
	}
	return !slices.Contains(r.noisy, m)
}

// put adds a position, or adds its label to the position seen before.
func (r *reader[S, M, R]) put(s *S, label float32, hold bool, fitted, held *samples) {
	key := r.rules.Hash(s)
	if at, ok := r.seen[key]; ok {
		old := &fitted.list
		if at.held {
			old = &held.list
		}
		o := &(*old)[at.at]
		o.count++
		o.label += (label - o.label) / float32(o.count)
		return
	}
	t := fitted
	if hold {
		t = held
	}
	r.seen[key] = place{hold, len(t.list)}
	o := sample{first: len(t.features), count: 1, label: label}
	mover := r.rules.ToMove(s)
	for _, view := range []game.Player{mover, mover.Other()} {
		o.own = o.all
		clear(r.set)
		o.phase = uint8(r.rules.Features(s, view, r.set))
		for i, word := range r.set {
			for ; word != 0; word &= word - 1 {
				t.features = append(t.features, uint16(i<<6+bits.TrailingZeros64(word)))
				o.all++
			}
		}
	}
	n := int(o.own)
	if len(t.list) == 0 {
		t.active = [2]int{n, n}
	}
	t.active = [2]int{min(t.active[0], n), max(t.active[1], n)}
	t.list = append(t.list, o)
}
