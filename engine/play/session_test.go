package play_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/play"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/search"
)

// patient is an engine that prefers the first move, and thinks until it is
// stopped unless it has a limit.
type patient struct{ begun chan struct{} }

func (e patient) Clear() {}

func (e patient) Analyze(ctx context.Context, p *engine.Position, q search.Query, c search.Control, _ func(engine.Analysis)) engine.Analysis {
	if q.Depth == 0 && c.Time == 0 {
		close(e.begun)
		<-ctx.Done()
	}
	return engine.Analysis{Position: p, Depth: 1, Lines: []engine.Line{{Move: p.Moves()[0], Depth: 1}}}
}

func begin(t *testing.T, sides [2]bool) *play.Session {
	t.Helper()
	g, err := catalog.Find("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	s := &play.Session{Player: &engine.Player{Engine: patient{make(chan struct{})}, Query: search.Query{Depth: 1}}, Sides: sides}
	s.Start(g.Start())
	return s
}

// do executes a list of commands; "reply" is the engine's move, other words
// may be moves.
func do(t *testing.T, s *play.Session, words string) {
	t.Helper()
	for word := range strings.FieldsSeq(words) {
		switch word {
		case "reply":
			l, _, made := s.Reply(t.Context(), s.Now())
			if !made {
				t.Fatal("no analysis")
			}
			word = l.Move
			fallthrough
		default:
			if err := s.Play(word); err != nil {
				t.Fatal(err)
			}
		case "undo":
			s.Undo(s.Usual())
		case "back":
			s.Back()
		case "forth":
			s.Forth()
		case "swap":
			s.Swap()
		case "new":
			s.Restart()
		}
	}
}

func TestMoves(t *testing.T) {
	none, second, both := [2]bool{}, [2]bool{false, true}, [2]bool{true, true}
	for _, tt := range []struct {
		sides     [2]bool
		do, moves string
		engines   bool // turn
	}{
		{none, "", "", false},
		{none, "a1 b2", "a1 b2", false},
		{none, "a1 b2 undo", "a1", false},
		{none, "a1 b2 back back back", "", false},
		{none, "a1 b2 back forth forth", "a1 b2", false},
		{none, "a1 b2 back c3 forth", "a1 c3", false},
		{none, "undo back forth", "", false},
		{second, "b2", "b2", true},
		{second, "b2 reply", "b2 a1", false},
		{second, "b2 reply c3 undo", "b2", true},
		{second, "b2 reply c3 reply undo", "b2 a1", false},
		{second, "b2 reply c3 back", "b2 a1", false},
		{second, "b2 reply back", "", false},
		{second, "b2 reply back forth", "b2 a1", false},
		{second, "b2 reply c3 reply back back forth", "b2 a1", false},
		{second, "b2 reply back forth forth", "b2 a1", false},
		{second, "swap", "", true},
		{both, "reply reply back", "", true},
		{both, "reply reply new", "", true},
		{second, "b2 reply new forth back", "", false},
		{both, "a1 b1 a2 b2 a3", "a1 b1 a2 b2 a3", false}, // over
	} {
		s := begin(t, tt.sides)
		do(t, s, tt.do)
		want, err := s.Now().Game().Start().PlayAll(tt.moves)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(s.Moves(), " "); got != tt.moves || s.EngineMoves() != tt.engines || s.Now().String() != want.String() {
			t.Errorf("%v %s: %q at %s, the engine's turn: %v; want %q", tt.sides, tt.do, got, s.Now(), s.EngineMoves(), tt.moves)
		}
		if all := s.Positions(); len(all) != len(s.Moves())+1 || all[len(s.Moves())] != s.Now() || all[0].String() != want.Game().Start().String() {
			t.Errorf("%v %s: positions %v", tt.sides, tt.do, all)
		}
		if s.Over() != want.Status().Over() || len(s.Legal()) != len(want.Moves()) {
			t.Errorf("%v %s: over %v, %d moves", tt.sides, tt.do, s.Over(), len(s.Legal()))
		}
	}
}

func TestRefusals(t *testing.T) {
	s := begin(t, [2]bool{})
	do(t, s, "a1 b2 back")
	if err := s.Play("a1"); !errors.Is(err, game.ErrIllegal) {
		t.Errorf("a move twice: %v", err)
	}
	if s.Undo(2) || len(s.Moves()) != 1 {
		t.Errorf("two moves of one taken back: %v", s.Moves())
	}
	if s.Forth(); len(s.Moves()) != 2 {
		t.Errorf("after what was refused nothing is to be made again: %v", s.Moves())
	}
}

// TestClocks checks that only replies use time, from the clock of the side to
// move.
func TestClocks(t *testing.T) {
	s := begin(t, [2]bool{true, true})
	s.Clocks = [2]*search.Clock{{Left: time.Hour}, {Left: time.Hour, Increment: time.Minute}}
	do(t, s, "reply")
	if s.Clocks[0].Left >= time.Hour || s.Clocks[1].Left != time.Hour {
		t.Errorf("after a move of the first side: %v", s.Clocks)
	}
	s.Hint(t.Context(), s.Now())
	if s.Clocks[1].Left != time.Hour {
		t.Errorf("a hint took time: %v", s.Clocks[1])
	}
	do(t, s, "reply")
	if s.Clocks[1].Left <= time.Hour {
		t.Errorf("without its increment: %v", s.Clocks[1])
	}
}

// witness is an engine that records its queries. It values the first move
// most.
type witness struct {
	queries  []search.Query
	controls []search.Control
}

func (*witness) Clear() {}

func (e *witness) Analyze(_ context.Context, p *engine.Position, q search.Query, c search.Control, _ func(engine.Analysis)) engine.Analysis {
	e.queries, e.controls = append(e.queries, q), append(e.controls, c)
	a := engine.Analysis{Position: p}
	for i, m := range p.Moves()[:max(1, q.Lines)] {
		a.Lines = append(a.Lines, engine.Line{Move: m, Value: p.Measure(game.Score(-i))})
	}
	return a
}

// TestHint asks weak players for hints: they are the best moves, after a
// search limited only by time.
func TestHint(t *testing.T) {
	opening := func(s *play.Session) map[string]string { return map[string]string{s.Now().String(): "c3"} }
	for name, weaken := range map[string]func(*play.Session){
		"level":   func(s *play.Session) { s.Player.Query, s.Player.Level = search.Query{}, 1 },
		"depth":   func(s *play.Session) { s.Player.Query = search.Query{Depth: 1, Confidence: 72} },
		"nodes":   func(s *play.Session) { s.Player.Query = search.Query{Nodes: 1} },
		"chance":  func(s *play.Session) { s.Player.Choice = engine.Choice{Loss: 100, Random: 100} },
		"opening": func(s *play.Session) { s.Player.Opening = opening(s) },
	} {
		s, e := begin(t, [2]bool{false, true}), &witness{}
		s.Player.Engine, s.Player.Rand = e, rand.New(rand.NewPCG(1, 0))
		weaken(s)
		for range 8 { // random moves would differ
			if l, found := s.Hint(t.Context(), s.Now()); l.Move != s.Legal()[0] || len(found.Lines) == 0 {
				t.Errorf("%s: %s of %d lines, want %s", name, l.Move, len(found.Lines), s.Legal()[0])
			}
		}
		for i, q := range e.queries {
			if q.Depth != 0 || q.Nodes != 0 || q.Confidence != 0 || e.controls[i].Time == 0 {
				t.Errorf("%s: asked for %+v in %v", name, q, e.controls[i].Time)
			}
		}
	}
	s, e := begin(t, [2]bool{}), &witness{}
	s.Player.Engine, s.Player.Control.Time = e, time.Minute
	if s.Hint(t.Context(), s.Now()); e.controls[0].Time != time.Minute {
		t.Errorf("a hint takes %v, want the time of a move", e.controls[0].Time)
	}
}

func TestPonder(t *testing.T) {
	s := begin(t, [2]bool{false, true})
	rest := s.Ponder(t.Context())
	<-s.Player.Engine.(patient).begun
	rest()
	rest() // a second call does no harm
	s = begin(t, [2]bool{})
	s.Ponder(t.Context())()
	select {
	case <-s.Player.Engine.(patient).begun:
		t.Error("the engine ponders without a side")
	default:
	}
}

// forgetful is an engine that counts its calls of Clear.
type forgetful struct {
	patient
	cleared *int
}

func (e forgetful) Clear() { *e.cleared++ }

// TestFace makes the engine play like named opponents, which do not use what
// was found for the user; hints are at full strength.
func TestFace(t *testing.T) {
	s := begin(t, [2]bool{true, false})
	cleared := 0
	s.Player.Engine = forgetful{patient{make(chan struct{})}, &cleared}
	s.Player.Control.Time = time.Hour
	s.Reply(t.Context(), s.Now())
	if cleared != 0 {
		t.Error("it has forgotten without an opponent")
	}
	for _, o := range workshop.OpponentsOf(s.Now().Game()) {
		s.Face(o)
		if got := s.Player; got.Level != o.Level || got.Sight != o.Sight || got.Query.Depth != 0 || got.Control.Time != 0 || s.Opponent != o.Name {
			t.Errorf("%s: %+v", o.Name, got)
		}
		if adviser := s.Adviser(); adviser.Level != 0 || !adviser.Choice.Plain() {
			t.Errorf("%s: hints by %+v", o.Name, adviser)
		}
	}
	s.Reply(t.Context(), s.Now())
	if cleared != 1 {
		t.Errorf("it has forgotten %d times", cleared)
	}
}
