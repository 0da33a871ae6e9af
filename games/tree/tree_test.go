package tree_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/tree"
)

const bratko = "a(b(d(h=1 i=4) e(j=5 k=6)) c(f(l=2 m=1) g(n=1 o=1)))"

// minimax returns the value of p for the side to move.
func minimax[S any, R game.Rules[S, tree.Move]](r R, p *S) game.Score {
	moves, status := r.Moves(p, nil)
	if status.Over() {
		return status.Score()
	}
	best := -game.Infinity
	for _, m := range moves {
		var child S
		r.Play(&child, p, m)
		v := minimax(r, &child)
		if r.ToMove(&child) != r.ToMove(p) {
			v = -v
		}
		best = max(best, v)
	}
	return best
}

// alphaBeta is minimax with cuts at beta or, if strict, only above it. It
// counts leaves.
func alphaBeta[S any, R game.Rules[S, tree.Move]](r R, p *S, alpha, beta game.Score, strict bool, leaves *int) game.Score {
	moves, status := r.Moves(p, nil)
	if status.Over() {
		*leaves++
		return status.Score()
	}
	best := -game.Infinity
	for _, m := range moves {
		var child S
		r.Play(&child, p, m)
		best = max(best, -alphaBeta(r, &child, -beta, -max(alpha, best), strict, leaves))
		if best > beta || best == beta && !strict {
			break
		}
	}
	return best
}

func TestBratko(t *testing.T) {
	root := tree.Rules{}.Start()
	if got := (tree.Rules{}).FormatPosition(&root); got != bratko {
		t.Errorf("start is %s, want %s", got, bratko)
	}
	if v := minimax(tree.Rules{}, &root); v != game.Margin(4) {
		t.Errorf("value %v, want 4", v)
	}
	leaves := 0
	if v := alphaBeta(tree.Rules{}, &root, -game.Infinity, game.Infinity, false, &leaves); v != game.Margin(4) || leaves != 5 {
		t.Errorf("alpha-beta: value %v, %d leaves; want 4, 5", v, leaves)
	}
}

