package trace_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"math/rand/v2"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/trace"
)

// hostile are texts that some format would interpret.
var hostile = []string{
	`<script>alert(1)</script>`, `</title></svg>`, `"><img src=x onerror=alert(1)>`, `]]>`, `&lt;&amp;&#0;`,
	`"; n0 -> n0 [label="`, `\N\G\n\l`, `\`, `\input{/etc/passwd}`, `\end{document}`, `$x$ 50% #1 a_b ^^M {`, `}`, "a~b",
	"two\nlines\r\n\tand tabs", "\x1b[31mred\x1b[0m\x07", "nul\x00", "bad \xff\xfe", "\u202eright to left", "\ufffe\u2028",
	"]", ", inject=1", "`''`", strings.Repeat("long ", 1000), "局面", "позиция", "e\u0301", "∞−≥≤≈αβ…×·–—’�",
}

func hostileTree(t testing.TB, text string) *trace.Tree {
	figure := parse(bratko)
	opt := figure.options()
	opt.Label = func([]int) string { return text }
	opt.Move = opt.Label
	opt.Value = func(game.Score) string { return text }
	return build(t, alphaBeta(figure), opt)
}

func hostileOptions(format trace.Format, text string) trace.RenderOptions {
	return trace.RenderOptions{Format: format, Style: trace.Windows, Negamax: true, Title: text, Description: text}
}

// TestEndedInWords formats wins, losses and margins in the words of a
// language, from the view of MAX and of the side to move.
func TestEndedInWords(t *testing.T) {
	figure := parse(bratko)
	opt := figure.options()
	opt.Value = nil
	tree := build(t, alphaBeta(figure), opt)
	const ofMax, ofMin = 0, 1
	for _, tt := range []struct {
		node    int
		negamax bool
		v       game.Score
		want    string
	}{
		{ofMax, true, game.WinIn(3), "win in 3"},
		{ofMin, false, game.WinIn(3), "win in 3"},
		{ofMin, true, game.WinIn(3), "loss in 3"},
		{ofMin, true, game.LossIn(2), "win in 2"},
		{ofMax, false, game.Margin(-4), "final −4"},
		{ofMin, true, game.Margin(-4), "final +4"},
		{ofMin, true, 7, "−7"},
	} {
		got := tree.Scribe(trace.RenderOptions{Negamax: tt.negamax}).Number(tt.node, tt.v)
		if got != tt.want {
			t.Errorf("%v at node %d, negamax %t: %q, want %q", tt.v, tt.node, tt.negamax, got, tt.want)
		}
	}
}

func TestHostileText(t *testing.T) {
	for _, text := range hostile {
		tree := hostileTree(t, text)
		for _, format := range formats {
			got := render(t, tree, hostileOptions(format, text))
			if err := harmless(format, got); err != nil {
				t.Errorf("%v of %q: %v in\n%s", format, text, err, got)
			}
		}
	}
}

func FuzzHostileText(f *testing.F) {
	for _, text := range hostile {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1000 {
			return
		}
		tree := hostileTree(t, text)
		for _, format := range formats {
			got := render(t, tree, hostileOptions(format, text))
			if err := harmless(format, got); err != nil {
				t.Errorf("%v of %q: %v in\n%s", format, text, err, got)
			}
		}
	})
}

// harmless checks that a picture contains only the renderer's own markup.
func harmless(format trace.Format, picture []byte) error {
	switch format {
	case trace.SVG:
		return onlyElements(picture, "svg title desc style rect text g path")
	case trace.DOT:
		return onlyStatements(picture)
	case trace.TikZ:
		return onlyCommands(picture)
	case trace.JSON:
		if !json.Valid(picture) {
			return errors.New("not JSON")
		}
		return nil
	}
	for _, r := range string(picture) {
		if r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) {
			return errors.New("a control character")
		}
	}
	return nil
}

func onlyElements(picture []byte, allowed string) error {
	d := xml.NewDecoder(bytes.NewReader(picture))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if !strings.Contains(" "+allowed+" ", " "+start.Name.Local+" ") {
			return errors.New("element " + start.Name.Local)
		}
		for _, a := range start.Attr {
			if strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "href" {
				return errors.New("attribute " + a.Name.Local)
			}
		}
	}
}

var (
	dotString    = regexp.MustCompile(`"(?:[^"\\\n]|\\["\\n])*"`)
	dotStatement = regexp.MustCompile(`^(digraph \{|\}|  (graph|node|edge|n\d+( -> n\d+)?) \[[a-zA-Z0-9=,. ]*\])$`)
)

