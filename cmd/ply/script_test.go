package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	queueserver "github.com/plywood-go/plywood/farm/queue/server"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"ply": stubborn, "ply-queue": queueServer})
}

// queueServer is ply-queue.
func queueServer() {
	signal.Ignore(os.Interrupt)
	if err := queueserver.Run(os.Stdin, os.Stdout); err != nil {
		os.Exit(1)
	}
}

// listening is the environment variable that names the file stubborn creates.
const listening = "PLY_TEST_LISTENING"

// stubborn is ply, except that Ctrl-C never kills it once it has created a file. An
// interrupt that arrives before ply handles it, or while ply is ending, is lost.
func stubborn() {
	signal.Notify(make(chan os.Signal, 1), os.Interrupt)
	if path := os.Getenv(listening); path != "" {
		if err := os.WriteFile(path, nil, 0o666); err != nil {
			panic(err)
		}
	}
	main()
}

// TestScript runs the scripts of testdata/script. In them ply is this program and
// $SHIPPED the folder of positions that come with the module.
func TestScript(t *testing.T) {
	shipped, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	cache := t.TempDir() // shared by all scripts, to build endgame databases once
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Setenv("SHIPPED", shipped)
			e.Setenv("XDG_CACHE_HOME", cache)
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

// refuses CODE ARGS… checks that ply prints one line on stderr, nothing on stdout, and
// ends with CODE.
func refuses(ts *testscript.TestScript, neg bool, args []string) {
	exits(ts, neg, args)
	if out := ts.ReadFile("stdout"); out != "" {
		ts.Fatalf("stdout: %q, want nothing", out)
	}
	if err := ts.ReadFile("stderr"); !strings.HasPrefix(err, "ply: ") || strings.Index(err, "\n") != len(err)-1 {
		ts.Fatalf("stderr: %q, want one line", err)
	}
}

// interrupt [-once FILE | -said TEXT] ARGS… runs ply, sends it interrupts until it ends,
// and checks that it ends with code 130. It writes its output to the file out. The first
// interrupt comes when FILE exists, when stdout contains TEXT or, without either, when
// ply has used enough CPU time, so that a busy machine makes no difference.
func interrupt(ts *testscript.TestScript, _ bool, args []string) {
	listens := filepath.Join(ts.MkAbs("."), "listens")
	var out screen
	due := func(c *exec.Cmd) bool { return spent(c.Process.Pid) >= enough }
	switch args[0] {
	case "-once":
		awaited := ts.MkAbs(args[1])
		due, args = func(*exec.Cmd) bool { return exists(awaited) }, args[2:]
	case "-said":
		text := args[1]
		due, args = func(*exec.Cmd) bool { return strings.Contains(out.String(), text) }, args[2:]
	}
	ts.Check(os.RemoveAll(listens))
	c := exec.Command(program(ts), args...)
	c.Dir = ts.MkAbs(".")
	c.Env = append(os.Environ(), listening+"="+listens)
	c.Stdout = &out
	keyboard, err := c.StdinPipe() // never written
	ts.Check(err)
	defer keyboard.Close()
	ts.Check(c.Start())
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	for {
		select {
		case err := <-ended:
			if code := exitCode(ts, err); code != cli.CodeInterrupted {
				ts.Fatalf("exit code %d, want %d; stdout:\n%s", code, cli.CodeInterrupted, &out)
			}
			ts.Check(os.WriteFile(ts.MkAbs("out"), []byte(out.String()), 0o666))
			return
		case <-time.After(50 * time.Millisecond):
			if !exists(listens) || !due(c) {
				continue
			}
			if err := c.Process.Signal(os.Interrupt); !errors.Is(err, os.ErrProcessDone) {
				ts.Check(err)
			}
		}
	}
}

// enough is the CPU time after which ply is in the middle of its work: three times the
// time to start and to find a first result.
const enough = 300 * time.Millisecond

// spent returns the CPU time of a process, or enough if the system does not report it.
func spent(pid int) time.Duration {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, rest, ok := strings.Cut(string(stat), ") ") // after the name of the process
	fields := strings.Fields(rest)
	if err != nil || !ok || len(fields) < 13 {
		return enough
	}
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * 10 * time.Millisecond // 100 ticks a second
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// screen is a buffer that may be read while it is written.
type screen struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *screen) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// program returns the path of ply in scripts.
func program(ts *testscript.TestScript) string {
	for _, dir := range filepath.SplitList(ts.Getenv("PATH")) {
		if path, err := exec.LookPath(filepath.Join(dir, "ply")); err == nil {
			return path
		}
	}
	ts.Fatalf("no ply on the path")
	return ""
}

// documents SCHEMA N checks that stdout consists of N JSON documents of the schema.
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