func TestParse(t *testing.T) {
	tests := []struct{ in, out, value string }{
		{"((1 4)(5 6))", "((1 4) (5 6))", "5"},
		{" ( ( 1,4 ) ,(5 6)) ", "((1 4) (5 6))", "5"},
		{bratko, bratko, "4"},
		{"a -> b, c\nb -> d, e\nc -> f, g\nd->h,i\ne->j k\nf->l,m\ng->n,o\nh=1; i=4; j=5; k=6; l=2; m=1; n=1; o=1", bratko, "4"},
		{"x = 3 ; root -> x, y # a comment -> here\ny=-1;;\n", "root(x=3 y=-1)", "3"},
		{"(1 # one\n2)", "(1 2)", "2"},
		{"[[1, 4], [5, 6]]", "((1 4) (5 6))", "5"},
		{`{"children":[1,{"value":-2.5,"name":"b"}],"name":"a"}`, "a(1 b=-2.5)", "1"},
		{"7", "7", "7"},
		{"x=7", "x=7", "7"},
		{"max(min(3 5) Min = 4)", "((3 5) Min=4)", "4"},
		{"(((5)))", "(((5)))", "5"},
		{"(1 (2 3) 4)", "(1 (2 3) 4)", "4"},
		{"(.5 +0.25)", "(.5 +0.25)", ".5"},
		{"(0.1 0.10000000000000000001)", "(0.1 0.10000000000000000001)", "0.10000000000000000001"},
		{"((0.1 0.10000000000000000001))", "((0.1 0.10000000000000000001))", "0.1"},
		{"(-0.5 -1e-9 -3)", "(-0.5 -1e-9 -3)", "-1e-9"},
		{"(9999999 -9999999)", "(9999999 -9999999)", "9999999"},
		{"(10000000 3)", "(10000000 3)", "10000000"},
		{"(1e3 999.9)", "(1e3 999.9)", "1e3"},
		{"(-0 -1)", "(-0 -1)", "0"},
		{"(0.0 -0.5)", "(0.0 -0.5)", "0"},
		{"(1e-308 2e-308)", "(1e-308 2e-308)", "2e-308"},
		{"((010/030 1/4) 0.3)", "((010/030 1/4) 0.3)", "0.3"},
		{"(1/3 0.33 -1/2)", "(1/3 0.33 -1/2)", "1/3"},
		{"(inf (−∞ 3))", "(inf (-inf 3))", "inf"},
		{"((−∞ 3) -5)", "((-inf 3) -5)", "-5"},
		{"(min (3 5) (6 9))", "min((3 5) (6 9))", "-5"},
		{"(Max (min 3 5) 6)", "((3 5) 6)", "6"},
		{"min(max(3 5) max(6 9))", "min((3 5) (6 9))", "-5"},
		{"(MAX (max 3 5) (МИН 6 9))", "(max(3 5) (6 9))", "6"},
		{"min a(b(1 4) c(5 6))", "min a(b(1 4) c(5 6))", "-4"},
		{"(min a (max b 1 4) (max c 5 6))", "min a(b(1 4) c(5 6))", "-4"},
		{"['A', ('B', 5), ('C', 10)]", "A(B=5 C=10)", "10"},
		{"[A, [B, (E, 3), (F, 12)], [C, (G, 2), (H, 4)]]", "A(B(E=3 F=12) C(G=2 H=4))", "3"},
		{"[[3, 12, 8], (2, 4, 6), [14, 5, 2]]", "((3 12 8) (2 4 6) (14 5 2))", "3"},
		{`["A", ["B", 5], ["C", 10]]`, "A(B=5 C=10)", "10"},
		{`("Ход 1"=3 «ход 2»((4) 5) max=7 'min'(8))`, `("Ход 1"=3 "ход 2"((4) 5) max=7 "min"(8))`, "8"},
		{"(a (1 2) (3 4))", "a((1 2) (3 4))", "3"},
		{"(min a(3 5) min b(6 9))", "(a(3 5) b(6 9))", "6"},
		{"max(min a(3 5) 4)", "(a(3 5) 4)", "4"},
		{"(min a (3 5) (6 9))", "min a((3 5) (6 9))", "-5"},
		{"A: B C; B: D E; C: F G\nD:2,3 E:5,9 F:0,1 G:7,5", "A(B(D(2 3) E(5 9)) C(F(0 1) G(7 5)))", "3"},
		{"{'A': ['B', 'C'], 'B': [3, 5], 'C': 4}", "A(B(3 5) C=4)", "4"},
		{"min a: b c; b: 3; max c -> 4, 5", "min a(b=3 c(4 5))", "-3"},
		{"a -> b c; b -> d 1; c -> d 2; d = 5", "a(b(d=5 1) c(d=5 2))", "2"},
		{"a → b，c\nb=1\nc=2", "a(b=1 c=2)", "2"},
		{`{"turn":"min","children":[{"value":"1/2"},3]}`, "min(1/2 3)", "-1/2"},
		{"один(два=2 _3=3)", "один(два=2 _3=3)", "3"},
	}
	for _, tt := range tests {
		root, err := tree.Rules{}.ParsePosition(tt.in)
		if err != nil {
			t.Errorf("%q: %v", tt.in, err)
			continue
		}
		if got := (tree.Rules{}).FormatPosition(&root); got != tt.out {
			t.Errorf("%q reads as %s, want %s", tt.in, got, tt.out)
		}
		if got := root.Tree.Text(minimax(tree.Rules{}, &root)); got != tt.value {
			t.Errorf("%q: value %s, want %s", tt.in, got, tt.value)
		}
	}
}

