package lesson

import (
	"cmp"
	"context"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/textbook"
	"github.com/plywood-go/plywood/trace"
)

// Production is a Setup's algorithm outside the textbook: the engine's search. It searches only
// positions of games.
const Production textbook.Algorithm = "search"

// ParseAlgorithm reads the name of a textbook algorithm, or "search" for Production.
func ParseAlgorithm(name string) (textbook.Algorithm, error) {
	if a := textbook.Algorithm(name); a == Production {
		return a, nil
	}
	return ParseTextbook(name)
}

// CheckGame returns an error if the setup has options that do not apply to games.
func (s *Setup) CheckGame() error {
	switch {
	case s.Order != Given:
		return reason.Errorf("order %s: the moves of a game come as its rules give them; want given", s.Order)
	case s.grows():
		return s.CheckGrowth()
	case s.gambled():
		return reason.Errorf("%s searches trees that are written down", s.Algorithm)
	case s.Algorithm == Production && (s.Cut != textbook.AsPrinted || bool(s.Hard)):
		return reason.New("cut and fail are choices of the textbook's algorithms: search has none")
	}
	return s.CheckGrowth()
}

// SearchPosition searches a position of a game to depth plies, with an algorithm of the textbook
// or with the game's engine. The setup must pass CheckGame. If the context ended the search, the
// error wraps the context's.
func SearchPosition(ctx context.Context, p *engine.Position, depth int, s Setup, limit Limit) (*Run, error) {
	if p.Game().Chance() {
		return nil, engine.ErrChance
	}
	run, err := searchPosition(ctx, p, depth, s, limit)
	if err = cmp.Or(p.Game().Fault(), err); err != nil {
		return nil, err
	}
	run.Document.Game, run.Document.Position = p.Game().About().Name, p.String()
	return run, nil
}

func searchPosition(ctx context.Context, p *engine.Position, depth int, s Setup, limit Limit) (*Run, error) {
	state, rules := p.State(), p.Game().Rules()
	known := pictureOf(rules, &state)
	known.MaxNodes = limit.Nodes
	if s.Algorithm == Production && !p.Status().Over() {
		known.Deepening = true
		return watchPosition(ctx, p, depth, s, known, limit)
	}
	if s.Algorithm == Production {
		s.Algorithm = textbook.AlphaBeta // equivalent if the game is over
	}
	known.Deepening = s.algorithm() == textbook.Deepening
	b, ctx, release := limit.bound(ctx, rules)
	defer release()
	var run *Run
	var err error
	if s.grows() {
		run, err = growPosition(ctx, b, state, s, known, limit)
	} else {
		run, err = record(ctx, b, &state, depth, s, known, limit)
	}
	if b.full() {
		return nil, reason.Errorf("lesson: the search goes through more than %d positions; search less deep", limit.Positions)
	}
	return run, err
}

// watchPosition is SearchPosition with the game's engine. It keeps no tree, so its positions are
// not limited.
func watchPosition(ctx context.Context, p *engine.Position, depth int, s Setup, known trace.BuildOptions, limit Limit) (*Run, error) {
	run, err := watch(known, limit, func(o event.Observer) { produce(ctx, p, search.Query{Depth: depth}, o) })
	if ctx.Err() != nil {
		return nil, reason.Errorf("lesson: the search was stopped: %w", ctx.Err())
	}
	if err != nil {
		return nil, err
	}
	run.Setup, run.Document.Algorithm = s, string(Production)
	return run, nil
}

// watchedTable is the transposition table size, in bytes, of an observed search: enough for a
// few seconds.
const watchedTable = 16 << 20

// produce searches p with the game's engine, observed by o.
func produce(ctx context.Context, p *engine.Position, q search.Query, o event.Observer) engine.Analysis {
	options := engine.Options{Options: search.Options{TableBytes: watchedTable}}
	return p.Game().NewEngine(options).Analyze(ctx, p, q, search.Control{Observer: o}, nil)
}

// bounded wraps the rules of a game and limits the positions that a search may make, and so the
// memory of searches that keep their tree. At the limit it offers no more moves and stops the
// search.
type bounded struct {
	engine.Rules
	left *int
	stop func()
	buf  *[]engine.Move
}

// unbounded exceeds the number of positions of any search.
const unbounded = 1 << 62

// positions returns how many positions a search may make.
func (l *Limit) positions() int {
	if l.Positions > 0 {
		return l.Positions
	}
	return unbounded
}

// bound returns rules that end a search at the limit, the context that they cancel, and a
// function that releases the context.
func (l *Limit) bound(ctx context.Context, rules engine.Rules) (bounded, context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	left := l.positions()
	return bounded{rules, &left, cancel, new([]engine.Move)}, ctx, cancel
}

func (b bounded) full() bool { return *b.left < 0 }

// Moves counts the positions that the moves lead to.
func (b bounded) Moves(s *engine.State, buf []engine.Move) ([]engine.Move, game.Status) {
	if b.full() {
		return buf, game.Draw
	}
	before := len(buf)
	buf, status := b.Rules.Moves(s, buf)
	if *b.left -= len(buf) - before; b.full() {
		b.stop()
	}
	return buf, status
}

// Status counts no positions, unlike Moves.
func (b bounded) Status(s *engine.State) (status game.Status) {
	*b.buf, status = b.Rules.Moves(s, (*b.buf)[:0])
	return status
}
