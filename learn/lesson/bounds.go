package lesson

import (
	"cmp"
	"math/big"
	"regexp"
	"strconv"

	"github.com/plywood-go/plywood/games/tree"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/textbook"
)

// stated matches a leaf with a bound, such as b>=3: its name, the relation and the bound.
var stated = regexp.MustCompile(`(?:([\p{L}_][\p{L}\p{N}_]*|"[^"]*")\s*)?(>=|≥|⩾|<=|=<|≤|⩽)\s*([-+−]?[0-9][0-9./]*)`)

// Bounded reports whether the text of a tree has leaves of which only a bound is known.
func Bounded(text string) bool { return stated.MatchString(text) }

// Conclusion says what follows for the root of a tree from bounds of its leaves. The root is worth
// Least if all leaves are at their lower ends, and Most at their upper ends. No other values of the
// leaves give less or more, because the value of the root never falls when a leaf rises.
type Conclusion struct {
	Schema string   `json:"schema"` // ply.conclusion/1
	Least  string   `json:"least"`  // the least value of the root, -inf for none
	Most   string   `json:"most"`   // the greatest, inf for none
	Best   []string `json:"best"`   // moves, by name or number, that are best whatever the leaves are worth
}

// Conclude reads a tree with bounds, and says what follows from them.
func Conclude(text string) (*Conclusion, error) {
	end := func(atLeast, atMost string) (*Tree, error) {
		return tree.Parse(stated.ReplaceAllStringFunc(text, func(leaf string) string {
			m := stated.FindStringSubmatch(leaf)
			value := map[bool]string{true: atLeast, false: atMost}[m[2] == ">=" || m[2] == "≥" || m[2] == "⩾"]
			if value == "" {
				value = m[3]
			}
			if m[1] != "" {
				value = m[1] + "=" + value
			}
			return value
		}))
	}
	low, err := end("", "-inf")
	if err != nil {
		return nil, err
	}
	high, err := end("inf", "")
	switch {
	case err != nil:
		return nil, err
	case low.Chancy():
		return nil, reason.New("chance chooses at a node of the tree: bounds of its leaves say nothing of a mean")
	}
	open := 0
	for i, n := range low.Nodes() {
		if len(n.Children) == 0 && valueOf(n).Cmp(valueOf(high.Nodes()[i])) != 0 {
			open++
		}
	}
	if open > len(stated.FindAllString(text, -1)) {
		return nil, reason.New("a node with a bound follows several nodes, so its values there are the same")
	}
	root := spanOf(low.Nodes()[0], high.Nodes()[0])
	c := &Conclusion{Schema: "ply.conclusion/1", Least: numberText(root[0]), Most: numberText(root[1]), Best: []string{}}
	for i, n := range low.Nodes()[0].Moves() {
		if best(low.Nodes()[0], high.Nodes()[0], i) {
			c.Best = append(c.Best, cmp.Or(n.Name, strconv.Itoa(i+1)))
		}
	}
	return c, nil
}

// spanOf returns the minimax values of two trees that differ in their leaves alone.
func spanOf(low, high *tree.Node) (span [2]*big.Rat) {
	if len(low.Children) == 0 {
		return [2]*big.Rat{valueOf(low), valueOf(high)}
	}
	for i := range low.Moves() {
		for end, v := range spanOf(low.Children[i], high.Children[i]) {
			if span[end] == nil || (v.Cmp(span[end]) > 0) == (low.Turn == tree.Max) {
				span[end] = v
			}
		}
	}
	return span
}

// best reports whether move i of the root is as good as any other, whatever the leaves are worth.
func best(low, high *tree.Node, i int) bool {
	own := spanOf(low.Children[i], high.Children[i])
	for k := range low.Moves() {
		other := spanOf(low.Children[k], high.Children[k])
		if k != i && (low.Turn == tree.Max && own[0].Cmp(other[1]) < 0 || low.Turn == tree.Min && own[1].Cmp(other[0]) > 0) {
			return false
		}
	}
	return true
}

// numberText writes a number of valueOf.
func numberText(v *big.Rat) string {
	if new(big.Rat).Abs(v).Cmp(textbook.Beyond()) >= 0 {
		return map[int]string{1: "inf", -1: "-inf"}[v.Sign()]
	}
	return textOf(v)
}
