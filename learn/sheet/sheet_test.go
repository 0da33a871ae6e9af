package sheet_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"html"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/learn/lesson"
	"github.com/plywood-go/plywood/learn/sheet"
	"github.com/plywood-go/plywood/textbook"
	"github.com/plywood-go/plywood/trace/raster"
)

func newSheet(t testing.TB, s sheet.Settings) *sheet.Sheet {
	t.Helper()
	if s.Lang == "" {
		s.Lang = words.English
	}
	made, err := sheet.New(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// formats writes a sheet in every format.
func formats(s *sheet.Sheet) map[string]func() ([]byte, error) {
	to := func(write func(out *bytes.Buffer) error) func() ([]byte, error) {
		return func() ([]byte, error) {
			var out bytes.Buffer
			err := write(&out)
			return out.Bytes(), err
		}
	}
	fonts := raster.Options{Folders: []string{"/usr/share/fonts"}}
	return map[string]func() ([]byte, error){
		"html":      to(func(out *bytes.Buffer) error { return s.HTML(out, false) }),
		"html key":  to(func(out *bytes.Buffer) error { return s.HTML(out, true) }),
		"latex":     to(func(out *bytes.Buffer) error { return s.LaTeX(out, false) }),
		"latex key": to(func(out *bytes.Buffer) error { return s.LaTeX(out, true) }),
		"pdf":       to(func(out *bytes.Buffer) error { return s.PDF(out, false, fonts) }),
		"pdf key":   to(func(out *bytes.Buffer) error { return s.PDF(out, true, fonts) }),
		"moodle":    to(func(out *bytes.Buffer) error { return s.Moodle(out) }),
		"gift":      to(func(out *bytes.Buffer) error { return s.GIFT(out) }),
		"json":      func() ([]byte, error) { return json.Marshal(s.Describe()) },
	}
}

// TestFormats writes sheets in each language and format, twice: the same settings give the same
// bytes. It reads the JSON and the Moodle file back.
func TestFormats(t *testing.T) {
	settings := sheet.Settings{Lang: words.Chinese, Seed: 3, Trees: []*lesson.Tree{lesson.DefaultTree()}, Stages: lesson.Setup{}.Stages()}
	_, noFont := formats(newSheet(t, settings))["pdf"]()
	named := `корень("a<b>&%"=1 节点(3 5) "x_1{}"(2 "]]>"=7))`
	if noFont != nil {
		named = strings.Replace(named, "节点", "вершина", 1)
	}
	tree, err := lesson.ParseTree(named)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range words.Langs() {
		settings.Lang, settings.Trees = l, []*lesson.Tree{tree, lesson.DefaultTree()}
		first, second := newSheet(t, settings), newSheet(t, settings)
		again, all := formats(second), formats(first)
		for name, write := range all {
			if l == words.Chinese && strings.HasPrefix(name, "pdf") && noFont != nil {
				t.Logf("%s: no Chinese font is installed: %v", name, noFont)
				continue
			}
			text, err := write()
			if err != nil || len(text) < 500 {
				t.Errorf("%s %s: %d bytes, %v", l, name, len(text), err)
			}
			if same, _ := again[name](); !bytes.Equal(text, same) {
				t.Errorf("%s %s: two sheets of the same settings differ", l, name)
			}
			switch name {
			case "json":
				read, err := sheet.Read(t.Context(), text)
				if err != nil {
					t.Fatal(err)
				}
				if back, _ := json.Marshal(read.Describe()); !bytes.Equal(back, text) {
					t.Errorf("%s: read and written again:\n%s\n%s", l, back, text)
				}
			case "moodle":
				var x struct {
					Questions []struct {
						Type string `xml:"type,attr"`
						Text string `xml:"questiontext>text"`
					} `xml:"question"`
				}
				if err := xml.Unmarshal(text, &x); err != nil || len(x.Questions) != 3 {
					t.Errorf("%s: %d Moodle questions, %v", l, len(x.Questions), err)
				}
			}
		}
	}
}

// TestGrownFormats writes sheets about trees that grow in each format. Read back, they are the same.
func TestGrownFormats(t *testing.T) {
	for _, setup := range []lesson.Setup{{Algorithm: "pns"}, {Algorithm: "pns", Goal: "1", Rounds: 3}, {Algorithm: "uct", Rounds: 12, Explore: 0.5}} {
		s := newSheet(t, sheet.Settings{Lang: words.English, Seed: 4, Setup: setup})
		for name, write := range formats(s) {
			text, err := write()
			if err != nil || len(text) < 500 {
				t.Errorf("%s %s: %d bytes, %v", setup.Algorithm, name, len(text), err)
			}
			if name != "json" {
				continue
			}
			read, err := sheet.Read(t.Context(), text)
			if err != nil {
				t.Fatal(err)
			}
			if back, _ := json.Marshal(read.Describe()); !bytes.Equal(back, text) {
				t.Errorf("%s: read and written again:\n%s\n%s", setup.Algorithm, back, text)
			}
		}
	}
}

// TestLaTeX compiles sheets with each engine that is installed and has the parts that a sheet
// names.
func TestLaTeX(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute")
	}
	for _, engine := range []string{"pdflatex", "xelatex", "lualatex"} {
		for _, l := range words.Langs() {
			t.Run(engine+" "+string(l), func(t *testing.T) {
				s := newSheet(t, sheet.Settings{Lang: l, Stages: lesson.Setup{}.Stages()})
				var text bytes.Buffer
				if err := s.LaTeX(&text, true); err != nil {
					t.Fatal(err)
				}
				if log, err := compileLaTeX(t, engine, text.Bytes()); err != nil {
					if lacks := missingPart.Find(log); lacks != nil {
						t.Skipf("%s lacks a part: %s", engine, lacks)
					}
					t.Errorf("%v\n%s", err, log[max(0, len(log)-2000):])
				}
			})
		}
	}
}

// missingPart matches the line in which LaTeX, fontspec, Lua or kpathsea names a file or a font
// that is not installed.
var missingPart = regexp.MustCompile(`(?mi)^(!|\(\w+\) ).*(not found|cannot be found|can't find|not loadable|none of these fonts).*$`)

// compileLaTeX runs an engine on a text, and returns its log. It skips the test if the engine is not
// installed.
func compileLaTeX(t *testing.T, engine string, text []byte) ([]byte, error) {
	t.Helper()
	path, err := exec.LookPath(engine)
	if err != nil {
		t.Skipf("%s is not installed", engine)
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "sheet.tex"), text, 0o666); err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), path, "-interaction=nonstopmode", "-halt-on-error", "sheet.tex")
	c.Dir = folder
	return c.CombinedOutput()
}