func TestParseErrors(t *testing.T) {
	tests := []struct{ in, offence string }{
		{"", "empty text"},
		{"()", "line 1, column 2: a node without children needs a number"},
		{"((1 4)(5 6)", "column 12: the tree is not complete: 1 parentheses are open"},
		{")", `column 1: ")" without its opening`},
		{"(1 -+inf)", `"-+inf", want a number`},
		{"(1 2x)", `column 4: "2x", want a number such as 4`},
		{"(1 é2 3)", "the name é2, want = or ("},
		{"(1\n 2 a b)", `line 2, column 6: "b" after the name a`},
		{"(1 a=)", `")", want a number such as 4`},
		{"(1 a=b)", `"b", want a number such as 4`},
		{"min 3", `"min" before the number 3`},
		{"(a (1 2) b (3 4))", "a space between the name b and its bracket"},
		{"(1 0.5:2)", "the probability 0.5, but chance does not choose there"},
		{"chance(0.5:1 2)", "1 of 2 children have a probability"},
		{"chance(0.5:1 1/3:2)", "the probabilities add up to 5/6, want 1"},
		{"chance(-0.5:1 1.5:2)", `"-0.5", want a probability`},
		{"chance(1 2)", "only expectiminimax, star1 and star2"},
		{"a: 150%: b; b = 1", `"150%", want a probability`},
		{"(1 2]", `"]"`},
		{"(1/0 2)", `"1/0", want a number`},
		{"(1e309 2)", "want a number between 1e-308 and 1e308"},
		{`("" 1)`, "want a name of at most 100 letters"},
		{`('a"b'=1)`, "double quotation marks"},
		{"(a=1 a=2)", "two children of one node are named a"},
		{"(1 ?)", `"?", want a number or a name`},
		{"(1 = 2)", `"=", want a number, a name or a parenthesis`},
		{"(1e 2)", `"1e"`},
		{"(1e99999999999 2)", `"1e99999999999"`},
		{"(1.2.3 2)", `"1.2.3"`},
		{"(- 2)", `"-"`},
		{"a -> b\nb -> ", "line 2, column 6: the end, want a name"},
		{"a -> b", "b: a node without children needs a number"},
		{"a -> b\nc -> b\nb = 1", "no node precedes a, c, want one root: add a line such as root -> a, c"},
		{"a -> b; b = 1; b = 2", "b has a number or children already"},
		{"a -> b; c -> d; b = 1; d = 1", "no node precedes a, c"},
		{"a -> b; b -> a", "every node follows another"},
		{"r -> x; x = 1; a -> b; b -> a", "a follows itself"},
		{"a -> a", "every node follows another"},
		{"r -> a; a -> b; b -> c; c -> a", "a follows itself"},
		{"a = 1 -> b", `"->", want the end of the line`},
		{"a - > b -> c", `"-" after the name a`},
		{"[", "the tree is not complete"},
		{"[]", "column 3: a node without children"},
		{"[1 2", "the tree is not complete"},
		{`["x"]`, "a node without children needs a number"},
		{"{}", "without value and children"},
		{`{"value":1,"value":2}`, "second value"},
		{`{"children":[1],"children":[2]}`, "children twice"},
		{`{"value":1,"noisy":2}`, "noisy is 2, want true or false"},
		{"a(~b=1 c=2)", "no move before it"},
		{"a(b=1 ~c=2 d=3)", "a child after the pass"},
		{"a(b=1 !~c=2)", "a pass is not noisy"},
		{"max a(b=1 ~max c(1 2))", "the turn to the other player"},
		{"a(b=x(1 2) 3)", `"x", want a number`},
		{`{"value":"x"}`, `"x", want a number`},
		{`{"value":[1]}`, "value is [, want a number"},
		{`{"children":1}`, "children is 1, want an array"},
		{`{"name":1,"value":2}`, "name is 1, want a string"},
		{`{"name":" b c","value":2}`, `" b c", want a name`},
		{`{"turn":"nobody","children":[1]}`, "turn is nobody"},
		{`{"vaule":1,"name":"x"}`, `key "vaule"`},
		{`[1] 5`, "a number from 1 to 1"},
		{"((1 4)(5 6)) 3", "want the name of a child or a number from 1 to 2"},
		{"((1 4)(5 6)) 1 1 1", "a leaf has no children"},
		{strings.Repeat("(", 20000), "deeper than 10000 plies"},
		{strings.Repeat("[", 20000), "deeper than 10000 plies"},
		{"(" + strings.Repeat("1 ", 40000) + ")", "more than 32768 children"},
	}
	for _, tt := range tests {
		_, err := tree.Rules{}.ParsePosition(tt.in)
		if err == nil || !strings.Contains(err.Error(), tt.offence) || !strings.HasPrefix(err.Error(), "tree: ") {
			t.Errorf("%.40q: error %v, want one with %q", tt.in, err, tt.offence)
		}
	}
	if _, err := tree.Parse("(1 2) 1"); err == nil || !strings.Contains(err.Error(), `column 7: "1" after the tree`) {
		t.Errorf("Parse with a move: error %v", err)
	}
}

func TestLimits(t *testing.T) {
	deep := strings.Repeat("(", tree.MaxPlies) + "1" + strings.Repeat(")", tree.MaxPlies)
	p, err := tree.Parse(deep)
	if err != nil {
		t.Fatal(err)
	}
	root := p.Root()
	if v := minimax(tree.Rules{}, &root); v != game.Margin(1) {
		t.Errorf("a chain of %d: value %v, want 1", tree.MaxPlies, v)
	}
	if testing.Short() {
		return
	}
	row := "(" + strings.Repeat("1 ", 999) + ")"
	if _, err := tree.Parse("(" + strings.Repeat(row, 999) + ")"); err != nil {
		t.Errorf("%d nodes: %v", 999*1000+1, err)
	}
	if _, err := tree.Parse("(" + strings.Repeat(row, 1001) + ")"); err == nil || !strings.Contains(err.Error(), "more than 1000000 nodes") {
		t.Errorf("more than a million nodes: error %v", err)
	}
}

