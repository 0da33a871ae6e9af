package capability

import (
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"testing"

	"github.com/plywood-go/plywood/game"
)

// bare is a game with rules only: a countdown.
type bare struct{}

func (bare) Moves(s *int, buf []int) ([]int, game.Status) {
	if *s == 0 {
		return buf, game.Loss
	}
	return append(buf, 1), game.Ongoing
}
func (bare) Play(dst, src *int, m int) { *dst = *src - m }
func (bare) ToMove(s *int) game.Player { return game.Player(*s & 1) }
func (bare) Hash(s *int) uint64        { return uint64(*s) }

// full has every capability.
type full struct{ bare }

func (full) Start() int                                { return 9 }
func (full) Evaluate(*int) game.Score                  { return 1 }
func (full) EvaluatesMargin() bool                     { return true }
func (full) FeatureCounts() (features, phases int)     { return 1, 1 }
func (full) Features(*int, game.Player, []uint64) int  { return 0 }
func (full) Status(*int) game.Status                   { return game.Draw }
func (full) Alternates() bool                          { return true }
func (full) NoisyMoves(_ *int, buf []int) []int        { return buf }
func (full) Gain(*int, int) game.Score                 { return 1 }
func (full) QuietGain() game.Score                     { return 1 }
func (full) Exchange(*int, int, game.Score) bool       { return true }
func (full) Structure(*int) uint64                     { return 0 }
func (full) Null(_, _ *int) bool                       { return false }
func (full) ScoreMoves(*int, []int, []int32)           {}
func (full) LastPly(*int) (game.Score, int)            { return 0, 0 }
func (full) MoveKey(m int) int                         { return m }
func (full) IsPass(int) bool                           { return false }
func (full) Image(dst, src *int, m, k int) (int, bool) { *dst = *src ^ k; return m, k < 4 }
func (full) Fold(*int) (uint64, int)                   { return 77, 3 }
func (full) FormatMove(*int, int) string               { return "" }
func (full) ParseMove(*int, string) (int, error)       { return 0, nil }
func (full) FormatPosition(*int) string                { return "" }
func (full) ParsePosition(string) (int, error)         { return 0, nil }
func (full) Draw(*int) string                          { return "" }
func (full) Bounds(*int) (lower, upper game.Score)     { return 0, 0 }
func (full) Select(*int, []int) int                    { return 1 }
func (full) Promising(*int, []int) int                 { return 1 }
func (full) Repetition(*int) (int, game.Status)        { return 0, game.Draw }
func (full) Occurrences() int                          { return 3 }
func (full) Limit(*int) (int, game.Status)             { return 0, game.Draw }
func (full) Patience(*int) int                         { return 1 }
func (full) LimitName(*int) string                     { return "" }
func (full) Urgent(*int) bool                          { return false }
func (full) Alarms(*int, int) bool                     { return true }
func (full) Chances(_ *int, buf []float64) []float64   { return buf }

// modest answers every promise with false.
type modest struct{ bare }

func (modest) Repetition(*int) (int, game.Status) { return 0, game.Draw }
func (modest) Occurrences() int                   { return 1 }

// promises are the capabilities whose answers are kept, by the field that
// holds them.
var promises = map[string]string{"Alternator": "Alternates", "MarginEvaluator": "InMargins"}

// TestSetIsComplete compares the fields of a Set with the interfaces of
// game/capability.go: each is set for a game that has it, and nil for one that
// has not.
func TestSetIsComplete(t *testing.T) {
	none, all := reflect.ValueOf(Of[int, int](bare{})), reflect.ValueOf(Of[int, int](full{}))
	fields := map[string]bool{}
	for _, name := range interfaces(t) {
		if promised, ok := promises[name]; ok {
			name = promised
		}
		fields[name] = true
		f := all.FieldByName(name)
		switch {
		case !f.IsValid():
			t.Errorf("a Set has no %s", name)
		case f.IsZero():
			t.Errorf("%s is not found where it is", name)
		case name != "Occurrences" && !none.FieldByName(name).IsZero():
			t.Errorf("%s is found where it is not", name)
		}
	}
	for i := range all.NumField() {
		if name := all.Type().Field(i).Name; !fields[name] && name != "Occurrences" && name != "QuietGain" {
			t.Errorf("%s is no capability of package game", name)
		}
	}
	for want, got := range map[int]int{2: Of[int, int](bare{}).Occurrences, 3: Of[int, int](full{}).Occurrences} {
		if got != want {
			t.Errorf("%d occurrences, want %d", got, want)
		}
	}
	if got := Of[int, int](modest{}).Occurrences; got != 2 {
		t.Errorf("%d occurrences, want at least 2", got)
	}
}

// interfaces returns the names of the capabilities of package game.
func interfaces(t *testing.T) (names []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "../../game/capability.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.TypeSpec); ok {
			names = append(names, spec.Name.Name)
		}
		return true
	})
	if len(names) < 20 {
		t.Fatalf("%d capabilities found: the test looks in the wrong place", len(names))
	}
	return names
}

func TestStatuser(t *testing.T) {
	for s, want := range []game.Status{game.Loss, game.Ongoing} {
		if got := Statuser(bare{}).Status(&s); got != want {
			t.Errorf("%d: %v, want %v", s, got, want)
		}
	}
	s := 1
	if got := Statuser(full{}).Status(&s); got != game.Draw {
		t.Errorf("got %v, want what the game says", got)
	}
}

func TestFold(t *testing.T) {
	s, scratch := 6, 0
	offers := Of[int, int](full{})
	if key, image := Fold(full{}, &offers, &s, &scratch); key != 77 || image != 3 {
		t.Errorf("key %d, image %d, want what Fold says", key, image)
	}
	offers.Folder = nil
	if key, image := Fold(full{}, &offers, &s, &scratch); key != 4 || image != 2 {
		t.Errorf("key %d, image %d, want 4, 2: the least of 6, 7, 4, 5", key, image)
	}
	offers.Symmetric = nil
	if key, image := Fold(full{}, &offers, &s, &scratch); key != 6 || image != 0 {
		t.Errorf("key %d, image %d, want the hash", key, image)
	}
}
