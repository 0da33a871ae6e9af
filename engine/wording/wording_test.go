package wording

import (
	"regexp"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/internal/words"
)

// TestOpinion writes values of every kind.
func TestOpinion(t *testing.T) {
	g, err := catalog.Find("othello")
	if err != nil {
		t.Fatal(err)
	}
	p := g.Start()
	value := func(number float64, unit string, plies, outcome int) engine.Value {
		return engine.Value{Number: number, Unit: unit, Plies: plies, Outcome: outcome}
	}
	tests := []struct {
		value      engine.Value
		proof      game.Bound
		depth      int
		confidence int
		want       string
	}{
		{value(4, "discs", -1, 0), game.NoBound, 5, 0, "+4 discs (estimate)"},
		{value(-4, "discs", -1, 0), game.NoBound, 5, 73, "-4 discs (73 % sure)"},
		{value(-1, "discs", -1, 0), game.Lower, 5, 0, "-1 disc (at least)"},
		{value(0, "discs", -1, 0), game.NoBound, 0, 0, "unknown"},
		{value(0, "discs", -1, 0), game.Exact, 5, 0, "draw (exact)"},
		{value(12, "discs", -1, 1), game.Exact, 5, 0, "+12 discs, X wins (exact)"},
		{value(-12, "discs", -1, -1), game.Exact, 5, 0, "-12 discs, O wins (exact)"},
		{value(3, "plies", 3, 1), game.Lower, 5, 0, "X wins in 3 plies (at most)"},
		{value(-1, "plies", 1, -1), game.Upper, 5, 0, "O wins in 1 ply (at most)"},
		{value(1, "outcome", -1, 1), game.Exact, 5, 0, "X wins (exact)"},
	}
	for _, tt := range tests {
		a := engine.Analysis{Position: p, Proof: tt.proof, Depth: tt.depth, Confidence: tt.confidence, Lines: []engine.Line{{Value: tt.value}}}
		if got := Opinion(words.English, &a, 0); got != tt.want {
			t.Errorf("%+v %v: %q, want %q", tt.value, tt.proof, got, tt.want)
		}
	}
}

// TestOpinionOf writes proofs about a game and about a position, in three
// languages.
func TestOpinionOf(t *testing.T) {
	g, err := catalog.Find("checkers")
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Parse("W:WK1:BK32:H9")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		lang  words.Lang
		score game.Score
		proof game.Bound
		want  string
	}{
		{words.English, 0, game.Exact, "draw (exact) in this game"},
		{words.English, game.WinIn(72), game.Lower, "White wins in 72 plies (at most) in the position alone"},
		{words.English, 0, game.NoBound, "unknown"},
		{words.Russian, 0, game.Exact, "ничья (доказано) в этой партии"},
		{words.Russian, game.LossIn(72), game.Exact, "победа чёрных за 72 полухода (доказано) в самой позиции, без учёта партии"},
		{words.Chinese, 0, game.Exact, "平局（已证明），就本局而言"},
		{words.Chinese, game.WinIn(73), game.Exact, "白方 73 步内胜（已证明），仅就局面而言"},
	} {
		a := engine.Analysis{Position: p, Lines: []engine.Line{{Score: tt.score, Value: p.Measure(tt.score), Proof: tt.proof}}}
		if got := Opinion(tt.lang, &a, 0); got != tt.want {
			t.Errorf("%v %v: %q, want %q", tt.score, tt.proof, got, tt.want)
		}
	}
}

// TestVerdict ends games in every way.
func TestVerdict(t *testing.T) {
	tests := []struct{ game, moves, want string }{
		{"tictactoe", "a1 b1 a2 b2 a3", "X has won"},
		{"tictactoe", "a1 b1 a2 b2 c1 a3 c3 c2 b3", "a draw"},
		{"othello:4", "", ""},
		{"tree", "1 1 2", "the value is 4"},
		{"tree", "1 2 1", "the value is 5"},
	}
	for _, tt := range tests {
		g, err := catalog.Find(tt.game)
		if err != nil {
			t.Fatal(err)
		}
		p, err := g.Start().PlayAll(tt.moves)
		if err != nil {
			t.Fatal(err)
		}
		for tt.moves == "" && len(p.Moves()) > 0 {
			if p, err = p.Play(p.Moves()[0]); err != nil {
				t.Fatal(err)
			}
		}
		got := Verdict(words.English, p)
		if tt.want != "" && got != tt.want || tt.want == "" && !strings.Contains(got, "has won by ") {
			t.Errorf("%s %s: %q, want %q", tt.game, tt.moves, got, tt.want)
		}
	}
}

// TestVerdictByRule ends games by repetitions and limits, and checks that the
// verdict names the rule.
func TestVerdictByRule(t *testing.T) {
	tests := []struct{ game, position, moves, want string }{
		{"checkers", "W:WK1:BK32", "1-5 32-28 5-1 28-32 1-5 32-28 5-1 28-32", "the position has come back too often"},
		{
			"draughts:international", "W:WK46:BK45", "46-41 45-50 41-37 50-45 37-32 45-50 32-37 50-45 37-41 45-50",
			"too many moves with two pieces or one against a king",
		},
	}
	for _, tt := range tests {
		g, err := catalog.Find(tt.game)
		if err != nil {
			t.Fatal(err)
		}
		start, err := g.Parse(tt.position)
		if err != nil {
			t.Fatal(err)
		}
		p, err := start.PlayAll(tt.moves)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := Verdict(words.English, p), "a draw: "+tt.want; got != want {
			t.Errorf("%s: %q, want %q", tt.game, got, want)
		}
		if got := start.EndedBy(); got != "" {
			t.Errorf("%s: ended before it began, by %s", tt.game, got)
		}
	}
}

