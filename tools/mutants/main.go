// Command mutants changes a package, one operator at a time, and reports the changes that no
// test detects.
//
//	go run -C tools ./mutants ../search ../kit/gametest
//
// changes search and runs the short tests of search and gametest on each change. Without further
// packages only the package's own tests run.
//
// # How it works
//
// Building the tests for each change would take up to half a minute. So all changes are compiled
// into one program, by go build -overlay, and an environment variable selects one; the source
// tree is not touched. Each test first runs alone without a change, which measures its cost and
// the mutants it reaches. Then each mutant is judged by the tests that reach it, cheap ones
// first, until one fails.
//
// The mutants are: < for <= and similar, the negation of a comparison, - for + and / for *, --
// for ++, x for -x, && for ||, and true for false in a return statement.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

func main() {
	var o options
	only := flag.String("only", "", "change these `files`, a.go,b.go, in this order; otherwise all of the package")
	flag.StringVar(&o.results, "results", "", "keep results in this `file`, and go on from what it holds")
	flag.DurationVar(&o.slow, "slow", 10*time.Second, "leave out tests that take longer than this on the processor")
	flag.DurationVar(&o.extra, "extra", 2*time.Second, "processor time tests may take beyond four times that of the program unchanged")
	flag.BoolVar(&o.again, "again", false, "judge anew those that lived or were not reached")
	flag.BoolVar(&o.report, "report", false, "print what the results hold and judge nothing")
	flag.Parse()
	if *only != "" {
		o.only = strings.Split(*only, ",")
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	mutants, found, err := o.run(ctx, flag.Args())
	if found != nil {
		report(os.Stdout, mutants, found)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

// options are the flags of the command.
type options struct {
	only          []string
	results       string
	slow, extra   time.Duration
	again, report bool
}

// run judges the mutants of the first package with the tests of all packages.
func (o options) run(ctx context.Context, packages []string) (mutants []mutant, found map[mutant]result, err error) {
	if len(packages) == 0 {
		return nil, nil, errors.New("no package given")
	}
	for i, dir := range packages {
		if packages[i], err = filepath.Abs(dir); err != nil {
			return nil, nil, err
		}
	}
	work, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(work)
	mutants, overlay, err := mutate(packages[0], work, o.only)
	if err != nil {
		return nil, nil, err
	}
	if found, err = read(o.results); err != nil || o.report {
		return mutants, found, err
	}
	left := slices.DeleteFunc(slices.Clone(mutants), func(m mutant) bool { return o.judged(found[m.key()].Verdict) })
	if len(left) == 0 {
		return mutants, found, nil
	}
	var trials []trial
	for i, dir := range packages {
		j, err := compile(ctx, dir, overlay, filepath.Join(work, fmt.Sprint(i, ".test")))
		if err != nil {
			return mutants, found, err
		}
		more, err := j.trials(ctx, o.slow)
		if err != nil {
			return mutants, found, err
		}
		trials = append(trials, more...)
	}
	out := os.Stderr
	if o.results != "" {
		if out, err = os.OpenFile(o.results, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644); err != nil {
			return mutants, found, err
		}
		defer out.Close()
	}
	for _, m := range left {
		tried := try(ctx, m, trials, o.extra)
		if ctx.Err() != nil {
			return mutants, found, ctx.Err()
		}
		r := result{m.key(), tried.verdict, tried.by, tried.cpu.Seconds()}
		found[m.key()] = r
		if err := json.NewEncoder(out).Encode(r); err != nil {
			return mutants, found, err
		}
	}
	return mutants, found, nil
}

// judged reports whether a mutant with this verdict needs no further run.
func (o options) judged(v verdict) bool {
	return v != "" && (!o.again || v == killed || v == timedOut)
}
