package train

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/capability"
	"github.com/plywood-go/plywood/internal/chart"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search/network"
)

// usualTrust is the usual Options.Trust. It is not tuned.
const usualTrust = 70

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

// reader replays games and collects their positions.
type reader[S any, M comparable, R Rules[S, M]] struct {
	rules R
	caps  capability.Set[S, M]
	scale float64
	trust float64 // the weight of a search's value in a label; the rest is that of the result
	seen  map[uint64]place
	set   []uint64
	moves []M
	noisy []M
}

// place says where a position is.
type place struct {
	in *samples
	at int
}

func newReader[S any, M comparable, R Rules[S, M]](rules R, o *Options) *reader[S, M, R] {
	features, _ := rules.FeatureCounts()
	return &reader[S, M, R]{
		rules: rules, caps: capability.Of[S, M](rules), scale: float64(o.Scale), trust: float64(cmp.Or(o.Trust, usualTrust)) / 100,
		seen: map[uint64]place{}, set: make([]uint64, (features+63)/64),
	}
}

// add adds the positions of a game to samples, or their labels to positions met before. It leaves
// out positions that a random move follows or a capture may change. valued says that the values of
// searches are on the network's scale.
func (r *reader[S, M, R]) add(g *played, valued bool, to *samples) bool {
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
				label = r.trust/(1+math.Exp(-float64(v)/r.scale)) + (1-r.trust)*label
			}
			r.put(&s, float32(label), to)
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
func (r *reader[S, M, R]) put(s *S, label float32, t *samples) {
	key := r.rules.Hash(s)
	if at, ok := r.seen[key]; ok {
		o := &at.in.list[at.at]
		o.count++
		o.label += (label - o.label) / float32(o.count)
		return
	}
	r.seen[key] = place{t, len(t.list)}
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

// The games of a pass can be played on other machines, in blocks of consecutive games. A
// part of the task names a block, and its result holds the games in the form of the files
// of the work folder, in base64.

// plan is common to all blocks, the document "ply.network-trainplan/1".
type plan struct {
	Schema string `json:"schema"`
	Game   string `json:"game"`
	Seed   uint64 `json:"seed"` // of the pass
	style
	// Network names the file of the players' network. Empty means that they use the game's
	// own evaluation.
	Network string `json:"network,omitempty"`
	// Files names the files of the players' equipment.
	Files map[string]string `json:"files,omitempty"`
}

const planSchema = "ply.network-trainplan/1"

// block is the number of games in a part; filed is a multiple of it.
const block = 20

// parseBlock returns the first game and the number of games of a part.
func parseBlock(part string) (first, count int, err error) {
	if n, err := fmt.Sscanf(part, "%d+%d", &first, &count); n != 2 || err != nil || first < 0 || count < 1 || count > block ||
		part != fmt.Sprintf("%d+%d", first, count) {
		return 0, 0, reason.Errorf("games %q, want FIRST+COUNT, at most %d", part, block)
	}
	return first, count, nil
}

// seed returns the seed of a pass.
func (t *run[S, M, R]) seed(pass int) uint64 { return t.Seed<<8 + uint64(pass) }

// play plays the games of a pass that are not in the work folder, with net or without if it is
// nil, and stores them file by file.
func (t *run[S, M, R]) play(ctx context.Context, pass int, net *network.Net) error {
	size := block
	if t.Send == nil {
		size = 1 // the progress shows each game
	}
	var parts []string
	for first := 0; first < t.Games; first += filed {
		data, err := t.Load(gamesName(pass, first))
		if err != nil {
			return err
		}
		end := min(first+filed, t.Games)
		for at := first; data == nil && at < end; at += size {
			parts = append(parts, fmt.Sprintf("%d+%d", at, min(size, end-at)))
		}
	}
	its := plan{Schema: planSchema, Game: t.Game, Seed: t.seed(pass), style: style{t.Nodes, t.Openings, t.Late}}
	worker := func() workshop.Worker { return newPlayer[S, M](t.rules, net, its.style).worker(its.Seed) }
	describe := func(e *workshop.Task) (any, error) { return t.describe(e, its, net) }
	var whole []played // games of the current file
	return t.Do(ctx, parts, worker, describe, func(part int, data string) error {
		first, count, err := parseBlock(parts[part])
		if err != nil {
			return err
		}
		games, err := t.received(data, count)
		if err != nil {
			return reason.Errorf("games %s: %w", parts[part], err)
		}
		whole = append(whole, games...)
		end := first + count
		t.Tell(workshop.Progress{Pass: pass, Passes: t.Passes, Stage: "self-play", Done: end, Total: t.Games})
		if end%filed != 0 && end != t.Games {
			return nil
		}
		file := format(whole)
		whole = whole[:0]
		return t.Save(gamesName(pass, (end-1)/filed*filed), file)
	})
}

// describe adds the files that players need to a task, and returns its plan.
func (t *run[S, M, R]) describe(e *workshop.Task, its plan, net *network.Net) (_ plan, err error) {
	if net != nil {
		file, err := net.Format()
		if err != nil {
			return its, err
		}
		its.Network = workshop.FileName(file)
		e.Files = append(e.Files, file)
	}
	if t.attach != nil {
		its.Files, err = t.attach(e)
	}
	return its, err
}

// received returns count games from the result of a part, after it has replayed them.
func (t *run[S, M, R]) received(result string, count int) ([]played, error) {
	data, err := base64.StdEncoding.DecodeString(result)
	if err != nil {
		return nil, err
	}
	games, err := parse(data, count)
	if err != nil {
		return nil, err
	}
	read, all := newReader[S, M](t.rules, &t.Options), &samples{}
	for i := range games {
		if !read.add(&games[i], false, all) {
			return nil, errDamaged
		}
	}
	return games, nil
}

// Worker implements workshop.Tasks.
func (t Trainer[S, M, R]) Worker(ctx context.Context, text string, fetch workshop.Fetch) (workshop.Worker, error) {
	var its plan
	if err := json.Unmarshal([]byte(text), &its); err != nil {
		return nil, err
	}
	if its.Schema != planSchema || its.Game != t.Game || its.Nodes < 1 {
		return nil, reason.Errorf("plan %q of %s with %d nodes, want %s of %s", its.Schema, its.Game, its.Nodes, planSchema, t.Game)
	}
	var net *network.Net
	rules := t.Rules
	var err error
	if its.Network != "" {
		file, err := fetch(ctx, its.Network)
		if err != nil {
			return nil, err
		}
		if net, err = network.Parse(file); err != nil {
			return nil, err
		}
		if err := net.Fits(t.Game, rules); err != nil {
			return nil, err
		}
	}
	switch {
	case t.Fetch != nil:
		if rules, err = t.Fetch(ctx, its.Files, fetch); err != nil {
			return nil, err
		}
	case len(its.Files) > 0:
		return nil, errors.New("files of equipment")
	}
	return newPlayer[S, M](rules, net, its.style).worker(its.Seed), nil
}

// worker returns a worker that plays blocks of the games of a seed.
func (p *player[S, M, R]) worker(seed uint64) workshop.Worker {
	return func(ctx context.Context, part string) (string, uint64, error) {
		first, count, err := parseBlock(part)
		if err != nil {
			return "", 0, err
		}
		games := make([]played, count)
		for i := range games {
			if ctx.Err() != nil {
				return "", 0, context.Cause(ctx)
			}
			games[i] = p.game(rand.New(rand.NewPCG(seed, uint64(first+i))))
		}
		return base64.StdEncoding.EncodeToString(format(games)), 0, nil
	}
}
