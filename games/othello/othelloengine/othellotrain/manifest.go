package othellotrain

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math"
	"runtime"

	"github.com/plywood-go/plywood/games/othello/othelloengine/patterns"
)

// Report describes the training of a phase. Errors are in discs. With exact
// labels they show the limit of what patterns can express.
type Report struct {
	Phase     int      `json:"phase"`     // as patterns.Phase
	Empties   [2]int   `json:"empties"`   // least and most empty squares
	Positions int      `json:"positions"` // fitted and held out
	HeldOut   int      `json:"held_out"`  // positions not fitted
	Labels    string   `json:"labels"`    // how they were found
	Error     Errors   `json:"rms_error"`
	Mean      float64  `json:"mean_absolute_error"` // of the held-out positions
	Curve     []Errors `json:"curve,omitempty"`     // by step of the fit
}

// report describes a phase. The errors are computed with the rounded weights.
func (t *trainer) report(phase int, samples []Sample, curve []Errors, weights []int16) Report {
	r := Report{Phase: phase, Empties: patterns.PhaseEmpties(phase), Positions: len(samples), Curve: curve}
	var squares [2]float64
	for i := range samples {
		s := &samples[i]
		miss := missed(s, weights)
		if s.HeldOut {
			r.HeldOut++
			r.Mean += math.Abs(miss)
			squares[1] += miss * miss
		} else {
			squares[0] += miss * miss
		}
	}
	held := float64(max(r.HeldOut, 1))
	r.Mean = round(r.Mean / held)
	r.Error = Errors{round(math.Sqrt(squares[0] / float64(max(len(samples)-r.HeldOut, 1)))), round(math.Sqrt(squares[1] / held))}
	for i, e := range curve {
		curve[i] = Errors{round(e.Train), round(e.HeldOut)}
	}
	r.Labels = t.labels(r.Empties)
	return r
}

// labels describes the labels of positions within this range of empty squares.
func (t *trainer) labels(empties [2]int) string {
	search := fmt.Sprintf("searches to %d or %d plies", t.Depth-1, t.Depth)
	switch {
	case empties[1] <= t.Exact:
		return "exact values"
	case empties[0] <= t.Exact:
		return "exact values, " + search
	}
	return search
}

// missed returns the residual of a label, in discs.
func missed(s *Sample, weights []int16) float64 {
	var index [patterns.FeatureCount]int32
	patterns.WeightIndices(s.Own, s.Opp, &index)
	sum := 0
	for _, k := range index {
		sum += int(weights[k])
	}
	return float64(s.Label) - float64(sum)/patterns.Unit
}

// round rounds an error to 1/1000 disc.
func round(x float64) float64 { return math.Round(x*1000) / 1000 }

// Pass describes one pass in a manifest.
type Pass struct {
	Pass   int      `json:"pass"` // from 1
	Phases []Report `json:"phases"`
}

// Manifest describes a weights file.
type Manifest struct {
	Schema  string   `json:"schema"`
	SHA256  string   `json:"sha256"`  // of the weights file, in hexadecimal digits
	Bytes   int      `json:"bytes"`   // size of the weights file
	Unit    int      `json:"unit"`    // of a weight: 1/unit disc
	Command string   `json:"command"` // that repeats the run
	Version string   `json:"version"` // of the program that trained
	Go      string   `json:"go"`      // version of Go
	Options Options  `json:"options"`
	Data    []Source `json:"data"` // files of recorded games
	Passes  []Pass   `json:"passes"`
}

// manifest returns the manifest as known before the first pass.
func (t *trainer) manifest() Manifest {
	return Manifest{
		Schema: "ply.weights/1", Unit: patterns.Unit, Command: t.command(), Version: t.Version,
		Go: runtime.Version() + " " + runtime.GOARCH, Options: t.Options, Data: t.sources,
	}
}

// command returns the command line of the run, with placeholders for
// directories and files.
func (t *trainer) command() string {
	files := ""
	if t.Games != "" {
		files += " --games WTHOR"
	}
	if t.From != "" {
		files += " --from WEIGHTS"
	}
	return fmt.Sprintf("ply train othello --size %d%s --selfplay %d --positions %d --exact %d --depth %d --passes %d --seed %d --work WORK",
		t.Size, files, t.SelfPlay, t.Positions, t.Exact, t.Depth, t.Passes, t.Seed)
}

// Model is the result of a run: weights and their manifest.
type Model struct {
	manifest Manifest
	weights  patterns.Weights
}

// add appends a pass and replaces the weights.
func (m *Model) add(p Pass, weights patterns.Weights) {
	m.manifest.Passes = append(m.manifest.Passes, p)
	m.weights = weights
}

// Files are the output files of a run: the weights, the manifest (About leaves
// out the curves of the fits) and charts of the errors.
type Files struct {
	Weights, About, SVG, PNG []byte
	Manifest                 Manifest
}

// Files returns the files of a model.
func (m *Model) Files() (f Files, err error) {
	f.Weights = patterns.FormatWeights(m.weights)
	f.Manifest = m.manifest
	f.Manifest.Bytes, f.Manifest.SHA256 = len(f.Weights), fmt.Sprintf("%x", sha256.Sum256(f.Weights))
	if f.About, err = json.MarshalIndent(f.Manifest.short(), "", "  "); err != nil {
		return f, err
	}
	f.About = append(f.About, '\n')
	chart := errorChart(f.Manifest.Passes[len(f.Manifest.Passes)-1])
	f.SVG = chart.SVG()
	f.PNG, err = chart.PNG()
	return f, err
}

// short returns a manifest without the curves of the fits.
func (m Manifest) short() Manifest {
	passes := m.Passes
	m.Passes = nil
	for _, p := range passes {
		p.Phases = append([]Report(nil), p.Phases...)
		for i := range p.Phases {
			p.Phases[i].Curve = nil
		}
		m.Passes = append(m.Passes, p)
	}
	return m
}