// TestWishes checks that random trees fulfil the wishes, and that impossible wishes are named.
func TestWishes(t *testing.T) {
	for seed := range uint64(30) {
		s := newSheet(t, sheet.Settings{Seed: seed, Wish: lesson.Wish{
			Plies: 3, High: 9, MinCuts: 2, MaxCuts: 3, Unique: true, Full: true, Fewest: 2, Most: 2,
		}})
		for _, p := range s.Variants[0].Problems {
			run := p.Quiz.Run(lesson.Cuts)
			tree := run.Replay.Tree()
			if cuts := tree.Stats.Cutoffs; cuts < 2 || cuts > 3 {
				t.Errorf("%s: %d cutoffs", p.Tree, cuts)
			}
			exact, best, leaves := p.Quiz.Run(lesson.Values).Replay.Tree(), 0, 0
			for i := range exact.Nodes {
				n := &exact.Nodes[i]
				if n.Parent == 0 && n.Value == exact.Nodes[0].Value {
					best++
				}
				if len(n.Children) == 0 {
					leaves++
					if n.Ply != 3 {
						t.Errorf("%s: a leaf at ply %d", p.Tree, n.Ply)
					}
				}
			}
			if best != 1 || leaves != 8 {
				t.Errorf("%s: %d best moves, %d leaves", p.Tree, best, leaves)
			}
		}
	}
	for _, tt := range []struct {
		wish lesson.Wish
		want string
	}{
		{lesson.Wish{MinCuts: 50}, "at least 50 cutoffs"},
		{lesson.Wish{Nodes: 3}, "at most 3 nodes"},
		{lesson.Wish{Distinct: true, High: 2}, "different leaves"},
		{lesson.Wish{Plies: 1, High: 0, Low: 0, Unique: true, MinCuts: 1}, "cutoffs"},
		{lesson.Wish{Low: 2, High: 2, Unique: true}, "a single best move"},
		{lesson.Wish{Plies: 99}, "plies: 99, want 1 to 8"},
		{lesson.Wish{Fewest: 4, Most: 3}, "children: 4, want 1 to 3"},
	} {
		if _, err := sheet.New(t.Context(), sheet.Settings{Lang: words.English, Wish: tt.wish}); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: %v, want %q", tt.wish, err, tt.want)
		}
	}
}

