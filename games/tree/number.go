package tree

import (
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
)

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
