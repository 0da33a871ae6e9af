package mnkengine_test

import (
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/mnk"
	"github.com/plywood-go/plywood/games/mnk/mnkengine"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/prove"
)

// TestStormsAreProven compares wins by threats, and the results of searches that know them, with
// full searches of small boards. The moves of the winner must keep the win.
func TestStormsAreProven(t *testing.T) {
	for _, x := range []struct {
		spec          string
		least, spread int // number of stones
	}{
		{"5,5,4", 3, 8}, {"6,6,4", 6, 12}, {"7,7,5", 24, 14},
	} {
		t.Run(x.spec, func(t *testing.T) {
			rng := seeded.Rand(t, 16)
			j := &judge{t: t, Threats: threats(t, x.spec)}
			exact := mnkengine.NewExact(nilsson(t, x.spec).Rules)
			full := search.New(exact, search.Options{TableBytes: 1 << 20})
			outcome := func(p *mnkengine.ThreatPosition) int {
				small, err := exact.ParsePosition(j.FormatPosition(p))
				if err != nil {
					t.Fatal(err)
				}
				q := search.Query{Exhaustive: true, Window: game.Window{Alpha: -1, Beta: 1}}
				r := full.Search(t.Context(), &small, q, search.Control{}, nil)
				v, ok := r.Outcome()
				if !ok {
					t.Fatalf("%s: no outcome", j.FormatPosition(p))
				}
				return v
			}
			keeps := func(p mnkengine.ThreatPosition, line []mnk.Move) {
				start := j.FormatPosition(&p)
				for i, m := range line {
					p = *j.after(&p, m)
					if j.Status(&p).Over() {
						break
					}
					if want := 2*(i%2) - 1; outcome(&p) != want {
						t.Fatalf("%s: after move %d of %v the outcome is not %d", start, i, line, want)
					}
				}
			}
			prover := prove.New(mnkengine.Storm(j.Threats), prove.Options{Threats: true, TableBytes: 1 << 20})
			searcher := mnkengine.NewThreatSearcher(j.Threats, 1<<20)
			storms, claims := 0, 0
			for range positionsToJudge(t) {
				p := j.wander(rng, x.least+rng.IntN(x.spread))
				if r := prover.Prove(t.Context(), p, prove.ToWin, search.Query{Nodes: 2000}, search.Control{}, nil); r.Verdict == prove.Proven {
					if outcome(p) != 1 {
						t.Fatalf("%s: no win", j.FormatPosition(p))
					}
					keeps(*p, r.PV)
					if len(r.PV) > 0 {
						storms++
					}
				}
				searcher.Clear()
				r := searcher.Search(t.Context(), &p.LargePosition, search.Query{Nodes: 1000}, search.Control{}, nil)
				if r.Nodes > 1000 {
					t.Errorf("%s: %d nodes", j.FormatPosition(p), r.Nodes)
				}
				if v, ok := r.Outcome(); ok {
					if outcome(p) != v {
						t.Fatalf("%s: %d is claimed", j.FormatPosition(p), v)
					}
					if v > 0 {
						keeps(*p, r.Lines[0].PV)
					}
					claims++
				}
			}
			if t.Logf("%d wins by threats, %d outcomes", storms, claims); storms == 0 || claims == 0 {
				t.Error("the test tests little")
			}
		})
	}
}

