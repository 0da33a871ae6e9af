package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/internal/golden"
)

// TestDocuments runs the examples in the documents, lines "$ ply …" in console
// blocks, and compares their output with the text below them.
func TestDocuments(t *testing.T) {
	t.Chdir("../..")
	t.Setenv("LC_ALL", "C") // the documents are in English
	block := regexp.MustCompile("(?s)```console\n.*?```")
	pages, err := filepath.Glob("docs/cli/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append(pages, "README.md") {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			now := block.ReplaceAllFunc(text, func(b []byte) []byte { return runBlock(t, b) })
			if !golden.Update() {
				return
			}
			if err := os.WriteFile(name, now, 0o666); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// runBlock runs the commands of a block and returns the block with their current output.
// It keeps the old output if only times and the like have changed; any other change is
// an error.
func runBlock(t *testing.T, block []byte) []byte {
	body := strings.TrimSuffix(strings.TrimPrefix(string(block), "```console\n"), "```")
	var now strings.Builder
	for example := range strings.SplitSeq(strings.TrimPrefix(body, "$ "), "\n$ ") {
		command, want, _ := strings.Cut(example, "\n")
		var out bytes.Buffer
		run(t.Context(), arguments(command)[1:], strings.NewReader(""), &out, &out)
		want = strings.TrimRight(want, "\n")
		got := strings.TrimRight(out.String(), "\n")
		if unchanging(got) == unchanging(want) {
			got = want
		} else if !golden.Update() {
			t.Errorf("$ %s\ngot:\n%s\nwant (-update writes it):\n%s", command, got, want)
		}
		now.WriteString("$ " + command + "\n" + got + "\n")
	}
	return []byte("```console\n" + now.String() + "```")
}

// arguments splits a command line at spaces outside quotes.
func arguments(line string) []string {
	var all []string
	for _, m := range regexp.MustCompile(`"([^"]*)"|'([^']*)'|(\S+)`).FindAllStringSubmatch(line, -1) {
		all = append(all, m[1]+m[2]+m[3])
	}
	return all
}

// changing matches text that differs from run to run: times, speeds and versions.
var changing = regexp.MustCompile(`(?m)` + strings.Join([]string{
	`\bin [0-9][0-9 ]*(ns|µs|ms|s|m)\b`,
	`, [0-9][0-9 ]* nodes/s`,
	`"(time_ms|nps)":[0-9.]+`,
	`^ply \S+ \(go.*$`,
	`"(version|go|platform)":"[^"]*"`,
}, "|"))

func unchanging(text string) string { return changing.ReplaceAllString(text, "") }

// TestReference checks that a page of docs/cli has a section on every command, and in it the
// command's flags as help has them; -update writes the flags.
func TestReference(t *testing.T) {
	t.Setenv("LC_ALL", "C")
	pages := map[string]string{}
	names, err := filepath.Glob("../../docs/cli/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		pages[name] = string(text)
	}
	eachCommand(rootCommand(&cli.Env{}), func(c *cobra.Command) {
		heading := "\n## " + c.CommandPath() + "\n"
		for name, text := range pages {
			before, section, found := strings.Cut(text, heading)
			if !found {
				continue
			}
			section, after, _ := strings.Cut(section, "\n## ")
			intro, rest, _ := strings.Cut(section, flagsBegin)
			old, rest, found := strings.Cut(rest, flagsEnd)
			now := flagTable(c)
			switch {
			case !found:
				t.Errorf("%s: %s: no lines %q and %q for the flags", name, c.CommandPath(), flagsBegin, flagsEnd)
			case old != now && !golden.Update():
				t.Errorf("%s: %s: the flags are not those of help: -update writes them", name, c.CommandPath())
			}
			if after != "" {
				after = "\n## " + after
			}
			pages[name] = before + heading + intro + flagsBegin + now + flagsEnd + rest + after
			return
		}
		t.Errorf("docs/cli: no section on %s", c.CommandPath())
	})
	for name, text := range pages {
		if !golden.Update() || t.Failed() {
			return
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// flagsBegin and flagsEnd enclose the flags of a command.
const (
	flagsBegin = "<!-- flags: go test ./cmd/ply -run Reference -update -->\n"
	flagsEnd   = "<!-- end -->\n"
)

// flagTable returns the usage of a command and a table of its flags.
func flagTable(c *cobra.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, "`%s`\n", strings.TrimSuffix(c.UseLine(), " [flags]"))
	title := "\n| flag | |\n|---|---|\n"
	eachFlag(c, func(f *pflag.Flag) {
		one := pflag.NewFlagSet("", pflag.ContinueOnError)
		one.AddFlag(f)
		name, usage, _ := strings.Cut(strings.TrimSpace(one.FlagUsages()), "   ")
		fmt.Fprintf(&b, "%s| `%s` | %s |\n", title, name, strings.ReplaceAll(usage, "|", `\|`))
		title = ""
	})
	return b.String()
}

// eachCommand visits the commands below c that have no commands below them.
func eachCommand(c *cobra.Command, visit func(*cobra.Command)) {
	for _, sub := range c.Commands() {
		if sub.Hidden || sub.Name() == "help" {
			continue
		}
		if !sub.HasSubCommands() {
			visit(sub)
		}
		eachCommand(sub, visit)
	}
}

func eachFlag(c *cobra.Command, visit func(*pflag.Flag)) {
	c.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
		if f.Name != "help" {
			visit(f)
		}
	})
}

// TestTeaching follows a student from an empty file to a match and a tree, as docs/teaching.md
// shows: at most 60 lines of Starlark. Then a board and another evaluation are added.
func TestTeaching(t *testing.T) {
	t.Setenv("LC_ALL", "C")
	text, err := os.ReadFile("../../docs/teaching.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "\n## A game in a file\n")
	_, section, _ = strings.Cut(section, "```python\n")
	game, section, found := strings.Cut(section, "```\n")
	if lines := strings.Count(game, "\n"); !found || lines > 60 {
		t.Fatalf("a game of %d lines", lines)
	}
	t.Chdir(t.TempDir())
	if err := os.WriteFile("hexapawn.star", []byte(game), 0o666); err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```console\n.*?```").FindAllString(section, -1)
	if len(blocks) != 5 {
		t.Fatalf("%d blocks of commands", len(blocks))
	}
	_, section, _ = strings.Cut(section, "```python\n")
	more, _, _ := strings.Cut(section, "```\n")
	for i, b := range blocks {
		if i == 4 {
			if err := os.WriteFile("hexapawn.star", []byte(game+"\n"+more), 0o666); err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			if code := run(t.Context(), []string{"check", "hexapawn.star"}, strings.NewReader(""), &out, &out); code != 0 {
				t.Error(out.String())
			}
		}
		runBlock(t, []byte(b))
	}
}
