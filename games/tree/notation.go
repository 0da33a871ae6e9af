package tree

import (
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
)

// FormatMove returns the name of the child or, if it has none that is a single
// word, its number from 1.
func (Rules) FormatMove(p *Position, m Move) string {
	if name := p.Node.Children[m].Name; bare(name) {
		return name
	}
	return strconv.Itoa(int(m) + 1)
}

// ParseMove parses the name of a child or its number from 1.
func (r Rules) ParseMove(p *Position, text string) (Move, error) {
	m, err := p.Node.move(text)
	if err != nil {
		return 0, reason.Errorf("tree: move %q: %w", text, err)
	}
	return m, nil
}

// move parses a move from n.
func (n *Node) move(text string) (Move, error) {
	moves := n.Moves()
	if number, err := strconv.Atoi(text); err == nil && number >= 1 && number <= len(moves) {
		return Move(number - 1), nil
	}
	if m := slices.IndexFunc(moves, func(c *Node) bool { return text != "" && c.Name == text }); m >= 0 {
		return Move(m), nil
	}
	if len(moves) == 0 {
		return 0, reason.Errorf("%w: a leaf has no children", game.ErrIllegal)
	}
	return 0, reason.Errorf("%w: want the name of a child or a number from 1 to %d", game.ErrIllegal, len(moves))
}

// FormatPosition returns the tree as a nested list, followed by the moves from the root.
func (r Rules) FormatPosition(p *Position) string {
	var out strings.Builder
	path := p.path()
	path[0].list(&out)
	at := p.Tree.Root()
	for _, n := range path[1:] {
		m := Move(slices.Index(at.Node.Children, n))
		out.WriteString(" " + r.FormatMove(&at, m))
		r.Play(&at, &at, m)
	}
	return out.String()
}

// list writes a node and all below it as a nested list.
func (n *Node) list(out *strings.Builder) {
	out.WriteString(n.head() + n.number.text)
	if len(n.Children) == 0 {
		return
	}
	separator := "("
	for _, c := range n.Children {
		out.WriteString(separator)
		c.list(out)
		separator = " "
	}
	out.WriteString(")")
}

// head returns what precedes the number and the children of a node in a nested list.
func (n *Node) head() (text string) {
	leaf := len(n.Children) == 0
	if n.share != "" {
		text += n.share + ":"
	}
	for _, f := range flags {
		if *f.of(n) {
			text += string(f.sign)
		}
	}
	if !leaf && n.Turn != n.parent.alternate() {
		text += turnWords[n.Turn]
		if n.Name != "" {
			text += " "
		}
	}
	switch {
	case n.Name == "":
	case leaf && bare(n.Name):
		text += n.Name
	default:
		text += quoted(n.Name)
	}
	if n.number.text != "" && (n.Name != "" || !leaf) {
		text += "="
	}
	return text
}

// ParsePosition parses a tree and the moves from its root. The word startpos
// stands for the tree of [Rules.Start].
func (r Rules) ParsePosition(text string) (Position, error) {
	p := r.Start()
	words := strings.Fields(text)
	if len(words) == 0 {
		return p, reason.New("tree: empty text, want a tree, for example ((1 4)(5 6))")
	}
	if words[0] == "startpos" {
		words = words[1:]
	} else {
		t, rest, err := parse(text)
		if err != nil {
			return p, err
		}
		if t.chancy {
			return p, reason.New("tree: chance chooses at a node: only expectiminimax, star1 and star2 search such a tree")
		}
		p = t.Root()
		words = strings.Fields(rest)
	}
	for _, word := range words {
		m, err := r.ParseMove(&p, word)
		if err != nil {
			return r.Start(), err
		}
		r.Play(&p, &p, m)
	}
	return p, nil
}

var turnNames = [...]string{Max: "MAX", Min: "MIN", Chance: "chance"}

// drawnLines is the largest number of lines that Draw writes.
const drawnLines = 200

// Draw returns an outline of the subtree at p.
func (r Rules) Draw(p *Position) string {
	var out strings.Builder
	lines := 0
	p.Node.draw(&out, p.Node.ply, &lines)
	return out.String()
}

// Captions returns the players of the nodes in an outline.
func (r Rules) Captions(p *Position) (all []game.Caption) {
	says := [...]game.Caption{Max: {Says: game.Moves}, Min: {Says: game.Moves, Side: game.Second}, Chance: {Says: game.ByChance}}
	for line := range strings.Lines(r.Draw(p)) {
		for turn, name := range turnNames {
			if text := "(" + name + ")"; name != "" && strings.HasSuffix(line, " "+text+"\n") {
				says[turn].Text = text
				all = append(all, says[turn])
			}
		}
	}
	return all
}

func (n *Node) draw(out *strings.Builder, top int32, lines *int) {
	if *lines++; *lines > drawnLines {
		if *lines == drawnLines+1 {
			out.WriteString("…\n")
		}
		return
	}
	out.WriteString(strings.Repeat("  ", int(n.ply-top)) + n.heading())
	if n.number.text != "" {
		out.WriteString(" = " + n.number.text)
	}
	if len(n.Children) > 0 {
		out.WriteString(" (" + turnNames[n.Turn] + ")")
	}
	out.WriteString("\n")
	for _, c := range n.Moves() {
		c.draw(out, top, lines)
	}
}

