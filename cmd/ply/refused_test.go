package main

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/internal/words"
)

// wrong are command lines that must be refused, in addition to bad.txtar.
var wrong = strings.Split(strings.TrimSpace(`
analyze othello --cut x
analyze othello --tt 3apples
analyze othello --tt 9999999GiB
analyze othello --time x
analyze othello --nodes -1
analyze othello --threads x
analyze othello --without lmr,x
analyze othello --book .
analyze othello --book some.file
analyze othello --depth 99999999999999999999
analyze othello -f some.file
analyze othello --expect
analyze othello --outcome --algo minimax
solve connect4 -f some.file --expect
analyze draughts:english
analyze draughts:international B --endgames none
analyze checkers W:W1:Bx --endgames none
analyze ultimate x
analyze qubic a1a
analyze mnk:19,19,5:x
book
book new
book new --book x --size 7
book show --book some.file
book extend --book x
book extend --book x --positions -1
book deviate --book some.file --relative -1
convert some.file
convert --from pgn some.file
convert --to pgn some.file --game othello
convert --game othello --players some.file some.file
completion
endgames othello
endgames checkers x
endgames checkers --pieces 9
engine othello x
engine checkers --protocol nboard
engine othello --protocol gtp --algo minimax
engine othello --json --protocol gtp
experiment korff
farm estimate othello --tt x
farm up --listen x
farm verify some.file
games --levels
match othello depth=1
match othello depth=1 depth=x
match othello depth=1 depth
match othello depth=1 nothing=1
match othello depth=1 "name='x"
match othello depth=1 clock=x
match othello depth=1 cmd:
match othello depth=1 'cmd:"x" protocol=x'
match othello depth=1 'cmd:"x" level=1'
match othello depth=1 'cmd:"x" option.a=1'
match othello depth=1 'cmd:"x" time=x'
match othello depth=1 'cmd:"x" x=1'
match othello depth=1 cmd:no-such-program
match othello depth=1 'algo=minimax random=3'
match othello depth=1 'depth=1 tt=x'
match othello depth=1 discs --sprt 1
match othello depth=1 discs --sprt 1,x
match othello depth=1 discs --sprt 3,1
match othello depth=1 discs --resign x
match othello depth=1 discs --draw 1
match othello depth=1 discs --openings some.file
match othello depth=1 discs --openings names --save x.y
match connect4 depth=1 depth=2 --openings names
match --counts 1,2
match --counts 1,2,x
match --counts 1,2,0.5
match --counts 1,2,3 othello
match --resume some.file
match mnk:3,3,3 depth=1 discs
path
path tiles:9 1
path tiles:3 1 2
path tiles:3 --heuristic x
path tiles:3 --algo x
path tiles:3 --weight 0.5
path tiles:3 --width 0
path tiles:3 --memory x
path tiles:3 -f some.file
path river:2
path pegs x
path cube q
path cube (R U
path tiles:3 --goal x
path pegs --goal last
perft othello x
perft othello 1 --divide --paths
play othello --opponent nobody
play othello --opponent beginner --level 3
play othello --opening tigr
play othello --clock x
play othello --overlook 2
play othello --sight 6
play othello --opponent beginner --sight 2
play othello --random x
solve othello --expect=x
play tiles:3 --engine first
play tiles:3 --time -5s
play tiles:3 -
quiz "(1 2)" --random
quiz "(1 2)" --stage x
quiz "(1 2)" --algo sss
review some.file --algo minimax
review --game othello --moves "f4 f5"
review some.file
serve --listen x
site
serve --static x
train x --work w
train othello
train connect4 --work w
train othello --work w --exact 99
train checkers --work w --exact 9
tree "(1 2)" --style x
tree "(1 2)" --shapes x
tree "(1 2)" --order x
tree "(1 2)" --fail x
tree "(1 2)" --players x
tree "(1 2)" --compare minimax,x
tree "(1 2)" --compare search
tree "(1 2)" --step 1000
tree "(1 2)" --depth -3
tree "(1 2)" --format png --font some.file
tree tictactoe --heuristic x
tree tictactoe --order shuffle
tree tiles:3 --heuristic x
tree tiles:3 --cut ge
tree a(b
tune othello
tune othello depth=1
tune othello depth=1 --number x
tune othello depth=1 --number x=1,2,3
tune othello depth=1 --number x=1,0,2,1
tune --resume some.file
`), "\n")

