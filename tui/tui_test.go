package tui

import (
	"context"
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/play"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/games/tree"
	"github.com/plywood-go/plywood/internal/golden"
	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/learn/lesson"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/textbook"
	"github.com/plywood-go/plywood/trace"
)

// sizes are the terminal sizes of the screen tests.
var sizes = []tea.WindowSizeMsg{{Width: 100, Height: 30}, {Width: 80, Height: 24}, {Width: 60, Height: 20}, {Width: 40, Height: 15}}

// check compares a screen, without styles, with a golden file and checks that it fits.
func check(t *testing.T, name string, m tea.Model, size tea.WindowSizeMsg) {
	t.Helper()
	got := ansi.Strip(m.View().Content) + "\n"
	lines := strings.Split(strings.TrimSuffix(got, "\n"), "\n")
	if len(lines) > size.Height {
		t.Errorf("%s: %d lines on a screen of %d", name, len(lines), size.Height)
	}
	for _, line := range lines {
		if w := lipgloss.Width(line); w > size.Width {
			t.Errorf("%s: %d columns on a screen of %d: %q", name, w, size.Width, line)
		}
	}
	golden.Check(t, fmt.Sprintf("%s.%dx%d.txt", name, size.Width, size.Height), []byte(got))
}

// press returns the message of a key: a name of Bubble Tea or a character.
func press(name string) tea.KeyPressMsg {
	special := map[string]tea.Key{
		"enter": {Code: tea.KeyEnter}, "tab": {Code: tea.KeyTab}, "esc": {Code: tea.KeyEscape},
		"left": {Code: tea.KeyLeft}, "right": {Code: tea.KeyRight}, "up": {Code: tea.KeyUp}, "down": {Code: tea.KeyDown},
		"home": {Code: tea.KeyHome}, "end": {Code: tea.KeyEnd},
		"ctrl+c": {Code: 'c', Mod: tea.ModCtrl}, "ctrl+d": {Code: 'd', Mod: tea.ModCtrl},
	}
	if k, ok := special[name]; ok {
		return tea.KeyPressMsg(k)
	}
	return tea.KeyPressMsg{Code: []rune(name)[0], Text: name}
}

// drive sends messages, runs the resulting commands one after another, and reports whether the
// model has ended.
func drive(t *testing.T, m tea.Model, messages ...tea.Msg) (last tea.Model, ended bool) {
	t.Helper()
	for len(messages) > 0 {
		next := messages[0]
		messages = messages[1:]
		switch msg := next.(type) {
		case nil:
			continue
		case tea.QuitMsg:
			ended = true
			continue
		case tea.BatchMsg:
			var more []tea.Msg
			for _, c := range msg {
				if c != nil {
					more = append(more, c())
				}
			}
			messages = append(more, messages...)
			continue
		}
		var c tea.Cmd
		m, c = m.Update(next)
		if c != nil {
			messages = append([]tea.Msg{c()}, messages...)
		}
	}
	return m, ended
}

func keys(names ...string) (all []tea.Msg) {
	for _, name := range names {
		all = append(all, press(name))
	}
	return all
}

