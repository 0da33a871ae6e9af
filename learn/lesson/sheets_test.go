package lesson

import (
	"cmp"
	"os"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/textbook"
)

// publicSheet is a tree from a public sheet or course with its published answers. docs/teaching.md
// lists them.
type publicSheet struct {
	source    string
	tree      string
	algorithm textbook.Algorithm // Zero means alpha-beta.
	value     string             // of the root
	best      string             // the best move
	cuts      string             // the branches cut off, as published
	visits    string             // the leaves in the order of their evaluation
	ours      string             // the right branches, where the published ones are wrong
}

var publicSheets = []publicSheet{
	{source: "Russell and Norvig, figure 5.2", tree: "A(B(b1=3 b2=12 b3=8) C(c1=2 c2=4 c3=6) D(d1=14 d2=5 d3=2))", value: "3", best: "B", cuts: "c2 c3"},
	{source: "Russell and Norvig, order-preserving change, left", tree: "(chance a1(0.9:2 0.1:3) chance a2(0.9:1 0.1:4))", algorithm: textbook.Star1, value: "2.1", best: "a1"},
	{source: "Russell and Norvig, order-preserving change, right", tree: "(chance a1(0.9:20 0.1:30) chance a2(0.9:1 0.1:400))", algorithm: textbook.Star1, value: "40.9", best: "a2"},
	{source: "Bratko, figures 15.2 and 15.4", tree: bratko, value: "4", best: "b", cuts: "k g"},
	{source: "EduCoder, AlphaBeta", tree: "[A, [B, (E, 3), (F, 12), (G, 8)], [C, (H, 2), (I, 4), (J, 6)], [D, (K, 14), (L, 5), (M, 2)]]", value: "3", best: "B"},
	{source: "Wikipedia, Alpha-beta pruning", tree: "((((5 6)(7 4 5))((3)))(((6)(6 9))((7)))(((5))((9 8)(6))))", value: "6"},
	{source: "GeeksforGeeks, alpha-beta", tree: "(((3 5)(6 i=9))((1 2) G(0 -1)))", value: "5", cuts: "i G"},
	{source: "GeeksforGeeks, minimax", tree: "(((3 5)(2 9))((12 5)(23 23)))", value: "12"},
	{source: "javatpoint, alpha-beta", tree: "A: B C; B: D E; C: F G; D:2,3 E: 5,nine; F:0,1 G:7,5; nine = 9", value: "3", best: "B", cuts: "nine G"},
	{source: "omumrania-notes, the same tree", tree: "A: B C; B: D E; C: F G; D:2,3 E: 5,nine; F:0,1 G:7,5; nine = 9", value: "3", best: "B", cuts: "E G", ours: "nine G"},
	{source: "Filo, question 16 (a)", tree: "A(B(E(L=2 M=3) F(N=8 O=5)) C(G(P=7 Q=6) H(R=9 S=1)) D(I(T=5 U=2) J(V=8 W=4) K(X=10 Y=3)))", value: "7", best: "C", cuts: "H", ours: "O S J K"},
	{source: "Middlesex CSD 3939, lecture 12, first", tree: "max(min(3,12,8),min(2,x=5,y=9),min(1,z=7,w=4))", value: "3", cuts: "x y z w"},
	{source: "Middlesex CSD 3939, lecture 12, second", tree: "min(max(3,12,8),max(20,x=5,y=9),max(13,z=7,w=4))", value: "12", cuts: "x y z w"},
	{source: "UC Irvine CS-271, homework 4, 2010", tree: "min(A(((6 4)(8 6))((4 0)(2 2))) B(((7 4)(9 3))((3 3)(2 6))))", value: "6", best: "A"},
	{source: "ai-algos-sem5, alphabeta.py", tree: "[[[('m', 6), ('n', 4)], [('o', 2), ('p', 0)], [('q', 7), ('r', 3)]], [[('s', 8), ('t', 2)], [('u', 4), ('v', 9)], [('w', 0), ('x', 5)]], [[('y', 1), ('z', 7)], [('z1', 3), ('z2', 0)]]]", value: "5", cuts: "r"},
	{source: "dakshpokar/LP1, prunning.py", tree: "[[3, 5, 10], [2, 8, 19], [ 2, 7, 3]]", value: "3"},
	// Leaves that the sheet's trace does not reach are 0 here.
	{source: "Temple CIS 587, alpha-beta example", tree: "A(B(C(D(E=10 F=11) G(H=9 I=0)) J(K(L=14 M=15) N(O=0 P=0))) Q(R(S(T=15 V=2) Y(W=4 X=0)) Z(0)))", value: "10", visits: "E F H L M T V W"},
}

// TestPublicSheets compares published answers with ours. Two sheets are wrong about what is cut
// off.
func TestPublicSheets(t *testing.T) {
	doc, err := os.ReadFile("../../docs/teaching.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range publicSheets {
		q, err := NewQuiz(t.Context(), parse(t, s.tree), Setup{Algorithm: cmp.Or(s.algorithm, textbook.AlphaBeta)})
		if err != nil {
			t.Errorf("%s: %v", s.source, err)
			continue
		}
		tree := q.Run(Values).Replay.Tree()
		if got := q.Run(Values).Value(words.English); got != s.value {
			t.Errorf("%s: value %s, published %s", s.source, got, s.value)
		}
		if line := tree.PV(); s.best != "" && tree.Nodes[line[1]].Label != s.best {
			t.Errorf("%s: move %s, published %s", s.source, tree.Nodes[line[1]].Label, s.best)
		}
		right := func(stage Stage, answer string) bool {
			v := q.Check(q.Questions(stage)[0], answer)
			return v.Right && len(v.Conventions) == 0
		}
		if s.cuts != "" && right(Cuts, s.cuts) != (s.ours == "") {
			t.Errorf("%s: cut off %s, and the quiz says the opposite", s.source, s.cuts)
		}
		if s.ours != "" && !right(Cuts, s.ours) {
			t.Errorf("%s: not cut off: %s", s.source, s.ours)
		}
		if s.visits != "" && !right(Visits, s.visits) {
			t.Errorf("%s: visited in another order than %s", s.source, s.visits)
		}
		if !strings.Contains(string(doc), "| "+s.source+" |") {
			t.Errorf("docs/teaching.md does not have %s", s.source)
		}
	}
}
