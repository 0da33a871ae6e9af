package lesson

import (
	"strings"
	"testing"

	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/textbook"
)

// TestCode checks that each step of a search lies in a line of its program, in each language.
func TestCode(t *testing.T) {
	chancy, err := ParseTree("r(chance a(0.5:3 0.5:9) chance b(1/4:c(2 8) 3/4:d(1 4)))")
	if err != nil {
		t.Fatal(err)
	}
	for a := range programs {
		tree := DefaultTree()
		switch s := (Setup{Algorithm: a}); {
		case s.gambled():
			tree = chancy
		case s.practical():
			tree = parse(t, "a(b=4(d=6(!h=1 i=7) e=3(j=5 k=2) ~p=5) c=2(f=8(!l=9 m=3) g=5(n=4 o=6) ~q=1))")
		}
		run, err := Search(t.Context(), tree, Setup{Algorithm: a})
		if err != nil {
			t.Fatal(err)
		}
		english, want := run.Code(words.English)
		seen := map[int]bool{}
		for _, l := range words.Langs() {
			lines, at := run.Code(l)
			if len(lines) != len(english) || len(at) != run.Len()+1 || at[0] != 0 {
				t.Errorf("%s in %s: %d lines and %d steps", a, l, len(lines), len(at))
			}
			for i, line := range lines {
				indent := func(s string) int { return len(s) - len(strings.TrimLeft(s, " ")) }
				if indent(line) != indent(english[i]) {
					t.Errorf("%s in %s: line %d is indented otherwise: %q", a, l, i+1, line)
				}
			}
			for step := 1; step < len(at); step++ {
				if at[step] < 1 || at[step] > len(lines) || lines[at[step]-1] == "" || at[step] != want[step] {
					t.Errorf("%s in %s: %v is in line %d", a, l, run.Replay.Event(step-1).Kind, at[step])
				}
				seen[at[step]] = true
			}
		}
		if len(seen) < 4 {
			t.Errorf("%s: only the lines %v are lit", a, seen)
		}
	}
	for _, s := range []Setup{{Algorithm: "scout"}, {Cut: textbook.BeyondBound}, {Hard: true}, {Algorithm: textbook.BratkoAlphaBeta, Cut: textbook.AtBound}} {
		run, err := Search(t.Context(), DefaultTree(), s)
		if err != nil {
			t.Fatal(err)
		}
		if lines, at := run.Code(words.English); lines != nil || at != nil {
			t.Errorf("%+v: the text describes another search", s)
		}
	}
}
