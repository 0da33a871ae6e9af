package main

import (
	"fmt"
	"slices"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/textbookengine"
	"github.com/plywood-go/plywood/textbook"
)

// The algorithms of our own; the others are the textbook's.
const (
	searchAlgorithm = "search" // the engine's search
	proofAlgorithm  = "dfpn"   // proof-number search, for outcomes alone
)

func textbookNames() []string {
	var names []string
	for _, a := range textbook.Algorithms() {
		names = append(names, string(a))
	}
	return names
}

func algorithmNames() []string { return append(textbookNames(), searchAlgorithm, proofAlgorithm) }

func knownAlgorithm(name string) bool { return slices.Contains(algorithmNames(), name) }

// knownTextbook reports whether an algorithm is one of the textbook.
func knownTextbook(name string) bool { return slices.Contains(textbookNames(), name) }

// newEngine returns what searches g by the algorithm of that name.
func newEngine(g engine.Game, algorithm string, o engine.Options) engine.Engine {
	if knownTextbook(algorithm) {
		return textbookengine.New(textbook.Algorithm(algorithm))
	}
	return g.NewEngine(o)
}

// checkAlgorithm refuses what the algorithm asked for has no notion of.
func (f *limitFlags) checkAlgorithm() error {
	switch {
	case f.algorithm == proofAlgorithm:
		return f.refuse("--threads", "--multipv", "--depth")
	case knownTextbook(f.algorithm):
		return f.refuse("--threads", "--multipv", "--tt", "--without")
	}
	return nil
}

// refuse returns an error if one of the flags, which the algorithm asked for
// has no notion of, is set.
func (f *limitFlags) refuse(flags ...string) error {
	set := map[string]bool{
		"--threads": f.threads > 1, "--multipv": f.multipv > 1, "--tt": f.table != "",
		"--without": f.without != "", "--depth": f.depth > 0,
	}
	for _, flag := range flags {
		if set[flag] {
			return exit.Usage(fmt.Errorf("%s needs --algo search: %s has no such thing", flag, f.algorithm))
		}
	}
	return nil
}
