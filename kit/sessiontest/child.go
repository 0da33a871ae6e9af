package sessiontest

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/plywood-go/plywood/protocol/client"
)

// childPrefix begins the argument that turns a test binary into a program.
const childPrefix = "child:"

// Program returns the test binary as a program that behaves in the given manner. "serve"
// makes it a correct server. Other manners are those of CheckMisbehaviours, or whatever
// the twist of Main makes of them.
func Program(manner string) client.Program {
	return client.Program{Path: os.Args[0], Args: []string{childPrefix + manner}}
}

// Main runs the tests of a package, or acts as the program of Program: a server of the
// protocol. In manners other than "serve", twist may change each line of its output, to
// misbehave in ways specific to the protocol.
func Main(m *testing.M, serve func(manner string) Serve, twist func(manner, line string) string) {
	manner, child := "", false
	if len(os.Args) > 1 {
		manner, child = strings.CutPrefix(os.Args[1], childPrefix)
	}
	switch {
	case !child:
		os.Exit(m.Run())
	case misbehave(manner):
		return
	}
	out := io.Writer(os.Stdout)
	if manner != "serve" {
		out = twisted(func(line string) string { return twist(manner, line) })
	}
	if err := serve(manner)(context.Background(), os.Stdin, out); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// twisted returns a writer that passes each line through change to standard output. It
// writes whole lines.
func twisted(change func(line string) string) io.Writer {
	r, w := io.Pipe()
	go func() {
		for s := bufio.NewScanner(r); s.Scan(); {
			fmt.Println(change(s.Text()))
		}
	}()
	return w
}

// misbehave behaves in the given manner until it is killed. It reports whether it knows
// the manner.
func misbehave(manner string) bool {
	switch manner {
	case "echo":
		_, _ = io.Copy(os.Stdout, os.Stdin)
	case "silent":
		_, _ = io.Copy(io.Discard, os.Stdin)
		time.Sleep(time.Hour) // ignores even the end of its input
	case "line":
		for {
			fmt.Print(strings.Repeat("x", 1000))
		}
	case "lines":
		line := strings.Repeat(strings.Repeat(" ", 1000)+"\n", 50)
		for {
			fmt.Print(line)
		}
	case "dead":
		fmt.Fprintln(os.Stderr, "\x1b[31mgoodbye")
	default:
		return false
	}
	return true
}

// CheckMisbehaviours checks that a client reports each misbehaviour in one line, without a long
// wait.
func CheckMisbehaviours(t *testing.T, start func(context.Context, client.Program) (client.Player, error)) {
	t.Helper()
	for manner, want := range map[string]string{ // what the client's error must contain
		"echo": "does not speak", "silent": "no answer within", "line": "more than", "lines": "more than 4 MiB", "dead": "goodbye\"",
	} {
		p := Program(manner)
		if manner == "silent" {
			p.Readiness = 300 * time.Millisecond
		}
		pl, err := start(t.Context(), p)
		if err == nil {
			t.Errorf("%s: it has started", manner)
			_ = pl.Close()
			continue
		}
		if !strings.Contains(err.Error(), want) || strings.ContainsAny(err.Error(), "\n\x1b") {
			t.Errorf("%s: %v, want %s", manner, err, want)
		}
	}
	if _, err := start(t.Context(), client.Program{Path: "no-such-program-anywhere"}); err == nil {
		t.Error("a missing program was started")
	}
}