// answered returns the right answers by one combination of conventions.
func answered(v *sheet.Variant, by int) sheet.Answers {
	a := sheet.Answers{Student: "ada", Variant: v.Number, Sheet: v.ID}
	for _, p := range v.Problems {
		for _, x := range p.Questions {
			a.Given = append(a.Given, sheet.Given{ID: x.ID, Text: p.Quiz.Key(words.English, by, x.Question)})
		}
	}
	return a
}

// TestGradeRight checks on random sheets that the right answers by every combination of
// conventions get all points, and that the report names a combination under which they all are
// right.
func TestGradeRight(t *testing.T) {
	for seed := range uint64(40) {
		setups := []lesson.Setup{{}, {Hard: true, Signs: lesson.BySideToMove}, {Algorithm: "bratko-alphabeta"}, {Algorithm: "pns"}, {Algorithm: "uct", Rounds: 1 + int(seed)}}
		setup := setups[seed%5]
		s := newSheet(t, sheet.Settings{Seed: seed, Problems: 2, Setup: setup, Stages: setup.Stages()})
		v := &s.Variants[0]
		for by := range v.Problems[0].Quiz.Conventions() {
			r, err := s.Grade(answered(v, by))
			if err != nil {
				t.Fatal(err)
			}
			if r.Points != r.Of {
				t.Errorf("seed %d, conventions %d: %v of %v points by %v", seed, by, r.Points, r.Of, r.Conventions)
			}
		}
	}
}

// TestGradeWrong changes one answer of a right sheet. It never gets all points for it, except
// where the value follows from other answers.
func TestGradeWrong(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for seed := range uint64(60) {
		s := newSheet(t, sheet.Settings{Seed: seed, Stages: lesson.Setup{}.Stages()})
		a := answered(&s.Variants[0], 0)
		k := r.IntN(len(a.Given))
		right := a.Given[k].Text
		a.Given[k].Text = []string{"77", "(77, 78)", "≥ 77", "-77", "a"}[r.IntN(5)]
		report, err := s.Grade(a)
		if err != nil {
			t.Fatal(err)
		}
		if m := report.Marks[k]; m.Points == m.Of || m.Text == "" || m.Expected != right || m.Answer != a.Given[k].Text {
			t.Errorf("seed %d: %+v for %q instead of %q", seed, m, a.Given[k].Text, right)
		}
		others := report.Of - report.Marks[k].Of
		carried := 0.0
		for i, m := range report.Marks {
			if i != k && m.Grade != "right" {
				carried += m.Of - m.Points
			}
		}
		if report.Points-report.Marks[k].Points != others-carried {
			t.Errorf("seed %d: %v points, want %v for the others", seed, report.Points, others)
		}
	}
}

