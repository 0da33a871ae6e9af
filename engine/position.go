package engine

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search"
)

// Position is an immutable position of a game. A played position knows the one
// before it, so that analyses detect repetitions and boards show the last
// move. A position read from text has no history.
type Position struct {
	game   *Game
	state  State
	before *Position   // from which it was played; nil for the first
	by     Move        // the move from there
	ended  game.Status // by earlier moves; Ongoing if they did not end the game
	mended []error
	goesOn bool // while a piece can move; see Resume
}

// Resume returns p in a game that goes on while a piece can move: players must claim draws by
// repetition and by limits, and programs may be asked for a move even if no side can win.
func (p *Position) Resume() *Position {
	on := *p
	on.goesOn = true
	return &on
}

// Mended says what Game.Parse has left out of the text of a position because it breaks a rule,
// such as a right to castle without its rook.
func (p *Position) Mended() []error { return p.mended }

// Game returns the game of the position.
func (p *Position) Game() *Game { return p.game }

// String returns the text form, which Game.Parse reads back.
func (p *Position) String() string { return p.game.rules.FormatPosition(&p.state) }

// Text is String with the counts of moves that p was read with, where they
// matter. It does not include counts of played moves.
func (p *Position) Text() string {
	if p.before == nil {
		return p.game.rules.FormatPast(&p.state)
	}
	return p.String()
}

// Board returns a plain-text drawing.
func (p *Position) Board() string { return p.game.rules.Draw(&p.state) }

// Captions returns the words in the drawing, in order; none if the game does not list them.
func (p *Position) Captions() []game.Caption { return p.game.rules.Captions(&p.state) }

// ToMove returns the side to move.
func (p *Position) ToMove() game.Player { return p.game.rules.ToMove(&p.state) }

// Side returns the name of the side to move.
func (p *Position) Side() string { return p.game.spec.About.Sides[p.ToMove()&1] }

// Hash returns the game's key of the position.
func (p *Position) Hash() uint64 { return p.game.rules.Hash(&p.state) }

// State returns the position for Rules.
func (p *Position) State() State { return p.state }

// Quiet reports whether the side to move has neither a piece attacked that it must not lose nor
// a move that wins material, by the exchanges of the game. It is false in games without captures.
// The game must not be over.
func (p *Position) Quiet() bool {
	c := &p.game.caps
	if c.Noisy == nil || c.Urgent != nil && c.Urgent.Urgent(&p.state) {
		return false
	}
	return !slices.ContainsFunc(c.Noisy.NoisyMoves(&p.state, nil), func(m Move) bool {
		return c.Tactician == nil || c.Tactician.Exchange(&p.state, m, 1)
	})
}

// Gained returns what the move to p won at once, as game.Gainer rates it; 0 if that is not known.
func (p *Position) Gained() game.Score {
	if g := p.game.caps.Gainer; g != nil && p.before != nil {
		return g.Gain(&p.before.state, p.by)
	}
	return 0
}

// Status reports whether the game is over, and how it ended.
func (p *Position) Status() game.Status {
	_, st := p.moves()
	return st
}

// Moves returns the legal moves in the order of generation: empty, but not
// nil, if the game is over.
func (p *Position) Moves() []string {
	moves, _ := p.moves()
	text := make([]string, len(moves))
	for i, m := range moves {
		text[i] = p.format(m)
	}
	return text
}

// Odds returns the probabilities of the legal moves where chance chooses among them, and otherwise nil.
func (p *Position) Odds() []float64 {
	if _, status := p.moves(); p.game.caps.Chancer == nil || status.Over() {
		return nil
	}
	return p.game.caps.Chancer.Chances(&p.state, nil)
}

func (p *Position) moves() ([]Move, game.Status) {
	moves, status := p.game.rules.Moves(&p.state, nil)
	switch {
	case p.goesOn && status.Over():
		if moves = p.game.rules.Continue(&p.state, nil); len(moves) > 0 {
			return moves, game.Ongoing
		}
	case !p.goesOn && !status.Over() && p.ended.Over():
		return nil, p.ended
	}
	return moves, status
}

