package lesson

import (
	"math/big"
	"regexp"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/games/tree"
	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/trace"
)

// plainSigns returns an answer with the minus sign of ASCII, as programs read it.
func plainSigns(text string) string { return strings.ReplaceAll(text, "−", "-") }

// Signs and words that people type for the same thing, in lower case.
var (
	sameSigns = strings.NewReplacer(
		`\infty`, "∞", `\geq`, "≥", `\leq`, "≤", `\ge`, "≥", `\le`, "≤", `\alpha`, "α", `\beta`, "β", "$", "",
		"−", "-", "–", "-", "—", "-", "⩾", "≥", "≧", "≥", ">=", "≥", "=>", "≥", "⩽", "≤", "≦", "≤", "<=", "≤", "=<", "≤",
		"минус ", "-", "плюс ", "+", "minus ", "-", "plus ", "+", "负", "-", "正", "+",
	)
	spacedSign = regexp.MustCompile(`([-+])\s+`)
	// endName matches the name of an end of a window: "α=", "beta:".
	endName = regexp.MustCompile(`(?:(α|alpha|альфа|a)|(?:β|beta|бета|b))\s*[=:]\s*`)
)

// typed returns an answer with the signs that the readers below expect. Names of nodes stay as
// they are.
func (q *Quiz) typed(x Question, answer string) string {
	if x.Stage.whole() {
		for i := range q.minimax.Replay.Tree().Nodes {
			if label := q.minimax.Replay.Tree().Nodes[i].Label; strings.ContainsAny(label, listMarks) {
				answer = strings.ReplaceAll(answer, label, hidden.Replace(label))
			}
		}
		return q.belowRoot(x, strings.TrimSpace(answer))
	}
	text := sameSigns.Replace(strings.ToLower(narrow(answer)))
	text = strings.TrimSpace(spacedSign.ReplaceAllString(text, "$1"))
	label := strings.ToLower(q.minimax.Replay.Tree().Nodes[x.Node].Label)
	if rest, ok := strings.CutPrefix(text, label); ok && x.Stage != Windows {
		if rest = strings.TrimSpace(rest); strings.IndexAny(rest, "=≥≤") == 0 {
			return rest // "b = 4"
		}
	}
	return text
}

// belowRoot leaves out the root at the beginning of an answer about the way of UCT.
func (q *Quiz) belowRoot(x Question, answer string) string {
	root := q.minimax.Replay.Tree().Nodes[0].Label
	if x.Stage == Visits && q.growthOf() == trace.Playouts {
		if words := visitsIn(q.minimax.Replay.Tree(), answer); len(words) > 1 && words[0] == root {
			return strings.Join(words[1:], " ")
		}
	}
	return answer
}

// listMarks separate the names in a list. Inside a name they are replaced by characters that do
// not separate.
const listMarks = " \t\n,;，；、\u3000()[]{}（）"

var hidden, shown = func() (hide, show *strings.Replacer) {
	var pairs []string
	for i, mark := range []rune(listMarks) {
		pairs = append(pairs, string(mark), string('\uE000'+rune(i)))
	}
	hide = strings.NewReplacer(pairs...)
	slices.Reverse(pairs)
	return hide, strings.NewReplacer(pairs...)
}()

// narrow replaces full-width forms by ASCII.
func narrow(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '！' && r <= '～':
			return r - '！' + '!'
		case r == '\u3000':
			return ' '
		}
		return r
	}, text)
}

// readBound splits "≥ 5", "at least 5", "[5, ∞)" or "5..∞" into "≥" and "5".
func readBound(text string) (relation, number string) {
	switch alpha, beta, ok := readWindow(text); {
	case !ok:
	case infinite(alpha) < 0 && readNumber(beta) != nil:
		return "≤", beta
	case infinite(beta) > 0 && readNumber(alpha) != nil:
		return "≥", alpha
	}
	for _, l := range words.Langs() {
		for _, sign := range []string{"≥", "≤"} {
			for _, phrase := range boundWords(l, sign) {
				if rest, ok := strings.CutPrefix(text, strings.TrimSpace(phrase)); ok {
					return sign, strings.TrimSpace(rest)
				}
			}
		}
	}
	for _, sign := range []string{"≥", "≤", "="} {
		if rest, ok := strings.CutPrefix(text, sign); ok {
			return strings.TrimSuffix(sign, "="), strings.TrimSpace(rest)
		}
	}
	return "", text
}

// boundWords returns the words for ≥ or ≤ in a language, in lower case.
func boundWords(l Lang, sign string) []string {
	key := map[string]string{"≥": "answer.at-least", "≤": "answer.at-most"}[sign]
	return strings.FieldsFunc(l.Text(key), func(r rune) bool { return r == ';' || r == '；' })
}

