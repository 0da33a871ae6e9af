package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"ply": main})
}

// TestScript runs the scripts of testdata/script, in which ply is this program
// and $SHIPPED the positions that come with the module.
func TestScript(t *testing.T) {
	shipped, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Setenv("SHIPPED", shipped)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "refuses": refuses, "interrupt": interrupt, "documents": documents,
		},
	})
}

// exits CODE ARGS… runs ply and checks its exit code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: exits CODE ARGS…")
	}
	if got := strconv.Itoa(exitCode(ts, ts.Exec("ply", args[1:]...))); got != args[0] {
		ts.Fatalf("exit code %s, want %s", got, args[0])
	}
}

func exitCode(ts *testscript.TestScript, err error) int {
	var failed *exec.ExitError
	switch {
	case err == nil:
		return 0
	case !errors.As(err, &failed):
		ts.Fatalf("%v", err)
	}
	return failed.ExitCode()
}

// refuses CODE ARGS… checks that ply says no in one line on stderr and nothing
// on stdout.
func refuses(ts *testscript.TestScript, neg bool, args []string) {
	exits(ts, neg, args)
	if out := ts.ReadFile("stdout"); out != "" {
		ts.Fatalf("stdout: %q, want nothing", out)
	}
	if err := ts.ReadFile("stderr"); !strings.HasPrefix(err, "ply: ") || strings.Index(err, "\n") != len(err)-1 {
		ts.Fatalf("stderr: %q, want one line", err)
	}
}

// interrupt ARGS… runs ply, sends it what Ctrl-C does after a while, and checks
// that it ends at once with code 130. Its output is left in the file out.
func interrupt(ts *testscript.TestScript, _ bool, args []string) {
	ctx, stop := context.WithTimeout(context.Background(), 700*time.Millisecond)
	defer stop()
	c := exec.CommandContext(ctx, program(ts), args...)
	c.Cancel = func() error { return c.Process.Signal(os.Interrupt) }
	c.WaitDelay = 10 * time.Second
	keyboard, err := c.StdinPipe() // nobody types
	ts.Check(err)
	defer keyboard.Close()
	out, err := c.Output()
	var failed *exec.ExitError
	if !errors.As(err, &failed) || failed.ExitCode() != exitInterrupted {
		ts.Fatalf("%v, want exit code %d; stdout:\n%s", err, exitInterrupted, out)
	}
	ts.Check(os.WriteFile(ts.MkAbs("out"), out, 0o666))
}

// program returns the path of the ply that scripts run.
func program(ts *testscript.TestScript) string {
	for _, dir := range filepath.SplitList(ts.Getenv("PATH")) {
		if path, err := exec.LookPath(filepath.Join(dir, "ply")); err == nil {
			return path
		}
	}
	ts.Fatalf("no ply on the path")
	return ""
}

// documents SCHEMA N checks that stdout is N JSON documents of that schema.
func documents(ts *testscript.TestScript, _ bool, args []string) {
	d := json.NewDecoder(bytes.NewReader([]byte(ts.ReadFile("stdout"))))
	n := 0
	for ; ; n++ {
		var doc struct{ Schema string }
		if err := d.Decode(&doc); err == io.EOF {
			break
		} else if err != nil || doc.Schema != args[0] {
			ts.Fatalf("document %d: schema %q, %v; want %s", n, doc.Schema, err, args[0])
		}
	}
	if strconv.Itoa(n) != args[1] {
		ts.Fatalf("%d documents, want %s", n, args[1])
	}
}
