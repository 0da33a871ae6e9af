package star

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/engine/puzzle"
	"github.com/plywood-go/plywood/engine/textbookengine"
	"github.com/plywood-go/plywood/games/mnk/mnkengine"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/kit/enginetest"
	"github.com/plywood-go/plywood/kit/gametest"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/path"
	"github.com/plywood-go/plywood/textbook"
)

func open(t testing.TB, name string, text string) *File {
	t.Helper()
	f, err := read(t.Context(), name+".star", []byte(text), func(string) {}, func() {})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// template opens a template with other sizes: pairs of old and new text.
func template(t testing.TB, name string, changes ...string) *File {
	t.Helper()
	return open(t, name, strings.NewReplacer(changes...).Replace(string(Template(name))))
}

func gameOf(t testing.TB, f *File) *engine.Game {
	t.Helper()
	g, err := f.Game()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// tictactoe returns the text of tic-tac-toe.
func tictactoe(t testing.TB) string {
	text, err := os.ReadFile("testdata/tictactoe.star")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// lenient ignores the law of allocation: values of Starlark are allocated.
type lenient struct{ testing.TB }

func (l lenient) Errorf(format string, args ...any) {
	l.Helper()
	if text := fmt.Sprintf(format, args...); !strings.Contains(text, "gametest: allocation:") {
		l.TB.Error(text)
	}
}

func TestTemplates(t *testing.T) {
	if len(Templates()) != 7 || Template("chess") != nil {
		t.Errorf("templates %v", Templates())
	}
	for _, name := range Templates() {
		t.Run(name, func(t *testing.T) {
			f := template(t, name)
			if r := f.Check(20, 0, rand.New(rand.NewPCG(1, 1))); r.Broken != nil || r.Games != 20 || len(r.Notes) > 1 {
				t.Errorf("%+v", r)
			}
			if f.Puzzles() {
				r := solitaire{rules{f}, false}
				gametest.TestPuzzle(t, r, gametest.PuzzleConfig[state]{Starts: []state{r.Start()}, Walks: 4, Consistent: true})
				return
			}
			gametest.Test(lenient{t}, rules{f}, gametest.Config[state, move]{Games: 5})
			if g := gameOf(t, f); name == "nim" || name == "torus" && !testing.Short() {
				enginetest.Run(t, g, enginetest.Options{Lines: 1, Nodes: 500, Plies: 4})
			}
			if err := f.Fault(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestAgainstMinimax compares searches of all kinds with plain minimax of the textbook, near the
// ends of games at random.
func TestAgainstMinimax(t *testing.T) {
	random := seeded.Rand(t, 1)
	for _, name := range []string{"breakthrough", "domineering", "kalah", "nim", "torus"} {
		g := gameOf(t, template(t, name))
		for range 2 {
			line := []*engine.Position{g.Start()}
			for p := line[0]; !p.Status().Over(); line = append(line, p) {
				legal := p.Moves()
				p, _ = p.Play(legal[random.IntN(len(legal))])
			}
			p := line[max(0, len(line)-5)]
			truth := textbookengine.New(textbook.Minimax).Analyze(t.Context(), p, search.Query{Nodes: 20000}, search.Control{}, nil)
			if !truth.Exact() {
				continue
			}
			for _, o := range []engine.Options{{}, {Solve: true}, {Solve: true, Outcome: true}, {Prove: true, Outcome: true}} {
				a := g.NewEngine(o).Analyze(t.Context(), p, search.Query{Exhaustive: true}, search.Control{}, nil)
				if a.Outcome() != truth.Outcome() || !o.Outcome && a.Lines[0].Score != truth.Lines[0].Score {
					t.Errorf("%s %s, %+v: %v %s, minimax %v %s", name, p, o, a.Lines[0].Score, a.Outcome(), truth.Lines[0].Score, truth.Outcome())
				}
			}
		}
	}
}

// TestNim compares all small heaps with the theory: the player to move loses if and only if the
// exclusive or of the heaps is 0 (Bouton 1901).
func TestNim(t *testing.T) {
	g := gameOf(t, template(t, "nim"))
	e := g.NewEngine(engine.Options{})
	for n := range 4 * 4 * 4 {
		a, b, c := n%4, n/4%4, n/16
		p, err := g.Parse(fmt.Sprintf("(%d, %d, %d) second", a, b, c))
		if err != nil {
			t.Fatal(err)
		}
		r := e.Analyze(t.Context(), p, search.Query{Exhaustive: true}, search.Control{}, nil)
		if want := map[bool]string{true: "loss", false: "win"}[a^b^c == 0]; r.Outcome() != want {
			t.Errorf("%s: %q, want %q", p, r.Outcome(), want)
		}
	}
}

// TestTicTacToe compares the game in Starlark with mnk:3,3,3: counts, values and the nodes of all
// algorithms of the textbook.
func TestTicTacToe(t *testing.T) {
	ours, err := mnkengine.Game("3,3,3")
	if err != nil {
		t.Fatal(err)
	}
	g := gameOf(t, open(t, "tictactoe", tictactoe(t)))
	for depth := range 6 {
		if got, want := g.Start().Perft(t.Context(), depth), ours.Start().Perft(t.Context(), depth); got != want {
			t.Errorf("perft %d: %+v, want %+v", depth, got, want)
		}
	}
	for _, moves := range []string{"", "a1", "b2 a2", "b2 a1 c3", "a1 b1 c1 b3 c2"} {
		p, err := g.Start().PlayAll(moves)
		if err != nil {
			t.Fatal(err)
		}
		q, _ := ours.Start().PlayAll(moves)
		for _, a := range textbook.Algorithms() {
			got := textbookengine.New(a).Analyze(t.Context(), p, search.Query{Depth: 4}, search.Control{}, nil)
			want := textbookengine.New(a).Analyze(t.Context(), q, search.Query{Depth: 4}, search.Control{}, nil)
			if moves != "" && len(p.Moves()) > 6 {
				continue
			}
			if got.Lines[0].Score.Outcome() != want.Lines[0].Score.Outcome() || got.Proof != want.Proof {
				t.Errorf("%s after %q: %v %v, want %v %v", a, moves, got.Lines[0].Score, got.Proof, want.Lines[0].Score, want.Proof)
			}
		}
	}
	a := g.NewEngine(engine.Options{}).Analyze(t.Context(), g.Start(), search.Query{Exhaustive: true}, search.Control{}, nil)
	if a.Outcome() != "draw" {
		t.Errorf("tic-tac-toe is a %q", a.Outcome())
	}
}

// TestSmallBoards compares domineering and kalah on small boards with brute force over other rules.
func TestSmallBoards(t *testing.T) {
	value := func(f *File) (string, int) {
		g := gameOf(t, f)
		a := g.NewEngine(engine.Options{Solve: true}).Analyze(t.Context(), g.Start(), search.Query{Exhaustive: true}, search.Control{}, nil)
		n, _ := a.Lines[0].Score.Points()
		return a.Outcome(), n
	}
	for rows := 1; rows <= 4; rows++ {
		for columns := 1; columns <= 4; columns++ {
			f := template(t, "domineering", "rows, columns = 4, 4", fmt.Sprintf("rows, columns = %d, %d", rows, columns))
			want := map[bool]string{true: "win", false: "loss"}[dominates(0, rows, columns, 0, map[[2]int]bool{})]
			if got, _ := value(f); got != want {
				t.Errorf("domineering %d×%d: %s, want %s", rows, columns, got, want)
			}
		}
	}
	for houses := 1; houses <= 3; houses++ {
		for seeds := 1; seeds <= 4-houses/3*2; seeds++ {
			f := template(t, "kalah", "houses, seeds = 3, 2", fmt.Sprintf("houses, seeds = %d, %d", houses, seeds))
			row := make([]int, houses+1)
			for i := range houses {
				row[i] = seeds
			}
			want := kalah(row, row)
			if outcome, got := value(f); got != want || outcome != []string{"loss", "draw", "win"}[1+cmp.Compare(want, 0)] {
				t.Errorf("kalah with %d houses and %d seeds: %s %d, want %d", houses, seeds, outcome, got, want)
			}
		}
	}
}

// dominates reports whether the player to move wins domineering. Bit i of taken is a cell; player 0
// places upright dominoes.
func dominates(taken, rows, columns, player int, known map[[2]int]bool) bool {
	won, ok := known[[2]int{taken, player}]
	for r := 0; !ok && r < rows; r++ {
		for c := range columns {
			r2, c2 := r+1-player, c+player
			domino := 1<<(r*columns+c) | 1<<(r2*columns+c2)
			if r2 < rows && c2 < columns && taken&domino == 0 && !dominates(taken|domino, rows, columns, 1-player, known) {
				won = true
			}
		}
	}
	known[[2]int{taken, player}] = won
	return won
}

// kalah returns the margin of the player to move, whose houses come first in mine, with the store
// behind them. The rows run in opposite directions.
func kalah(mine, other []int) int {
	houses, best := len(mine)-1, -999
	for i, seeds := range mine[:houses] {
		if seeds == 0 {
			continue
		}
		sides := [2][]int{slices.Clone(mine), slices.Clone(other)}
		sides[0][i] = 0
		side, at := 0, i
		for ; seeds > 0; seeds-- {
			if at++; side == 0 && at > houses || side == 1 && at == houses {
				side, at = 1-side, 0
			}
			sides[side][at]++
		}
		if facing := &sides[1][max(0, houses-1-at)]; side == 0 && at < houses && sides[0][at] == 1 && *facing > 0 {
			sides[0][houses] += *facing + 1
			sides[0][at], *facing = 0, 0
		}
		v := 0
		switch {
		case sum(sides[0][:houses]) == 0 || sum(sides[1][:houses]) == 0:
			v = sum(sides[0]) - sum(sides[1])
		case side == 0 && at == houses:
			v = kalah(sides[0], sides[1])
		default:
			v = -kalah(sides[1], sides[0])
		}
		best = max(best, v)
	}
	return best
}

func sum(numbers []int) (n int) {
	for _, x := range numbers {
		n += x
	}
	return n
}

// TestPig checks that a die decides after a roll, and a player before it.
func TestPig(t *testing.T) {
	f := template(t, "pig")
	r := rules{f}
	s := r.Start()
	if got := r.Chances(&s, nil); got != nil {
		t.Errorf("chances %v where a player decides", got)
	}
	r.Play(&s, &s, `"roll"`)
	if got := r.Chances(&s, nil); len(got) != 6 || got[0] != 1.0/6 {
		t.Errorf("chances %v of a die", got)
	}
}

// TestDieInOpening gives a player an opening that names a result of the die. The die is rolled all
// the same.
func TestDieInOpening(t *testing.T) {
	g := gameOf(t, template(t, "pig"))
	p, err := g.Start().Play("roll")
	if err != nil {
		t.Fatal(err)
	}
	player := &engine.Player{
		Engine: g.NewEngine(engine.Options{}), Opening: map[string]string{g.Start().String(): "roll", p.String(): "1"},
		Rand: rand.New(rand.NewPCG(1, 0)),
	}
	seen := map[string]bool{}
	for range 100 {
		chosen, _, _ := player.Move(t.Context(), p, nil)
		seen[chosen.Move] = true
	}
	if len(seen) != 6 {
		t.Errorf("100 rolls of the die are %v", seen)
	}
	if chosen, _, _ := player.Move(t.Context(), g.Start(), nil); chosen.Move != "roll" {
		t.Errorf("the opening's move is %s", chosen.Move)
	}
}

// TestSliding compares costs with and without the lower bound of the file, and with a known one.
func TestSliding(t *testing.T) {
	p, err := template(t, "sliding").Puzzle()
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]int{"startpos": 2, "(1, 2, 3, 4, 5, 6, 0, 7, 8)": 2, "(0, 1, 2, 4, 5, 3, 7, 8, 6)": 4} {
		from, err := p.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, heuristic := range []string{"blind", "estimate"} {
			for _, a := range []path.Algorithm{path.AStar, path.IDAStar, path.UniformCost} {
				o := puzzle.Options{Heuristic: heuristic}
				o.Algorithm = a
				s, err := p.NewSolver(t.Context(), o, puzzle.Resources{})
				if err != nil {
					t.Fatal(err)
				}
				if r := s.Solve(t.Context(), from, path.Query{}, search.Control{}, nil); r.Cost != want || r.Optimality() != path.Optimal {
					t.Errorf("%s, %s with %s: %v, want %d", text, a, heuristic, r, want)
				}
			}
		}
	}
}

// broken are changes of Nim, each with what is said of it.
var broken = map[string]struct{ old, new, want string }{
	"loop":      {"def moves(heaps):", "def moves(heaps):\n    while True:\n        pass", "line 7: moves(…): more than 4 194 304 steps"},
	"doubling":  {"def moves(heaps):", "def moves(heaps):\n    x = 'a'\n    for i in range(99): x = x + x", "line 9: moves(…): a value grows"},
	"repeat":    {"def moves(heaps):", "def moves(heaps):\n    x = [0] * 999999999", "line 8: moves(…): a value grows"},
	"times":     {"def moves(heaps):", "def moves(heaps):\n    x = [0]\n    for i in range(99): x *= 9", "line 9: moves(…): a value grows"},
	"in place":  {"def moves(heaps):", "def moves(heaps):\n    x = [0]\n    for i in range(99): x += x", "line 9: moves(…): a value grows"},
	"extend":    {"def moves(heaps):", "def moves(heaps):\n    x = [0]\n    for i in range(99): x.extend(x)", "line 9: moves(…): a value grows"},
	"slice":     {"def moves(heaps):", "def moves(heaps):\n    x = list(range(9999))\n    y = [x[:] for i in range(9999)]", "line 9: moves(…): a value grows"},
	"range":     {"def moves(heaps):", "def moves(heaps):\n    x = max(range(1 << 40))", "line 8: moves(…): a value grows"},
	"join":      {"def moves(heaps):", "def moves(heaps):\n    x = ('a' * 9999).join(['a'] * 9999)", "line 8: moves(…): a value grows"},
	"nested":    {"def moves(heaps):", "def moves(heaps):\n    x = []\n    for i in range(99): x = [x, x]\n    str(x)", "line 10: moves(…): a value grows"},
	"digits":    {"def moves(heaps):", "def moves(heaps):\n    x = 3\n    for i in range(99): x = x * x", "line 9: moves(…): a value grows"},
	"recursion": {"def moves(heaps):", "def moves(heaps):\n    return moves(heaps)", "line 8: moves(…): function moves called recursively"},
	"type":      {"def moves(heaps):", "def moves(heaps):\n    return 3", "line 7: moves(…) returns 3, want a list of moves"},
	"float":     {`return "loss"`, "return 0.5", "line 15: result(…) returns 0.5, want None"},
	"doubled":   {"for n in range(1,", "for k in range(2) for n in range(1,", "line 7: moves(…) returns the move (0, 1) twice"},
	"illegal":   {"heaps[i] + 1)]", "heaps[i] + 2)]", "line 7: moves(…) returns no moves, but result(…) returns None"},
	"fails":     {"    i, n = move", "    i, n = move\n    x = 1 // (heaps[0] - 1)", "line 13: play(…): floored division by zero"},
	"global":    {"def moves(heaps):", "calls = [0]\ndef moves(heaps):\n    calls[0] += 1", "line 9: moves(…): the position, the move or a global value is changed"},
	"texts":     {`"abcdefgh"[move[0]] +`, `"x" +`, "line 19: two moves have the same text"},
	"spaces":    {`"abcdefgh"[move[0]] +`, `"a b" +`, `line 19: format(…) returns "a b1", want a move without spaces`},
	"many":      {"def moves(heaps):", "def moves(heaps):\n    return range(5000)", "line 7: moves(…) returns 5000 moves, more than 4096"},
	"endless":   {"def moves(heaps):", "def moves(heaps):\n    x = []\n    x.append(x)\n    str(x)", "line 10: moves(…): a value grows"},
	"deep":      {"def moves(heaps):", "def moves(heaps):\n    x = []\n    for i in range(99999): x = [x]\n    x == x", "line 10: moves(…): a value grows"},
	"hash":      {"def moves(heaps):", "def moves(heaps):\n    x = ()\n    for i in range(99): x = (x, x)\n    y = {x: 1}", "line 9: moves(…): a value grows"},
	"returned":  {"def moves(heaps):", "def moves(heaps):\n    x = []\n    x.append(x)\n    return x", "line 7: moves(…): more than 65 536 elements"},
	"keys":      {"def moves(heaps):", "def moves(heaps):\n    x = {}\n    for i in range(9999): x['a' * i] = i", "line 9: moves(…): a value grows"},
	"bytes":     {"def moves(heaps):", "def moves(heaps):\n    return [chr(233)[0]]", "line 7: moves(…): a value of type string"},
	"position":  {"return (3, 4, 5)", "return [3, set([4])]", "start(…): a value of type set: want None"},
	"sum":       {"def moves(heaps):", "def moves(heaps):\n    if sum(heaps) != heaps[0] + heaps[1] + heaps[2] or sum(()) != 0: fail()\n    return sum(['a'])", "line 9: moves(…): sum: got string, want whole numbers"},
	"sums":      {"def moves(heaps):", "def moves(heaps):\n    x = [1 << 500] * 9999\n    while True: sum(x)", "line 9: moves(…): a value grows"},
	"drawing":   {`return "\n".join`, "return 3 + len", "line 22: draw(…) returns 6, want a text"},
}

// TestBroken checks what is said of broken games, and that a search in which a call fails claims
// nothing and ends.
func TestBroken(t *testing.T) {
	for name, b := range broken {
		text := string(Template("nim"))
		changed := strings.Replace(text, b.old, b.new, 1)
		if changed == text {
			t.Fatalf("%s: nothing is changed", name)
		}
		if r := open(t, name, changed).Check(50, 0, rand.New(rand.NewPCG(1, 1))); r.Broken == nil || !strings.Contains(r.Broken.Error(), b.want) {
			t.Errorf("%s: %v, want %q", name, r.Broken, b.want)
		}
		if !slices.Contains([]string{"type", "float", "doubled", "fails", "texts"}, name) { // one of each kind
			continue
		}
		for _, o := range []engine.Options{{}, {Solve: true}, {Prove: true}, {Sample: true}, {Options: search.Options{Threads: 2}}} {
			ctx, g := failing(t, changed)
			claimsNothing(t, name, g, g.NewEngine(o).Analyze(ctx, g.Start(), search.Query{Nodes: 100_000, Lines: 2}, search.Control{}, nil))
		}
		for _, a := range textbook.Algorithms() {
			ctx, g := failing(t, changed)
			claimsNothing(t, name, g, textbookengine.New(a).Analyze(ctx, g.Start(), search.Query{Nodes: 100_000}, search.Control{}, nil))
		}
	}
}

// failing returns the game of a text and a context that ends at its first failure. It may have
// failed at the start.
func failing(t *testing.T, text string) (context.Context, *engine.Game) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	f, err := read(t.Context(), "failing.star", []byte(text), nil, stop)
	if err != nil {
		t.Fatal(err)
	}
	g, _ := f.Game()
	return ctx, g
}

func claimsNothing(t *testing.T, name string, g *engine.Game, a engine.Analysis) {
	t.Helper()
	if g.Fault() == nil {
		t.Fatalf("%s: no failure", name)
	}
	for _, l := range a.Lines {
		if l.Proof != 0 || l.Bound != 0 || l.Move != "" {
			t.Errorf("%s: a claim %+v after %v", name, l, g.Fault())
		}
	}
	if a.Proof != 0 || a.Exact() || a.Outcome() != "" {
		t.Errorf("%s: a claim %+v after %v", name, a, g.Fault())
	}
}

// late is a game of 3^12 lines that fails in one position of 10 after 8 moves. Positions are so large
// that few are remembered.
const late = `
def start(): return (0, 0, "x" * 4000)
def moves(s): return [0, 1, 2]
def play(s, m):
    if s[0] == 8 and s[1] % 10 == 4: fail("late")
    return (s[0] + 1, s[1] * 3 + m, s[2])
def result(s): return "loss" if s[0] == 12 or s[1] % 7 == 6 else None
def evaluate(s): return s[1] % 5
`

// TestLateFault fails deep in the tree: what a search found before must not be claimed after, and
// searches of all kinds end, although they meet positions again that were forgotten.
func TestLateFault(t *testing.T) {
	engines := map[string]func(g *engine.Game) engine.Engine{}
	for name, o := range map[string]engine.Options{
		"search": {}, "solve": {Solve: true}, "outcome": {Solve: true, Outcome: true}, "dfpn": {Prove: true},
		"mcts": {Sample: true}, "threads": {Options: search.Options{Threads: 3}}, "mcts threads": {Sample: true, Options: search.Options{Threads: 3}},
	} {
		engines[name] = func(g *engine.Game) engine.Engine { return g.NewEngine(o) }
	}
	for _, a := range textbook.Algorithms() {
		engines[string(a)] = func(*engine.Game) engine.Engine { return textbookengine.New(a) }
	}
	for name, e := range engines {
		rare := late
		if strings.HasPrefix(name, "mcts") { // it meets few positions twice before the first failure
			rare = strings.NewReplacer("% 10 == 4", "% 100 == 34", "4000", "30000").Replace(late)
		}
		ctx, g := failing(t, rare)
		a := e(g).Analyze(ctx, g.Start(), search.Query{Nodes: 100_000, Lines: 2}, search.Control{}, nil)
		claimsNothing(t, name, g, a)
	}
}

// TestForgotten checks that positions keep their moves after a failure, also when they were
// forgotten: a search that looks at its tree again must find what it has found before.
func TestForgotten(t *testing.T) {
	for _, name := range []string{"kalah", "pig", "nim"} {
		f := template(t, name)
		r := rules{f}
		describe := func(s state) string {
			moves, status := r.Moves(&s, nil)
			return fmt.Sprint(s, moves, status, r.Status(&s), r.ToMove(&s), r.Chances(&s, nil))
		}
		s := r.Start()
		before := map[state]string{}
		for range 20 {
			before[s] = describe(s)
			moves, _ := r.Moves(&s, nil)
			if len(moves) == 0 {
				break
			}
			r.Play(&s, &s, moves[len(moves)/2])
		}
		g := gameOf(t, f)
		e := g.NewEngine(engine.Options{Sample: true})
		second, _ := g.Start().Play(g.Start().Moves()[0])
		for _, p := range []*engine.Position{g.Start(), second} { // the tree is kept
			e.Analyze(t.Context(), p, search.Query{Nodes: 100}, search.Control{}, nil)
			f.fail(errors.New("late"))
			clear(f.known)
			claimsNothing(t, name, g, e.Analyze(t.Context(), p, search.Query{Nodes: 100}, search.Control{}, nil))
		}
		for s, want := range before {
			clear(f.known)
			if got := describe(s); got != want {
				t.Errorf("%s: after a failure %s, before it %s", name, got, want)
			}
		}
	}
}

// TestLog checks that the standard logger, which is silent while Starlark starts, writes again.
func TestLog(t *testing.T) {
	if log.Writer() != os.Stderr {
		t.Error("the standard logger is silent")
	}
}

// TestChangedPosition changes a position that is a list, in each function.
func TestChangedPosition(t *testing.T) {
	for _, name := range []string{"moves", "play", "result"} {
		text := `
def start(): return [3]
def moves(s):
    return [1]
def play(s, m):
    return [s[0] - 1]
def result(s):
    return "loss" if s[0] == 0 else None
`
		lines := strings.Split(text, "\n")
		for i, l := range lines {
			if strings.HasPrefix(l, "def "+name) {
				lines[i+1] = "    s.append(0)\n" + lines[i+1]
			}
		}
		r := open(t, name, strings.Join(lines, "\n")).Check(1, 0, rand.New(rand.NewPCG(1, 1)))
		if want := name + "(…): the position, the move or a global value is changed"; r.Broken == nil || !strings.Contains(r.Broken.Error(), want) {
			t.Errorf("%s: %v, want %q", name, r.Broken, want)
		}
	}
}

// TestFiles refuses files that are no games.
func TestFiles(t *testing.T) {
	nim := string(Template("nim"))
	for text, want := range map[string]string{
		"def": "x.star: line 1: not an identifier", "x = y": "line 1: undefined: y", "load('a', 'b')": "load not implemented",
		"x = 1\nwhile True: x += 1": "line 1: more than 4 194 304 steps", nim + "def goal(s): return True": "want either result",
		nim + "def chance(s): return None": "chance needs turn", nim + "turn = 3": "want a function turn with 1", "": "no function start",
		strings.Replace(nim, "def play(heaps, move)", "def play(heaps, move, x)", 1): "line 11: want a function play with 2 parameters",
		"t = ()\nfor i in range(99): t = (t, t)":                                     "line 2: a value grows beyond",
		"x = []\nx.append(x)":                                                        "line 1: a value grows beyond", "def f(*x): return x": "line 1: a function cannot have", "f = lambda *x: x": "cannot have",
		"x = [0]\nx[x.pop()] += 1": "line 2: x[f()] += y would call f twice", nim + "\nf = 'a'.join": "line 25: a method must be called",
	} {
		if _, err := read(t.Context(), "x.star", []byte(text), nil, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %q", text, err, want)
		}
	}
}

// TestPositions reads positions: the order of a dict does not matter, errors do not end the game.
func TestPositions(t *testing.T) {
	g := gameOf(t, template(t, "domineering"))
	a, err := g.Parse(`{"turn": 1, "board": "----------------"}`)
	b, err2 := g.Parse(`{"board": "-" * 16, "turn": 1}`)
	if err != nil || err2 != nil || a.String() != b.String() || a.Hash() != b.Hash() {
		t.Errorf("%v %v, %v %v", a, err, b, err2)
	}
	for _, text := range []string{"", "{", "{}", "3", "[0] * 9999999", "[x for x in range(9999999)]", `{"board": 3, "turn": 1}`, "(1).x", "a b"} {
		if p, err := g.Parse(text); err == nil {
			t.Errorf("%q is read as %v", text, p)
		}
	}
	if g.Fault() != nil {
		t.Error(g.Fault())
	}
}

// TestParse reads moves by the function of a file.
func TestParse(t *testing.T) {
	f := open(t, "nim", string(Template("nim"))+"\ndef parse(text):\n    return (int(text[0]) - 1, int(text[1:]))\n")
	g := gameOf(t, f)
	for move, ok := range map[string]bool{"a1": true, "11": true, "35": true, "14": false, "xx": false, "": false} {
		if p, err := g.Start().Play(move); (err == nil) != ok {
			t.Errorf("%q: %v, %v", move, p, err)
		}
	}
	if r := f.Check(1, 0, rand.New(rand.NewPCG(1, 1))); r.Broken == nil {
		t.Error("parse that reads no text of format is accepted")
	}
	dicts := `
def start(): return 0
def moves(s): return [{"b": 1, "a": 2}]
def play(s, m): return 1
def result(s): return "loss" if s else None
def format(m): return "x"
def parse(text): return {"b": 1, "a": 2}
`
	if p, err := gameOf(t, open(t, "dicts", dicts)).Start().Play("y"); err != nil {
		t.Errorf("a move that is a dict: %v, %v", p, err)
	}
}

func BenchmarkTicTacToe(b *testing.B) {
	text := tictactoe(b)
	nodes := uint64(0)
	for b.Loop() {
		g := gameOf(b, open(b, "tictactoe", text))
		a := g.NewEngine(engine.Options{}).Analyze(b.Context(), g.Start(), search.Query{Exhaustive: true}, search.Control{}, nil)
		if a.Outcome() != "draw" {
			b.Fatal(a.Outcome())
		}
		nodes += a.Stats.Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}

// TestScripts names texts, opens them by their names, and refuses other names.
func TestScripts(t *testing.T) {
	var s Scripts
	for _, template := range Templates() {
		name, err := Name(Template(template))
		if err != nil {
			t.Fatal(err)
		}
		text, err := s.Text(name)
		g, p, err2 := s.Open(t.Context(), name)
		if err != nil || err2 != nil || string(text) != string(Template(template)) || (g == nil) != (template == "sliding") || (p == nil) == (template == "sliding") || !s.Is(name) {
			t.Errorf("%s: %v, %v", template, err, err2)
		}
		if again, puzzles, _, err := s.Check(t.Context(), string(text)); again != name || puzzles != (p != nil) || err != nil {
			t.Errorf("%s: %q, %v", template, again, err)
		}
	}
	if s.Is("othello") || s.Is("other.star") {
		t.Error("other names")
	}
	bomb, _ := Name(bytes.Repeat([]byte("a"), maxText))
	for _, name := range []string{"star:", "star:!", "star:AAAA", bomb[:len(bomb)-2]} {
		if _, _, err := s.Open(t.Context(), name); err == nil {
			t.Errorf("%q is opened", name)
		}
	}
	if _, err := Name(bytes.Repeat([]byte("a"), maxText+1)); err == nil {
		t.Error("a large text has a name")
	}
}

// TestEnded ends the context of a game after each of its first calls: searches claim nothing.
func TestEnded(t *testing.T) {
	text := strings.Replace(string(Template("torus")), "def result(board):", "def result(board):\n    print(board)", 1)
	for last := 2; last < 400; last += 1 + last/8 {
		for _, o := range []engine.Options{{}, {Solve: true}, {Prove: true}, {Sample: true}} {
			ctx, end := context.WithCancel(t.Context())
			calls := 0
			f, err := read(ctx, "torus.star", []byte(text), func(string) {
				if calls++; calls == last {
					end()
				}
			}, func() {})
			if err != nil {
				t.Fatal(err)
			}
			g := gameOf(t, f)
			claimsNothing(t, fmt.Sprint(last), g, g.NewEngine(o).Analyze(t.Context(), g.Start(), search.Query{Nodes: 100_000, Depth: 6}, search.Control{}, nil))
			end()
		}
	}
}

// TestBoards places pieces after a few moves, found by hand.
func TestBoards(t *testing.T) {
	for name, tt := range map[string]struct{ moves, want, path string }{
		"torus":        {"a1 b1", "XO-------", "[2]"},
		"domineering":  {"a1 b1", "VHH-V-----------", "[3]"},
		"breakthrough": {"a2-b3 b4-a3", "wwww-wwwbw--b-bbbbbb", "[0 4]"},
		"kalah":        {"1 2", "-33-2-31", "[4]"}, // the last seed is in the store: North moves again
		"sliding":      {"up", "a-cdbfgeh", "[4 1]"},
	} {
		f := template(t, name)
		var placed *boards.Placement
		var err error
		if f.Puzzles() {
			g, _ := f.Puzzle()
			p, failed := g.Start().PlayAll(tt.moves)
			placed, err = p.Placement(), failed
		} else {
			p, failed := gameOf(t, f).Start().PlayAll(tt.moves)
			placed, err = p.Placement(), failed
		}
		if err != nil || placed.Pieces != tt.want || fmt.Sprint(placed.Paths[0]) != tt.path {
			t.Errorf("%s: %v, %+v, want %+v", name, err, placed, tt)
		}
	}
}

// TestBrokenBoards checks what is said of wrong boards.
func TestBrokenBoards(t *testing.T) {
	torus := string(Template("torus"))
	for old, b := range map[string][2]string{
		`"columns": size,`:            {`"columns": 99,`, "want columns and rows from 1 to 32"},
		`"columns": size, `:           {`"width": 1e300, "height": 1, "cells": [{"name": "a", "x": 0, "y": 0}], `, "want at most 32 cells"},
		"\"columns\": size, \"rows\"": {`"width": 1, "height": 1, "cells": [{"name": "a", "x": 0.5, "y": 0}], "rows"`, "all cells, labels and dots within"},
		`"rows": size,`:               {`"rows": size, "turns": 3,`, "turns: 3, want 1, 2 or 4"},
		`"shape": "cross"`:            {`"shape": "horse"`, `shape "horse", want one of disc`},
		`"letter": "X"`:               {`"letter": "-"`, "one character, and not a hyphen"},
		`"side": 1`:                   {`"side": 2`, "no side 2"},
		`"colour": "blue"`:            {`"color": "blue"`, `unknown field "color"`},
		`return board` + "\n":         {"return board + board\n", "line 50: pieces(…) returns"},
		`return [cell]`:               {"return [99]", "line 53: cells(…) returns [99], want a list of numbers of cells"},
		"return [cell]  #":            {"return [0]  #", "begin alike"},
		"def pieces(board)":           {"def piece(board)", "board needs pieces"},
	} {
		changed := strings.Replace(torus, old, b[0], 1)
		if changed == torus {
			t.Fatalf("%s: nothing is changed", old)
		}
		f, err := read(t.Context(), "torus.star", []byte(changed), nil, func() {})
		if err == nil {
			err = f.Check(2, 0, rand.New(rand.NewPCG(1, 1))).Broken
		}
		if err == nil || !strings.Contains(err.Error(), b[1]) {
			t.Errorf("%s: %v, want %q", b[0], err, b[1])
		}
	}
}

// TestNames opens a file in which board, pieces and cells are values, or functions of its own.
func TestNames(t *testing.T) {
	text := string(Template("nim")) + "\nboard = 3\ncells = [1]\ndef pieces(a, b, c): return a\n"
	if g := gameOf(t, open(t, "nim", text)); g.Board() != nil {
		t.Errorf("a board %+v", g.Board())
	}
}
