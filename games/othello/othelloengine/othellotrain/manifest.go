package othellotrain

import (
	"fmt"
	"math"
	"runtime"
	"slices"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/othello/othelloengine/patterns"
	"github.com/plywood-go/plywood/train"
)

// report describes the training of a phase. Errors are in discs. With exact
// labels they show the limit of what patterns can express.
type report struct {
	Phase     int         `json:"phase"`     // as patterns.Phase
	Empties   [2]int      `json:"empties"`   // least and most empty squares
	Positions int         `json:"positions"` // fitted and held out
	HeldOut   int         `json:"held_out"`  // positions not fitted
	Labels    string      `json:"labels"`    // how they were found
	Error     rmsErrors   `json:"rms_error"`
	Mean      float64     `json:"mean_absolute_error"` // of the held-out positions
	Curve     []rmsErrors `json:"curve,omitempty"`     // by step of the fit
}

// phase returns the part of the report that is shown during training.
func (r *report) phase() *workshop.Phase {
	return &workshop.Phase{
		Range: r.Empties, Positions: r.Positions, Labels: r.Labels,
		Fitted: r.Error.Train, HeldOut: r.Error.HeldOut, Mean: r.Mean,
	}
}

// report describes a phase. The errors are computed with the rounded weights.
func (t *run) report(phase int, samples []sample, curve []rmsErrors, weights []int16) report {
	r := report{Phase: phase, Empties: patterns.PhaseEmpties(phase), Positions: len(samples), Curve: curve}
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
	r.Error = rmsErrors{round(math.Sqrt(squares[0] / float64(max(len(samples)-r.HeldOut, 1)))), round(math.Sqrt(squares[1] / held))}
	for i, e := range curve {
		curve[i] = rmsErrors{round(e.Train), round(e.HeldOut)}
	}
	r.Labels = t.labels(r.Empties)
	return r
}

// labels describes the labels of positions within this range of empty squares.
func (t *run) labels(empties [2]int) string {
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
func missed(s *sample, weights []int16) float64 {
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

// passReport describes one pass in a manifest.
type passReport struct {
	Pass   int      `json:"pass"` // from 1
	Phases []report `json:"phases"`
}

// manifest describes a weights file.
type manifest struct {
	Schema  string       `json:"schema"`
	SHA256  string       `json:"sha256"`  // of the weights file, in hexadecimal digits
	Bytes   int          `json:"bytes"`   // size of the weights file
	Unit    int          `json:"unit"`    // of a weight: 1/unit disc
	Command string       `json:"command"` // that repeats the run
	Version string       `json:"version"` // of the program that trained
	Go      string       `json:"go"`      // version of Go
	Options options      `json:"options"`
	Data    []source     `json:"data"` // files of recorded games
	Passes  []passReport `json:"passes"`
}

// manifest returns the manifest as known before the first pass, without the command.
func (t *run) manifest() manifest {
	return manifest{
		Schema: "ply.weights/1", Unit: patterns.Unit, Version: t.Version,
		Go: runtime.Version() + " " + runtime.GOARCH, Options: t.options, Data: t.sources,
	}
}

// model returns the files of a run. The manifest in the model has the curves of the fits; the
// manifest's file omits them.
func (m manifest) model(weights patterns.Weights) (*workshop.Model, error) {
	file, last := patterns.FormatWeights(weights), m.Passes[len(m.Passes)-1]
	m.Bytes, m.SHA256 = len(file), workshop.FileName(file)
	model, err := train.NewModel(fmt.Sprintf("weights%d.bin", m.Options.Size), file, m.short(), errorChart(last))
	if err != nil {
		return nil, err
	}
	model.Manifest = m
	for _, r := range last.Phases {
		model.Phases = append(model.Phases, *r.phase())
	}
	return model, nil
}

// short returns a manifest without the curves of the fits.
func (m manifest) short() manifest {
	passes := m.Passes
	m.Passes = nil
	for _, p := range passes {
		p.Phases = slices.Clone(p.Phases)
		for i := range p.Phases {
			p.Phases[i].Curve = nil
		}
		m.Passes = append(m.Passes, p)
	}
	return m
}