// englishWords returns the words of English errors that no error in l contains.
func englishWords(t *testing.T, l words.Lang) map[string]bool {
	t.Helper()
	file, err := os.ReadFile("../../internal/words/reasons.json")
	if err != nil {
		t.Fatal(err)
	}
	var reasons map[string][2]string
	if err := json.Unmarshal(file, &reasons); err != nil {
		t.Fatal(err)
	}
	word := regexp.MustCompile(`[A-Za-z]{2,}`)
	slots := regexp.MustCompile(`\{[a-z0-9]+\}|%[-+#.\d]*[a-z]`)
	english, column := map[string]bool{}, map[words.Lang]int{words.Russian: 0, words.Chinese: 1}[l]
	for format := range reasons {
		for _, w := range word.FindAllString(slots.ReplaceAllString(format, ""), -1) {
			english[w] = true
		}
	}
	for _, in := range reasons {
		for _, w := range word.FindAllString(slots.ReplaceAllString(in[column], ""), -1) {
			delete(english, w)
		}
	}
	return english
}

// TestRefusalsInEveryLanguage runs wrong command lines, alternately in Russian and
// Chinese, and checks that no English remains in their errors: no word of an English
// message that is not a name, and no two adjacent words.
func TestRefusalsInEveryLanguage(t *testing.T) {
	bad, err := os.ReadFile("testdata/script/bad.txtar")
	if err != nil {
		t.Fatal(err)
	}
	lines := wrong
	for _, m := range regexp.MustCompile(`(?m)^refuses \d (.*)$`).FindAllStringSubmatch(string(bad), -1) {
		lines = append(lines, m[1])
	}
	english := []map[string]bool{englishWords(t, words.Russian), englishWords(t, words.Chinese)}
	t.Chdir(t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	if err := os.WriteFile("some.file", []byte("This is no file of any kind.\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	locales := []string{"ru_RU.UTF-8", "zh_CN.UTF-8"}
	for i, line := range lines {
		t.Setenv("LC_ALL", locales[i%2])
		code, out, stderr := runs(t.Context(), strings.NewReader("junk"), arguments(line)...)
		if code == 0 || out != "" {
			t.Errorf("ply %s: code %d, %q", line, code, out)
		}
		if found := englishIn(stderr, line, english[i%2]); found != "" {
			t.Errorf("ply %s: %q in %s", line, found, stderr)
		}
	}
}

var (
	// names matches text that is the same in every language: quotations, flags with
	// their values, lists, commands, and names before a colon or with a mark in them.
	names = regexp.MustCompile(strings.Join([]string{
		`"(?:[^"\\]|\\.)*"`, `«[^»]*»`, `“[^”]*”`, `--[a-z-]+( [a-z]+)?`, `ply( [a-z0-9:]+)+`,
		`[\w:.=-]+(, [\w:.=-]+)+( (или|或) [\w:.=-]+)?`, `[\w.-]+ (или|或) [\w.-]+`, `\b[a-z]+[:：]`, `[!-~]*[./:=_]\w[!-~]*`,
	}, "|"))
	sentence = regexp.MustCompile(`[a-z]{2,} [a-z]{2,}`)
	oneWord  = regexp.MustCompile(`\b[A-Za-z]{2,}\b`)
)

// englishIn returns the English words left in the error of a command line, or "".
func englishIn(message, line string, english map[string]bool) string {
	if within := "strconv."; strings.Contains(message, within) {
		return within
	}
	rest := names.ReplaceAllString(strings.TrimPrefix(message, "ply: "), "~")
	for _, w := range oneWord.FindAllString(rest, -1) {
		if english[w] && !strings.Contains(line, w) {
			return w
		}
	}
	return sentence.FindString(rest)
}