// TestSiegeLines compares the proven values of several lines of some moves only, in searches that may
// know wins from a search of all moves, with full searches of small boards.
func TestSiegeLines(t *testing.T) {
	for _, spec := range []string{"5,5,4", "6,6,4"} {
		rng := seeded.Rand(t, 18)
		j := &judge{t: t, Threats: threats(t, spec)}
		exact := mnkengine.NewExact(nilsson(t, spec).Rules)
		full := search.New(exact, search.Options{TableBytes: 1 << 20})
		searcher := mnkengine.NewThreatSearcher(j.Threats, 1<<20)
		proven := 0
		for i := range positionsToJudge(t) {
			cells := j.Spec().Cells()
			p := j.wander(rng, cells/4+rng.IntN(cells/4))
			moves, status := j.Moves(p, nil)
			if status.Over() {
				continue
			}
			if searcher.Clear(); i%2 == 0 {
				searcher.Search(t.Context(), &p.LargePosition, search.Query{Nodes: 1000}, search.Control{}, nil)
			}
			q := search.Query{Nodes: 1500, Only: rng.Perm(len(moves))[:1+rng.IntN(min(4, len(moves)))], Lines: 1 + rng.IntN(3)}
			for _, l := range searcher.Search(t.Context(), &p.LargePosition, q, search.Control{}, nil).Lines {
				small, err := exact.ParsePosition(j.FormatPosition(j.after(p, l.PV[0])))
				if err != nil {
					t.Fatal(err)
				}
				r := full.Search(t.Context(), &small, search.Query{Exhaustive: true, Window: game.Window{Alpha: -1, Beta: 1}}, search.Control{}, nil)
				after, ok := r.Outcome()
				if !ok {
					t.Fatalf("%s: no outcome", exact.FormatPosition(&small))
				}
				claim := l.Score.Outcome()
				if l.Proof&game.Lower != 0 && claim > -after || l.Proof&game.Upper != 0 && claim < -after {
					t.Fatalf("%s, only %v: %v is %v, proof %v, but the outcome is %d", j.FormatPosition(p), q.Only, l.PV, l.Score, l.Proof, -after)
				}
				if l.Proof != game.NoBound {
					proven++
				}
			}
		}
		if proven == 0 {
			t.Error("the test tests nothing")
		}
	}
}

// TestGomokuStorms checks wins by threes and fours that were given away in games against another
// program, before the search knew such wins.
func TestGomokuStorms(t *testing.T) {
	g, err := mnkengine.Game("15,15,5")
	if err != nil {
		t.Fatal(err)
	}
	e := g.NewEngine(engine.Options{})
	for moves, best := range map[string]string{
		"m15 a9 h4 b1 g5 f5 f6 e7 h6 g6 i7 f4 h7 h5": "k7",
		"m9 b10 b1 i14 m10 i11 l9 i12 i13 g12":       "k9",
	} {
		p, err := g.Start().PlayAll(moves)
		if err != nil {
			t.Fatal(err)
		}
		e.Clear()
		a := e.Analyze(t.Context(), p, search.Query{Nodes: 30_000}, search.Control{}, nil)
		if l := a.Lines[0]; a.Outcome() != "win" || l.Move != best || len(l.PV) < 3 {
			t.Errorf("%s: %q by %v, want a win by %s", moves, a.Outcome(), l.PV, best)
		}
	}
}

// TestSiegeRefutes checks that a move is not played after which the search finds a win by threats.
func TestSiegeRefutes(t *testing.T) {
	rules := threats(t, "15,15,5")
	s := mnkengine.NewThreatSearcher(rules, 16<<20)
	rng := seeded.Rand(t, 17)
	for range 20 {
		j := judge{t: t, Threats: rules}
		p := j.wander(rng, 12)
		s.Clear()
		r := s.Search(t.Context(), &p.LargePosition, search.Query{Nodes: 20_000}, search.Control{}, nil)
		if _, decided := r.Outcome(); decided {
			continue
		}
		next := j.after(p, r.Lines[0].PV[0])
		prover := prove.New(mnkengine.Storm(rules), prove.Options{Threats: true, TableBytes: 1 << 20})
		if v := prover.Prove(t.Context(), next, prove.ToWin, search.Query{Nodes: 200}, search.Control{}, nil).Verdict; v == prove.Proven {
			t.Errorf("%s: %s loses by threats", rules.FormatPosition(p), rules.FormatMove(p, r.Lines[0].PV[0]))
		}
	}
}
