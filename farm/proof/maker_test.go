package proof

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/game"
)

// maker writes proofs by brute force, and chooses at random among possible proofs.
type maker[S any, M comparable, R Rules[S, M]] struct {
	rules   R
	canon   *Canon[S, M, R]
	random  *rand.Rand
	resting int // share of leaves that rest on a job, in percent
	truths  map[Key]game.Score
	done    map[Key]bool
	w       *Writer
}

func newMaker[S any, M comparable, R Rules[S, M]](rules R, random *rand.Rand) *maker[S, M, R] {
	return &maker[S, M, R]{rules: rules, canon: NewCanon[S, M](rules), random: random, truths: map[Key]game.Score{}}
}

// truth returns the value of s, without the distances of wins and losses.
func (m *maker[S, M, R]) truth(s *S) game.Score {
	key := m.canon.Key(s)
	if v, known := m.truths[key]; known {
		return v
	}
	moves, status := m.rules.Moves(s, nil)
	v := status.Score()
	for i, move := range moves {
		var next S
		m.rules.Play(&next, s, move)
		x := m.truth(&next)
		if m.rules.ToMove(&next) != m.rules.ToMove(s) {
			x = -x
		}
		if i == 0 || x > v {
			v = x
		}
	}
	m.truths[key] = v
	return v
}

// holds reports whether a claim is true of s.
func (m *maker[S, M, R]) holds(c Claim, s *S) bool {
	return c.Holds(m.rules.ToMove(s), m.truth(s))
}

// proof returns the file of a proof of true claims about s.
func (m *maker[S, M, R]) proof(t testing.TB, s *S, claims ...Claim) []byte {
	t.Helper()
	var file bytes.Buffer
	var err error
	m.w, err = NewWriter(&file, Header{Game: "test", Position: m.rules.FormatPosition(s), Claims: claims})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range claims {
		m.done = map[Key]bool{}
		m.tree(c, s)
	}
	if err := m.w.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func (m *maker[S, M, R]) tree(c Claim, s *S) {
	moves, status := m.rules.Moves(s, nil)
	key := m.canon.Key(s)
	switch {
	case status.Over():
		m.w.End()
		return
	case m.done[key] && m.random.IntN(8) > 0:
		m.w.Known()
		return
	case m.random.IntN(100) < m.resting:
		m.w.Rests("job")
		return
	}
	if m.rules.ToMove(s) != c.Attacker {
		m.w.All(len(moves))
		for _, move := range moves {
			var next S
			m.rules.Play(&next, s, move)
			m.tree(c, &next)
		}
	} else {
		first := m.random.IntN(len(moves))
		for k := range moves {
			var next S
			i := (first + k) % len(moves)
			if m.rules.Play(&next, s, moves[i]); m.holds(c, &next) {
				m.w.Choose(i)
				m.tree(c, &next)
				break
			}
		}
	}
	m.done[key] = true
}

// claims returns the strongest true claim about s for each side; none for a side that loses
// without a margin.
func (m *maker[S, M, R]) claims(s *S) (all []Claim) {
	mover, v := m.rules.ToMove(s), m.truth(s)
	for _, c := range []Claim{{mover, v}, {mover.Other(), -v}} {
		n, margin := c.AtLeast.Points()
		switch {
		case c.AtLeast.Outcome() > 0 && (!margin || n == 1):
			c.AtLeast = AWin
		case c.AtLeast.Outcome() < 0 && !margin:
			continue
		}
		all = append(all, c)
	}
	return all
}