// TestText checks that values, negatives and order survive ranking.
func TestText(t *testing.T) {
	p, err := tree.Parse("(-3.5 0 2.25 3.50 1e20 -7)")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"-3.5", "0", "2.25", "3.5", "1e20", "-7"}
	negative := []string{"3.5", "0", "-2.25", "-3.5", "-1e20", "7"}
	root := p.Root()
	for m := range want {
		var leaf tree.Position
		tree.Rules{}.Play(&leaf, &root, tree.Move(m))
		margin, ok := tree.Rules{}.Status(&leaf).Margin()
		if !ok {
			t.Fatalf("leaf %d is %v", m, tree.Rules{}.Status(&leaf))
		}
		v := -game.Margin(margin)
		if got := p.Text(v); got != want[m] {
			t.Errorf("leaf %d for MAX: %s, want %s", m, got, want[m])
		}
		if got := p.Text(-v); got != negative[m] {
			t.Errorf("leaf %d for MIN: %s, want %s", m, got, negative[m])
		}
		if got := p.Text(game.Score(-margin)); got != want[m] {
			t.Errorf("leaf %d in plain points: %s, want %s", m, got, want[m])
		}
	}
	if got := p.Text(game.Infinity); got != "inf" {
		t.Errorf("infinity: %s", got)
	}
}

func TestLabel(t *testing.T) {
	p, err := tree.Parse("a(b=1 (2 c(d=3)))")
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"": "a", "0": "b", "1": "2", "1 0": "2.1", "1 1": "c", "1 1 0": "d", "2": "", "0 0": "", "-1": ""} {
		var indices []int
		for _, word := range strings.Fields(path) {
			var i int
			fmt.Sscan(word, &i)
			indices = append(indices, i)
		}
		if got := p.Label(indices); got != want {
			t.Errorf("Label(%s) = %q, want %q", path, got, want)
		}
	}
}

func TestMoves(t *testing.T) {
	r := tree.Rules{}
	p, err := r.ParsePosition(bratko + " c 2 n")
	if err != nil {
		t.Fatal(err)
	}
	if got := r.FormatPosition(&p); got != bratko+" c g n" || p.Node.Name != "n" {
		t.Errorf("at %s, %s", got, p.Node.Name)
	}
	if status := r.Status(&p); status != game.Final(-1) {
		t.Errorf("leaf n, MIN to move: %v, want -1", status)
	}
	q, err := r.ParsePosition(r.FormatPosition(&p))
	if err != nil || r.Hash(&q) != r.Hash(&p) {
		t.Errorf("the text of a position gives another position: %v", err)
	}
	if q = p.Tree.Root(); r.Hash(&q) == r.Hash(&p) {
		t.Error("root and leaf have one hash")
	}
}

func TestDraw(t *testing.T) {
	p, err := tree.Rules{}.ParsePosition("a(b(1 c=2.5) (3))")
	if err != nil {
		t.Fatal(err)
	}
	const want = "a (MAX)\n  b (MIN)\n    1 = 1\n    c = 2.5\n  2 (MIN)\n    1 = 3\n"
	if got := (tree.Rules{}).Draw(&p); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	wide, err := tree.Parse("(" + strings.Repeat("1 ", 500) + ")")
	if err != nil {
		t.Fatal(err)
	}
	root := wide.Root()
	if n := strings.Count(tree.Rules{}.Draw(&root), "\n"); n != 201 {
		t.Errorf("a wide tree takes %d lines, want 201", n)
	}
}