// TestGrades gives typical answers to one tree: MIN nodes b, c and d below MAX a.
func TestGrades(t *testing.T) {
	tree, err := lesson.ParseTree("((3 12 8) (2 4 6) (14 5 2))")
	if err != nil {
		t.Fatal(err)
	}
	s := newSheet(t, sheet.Settings{Trees: []*lesson.Tree{tree}, Stages: []lesson.Stage{lesson.Values, lesson.Windows, lesson.Cuts, lesson.Bounds}})
	ids := map[string]string{}
	for _, x := range s.Variants[0].Problems[0].Questions {
		ids[x.Stage.String()+" "+x.Label] = x.ID
	}
	right := answered(&s.Variants[0], 0)
	for _, tt := range []struct {
		answers string // those that differ from the right ones
		want    string // the grades that are not right, with the points
	}{
		{"", ""},
		{"values c=-2", "values c convention 0.5"},
		{"values c=4", "values c wrong 0"},
		{"values b=12", "values b wrong 0"},
		{"values b=12;values a=12", "values b wrong 0; values a carried 1"},
		{"values b=12;values a=14", "values a wrong 0; values b wrong 0"},
		{"windows c=(3, 4)", "windows c partial 0.5"},
		{"windows c=(inf, 3)", "windows c wrong 0"},
		{"bounds c=2", "bounds c partial 0.5"},
		{"bounds c=≥2", "bounds c partial 0.5"},
		{"cuts =i", "cuts  partial 0.5"},
		{"cuts =i j k", "cuts  partial 0.5"},
		{"cuts =none", "cuts  wrong 0"},
		{"cuts =q", "cuts  unreadable 0"},
		{"cuts =(I j).", ""},
		{"cuts =i q", "cuts  partial 0.5"},
		{"cuts =i j q w", "cuts  partial 0.5"},
		{"cuts =c", "cuts  wrong 0"}, // the parent of i and j
		{"cuts =c i j", "cuts  partial 0.5"},
		{"values c=two", "values c unreadable 0"},
		{"values c=", "values c missing 0"},
	} {
		a := right
		a.Given = slices.Clone(right.Given)
		for change := range strings.SplitSeq(tt.answers, ";") {
			name, text, ok := strings.Cut(change, "=")
			for i := range a.Given {
				if ok && a.Given[i].ID == ids[name] {
					a.Given[i].Text = text
				}
			}
		}
		r, err := s.Grade(a)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range r.Marks {
			if stray := strings.Contains(tt.answers, "q"); stray && m.Stage == "cuts" && !strings.HasPrefix(m.Text, "q") {
				t.Errorf("%q: %q, want the name that no node has", tt.answers, m.Text)
			}
			if m.Grade != "right" {
				got = append(got, fmt.Sprintf("%s %s %s %g", m.Stage, m.Node, m.Grade, m.Points))
			}
		}
		slices.Sort(got)
		want := strings.Split(tt.want, "; ")
		slices.Sort(want)
		if strings.Join(got, "; ") != strings.Join(want, "; ") {
			t.Errorf("%q: %q, want %q", tt.answers, got, want)
		}
	}
}

