package tree

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/internal/reason"
)

// decimal is an exact decimal number: ±0.digits × 10^point. digits neither
// starts nor ends with 0, so equal numbers have equal fields; zero has no
// digits and is not negative.
type decimal struct {
	negative bool
	digits   string
	point    int
}

// maxExponent bounds the exponents in texts.
const maxExponent = 1_000_000_000

// maxPoint bounds numbers to about the range of float64, because other programs
// read our output.
const maxPoint = 308

var errLarge = reason.New("want a number below 1e308")

var errNumber = reason.New("want a decimal number such as 4, -0.25 or 1e6")

// parseDecimal parses an optional sign, digits with an optional point, and an
// optional exponent.
func parseDecimal(text string) (decimal, error) {
	mantissa, exponent := text, 0
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		e, err := strconv.Atoi(text[i+1:])
		if err != nil || e > maxExponent || e < -maxExponent {
			return decimal{}, errNumber
		}
		mantissa, exponent = text[:i], e
	}
	unsigned := strings.TrimPrefix(mantissa, "-")
	negative := unsigned != mantissa
	if !negative {
		unsigned = strings.TrimPrefix(mantissa, "+")
	}
	whole, fraction, _ := strings.Cut(unsigned, ".")
	digits := whole + fraction
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return decimal{}, errNumber
	}
	point := len(whole) + exponent
	significant := strings.TrimLeft(digits, "0")
	point -= len(digits) - len(significant)
	significant = strings.TrimRight(significant, "0")
	if significant == "" {
		return decimal{}, nil
	}
	if point > maxPoint {
		return decimal{}, errLarge
	}
	return decimal{negative, significant, point}, nil
}

// compareSize compares the absolute values of d and e.
func (d decimal) compareSize(e decimal) int {
	if d.digits == "" || e.digits == "" {
		return cmp.Compare(len(d.digits), len(e.digits))
	}
	return cmp.Or(cmp.Compare(d.point, e.point), strings.Compare(d.digits, e.digits))
}

// integer returns d as an int. ok is false unless d is an integer of at most 7
// digits.
func (d decimal) integer() (n int, ok bool) {
	if d.digits == "" {
		return 0, true
	}
	if d.point < len(d.digits) || d.point > 7 {
		return 0, false
	}
	for _, c := range []byte(d.digits) {
		n = 10*n + int(c-'0')
	}
	for range d.point - len(d.digits) {
		n *= 10
	}
	if d.negative {
		n = -n
	}
	return n, true
}
