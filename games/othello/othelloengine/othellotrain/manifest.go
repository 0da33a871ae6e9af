package othellotrain

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othelloengine"
	"github.com/plywood-go/plywood/games/othello/othelloengine/patterns"
	"github.com/plywood-go/plywood/games/othello/othellorecord"
	"github.com/plywood-go/plywood/search"
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

// model returns the files of a run. The manifest in the model has the curves of the fits; the
// manifest's file omits them.
func (m manifest) model(weights patterns.Weights) (*workshop.Model, error) {
	file, last := patterns.FormatWeights(weights), m.Passes[len(m.Passes)-1]
	m.Bytes, m.SHA256 = len(file), workshop.FileName(file)
	picture := train.Chart{Title: "RMS error in discs, by step of the fit, with the mean error in black", Axis: "least number of empty squares", Unit: 1}
	for _, r := range last.Phases {
		column := train.Column{Name: fmt.Sprint(r.Empties[0]), Mean: r.Mean}
		for _, e := range r.Curve[min(1, len(r.Curve)):] {
			column.Curve = append(column.Curve, train.Errors{Fitted: e.Train, HeldOut: e.HeldOut})
		}
		picture.Columns = append(picture.Columns, column)
	}
	model, err := train.NewModel(fmt.Sprintf("weights%d.bin", m.Options.Size), file, m.short(), picture)
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

// sample is a position and its value for the side to move, in discs. Held-out
// samples are not fitted: they measure the fit.
type sample struct {
	Own, Opp uint64
	Label    float32
	HeldOut  bool
}

// # Unbiased positions
//
// The sample must favour neither side. Every move of a game, a random one above all, costs its side
// something, and the opponent of the side to move has made the last one. Positions after random
// moves are therefore too good for the side to move. Weights fitted to them flatter the side to
// move wherever play is better, as at the leaves of a search; labels from such searches pass the
// bias to earlier phases, where it grows.
//
// So half of the positions follow a sensible reply to the last random move. Positions with a forced
// pass are included, because leaves of searches include them and because they are bad for the side
// to move. TestBalance checks the mean.

const (
	// maxDetour is the most random moves that lead away from the game: as many
	// plies as the usual labelling search has.
	maxDetour = 4
	// holdOut is the divisor of held-out games, with all their positions. It is not tuned: of 900
	// 000 positions of a phase 45 000 are held out, which determines the root mean square error
	// within 1/√(2·45 000), a third of a percent, if they are independent.
	holdOut = 20
)

// draft describes how to draw positions of a phase: count positions per game and number of empty
// squares. replies returns a player that replies sensibly; each thread calls it once. The positions
// of game i depend only on the seed and i.
type draft struct {
	rules   othello.Rules
	phase   int
	count   int
	replies func() chooser
	threads int
	seed    uint64
}

// positions returns positions of games. For each number of empty squares they are the game's own
// position and others after random moves from an earlier position of the game; half of them end
// with a sensible reply. Symmetric duplicates are dropped.
func (d *draft) positions(ctx context.Context, games []othellorecord.Game) (out []sample, err error) {
	seen := map[uint64]bool{}
	err = train.Share(ctx, len(games), d.threads, func() func(int) ([]othello.Position, error) {
		reply := d.replies()
		return func(i int) ([]othello.Position, error) {
			return d.draw(games[i].Moves, reply, rand.New(rand.NewPCG(d.seed, uint64(i)))), nil
		}
	}, func(i int, drawn []othello.Position) error {
		for _, p := range drawn {
			p.Turn = othello.Black
			if key, _ := d.rules.Fold(&p); !seen[key] {
				seen[key] = true
				out = append(out, sample{Own: p.Own, Opp: p.Opp, HeldOut: i%holdOut == 0})
			}
		}
		return nil
	})
	return out, err
}

// draw returns the positions drawn from one game.
func (d *draft) draw(moves []othello.Move, reply chooser, rng *rand.Rand) (list []othello.Position) {
	span := patterns.PhaseEmpties(d.phase)
	for n := span[0]; n <= span[1]; n++ {
		for i := range d.count {
			detour := 0
			if i > 0 {
				detour = 1 + rng.IntN(maxDetour)
			}
			replies := rng.IntN(2)
			p, ok := reach(d.rules, moves, n+replies, detour, rng)
			if ok && replies > 0 {
				p, ok = answered(d.rules, p, reply, rng)
			}
			if ok {
				list = append(list, p)
			}
		}
	}
	return list
}

// answered returns p after a reply. ok is false if the side to move must pass
// or the reply ends the game.
func answered(r othello.Rules, p othello.Position, reply chooser, rng *rand.Rand) (next othello.Position, ok bool) {
	var buf [64]othello.Move
	legal, _ := r.Moves(&p, buf[:0])
	if legal[0] == othello.Pass {
		return p, false
	}
	r.Play(&next, &p, reply(&p, legal, rng))
	return next, !r.Status(&next).Over()
}

// reach plays a game until n+detour squares are empty, then random moves until
// n are. ok is false if the game ends earlier or no position has exactly n.
func reach(r othello.Rules, moves []othello.Move, n, detour int, rng *rand.Rand) (s othello.Position, ok bool) {
	s = r.Start()
	for _, m := range moves {
		if r.Empties(&s) <= n+detour {
			break
		}
		r.Play(&s, &s, m)
	}
	var buf [64]othello.Move
	for {
		legal, status := r.Moves(&s, buf[:0])
		empties := r.Empties(&s)
		switch {
		case status.Over() || empties > n+detour:
			return s, false
		case empties == n:
			return s, true
		}
		r.Play(&s, &s, legal[rng.IntN(len(legal))])
	}
}

// labelTable is the table size of a labelling solver. It is small because the
// positions are few and unrelated.
const labelTable = 4 << 20

// A judge values positions. It must not be used by several goroutines at once.
type judge struct {
	rules     othello.Rules
	solver    *othelloengine.Solver
	estimator *othelloengine.Estimator
}

// newJudge returns a judge that searches with evaluation e.
func newJudge(r othello.Rules, e *patterns.Evaluation) *judge {
	return &judge{
		r, othelloengine.NewSolver(r, othelloengine.Options{TableBytes: labelTable, Without: othelloengine.Evaluated}),
		othelloengine.NewEstimator(r, e),
	}
}

// value returns the value of a position for the side to move, in discs: exact with up to exact
// empty squares, otherwise the result of a search to depth plies.
func (j *judge) value(own, opp uint64, exact, depth int) float64 {
	if bits.OnesCount64(j.rules.Board()&^(own|opp)) > exact {
		return float64(j.estimator.Estimate(own, opp, depth)) / patterns.Unit
	}
	got := j.solver.Search(context.Background(), &othello.Position{Own: own, Opp: opp}, search.Query{}, search.Control{}, nil)
	discs, _ := got.Score().Points()
	return float64(discs)
}

// label returns the label of a position: exact with up to exact empty squares, otherwise the result
// of a search. A hash bit decides between depth and depth−1 plies. A bias of the evaluation towards
// the side to move thus favours opposite sides in the two halves, cancels in the fit, and is not
// passed to earlier phases.
func (j *judge) label(own, opp uint64, exact, depth int) float32 {
	return float32(j.value(own, opp, exact, depth-int(othello.Hash(own, opp)&1)))
}

// label sets the labels of samples by searches with the weights of later phases.
func (t *run) label(ctx context.Context, samples []sample, later *patterns.Weights, tick func(done int)) error {
	positions := make([]string, len(samples))
	for i := range samples {
		positions[i] = fmt.Sprintf("%016x%016x", samples[i].Own, samples[i].Opp)
	}
	done := 0
	return t.do(ctx, plan{Schema: planSchema, Size: t.Size, Exact: t.Exact, Depth: t.Depth}, later, positions, positionsOfPart, func(labels []string) error {
		for _, text := range labels {
			x, err := strconv.ParseFloat(text, 32)
			if err != nil {
				return err
			}
			samples[done].Label = float32(x)
			done++
		}
		tick(done)
		return nil
	})
}

// sensible returns a player for replies to random moves: it searches e like the self-play players,
// but without noise. Where e has no weights yet, it solves the position instead.
func sensible(r othello.Rules, e *patterns.Evaluation) chooser {
	judge := newJudge(r, e)
	return func(s *othello.Position, legal []othello.Move, _ *rand.Rand) othello.Move {
		return best(r, s, legal, func(next *othello.Position) float64 {
			return -judge.value(next.Own, next.Opp, leastExact, lookAhead-1)
		})
	}
}
