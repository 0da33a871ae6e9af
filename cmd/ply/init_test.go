package main

import (
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"testing"
)

// mostAtStart is how many bytes a package may allocate before main.
const mostAtStart = 600 << 10

// TestStart holds all packages of the program to do next to nothing before main:
// a shell asks for completions and versions, and does not like to wait.
func TestStart(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(program, "-test.run=^$")
	c.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	packages := regexp.MustCompile(`(?m)^init (\S+) .* (\d+) bytes, (\d+) allocs$`).FindAllStringSubmatch(string(out), -1)
	if len(packages) < 50 {
		t.Fatalf("%d packages told of their start, want more\n%s", len(packages), out)
	}
	for _, p := range packages {
		if bytes, err := strconv.Atoi(p[2]); err != nil || bytes > mostAtStart {
			t.Errorf("%s allocates %s bytes before main, want at most %d", p[1], p[2], mostAtStart)
		}
	}
}