// TestChance reads chance nodes, which have probabilities.
func TestChance(t *testing.T) {
	for text, want := range map[string]string{
		"chance(1 2 3)":                                      "chance(1 2 3)",
		"(chance(25%:1 0.75:c(4 5)) 3)":                      "(chance(25%:1 0.75:c(4 5)) 3)",
		"(max (chance A 3 (B 5)) 1)":                         "(chance A(3 B=5) 1)",
		"a -> b c; chance b -> 1/3: d, 2/3: 7; c = 4; d = 2": "a(chance b(1/3:d=2 2/3:7) c=4)",
		`{"turn":"chance","children":[{"probability":0.5,"value":1},{"probability":"1/2","value":2}]}`: "chance(0.5:1 1/2:2)",
	} {
		tr, err := tree.Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		root := tr.Root()
		if got := (tree.Rules{}).FormatPosition(&root); got != want || !tr.Chancy() {
			t.Errorf("%s reads as %s, want %s", text, got, want)
		}
	}
	tr, _ := tree.Parse("chance(1/3:1 2/3:min(4 5))")
	for path, want := range map[int]string{0: "1/3", 1: "2/3"} {
		if share := tr.At([]int{path}).Share(); share.RatString() != want {
			t.Errorf("child %d has the probability %v, want %s", path, share, want)
		}
	}
	leaf := tr.At([]int{1, 1})
	if v, infinite := leaf.Exact(); v.RatString() != "5" || infinite != 0 || leaf.Turn != tree.Max || leaf.Share() != nil {
		t.Errorf("got %v, %d, %v, %v", v, infinite, leaf.Turn, leaf.Share())
	}
}

// TestTurnAfterChance checks who moves after a chance node: the opponent of the player above it, or
// MAX if chance chooses at the root.
func TestTurnAfterChance(t *testing.T) {
	for text, want := range map[string]tree.Turn{
		"chance((1 2))": tree.Max, "(chance((1 2)))": tree.Min, "min(chance((1 2)))": tree.Max,
		"chance(chance((1 2)))": tree.Max, "min(chance(chance((1 2))))": tree.Max,
	} {
		parsed, err := tree.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if turn := parsed.At(make([]int, parsed.Height()-1)).Turn; turn != want {
			t.Errorf("%s: turn %v above the leaves, want %v", text, turn, want)
		}
	}
}

// TestArranged checks copies of a tree with its moves in another order, or cut at a depth.
func TestArranged(t *testing.T) {
	const text = "min a(b=3(!c=7 max d(1 2)) chance e=1/2(8 g=6) ~h=5(9 4))"
	written, err := tree.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	format := func(t *tree.Tree) string {
		root := t.Root()
		return tree.Rules{}.FormatPosition(&root)
	}
	reversed, from := written.Arranged(func(n *tree.Node) []*tree.Node {
		moves := slices.Clone(n.Moves())
		slices.Reverse(moves)
		return moves
	})
	if got := format(reversed); got != "min a(chance e=1/2(g=6 8) b=3(max d(2 1) !c=7) ~h=5(4 9))" {
		t.Errorf("reversed: %s", got)
	}
	for i, n := range reversed.Nodes() {
		if was := written.Nodes()[from[i]]; was.Name != n.Name || was.Score() != n.Score() || n.Index() != i {
			t.Errorf("node %d, %s, was %s", i, n.Name, was.Name)
		}
	}
	for depth, want := range map[int]string{1: "min a(b=3 e=1/2 ~h=5)", 2: "min a(b=3(!c=7 d=0) chance e=1/2(8 g=6) ~h=5(9 4))", 3: text} {
		cut := written.Cut(depth)
		if got := format(cut); got != want {
			t.Errorf("cut at %d: %s, want %s", depth, got, want)
		}
		if again, err := tree.Parse(want); err != nil || again.At([]int{0}).Score() != cut.At([]int{0}).Score() || again.At([]int{0}).Turn != cut.At([]int{0}).Turn {
			t.Errorf("cut at %d, the first child is worth %v for %v: %v", depth, cut.At([]int{0}).Score(), cut.At([]int{0}).Turn, err)
		}
	}
	if got := format(written); got != text {
		t.Errorf("the tree has become %s", got)
	}
}

// TestEstimates reads and writes a tree with estimates, noisy moves and a pass.
func TestEstimates(t *testing.T) {
	const text = "a(b=3(!c=7 !min d(1 2)) =-1/2(8 g=6 ~h=5(9 4)))"
	p, err := tree.Rules{}.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	if got := (tree.Rules{}).FormatPosition(&p); got != text {
		t.Errorf("got %s, want %s", got, text)
	}
	parsed := p.Tree
	at := func(path ...int) *tree.Node { return parsed.At(path) }
	value := func(n *tree.Node) string {
		return parsed.Text(tree.Rules{}.Evaluate(&tree.Position{Tree: parsed, Node: n}))
	}
	if got := []string{value(at()), value(at(0)), value(at(1)), value(at(1, 2))}; !slices.Equal(got, []string{"0", "-3", "1/2", "5"}) {
		t.Errorf("estimates %v", got)
	}
	if moves, _ := (tree.Rules{}).Moves(&tree.Position{Tree: parsed, Node: at(1)}, nil); len(moves) != 2 {
		t.Errorf("%d moves besides the pass, want 2", len(moves))
	}
	if after := at(1).After(); after == nil || after.Name != "h" || after.Number() != "5" || after.Turn != tree.Max {
		t.Errorf("after the pass: %+v", after)
	}
	if at(0).After() != nil || at(0).Noisy || !at(0, 0).Noisy || !at(0, 1).Noisy {
		t.Error("a pass at b, or other moves than to c and d are noisy")
	}
	if at(0, 2) != nil {
		t.Error("b has a third child")
	}
}