// endedBefore reports whether earlier moves end a game that could otherwise go on.
func (p *Position) endedBefore() bool {
	_, status := p.game.rules.Moves(&p.state, nil)
	return !status.Over() && p.ended.Over() && !p.goesOn
}

// Repetition is the name of the rule against repeated positions.
const Repetition = "repetition"

// EndedBy returns the English name of the rule by which earlier moves end the
// game, Repetition or the name of a limit; "" if none does, or it has no name.
func (p *Position) EndedBy() string {
	if !p.endedBefore() {
		return ""
	}
	if status, name := p.limited(); status.Over() {
		return name
	}
	return Repetition
}

// end returns how the line that led to p ends the game: by a limit, or because
// its position has occurred too often.
func (p *Position) end() game.Status {
	if status, _ := p.limited(); status.Over() {
		return status
	}
	if p.game.caps.Repeater == nil || p.game.caps.Repeater.Occurrences() == 0 || !p.game.Remembers() {
		return game.Ongoing
	}
	_, status := p.repeats()
	hash, times := p.Hash(), p.game.caps.Occurrences
	for _, before := range p.history() {
		if before == hash {
			times--
		}
	}
	if times > 1 {
		return game.Ongoing
	}
	return status
}

func (p *Position) format(m Move) string { return p.game.rules.FormatMove(&p.state, m) }

// Coordinates returns a line of moves from p as the Universal Chess Interface
// writes them: by squares, if the game says how. With chess960, castling ends at
// the rook's square. It stops before the first move that cannot be read.
func (p *Position) Coordinates(moves []string, chess960 bool) []string {
	write := p.game.spec.Coordinates
	if write == nil {
		return moves
	}
	out := make([]string, 0, len(moves))
	for at, i := p, 0; i < len(moves); i++ {
		next, err := at.Play(moves[i])
		if err != nil {
			break
		}
		out = append(out, write(&at.state, next.by, chess960))
		at = next
	}
	return out
}

// parse reads a move. Where the rules call the game over, a resumed position has moves by squares.
func (p *Position) parse(move string) (Move, error) {
	m, err := p.game.rules.ParseMove(&p.state, move)
	if write := p.game.spec.Coordinates; err != nil && p.goesOn && write != nil {
		for _, m := range p.game.rules.Continue(&p.state, nil) {
			if move == write(&p.state, m, false) || move == p.format(m) {
				return m, nil
			}
		}
	}
	return m, err
}

// Rewrite returns a move as the game writes it. The error is that of Play.
func (p *Position) Rewrite(move string) (string, error) {
	m, err := p.parse(move)
	if err != nil {
		return "", err
	}
	return p.format(m), nil
}

// Play returns the position after a move. It also accepts moves after a repetition or a limit has
// ended the game, because players may not have noticed. The error wraps game.ErrIllegal if the move
// is well formed but not legal.
func (p *Position) Play(move string) (*Position, error) {
	m, err := p.parse(move)
	if err != nil {
		return nil, err
	}
	return p.after(m), nil
}

// PlayAll plays a list of moves and returns the final position. Spaces or
// commas separate them, or nothing if the game's notation allows it.
func (p *Position) PlayAll(moves string) (*Position, error) {
	line, err := p.game.text.ReadMoves(p.state, moves)
	if err != nil {
		return nil, err
	}
	at := p
	for _, m := range line {
		at = at.after(m)
	}
	return at, nil
}

// after returns the position after m.
func (p *Position) after(m Move) *Position {
	next := &Position{game: p.game, before: p, by: m}
	p.game.rules.Play(&next.state, &p.state, m)
	next.ended = next.end()
	return next
}

