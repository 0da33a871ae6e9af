package analysis

import (
	"context"
	"fmt"
	"os"
	"runtime/pprof"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/report"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/internal/cputime"
	"github.com/plywood-go/plywood/internal/setting"
	"github.com/plywood-go/plywood/internal/vectors"
)

type benchJSON struct {
	Schema string  `json:"schema"`
	Name   string  `json:"name"`
	Game   string  `json:"game"`
	Value  any     `json:"value"`
	Nodes  uint64  `json:"nodes"`
	TimeMS float64 `json:"time_ms"`
	CPUMS  float64 `json:"cpu_ms"`
	NSNode float64 `json:"ns_per_node"`
	// Kernels names the vector code that ran. Only the last document has it.
	Kernels string `json:"kernels,omitempty"`
}

type benchFlags struct {
	Profile string                  `flag:"cpuprofile" help:"write a CPU profile, like default.pgo, to {FILE}"`
	Kernels setting.Choice[kernels] `flag:"kernels" help:"{KIND} of vector code, one that runs here"`
}

type kernels struct{}

// Names returns the sets of [vectors.Sets] after one that stands for the first of them.
func (kernels) Names() (what string, values []string) {
	values = []string{"fastest"}
	for _, s := range vectors.Sets() {
		values = append(values, s.Name)
	}
	return "kernels", values
}

// Bench returns the command bench.
func Bench(env *cli.Env) *cobra.Command {
	var f benchFlags
	c := &cobra.Command{
		Use:   "bench",
		Short: "Run the fixed suite of searches: nodes, the signature, and ns per node",
		Long: `Run the fixed suite of searches, each on one thread with a cold table.

The node counts are the same on every machine; their sum is the signature of the
search. Times are CPU times if the system reports them.`,
		Args: cli.Counted(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error {
			set := vectors.Sets()[max(f.Kernels, 1)-1]
			vectors.Use(set)
			if f.Profile == "" {
				return runBench(c.Context(), env, set.Name)
			}
			return profiled(f.Profile, func() error { return runBench(c.Context(), env, set.Name) })
		},
	}
	cli.Bind(c, &f)
	return c
}

// profiled runs work and writes its CPU profile to the named file.
func profiled(name string, work func() error) error {
	file, err := os.Create(name)
	if err != nil {
		return cli.Invalid(err)
	}
	defer file.Close()
	if err := pprof.StartCPUProfile(file); err != nil {
		return err
	}
	defer pprof.StopCPUProfile()
	return work()
}

func runBench(ctx context.Context, env *cli.Env, kernels string) error {
	text := env.Lang.Text
	if !env.JSON {
		writeBenchRow(env, text("bench.search"), text("bench.value"), text("bench.nodes"), text("bench.cpu"), text("bench.each"))
	}
	var signature uint64
	for _, b := range catalog.Benchmarks() {
		row, err := runBenchmark(ctx, &b)
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			return cli.With(cli.CodeInterrupted)
		}
		signature += row.Nodes
		if env.JSON {
			err = env.WriteJSON(row)
		} else {
			name, _ := env.Lang.Phrase("search", row.Name)
			err = writeBenchRow(env, name, env.Lang.Number(fmt.Sprint(row.Value)), report.Thousands(row.Nodes),
				text("time.ms", "n", fmt.Sprintf("%.0f", row.CPUMS)), env.Lang.Number(fmt.Sprintf("%.1f", row.NSNode)))
		}
		if err != nil {
			return err
		}
	}
	last := benchJSON{Schema: "ply.bench/1", Name: "signature", Nodes: signature, Kernels: kernels}
	return env.Say(last, text("bench.kernels", "name", last.Kernels)+"\n\n"+text("bench.signature", "n", signature))
}

// writeBenchRow prints the cells of a row in columns of fixed widths.
func writeBenchRow(env *cli.Env, cells ...string) error {
	for i, width := range []int{28, -6, -12, -10, -9} {
		cells[i] = report.Fill(cells[i], width)
	}
	_, err := fmt.Fprintln(env.Out, strings.Join(cells, " "))
	return err
}

func runBenchmark(ctx context.Context, b *catalog.Benchmark) (benchJSON, error) {
	cpu, wall := cputime.Used(), time.Now()
	r, err := b.Run(ctx)
	if err != nil {
		return benchJSON{}, err
	}
	cpu = cputime.Since(cpu)
	return benchJSON{
		Schema: "ply.bench/1", Name: b.Name, Game: b.Game, Value: r.Lines[0].Value.Decimal(),
		Nodes: r.Stats.Nodes, TimeMS: engine.Milliseconds(time.Since(wall)), CPUMS: engine.Milliseconds(cpu),
		NSNode: float64(cpu.Nanoseconds()) / float64(max(r.Stats.Nodes, 1)),
	}, nil
}
