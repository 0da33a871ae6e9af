package main

import (
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"testing"
)

// mostAtStart is the largest number of bytes that a package may allocate before main.
const mostAtStart = 600 << 10

// TestStart checks that the packages do little work before main, and that main does
// little work for a version: shells ask for completions and must not wait.
func TestStart(t *testing.T) {
	out := traced(t, "inittrace=1", "tests", "-test.run=^$")
	packages := regexp.MustCompile(`(?m)^init (\S+) .* (\d+) bytes, (\d+) allocs$`).FindAllStringSubmatch(out, -1)
	if len(packages) < 50 {
		t.Fatalf("%d packages told of their start, want more\n%s", len(packages), out)
	}
	for _, p := range packages {
		if bytes, err := strconv.Atoi(p[2]); err != nil || bytes > mostAtStart {
			t.Errorf("%s allocates %s bytes before main, want at most %d", p[1], p[2], mostAtStart)
		}
	}
	if out := traced(t, "gctrace=1", "ply", "version"); regexp.MustCompile(`(?m)^gc \d`).MatchString(out) {
		t.Errorf("the version takes memory enough for the collector to run\n%s", out)
	}
}

// traced runs this program as name with a setting of GODEBUG and returns its output.
func traced(t *testing.T, setting, name string, args ...string) string {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(program, args...)
	c.Args[0] = name
	c.Env = append(os.Environ(), "GODEBUG="+setting)
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}
