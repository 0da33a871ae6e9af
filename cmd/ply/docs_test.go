package main

import (
	"bytes"
	"os"
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
	for _, name := range []string{"README.md", "docs/cli.md"} {
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

// TestReference checks that docs/cli.md documents all commands and their flags.
func TestReference(t *testing.T) {
	text, err := os.ReadFile("../../docs/cli.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range rootCommand(&cli.Env{}).Commands() {
		if c.Hidden || c.Name() == "help" {
			continue
		}
		section := sectionOf(string(text), "## ply "+c.Name())
		if section == "" {
			t.Errorf("no section on %s", c.Name())
		}
		eachFlag(c, func(f *pflag.Flag) {
			if !strings.Contains(section, "`--"+f.Name) && !inherits(section, f.Name) {
				t.Errorf("%s: nothing on --%s", c.Name(), f.Name)
			}
		})
	}
}

// sectionOf returns the text from a heading to the next of its level.
func sectionOf(text, heading string) string {
	_, rest, found := strings.Cut(text, "\n"+heading)
	if !found {
		return ""
	}
	section, _, _ := strings.Cut(rest, "\n## ")
	return section
}

// inherits reports whether a section refers to the common section on limits and that
// section documents the flag.
func inherits(section, name string) bool {
	return strings.Contains(section, "(#limits)") && strings.Contains(limitNames, " "+name+" ")
}

const limitNames = " depth nodes time threads tt multipv algo endgames network without "

func eachFlag(c *cobra.Command, visit func(*pflag.Flag)) {
	c.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
		if f.Name != "help" {
			visit(f)
		}
	})
}
