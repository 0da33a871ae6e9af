package puzzle

import (
	"context"
	"slices"
	"strings"

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
func (p *Position) State() State { return p.puzzle.typed.value(p.state) }

// Unsolvable returns the reason why no goal can be reached from p, or nil if none is known.
func (p *Position) Unsolvable() error { return p.puzzle.typed.unsolvable(p.state) }

// book implements Book for a typed puzzle.
type book[S, M comparable, R Rules[S, M]] struct {
	rules     R
	coster    path.Coster[S, M]
	estimator path.Estimator[S]
}

func newBook[S, M comparable, R Rules[S, M]](rules R) book[S, M, R] {
	b := book[S, M, R]{rules: rules}
	b.coster, _ = any(rules).(path.Coster[S, M])
	b.estimator, _ = any(rules).(path.Estimator[S])
	return b
}

func (b book[S, M, R]) Moves(s *State, buf []Move) ([]Move, game.Status) {
	state := s.value.(S)
	moves, status := b.rules.Moves(&state, nil)
	for _, m := range moves {
		buf = append(buf, Move{m})
	}
	return buf, status
}

func (b book[S, M, R]) Play(dst, src *State, m Move) {
	from := src.value.(S)
	var to S
	b.rules.Play(&to, &from, m.value.(M))
	dst.value = to
}

func (b book[S, M, R]) ToMove(s *State) game.Player {
	state := s.value.(S)
	return b.rules.ToMove(&state)
}

func (b book[S, M, R]) Hash(s *State) uint64 {
	state := s.value.(S)
	return b.rules.Hash(&state)
}

func (b book[S, M, R]) Goal(s *State) bool {
	state := s.value.(S)
	return b.rules.Goal(&state)
}

func (b book[S, M, R]) Cost(s *State, m Move) int {
	if b.coster == nil {
		return 1
	}
	state := s.value.(S)
	return b.coster.Cost(&state, m.value.(M))
}

func (b book[S, M, R]) Estimate(s *State) int {
	if b.estimator == nil {
		return 0
	}
	state := s.value.(S)
	return b.estimator.Estimate(&state)
}

func (b book[S, M, R]) FormatMove(s *State, m Move) string {
	state := s.value.(S)
	return b.rules.FormatMove(&state, m.value.(M))
}

func (b *boxed[S, M, R]) book(ctx context.Context, heuristic string, r Resources) (Book, error) {
	rules, err := b.heuristic(ctx, heuristic, r)
	if err != nil {
		return nil, err
	}
	return newBook[S, M](rules), nil
}

func (b *boxed[S, M, R]) unsolvable(state any) error {
	if judge, ok := any(b.rules).(path.Judge[S]); ok {
		return judge.Unsolvable(state.(*S))
	}
	return nil
}

func (b *boxed[S, M, R]) value(state any) State { return State{*state.(*S)} }
