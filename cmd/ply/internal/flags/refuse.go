package flags

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/internal/words"
)

// TooLittle refuses the value n of a flag because it is less than least.
func TooLittle(flag string, n any, least int) error {
	return exit.Usage(words.Tell("refused.least", "flag", flag, "n", n, "least", least))
}

// Outside refuses the value n of a flag because it is outside least to most.
func Outside(flag string, n any, least, most int) error {
	return exit.Usage(words.Tell("refused.range", "flag", flag, "n", n, "least", least, "most", most))
}

// NotAbove refuses the value n of a flag because it is not greater than bound.
func NotAbove(flag string, n any, bound int) error {
	return exit.Usage(words.Tell("refused.above", "flag", flag, "n", n, "bound", bound))
}

// NotAmong refuses a value of a flag because it is not one of names, and suggests the
// nearest name.
func NotAmong(flag, value string, names ...string) error {
	return exit.Usage(Meant(words.Tell("refused.among", "flag", flag, "value", strconv.Quote(value), "names", strings.Join(names, ", ")), value, names))
}

// Unfit refuses the value of a flag because it is not one of wanted.
func Unfit[T any](flag string, value any, wanted ...T) error {
	return exit.Usage(words.Tell("refused.unfit", "flag", flag, "value", value, "names", Either(wanted...)))
}

// Either returns the alternatives as a text joined by "or".
func Either[T any](few ...T) words.Either {
	names := make(words.Either, len(few))
	for i, x := range few {
		names[i] = fmt.Sprint(x)
	}
	return names
}

// Rivals refuses two flags that exclude each other.
func Rivals(flag, other string) error {
	return exit.Usage(words.Tell("refused.rivals", "flag", flag, "other", other))
}

// Needs refuses a flag that has no meaning without one of others.
func Needs(flag string, others ...string) error {
	return exit.Usage(words.Tell("refused.needs", "flag", flag, "other", words.Either(others)))
}

// withoutThat refuses a flag that the algorithm does not support.
func withoutThat(flag, algorithm string) error {
	return exit.Usage(words.Tell("refused.no-such-thing", "flag", flag, "algorithm", algorithm))
}

// values are the keys of the texts that describe a valid value, by type of flag.
var values = map[string]string{
	"int": "refused.int", "uint64": "refused.uint", "float64": "refused.float", "bool": "refused.bool", "duration": "refused.duration",
}

// WrongValue translates pflag's error about a missing or invalid value.
func WrongValue(err error) error {
	switch e := err.(type) {
	case *pflag.ValueRequiredError:
		return &words.Told{Key: "refused.argument", Values: []any{"flag", "--" + e.GetSpecifiedName()}, Err: err}
	case *pflag.InvalidValueError:
		why := errors.Unwrap(err)
		if key := values[e.GetFlag().Value.Type()]; key != "" {
			why = &words.Told{Key: key, Err: why}
		}
		return &words.Told{Key: "refused.value", Values: []any{"value", strconv.Quote(e.GetValue()), "flag", "--" + e.GetFlag().Name, "why", why}, Err: err}
	}
	return err
}
