package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
)

// A result is a line of the file of results.
type result struct {
	mutant
	Verdict verdict
	By      string  `json:",omitempty"` // the test that killed it or ran out of time
	Seconds float64 // of CPU time
}

// read returns the results of earlier runs. A later line on the same mutant wins.
func read(name string) (map[mutant]result, error) {
	found := map[mutant]result{}
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return found, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var r result
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		found[r.mutant] = r
	}
	return found, lines.Err()
}

// report prints a table of the files and a list of the surviving mutants.
func report(w io.Writer, mutants []mutant, found map[mutant]result) {
	var files []string
	counts := map[string]map[verdict]int{"all": {}}
	for _, m := range mutants {
		if counts[m.File] == nil {
			files = append(files, m.File)
			counts[m.File] = map[verdict]int{}
		}
		v := found[m.key()].Verdict
		counts[m.File][v]++
		counts["all"][v]++
	}
	fmt.Fprintln(w, "| file | killed | out of time | not reached | lived | not run |\n|---|---|---|---|---|---|")
	for _, name := range append(files, "all") {
		c := counts[name]
		fmt.Fprintf(w, "| %s | %d | %d | %d | %d | %d |\n", name, c[killed], c[timedOut], c[unreached], c[lived], c[""])
	}
	for _, v := range []verdict{lived, unreached} {
		fmt.Fprintf(w, "\n%s:\n", v)
		left := slices.DeleteFunc(slices.Clone(mutants), func(m mutant) bool { return found[m.key()].Verdict != v })
		for _, m := range left {
			fmt.Fprintf(w, "%s:%d:%d: %s for %s in %s\n", m.File, m.Line, m.Col, m.To, m.From, m.Text)
		}
	}
}

// key is the mutant without its number, which depends on the choice of files.
func (m mutant) key() mutant {
	m.id = 0
	return m
}