// repeats returns how many plies back the first position lies that could equal
// p, and the value of repeating it; see game.Repeater.
func (p *Position) repeats() (plies int, value game.Status) {
	if r := p.game.caps.Repeater; r != nil {
		return r.Repetition(&p.state)
	}
	return 0, game.Draw
}

// patience returns a number of plies within which no limit ends the game, 0 if unknown; see
// game.Limiter.
func (p *Position) patience() int {
	if l := p.game.caps.Limiter; l != nil {
		return l.Patience(&p.state)
	}
	return game.MaxPlies
}

// limited returns the result of the game by a limit reached at p, and the
// limit's name; see game.Limiter.
func (p *Position) limited() (status game.Status, name string) {
	if l := p.game.caps.Limiter; l != nil {
		if plies, status := l.Limit(&p.state); plies != 0 {
			return status, l.LimitName(&p.state)
		}
	}
	return game.Ongoing, ""
}

// history returns the hashes of the positions that the line of p could repeat, the latest last.
func (p *Position) history() (hashes []uint64) {
	back, _ := p.repeats()
	for at := p.before; at != nil && back > 0; at = at.before {
		hashes = append(hashes, at.Hash())
		back--
	}
	slices.Reverse(hashes)
	return hashes
}

// recurs reports whether some position of the line has occurred so often
// before p that repeating it would end the game.
func (p *Position) recurs() bool {
	times := map[uint64]int{}
	for _, hash := range p.history() {
		if times[hash]++; times[hash] >= p.game.caps.Occurrences-1 {
			return true
		}
	}
	return false
}

// burdened reports whether the moves before p, or its counts of moves, may matter.
func (p *Position) burdened() bool {
	if back, _ := p.repeats(); back > 0 {
		return true
	}
	bare, _, err := p.game.text.ReadPosition(p.String())
	return err != nil || p.patience() < p.game.at(bare).patience()
}

// Opening returns the name of the opening of this position, or "". See the function Opening.
func (p *Position) Opening() string {
	return p.game.index().names[p.Key()]
}

// WorkToSolve returns the nodes that solving p usually takes, or 0 if that is not known. Of ten
// positions from play, eight take between a third and three times as many.
func (p *Position) WorkToSolve() float64 {
	if p.game.spec.WorkToSolve == nil {
		return 0
	}
	return p.game.spec.WorkToSolve(&p.state)
}

// Perft counts paths; see game.Perft. It ends early when ctx is done.
func (p *Position) Perft(ctx context.Context, depth int) game.Counts {
	return p.game.rules.CountPaths(&p.state, depth, func() bool { return ctx.Err() != nil })
}

// PerftWays is Perft with each way of playing a move counted; see WayCounter.
func (p *Position) PerftWays(ctx context.Context, depth int) game.Counts {
	return p.game.rules.CountWays(&p.state, depth, func() bool { return ctx.Err() != nil })
}

// Share is the part of a perft count below one move.
type Share struct {
	Move string `json:"move"` // the first move
	game.Counts
}

// Divide counts paths move by move. It returns nothing if the game is over or depth is 0.
func (p *Position) Divide(ctx context.Context, depth int) (shares []Share) {
	if depth == 0 {
		return nil
	}
	moves, _ := p.moves()
	for _, m := range moves {
		shares = append(shares, Share{p.format(m), p.after(m).Perft(ctx, depth-1)})
	}
	return shares
}

// AtLevel sets the depth and the confidence of q to those of a level of
// strength, 1 to MaxLevel, at this position.
func (p *Position) AtLevel(level int, q search.Query) search.Query {
	e := p.game.spec.Levels.Effort(&p.state, min(max(level, 1), MaxLevel))
	q.Depth, q.Confidence, q.Nodes = e.Depth, e.Confidence, cmp.Or(e.Nodes, q.Nodes)
	return q
}