func FuzzParsePosition(f *testing.F) {
	for _, text := range []string{
		"((1 4)(5 6))", bratko, bratko + " c g 1", "a -> b, c; b = 1\nc = -2.5e3", "[[1,4],[5,6]] 1",
		`{"name":"a","children":[1,{"value":2,"name":"b"}]}`, "(0.1 0.10000000000000000001)", "startpos b", "()", "((", "a->a",
		"min(max(1/3 inf) min a(2 −∞))", "(max (min 3 5) ['A', ('B', 5)])", "A: B C; B:2,3 C:5,9", "{'A': ['B', 4], 'B': 3}",
		"a(b=3(!c=7 d=1) =4(2 g=6 ~h=5))", `{"value":1,"children":[2,{"value":3,"pass":true,"children":[4]}]}`, `("a b"=1 "min"(2 3))`, "chance c -> 0.5: a, 1/2: b; a = 1; b = 2",
		"(1e9 -1e-9 .5 +3)", "[1,2", "x=1 # c", "é(1)", "startpos(1 2)",
	} {
		f.Add(text)
	}
	r := tree.Rules{}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := r.ParsePosition(text)
		if err != nil {
			return
		}
		out := r.FormatPosition(&p)
		q, err := r.ParsePosition(out)
		if err != nil || r.FormatPosition(&q) != out || r.Hash(&p) != r.Hash(&q) {
			t.Errorf("%q reads as %q, which reads as %v", text, out, err)
		}
		root := p.Tree.Root()
		if p.Tree.Len() < 1000 {
			v := minimax(r, &root)
			if again := q.Tree.Root(); minimax(r, &again) != v || p.Tree.Text(v) == "" {
				t.Errorf("%q and %q have different values", text, out)
			}
		}
	})
}

// TestOutlines compares outlines with nested lists of the same trees.
func TestOutlines(t *testing.T) {
	for text, list := range map[string]string{
		"a\n  b\n    3\n    12\n  c\n    2\n    -4\n":                            "a(b(3 12) c(2 -4))",
		"MAX\n├── MIN\n│   ├── 3\n│   └── -5\n└── MIN\n    ├── 2\n    └── 9":     "max(min(3 -5) min(2 9))",
		"- a\n  - b # first\n    - 3\n    - -5\n\n  - c\n    - d 2\n    - e = 9": "a(b(3 -5) c(d=2 e=9))",
		"min a\r\n\tb\r\n\t\t3\r\n\tchance c\r\n\t\t20%: 2\r\n\t\t80%: 9\r\n":    "min a(b(3) chance c(20%:2 80%:9))",
		"|-- a\n|   |-- 3\n|   `-- b\n|       +-- 4\n":                           "a(3 b(4))",
		"a=3\n  !b=4\n    1\n  ~c 2":                                             "a=3(!b=4(1) ~c=2)",
		"{{3, 12}, {2, {4}}}":                                                    "((3 12)(2 (4)))",
	} {
		got, err := tree.Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		want, err := tree.Parse(list)
		if err != nil {
			t.Fatal(err)
		}
		var rules tree.Rules
		start, same := got.Root(), want.Root()
		if a, b := rules.FormatPosition(&start), rules.FormatPosition(&same); a != b {
			t.Errorf("%s: got %s, want %s", text, a, b)
		}
	}
	for text, want := range map[string]string{
		"a\n   b\n     3\n    4\n  c 5": "line 4, column 5", "a\n b\n  3\nc\n 2": "line 4, column 1", "a\n b\n  x\n c\n  2": "line 3, column 3",
		"a\n b 1\n   2": "line 2",
	} {
		if _, err := tree.Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want an error at %s", text, err, want)
		}
	}
}
