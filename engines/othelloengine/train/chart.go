package train

import (
	"fmt"
	"math"
)

// A chart is a picture of lines and texts, with coordinates in points from the
// upper left corner. It can be written as SVG or PNG.
type chart struct {
	width, height int
	lines         []stroke
	texts         []label
}

// ink is a colour of a chart.
type ink [3]uint8

var (
	black = ink{0x22, 0x22, 0x22}
	grey  = ink{0xdd, 0xdd, 0xdd}
	blue  = ink{0x1f, 0x5f, 0xbf}
	amber = ink{0xd0, 0x80, 0x20}
)

type point struct{ x, y float64 }

// stroke is a line through points.
type stroke struct {
	points []point
	width  float64
	ink    ink
}

// anchor is the part of a text that lies at its point: start, middle or end.
type anchor string

const (
	start  anchor = "start"
	middle anchor = "middle"
	end    anchor = "end"
)

// label is a text whose baseline passes through a point.
type label struct {
	at     point
	anchor anchor
	text   string
}

func (c *chart) stroke(i ink, width float64, points ...point) {
	c.lines = append(c.lines, stroke{points, width, i})
}

func (c *chart) text(x, y float64, a anchor, text string) {
	c.texts = append(c.texts, label{point{x, y}, a, text})
}

// The layout of an error chart, in points.
const (
	left, right, top, bottom = 50, 20, 60, 50
	columnWidth              = 28
	plotHeight               = 300
	gap                      = 4  // on each side of a column
	fewest                   = 15 // least number of columns, for the texts
)

// errorChart draws the errors of a pass: one column per phase, in training
// order. A column shows the errors of the fitted and held-out positions by step
// of the fit, and a bar for the final mean absolute error.
func errorChart(p Pass) *chart {
	c := &chart{width: left + right + columnWidth*max(len(p.Phases), fewest), height: top + bottom + plotHeight}
	most := ceiling(p)
	height := func(discs float64) float64 {
		return top + plotHeight*(1-min(discs, most)/most)
	}
	c.frame(most, height)
	for i, r := range p.Phases {
		x := float64(left + i*columnWidth)
		c.text(x+columnWidth/2, top+plotHeight+16, middle, fmt.Sprint(r.Empties[0]))
		c.stroke(black, 2, point{x + gap, height(r.Mean)}, point{x + columnWidth - gap, height(r.Mean)})
		c.curve(x, r.Curve, amber, func(e Errors) float64 { return height(e.Train) })
		c.curve(x, r.Curve, blue, func(e Errors) float64 { return height(e.HeldOut) })
	}
	return c
}

// ceiling returns the top of the scale, in discs: above all errors except the
// initial ones.
func ceiling(p Pass) float64 {
	most := 1.0
	for _, r := range p.Phases {
		most = max(most, r.Mean, r.Error.HeldOut)
		for _, e := range r.Curve[min(1, len(r.Curve)):] {
			most = max(most, e.Train, e.HeldOut)
		}
	}
	return math.Ceil(most)
}

// frame draws the scale, the title and the legend.
func (c *chart) frame(most float64, height func(discs float64) float64) {
	edge := float64(c.width - right)
	every := math.Ceil(most / 12)
	for d := 0.0; d <= most; d += every {
		c.stroke(grey, 1, point{left, height(d)}, point{edge, height(d)})
		c.text(left-8, height(d)+4, end, fmt.Sprint(d))
	}
	c.text(left, 20, start, "error in discs, by step of the fit of each phase")
	c.text((left+edge)/2, top+plotHeight+38, middle, "least number of empty squares of the phase")
	x := float64(left)
	for _, k := range []struct {
		ink  ink
		text string
	}{{blue, "RMS, held out"}, {amber, "RMS, fitted"}, {black, "mean, held out"}} {
		c.stroke(k.ink, 2, point{x, 38}, point{x + 16, 38})
		c.text(x+22, 42, start, k.text)
		x += 150
	}
}

// curve draws errors by step in the column that starts at x.
func (c *chart) curve(x float64, errors []Errors, i ink, height func(Errors) float64) {
	var points []point
	for step, e := range errors {
		at := gap + (columnWidth-2*gap)*float64(step)/float64(max(len(errors)-1, 1))
		points = append(points, point{x + at, height(e)})
	}
	c.stroke(i, 1.5, points...)
}
