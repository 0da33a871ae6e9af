package engine

import "github.com/plywood-go/plywood/game"

// State is a state of any game, boxed. It is immutable: Play boxes a new one.
type State struct{ box any }

// Move is a move of any game, boxed.
type Move struct{ box any }

// Rules are the rules of any game over boxed states and moves, with what the
// textbook's algorithms ask of a game. A node costs an allocation; it is meant
// for teaching and for trees of up to some ten million nodes.
type Rules interface {
	game.Rules[State, Move]
	game.Evaluator[State]
	game.Passer[Move]
	game.Alternator
	game.MoveFormatter[State, Move]
}

type boxed[S any, M comparable, R Playable[S, M]] struct {
	rules      R
	evaluator  game.Evaluator[S]
	passer     game.Passer[M]
	alternates bool
}

func (b *boxed[S, M, R]) Moves(s *State, buf []Move) ([]Move, game.Status) {
	state := s.box.(S)
	moves, status := b.rules.Moves(&state, nil)
	for _, m := range moves {
		buf = append(buf, Move{m})
	}
	return buf, status
}

func (b *boxed[S, M, R]) Play(dst, src *State, m Move) {
	state := src.box.(S)
	b.rules.Play(&state, &state, m.box.(M))
	dst.box = state
}

func (b *boxed[S, M, R]) ToMove(s *State) game.Player {
	state := s.box.(S)
	return b.rules.ToMove(&state)
}

func (b *boxed[S, M, R]) Hash(s *State) uint64 {
	state := s.box.(S)
	return b.rules.Hash(&state)
}

func (b *boxed[S, M, R]) Evaluate(s *State) game.Score {
	if b.evaluator == nil {
		return 0
	}
	state := s.box.(S)
	return b.evaluator.Evaluate(&state)
}

func (b *boxed[S, M, R]) IsPass(m Move) bool {
	return b.passer != nil && b.passer.IsPass(m.box.(M))
}

func (b *boxed[S, M, R]) Alternates() bool { return b.alternates }

func (b *boxed[S, M, R]) FormatMove(s *State, m Move) string {
	state := s.box.(S)
	return b.rules.FormatMove(&state, m.box.(M))
}
