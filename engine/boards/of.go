package boards

// Of is a Board with the types of a game or puzzle.
type Of[S any, M any] struct {
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
	// Threatened returns the cells of Placement.Threatened. Nil means that no piece is a king.
	Threatened func(s *S) []int
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

// Place returns how to draw s and enter its legal moves, moves. name returns the text of a move
// for Placement.Becomes. Last stays unset.
func (b *Of[S, M]) Place(s *S, moves []M, name func(m M) string) *Placement {
	out := &Placement{Pieces: b.Pieces(s), Paths: make([][]int, len(moves))}
	for i, m := range moves {
		if out.Paths[i] = b.Path(s, m); out.Paths[i] == nil {
			out.Paths[i] = []int{}
		}
		if b.Becomes == nil {
			continue
		}
		if letter := b.Becomes(s, m); letter != "" {
			if out.Becomes == nil {
				out.Becomes = map[string]string{}
			}
			out.Becomes[name(m)] = letter
		}
	}
	if b.Won != nil {
		out.Won = b.Won(s)
	}
	if b.Threatened != nil {
		out.Threatened = b.Threatened(s)
	}
	if b.Owners != nil {
		out.Owners = b.Owners(s)
	}
	if b.Option != nil {
		out.Option = b.Option(s)
	}
	return out
}
