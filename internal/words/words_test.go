package words

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/plywood-go/plywood/internal/reason"
)

// slots returns the names of the values in text, with the number of forms of each.
func slots(text string) (names []string, forms map[string]int) {
	forms = map[string]int{}
	for _, m := range regexp.MustCompile(`\{([^{}]*)\}`).FindAllStringSubmatch(text, -1) {
		parts := strings.Split(m[1], "|")
		name, grammar, _ := strings.Cut(parts[0], ":")
		if grammar != "" && !slices.Contains(grammars, grammar) {
			name = parts[0] // not a case: report the whole name
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
		if len(parts) > 1 {
			forms[parts[0]] = len(parts) - 1
		}
	}
	slices.Sort(names)
	return names, forms
}

func TestComplete(t *testing.T) {
	english := English.All()
	for _, l := range Langs() {
		texts := l.All()
		for key := range maps.Keys(texts) {
			if _, ok := english[key]; !ok {
				t.Errorf("%s has %q, which English has not", l, key)
			}
		}
		for key, want := range english {
			got, ok := texts[key]
			if !ok || strings.TrimSpace(got) == "" {
				t.Errorf("%s lacks %q", l, key)
				continue
			}
			wantNames, _ := slots(want)
			gotNames, forms := slots(got)
			if !slices.Equal(gotNames, wantNames) {
				t.Errorf("%s: %q has values %v, want %v", l, key, gotNames, wantNames)
			}
			for name, n := range forms {
				if wantForms := map[Lang]int{English: 2, Russian: 3, Chinese: 1}[l]; n != wantForms {
					t.Errorf("%s: %q has %d forms for %s, want %d", l, key, n, name, wantForms)
				}
			}
			if strings.Count(got, "{") != strings.Count(got, "}") {
				t.Errorf("%s: %q has unequal braces: %s", l, key, got)
			}
		}
	}
}

// built are the prefixes of keys that programs build from names.
var built = []string{
	"heuristic.", "quiz.ask-", "quiz.which-", "quiz.by-", "explain.take-",
	"algorithm.", "order.", "cut.", "signs.", "fail.", "stage.", "convention.",
	"unit.", "side.", "rule.", "puzzle.", "figurine.", "piece.", "stop.", "of.", "to.", "format.", "option.", "theme.", "dialog.", "heading.", "style.", "shapes.", "layout.", "learn.", "compare.", "template.", "why.", // of the page
	"experiment.", "row.", "meaning.", "search.", "trained.", "opponent.", "opening.", "record.", "book.", // see Phrase, for one
}

// TestUsed checks that each key occurs in a source file that is not a test.
func TestUsed(t *testing.T) {
	mentioned := map[string]bool{}
	quoted := regexp.MustCompile("[\"'`{]([a-z][a-z0-9-]*(?:\\.[a-z0-9-]+)+)[\"'`}]")
	err := filepath.WalkDir("../..", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && len(d.Name()) > 2 || d.Name() == "node_modules") {
			return filepath.SkipDir
		}
		switch filepath.Ext(p) {
		case ".go", ".ts", ".tsx", ".html":
		default:
			return nil
		}
		if strings.HasSuffix(p, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		for _, m := range quoted.FindAllSubmatch(text, -1) {
			mentioned[string(m[1])] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for key := range English.All() {
		prefixed := slices.ContainsFunc(built, func(b string) bool { return strings.HasPrefix(key, b) })
		if !mentioned[key] && !prefixed {
			t.Errorf("no source mentions %q", key)
		}
	}
}

func TestText(t *testing.T) {
	tests := []struct {
		lang Lang
		text string
		n    int
		want string
	}{
		{English, "{n} {n|leaf|leaves}", 1, "1 leaf"},
		{English, "{n} {n|leaf|leaves}", 0, "0 leaves"},
		{Russian, "{n} {n|лист|листа|листьев}", 1, "1 лист"},
		{Russian, "{n} {n|лист|листа|листьев}", 3, "3 листа"},
		{Russian, "{n} {n|лист|листа|листьев}", 12, "12 листьев"},
		{Russian, "{n} {n|лист|листа|листьев}", 111, "111 листьев"},
		{Russian, "{n} {n|лист|листа|листьев}", 121, "121 лист"},
		{Russian, "{n} {n|лист|листа|листьев}", -21, "-21 лист"},
		{Chinese, "{n} 个叶子", 2, "2 个叶子"},
		{English, "{other} stays, {n", 2, "{other} stays, {n"},
		{English, "no slot", 2, "no slot"},
	}
	for _, tt := range tests {
		if got := tt.lang.Fill(tt.text, "n", tt.n); got != tt.want {
			t.Errorf("%s: Fill(%q, n=%d) = %q, want %q", tt.lang, tt.text, tt.n, got, tt.want)
		}
	}
}

// TestPhrase translates phrases.
func TestPhrase(t *testing.T) {
	for _, tt := range []struct {
		lang Lang
		kind string
		text string
		want string
		ok   bool
	}{
		{English, "row", "minimax, depth 6", "minimax, depth 6", true},
		{Russian, "row", "minimax, depth 6", "минимакс, глубина 6", true},
		{Chinese, "row", "ours without quiescence, depth 1, there", "我们的搜索（无静态搜索），深度 1，在该局面", true},
		{Russian, "row", "20 trees; effective branching factor 2.47", "20 деревьев; эффективный коэффициент ветвления 2,47", true},
		{Chinese, "row", "value of a", "a 的估值", true},
		{Russian, "row", "order of 10^6", "порядка 10^6", true},
		{Russian, "row", "7.33 ± 0.5", "7,33 ± 0,5", true},
		{Russian, "row", "a b d i", "a b d i", true},
		{Russian, "row", "1e+09 … 2.5e+10", "1e+09 … 2,5e+10", true},
		{Russian, "row", "a thing of which nobody knows, depth 6", "a thing of which nobody knows, глубина 6", false},
		{Chinese, "meaning", "to the end from 15 empty squares at 100 %, from 16 at 96 %; before, depth 6 at 72 %", "余 15 个空格时以 100 % 的把握算到底，余 16 时为 96 %；此前，深度 6，把握 72 %", true},
	} {
		if got, ok := tt.lang.Phrase(tt.kind, tt.text); got != tt.want || ok != tt.ok {
			t.Errorf("%s: %q, %t; want %q, %t", tt.lang, got, ok, tt.want, tt.ok)
		}
	}
}

// TestError translates errors, and errors that wrap them.
func TestError(t *testing.T) {
	_, missing := os.Open("missing")
	refusal := reason.Errorf("no command %q; '%s --help' lists them", "x", "ply")
	for _, tt := range []struct {
		lang Lang
		err  error
		want string
	}{
		{English, refusal, `no command "x"; 'ply --help' lists them`},
		{Russian, refusal, `нет команды "x"; их перечислит «ply --help»`},
		{Russian, fmt.Errorf("here: %w", refusal), `here: нет команды "x"; их перечислит «ply --help»`},
		{Chinese, reason.Errorf("%w; did you mean %s?", refusal, "y"), `没有命令 "x"；“ply --help” 列出所有命令；是否要写 y？`},
		{Russian, missing, "нет файла missing"},
		{Russian, reason.Errorf("game %d: %w", 3, missing), "партия 3: нет файла missing"},
		{Chinese, reason.Errorf("game %d: %w", 3, missing), "第 3 局：没有文件 missing"},
		{Russian, reason.Errorf("%q, want at most the %w", "1", reason.Errorf("%d KiB of %s", 5, reason.Phrase("memory"))), `"1", нужно не больше, чем есть: 5 КиБ памяти`},
		{Russian, hidden{refusal}, "hidden"},

		{English, missing, missing.Error()},
		{Russian, io.EOF, "EOF"},
	} {
		if got := tt.lang.Error(tt.err); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.lang, got, tt.want)
		}
	}
}

// hidden wraps an error without including its text.
type hidden struct{ error }

func (hidden) Error() string { return "hidden" }

func (h hidden) Unwrap() error { return h.error }

// TestRetell translates an error and wraps it.
func TestRetell(t *testing.T) {
	err := reason.Errorf("game %d: %w", 3, io.ErrUnexpectedEOF)
	if got := English.Retell(err); got != err {
		t.Errorf("English: %v", got)
	}
	if got := Russian.Retell(err); got.Error() != "партия 3: файл неожиданно кончается" || !errors.Is(got, io.ErrUnexpectedEOF) {
		t.Errorf("Russian: %v", got)
	}
	if Russian.Retell(nil) != nil {
		t.Error("no error is one")
	}
}

// TestNumber formats numbers that are not whole, and the words after them.
func TestNumber(t *testing.T) {
	for lang, want := range map[Lang]string{English: "-0.5 discs", Russian: "-0,5 фишки", Chinese: "-0.5 子"} {
		number := lang.Number("-0.5")
		if got := number + " " + lang.Text("unit.discs", "n", number); got != want {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
	}
}

// TestCases inflects names in texts, and leaves names without cases, such as X,
// unchanged.
func TestCases(t *testing.T) {
	for _, tt := range []struct {
		lang       Lang
		text, want string
		side       string
	}{
		{Russian, "ход {side:of}", "ход чёрных", "Чёрные"},
		{Russian, "ход {side:of}", "ход X", "X"},
		{Russian, "{side:to} не меньше", "МАКС'у не меньше", "МАКС"},
		{English, "{side:of} to move", "Black to move", "Black"},
		{Chinese, "轮到{side:of}", "轮到黑方", "黑方"},
	} {
		if got := tt.lang.Fill(tt.text, "side", tt.side); got != tt.want {
			t.Errorf("%s: Fill(%q, side=%s) = %q, want %q", tt.lang, tt.text, tt.side, got, tt.want)
		}
	}
	for key, text := range English.All() {
		for _, grammar := range grammars {
			if base, ok := strings.CutPrefix(key, grammar+"."); ok && English.All()[base] != text {
				t.Errorf("%q is %q, which is no case of %q", key, text, base)
			}
		}
	}
}

// TestPage checks that Page leaves out texts of the command line.
func TestPage(t *testing.T) {
	for _, l := range Langs() {
		page := l.Page()
		if page["nav.play"] != l.Text("nav.play") || page["opening.cow"] != l.Text("opening.cow") {
			t.Errorf("%s: the page lacks texts", l)
		}
		if text, ok := page["row.positions"]; ok || len(page) >= len(l.All()) {
			t.Errorf("%s: the page has %q", l, text)
		}
	}
}

// TestKeysOnce checks that no catalogue has a key twice, since the first would be lost.
func TestKeysOnce(t *testing.T) {
	var names []string
	for _, pattern := range []string{"*/*.json", "*/ply/*.json"} {
		found, err := fs.Glob(files, pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("%d catalogues: %v", len(found), err)
		}
		names = append(names, found...)
	}
	key := regexp.MustCompile(`(?m)^\s*("[^"]+"):`)
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, m := range key.FindAllSubmatch(text, -1) {
			if k := string(m[1]); seen[k] {
				t.Errorf("%s has %s twice", name, k)
			} else {
				seen[k] = true
			}
		}
	}
}

// mixtures match words that no text of a language may contain, because the language has
// another term or style.
var mixtures = map[Lang][]struct {
	pattern, instead string
	catalogue        bool // check only catalogues, not lessons
}{
	Russian: {
		{`\{(player|opponent|max)\} (гарантировано|не даст МИН )`, "a case of the player", false},
		{`(для|у|зрения) (МАКС|МИН)([^'’А-Я]|$)`, "МАКС'а, МИН'а", false},
		{`(ход|Ход|за|победа|Победа)[: ]+\{side\}`, "a case of the side", false},
		{`Хода .* нет`, "ход невозможен", false},
		{`Кубик(?: [^Р]|[^ ])`, "куб", false},
		{`"`, "«»", true},
		{`[а-я] - [а-я]`, "a dash", false},
		{`ё́|е́`, "no accents", false},
		{`(^|\D)(\d|1[0-46-9]|[2-9]\d)\.\d`, "a decimal comma, except in figure 15.2", true},
	},
	Chinese: {
		{`程序`, "引擎", true},
		{`……`, "…", false},
		{`[\p{Han}],|[\p{Han}]\(|[\p{Han}];`, "marks of full width", true},
	},
}

// term is a term of a language, in terms.json.
type term struct {
	For string // the English term, a regular expression in lower case; "" if it is not checked
	Say string // what the texts of the language say, likewise
	Not string // what no text may say instead, a regular expression; "" if that is not checked
}

// TestTerms checks that the texts of each language use its list of terms: catalogues, errors and
// lessons. Where English has a term, the catalogue of the language must have its own.
func TestTerms(t *testing.T) {
	data, err := os.ReadFile("terms.json")
	if err != nil {
		t.Fatal(err)
	}
	var all map[Lang][]term
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	slot, source := regexp.MustCompile(`\{[^|{}]*\}|--[a-z-]+`), English.All()
	for key, text := range source {
		source[key] = strings.ToLower(slot.ReplaceAllString(text, ""))
	}
	for _, l := range Langs() {
		if len(all[l]) == 0 {
			t.Errorf("%s: no terms", l)
		}
		texts := proseOf(t, l)
		for _, term := range all[l] {
			avoided, wanted, say := regexp.MustCompile(term.Not), regexp.MustCompile(term.For), regexp.MustCompile(term.Say)
			for name, text := range texts {
				if found := avoided.FindString(text); found != "" && !strings.HasPrefix(name, "code.") {
					t.Errorf("%s: %s says %q, want %s", l, name, found, term.Say)
				}
			}
			for key, english := range source {
				text := texts[key]
				if l != English && term.For != "" && wanted.MatchString(english) && !say.MatchString(strings.ToLower(text)) && !strings.HasPrefix(key, "code.") {
					t.Errorf("%s: %q says %q, want %s for %q", l, key, text, term.Say, english)
				}
			}
		}
	}
}

// proseOf returns the texts of a language by their names: the catalogue, the errors, the lessons.
func proseOf(t *testing.T, l Lang) map[string]string {
	all := l.All()
	for format, translations := range reasons() {
		if all["the error "+format] = translations[l]; l == English {
			all["the error "+format] = format
		}
	}
	lessons, err := filepath.Glob("../../learn/lesson/courses/*/README." + string(l) + ".md")
	if l == English {
		lessons, err = filepath.Glob("../../learn/lesson/courses/*/README.md")
	}
	if err != nil || len(lessons) == 0 {
		t.Fatalf("%s: %d lessons, %v", l, len(lessons), err)
	}
	for _, name := range lessons {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = hiddenText.ReplaceAllString(string(text), "")
	}
	return all
}

// hiddenText matches comments and code in a lesson.
var hiddenText = regexp.MustCompile("(?s)<!--.*?-->|```.*?```|`[^`]*`")

func TestMixtures(t *testing.T) {
	for l, all := range mixtures {
		for _, m := range all {
			forbidden := regexp.MustCompile(m.pattern)
			for key, text := range l.All() {
				if found := forbidden.FindString(text); found != "" {
					t.Errorf("%s: %q says %q, want %s: %s", l, key, found, m.instead, text)
				}
			}
		}
	}
}

// TestMixturesOfLessons checks the lessons for the same mixtures, except those marked
// catalogue: lessons quote programs of books, with their decimals and marks.
func TestMixturesOfLessons(t *testing.T) {
	for l, all := range mixtures {
		lessons, err := filepath.Glob("../../learn/lesson/courses/*/README." + string(l) + ".md")
		if err != nil || len(lessons) == 0 {
			t.Fatalf("%s: %d lessons, %v", l, len(lessons), err)
		}
		for _, name := range lessons {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range all {
				if m.catalogue {
					continue
				}
				if found := regexp.MustCompile(m.pattern).FindString(string(text)); found != "" {
					t.Errorf("%s says %q, want %s", name, found, m.instead)
				}
			}
		}
	}
}

func TestFillTakesValuesAsTheyAre(t *testing.T) {
	if got, want := English.Fill("{a} {b}", "a", "{b}", "b", "x"), "{b} x"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestFromEnvironment(t *testing.T) {
	tests := []struct {
		env  map[string]string
		want Lang
	}{
		{nil, English},
		{map[string]string{"LANG": "ru_RU.UTF-8"}, Russian},
		{map[string]string{"LANG": "ru_RU.UTF-8", "LC_ALL": "C"}, English},
		{map[string]string{"LANG": "C", "LC_MESSAGES": "zh_CN"}, Chinese},
		{map[string]string{"LANG": "fr_FR"}, English},
	}
	for _, tt := range tests {
		if got := FromEnvironment(func(name string) string { return tt.env[name] }); got != tt.want {
			t.Errorf("%v: got %s, want %s", tt.env, got, tt.want)
		}
	}
	if _, err := Parse("tlh"); err == nil {
		t.Error("Klingon is accepted")
	}
}

// TestSystemErrors translates errors of the operating system about a path, with the path
// and the text around them.
func TestSystemErrors(t *testing.T) {
	for _, no := range []syscall.Errno{syscall.ENOENT, syscall.EACCES, syscall.EEXIST, syscall.EISDIR, syscall.ENOSPC} {
		inner := &fs.PathError{Op: "open", Path: "/a/b", Err: no}
		err := reason.Errorf("--log: %w", inner)
		for _, l := range []Lang{Russian, Chinese} {
			got := l.Error(err)
			if strings.Contains(got, no.Error()) || !strings.HasPrefix(got, "--log"+l.separator(": ")) || !strings.Contains(got, "/a/b") {
				t.Errorf("%v: %q, want a translation with --log and the path", l, got)
			}
		}
	}
}
