package engine

import "errors"

// BoardOf is a Board over the types of a game.
type BoardOf[S any, M comparable] struct {
	Board
	// Pieces returns the letter of the piece on each cell of s, a hyphen for
	// none.
	Pieces func(s *S) string
	// Path returns the cells by which m is entered at s; see Placement.Paths.
	Path func(s *S, m M) []int
	// Becomes returns the letter of what a piece turns into with m, which tells
	// m from other moves of its path. It returns "" where nothing turns. Nil
	// means that nothing ever does.
	Becomes func(s *S, m M) string
	// Won returns the cells of the lines that have won. Nil means that none wins.
	Won func(s *S) []int
	// Owners says whose the frames are; see Placement.Owners. Nil means that
	// frames are nobody's.
	Owners func(s *S) []int
	// Option reads from s what Board.SetUp.Option asks for. Nil where it asks
	// for nothing.
	Option func(s *S) int
	// Write writes an arrangement as the text of a position, which need not be
	// legal. Nil means that positions are not set up by hand, whatever
	// Board.SetUp says.
	Write func(a Arrangement) string
}

// ErrNoBoard is the error of Game.Arrange for a game whose positions are not
// set up by hand.
var ErrNoBoard = errors.New("positions of the game are not set up by hand")

// board returns the board of the spec for everyone to read, nil if there is
// none.
func (spec *Spec[S, M]) board() *Board {
	if spec.Board == nil {
		return nil
	}
	b := spec.Board.Board
	b.Schema = boardSchema
	if spec.Board.Write == nil {
		b.SetUp = nil
	}
	return &b
}

// Placement returns what stands on the game's Board; nil if it has none.
func (p *Position) Placement() *Placement {
	b := p.game.spec.Board
	if b == nil {
		return nil
	}
	moves, _ := p.moves()
	out := &Placement{Pieces: b.Pieces(&p.state), Paths: make([][]int, len(moves))}
	for i, m := range moves {
		if out.Paths[i] = b.Path(&p.state, m); out.Paths[i] == nil {
			out.Paths[i] = []int{}
		}
		if b.Becomes == nil {
			continue
		}
		if letter := b.Becomes(&p.state, m); letter != "" {
			if out.Becomes == nil {
				out.Becomes = map[string]string{}
			}
			out.Becomes[p.format(m)] = letter
		}
	}
	if b.Won != nil {
		out.Won = b.Won(&p.state)
	}
	if b.Owners != nil {
		out.Owners = b.Owners(&p.state)
	}
	if b.Option != nil {
		out.Option = b.Option(&p.state)
	}
	if p.before != nil {
		out.Last = b.Path(&p.before.state, p.by)
	}
	return out
}
