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
	picture := Chart{Title: "cross-entropy in nats, by epoch", Axis: "pass", Unit: 0.01}
	for i, curve := range a.Curves {
		picture.Columns = append(picture.Columns, Column{Name: fmt.Sprint(i + 1), Curve: curve})
	}
	made, err := NewModel(strings.ReplaceAll(net.Game, ":", "-")+".net", file, m, picture)
	if err == nil {
		made.Phases = []workshop.Phase{*a.phase()}
	}
	return made, err
}

// NewModel returns the files of a run: its weights in the named file, their manifest, and the
// errors of its fits in two formats.
func NewModel(name string, weights []byte, manifest any, errors Chart) (*workshop.Model, error) {
	text, err := json.MarshalIndent(manifest, "", "  ")
	if err != nil {
		return nil, err
	}
	picture := errors.draw()
	png, err := picture.PNG()
	return &workshop.Model{
		Name: name, Manifest: manifest, Bytes: len(weights), SHA256: workshop.FileName(weights),
		Files: []workshop.File{
			{Extension: filepath.Ext(name), Data: weights},
			{Extension: ".json", Data: append(text, '\n')},
			{Extension: ".svg", Data: picture.SVG()},
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

// The layout of a chart, in points.
const (
	left, right, top, bottom = 60, 20, 60, 50
	plotWidth, plotHeight    = 560, 300 // the plot is wider if it has many columns
	columnWidth, gap         = 28, 4    // least width of a column, and the gap on each side
)

// Chart is a picture of the errors of fits.
type Chart struct {
	Title   string   // what is drawn
	Axis    string   // what the names of the columns are
	Unit    float64  // of the scale
	Columns []Column // one for each fit
}

// Column is a fit in a chart.
type Column struct {
	Name  string   // below it
	Curve []Errors // by step
	Mean  float64  // drawn as a bar; 0 means none
}

// draw draws the errors, one column after the other.
func (k *Chart) draw() *chart.Chart {
	least, most := math.Inf(1), math.Inf(-1)
	for _, f := range k.Columns {
		for _, e := range f.Curve {
			least, most = min(least, e.Fitted, e.HeldOut), max(most, e.Fitted, e.HeldOut)
		}
		if f.Mean > 0 {
			least, most = min(least, f.Mean), max(most, f.Mean)
		}
	}
	least = k.Unit * math.Floor(least/k.Unit)
	every := k.Unit * max(1, math.Ceil((most-least)/k.Unit/12))
	y := func(v float64) float64 { return top + plotHeight*(most-v)/max(most-least, k.Unit) }
	width := float64(max(columnWidth, plotWidth/len(k.Columns)))
	edge := left + width*float64(len(k.Columns))
	c := &chart.Chart{Width: int(edge) + right, Height: top + plotHeight + bottom}
	for v := least; v <= most; v += every {
		c.Stroke(chart.Grey, 1, chart.Point{left, y(v)}, chart.Point{edge, y(v)})
		c.Text(left-8, y(v)+4, chart.End, fmt.Sprintf("%.4g", v))
	}
	c.Text(left, 20, chart.Start, k.Title)
	c.Text((left+edge)/2, top+plotHeight+38, chart.Middle, k.Axis)
	legend := func(x float64, ink chart.Ink, text string) {
		c.Stroke(ink, 2, chart.Point{x, 38}, chart.Point{x + 16, 38})
		c.Text(x+22, 42, chart.Start, text)
	}
	legend(left, chart.Blue, "held out")
	legend(left+150, chart.Amber, "fitted")
	for i, f := range k.Columns {
		x := left + width*float64(i)
		c.Text(x+width/2, top+plotHeight+16, chart.Middle, f.Name)
		if f.Mean > 0 {
			c.Stroke(chart.Black, 2, chart.Point{x + gap, y(f.Mean)}, chart.Point{x + width - gap, y(f.Mean)})
		}
		var fitted, held []chart.Point
		for step, e := range f.Curve {
			at := x + gap + (width-2*gap)*float64(step)/float64(max(len(f.Curve)-1, 1))
			fitted, held = append(fitted, chart.Point{at, y(e.Fitted)}), append(held, chart.Point{at, y(e.HeldOut)})
		}
		c.Stroke(chart.Amber, 1.5, fitted...)
		c.Stroke(chart.Blue, 1.5, held...)
	}
	return c
}
