package train

import (
	"encoding/json"
	"fmt"
	"math"
	"math/bits"
	"path/filepath"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/capability"
	"github.com/plywood-go/plywood/internal/chart"
	"github.com/plywood-go/plywood/search/network"
)

// trust is the weight of a search's value in a label; the rest is the weight
// of the game's result. It is not tuned.
const trust = 0.7

// sample is a position: its features in the mover's view and in the other one
// lie one after the other in samples.features.
type sample struct {
	first    int
	own, all uint8 // number of features in the mover's view, and in both
	phase    uint8
	count    uint32  // occurrences
	label    float32 // the mean of the mover's expected results, 0 to 1
}

// samples are positions, each once.
type samples struct {
	list     []sample
	features []uint16
	active   [2]int // least and greatest number of features of one view
}

// of returns the features of a sample in the mover's view and in the other.
func (t *samples) of(s *sample) (own, opp []uint16) {
	all := t.features[s.first:][:s.all]
	return all[:s.own], all[s.own:]
}

// reader replays games and collects their positions.
type reader[S any, M comparable, R Rules[S, M]] struct {
	rules R
	caps  capability.Set[S, M]
	scale float64
	seen  map[uint64]place
	set   []uint64
	moves []M
	noisy []M
}

// place says where a position is: in the held-out samples or the others.
type place struct {
	held bool
	at   int
}

func newReader[S any, M comparable, R Rules[S, M]](rules R, scale int) *reader[S, M, R] {
	features, _ := rules.FeatureCounts()
	return &reader[S, M, R]{
		rules: rules, caps: capability.Of[S, M](rules), scale: float64(scale),
		seen: map[uint64]place{}, set: make([]uint64, (features+63)/64),
	}
}

// add adds the positions of a game to fitted, or to held. Positions after
// which a move is forced by noise, or that a capture may change, are left out.
// valued says that the values of searches are on the network's scale.
func (r *reader[S, M, R]) add(g *played, valued, hold bool, fitted, held *samples) bool {
	s := r.rules.Start()
	for i, m := range g.moves {
		var status game.Status
		r.moves, status = r.rules.Moves(&s, r.moves[:0])
		if status.Over() || int(m) >= len(r.moves) {
			return false
		}
		if g.values[i] != unknown && r.quiet(&s, r.moves[m]) {
			result := float64(g.result)
			if r.rules.ToMove(&s) == game.Second {
				result = -result
			}
			label := (1 + result) / 2
			switch v := g.values[i]; {
			case v == proven || v == -proven:
				label = float64(v/proven+1) / 2
			case valued:
				label = trust/(1+math.Exp(-float64(v)/r.scale)) + (1-trust)*label
			}
			r.put(&s, float32(label), hold, fitted, held)
		}
		r.rules.Play(&s, &s, r.moves[m])
	}
	return true
}

// quiet reports whether an evaluation can rate s: the position is not urgent,
// and the move chosen is not a noisy one.
func (r *reader[S, M, R]) quiet(s *S, m M) bool {
	if r.caps.Urgent != nil && r.caps.Urgent.Urgent(s) {
		return false
	}
	if r.caps.Noisy != nil {
		r.noisy = r.caps.Noisy.NoisyMoves(s, r.noisy[:0])
	}
	return !slices.Contains(r.noisy, m)
}

// put adds a position, or adds its label to the position seen before.
func (r *reader[S, M, R]) put(s *S, label float32, hold bool, fitted, held *samples) {
	key := r.rules.Hash(s)
	if at, ok := r.seen[key]; ok {
		old := &fitted.list
		if at.held {
			old = &held.list
		}
		o := &(*old)[at.at]
		o.count++
		o.label += (label - o.label) / float32(o.count)
		return
	}
	t := fitted
	if hold {
		t = held
	}
	r.seen[key] = place{hold, len(t.list)}
	o := sample{first: len(t.features), count: 1, label: label}
	mover := r.rules.ToMove(s)
	for _, view := range []game.Player{mover, mover.Other()} {
		o.own = o.all
		clear(r.set)
		o.phase = uint8(r.rules.Features(s, view, r.set))
		for i, word := range r.set {
			for ; word != 0; word &= word - 1 {
				t.features = append(t.features, uint16(i<<6+bits.TrailingZeros64(word)))
				o.all++
			}
		}
	}
	n := int(o.own)
	if len(t.list) == 0 {
		t.active = [2]int{n, n}
	}
	t.active = [2]int{min(t.active[0], n), max(t.active[1], n)}
	t.list = append(t.list, o)
}

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