// readWindow splits "(4, inf)", "4 inf", "4..inf" or "β=inf, α=4" into its ends. A comma separates them
// only if nothing else does: "(0,5; 4)" has a decimal comma.
func readWindow(text string) (alpha, beta string, ok bool) {
	const around = "()[]{},; "
	if names := endName.FindAllStringSubmatchIndex(text, -1); len(names) == 2 {
		first := strings.Trim(text[names[0][1]:names[1][0]], around)
		second := strings.Trim(text[names[1][1]:], around)
		switch isAlpha := names[0][2] >= 0; {
		case isAlpha == (names[1][2] >= 0):
			return "", "", false
		case isAlpha:
			return first, second, true
		}
		return second, first, true
	}
	inner := strings.NewReplacer("...", " ", "..", " ", "…", " ").Replace(strings.Trim(text, "()[]{} "))
	for _, marks := range []string{" ;、", " ;、,"} {
		var ends []string
		for end := range strings.FieldsFuncSeq(inner, func(r rune) bool { return strings.ContainsRune(marks, r) }) {
			if end = strings.Trim(end, ","); end != "" {
				ends = append(ends, end)
			}
		}
		if len(ends) == 2 {
			return ends[0], ends[1], true
		}
	}
	return "", "", false
}

// infinite returns 1, -1 or 0 for ∞, -∞ and everything else.
func infinite(text string) int {
	sign := 1
	if rest, ok := strings.CutPrefix(text, "-"); ok {
		sign, text = -1, rest
	}
	switch strings.TrimPrefix(text, "+") {
	case "∞", "inf", "infty", "infinity", "oo", "бесконечность", "беск", "беск.", "无穷", "无穷大":
		return sign
	}
	return 0
}

// readable reports whether text is a number or infinite.
func readable(text string) bool { return infinite(text) != 0 || readNumber(text) != nil }

// same reports whether two texts are numbers and exactly equal.
func same(a, b string) bool {
	if infinite(a) != 0 || infinite(b) != 0 {
		return infinite(a) == infinite(b)
	}
	x, y := readNumber(a), readNumber(b)
	return x != nil && y != nil && x.Cmp(y) == 0
}

// readNumber reads a finite number as tree.ParseNumber does, or with a decimal comma. It returns nil
// for any other text.
func readNumber(text string) *big.Rat {
	if !strings.Contains(text, ".") && strings.Count(text, ",") == 1 {
		text = strings.Replace(text, ",", ".", 1)
	}
	if len(text) > maxQuizAnswer {
		return nil
	}
	v, _, err := tree.ParseNumber(text)
	if err != nil {
		return nil
	}
	return v
}

// isNone reports whether an answer says that nothing is cut off.
func isNone(answer string) bool {
	for _, l := range words.Langs() {
		if strings.EqualFold(answer, l.Text("quiz.none")) {
			return true
		}
	}
	switch strings.ToLower(answer) {
	case "-", "−", "–", "—", "∅", "nothing", "ничего":
		return true
	}
	return false
}

// isAnd reports whether a word of a list only joins others.
func isAnd(word string) bool {
	return word == "&" || slices.ContainsFunc(words.Langs(), func(l Lang) bool { return strings.EqualFold(word, l.Text("answer.and")) })
}

// edgeSigns separate the ends of an edge.
var edgeSigns = []string{"->", "→", "-", "−", "–", "—"}

// labelled returns the nodes that an answer names: by their label, or by the labels at the ends
// of the edge to them, "c-h". A full stop after the name does not count. Neither does the case
// of its letters, unless a label is spelled exactly like it.
func labelled(t *trace.Tree, name string) (all []int) {
	name = strings.Trim(shown.Replace(name), "\"'«»“”")
	plain := strings.TrimRight(narrow(name), ".")
	is := func(a, b string) bool { return a == b }
	for _, form := range []struct {
		name string
		is   func(a, b string) bool
	}{{name, is}, {plain, is}, {plain, strings.EqualFold}} {
		for i := range t.Nodes {
			if form.is(t.Nodes[i].Label, form.name) {
				all = append(all, i)
			}
		}
		for _, sign := range edgeSigns {
			from, to, _ := strings.Cut(form.name, sign)
			for i := range t.Nodes {
				if n := &t.Nodes[i]; to != "" && n.Parent >= 0 && form.is(n.Label, to) && form.is(t.Nodes[n.Parent].Label, from) {
					all = append(all, i)
				}
			}
		}
		if len(all) > 0 {
			return all
		}
	}
	return nil
}
