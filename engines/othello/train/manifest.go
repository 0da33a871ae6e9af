package train

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	engine "github.com/plywood-go/plywood/engines/othello"
)

// Report says how a phase was trained. Errors are root mean squares in discs;
// near the end of the game, where labels are exact values, they show how much
// patterns cannot know.
type Report struct {
	Phase     int    `json:"phase"`
	Empties   [2]int `json:"empties"` // least and most empty squares
	Positions int    `json:"positions"`
	Labels    string `json:"labels"`
	Seed      uint64 `json:"seed"`
	Steps     int    `json:"steps"`
	Error     Errors `json:"error"`
}

// String is a line for a log.
func (r Report) String() string {
	return fmt.Sprintf("phase %d: %d positions labelled by %s, %d steps, error %.3f, held out %.3f",
		r.Phase, r.Positions, r.Labels, r.Steps, r.Error.Train, r.Error.HeldOut)
}

func (c *Config) report(phase, positions int, curve []Errors) Report {
	labels := "exact values"
	if phase > lastExact {
		labels = fmt.Sprintf("search to %d plies", c.depth())
	}
	return Report{
		Phase: phase, Empties: engine.PhaseEmpties(phase), Positions: positions,
		Labels: labels, Seed: c.Seed, Steps: len(curve), Error: curve[len(curve)-1],
	}
}

func reportFile(work string, phase int) string {
	return filepath.Join(work, fmt.Sprintf("phase-%02d.json", phase))
}

func writeReport(work string, r Report) error {
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return writeWhole(reportFile(work, r.Phase), data)
}

// manifest describes a weights file.
type manifest struct {
	SHA256 string   `json:"sha256"`
	Bytes  int      `json:"bytes"`
	Unit   int      `json:"unit"` // of a disc
	Phases []Report `json:"phases"`
}

// Pack collects the finished phases of a run in a weights file and a manifest
// that describes it.
func Pack(work string) (file, about []byte, err error) {
	var weights [engine.PhaseCount][]int16
	m := manifest{Unit: engine.Unit}
	for p := range weights {
		w, err := readWeights(phaseFile(work, p))
		if err != nil {
			continue
		}
		data, err := os.ReadFile(reportFile(work, p))
		if err != nil {
			return nil, nil, err
		}
		var r Report
		if err := json.Unmarshal(data, &r); err != nil {
			return nil, nil, fmt.Errorf("othello: %s: %w", reportFile(work, p), err)
		}
		weights[p] = w
		m.Phases = append(m.Phases, r)
	}
	if len(m.Phases) == 0 {
		return nil, nil, fmt.Errorf("othello: no trained phases in %s", work)
	}
	file = engine.FormatWeights(weights)
	m.Bytes, m.SHA256 = len(file), fmt.Sprintf("%x", sha256.Sum256(file))
	about, err = json.MarshalIndent(m, "", "  ")
	return file, append(about, '\n'), err
}
