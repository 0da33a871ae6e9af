package web

import (
	"cmp"
	"context"
	"math/rand/v2"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
)

// Limits of a position in a request.
const (
	maxText  = 64 << 10 // bytes of a position
	maxMoves = 1024
	maxNodes = 4096 // moves of a game with its variations
)

// placeDoc is a position, by default the initial one, and the moves played from it.
type placeDoc struct {
	Game     string   `json:"game"`
	Position string   `json:"position,omitempty"`
	Moves    []string `json:"moves,omitempty"`
}

// first returns the position from which the moves are played.
func (s *Server) first(ctx context.Context, in *placeDoc) (*engine.Position, error) {
	if err := fits(in.Position, in.Moves); err != nil {
		return nil, err
	}
	g, err := s.find(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	pos, err := g.Parse(cmp.Or(in.Position, record.StartPosition))
	if err != nil {
		return nil, invalid(err)
	}
	return pos, nil
}

// line returns the first position and the one after each move.
func (s *Server) line(ctx context.Context, in *placeDoc) ([]*engine.Position, error) {
	pos, err := s.first(ctx, in)
	if err != nil {
		return nil, err
	}
	return lineFrom(pos, in.Moves)
}

// fits returns an error if a position's text or its list of moves is too long.
func fits(position string, moves []string) error {
	switch {
	case len(position) > maxText:
		return reason.Errorf("position: more than %d bytes", maxText)
	case len(moves) > maxMoves:
		return reason.Errorf("moves: more than %d", maxMoves)
	}
	return nil
}

// lineFrom returns pos, a position of a game or puzzle, and the one after each move.
func lineFrom[P interface{ Play(move string) (P, error) }](pos P, moves []string) (all []P, err error) {
	all = []P{pos}
	for i, m := range moves {
		if pos, err = pos.Play(m); err != nil {
			return nil, invalid(reason.Errorf("move %d: %w", i+1, err))
		}
		all = append(all, pos)
	}
	return all, nil
}

// place returns the position after the last move.
func (s *Server) place(ctx context.Context, in *placeDoc) (*engine.Position, error) {
	all, err := s.line(ctx, in)
	if err != nil {
		return nil, err
	}
	return all[len(all)-1], nil
}

// stateDoc is a position as the page shows it.
type stateDoc struct {
	Move     string   `json:"move,omitempty"` // that led here
	Position string   `json:"position"`
	ToMove   string   `json:"to_move"`
	Side     int      `json:"side"` // 0 first, 1 second
	Legal    []string `json:"legal"`
	Over     bool     `json:"over"`
	Chance   bool     `json:"chance,omitempty"` // chance chooses among the legal moves
	// Result is first, second or draw if the game is over. Margin is the margin of the result.
	Result  string `json:"result,omitempty"`
	Margin  int    `json:"margin,omitempty"`
	Opening string `json:"opening,omitempty"`
	// Board holds the pieces on the board. If the game has no board, Drawing shows the
	// position as text.
	Board   *boards.Placement `json:"board,omitempty"`
	Drawing string            `json:"drawing,omitempty"`
}

// lineReply describes the positions of a game or puzzle, in the order of their numbers.
type lineReply struct {
	Schema string     `json:"schema"`
	Game   string     `json:"game"`
	Goal   string     `json:"goal,omitempty"` // of a puzzle that has several
	States []stateDoc `json:"states"`
	// Refused says why the moves after the last position of a game with variations were left out.
	Refused string `json:"refused,omitempty"`
}

// position describes the positions along a line of moves.
func (s *Server) position(ctx context.Context, in *placeDoc) (lineReply, error) {
	pos, err := s.first(ctx, in)
	if err != nil {
		return lineReply{}, err
	}
	moves := make([]branchDoc, len(in.Moves))
	for i, m := range in.Moves {
		moves[i] = branchDoc{i, m}
	}
	states, err := statesFrom(ctx, pos, moves)
	return lineReply{Schema: "ply.line/1", Game: pos.Game().About().Name, States: states}, err
}

// branchDoc is a move and the number of the position where it is played. Position 0 is
// the first one, and move i of a list leads to position i+1.
type branchDoc struct {
	From int    `json:"from"`
	Move string `json:"move"`
}

// treeDoc is a game with its variations.
type treeDoc struct {
	Game     string      `json:"game"`
	Position string      `json:"position,omitempty"`
	Moves    []branchDoc `json:"moves,omitempty"`
	// Partly asks for the positions before the first illegal move instead of an error.
	Partly bool `json:"partly,omitempty"`
}

// variations describes the positions of a game with variations, in the order of their numbers.
func (s *Server) variations(ctx context.Context, in *treeDoc) (lineReply, error) {
	if len(in.Moves) > maxNodes {
		return lineReply{}, reason.Errorf("moves: more than %d", maxNodes)
	}
	pos, err := s.first(ctx, &placeDoc{Game: in.Game, Position: in.Position})
	if err != nil {
		return lineReply{}, err
	}
	states, err := statesFrom(ctx, pos, in.Moves)
	out := lineReply{Schema: "ply.variations/1", Game: pos.Game().About().Name, States: states}
	if in.Partly && err != nil && ctx.Err() == nil {
		out.Refused, err = languageOf(ctx).Error(err), nil
	}
	return out, err
}

// statesFrom describes pos and the positions after the moves, up to the first error.
func statesFrom(ctx context.Context, pos *engine.Position, moves []branchDoc) ([]stateDoc, error) {
	all := []*engine.Position{pos}
	states := []stateDoc{describeState(pos)}
	for i, m := range moves {
		if m.From < 0 || m.From > i {
			return states, reason.Errorf("move %d: from %d, want a position before it", i+1, m.From)
		}
		from := all[m.From]
		to, err := from.Play(m.Move)
		if err != nil {
			return states, invalid(reason.Errorf("move %d: %w", i+1, err))
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		state := describeState(to)
		state.Move, _ = from.Rewrite(m.Move)
		all, states = append(all, to), append(states, state)
	}
	return states, nil
}

func describeState(pos *engine.Position) stateDoc {
	status := pos.Status()
	doc := stateDoc{
		Position: pos.Text(), ToMove: pos.Side(), Side: int(pos.ToMove() & 1),
		Legal: pos.Moves(), Over: status.Over(), Opening: pos.Opening(),
		Board: pos.Placement(), Chance: pos.Odds() != nil,
	}
	if status.Over() {
		doc.Result, doc.Margin = result(pos.ToMove(), status)
	}
	if doc.Board == nil {
		doc.Drawing = cmp.Or(pos.Board(), doc.Position)
	}
	return doc
}

// result returns the winner, or draw, and the winning margin.
func result(side game.Player, status game.Status) (winner string, margin int) {
	margin, _ = status.Margin()
	switch won := status.Score().Outcome(); {
	case won == 0:
		return "draw", 0
	case won < 0:
		return side.Other().String(), -margin
	}
	return side.String(), margin
}

// setupRequest holds pieces on a board, or a position from which to take them, and
// optionally one more piece to place.
type setupRequest struct {
	placeDoc
	Pieces string  `json:"pieces,omitempty"`
	Side   uint8   `json:"side,omitempty"`
	Option int     `json:"option,omitempty"`
	Put    *putDoc `json:"put,omitempty"`
}

type putDoc struct {
	Cell  int    `json:"cell"`
	Piece string `json:"piece"` // its letter; a hyphen takes away what is there
}

// setupReply holds the pieces. With them comes their position or, if that is not legal, the reason.
type setupReply struct {
	Schema   string `json:"schema"`
	Pieces   string `json:"pieces"`
	Side     uint8  `json:"side"`
	Option   int    `json:"option"`
	Position string `json:"position,omitempty"`
	Error    string `json:"error,omitempty"`
}

// setup places pieces on a board. An incomplete position is not an error of the request.
func (s *Server) setup(ctx context.Context, in *setupRequest) (setupReply, error) {
	pos, err := s.place(ctx, &in.placeDoc)
	if err != nil {
		return setupReply{}, err
	}
	board := pos.Game().Board()
	if board == nil || board.SetUp == nil {
		return setupReply{}, invalid(engine.ErrNoBoard)
	}
	a := boards.Arrangement{Pieces: in.Pieces, Side: game.Player(in.Side), Option: in.Option}
	if a.Pieces == "" {
		placed := pos.Placement()
		a = boards.Arrangement{Pieces: placed.Pieces, Side: pos.ToMove(), Option: placed.Option}
	}
	if in.Put != nil {
		if a.Pieces, err = board.Put(a.Pieces, in.Put.Cell, in.Put.Piece); err != nil {
			return setupReply{}, invalid(err)
		}
	}
	if !board.SetUp.Turn {
		a.Side = board.ToMove(a.Pieces)
	}
	out := setupReply{Schema: "ply.setup/1", Pieces: a.Pieces, Side: uint8(a.Side), Option: a.Option}
	if there, err := pos.Game().Arrange(a); err != nil {
		out.Error = languageOf(ctx).Error(err)
	} else {
		out.Position = there.String()
	}
	return out, nil
}

// moveTime is the engine's time for a move if the request has neither a time nor a clock.
const moveTime = 3 * time.Second

type moveRequest struct {
	placeDoc
	engine.Request
	Loss   float64 `json:"loss,omitempty"`
	Random float64 `json:"random,omitempty"`
	Seed   uint64  `json:"seed,omitempty"`
	// Opponent names one of workshop.Opponents, which sets everything but the time.
	Opponent string `json:"opponent,omitempty"`
}

func (in *moveRequest) check() error {
	switch {
	case min(in.Loss, in.Random) < 0:
		return reason.New("loss and random: want 0 or more")
	case in.Opponent != "" && (in.choice() != engine.Choice{} || in.Level+in.Depth+in.Confidence > 0 || in.Nodes > 0):
		return reason.New("opponent: it says how strong, want times alone beside it")
	case in.MultiPV > 0:
		return reason.New("multipv: a move is one")
	}
	return in.Check(most)
}

func (in *moveRequest) choice() engine.Choice {
	return engine.Choice{Loss: in.Loss, Random: in.Random}
}

// become applies the strength of the named opponent, if there is one. It returns the opponent's sight
// and the default time of a move. A named opponent thinks without a time limit, so that it is as
// strong as advertised.
func (in *moveRequest) become(g *engine.Game) (engine.Sight, time.Duration, error) {
	if in.Opponent == "" {
		return engine.Sight{}, moveTime, nil
	}
	o, err := workshop.OpponentsOf(g).Find(in.Opponent)
	in.Level, in.Random = o.Level, o.Random
	return o.Sight, maxTime, err
}

type moveReply struct {
	Schema   string          `json:"schema"`
	Move     string          `json:"move"`
	Analysis engine.Document `json:"analysis"`
}

// move has the engine choose a move.
func (s *Server) move(ctx context.Context, in *moveRequest) (moveReply, error) {
	pos, err := s.place(ctx, &in.placeDoc)
	if err != nil {
		return moveReply{}, err
	}
	if err := in.check(); err != nil {
		return moveReply{}, err
	}
	if pos.Status().Over() {
		return moveReply{}, invalid(reason.New("the game is over"))
	}
	sight, otherwise, err := in.become(pos.Game())
	if err != nil {
		return moveReply{}, invalid(err)
	}
	rng := rand.New(rand.NewPCG(in.Seed, 0))
	if m, ok := sight.Roll(pos, nil, rng); ok {
		rolled := engine.Analysis{Position: pos, Threads: 1, Lines: []engine.Line{{Move: m, PV: []string{m}}}}
		return moveReply{"ply.move/1", m, rolled.Describe(algorithm)}, nil
	}
	lent, err := s.borrow(pos.Game())
	if err != nil {
		return moveReply{}, err
	}
	defer lent.giveBack()
	player := engine.Engine(lent)
	if book := s.config.Books[pos.Game().About().Name]; in.Opponent != "" {
		lent.Clear() // other searches must not make it stronger
	} else if book != nil {
		player = engine.WithBook(player, book)
	}
	q, c := in.At(pos, otherwise)
	a := player.Analyze(ctx, pos, in.choice().Widen(pos, q), c, nil)
	chosen := engine.Choose(&a, in.choice(), rng)
	return moveReply{"ply.move/1", chosen.Move, a.Describe(algorithm)}, ctx.Err()
}
