package about

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/plywood-go/plywood/cmd/ply/internal/flags"
	"github.com/plywood-go/plywood/engine/textbookengine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/internal/setting"
)

// values are the completions of the values of flags, by name of flag.
var values = map[string]func(c *cobra.Command, args []string) []string{
	"algo":     func(*cobra.Command, []string) []string { return flags.Algorithms() },
	"color":    oneOf("auto", "always", "never"),
	"compare":  func(*cobra.Command, []string) []string { return append(textbookengine.Names(), "all") },
	"engine":   oneOf("first", "second", "both", "none"),
	"format":   func(c *cobra.Command, _ []string) []string { return formats[c.Name()] },
	"from":     recordFormats,
	"game":     func(*cobra.Command, []string) []string { return catalog.Names() },
	"lang":     oneOf("en", "ru", "zh"),
	"opponent": opponentNames,
	"protocol": oneOf("dxp", "gomocup", "gtp", "hub", "jsonl", "nboard", "uci"),
	"shapes":   oneOf("squares", "triangles"),
	"stage":    oneOf("values", "windows", "cuts", "bounds", "visits", "proofs", "rates", "counts"),
	"style":    oneOf("values", "alphabeta", "windows", "intervals", "types"),
	"to":       recordFormats,
}

// formats are the values of --format, by name of command.
var formats = map[string][]string{
	"grade": {"text", "json", "csv", "gradescope"},
	"sheet": {"html", "latex", "pdf", "moodle", "gift", "json"},
	"tree":  {"text", "outline", "svg", "png", "dot", "tikz", "json"},
}

// listed are the flags whose value is a list separated by commas, completed word by word.
var listed = map[string]bool{"compare": true, "stage": true}

func oneOf(all ...string) func(*cobra.Command, []string) []string {
	return func(*cobra.Command, []string) []string { return all }
}

// recordFormats returns the notations of the game that --game names, or of all games.
func recordFormats(c *cobra.Command, _ []string) (names []string) {
	seen := map[string]bool{}
	wanted, _ := c.Flags().GetString("game")
	for _, g := range catalog.Games() {
		if wanted != "" && g.About().Name != wanted {
			continue
		}
		for _, name := range g.FormatNames() {
			if !seen[name] {
				seen[name] = true
				names = append(names, name)
			}
		}
	}
	return names
}

// opponentNames returns the names of the opponents in the game that args name.
func opponentNames(_ *cobra.Command, args []string) (names []string) {
	if len(args) == 0 {
		return nil
	}
	g, err := catalog.Find(args[0])
	if err != nil {
		return nil
	}
	for _, o := range workshop.OpponentsOf(g) {
		names = append(names, o.Name)
	}
	return names
}

// CompleteValues registers the completions of flag values for a command and its subcommands.
func CompleteValues(c *cobra.Command) {
	add := func(f *pflag.Flag) {
		all, known := values[f.Name]
		if s, ok := f.Value.(setting.Setting); ok && s.Names() != nil {
			all, known = oneOf(s.Names()...), true
		}
		if !known || f.Value.Type() != "string" && f.Value.Type() != "algorithm" {
			return
		}
		// The error means that the flag already has a completion, which it keeps.
		_ = c.RegisterFlagCompletionFunc(f.Name, func(c *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			offered := all(c, args)
			if !listed[f.Name] {
				return offered, cobra.ShellCompDirectiveNoFileComp
			}
			before := typed[:strings.LastIndexByte(typed, ',')+1]
			whole := make([]string, len(offered))
			for i, word := range offered {
				whole[i] = before + word
			}
			return whole, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
		})
	}
	c.LocalFlags().VisitAll(add)
	for _, sub := range c.Commands() {
		CompleteValues(sub)
	}
}
