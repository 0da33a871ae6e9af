package flags

import (
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/internal/words"
)

// TooLittle refuses the value n of a flag that is less than what is wanted.
func TooLittle(flag string, n any, least int) error {
	return exit.Usage(words.Tell("refused.least", "flag", flag, "n", n, "least", least))
}

// Outside refuses the value n of a flag that is not within its bounds.
func Outside(flag string, n any, least, most int) error {
	return exit.Usage(words.Tell("refused.range", "flag", flag, "n", n, "least", least, "most", most))
}

// NotAbove refuses the value n of a flag that is not more than a bound.
func NotAbove(flag string, n any, bound int) error {
	return exit.Usage(words.Tell("refused.above", "flag", flag, "n", n, "bound", bound))
}

// NotAmong refuses a value of a flag that is none of names.
func NotAmong(flag, value string, names ...string) error {
	return exit.Usage(words.Tell("refused.among", "flag", flag, "value", strconv.Quote(value), "names", strings.Join(names, ", ")))
}

// Rivals refuses two flags of which one can be given.
func Rivals(flag, other string) error {
	return exit.Usage(words.Tell("refused.rivals", "flag", flag, "other", other))
}

// Needs refuses flags that mean nothing without others.
func Needs(flag, other string) error {
	return exit.Usage(words.Tell("refused.needs", "flag", flag, "other", other))
}

// withoutThat refuses flags that an algorithm of the textbook does not have.
func withoutThat(flag, algorithm string) error {
	return exit.Usage(words.Tell("refused.no-such-thing", "flag", flag, "algorithm", algorithm))
}