// TestLimitsHaveWords checks that every limit of draughts has a translation.
func TestLimitsHaveWords(t *testing.T) {
	for v := range draughts.Variant(4) {
		for l := range draughts.Endings + 1 {
			if key := keyOf("rule", l.String()); l.Moves(v) > 0 && !words.Has(key) {
				t.Errorf("no words for %s", key)
			}
		}
	}
}

// TestSides names players: by the game's own translation, by a common one, and
// otherwise in English.
func TestSides(t *testing.T) {
	about := engine.About{
		Sides: [2]string{"White", "Attacker"},
		In:    map[string]engine.Words{"ru": {Sides: [2]string{"", "нападающий"}}},
	}
	for _, tt := range []struct {
		lang words.Lang
		want [2]string
	}{
		{words.English, [2]string{"White", "Attacker"}},
		{words.Russian, [2]string{"Белые", "нападающий"}},
		{words.Chinese, [2]string{"白方", "Attacker"}},
	} {
		for side, want := range tt.want {
			if got := sideName(tt.lang, about, game.Player(side)); got != want {
				t.Errorf("%s: side %d: %q, want %q", tt.lang, side, got, want)
			}
		}
	}
}

// TestTree describes the play of a tree in each language.
func TestTree(t *testing.T) {
	g, err := catalog.Find("tree")
	if err != nil {
		t.Fatal(err)
	}
	for lang, want := range map[words.Lang][2]string{
		words.English: {"Game tree", "MAX"}, words.Russian: {"Дерево игры", "МАКС"}, words.Chinese: {"博弈树", "MAX"},
	} {
		if got := [2]string{Title(lang, g.About()), Side(lang, g.Start())}; got != want {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
	}
}

// TestOpenings checks that every translated opening name belongs to an opening
// of a game, and that openings named after people have the same name
// everywhere.
func TestOpenings(t *testing.T) {
	names := map[string]bool{}
	for _, g := range catalog.Games() {
		for _, o := range g.Openings() {
			names[o.Name] = true
		}
	}
	for key, text := range words.English.All() {
		if strings.HasPrefix(key, "opening.") && (!names[strings.Replace(text, "{n}", "1", 1)] || keyOf("opening", text) != key) {
			t.Errorf("%s: there is no opening %q", key, text)
		}
	}
	for lang, want := range map[words.Lang]string{words.English: "Cow", words.Russian: "Корова", words.Chinese: "牛"} {
		if got := Known(lang, "opening", "Cow"); got != want {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
		if got, want := Known(lang, "opening", "ballot 17"), map[words.Lang]string{words.English: "ballot 17", words.Russian: "жребий 17", words.Chinese: "抽签开局 17"}[lang]; got != want {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
		if got := Known(lang, "opening", "Brightwell"); got != "Brightwell" {
			t.Errorf("%s: %q, want Brightwell", lang, got)
		}
	}
}

// TestBoard plays games to their ends by the first and the last move in turn,
// and draws every position: in English the captions of a board are texts of
// the catalogue, and in other languages no English is left.
func TestBoard(t *testing.T) {
	english := regexp.MustCompile(`\p{Ll}{2,}`)
	for _, g := range catalog.Games() {
		name := g.About().Name
		if name == "tree" {
			continue // its drawing is the tree as written
		}
		p := g.Start()
		for i := 0; ; i++ {
			for _, c := range p.Captions() {
				if got := caption(words.English, g.About(), c); got != c.Text && c.Says != game.IsDraw {
					t.Errorf("%s: the drawing says %q, the catalogue %q", name, c.Text, got)
				}
			}
			if len(p.Captions()) == 0 {
				t.Fatalf("%s: no captions", name)
			}
			if left := english.FindString(Board(words.Chinese, p)); left != "" {
				t.Fatalf("%s: in Chinese the board says %q:\n%s", name, left, Board(words.Chinese, p))
			}
			moves := p.Moves()
			if len(moves) == 0 {
				break
			}
			next, err := p.Play(moves[i%2*(len(moves)-1)])
			if err != nil {
				t.Fatal(err)
			}
			p = next
		}
	}
	for _, tt := range []struct{ game, moves, want string }{
		{"qubic", "", "   第1层       第2层       第3层       第4层\n"},
		{"ultimate", "e5", "轮到O，第 5 盘\n"},
		{"checkers", "", "轮到黑方走\n"},
	} {
		g, err := catalog.Find(tt.game)
		if err != nil {
			t.Fatal(err)
		}
		p, err := g.Start().PlayAll(tt.moves)
		if err != nil {
			t.Fatal(err)
		}
		if got := Board(words.Chinese, p); !strings.Contains(got, tt.want) {
			t.Errorf("%s: %q is not in\n%s", tt.game, tt.want, got)
		}
	}
}
