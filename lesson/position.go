package lesson

import (
	"context"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/textbook"
	"github.com/plywood-go/plywood/trace"
)

// Production is the algorithm of a Setup that is not the textbook's: the search
// that plays the game. Only positions of games are searched with it.
const Production textbook.Algorithm = "search"

// ParseAlgorithm reads the name of an algorithm of the textbook, or "search" for
// Production.
func ParseAlgorithm(name string) (textbook.Algorithm, error) {
	if a := textbook.Algorithm(name); a == Production {
		return a, nil
	}
	return textbook.ParseAlgorithm(name)
}

// CheckGame returns an error if the setup asks for what the search of a game
// has no notion of.
func (s *Setup) CheckGame() error {
	switch {
	case s.Order != Given:
		return reason.Errorf("order %s: the moves of a game come as its rules give them; want given", s.Order)
	case s.Algorithm == Production && (s.Cut != textbook.AsPrinted || s.Hard):
		return reason.New("cut and fail are choices of the textbook's algorithms: search has none")
	}
	return nil
}

// SearchPosition searches a position of a game to depth plies as the setup
// says, by an algorithm of the textbook or by the engine of the game. CheckGame
// must find the setup right. The error wraps the context's if that ended the
// search.
func SearchPosition(ctx context.Context, p *engine.Position, depth int, s Setup, limit Limit) (*Run, error) {
	run, err := searchPosition(ctx, p, depth, s, limit)
	if err != nil {
		return nil, err
	}
	run.Document.Game, run.Document.Position = p.Game().About().Name, p.String()
	return run, nil
}

func searchPosition(ctx context.Context, p *engine.Position, depth int, s Setup, limit Limit) (*Run, error) {
	state, rules := p.State(), p.Game().Rules()
	known := Names(rules, &state)
	known.MaxNodes = limit.Nodes
	if s.Algorithm == Production && !p.Status().Over() {
		known.Deepening = true
		return watchPosition(ctx, p, depth, s, known, limit)
	}
	if s.Algorithm == Production {
		s.Algorithm = textbook.AlphaBeta // which says as much of a game that is over
	}
	b, ctx, release := limit.bound(ctx, rules)
	defer release()
	run, err := record(ctx, b, &state, depth, s, known, limit)
	if b.full() {
		return nil, reason.Errorf("lesson: the search goes through more than %d positions; search less deep", limit.Positions)
	}
	return run, err
}

// watchPosition is searchPosition for the engine of the game. It holds no tree,
// so that its positions are not bounded.
func watchPosition(ctx context.Context, p *engine.Position, depth int, s Setup, known trace.BuildOptions, limit Limit) (*Run, error) {
	run, err := watch(known, limit, func(o trace.Observer) { produce(ctx, p, search.Query{Depth: depth}, o) })
	if ctx.Err() != nil {
		return nil, reason.Errorf("lesson: the search was stopped: %w", ctx.Err())
	}
	if err != nil {
		return nil, err
	}
	run.Setup, run.Document.Algorithm = s, string(Production)
	return run, nil
}

// watchedTable is the size of the transposition table of a search that is
// watched, in bytes: enough for some seconds.
const watchedTable = 16 << 20

// produce lets the engine of a game search p and o observe it.
func produce(ctx context.Context, p *engine.Position, q search.Query, o trace.Observer) engine.Analysis {
	options := engine.Options{Options: search.Options{TableBytes: watchedTable}}
	return p.Game().NewEngine(options).Analyze(ctx, p, q, search.Control{Observer: o}, nil)
}

// bounded are the rules of a game for a search that may make so many positions:
// by these the memory of the searches that keep their tree is bounded. Then
// there are no moves left, and the search is stopped.
type bounded struct {
	engine.Rules
	left *int
	stop func()
	buf  *[]engine.Move
}

// unbounded is more positions than any search makes.
const unbounded = 1 << 62

// positions returns how many positions a search may make.
func (l *Limit) positions() int {
	if l.Positions > 0 {
		return l.Positions
	}
	return unbounded
}

// bound returns rules that end a search at the limit, and the context that
// they end, which is to be released.
func (l *Limit) bound(ctx context.Context, rules engine.Rules) (bounded, context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	left := l.positions()
	return bounded{rules, &left, cancel, new([]engine.Move)}, ctx, cancel
}

func (b bounded) full() bool { return *b.left < 0 }

// Moves counts the positions that it leads to.
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

// Status makes no position, unlike Moves.
func (b bounded) Status(s *engine.State) (status game.Status) {
	*b.buf, status = b.Rules.Moves(s, (*b.buf)[:0])
	return status
}
