package cli

import (
	"cmp"
	"errors"
	"math"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/plywood-go/plywood/internal/reason"
)

// mayBeEmpty lists the flags that accept an empty value. An empty value of any other
// flag is a mistake, such as an unset shell variable.
var mayBeEmpty = []string{"title", "moves", "cut", "without", "token"}

// rivals lists, by command, flags that exclude each other because one of them would
// be ignored. The first flag of a group excludes all others in it.
var rivals = map[string][][]string{
	"tree": {
		{"fail", "fail-hard"},
		{"compare", "events", "explain", "walk", "algo", "format", "step", "style", "shapes", "title", "ascii", "limit", "plies"},
		{"events", "explain", "walk", "format", "step", "style", "shapes", "title", "ascii", "json"},
		{"explain", "walk", "format", "style", "shapes", "title", "ascii"},
		{"walk", "format", "step", "json"},
	},
	"quiz":         {{"fail", "fail-hard"}},
	"play":         {{"clock", "time"}},
	"perft":        {{"divide", "paths"}},
	"book learn":   {{"level", "depth"}},
	"book extend":  {{"level", "depth"}},
	"book deviate": {{"level", "depth"}},
	"book export":  {{"packed", "json"}},
	"farm submit":  {{"solve", "label", "perft"}, {"label", "perft"}},
}

// allies lists, by command, flags that have no meaning without another flag.
var allies = map[string][][2]string{
	"tree":    {{"plain", "walk"}},
	"farm up": {{"program", "workers"}},
}

// Check refuses empty values, and flags that would silently be ignored.
func Check(c *cobra.Command) (err error) {
	c.Flags().Visit(func(f *pflag.Flag) {
		if f.Value.Type() == "string" && f.Value.String() == "" && !slices.Contains(mayBeEmpty, f.Name) && err == nil {
			err = Usage(reason.Errorf("%s: an empty value", "--"+f.Name))
		}
	})
	if err != nil {
		return err
	}
	given := c.Flags().Changed
	name := strings.TrimPrefix(c.CommandPath(), c.Root().Name()+" ")
	for _, group := range rivals[name] {
		for _, other := range group[1:] {
			if given(group[0]) && given(other) {
				return Rivals("--"+group[0], "--"+other)
			}
		}
	}
	for _, pair := range allies[name] {
		if given(pair[0]) && !given(pair[1]) {
			return Needs("--"+pair[0], "--"+pair[1])
		}
	}
	return nil
}

// BeyondLoopback reports whether other machines can reach an address.
func BeyondLoopback(listen string) (bool, error) {
	host, port, err := net.SplitHostPort(listen)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if err != nil {
		return false, Usage(reason.Errorf("--listen: %q, want an address and a port such as 127.0.0.1:7590", listen))
	}
	if host == "localhost" {
		return false, nil
	}
	ip, err := netip.ParseAddr(host)
	return err != nil || !ip.IsLoopback(), nil
}

type number interface {
	~int | ~int64 | ~uint64 | ~float64
}

// AtLeast refuses the value n of a flag if it is infinite or less than least.
func AtLeast[N number](flag string, n N, least int) error {
	if n >= N(least) && !math.IsInf(float64(n), 0) {
		return nil
	}
	return Usage(reason.Errorf("%s: %v, want %d or more", flag, n, least))
}

// Outside refuses the value n of a flag because it is outside least to most.
func Outside(flag string, n any, least, most int) error {
	return Usage(reason.Errorf("%s: %v, want %d to %d", flag, n, least, most))
}

// Within refuses the value n of a flag if it is outside least to most.
func Within(flag string, n, least, most int) error {
	if n >= least && n <= most {
		return nil
	}
	return Outside(flag, n, least, most)
}

// Above refuses the value n of a flag if it is infinite or not greater than bound.
func Above[N number](flag string, n N, bound int) error {
	if n > N(bound) && !math.IsInf(float64(n), 0) {
		return nil
	}
	return Usage(reason.Errorf("%s: %v, want more than %d", flag, n, bound))
}

// NotAmong refuses a value of a flag because it is not one of names, and suggests the nearest name.
func NotAmong(flag, value string, names ...string) error {
	return Usage(Meant(reason.Errorf("%s: %q, want one of %s", flag, value, strings.Join(names, ", ")), value, names))
}

// Format returns the given value of --format, or without one "json" with --json and otherwise
// the usual format. It fails if the format is not among names or contradicts --json.
func Format(given string, json bool, usual string, names ...string) (string, error) {
	if json {
		usual = "json"
	}
	switch format := cmp.Or(given, usual); {
	case !slices.Contains(names, format):
		return format, NotAmong("--format", format, names...)
	case json && format != "json":
		return format, Rivals("--json", "--format "+format)
	default:
		return format, nil
	}
}

// Unfit refuses the value of a flag because it is not one of wanted.
func Unfit(flag string, value any, wanted ...string) error {
	return Usage(reason.Errorf("%s: %v, want %v", flag, value, Either(wanted)))
}

// Either is a list of alternatives, such as "a, b or c".
type Either []string

func (e Either) String() string { return e.Reason().Error() }

// Reason returns the text of e as an error, which can be translated.
func (e Either) Reason() error {
	last := len(e) - 1
	if last < 1 {
		return reason.Errorf("%s", strings.Join(e, ""))
	}
	return reason.Errorf("%s or %s", strings.Join(e[:last], ", "), e[last])
}

// Rivals refuses two flags that exclude each other.
func Rivals(flag, other string) error {
	return Usage(reason.Errorf("%s and %s: want one of them", flag, other))
}

// Needs refuses a flag that has no meaning without one of others.
func Needs(flag string, others ...string) error {
	return Usage(reason.Errorf("%s needs %v", flag, Either(others)))
}

// withoutThat refuses a flag that the algorithm does not support.
func withoutThat(flag, algorithm string) error {
	return Usage(reason.Errorf("%s needs --algo search: %s does not support it", flag, algorithm))
}

// values describe a valid value, by type of flag.
var values = map[string]error{
	"int": reason.New("want a whole number"), "uint64": reason.New("want a whole number, 0 or more"), "float64": reason.New("want a number"),
	"bool": reason.New("want true or false"), "duration": reason.New("want a time such as 1.5s or 2m"),
}

// WrongValue translates pflag's error about a missing or invalid value.
func WrongValue(err error) error {
	switch e := err.(type) {
	case *pflag.ValueRequiredError:
		return reason.Errorf("flag needs an argument: %s", "--"+e.GetSpecifiedName())
	case *pflag.InvalidValueError:
		why := errors.Unwrap(err)
		switch kind := e.GetFlag().Value.Type(); {
		case kind == "string":
			return reason.Errorf("%s: %w", "--"+e.GetFlag().Name, why)
		case values[kind] != nil:
			why = values[kind]
		}
		return reason.Errorf("invalid argument %q for %s flag: %w", e.GetValue(), "--"+e.GetFlag().Name, why)
	}
	return err
}
