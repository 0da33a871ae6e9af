package words

import (
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
	"testing"
)

// TestReason tells what packages refuse, with what they quote.
func TestReason(t *testing.T) {
	for _, tt := range []struct{ english, russian, chinese string }{
		{"illegal move", "ход невозможен", "不能这样走"},
		{`othello: move 3: "e9", want a1 to h8 or pass`, `othello: ход 3: "e9", нужно от a1 до h8 или pass`, `othello：第 3 着："e9"，应为 a1 至 h8，或 pass`},
		{`no opening "a: b, want c": near it is Tiger`, `нет дебюта "a: b, want c": похоже: Tiger`, `没有开局 "a: b, want c"：相近的有 Tiger`},
		{"neither moves (x: the game is over) nor a position (y: empty position)", "это ни ходы (x: партия окончена), ни позиция (y: позиция пуста)", "既不是着法（x：对局已结束），也不是局面（y：局面为空）"},
		{"the end, want W or B", "конец, нужно W или B", "末尾，应为 W 或 B"},
		{"role \"x\", want coordinator, operator or worker", "роль \"x\", нужно coordinator, operator или worker", "角色 \"x\"，应为 coordinator、operator 或 worker"},
		{"illegal move\nno quiz", "ход невозможен\nвопросов нет", "不能这样走\n没有测验"},
		{"the end after the tree", "после дерева стоит конец", "树的后面多出 末尾"},
		{"x: 3 nodes", "x: вершин: 3", "x：3 个节点"},
	} {
		if got, ok := Russian.reason(tt.english); got != tt.russian || !ok {
			t.Errorf("%q, %t, want %q", got, ok, tt.russian)
		}
		if got, ok := Chinese.reason(tt.english); got != tt.chinese || !ok {
			t.Errorf("%q, %t, want %q", got, ok, tt.chinese)
		}
	}
	if got, ok := Russian.reason("neither moves (nobody has said this) nor a position (no game)"); ok || !strings.Contains(got, "нет игры") {
		t.Errorf("a part that there are no words for: %q, %t", got, ok)
	}
	for _, text := range []string{"nobody has said this", "illegal move: nobody has said this", strings.Repeat("x", longestReason+1)} {
		if got, ok := Russian.reason(text); ok || !strings.HasSuffix(got, text[len(text)/2:]) {
			t.Errorf("%.40q is told as %.40q", text, got)
		}
	}
}

// joined are formats whose parts are put together in one sentence.
var joined = []string{"%v, %w", "%q, %w", "%w %w", "%s %q, want one of %s", "no heuristic", "no goal", "%s: %w %q, want one of %s", "%s: %w %q: the puzzle has only one", "%w; mnk:%d,%d,%d,gravity plays it", "%w: %s %s", "%q is %s: not Othello as it is played here"}

// unseen are the files whose errors no user sees: of the lessons' own scripts, and of
// programs that make data.
var unseen = regexp.MustCompile(`lesson/(course|scene)\.go$|/main\.go$|_test\.go$`)

// refusing are the rooms whose refusals the command line shows.
var refusing = []string{
	"book", "engine", "game", "games", "match", "path", "puzzle", "puzzles", "search", "textbook", "farm", "lesson",
	"engines", "protocol/client", "web", "internal/line", "internal/rowtext", "internal/tablefile", "internal/memory", "cmd/ply",
}

