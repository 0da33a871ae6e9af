package flags

import (
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
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
			err = exit.Usage(reason.Errorf("%s: an empty value", "--"+f.Name))
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
		return false, exit.Usage(reason.Errorf("--listen: %q, want an address and a port such as 127.0.0.1:7590", listen))
	}
	if host == "localhost" {
		return false, nil
	}
	ip, err := netip.ParseAddr(host)
	return err != nil || !ip.IsLoopback(), nil
}
