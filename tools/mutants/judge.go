package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A verdict is the result of one mutant.
type verdict string

const (
	killed    verdict = "killed"
	timedOut  verdict = "out of time"
	unreached verdict = "not reached"
	lived     verdict = "lived"
)

// A judge is the compiled test binary of one package.
type judge struct {
	dir, program string
}

// A trial is one test: its cost without a mutant, and the mutants that it reaches.
type trial struct {
	*judge
	name    string
	cost    time.Duration
	reaches map[int]bool
}

// compile builds the tests of the package in dir against the mutants.
func compile(ctx context.Context, dir, overlay, program string) (*judge, error) {
	c := exec.CommandContext(ctx, "go", "test", "-c", "-overlay", overlay, "-o", program, ".")
	c.Dir, c.Stderr = dir, os.Stderr
	if err := c.Run(); err != nil {
		return nil, fmt.Errorf("building the tests of %s: %w", dir, err)
	}
	return &judge{dir, program}, nil
}

// trials runs every test of j alone without a mutant. It omits tests that cost more than most,
// and prints their names.
func (j *judge) trials(ctx context.Context, most time.Duration) ([]trial, error) {
	list := exec.CommandContext(ctx, j.program, "-test.list", ".")
	list.Dir = j.dir
	names, err := list.Output()
	if err != nil {
		return nil, err
	}
	var all []trial
	for _, name := range strings.Fields(string(names)) {
		if strings.HasPrefix(name, "Benchmark") {
			continue
		}
		met := j.program + ".reached"
		if err := os.WriteFile(met, nil, 0o644); err != nil {
			return nil, err
		}
		r := j.run(ctx, []string{name}, most, "PLYWOOD_MUTANTS_REACHED="+met)
		if r.verdict == timedOut {
			fmt.Fprintf(os.Stderr, "left out, for it takes more than %v: %s %s\n", most, j.dir, name)
			continue
		}
		if r.verdict != lived {
			return nil, fmt.Errorf("%s: %s fails with nothing changed", j.dir, name)
		}
		text, err := os.ReadFile(met)
		if err != nil {
			return nil, err
		}
		t := trial{j, name, r.cpu, map[int]bool{}}
		for _, id := range strings.Fields(string(text)) {
			n, err := strconv.Atoi(id)
			if err != nil {
				return nil, err
			}
			t.reaches[n] = true
		}
		all = append(all, t)
	}
	return all, ctx.Err()
}

// An outcome is the result of one run of tests.
type outcome struct {
	verdict verdict
	by      string
	cpu     time.Duration
}

var failed = regexp.MustCompile(`--- FAIL: (\S+)`)

// run runs tests until the first failure, with limit of CPU time. A program that sleeps is ended
// by the clock, much later.
func (j *judge) run(ctx context.Context, tests []string, limit time.Duration, env ...string) outcome {
	seconds := int((limit + time.Second - 1) / time.Second)
	ctx, stop := context.WithTimeout(ctx, 30*time.Second+20*limit)
	defer stop()
	c := exec.CommandContext(ctx, "sh", "-c", `ulimit -t "$0"; exec "$@"`, strconv.Itoa(seconds),
		j.program, "-test.short", "-test.failfast", "-test.run", "^("+strings.Join(tests, "|")+")$")
	var out bytes.Buffer
	c.Dir, c.Stdout, c.Stderr = j.dir, &out, &out
	c.Env = append(os.Environ(), env...)
	c.WaitDelay = time.Second
	err := c.Run()
	o := outcome{verdict: lived}
	if c.ProcessState != nil {
		o.cpu = c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	}
	var exit *exec.ExitError
	switch {
	case err == nil:
	case errors.As(err, &exit) && exit.ExitCode() > 0:
		o.verdict, o.by = killed, tests[0]
		if m := failed.FindSubmatch(out.Bytes()); m != nil {
			o.by = string(m[1])
		}
	default:
		o.verdict, o.by = timedOut, tests[0]
	}
	return o
}

// try runs the tests that reach a mutant until one fails. Cheap tests of a package come first
// and run together.
func try(ctx context.Context, m mutant, trials []trial, extra time.Duration) outcome {
	type group struct {
		class int // 0 to 2: tests of 0.1, 0.3 and 0.9 s; 3: longer ones, each alone
		*judge
		alone string
	}
	tests := map[group][]string{}
	costs := map[group]time.Duration{}
	for _, t := range trials {
		if !t.reaches[m.id] {
			continue
		}
		g := group{judge: t.judge}
		for limit := 100 * time.Millisecond; t.cost > limit && g.class < 3; limit *= 3 {
			g.class++
		}
		if g.class == 3 {
			g.alone = t.name
		}
		tests[g] = append(tests[g], t.name)
		costs[g] += t.cost
	}
	order := slices.SortedFunc(maps.Keys(tests), func(a, b group) int {
		return cmp.Or(a.class-b.class, cmp.Compare(costs[a], costs[b]), strings.Compare(a.dir+a.alone, b.dir+b.alone))
	})
	o := outcome{verdict: unreached}
	for _, g := range order {
		next := g.run(ctx, tests[g], 4*costs[g]+extra, "PLYWOOD_MUTANT="+strconv.Itoa(m.id))
		o.verdict, o.by, o.cpu = next.verdict, next.by, o.cpu+next.cpu
		if o.verdict != lived {
			o.by = filepath.Base(g.dir) + " " + o.by
			break
		}
	}
	return o
}
