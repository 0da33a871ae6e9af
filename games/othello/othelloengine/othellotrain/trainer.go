package othellotrain

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/internal/chart"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/train"
)

// Offer lets the game on the board of r train its evaluation, if the board has
// one.
func Offer(r othello.Rules, spec *engine.Spec[othello.Position, othello.Move]) {
	if r.Size() >= leastSize {
		spec.Offers = append(spec.Offers, workshop.Trainer(trainer{r.Size()}))
	}
}

// trainer implements workshop.Trainer and workshop.Tasks for a board size.
type trainer struct{ size int }

// usualSize is the size of the board whose trainer takes other sizes, too.
const usualSize = 8

// Settings implements workshop.Trainer. The command of a run names them in this order.
func (trainer) Settings() []workshop.Setting {
	return []workshop.Setting{
		{Name: "size", Usage: "squares along a side of the board: 8 or 6", Default: usualSize},
		train.SelfPlay(),
		{Name: "positions", Usage: "positions per game at each number of empty squares", Default: 2, Low: 1, High: 100},
		{Name: "exact", Usage: "most empty squares at which labels are exact values", Default: 11, Low: leastExact, High: 60},
		{Name: "depth", Usage: "plies of the searches that label other positions, half of them a ply less", Default: 4, Low: 1, High: 60},
		{Name: "passes", Usage: "passes; each but the last trains the players of the next", Default: 1, Low: 1, High: 100},
		train.Threads(),
	}
}

// Train implements workshop.Trainer.
func (t trainer) Train(ctx context.Context, w workshop.Training) (*workshop.Model, error) {
	size := cmp.Or(w.Settings["size"], t.size)
	if t.size != usualSize && size != t.size {
		return nil, reason.Errorf("%w: size %d of a board of size %d", workshop.ErrOptions, size, t.size)
	}
	s := train.Complete(t.Settings(), w.Settings)
	s["size"], w.Settings = size, s
	r := &run{
		Work: train.WorkOf(&w),
		options: options{
			Size: size, SelfPlay: s["selfplay"], Positions: s["positions"], Exact: s["exact"], Depth: s["depth"],
			Passes: s["passes"], Seed: w.Seed,
		},
	}
	if err := r.open(&w); err != nil {
		return nil, err
	}
	m := r.manifest()
	m.Command = t.command(&w)
	for pass := 1; pass <= r.Passes; pass++ {
		weights, phases, err := r.pass(ctx, pass)
		if err != nil {
			return nil, err
		}
		m.Passes = append(m.Passes, passReport{pass, phases})
		r.playing = &weights
	}
	return m.model(*r.playing)
}

// command returns the command that repeats a run, with complete settings.
func (t trainer) command(w *workshop.Training) string {
	subject := fmt.Sprintf("othello --size %d", w.Settings["size"])
	if w.Games != "" {
		subject += " --games WTHOR"
	}
	if w.From != "" {
		subject += " --from WEIGHTS"
	}
	return train.Command(subject, t.Settings()[1:], w.Settings, w.Seed)
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
func errorChart(p passReport) *chart.Chart {
	c := &chart.Chart{Width: left + right + columnWidth*max(len(p.Phases), fewest), Height: top + bottom + plotHeight}
	most := ceiling(p)
	height := func(discs float64) float64 {
		return top + plotHeight*(1-min(discs, most)/most)
	}
	frame(c, most, height)
	for i, r := range p.Phases {
		x := float64(left + i*columnWidth)
		c.Text(x+columnWidth/2, top+plotHeight+16, chart.Middle, fmt.Sprint(r.Empties[0]))
		c.Stroke(chart.Black, 2, chart.Point{x + gap, height(r.Mean)}, chart.Point{x + columnWidth - gap, height(r.Mean)})
		curve(c, x, r.Curve, chart.Amber, func(e rmsErrors) float64 { return height(e.Train) })
		curve(c, x, r.Curve, chart.Blue, func(e rmsErrors) float64 { return height(e.HeldOut) })
	}
	return c
}

// ceiling returns the top of the scale, in discs: above all errors except the
// initial ones.
func ceiling(p passReport) float64 {
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
func frame(c *chart.Chart, most float64, height func(discs float64) float64) {
	edge := float64(c.Width - right)
	every := math.Ceil(most / 12)
	for d := 0.0; d <= most; d += every {
		c.Stroke(chart.Grey, 1, chart.Point{left, height(d)}, chart.Point{edge, height(d)})
		c.Text(left-8, height(d)+4, chart.End, fmt.Sprint(d))
	}
	c.Text(left, 20, chart.Start, "error in discs, by step of the fit of each phase")
	c.Text((left+edge)/2, top+plotHeight+38, chart.Middle, "least number of empty squares of the phase")
	x := float64(left)
	for _, k := range []struct {
		ink  chart.Ink
		text string
	}{{chart.Blue, "RMS, held out"}, {chart.Amber, "RMS, fitted"}, {chart.Black, "mean, held out"}} {
		c.Stroke(k.ink, 2, chart.Point{x, 38}, chart.Point{x + 16, 38})
		c.Text(x+22, 42, chart.Start, k.text)
		x += 150
	}
}

// curve draws errors by step in the column that starts at x.
func curve(c *chart.Chart, x float64, errors []rmsErrors, i chart.Ink, height func(rmsErrors) float64) {
	var points []chart.Point
	for step, e := range errors {
		at := gap + (columnWidth-2*gap)*float64(step)/float64(max(len(errors)-1, 1))
		points = append(points, chart.Point{x + at, height(e)})
	}
	c.Stroke(i, 1.5, points...)
}
