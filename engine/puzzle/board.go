package puzzle

import "github.com/plywood-go/plywood/engine/boards"

// Board returns the board for drawing positions, or nil if the puzzle has none.
func (p *Puzzle) Board() *boards.Board { return p.typed.board() }

// Moves returns the moves of a position. There are none at a goal or a dead end.
func (p *Position) Moves() []string { return p.puzzle.typed.moves(p.state) }

// Done reports whether the position is a goal.
func (p *Position) Done() bool { return p.puzzle.typed.goal(p.state) }

// Play returns the position after a move.
func (p *Position) Play(move string) (*Position, error) {
	next, last, err := p.puzzle.typed.play(p.state, move)
	if err != nil {
		return nil, err
	}
	return &Position{p.puzzle, next, last, p.turned}, nil
}

// Placement returns the pieces on the Board, or nil if the puzzle has none.
func (p *Position) Placement() *boards.Placement {
	out := p.puzzle.typed.placement(p.state)
	if out != nil {
		out.Last = p.last
	}
	return out
}

func (b *boxed[S, M, R]) board() *boards.Board {
	if b.shown == nil {
		return nil
	}
	return &b.shown.Board
}

func (b *boxed[S, M, R]) placement(state any) *boards.Placement {
	if b.shown == nil {
		return nil
	}
	s := state.(*S)
	moves, _ := b.rules.Moves(s, nil)
	return b.shown.Place(s, moves, nil)
}

func (b *boxed[S, M, R]) moves(state any) []string {
	s := state.(*S)
	moves, _ := b.rules.Moves(s, nil)
	names := make([]string, len(moves))
	for i, m := range moves {
		names[i] = b.rules.FormatMove(s, m)
	}
	return names
}

func (b *boxed[S, M, R]) goal(state any) bool { return b.rules.Goal(state.(*S)) }

// last returns the cells that a move passes, or nil if they are not known.
func (b *boxed[S, M, R]) last(s *S, m M) []int {
	if b.shown == nil {
		return nil
	}
	return b.shown.Path(s, m)
}
