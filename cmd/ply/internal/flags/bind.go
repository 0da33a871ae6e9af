package flags

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/internal/setting"
)

// Bind adds the flags of the struct to which s points: those with the given names, or all that c
// does not have. The values in the struct are the defaults.
func Bind(c *cobra.Command, s any, names ...string) {
	for _, x := range setting.Of(s) {
		if len(names) > 0 && !slices.Contains(names, x.Name) || c.Flags().Lookup(x.Name) != nil {
			continue
		}
		flag := c.Flags().VarPF(x, x.Name, "", x.Help)
		switch {
		case x.Type() == "bool":
			flag.NoOptDefVal = "true"
		case x.Type() == "duration" && x.IsZero():
			flag.DefValue = "0" // which help does not show
		}
	}
}
