package words

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/plywood-go/plywood/farm/proof"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
)

// TestReason translates errors with their arguments and with the errors that they wrap.
func TestReason(t *testing.T) {
	illegal := reason.New("illegal move")
	over := reason.New("the game is over")
	claim := proof.Claim{Attacker: game.First, AtLeast: proof.ADraw}
	tests := []struct {
		err              error
		russian, chinese string
	}{
		{illegal, "ход невозможен", "不能这样走"},
		{reason.Errorf("move %d: %w", 3, illegal), "ход 3: ход невозможен", "第 3 着：不能这样走"},
		{
			reason.Errorf("character %d: want a square, %s", 4, reason.Errorf("1 to %d or a1 to h8", 32)),
			"знак 4: нужно поле, от 1 до 32 или от a1 до h8", "第 4 个字符：应为格子 1 至 32，或 a1 至 h8",
		},
		{
			reason.Errorf("neither moves (%w) nor a position (%w)", over, illegal),
			"это ни ходы (партия окончена), ни позиция (ход невозможен)", "既不是着法（对局已结束），也不是局面（不能这样走）",
		},
		{
			reason.Errorf("%c without its king and rook on the first rank of %s", 'K', reason.Phrase("White")),
			"K без короля и ладьи на первой горизонтали (белые)", "K：王与车不在白方的底线上",
		},
		{reason.Errorf("%v, want a name", ending{}), "конец, нужно имя", "末尾，应为名字"},
		{reason.Errorf("%s: %w", "x.json", json.Unmarshal([]byte("{]"), new(any))), "x.json: это не JSON, байт 2", "x.json：不是 JSON，第 2 字节"},
		{reason.Errorf("%w in %d attempts", &kept{reason.New("match: no opening")}, 9), "нет начала партии, попыток 9", "没有开局，试 9 次"},
		{fmt.Errorf("illegal move, %w", illegal), "illegal move, ход невозможен", "illegal move, 不能这样走"},
		{reason.Errorf("jobs: %w", claim.Reason()), "задания: первый получает не меньше, чем ничья", "作业：先手至少得到和棋"},
		{errors.Join(illegal, fmt.Errorf("x"), over), "ход невозможен\nx\nпартия окончена", "不能这样走\nx\n对局已结束"},
		{fmt.Errorf("listen: %w", syscall.EACCES), "listen: нет прав доступа", "listen: 没有访问权限"},
		{reason.Errorf("--tt: %w", errors.New("%d {1}")), "--tt: %d {1}", "--tt：%d {1}"},
		{reason.Errorf("%[2]q: 100%% %[1]s", "a", "b"), `"b": 100% a`, `"b"：100% a`},
	}
	for _, tt := range tests {
		for l, want := range map[Lang]string{English: tt.err.Error(), Russian: tt.russian, Chinese: tt.chinese} {
			if got := l.Error(tt.err); got != want {
				t.Errorf("%s: %q, want %q", l, got, want)
			}
		}
	}
}

// ending prints as a phrase that has a translation.
type ending struct{}

func (ending) String() string { return "the end" }

// kept is an error that wraps a reason in its own text.
type kept struct{ why error }

func (k *kept) Error() string { return "kept" }

func (k *kept) Reason() error { return k.why }

// unseen are the files whose errors no user sees: of the lessons' own scripts, of
// programs that make data, and of tests.
var unseen = regexp.MustCompile(`lesson/(course|scene)\.go$|/main\.go$|_test\.go$|kit/sessiontest/`)

// showing are the rooms whose errors users see. The servers of protocols answer programs,
// in English.
var showing = regexp.MustCompile(`^(book|engine|farm|game|games|learn/lesson|learn/sheet|match|search|textbook|tui|web|cmd/ply|` +
	`internal/(memory|rowtext|tablefile|words)|protocol/client)/|^protocol/\w+/client\.go$`)

// plain are the errors with words in those rooms that package reason does not make.
var plain = []string{
	"illegal move",                  // of game, which imports nothing
	"done", "enough", "interrupted", // end a quiz, a file and a screen that are left
	"words: %s: %w", // a catalogue of this package is damaged
	"words: %s: key %q is in another file too",
}

// phrases are the texts that are translated though no call has them as a constant: of
// phrases and Stringers, and of errors of other packages.
var phrases = strings.Split(
	"illegal move|Black|White|Red|comment|tag|the end|the end of the line|standard input|memory|the container's memory|"+
		"address space that ulimit leaves|M (columns)|N (rows)|K (in a row)|a win of the first side|"+
		"a win of the second side|a draw|first|second|win|draw|loss|ongoing|format|style|shapes|cut|fail|"+
		"signs|players|order|stage|permission denied|operation not permitted|no such file or directory|"+
		"not a directory|is a directory|file exists|no space left on device|input/output error|broken pipe|"+
		"i/o timeout|connection refused|connection reset by peer|server misbehaving|no route to host|"+
		"network is unreachable|address already in use|cannot assign requested address|no such host|"+
		"value out of range|invalid syntax|unexpected EOF|executable file not found in $PATH|invalid database|"+
		"sfnt: invalid font|sfnt: invalid font collection|nats: no servers available for connection", "|")

