package network

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
)

// The quantisation, and the range of shapes.
const (
	// One stands for 1 in an accumulator, OutputOne in the weights of an output.
	One, OutputOne = 255, 64
	// MaxOutput is the largest weight of an output.
	MaxOutput = 127
	// MaxWeight is the largest weight and bias of the first layer. The sum of a
	// bias and game.MaxFeatures weights fits an int16.
	MaxWeight = 32767 / (game.MaxFeatures + 1)
	// Step is the divisor of every width.
	Step = 64
	// MaxWidth is the largest width for which the sums of four int32 lanes fit.
	MaxWidth = 512

	maxFeatures, maxPhases, maxScale = 1 << 16, 256, 1 << 20
)

const schema = "ply.network/1"

// errDamaged is returned for data that no network file holds.
var errDamaged = reason.New("damaged, or no file of a network")

// Shape describes a network and the game that it belongs to.
type Shape struct {
	// Game names the game, with its size or variant.
	Game string `json:"game"`
	// Features and Phases are the numbers of game.Featurer.
	Features int `json:"features"`
	Phases   int `json:"phases"`
	// Width is the size of an accumulator, a multiple of Step.
	Width int `json:"width"`
	// Scale is the score at which a side is expected to win e times as often as it loses.
	Scale int `json:"scale"`
}

// check returns an error if no network can have the shape.
func (s Shape) check() error {
	if s.Features < 1 || s.Features > maxFeatures || s.Phases < 1 || s.Phases > maxPhases ||
		s.Width < Step || s.Width > MaxWidth || s.Width%Step != 0 || s.Scale < 1 || s.Scale > maxScale {
		return reason.Errorf("no network has %d features, %d phases, width %d and scale %d", s.Features, s.Phases, s.Width, s.Scale)
	}
	return nil
}

// Net is a network. It does not change once it is used.
type Net struct {
	Shape
	// About describes how the network was made, as a JSON document, or is nil.
	About json.RawMessage
	// Weights are the rows of the first layer, Width numbers for each feature;
	// Bias is the row without features.
	Weights, Bias []int16
	// Output has 2·Width weights for each phase, the mover's half first.
	Output []int16
	// OutputBias has a number for each phase, in units of One·OutputOne.
	OutputBias []int32
}

// New returns a network of zeros.
func New(s Shape) (*Net, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	return &Net{
		Shape: s, Weights: make([]int16, s.Features*s.Width), Bias: make([]int16, s.Width),
		Output: make([]int16, s.Phases*2*s.Width), OutputBias: make([]int32, s.Phases),
	}, nil
}

// counter is the part of game.Featurer that does not depend on states.
type counter interface{ FeatureCounts() (features, phases int) }

// Fits returns an error unless the network belongs to the named game. g must be a
// game.Featurer with the network's numbers of features and phases.
func (n *Net) Fits(name string, g any) error {
	features, phases := 0, 0
	if c, ok := g.(counter); ok {
		features, phases = c.FeatureCounts()
	}
	if n.Game != name || n.Features != features || n.Phases != phases {
		return reason.Errorf("a network of %s with %d features and %d phases, want %s with %d and %d",
			n.Game, n.Features, n.Phases, name, features, phases)
	}
	return nil
}

// A file is a line of JSON, the manifest, and the numbers of Weights, Bias,
// Output and OutputBias in little-endian order.
type manifest struct {
	Schema string `json:"schema"`
	Shape
	SHA256 string          `json:"sha256"` // of the numbers and the manifest with an empty sum
	About  json.RawMessage `json:"about,omitempty"`
}

// Format returns the file of the network, which Parse reads.
func (n *Net) Format() ([]byte, error) {
	var numbers bytes.Buffer
	for _, list := range []any{n.Weights, n.Bias, n.Output, n.OutputBias} {
		if err := binary.Write(&numbers, binary.LittleEndian, list); err != nil {
			return nil, err
		}
	}
	m := manifest{Schema: schema, Shape: n.Shape, About: n.About}
	var err error
	if m.SHA256, err = m.sum(numbers.Bytes()); err != nil {
		return nil, err
	}
	head, err := json.Marshal(m)
	return append(append(head, '\n'), numbers.Bytes()...), err
}

// sum returns the checksum of a file.
func (m manifest) sum(numbers []byte) (string, error) {
	m.SHA256 = ""
	head, err := json.Marshal(m)
	return fmt.Sprintf("%x", sha256.Sum256(append(head, numbers...))), err
}

// Parse reads the file of a network. It returns errDamaged for a wrong checksum or
// weights out of range. Fits rejects networks of other games.
func Parse(file []byte) (*Net, error) {
	head, numbers, _ := bytes.Cut(file, []byte("\n"))
	var m manifest
	if err := json.Unmarshal(head, &m); err != nil {
		return nil, errDamaged
	}
	if err := reason.Schema(m.Schema, schema, errDamaged); err != nil {
		return nil, err
	}
	n, err := New(m.Shape)
	if err != nil {
		return nil, err
	}
	n.About = m.About
	if sum, err := m.sum(numbers); err != nil || sum != m.SHA256 {
		return nil, errDamaged
	}
	r := bytes.NewReader(numbers)
	for _, list := range []any{n.Weights, n.Bias, n.Output, n.OutputBias} {
		if err := binary.Read(r, binary.LittleEndian, list); err != nil {
			return nil, errDamaged
		}
	}
	if r.Len() > 0 || beyond(n.Weights, MaxWeight) || beyond(n.Bias, MaxWeight) || beyond(n.Output, MaxOutput) {
		return nil, errDamaged
	}
	return n, nil
}

func beyond(list []int16, most int16) bool {
	for _, w := range list {
		if w < -most || w > most {
			return true
		}
	}
	return false
}