func run(t testing.TB, text string, a textbook.Algorithm) *lesson.Run {
	t.Helper()
	parsed, err := tree.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	r, err := lesson.Search(context.Background(), parsed, lesson.Setup{Algorithm: a})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

const bratko = "a(b(d(h=1 i=4) e(j=5 k=6)) c(f(l=2 m=1) g(n=1 o=1)))"

func TestWalk(t *testing.T) {
	r := run(t, bratko, textbook.BratkoAlphaBeta)
	for _, size := range sizes {
		m := tea.Model(NewWalk(r, words.English, trace.RenderOptions{Style: trace.Windows, Lang: words.English}))
		m, _ = drive(t, m, size)
		check(t, "walk-start", m, size)
		m, _ = drive(t, m, keys("c", "right")...)
		check(t, "walk-cut", m, size)
		m, _ = drive(t, m, keys("?")...)
		check(t, "walk-help", m, size)
		m, _ = drive(t, m, keys("?", "v", "s", "end")...)
		check(t, "walk-end", m, size)
	}
}

func TestWalkInOtherLanguages(t *testing.T) {
	r := run(t, bratko, textbook.AlphaBeta)
	for _, l := range []words.Lang{words.Russian, words.Chinese} {
		for _, size := range sizes {
			m := tea.Model(NewWalk(r, l, r.Render(l)))
			m, _ = drive(t, m, append([]tea.Msg{size}, keys("c", "c")...)...)
			check(t, "walk-"+string(l), m, size)
		}
	}
}

func TestWalkKeys(t *testing.T) {
	r := run(t, bratko, textbook.BratkoAlphaBeta)
	tests := []struct {
		keys string
		step int
	}{
		{"right right left", 1},
		{"left", 0},
		{"end right", r.Len()},
		{"end home", 0},
		{"c", 21},
		{"c c c", 38},
		{"end C C", 21},
		{"b", 25},
		{"right o", r.Len()},
		{"right right o", 24},
		{"x y z", 0},
	}
	for _, tt := range tests {
		m, ended := drive(t, NewWalk(r, words.English, trace.RenderOptions{}), keys(strings.Fields(tt.keys)...)...)
		if got := m.(Walk).step; got != tt.step || ended {
			t.Errorf("%s: step %d, want %d", tt.keys, got, tt.step)
		}
	}
	for key, interrupted := range map[string]bool{"q": false, "esc": false, "ctrl+c": true} {
		m, ended := drive(t, NewWalk(r, words.English, trace.RenderOptions{}), press(key))
		if !ended || m.(Walk).interrupted() != interrupted {
			t.Errorf("%s: ended %v, interrupted %v", key, ended, m.(Walk).interrupted())
		}
	}
}

// TestWalkThroughGreatTree shows a tree too large for any screen.
func TestWalkThroughGreatTree(t *testing.T) {
	text := "1"
	for i := range 6 {
		text = "(" + strings.Repeat(strings.Replace(text, "1", fmt.Sprint(i%3+1), 1)+" ", 3) + ")"
	}
	r := run(t, text, textbook.AlphaBeta)
	for _, size := range sizes {
		m := tea.Model(NewWalk(r, words.English, trace.RenderOptions{}))
		m, _ = drive(t, m, append([]tea.Msg{size}, keys("c", "c", "c", "c")...)...)
		check(t, "walk-great", m, size)
	}
}

// parrot is an engine that immediately reports the first legal move at depth 3.
type parrot struct{ calls []search.Query }

func (e *parrot) Analyze(_ context.Context, p *engine.Position, q search.Query, _ search.Control, report func(engine.Analysis)) engine.Analysis {
	e.calls = append(e.calls, q)
	a := engine.Analysis{Position: p, Depth: 3, Stats: search.Stats{Nodes: 1234567}}
	for i, m := range p.Moves()[:min(len(p.Moves()), max(1, q.Lines))] {
		a.Lines = append(a.Lines, engine.Line{Move: m, PV: []string{m, "then"}, Value: p.Measure(game.Score(7 - i)), Depth: 3})
	}
	if report != nil {
		report(a)
	}
	return a
}

func (e *parrot) Clear() {}

func newGame(t *testing.T, name string, sides [2]bool, l words.Lang) (*Play, *parrot) {
	t.Helper()
	g, err := catalog.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	e := &parrot{}
	s := &play.Session{Player: &engine.Player{Engine: e}, Sides: sides}
	s.Start(g.Start())
	return NewPlay(context.Background(), s, l), e
}

// typed returns the messages of a typed line.
func typed(line string) (all []tea.Msg) {
	for _, c := range line {
		all = append(all, press(string(c)))
	}
	return append(all, press("enter"))
}

func TestPlayScreens(t *testing.T) {
	for _, name := range []string{"othello", "connect4", "tictactoe"} {
		for _, size := range sizes {
			p, _ := newGame(t, name, [2]bool{false, true}, words.English)
			m, _ := drive(t, p, size)
			check(t, name+"-start", m, size)
			m, _ = drive(t, m, typed(p.game.Legal()[1])...)
			check(t, name+"-reply", m, size)
			m, _ = drive(t, m, keys("tab", "down", "down")...)
			check(t, name+"-live", m, size)
			m, _ = drive(t, m, append(keys("esc"), typed("hint")...)...)
			check(t, name+"-hint", m, size)
			m, _ = drive(t, m, append(keys("tab"), typed("nonsense")...)...)
			check(t, name+"-error", m, size)
			m, _ = drive(t, m, keys("?")...)
			check(t, name+"-help", m, size)
		}
	}
}

func TestPlayInOtherLanguages(t *testing.T) {
	for _, l := range []words.Lang{words.Russian, words.Chinese} {
		for _, size := range sizes {
			p, _ := newGame(t, "othello", [2]bool{false, true}, l)
			m, _ := drive(t, p, append(append([]tea.Msg{size}, typed("f5")...), keys("tab")...)...)
			check(t, "othello-"+string(l), m, size)
		}
	}
}

func TestPlayMoves(t *testing.T) {
	tests := []struct {
		name  string
		sides [2]bool
		do    []tea.Msg
		want  string // the moves on the board
	}{
		{"two people", [2]bool{}, append(typed("b2"), typed("a1")...), "b2 a1"},
		{"the engine answers", [2]bool{false, true}, typed("b2"), "b2 a1"},
		{"the engine begins", [2]bool{true, false}, nil, "a1"},
		{"an illegal move", [2]bool{false, true}, typed("z9"), ""},
		{"undo takes both moves back", [2]bool{false, true}, append(typed("b2"), press("left")), ""},
		{"redo plays both again", [2]bool{false, true}, append(typed("b2"), keys("left", "right")...), "b2 a1"},
		{"a new move forgets the old", [2]bool{false, true}, append(append(typed("b2"), press("left")), append(typed("c3"), press("right"))...), "c3 a1"},
		{"undo by word", [2]bool{}, append(typed("b2"), typed("undo")...), ""},
		{"undo of nothing", [2]bool{}, keys("left", "right"), ""},
		{"choose the second move", [2]bool{}, keys("down", "down", "enter"), "b1"},
		{"choose the last move", [2]bool{}, keys("up", "enter"), "c3"},
		{"swap", [2]bool{false, true}, typed("swap"), "a1"},
		{"new", [2]bool{}, append(typed("b2"), typed("new")...), ""},
		{"the engine plays alone", [2]bool{true, true}, nil, "a1 b1 c1 a2 b2 c2 a3"},
	}
	for _, tt := range tests {
		p, _ := newGame(t, "tictactoe", tt.sides, words.English)
		var first tea.Msg
		if c := p.Init(); c != nil {
			first = c()
		}
		drive(t, p, append([]tea.Msg{first}, tt.do...)...)
		got := p.game.Moves()
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: moves %v, want %s (%s)", tt.name, got, tt.want, p.message)
		}
		if p.job != nil {
			t.Errorf("%s: the engine still thinks", tt.name)
		}
	}
}