// TestReasonsAreTranslated checks that every format of package reason has a translation
// with the same arguments, that no translation is unused, and that errors with words in
// rooms that users see come from package reason.
func TestReasonsAreTranslated(t *testing.T) {
	used := map[string]bool{}
	for _, text := range phrases {
		used[text] = true
	}
	for _, s := range system {
		used[s.format] = true
	}
	set := token.NewFileSet()
	err := filepath.WalkDir("../..", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "node_modules" || strings.HasPrefix(d.Name(), ".") && len(d.Name()) > 2) {
			return filepath.SkipDir
		}
		if filepath.Ext(name) != ".go" || unseen.MatchString(filepath.ToSlash(name)) {
			return nil
		}
		file, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel("../..", name)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if fault := checkCall(call, showing.MatchString(filepath.ToSlash(rel)), used); fault != "" {
					t.Errorf("%v: %s", set.Position(call.Pos()), fault)
				}
			}
			for _, phrase := range listed(n) {
				used[phrase] = true
				if _, ok := reasons()[phrase]; !ok {
					t.Errorf("%v: no translation of %q", set.Position(n.Pos()), phrase)
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for format, in := range reasons() {
		if !used[format] {
			t.Errorf("no source has %q", format)
		}
		for l, text := range in {
			checkTranslation(t, l, format, text)
		}
	}
}

// listed returns the phrases of a list or a table of phrases.
func listed(n ast.Node) (phrases []string) {
	list, ok := n.(*ast.CompositeLit)
	if !ok || list.Type == nil || !strings.HasSuffix(types.ExprString(list.Type), "]reason.Phrase") {
		return nil
	}
	for _, e := range list.Elts {
		if pair, ok := e.(*ast.KeyValueExpr); ok {
			e = pair.Value
		}
		if text, ok := e.(*ast.BasicLit); ok {
			phrase, _ := strconv.Unquote(text.Value) // it compiles
			phrases = append(phrases, phrase)
		}
	}
	return phrases
}

var (
	hasWords = regexp.MustCompile(`\pL`)
	named    = regexp.MustCompile(`^[a-z0-9_-]+: %[wv]$`)
)

// wordy reports whether a format needs a translation: it does more than put a name, such
// as that of a package or a flag, before an error.
func wordy(format string) bool {
	return !named.MatchString(format) && hasWords.MatchString(verb.ReplaceAllString(format, ""))
}

// checkCall describes the fault of a call that makes an error, or returns "". It notes
// the format in used.
func checkCall(call *ast.CallExpr, shown bool, used map[string]bool) string {
	made := types.ExprString(call.Fun)
	keyed := strings.HasPrefix(made, "reason.") && made != "reason.Of" && made != "reason.Schema" || strings.HasSuffix(made, "errorf")
	if made == "New" || made == "Errorf" { // within package reason
		text, ok := call.Args[0].(*ast.BasicLit)
		keyed = ok && text.Kind == token.STRING
	}
	if !keyed && made != "fmt.Errorf" && made != "errors.New" {
		return ""
	}
	at := slices.IndexFunc(call.Args, func(arg ast.Expr) bool {
		text, ok := arg.(*ast.BasicLit)
		return ok && text.Kind == token.STRING
	})
	if at < 0 {
		if name, ok := call.Args[0].(*ast.Ident); made == "reason.Phrase" || ok && name.Name == "format" || !keyed {
			return ""
		}
		if _, sum := call.Args[0].(*ast.BinaryExpr); keyed || sum {
			return "the text is not constant"
		}
		return ""
	}
	format, _ := strconv.Unquote(call.Args[at].(*ast.BasicLit).Value) // it compiles
	if !keyed {
		if shown && wordy(format) && !slices.Contains(plain, format) {
			return fmt.Sprintf("%s of %q, want package reason", made, format)
		}
		return ""
	}
	used[format] = true
	if _, ok := reasons()[format]; !ok && wordy(format) {
		return fmt.Sprintf("no translation of %q", format)
	}
	return ""
}

// checkTranslation checks the arguments of a translation and the forms of its words.
func checkTranslation(t *testing.T, l Lang, format, text string) {
	t.Helper()
	var want []string
	_, of := parse(format)
	for i, verb := range of {
		if verb != "" {
			want = append(want, strconv.Itoa(i+1))
		}
	}
	got, forms := slots(text)
	slices.Sort(want)
	if got = slices.Compact(got); !slices.Equal(got, want) || strings.TrimSpace(text) == "" {
		t.Errorf("%s: %q is %q, with the arguments %v, want %v", l, format, text, got, want)
	}
	for _, name := range want {
		if !strings.Contains(text, "{"+name+"}") {
			t.Errorf("%s: %q does not say {%s}", l, text, name)
		}
	}
	for name, n := range forms {
		if want := map[Lang]int{Russian: 3, Chinese: 1}[l]; n != want {
			t.Errorf("%s: %q has %d forms for %s, want %d", l, text, n, name, want)
		}
	}
}
