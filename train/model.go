package train

import (
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/internal/chart"
	"github.com/plywood-go/plywood/search/network"
)

// Manifest describes a network and its file, the document "ply.network-weights/1".
type Manifest struct {
	Schema  string `json:"schema"`            // its name
	SHA256  string `json:"sha256"`            // of the network's file, in hexadecimal digits
	Bytes   int    `json:"bytes"`             // size of the network's file
	Command string `json:"command,omitempty"` // that repeats the run
	About
}

// model returns the files of a network made by a run: the network, its manifest with the
// command that made it, and the curves of its fits as pictures.
func model(net *network.Net, command string) (*workshop.Model, error) {
	file, err := net.Format()
	if err != nil {
		return nil, err
	}
	var a About
	if err := json.Unmarshal(net.About, &a); err != nil {
		return nil, err
	}
	m := Manifest{"ply.network-weights/1", workshop.FileName(file), len(file), command, a}
	made, err := NewModel(strings.ReplaceAll(net.Game, ":", "-")+".net", file, m, a.draw())
	if err == nil {
		made.Phases = []workshop.Phase{*a.phase()}
	}
	return made, err
}

// Picture is a picture in two formats.
type Picture interface {
	SVG() []byte
	PNG() ([]byte, error)
}

// NewModel returns the files of a run: its weights in the named file, their manifest, and the
// errors of its fits as pictures.
func NewModel(name string, weights []byte, manifest any, errors Picture) (*workshop.Model, error) {
	text, err := json.MarshalIndent(manifest, "", "  ")
	if err != nil {
		return nil, err
	}
	png, err := errors.PNG()
	return &workshop.Model{
		Name: name, Manifest: manifest, Bytes: len(weights), SHA256: workshop.FileName(weights),
		Files: []workshop.File{
			{Extension: filepath.Ext(name), Data: weights},
			{Extension: ".json", Data: append(text, '\n')},
			{Extension: ".svg", Data: errors.SVG()},
			{Extension: ".png", Data: png},
		},
	}, err
}

// phase describes the last pass.
func (a *About) phase() *workshop.Phase {
	p := &workshop.Phase{Counted: workshop.Pieces, Range: a.Active, Positions: a.Positions + a.HeldOut, Labels: "results of games"}
	if a.valued(len(a.Curves)) {
		p.Labels = "values of searches and results of games"
	}
	if n := len(a.Curves); n > 0 && len(a.Curves[n-1]) > 0 {
		last := a.Curves[n-1][len(a.Curves[n-1])-1]
		p.Fitted, p.HeldOut, p.Mean = last.Fitted, last.HeldOut, last.Mean
	}
	return p
}

// The layout of the chart, in points.
const (
	left, right, top, bottom = 60, 20, 60, 40
	chartWidth, chartHeight  = 640, 360
	plotWidth                = chartWidth - left - right
	plotHeight               = chartHeight - top - bottom
	lines                    = 6 // of the scale
)

// draw draws the errors by epoch, one pass after the other.
func (a *About) draw() *chart.Chart {
	c := &chart.Chart{Width: chartWidth, Height: chartHeight}
	least, most, epochs := math.Inf(1), math.Inf(-1), 0
	for _, curve := range a.Curves {
		for _, e := range curve {
			least, most = min(least, e.Fitted, e.HeldOut), max(most, e.Fitted, e.HeldOut)
		}
		epochs += len(curve)
	}
	x := func(epoch int) float64 { return left + plotWidth*float64(epoch)/float64(max(1, epochs-1)) }
	y := func(nats float64) float64 { return top + plotHeight*(most-nats)/max(most-least, 1e-9) }
	for i := range lines {
		nats := least + (most-least)*float64(i)/(lines-1)
		c.Stroke(chart.Grey, 1, chart.Point{left, y(nats)}, chart.Point{left + plotWidth, y(nats)})
		c.Text(left-8, y(nats)+4, chart.End, fmt.Sprintf("%.3f", nats))
	}
	c.Text(left, 20, chart.Start, "cross-entropy in nats, by epoch of each pass")
	c.Stroke(chart.Blue, 2, chart.Point{left, 38}, chart.Point{left + 16, 38})
	c.Text(left+22, 42, chart.Start, "held out")
	c.Stroke(chart.Amber, 2, chart.Point{left + 150, 38}, chart.Point{left + 166, 38})
	c.Text(left+172, 42, chart.Start, "fitted")
	epoch := 0
	for i, curve := range a.Curves {
		c.Text(x(epoch), top+plotHeight+20, chart.Start, fmt.Sprint(i+1))
		var fitted, held []chart.Point
		for _, e := range curve {
			fitted, held = append(fitted, chart.Point{x(epoch), y(e.Fitted)}), append(held, chart.Point{x(epoch), y(e.HeldOut)})
			epoch++
		}
		c.Stroke(chart.Amber, 1.5, fitted...)
		c.Stroke(chart.Blue, 1.5, held...)
	}
	return c
}
