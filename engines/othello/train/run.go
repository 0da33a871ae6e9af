package train

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"

	engine "github.com/plywood-go/plywood/engines/othello"
	"github.com/plywood-go/plywood/games/othello"
)

// Config says what to train on and where to keep the work.
type Config struct {
	// Size is the board's, 8 or 6. Zero means 8.
	Size int
	// Games is a folder of WTHOR files. On a board of 6×6 there are none, and
	// SelfPlay takes their place.
	Games string
	// Count is the number of games of SelfPlay. Zero means 140 000, about as many
	// as the WTHOR base has.
	Count int
	// Work is a folder for finished phases; a run goes on after the last one.
	Work string
	// Seed makes the choice of positions. Zero is a seed like any other.
	Seed uint64
	// Threads label positions. Zero means one for each processor.
	Threads int
	// Depth of the searches that label, in plies. Zero means 4, which is what it
	// takes to reach the phase after.
	Depth int
	// Progress, if not nil, is told what has been done.
	Progress func(string)
}

// firstPhase is the last phase of the game that is trained; later positions
// are solved. lastExact is the last whose labels are exact values.
const (
	firstPhase = 1
	lastExact  = 2
)

// ridge is the weight of the prior, in samples. 2 gave the smallest held-out
// error of 0.5, 2, 8 on phase 3.
const ridge = 2

// Run trains phase after phase, from the end of the game to its beginning.
func Run(ctx context.Context, c Config) error {
	games, err := c.games()
	if err != nil {
		return err
	}
	if c.Progress == nil {
		c.Progress = func(string) {}
	}
	c.Progress(fmt.Sprintf("%d games", len(games)))
	var weights [engine.PhaseCount][]int16
	for phase := firstPhase; phase <= c.lastPhase() && ctx.Err() == nil; phase++ {
		file := phaseFile(c.Work, phase)
		if weights[phase], err = readWeights(file); err == nil {
			continue
		}
		fitted, report := c.phase(ctx, phase, games, weights)
		if ctx.Err() != nil {
			break
		}
		weights[phase] = fitted
		if err := writeReport(c.Work, report); err != nil {
			return err
		}
		if err := writeWhole(file, formatWeights(weights[phase])); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// rules returns the rules on the board trained for.
func (c *Config) rules() othello.Rules {
	r, _ := othello.Sized(max(c.Size, 6))
	if c.Size == 0 {
		r = othello.Rules{}
	}
	return r
}

// lastPhase returns the phase of the initial position.
func (c *Config) lastPhase() int {
	r := c.rules()
	start := r.Start()
	return engine.Phase(r.Empties(&start))
}

const defaultCount = 140_000

// games returns the games to take positions from.
func (c *Config) games() ([]othello.Game, error) {
	if r := c.rules(); r.Size() != 8 {
		count := c.Count
		if count == 0 {
			count = defaultCount
		}
		return SelfPlay(r, count, rand.New(rand.NewPCG(c.Seed, 0))), nil
	}
	return readGames(c.Games)
}

// phase trains one phase on labels made with the weights of the later ones.
func (c *Config) phase(ctx context.Context, phase int, games []othello.Game, later [engine.PhaseCount][]int16) ([]int16, Report) {
	rng := rand.New(rand.NewPCG(c.Seed, uint64(phase)))
	samples := Positions(c.rules(), games, phase, rng)
	c.label(ctx, phase, samples, later)
	if ctx.Err() != nil {
		return nil, Report{}
	}
	prior := make([]float32, engine.WeightCount())
	for i, w := range later[phase-1] {
		prior[i] = float32(w) / engine.Unit
	}
	fitted, curve := Fit(samples, prior, ridge)
	report := c.report(phase, len(samples), curve)
	c.Progress(report.String())
	return quantise(fitted), report
}

// quantise rounds weights to 1/Unit disc.
func quantise(weights []float32) []int16 {
	out := make([]int16, len(weights))
	for i, w := range weights {
		out[i] = int16(min(max(math.Round(float64(w)*engine.Unit), math.MinInt16), math.MaxInt16))
	}
	return out
}

// label finds the values of samples on several threads.
func (c *Config) label(ctx context.Context, phase int, samples []Sample, later [engine.PhaseCount][]int16) {
	threads := c.Threads
	if threads <= 0 {
		threads = runtime.NumCPU()
	}
	var next atomic.Int64
	var group sync.WaitGroup
	for range threads {
		group.Go(func() {
			value := c.labeller(phase, later)
			for {
				const batch = 1000
				at := int(next.Add(batch)) - batch
				if at >= len(samples) || ctx.Err() != nil {
					return
				}
				for i := range samples[at:min(at+batch, len(samples))] {
					s := &samples[at+i]
					s.Label = value(s)
				}
				if at/batch%50 == 0 {
					c.Progress(fmt.Sprintf("phase %d: labelled %d of %d", phase, at, len(samples)))
				}
			}
		})
	}
	group.Wait()
}

// labeller returns what values positions of a phase.
func (c *Config) labeller(phase int, later [engine.PhaseCount][]int16) func(*Sample) float32 {
	if phase <= lastExact {
		solver := engine.NewSolver(c.rules(), engine.Options{TableBytes: 4 << 20, Without: engine.Evaluated})
		return func(s *Sample) float32 {
			got, _ := solver.Solve(context.Background(), othello.Position{Own: s.Own, Opp: s.Opp}, engine.Query{}, nil)
			return float32(got.Value)
		}
	}
	depth := c.depth()
	estimator := engine.NewEstimator(c.rules(), engine.NewEvaluation(c.rules(), later))
	return func(s *Sample) float32 {
		return float32(estimator.Estimate(s.Own, s.Opp, depth)) / engine.Unit
	}
}

// depth returns the depth of labelling searches.
func (c *Config) depth() int {
	if c.Depth == 0 {
		return 4
	}
	return c.Depth
}

func readGames(dir string) ([]othello.Game, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.wtb"))
	if err != nil {
		return nil, err
	}
	var all []othello.Game
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		games, err := othello.ReadWTHOR(bytes.NewReader(data))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, games...)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("othello: no WTHOR files in %s", dir)
	}
	return all, nil
}

func readWeights(file string) ([]int16, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	w := make([]int16, engine.WeightCount())
	if len(data) != 2*len(w) {
		return nil, fmt.Errorf("othello: %s: %d bytes, want %d", file, len(data), 2*len(w))
	}
	for i := range w {
		w[i] = int16(binary.LittleEndian.Uint16(data[2*i:]))
	}
	return w, nil
}

// formatWeights is what readWeights reads.
func formatWeights(w []int16) []byte {
	data := make([]byte, 2*len(w))
	for i, v := range w {
		binary.LittleEndian.PutUint16(data[2*i:], uint16(v))
	}
	return data
}

// writeWhole writes a file whole or not at all.
func writeWhole(file string, data []byte) error {
	if err := os.WriteFile(file+".part", data, 0o644); err != nil {
		return err
	}
	return os.Rename(file+".part", file)
}

// phaseFile names the file of a finished phase.
func phaseFile(work string, phase int) string {
	return filepath.Join(work, fmt.Sprintf("phase-%02d.bin", phase))
}