// OnClock sets the times of c for one move here on a game clock.
func (p *Position) OnClock(clock search.Clock, c search.Control) search.Control {
	if p.game.spec.Clock != nil {
		clock = p.game.spec.Clock(&p.state, clock)
	}
	return clock.Spend(c)
}

// Measure converts a score of the side to move here to the terms of the game.
func (p *Position) Measure(v game.Score) Value { return p.game.spec.Measure(&p.state, v) }

// Worth is Measure for a score from an analysis: exact means that it is proven
// to be the value, and outcome that it comes from Options.Prove.
func (p *Position) Worth(v game.Score, exact, outcome bool) Value {
	value := p.Measure(v)
	switch proven := p.game.spec.About.Proven; {
	case outcome:
		return measureOutcome(v)
	case v == 0 && exact: // a draw, not an estimate of equality
		value.Unit = cmp.Or(proven, value.Unit)
		if value.Odds.Known() {
			value.Odds = decided(0)
		}
	}
	return value
}

// ErrNoBoard is the error of Game.Arrange for a game whose positions cannot be set up by hand.
var ErrNoBoard = reason.New("positions of the game are not set up by hand")

// board returns the shared board of the spec, or nil.
func (spec *Spec[S, M]) board() *boards.Board {
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
	b.Schema = boards.Schema
	if spec.Board.Write == nil {
		b.SetUp = nil
	}
	return &b
}

// Placement returns the pieces on the game's Board; nil without a board.
func (p *Position) Placement() *boards.Placement {
	b := p.game.spec.Board
	if b == nil {
		return nil
	}
	moves, _ := p.moves()
	out := b.Place(&p.state, moves, p.format)
	if p.before != nil {
		out.Last = b.Path(&p.before.state, p.by)
	}
	return out
}

// Odds are the chances of the ends of a game. Their sum is 1, or 0 if they are not known.
type Odds struct {
	Win  float64 `json:"win"`  // chance, from 0 to 1
	Draw float64 `json:"draw"` // likewise
	Loss float64 `json:"loss"` // likewise
}

// oddsOf returns odds rounded to thousandths.
func oddsOf(win, loss float64) Odds {
	const parts = 1000
	w, l := math.Round(parts*win), math.Round(parts*loss)
	return Odds{w / parts, (parts - w - l) / parts, l / parts}
}

// decided returns the odds of a proven outcome: 1, 0 or -1.
func decided(outcome int) Odds {
	o := float64(outcome)
	return Odds{max(o, 0), 1 - math.Abs(o), max(-o, 0)}
}

// Known reports whether the odds are known.
func (o Odds) Known() bool { return o != Odds{} }

// Points returns the expected points of the side to move: 1 for a win, 1/2 for a draw.
func (o Odds) Points() float64 { return o.Win + o.Draw/2 }

// Percent returns the expected points in percent.
func (o Odds) Percent() int { return int(math.Round(100 * o.Points())) }

// Chances is a model of the odds by the estimate v of a position, in the units of the
// evaluation. The side to move wins with chance 1/(1+exp((Middle-v)/Slope)), and loses with the
// chance that -v gives. Games fit it to self-play, four plies deep, after eight random moves:
// go test ./games/catalog -run TestOdds -odds GAME -v.
type Chances struct{ Middle, Slope float64 }

// At returns the odds at a score.
func (c Chances) At(v game.Score) Odds {
	if o := v.Outcome(); o != 0 {
		return decided(o)
	}
	win := func(v float64) float64 { return 1 / (1 + math.Exp((c.Middle-v)/c.Slope)) }
	return oddsOf(win(float64(v)), win(-float64(v)))
}

// Measure converts a score as the function Measure does, but an estimate to units of Middle, with
// two decimals: at 1 half of the games are won.
func (c Chances) Measure(v game.Score, unit string) Value {
	const decimals = 100
	value := Measure(v, unit)
	if !v.Proven() {
		value.Number = math.Round(decimals*value.Number/c.Middle) / decimals
	}
	value.Odds = c.At(v)
	return value
}