// heading returns the name of a node, or a substitute for an outline.
func (n *Node) heading() string {
	switch {
	case n.Name != "":
		return n.Name
	case n.parent == nil:
		return "root"
	}
	return strconv.Itoa(slices.Index(n.parent.Children, n) + 1)
}

// number is the exact number of a leaf.
type number struct {
	text     string   // as written, with the signs of ASCII
	whole    int      // an integer of at most 7 digits,
	exact    *big.Rat // or any other number, nil for an integer and for infinity
	infinite int      // 1, -1, or 0 for a finite number
	margin   int32    // in a tree, for MAX; see Tree
}

// read reads the number's text.
func (n *number) read() error {
	read, err := parseNumber(n.text)
	if err != nil {
		return reason.Errorf("%q, %w", n.text, err)
	}
	*n = read
	return nil
}

// plain returns the margin of an integer of at most 7 digits, or of infinity.
func (n *number) plain() int32 {
	if n.infinite != 0 {
		return int32(n.infinite) * endless
	}
	return int32(n.whole)
}

// endless is the margin of an infinite number. It exceeds all others.
const endless = int32(game.Infinity)

// size returns the absolute value of a finite number.
func (n *number) size() *big.Rat {
	if n.exact != nil {
		return new(big.Rat).Abs(n.exact)
	}
	return new(big.Rat).SetInt64(int64(max(n.whole, -n.whole)))
}

// negative reports whether a finite number is less than 0.
func (n *number) negative() bool { return n.whole < 0 || n.exact != nil && n.exact.Sign() < 0 }

// Limits of numbers, so that they can be compared exactly and other programs can read them.
const (
	maxDigits   = 1000
	maxExponent = 308
)

var (
	errLarge  = reason.New("want a number between 1e-308 and 1e308, of at most 1000 digits")
	errNumber = reason.New("want a number such as 4, -0.25, 1/3, 1e6 or inf")
)

var decimals = regexp.MustCompile(`^[-+]?(?:[0-9]+/[0-9]*[1-9][0-9]*|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE]([-+]?[0-9]+))?)$`)

var infinities = regexp.MustCompile(`(?i)^[-+]?(?:∞|inf|infty|infinity)$`)

// parseNumber reads a decimal number, a fraction or infinity.
func parseNumber(text string) (number, error) {
	text = asciiSigns.Replace(text)
	if infinities.MatchString(text) {
		if text[0] == '-' {
			return number{text: "-inf", infinite: -1}, nil
		}
		return number{text: "inf", infinite: 1}, nil
	}
	if whole, err := strconv.Atoi(text); err == nil && len(text) <= 8 && whole < 10_000_000 {
		return number{text: text, whole: whole}, nil
	}
	match := decimals.FindStringSubmatch(text)
	if match == nil {
		return number{}, errNumber
	}
	exponent, err := strconv.Atoi("0" + strings.TrimLeft(match[1], "+-"))
	if err != nil || exponent > maxExponent || len(text) > maxDigits {
		return number{}, errLarge
	}
	exact := quotient(text)
	if exact.IsInt() && exact.Num().IsInt64() {
		if whole := exact.Num().Int64(); whole > -10_000_000 && whole < 10_000_000 {
			return number{text: text, whole: int(whole)}, nil
		}
	}
	if size := new(big.Rat).Abs(exact); size.Cmp(largest) >= 0 {
		return number{}, errLarge
	}
	return number{text: text, exact: exact}, nil
}

// quotient returns the number of a decimal or a fraction.
func quotient(text string) *big.Rat {
	over, under, fraction := strings.Cut(text, "/")
	exact, _ := new(big.Rat).SetString(over)
	if fraction { // SetString would take a leading zero of a fraction for octal
		divisor, _ := new(big.Rat).SetString(under)
		exact.Quo(exact, divisor)
	}
	return exact
}

var largest, _ = new(big.Rat).SetString("1e308")

// asciiSigns replaces signs of mathematics by those of ASCII.
var asciiSigns = strings.NewReplacer("−", "-", "–", "-")

// ParseNumber reads the number of a leaf: a decimal, a fraction such as 1/3 or infinity, for which
// infinite is 1 or -1 and exact nil.
func ParseNumber(text string) (exact *big.Rat, infinite int, err error) {
	n, err := parseNumber(text)
	if err == nil {
		exact, infinite = n.rational()
	}
	return exact, infinite, err
}

// rational returns the number or, if it is infinite, nil and its sign.
func (n *number) rational() (exact *big.Rat, infinite int) {
	if n.infinite != 0 {
		return nil, n.infinite
	}
	exact = n.size()
	if n.negative() {
		exact.Neg(exact)
	}
	return exact, 0
}

// isNumber reports whether a word can only be a number: it begins like one. The words for
// infinity may also be names.
func isNumber(word string) bool {
	return strings.ContainsRune("+-−–.∞0123456789", []rune(word)[0])
}