func onlyStatements(picture []byte) error {
	for line := range strings.Lines(string(picture)) {
		line = strings.TrimSuffix(line, "\n")
		if rest := dotString.ReplaceAllString(line, ""); !dotStatement.MatchString(rest) {
			return errors.New("statement " + rest)
		}
	}
	return nil
}

var texCommand = regexp.MustCompile(`\\([a-zA-Z]+|.)`)

// texAllowed are the commands that the renderer uses below the preamble.
var texAllowed = map[string]bool{
	"node": true, "path": true, "begin": true, "letters": true, "wide": true, "itshape": true, "bfseries": true, "end": true, "infty": true, "ge": true, "le": true,
	"alpha": true, "beta": true, "dots": true, "times": true, "cdot": true, "approx": true,
	"textbackslash": true, "textasciicircum": true, "textasciitilde": true, "textasciigrave": true,
	"textquotesingle": true, "textquotedbl": true, "textless": true, "textgreater": true, "textbar": true,
	"textendash": true, "textemdash": true, "textquoteright": true,
	"{": true, "}": true, "$": true, "&": true, "#": true, "%": true, "_": true, `\`: true,
}

func onlyCommands(picture []byte) error {
	_, body, _ := strings.Cut(string(picture), "unseenbar/.style={fill=gray!15}]\n")
	if !strings.HasSuffix(body, "\\end{tikzpicture}\n\\end{document}\n") || strings.Count(body, `\end{`)-strings.Count(body, `\end{scope}`) != 2 {
		return errors.New("a foreign end")
	}
	for _, m := range texCommand.FindAllStringSubmatch(body, -1) {
		if !texAllowed[m[1]] {
			return errors.New("command " + m[0])
		}
	}
	depth := 0
	for _, r := range texCommand.ReplaceAllString(body, "") {
		switch r {
		case '{':
			depth++
		case '}':
			depth--
		case '%', '#', '&', '^', '~', '_':
			return errors.New("an active " + string(r))
		}
		if depth < 0 {
			return errors.New("an unmatched }")
		}
	}
	if depth != 0 {
		return errors.New("an unmatched {")
	}
	return nil
}

func TestJSONKeepsNames(t *testing.T) {
	long := strings.Repeat("long ", 20)
	var doc struct {
		Schema string
		Nodes  []struct{ Label string }
	}
	if err := json.Unmarshal(render(t, hostileTree(t, long), trace.RenderOptions{Format: trace.JSON}), &doc); err != nil {
		t.Fatal(err)
	}
	if doc.Schema != "ply.tree/2" || len(doc.Nodes) != 15 || doc.Nodes[3].Label != long {
		t.Errorf("got %+v", doc)
	}
}

// TestDecimals checks that a caller's number format is kept under both sign
// conventions, even if it cannot format -v.
func TestDecimals(t *testing.T) {
	figure := parse("((0 1)(2 0))")
	opt := figure.options()
	opt.Value = func(v game.Score) string { return [...]string{"-0.5", "0.125", "3.75"}[v] }
	tree := build(t, minimax(figure), opt)
	for negamax, want := range map[bool]string{false: "−0.5", true: "0.5"} {
		got := string(render(t, tree, trace.RenderOptions{Format: trace.Outline, Negamax: negamax}))
		if !strings.Contains(got, "b MIN = "+want+"\n") {
			t.Errorf("negamax %v: got\n%swant b of %s", negamax, got, want)
		}
	}
}

func TestLargeTree(t *testing.T) {
	s := randomTree(seeded.Rand(t, 13), 5000)
	tree := build(t, alphaBeta(s), s.options())
	if len(tree.Nodes) < 5000 {
		t.Fatalf("got %d nodes, want 5000", len(tree.Nodes))
	}
	for _, format := range formats {
		got := render(t, tree, trace.RenderOptions{Format: format, Style: trace.AlphaBeta})
		if err := harmless(format, got); err != nil {
			t.Errorf("%v: %v", format, err)
		}
	}
}

// BenchmarkSVG5000 draws one step of a trace of 5 000 nodes.
func BenchmarkSVG5000(b *testing.B) {
	s := randomTree(rand.New(rand.NewPCG(13, 14)), 5000)
	tree := build(b, minimax(s), s.options())
	for b.Loop() {
		if err := trace.Render(io.Discard, tree, trace.RenderOptions{Format: trace.SVG, Style: trace.AlphaBeta}); err != nil {
			b.Fatal(err)
		}
	}
}

func TestTooLargeForText(t *testing.T) {
	s := &sample{}
	for n, k := s, 0; k < event.MaxPly-1; k++ {
		n.children = []*sample{{}, {}, {}, {}, {}, {}, {}, {}}
		n = n.children[7]
	}
	tree := build(t, minimax(s), trace.BuildOptions{Label: func([]int) string { return strings.Repeat("m", 40) }})
	if err := trace.Render(io.Discard, tree, trace.RenderOptions{}); !errors.Is(err, trace.ErrTooLarge) {
		t.Errorf("text: got error %v, want %v", err, trace.ErrTooLarge)
	}
}

// TestSteady checks that the pictures of all steps can share one layout.
func TestSteady(t *testing.T) {
	type layout struct {
		Width, Height float64
		Nodes         []struct{ X, Y, Width, Height float64 }
	}
	s := randomTree(seeded.Rand(t, 15), 60)
	replay, err := trace.NewReplay(alphaBeta(s), s.options())
	if err != nil {
		t.Fatal(err)
	}
	for style := trace.Values; style <= trace.Intervals; style++ {
		var first layout
		for step := 0; step <= replay.Len(); step += 5 {
			var l layout
			opt := trace.RenderOptions{Format: trace.JSON, Style: style, Steady: true}
			if err := json.Unmarshal(render(t, replay.At(step), opt), &l); err != nil {
				t.Fatal(err)
			}
			if step == 0 {
				first = l
			}
			if !reflect.DeepEqual(l, first) {
				t.Fatalf("%v, step %d: got %+v, want %+v", style, step, l, first)
			}
		}
	}
}

func TestNames(t *testing.T) {
	for _, f := range formats {
		if got, err := trace.ParseFormat(f.String()); got != f || err != nil {
			t.Errorf("format %v: got %v, %v", f, got, err)
		}
	}
	for s := trace.Values; s <= trace.Intervals; s++ {
		var got trace.Style
		if err := got.UnmarshalText([]byte(s.String())); got != s || err != nil {
			t.Errorf("style %v: got %v, %v", s, got, err)
		}
	}
	for _, s := range []trace.Shapes{trace.SquareCircle, trace.Triangles} {
		var got trace.Shapes
		if err := got.UnmarshalText([]byte(s.String())); got != s || err != nil {
			t.Errorf("shapes %v: got %v, %v", s, got, err)
		}
	}
	if _, err := trace.ParseFormat("png"); err == nil {
		t.Error("format png: got no error")
	}
}

// TestScripts checks that letters that T1 fonts lack get fonts of the
// preamble, together with the accents that follow.
func TestScripts(t *testing.T) {
	tests := []struct{ label, want, fonts string }{
		{"a", ` {a};`, "fontenc"},
		{"узел 1", ` {{\letters узел} 1};`, `\firstfont\letters{`},
		{"节点x", ` {{\wide 节点}x};`, `\firstfont\wide{`},
		{"e\u0301α", " {{\\letters e\u0301}$\\alpha$};", `\firstfont\letters{`},
	}
	for _, tt := range tests {
		tree := build(t, minimax(parse("((1 4) 5)")), trace.BuildOptions{Label: func([]int) string { return tt.label }})
		got := string(render(t, tree, trace.RenderOptions{Format: trace.TikZ}))
		if !strings.Contains(got, tt.want) || !strings.Contains(got, tt.fonts) {
			t.Errorf("%s: want %s and %s in\n%s", tt.label, tt.want, tt.fonts, got)
		}
	}
}

// TestOpaque checks that texts on edges come after all lines, which they hide
// where they overlap.
func TestOpaque(t *testing.T) {
	tree := build(t, minimax(parse("((1 4) 5)")), trace.BuildOptions{})
	for _, tt := range []struct {
		format     trace.Format
		line, text string
	}{
		{trace.SVG, `<path class="edge`, `<text class="note on"`},
		{trace.TikZ, `\path[ply-edge`, `\path[ply-paper] `},
	} {
		got := string(render(t, tree, trace.RenderOptions{Format: tt.format, Style: trace.Windows, NoLegend: true}))
		last, first := strings.LastIndex(got, tt.line), strings.Index(got, tt.text)
		if last < 0 || first < last {
			t.Errorf("%v: the last line at %d, the first text at %d", tt.format, last, first)
		}
	}
}
