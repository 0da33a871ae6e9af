package puzzle

import (
	"context"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search/path"
)

// State and Move are a position and a move of any puzzle, as comparable values.
type (
	State struct{ value any }
	Move  struct{ value any }
)

// Book is a puzzle with a lower bound for the searches of the textbook, without its types: these
// searches need not be fast.
type Book interface {
	game.Rules[State, Move]
	FormatMove(s *State, m Move) string
	Goal(s *State) bool
	Cost(s *State, m Move) int
	Estimate(s *State) int
}

// Book returns the puzzle with the named lower bound, or its first one if heuristic is "", and
// the bound's name. It builds the tables of the bound, and fails if ctx ends first.
func (p *Puzzle) Book(ctx context.Context, heuristic string, r Resources) (Book, string, error) {
	name, err := p.heuristic(heuristic)
	if err != nil {
		return nil, "", err
	}
	b, err := p.typed.book(ctx, name, r.reported())
	return b, name, err
}

// ErrHeuristic is wrapped by the error for an unknown lower bound.
var ErrHeuristic = reason.New("no heuristic")

// heuristic returns the name of a lower bound, or of the first one if name is "".
func (p *Puzzle) heuristic(name string) (string, error) {
	known := p.about.Heuristics
	if name == "" {
		return known[0], nil
	}
	if !slices.Contains(known, name) {
		return "", reason.Errorf("%s: %w %q, want one of %s", p.about.Name, ErrHeuristic, name, strings.Join(known, ", "))
	}
	return name, nil
}

// State returns the position as a value.
func (p *Position) State() State { return p.state }

// Unsolvable returns the reason why no goal can be reached from p, or nil if none is known.
func (p *Position) Unsolvable() error { return p.puzzle.typed.unsolvable(&p.state) }

// boxed implements typed, and Book for rules with a lower bound.
type boxed[S, M comparable, R Rules[S, M]] struct {
	rules     R
	shown     *boards.Of[S, M]
	heuristic func(ctx context.Context, name string, r Resources) (R, error)
}

// in returns the state in a box.
func (b *boxed[S, M, R]) in(s *State) *S {
	state := s.value.(S)
	return &state
}

func (b *boxed[S, M, R]) Moves(s *State, buf []Move) ([]Move, game.Status) {
	moves, status := b.rules.Moves(b.in(s), nil)
	for _, m := range moves {
		buf = append(buf, Move{m})
	}
	return buf, status
}

func (b *boxed[S, M, R]) Play(dst, src *State, m Move) {
	var to S
	b.rules.Play(&to, b.in(src), m.value.(M))
	dst.value = to
}

func (b *boxed[S, M, R]) ToMove(s *State) game.Player { return b.rules.ToMove(b.in(s)) }

func (b *boxed[S, M, R]) Hash(s *State) uint64 { return b.rules.Hash(b.in(s)) }

func (b *boxed[S, M, R]) Goal(s *State) bool { return b.rules.Goal(b.in(s)) }

func (b *boxed[S, M, R]) Cost(s *State, m Move) int {
	if c, ok := any(b.rules).(path.Coster[S, M]); ok {
		return c.Cost(b.in(s), m.value.(M))
	}
	return 1
}

func (b *boxed[S, M, R]) Estimate(s *State) int {
	if e, ok := any(b.rules).(path.Estimator[S]); ok {
		return e.Estimate(b.in(s))
	}
	return 0
}

func (b *boxed[S, M, R]) Start() State { return State{b.rules.Start()} }

func (b *boxed[S, M, R]) ParsePosition(text string) (State, error) {
	s, err := b.rules.ParsePosition(text)
	return State{s}, err
}

func (b *boxed[S, M, R]) FormatPosition(s *State) string { return b.rules.FormatPosition(b.in(s)) }

func (b *boxed[S, M, R]) Draw(s *State) string { return b.rules.Draw(b.in(s)) }

func (b *boxed[S, M, R]) ParseMove(s *State, text string) (Move, error) {
	m, err := b.rules.ParseMove(b.in(s), text)
	return Move{m}, err
}

func (b *boxed[S, M, R]) FormatMove(s *State, m Move) string {
	return b.rules.FormatMove(b.in(s), m.value.(M))
}

func (b *boxed[S, M, R]) book(ctx context.Context, heuristic string, r Resources) (Book, error) {
	rules, err := b.heuristic(ctx, heuristic, r)
	if err != nil {
		return nil, err
	}
	return &boxed[S, M, R]{rules: rules}, nil
}

func (b *boxed[S, M, R]) unsolvable(s *State) error {
	if judge, ok := any(b.rules).(path.Judge[S]); ok {
		return judge.Unsolvable(b.in(s))
	}
	return nil
}
