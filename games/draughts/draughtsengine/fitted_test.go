package draughtsengine

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/games/draughts/draughtsengine/endgame"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/search"
)

// eachPosition calls f with positions of random games of all variants.
func eachPosition(t *testing.T, f func(r draughts.Rules, s *draughts.Position)) {
	random := seeded.Rand(t, 1)
	for v := range draughts.Variant(4) {
		r := draughts.Rules{Variant: v}
		for range 30 {
			s := r.Start()
			for range 120 {
				f(r, &s)
				moves, status := r.Moves(&s, nil)
				if status.Over() {
					break
				}
				r.Play(&s, &s, moves[random.IntN(len(moves))])
			}
		}
	}
}

// TestTurned evaluates positions from both sides of the board and for both
// sides to move.
func TestTurned(t *testing.T) {
	eachPosition(t, func(r draughts.Rules, s *draughts.Position) {
		bare := draughts.Position{Own: s.Own, Opp: s.Opp, Kings: s.Kings, Turn: s.Turn} // without counters
		s = &bare
		turned := r.Turned(s)
		other := draughts.Position{Own: s.Opp, Opp: s.Own, Kings: s.Kings, Turn: s.Turn.Other()}
		right := game.Score(fitted[r.Variant][turn])
		f, samuel := Fitted{Rules: r}, Samuel{r}
		if s.Own|s.Opp == 0 {
			return
		}
		if a, b, c := f.Evaluate(s), f.Evaluate(&turned), f.Evaluate(&other); a != b || c != 2*right-a {
			t.Fatalf("%s: %v, turned %v, for the other side %v", r.FormatPosition(s), a, b, c)
		}
		if a, b, c := samuel.Evaluate(s), samuel.Evaluate(&turned), samuel.Evaluate(&other); a != b || c != -a {
			t.Fatalf("%s: Samuel has %v, turned %v, for the other side %v", r.FormatPosition(s), a, b, c)
		}
	})
}

// TestFeaturesAndMoves compares features with the moves that package draughts
// generates.
func TestFeaturesAndMoves(t *testing.T) {
	eachPosition(t, func(r draughts.Rules, s *draughts.Position) {
		mover, _ := sidesOf(boardOf[r.Variant], s)
		threat := draughts.Position{Own: s.Opp, Opp: s.Own, Kings: s.Kings, Turn: s.Turn.Other()}
		if s.Kings == 0 || r.Variant == draughts.English {
			if got, want := mover.attacked() != 0, r.Urgent(&threat); got != want {
				t.Fatalf("%s: attacked %v, want %v", r.FormatPosition(s), got, want)
			}
		}
		if r.Urgent(s) {
			return
		}
		moves, _ := r.Moves(s, nil)
		var ofMen, ofKings int32
		var reached uint64
		for _, m := range moves {
			reached |= 1 << m.To
			if s.Kings>>m.From&1 != 0 {
				ofKings++
			} else {
				ofMen++
			}
		}
		if n := mover.weigh(&weights{steps: 1}); n != ofMen {
			t.Fatalf("%s: %d steps of men, want %d", r.FormatPosition(s), n, ofMen)
		}
		if ofKings == 0 || r.Variant == draughts.English {
			if got := mover.mobility(); got != reached {
				t.Fatalf("%s: steps to %x, want %x", r.FormatPosition(s), got, reached)
			}
		}
	})
}

// TestSamuelTerms compares the terms with counts made by hand.
func TestSamuelTerms(t *testing.T) {
	r := draughts.Rules{}
	for _, tt := range []struct {
		position                 string
		mobility, denied, hybrid int32
	}{
		{"B:W32:B1", 2, 0, 0},
		{"B:W23:B15", 2, 2, 0}, // in the centre, in its own half; 18 and 19 are denied
		{"B:W32:B24", 2, 1, 1}, // on 27 it could be captured; 28 is on the edge
		{"B:W32:BK15", 4, 0, 0},
		{"B:WK32:B9,18", 4, 0, 1}, // one in the centre and in the other half, one in its own half
	} {
		s, err := r.ParsePosition(tt.position)
		if err != nil {
			t.Fatal(err)
		}
		mover, _ := sidesOf(boardOf[0], &s)
		if m, d, h := count(mover.mobility()), count(mover.denied()), mover.hybrid(); m != tt.mobility || d != tt.denied || h != tt.hybrid {
			t.Errorf("%s: mobility %d, denied %d, hybrid %d, want %d, %d, %d", tt.position, m, d, h, tt.mobility, tt.denied, tt.hybrid)
		}
	}
}

// tables builds and opens databases of checkers of up to the given number of
// pieces.
func tables(t *testing.T, pieces int) *endgame.Tables {
	t.Helper()
	return open(t, build(t, pieces))
}

// build builds databases of checkers in a temporary directory.
func build(t *testing.T, pieces int) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := endgame.Build(t.Context(), draughts.Rules{}, workshop.EndgameBuilding{Dir: dir, Pieces: pieces}); err != nil {
		t.Fatal(err)
	}
	return dir
}