// elsewhere are refusals of the standard library, of other packages and of systems, and
// those whose text is put together.
var elsewhere = strings.Split(strings.TrimSpace(`
listen tcp 127.0.0.1:80: bind: permission denied
listen tcp 127.0.0.1:80: bind: address already in use
listen tcp 127.0.0.1:80: cannot assign requested address
listen tcp: lookup a: no such host
dial tcp 127.0.0.1:80: connect: connection refused
dial tcp 127.0.0.1:80: i/o timeout
dial tcp: lookup a on 127.0.0.1:53: server misbehaving
read tcp 127.0.0.1:80: connection reset by peer
dial tcp 127.0.0.1:80: no route to host
dial tcp 127.0.0.1:80: network is unreachable
nats: no servers available for connection
exec: "a": executable file not found in $PATH
fork/exec a: permission denied
write a: no space left on device
write a: broken pipe
read a: input/output error
read a: is a directory
mkdir a: file exists
mkdir a: not a directory
open a: no such file or directory
open a: operation not permitted
strconv.Atoi: parsing "a": invalid syntax
strconv.Atoi: parsing "a": value out of range
invalid character 'a' looking for beginning of value; unexpected end of JSON input
a: invalid character 'a' after top-level value; unexpected EOF; invalid UTF-8
if any flags in the group [a b] are set none of the others can be; [a b] were all set
unknown command "a" for "ply b"
no such flag -a
sfnt: invalid font collection
sfnt: invalid font
raster: no font
tree too large to draw: 30 plies of up to 3000 columns
tree: 3000 nodes, want at most 2000
raster: the font lacks this character
book a: not a book, or damaged: invalid database
words: language "a", want en, ru or zh
3 GiB of memory
3 GiB of the container's memory
3 GiB of address space that ulimit leaves
queue: the server does not start: is the address free, and a writable?
a: byte 3: the header: unexpected EOF (damaged, or no proof)
standard input: line 3: illegal move
connect4: size 9x7: board does not fit: want width*(height+1) from 2 to 64; mnk:9,7,4,gravity plays it
mnk: M (columns) is 0, want 1 to 19
mnk: N (rows) is 0, want 1 to 19
mnk: K (in a row) is 0, want 1 to 19
mnk: no single move completes all the rows of X
pegs: no heuristic "a", want one of b, c
pegs: no goal "a", want one of b, c
pegs: no goal "a": the puzzle has only one
othello: line 1: TY: "8a" is an anti-game, in which fewer discs win: not Othello as it is played here
othello: line 1: TY: "8k" is a game with komi, whose sides are auctioned: not Othello as it is played here
draughts: "a", want a square, 1 to 32
draughts: White can capture and so must: illegal move
draughts: Black can capture and so must: illegal move
draughts: Red can capture and so must: illegal move
draughts: line 1: the comment that begins here does not end
draughts: line 1: the tag that begins here is longer than 3 MiB
draughts: character 3: the end, want W or B
othello: move 3: "a", want a1 to h8 or pass
othello: "a", want a1 to h8 or nothing for a pass
tree: line 1, column 1: "x", want a decimal number such as 4, -0.25 or 1e6
tree: line 1, column 1: "1e309", want a number below 1e308
format "a", want one of b, c
style "a", want one of b, c
shapes "a", want one of b, c
cut "a", want one of b, c
fail "a", want one of b, c
signs "a", want one of b, c
players "a", want one of b, c
order "a", want one of b, c
stage "a", want one of b, c
`), "\n")

// TestReasonsAreTold finds words for all that those rooms refuse, and all texts of
// reasons of use. (That every language has them is TestComplete.)
func TestReasonsAreTold(t *testing.T) {
	used := map[string]bool{}
	tell := func(where, english string) {
		if _, ok := Russian.reason(english); !ok {
			t.Errorf("%s: no words for %q", where, english)
		}
		use(used, english)
	}
	for _, english := range elsewhere {
		tell("elsewhere", english)
	}
	for _, root := range refusing {
		err := filepath.WalkDir(filepath.Join("../..", root), func(name string, d fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(name) != ".go" || unseen.MatchString(filepath.ToSlash(name)) {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
			if err == nil {
				for _, format := range refusals(file) {
					if !slices.Contains(joined, format) {
						tell(name, example(format))
					}
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range patterns() {
		if !used[p.key] {
			t.Errorf("nobody says %s, %q", p.key, English.All()[p.key])
		}
	}
}

// use notes the texts with which a reason is told.
func use(used map[string]bool, english string) {
	if p, values := find(english); p != nil {
		used[p.key] = true
		for _, value := range values {
			use(used, value)
		}
	} else if left, between, right := divide(english); between != "" {
		use(used, left)
		use(used, right)
	}
}

// refusals returns the formats of the errors that a file makes.
func refusals(file *ast.File) (formats []string) {
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || !slices.Contains([]string{"fmt.Errorf", "errors.New", "errorf", "p.errorf"}, types.ExprString(call.Fun)) {
			return true
		}
		for _, arg := range call.Args {
			if text, ok := arg.(*ast.BasicLit); ok && text.Kind == token.STRING {
				format, _ := strconv.Unquote(text.Value) // it compiles
				formats = append(formats, format)
				break
			}
		}
		return true
	})
	return formats
}

// verb is where a format has a value.
var verb = regexp.MustCompile(`%[-+#.\d]*[a-z]`)

// example returns a refusal of a format: numbers where it has them, and names.
func example(format string) string {
	return verb.ReplaceAllStringFunc(format, func(v string) string {
		switch v[len(v)-1] {
		case 'd':
			return "7"
		case 'q':
			return `"q"`
		}
		return "X"
	})
}
