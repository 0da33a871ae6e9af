package engine

import "github.com/plywood-go/plywood/internal/reason"

// BoardOf is a Board with the types of a game.
type BoardOf[S any, M comparable] struct {
	Board
	// Pieces returns the letter of the piece on each cell of s, a hyphen for
	// an empty cell.
	Pieces func(s *S) string
	// Path returns the cells that enter m at s; see Placement.Paths.
	Path func(s *S, m M) []int
	// Becomes returns the letter of the piece that m promotes to, which
	// distinguishes m from other moves with its path; "" without promotion.
	// Nil means that the game has no promotion.
	Becomes func(s *S, m M) string
	// Won returns the cells of winning lines. Nil means that lines do not win.
	Won func(s *S) []int
	// Owners returns the owners of the frames; see Placement.Owners. Nil means
	// that frames have no owners.
	Owners func(s *S) []int
	// Option reads the choice of Board.SetUp.Option from s. Nil if there is no
	// choice.
	Option func(s *S) int
	// Write formats an arrangement as the text of a position, which need not
	// be legal. Nil means that positions cannot be set up by hand, whatever
	// Board.SetUp says.
	Write func(a Arrangement) string
}

// ErrNoBoard is the error of Game.Arrange for a game whose positions cannot be
// set up by hand.
var ErrNoBoard = reason.New("positions of the game are not set up by hand")

// board returns the shared board of the spec, or nil.
func (spec *Spec[S, M]) board() *Board {
	if spec.Board == nil {
		return nil
	}
	switch b := spec.Board; {
	case len(b.Sides) == 0:
		panic("engine: " + spec.About.Name + ": the board has no sides")
	case len(b.Board.Pieces) == 0 || b.Pieces == nil:
		panic("engine: " + spec.About.Name + ": the board has no pieces")
	case b.Path == nil:
		panic("engine: " + spec.About.Name + ": the board has no paths of moves")
	}
	b := spec.Board.Board
	b.Schema = boardSchema
	if spec.Board.Write == nil {
		b.SetUp = nil
	}
	return &b
}

// Placement returns the pieces on the game's Board; nil without a board.
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