func open(t *testing.T, dir string) *endgame.Tables {
	t.Helper()
	held, err := endgame.Open(dir, draughts.Rules{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	return held
}

// TestSolveByDatabases solves positions of three pieces by search with
// databases of two pieces, and compares with databases of three.
func TestSolveByDatabases(t *testing.T) {
	random := seeded.Rand(t, 2)
	r := draughts.Rules{}
	truth, held := tables(t, 3), tables(t, 2)
	s := search.New(Fitted{Rules: r, tables: held}, search.Options{TableBytes: 1 << 20})
	solved := 0
	for solved < 60 {
		p := randomPosition(r, random, 3)
		want, ok := truth.Value(&p)
		if !ok || r.Status(&p).Over() || want == 0 || want > 10 {
			continue
		}
		solved++
		result := s.Search(context.Background(), &p, search.Query{Exhaustive: true, Nodes: 1_000_000}, search.Control{}, nil)
		if !result.Exact() || result.Score() != want.Score() {
			t.Errorf("%s: %v, exact %v, want %v", r.FormatPosition(&p), result.Score(), result.Exact(), want)
		}
	}
}

// TestPlayByDatabases searches positions of the databases with few plies and
// checks the value and a line that reaches the end.
func TestPlayByDatabases(t *testing.T) {
	random := seeded.Rand(t, 5)
	r, held := draughts.Rules{}, tables(t, 3)
	s := search.New(Fitted{Rules: r, tables: held}, search.Options{TableBytes: 1 << 20})
	for tried := 0; tried < 300; {
		p := randomPosition(r, random, 3)
		want, _ := held.Value(&p)
		if r.Status(&p).Over() || want == 0 {
			continue
		}
		tried++
		s.Clear()
		result := s.Search(context.Background(), &p, search.Query{Depth: 4}, search.Control{}, nil)
		plies, _, _ := want.Score().Plies()
		if result.Score() != want.Score() || !result.Exact() || len(result.Lines[0].PV) != plies {
			t.Errorf("%s: %v, exact %v, in a line of %d moves, want %v", r.FormatPosition(&p), result.Score(), result.Exact(), len(result.Lines[0].PV), want)
		}
	}
}

// TestProofByDatabases checks that proof-number search uses database outcomes
// that it could not find itself.
func TestProofByDatabases(t *testing.T) {
	random := seeded.Rand(t, 6)
	r, dir := draughts.Rules{}, build(t, 3)
	held := open(t, dir)
	g, err := Checkers("")
	if err != nil {
		t.Fatal(err)
	}
	e := g.NewEngine(engine.Options{Endgames: dir, Prove: true})
	for range 100 {
		s := randomPosition(r, random, 3)
		want, _ := held.Outcome(&s)
		if r.Status(&s).Over() {
			continue
		}
		p, err := g.Parse(r.FormatPosition(&s))
		if err != nil {
			t.Fatal(err)
		}
		e.Clear()
		a := e.Analyze(t.Context(), p, engine.Query{Nodes: 1000}, engine.Control{}, nil)
		if got := a.Lines[0].Value.Outcome; !a.Exact() && a.Stopped != search.Solved || got != want {
			t.Errorf("%v: %d, want %d, stopped by %v", p, got, want, a.Stopped)
		}
	}
}

// TestBounds checks the bounds of positions inside and outside the databases.
func TestBounds(t *testing.T) {
	random := seeded.Rand(t, 3)
	r := draughts.Rules{}
	f := Fitted{Rules: r, tables: tables(t, 2)}
	for range 200 {
		p := randomPosition(r, random, 2)
		v, _ := f.tables.Value(&p)
		if lower, upper := f.Bounds(&p); lower != v.Score() || upper != lower {
			t.Errorf("%s: between %v and %v, want %v", r.FormatPosition(&p), lower, upper, v)
		}
		for _, other := range []draughts.Position{r.Start(), randomPosition(r, random, 3)} {
			if lower, upper := f.Bounds(&other); lower != -game.Infinity || upper != game.Infinity {
				t.Errorf("%s: between %v and %v", r.FormatPosition(&other), lower, upper)
			}
		}
	}
}

// TestBoundsByOutcomes removes the distances and checks that the bounds contain
// the value and decide the outcome.
func TestBoundsByOutcomes(t *testing.T) {
	random := seeded.Rand(t, 4)
	r, dir := draughts.Rules{}, build(t, 3)
	whole := open(t, dir)
	distances, err := filepath.Glob(filepath.Join(dir, "*", "*.plies"))
	if err != nil || len(distances) == 0 {
		t.Fatalf("%d files of distances, error %v", len(distances), err)
	}
	for _, name := range distances {
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
	f, met := Fitted{Rules: r, tables: open(t, dir)}, map[int]int{}
	for range 3000 {
		p := randomPosition(r, random, 3)
		if r.Status(&p).Over() {
			continue
		}
		v, _ := whole.Value(&p)
		lower, upper := f.Bounds(&p)
		if want := v.Score(); lower > want || upper < want || lower.Outcome() != v.Outcome() || upper.Outcome() != v.Outcome() {
			t.Errorf("%s: between %v and %v, want %v", r.FormatPosition(&p), lower, upper, want)
		}
		met[v.Outcome()]++
	}
	if len(met) != 3 {
		t.Errorf("met %v: no win, draw or loss", met)
	}
}

// randomPosition returns a random position with the given number of pieces,
// where both sides have some.
func randomPosition(r draughts.Rules, random *rand.Rand, pieces int) (s draughts.Position) {
	for s.Own == 0 || s.Opp == 0 {
		s = draughts.Position{Turn: game.Player(random.IntN(2))}
		for placed := 0; placed < pieces; {
			bit := uint64(1) << r.Square(1+random.IntN(r.Size()*r.Size()/2))
			side, king := game.Player(random.IntN(2)), random.IntN(2) == 0
			if (s.Own|s.Opp)&bit != 0 || !king && r.CrownRow(side)&bit != 0 {
				continue
			}
			placed++
			if side == s.Turn {
				s.Own |= bit
			} else {
				s.Opp |= bit
			}
			if king {
				s.Kings |= bit
			}
		}
	}
	return s
}