// TestPlayOpponents lists the opponents, chooses one, and fails to choose one while the engine
// thinks.
func TestPlayOpponents(t *testing.T) {
	p, _ := newGame(t, "tictactoe", [2]bool{false, true}, words.English)
	drive(t, p, typed("opponent")...)
	if !strings.HasPrefix(p.message, "opponent NAME chooses one of: beginner, novice") || p.game.Opponent != "" {
		t.Errorf("%q, against %q", p.message, p.game.Opponent)
	}
	drive(t, p, typed("opponent novice")...)
	if p.message != "you play against: novice" || p.game.Player.Sight.Plies == 0 || !strings.HasSuffix(p.title(), "X to move · novice") {
		t.Errorf("%q: %q, %+v", p.title(), p.message, p.game.Player)
	}
	for _, key := range typed("a1") {
		p.Update(key)
	}
	p.obey("opponent perfect")
	if p.game.Opponent != "novice" || p.message != p.lang.Text("play.thinking") {
		t.Errorf("%q, against %q, while the engine thinks", p.message, p.game.Opponent)
	}
	trees, _ := newGame(t, "tree", [2]bool{}, words.English)
	drive(t, trees, typed("opponent novice")...)
	if trees.message != "this game has no opponents with names" {
		t.Errorf("of trees: %q", trees.message)
	}
}

// TestPlayChangesItsMind checks that a result for an earlier position is not shown for the
// current one.
func TestPlayChangesItsMind(t *testing.T) {
	p, e := newGame(t, "tictactoe", [2]bool{}, words.English)
	_, c := p.Update(press("tab")) // live analysis begins …
	batch := c().(tea.BatchMsg)
	for _, key := range typed("b2") { // … and the position changes before it has ended
		if _, more := p.Update(key); more != nil {
			t.Fatal("a second job beside the first")
		}
	}
	stale := batch[0]()
	if _, c = p.Update(stale); p.seen != nil {
		t.Error("the old analysis is shown")
	}
	drive(t, p, c())
	if p.seen == nil || p.seen.Position != p.game.Now() || len(e.calls) != 2 || e.calls[1].Lines != analysisLines {
		t.Errorf("after it ended: %v, calls %v", p.seen, e.calls)
	}
	if _, c = p.Update(stale); c != nil {
		t.Error("an old message starts something")
	}
}

func TestPlayLeaves(t *testing.T) {
	for line, interrupted := range map[string]bool{"ctrl+c": true, "ctrl+d": false} {
		p, _ := newGame(t, "tictactoe", [2]bool{}, words.English)
		if _, ended := drive(t, p, press(line)); !ended || p.interrupted() != interrupted {
			t.Errorf("%s: ended %v, interrupted %v", line, ended, p.interrupted())
		}
	}
	p, _ := newGame(t, "tictactoe", [2]bool{}, words.English)
	if _, ended := drive(t, p, typed("quit")...); !ended {
		t.Error("quit does not end the game")
	}
}

// TestTinyScreens draws on terminals too small to use.
func TestTinyScreens(t *testing.T) {
	r := run(t, bratko, textbook.AlphaBeta)
	for _, size := range []tea.WindowSizeMsg{{}, {Width: 1, Height: 1}, {Width: 7, Height: 3}, {Width: 200, Height: 2}} {
		p, _ := newGame(t, "othello", [2]bool{false, true}, words.Russian)
		for _, m := range []tea.Model{NewWalk(r, words.Chinese, r.Render(words.Chinese)), p} {
			for _, key := range []string{"right", "tab", "c", "?", "v", "end", "down"} {
				m, _ = drive(t, m, size, press(key))
				if got := m.View().Content; lipgloss.Height(got) > max(1, size.Height) || lipgloss.Width(got) > size.Width {
					t.Errorf("%dx%d after %s: %d by %d", size.Width, size.Height, key, lipgloss.Width(got), lipgloss.Height(got))
				}
			}
		}
	}
}
