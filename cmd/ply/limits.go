package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/internal/memory"
	"github.com/plywood-go/plywood/search"
)

// limitFlags are the flags that bound a search and choose how it is done.
type limitFlags struct {
	depth     int
	nodes     uint64
	time      time.Duration
	threads   int
	table     string
	multipv   int
	algorithm string
	without   string
}

func (f *limitFlags) add(c *cobra.Command) {
	flags := c.Flags()
	flags.IntVar(&f.depth, "depth", 0, "search to a depth of so many `plies`")
	flags.Uint64Var(&f.nodes, "nodes", 0, "stop after visiting so many `positions`")
	flags.DurationVar(&f.time, "time", 0, "stop after this `time`, such as 5s")
	flags.IntVar(&f.threads, "threads", 1, "search on so many `cores`")
	flags.StringVar(&f.table, "tt", "", "`size` of the transposition table, such as 256MiB")
	flags.IntVar(&f.multipv, "multipv", 1, "report so many best `moves`")
	flags.StringVar(&f.algorithm, "algo", "search", "`name` of the algorithm: "+strings.Join(algorithmNames(), ", "))
	flags.StringVar(&f.without, "without", "", "switch off `features` of the search, such as tt,lmr or selective")
}

// maxThreads bounds what a command line may ask for.
const maxThreads = 1024

// options returns what the flags say of the engine.
func (f *limitFlags) options() (engine.Options, error) {
	var o engine.Options
	var err error
	if f.threads < 1 || f.threads > maxThreads {
		return o, exit.Usage(fmt.Errorf("--threads: %d, want 1 to %d", f.threads, maxThreads))
	}
	o.Threads = f.threads
	if o.Without, err = search.ParseFeatures(f.without); err != nil {
		return o, exit.Usage(fmt.Errorf("--without: %w", err))
	}
	if o.TableBytes, err = parseSize(f.table); err != nil {
		return o, exit.Usage(fmt.Errorf("--tt: %w", err))
	}
	if !knownAlgorithm(f.algorithm) {
		return o, exit.Usage(fmt.Errorf("--algo: %q, want one of %s", f.algorithm, strings.Join(algorithmNames(), ", ")))
	}
	return o, nil
}

// bounded reports whether the flags limit a search.
func (f *limitFlags) bounded() bool { return f.depth > 0 || f.nodes > 0 || f.time > 0 }

// limits returns what the flags say of one search, which is given so much time
// if they say nothing.
func (f *limitFlags) limits(otherwise time.Duration) (q search.Query, c search.Control, err error) {
	switch {
	case f.depth < 0:
		return q, c, exit.Usage(fmt.Errorf("--depth: %d, want 0 or more", f.depth))
	case f.time < 0:
		return q, c, exit.Usage(fmt.Errorf("--time: %v, want 0 or more", f.time))
	case f.multipv < 1:
		return q, c, exit.Usage(fmt.Errorf("--multipv: %d, want 1 or more", f.multipv))
	}
	q = search.Query{Depth: f.depth, Nodes: f.nodes, Lines: f.multipv}
	if c.Time = f.time; !f.bounded() {
		c.Time = otherwise
	}
	return q, c, nil
}

// units are the suffixes of a size, the longer before those they end in.
var units = []struct {
	suffix string
	bytes  float64
}{
	{"kib", 1 << 10},
	{"mib", 1 << 20},
	{"gib", 1 << 30},
	{"kb", 1 << 10},
	{"mb", 1 << 20},
	{"gb", 1 << 30},
	{"k", 1 << 10},
	{"m", 1 << 20},
	{"g", 1 << 30},
	{"b", 1},
	{"", 1},
}

// parseSize reads a number of bytes: "64MiB", "1GiB", "500000". Units in
// powers of ten count as the binary ones; no text at all is 0.
func parseSize(text string) (int, error) {
	if text == "" {
		return 0, nil
	}
	for _, u := range units {
		digits, ok := strings.CutSuffix(strings.ToLower(text), u.suffix)
		if !ok {
			continue
		}
		n, err := strconv.ParseFloat(strings.TrimSpace(digits), 64)
		bytes := n * u.bytes
		if err != nil || math.IsNaN(bytes) || bytes < 1 {
			break
		}
		if room := memory.Available(); bytes > float64(room.Bytes) {
			return 0, fmt.Errorf("%q, want at most the %v", text, room)
		}
		return int(bytes), nil
	}
	return 0, fmt.Errorf("%q is no size: want a number with KiB, MiB or GiB", text)
}