// TestReadAnswers reads the same answers in every form, and names what is wrong with others.
func TestReadAnswers(t *testing.T) {
	want := []sheet.Answers{{Student: "Ann", Variant: 2, Given: []sheet.Given{{ID: "p1q1", Text: "3"}, {ID: "p1q2", Text: "(3, ∞)"}}}}
	for name, text := range map[string]string{
		"object":     `{"schema":"ply.answers/1","student":"Ann","variant":2,"answers":{"p1q1":3,"p1q2":"(3, ∞)"}}`,
		"list":       `[{"student":"Ann","variant":2,"answers":[{"id":"p1q1","answer":"3"},{"id":"p1q2","answer":"(3, ∞)"}]}]`,
		"wide table": "student,variant,p1q1,p1q2\nAnn,2,3,\"(3, ∞)\"\n",
		"Excel":      "\uFEFFName;Variant;p1q1;p1q2\r\nAnn;2;3;(3, ∞)\r\n",
		"long table": "student\tvariant\tquestion\tanswer\nAnn\t2\tp1q1\t3\nAnn\t2\tp1q2\t(3, ∞)\n",
	} {
		got, err := sheet.ReadAnswers([]byte(text))
		if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: %v, %v, want %v", name, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"":                                   "no answers",
		"p1q1,p1q2\n3,4\n":                   "without a column student",
		"student,p1q1\nAnn,3,4\n":            "without a heading",
		"student,variant\nAnn,two\n":         "want a number",
		"student,p1q1\n,,\n ,3\n":            "line 3: answers without a name",
		"student,question,answer\n,p1q1,4\n": "line 2: answers without a name",
		`[{"answers":{}},{"student":"Ann"}]`: "item 1: answers without a name",
		"<html></html>":                      "without a sheet",
		`{"answers":{"p1q1":[3]}}`:           "want a text",
		`{"answers":3}`:                      "want answers",
		"student,p1q1\n,\n":                  "", // an empty row is skipped
		`{"answers":{"p1q1":3}}`:             "",
	} {
		all, err := sheet.ReadAnswers([]byte(text))
		if len(all) > 0 && err == nil {
			err = all[0].Err
		}
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// TestPage fills in a page as a browser saves it, and reads the answers.
func TestPage(t *testing.T) {
	s := newSheet(t, sheet.Settings{Seed: 5, Stages: lesson.Setup{}.Stages()})
	var page bytes.Buffer
	if err := s.HTML(&page, false); err != nil {
		t.Fatal(err)
	}
	want := answered(&s.Variants[0], 0)
	text := strings.Replace(page.String(), `<input name="student">`, `<input name="student" value="Ada">`, 1)
	for _, x := range want.Given {
		text = strings.Replace(text, `<input name="`+x.ID+`">`, `<INPUT name="`+x.ID+`" value="`+x.Text+`">`, 1)
	}
	got, err := sheet.ReadAnswers([]byte(text))
	if err != nil || len(got) != 1 || got[0].Student != "Ada" {
		t.Fatalf("%v, %v", got, err)
	}
	if r, err := s.Grade(got[0]); err != nil || r.Points != r.Of {
		t.Errorf("%+v, %v", r, err)
	}
	if strings.Contains(page.String(), "http:") && !strings.Contains(page.String(), `xmlns="http://www.w3.org/2000/svg"`) {
		t.Error("the page needs a network")
	}
}

// TestForeign checks that nothing is graded in silence.
func TestForeign(t *testing.T) {
	s := newSheet(t, sheet.Settings{Variants: 2})
	a := answered(&s.Variants[1], 0)
	a.Given = append(a.Given, sheet.Given{ID: "p9q9", Text: "4"}, sheet.Given{ID: "p1q1", Text: "99"}, sheet.Given{ID: "", Text: "x"})
	r, err := s.Grade(a)
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(r.Foreign) != "[p9q9 ]" || r.Marks[0].Grade != sheet.Doubled || r.Marks[0].Points != 0 {
		t.Errorf("foreign %q, first mark %+v", r.Foreign, r.Marks[0])
	}
	for _, a := range []sheet.Answers{
		{},
		{Variant: 3},
		{Variant: 1, Sheet: s.Variants[1].ID},
		{Sheet: "00000000"},
	} {
		if _, err := s.Grade(a); err == nil {
			t.Errorf("%+v: no error", a)
		}
	}
	if r, err := s.Grade(sheet.Answers{Sheet: s.Variants[1].ID}); err != nil || r.Variant != 2 || r.Marks[0].Grade != sheet.Missing {
		t.Errorf("no answers to variant 2: %+v, %v", r, err)
	}
}

// TestReadRefuses changes keys.
func TestReadRefuses(t *testing.T) {
	text, err := json.Marshal(newSheet(t, sheet.Settings{Problems: 1}).Describe())
	if err != nil {
		t.Fatal(err)
	}
	for old, changed := range map[string]string{
		`"ply.sheet/1"`: `"ply.quiz/1"`,
		`"alphabeta"`:   `"scout"`,
		`"cut":"ge"`:    `"cut":"gt"`,
		`"p1q1"`:        `"p1q7"`,
		`"tree":"a(`:    `"tree":"((`,
		`"points":1,`:   `"points":-1,`,
		`"stages":[`:    `"stages":["bounds",`,
		`"variants":[`:  `"variants":[],"x":[`,
	} {
		if _, err := sheet.Read(t.Context(), bytes.Replace(text, []byte(old), []byte(changed), 1)); err == nil {
			t.Errorf("%s instead of %s: no error", changed, old)
		}
	}
}

// FuzzReadAnswers grades whatever can be read.
func FuzzReadAnswers(f *testing.F) {
	for _, text := range []string{
		`{"student":"Ann","variant":1,"answers":{"p1q1":3}}`, `[{"answers":[{"id":"p1q1","answer":"3"}]}]`,
		"student,p1q1\nAnn,3\n", "student;question;answer\nAnn;p1q1;3\n", `<input name=sheet value=x><input name="p1q1" value="3">`,
	} {
		f.Add(text)
	}
	s := newSheet(f, sheet.Settings{Problems: 1, Stages: lesson.Setup{}.Stages()})
	f.Fuzz(func(t *testing.T, text string) {
		all, _ := sheet.ReadAnswers([]byte(text))
		for _, a := range all {
			r, err := s.Grade(a)
			if err == nil && (r.Points < 0 || r.Points > r.Of) {
				t.Errorf("%v of %v points", r.Points, r.Of)
			}
		}
	})
}

// TestChanceSheet makes and marks a sheet with a tree of chance, a tree where MIN moves first, and
// all stages. Right answers get all points, also by the other signs.
func TestChanceSheet(t *testing.T) {
	var trees []*lesson.Tree
	for _, text := range []string{"max(chance a(0.5:3 0.5:9) chance b(1/4:min(2 8) 3/4:min(1 4)) chance c(5 0 7))", `min((inf 3) (1/3 -inf) (2 "the rest"=5))`} {
		tree, err := lesson.ParseTree(text)
		if err != nil {
			t.Fatal(err)
		}
		trees = append(trees, tree)
	}
	s, err := sheet.New(t.Context(), sheet.Settings{
		Lang: words.English, Trees: trees, Variants: 3, Stages: lesson.Setup{}.Stages(), Setup: lesson.Setup{Order: lesson.Shuffle, Window: lesson.Window{Alpha: "0"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := range s.Variants {
		v := &s.Variants[i]
		for by := range v.Problems[0].Quiz.Conventions() {
			a := sheet.Answers{Student: "x", Variant: v.Number}
			for k := range v.Problems {
				for _, x := range v.Problems[k].Questions {
					a.Given = append(a.Given, sheet.Given{ID: x.ID, Text: v.Problems[k].Quiz.Key(words.English, by, x.Question)})
				}
			}
			r, err := s.Grade(a)
			if err != nil || r.Points != r.Of {
				t.Errorf("variant %d, conventions %d: %v of %v points, %v", v.Number, by, r.Points, r.Of, err)
			}
		}
	}
}

// TestEven compares the points, leaves and cutoffs of variants, which have different trees.
func TestEven(t *testing.T) {
	given, err := lesson.ParseTree("((3 12 8) (2 4 6) (14 5 2))")
	if err != nil {
		t.Fatal(err)
	}
	all := []lesson.Stage{lesson.Values, lesson.Windows, lesson.Cuts, lesson.Bounds, lesson.Visits}
	for name, s := range map[string]sheet.Settings{
		"usual":         {},
		"all stages":    {Stages: all},
		"chance":        {Wish: lesson.Wish{Chance: true}},
		"null moves":    {Setup: lesson.Setup{Algorithm: textbook.NullMove}},
		"quiescence":    {Setup: lesson.Setup{Algorithm: textbook.Quiescence}},
		"proof numbers": {Setup: lesson.Setup{Algorithm: textbook.ProofNumber}},
		"shuffled":      {Trees: []*lesson.Tree{given}, Setup: lesson.Setup{Order: lesson.Shuffle}},
	} {
		s.Variants, s.Seed = 6, 4
		made := newSheet(t, s)
		if err := made.Uneven(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		texts := map[string]bool{}
		for _, v := range made.Variants {
			texts[v.Problems[0].Tree] = true
		}
		if len(texts) < 5 {
			t.Errorf("%s: %d different trees in %d variants", name, len(texts), len(made.Variants))
		}
	}
	one, other := newSheet(t, sheet.Settings{Seed: 1}), newSheet(t, sheet.Settings{Seed: 2})
	one.Variants = append(one.Variants, other.Variants...)
	if err := one.Uneven(); err == nil || !strings.Contains(err.Error(), "points") {
		t.Errorf("variants of different sheets: %v", err)
	}
}

// TestStates checks that every sheet names its algorithm and its conventions.
func TestStates(t *testing.T) {
	for want, s := range map[string]sheet.Settings{
		"Alpha-beta · values: fail-soft · cut: cut at the bound, ≥ · signs: seen from MAX · order: from left to right": {},
		"Star1 · values: fail-soft · cut: cut at the bound, ≥ · signs: seen from MAX · order: from left to right":      {Wish: lesson.Wish{Chance: true}},
		"Alpha-beta, Bratko · values: fail-hard · cut: cut beyond the bound, > · signs: seen from the side to move · order: from left to right · window at the root: (1, ∞)": {
			Setup: lesson.Setup{Algorithm: textbook.BratkoAlphaBeta, Hard: true, Signs: lesson.BySideToMove, Window: lesson.Window{Alpha: "1"}},
		},
	} {
		made := newSheet(t, s)
		for name, write := range map[string]func(out *bytes.Buffer) error{
			"html":   func(out *bytes.Buffer) error { return made.HTML(out, false) },
			"key":    func(out *bytes.Buffer) error { return made.HTML(out, true) },
			"moodle": func(out *bytes.Buffer) error { return made.Moodle(out) },
			"gift":   func(out *bytes.Buffer) error { return made.GIFT(out) },
		} {
			var out bytes.Buffer
			if err := write(&out); err != nil {
				t.Fatal(err)
			}
			if text := html.UnescapeString(html.UnescapeString(strings.ReplaceAll(out.String(), `\:`, ":"))); !strings.Contains(text, want) {
				t.Errorf("%s does not say %q", name, want)
			}
		}
		if c := made.Describe().Conventions; c.Cut == textbook.AsPrinted || made.Setup.Algorithm != c.Algorithm {
			t.Errorf("%+v", c)
		}
	}
}

// TestKeeps checks that a document keeps every option of its sheet, and that options have sheets of
// different names. The name of an old sheet stays.
func TestKeeps(t *testing.T) {
	const old = "3fd26f0d"
	seen := map[string]string{}
	for name, s := range map[string]lesson.Setup{
		"star1":   {Algorithm: textbook.Star1},
		"bounds":  {Algorithm: textbook.Star1, Bounds: lesson.Range{Least: "0", Most: "50"}},
		"window":  {Algorithm: textbook.Star1, Window: lesson.Window{Beta: "7"}},
		"players": {Algorithm: textbook.Star1, OrAnd: true},
	} {
		tree, err := lesson.ParseTree("max(chance a(5 5) chance b(0 9))")
		if err != nil {
			t.Fatal(err)
		}
		made := newSheet(t, sheet.Settings{Trees: []*lesson.Tree{tree}, Setup: s})
		text, err := json.Marshal(made.Describe())
		if err != nil {
			t.Fatal(err)
		}
		read, err := sheet.Read(t.Context(), text)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if back, _ := json.Marshal(read.Describe()); !bytes.Equal(back, text) {
			t.Errorf("%s: read and written again:\n%s\n%s", name, back, text)
		}
		id := made.Variants[0].ID
		if other := seen[id]; other != "" {
			t.Errorf("%s and %s are both sheet %s", name, other, id)
		}
		if seen[id] = name; name == "star1" && id != old {
			t.Errorf("sheet %s, want %s", id, old)
		}
	}
}
