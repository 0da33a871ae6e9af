package othellotrain

import (
	"cmp"
	"context"
	"fmt"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/othello"
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
