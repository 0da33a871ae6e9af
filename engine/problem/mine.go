package problem

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search"
)

// Miner finds challenges in the positions of games. Each claim is proven by
// search: the value of the best move, and that every other move is worse.
type Miner struct {
	// Prover searches for proofs. Player plays the games of SelfPlay and measures
	// levels, so it should know no more than the engine of a user: no databases.
	Prover, Player engine.Engine
	// Nodes limits each search for a proof, in positions visited.
	Nodes uint64
}

// mostMoves is the largest number of moves to find in one challenge.
const mostMoves = 5

// Game returns the challenges among the positions of a game, in order. It leaves
// out positions within the line of a challenge, and those with the same best move
// as an earlier one, which are often alike.
func (m *Miner) Game(ctx context.Context, positions []*engine.Position) (list []*Challenge) {
	m.Prover.Clear()
	all := make([]*Challenge, len(positions))
	for i, p := range slices.Backward(positions) { // what is proven helps at the positions before
		all[i] = m.at(ctx, p)
	}
	for i := 0; i < len(all) && ctx.Err() == nil; i++ {
		c := all[i]
		if c == nil || slices.ContainsFunc(list, func(d *Challenge) bool { return d.Line[0] == c.Line[0] }) {
			continue
		}
		if c.Level = m.level(ctx, c); c.Level > 0 && ctx.Err() == nil {
			list = append(list, c)
		}
		i += len(c.Line) - 1
	}
	return list
}

// at returns the challenge at p without its past, or nil unless p has one proven
// best move that wins or draws. Wins in one ply are too simple.
func (m *Miner) at(ctx context.Context, p *engine.Position) *Challenge {
	p, err := p.Game().Parse(p.String())
	if err != nil {
		return nil
	}
	best, theme, ok := m.only(ctx, p)
	if plies, _, decided := best.Score.Plies(); !ok || decided && plies == 1 {
		return nil
	}
	c := &Challenge{Position: p, Line: []string{best.Move}, Theme: theme, Value: best.Value.Number}
	for len(c.Line) < 2*mostMoves-1 {
		after, err := p.Play(best.Move)
		if err != nil || after.Status().Over() || after.ToMove() == p.ToMove() {
			break
		}
		reply := m.Prover.Analyze(ctx, after, m.query(1), search.Control{}, nil)
		if !reply.Exact() {
			break
		}
		if p, err = after.Play(reply.Lines[0].Move); err != nil || p.Status().Over() || p.ToMove() == after.ToMove() {
			break
		}
		next, its, ok := m.only(ctx, p)
		if !ok || its != theme && theme != Quickest { // another move may now achieve what the theme says
			break
		}
		best = next
		c.Line = append(c.Line, reply.Lines[0].Move, best.Move)
	}
	return c
}

func (m *Miner) query(lines int) search.Query { return search.Query{Lines: lines, Nodes: m.Nodes} }

// only returns the best move at p if it wins or draws and every other move is proven to be worse.
func (m *Miner) only(ctx context.Context, p *engine.Position) (best engine.Line, theme Theme, ok bool) {
	moves := p.Moves()
	if len(moves) < 2 {
		return best, "", false
	}
	a := m.Prover.Analyze(ctx, p, m.query(1), search.Control{}, nil)
	if best = a.Lines[0]; !a.Exact() || best.Score < 0 {
		return best, "", false
	}
	all := m.Prover.Analyze(ctx, p, m.query(len(moves)), search.Control{}, nil)
	second := -1 // the best outcome of another move
	rivals := slices.DeleteFunc(moves, func(move string) bool {
		if move == best.Move {
			return true
		}
		i := slices.IndexFunc(all.Lines, func(l engine.Line) bool { return l.Move == move })
		if i < 0 || all.Lines[i].Proof&game.Upper == 0 || all.Lines[i].Score >= best.Score {
			return false
		}
		second = max(second, all.Lines[i].Score.Outcome())
		return true
	})
	switch {
	case second == 1: // another move wins too
		return best, "", false
	case len(rivals) > 0:
		v := best.Value
		return best, Quickest, v.Unit == "plies" && v.Outcome == 1 && v.Plies < 2*mostMoves && ctx.Err() == nil && !m.anyWins(p, rivals, v.Plies)
	case best.Score == 0:
		return best, Draw, true
	}
	return best, Win, true
}

// refuting limits the positions visited to show that no other move wins as soon.
const refuting = 2_000_000

// anyWins reports whether one of some moves wins for the side to move at p within
// the given plies. It is also true if that takes too long to refute.
func (m *Miner) anyWins(p *engine.Position, moves []string, plies int) bool {
	f := forcer{rules: p.Game().Rules(), side: p.ToMove(), left: refuting}
	for _, move := range moves {
		after, err := p.Play(move)
		if err != nil {
			return true
		}
		if s := after.State(); f.wins(&s, plies-1) {
			return true
		}
	}
	return false
}

// forcer looks for forced wins by trying all moves.
type forcer struct {
	rules engine.Rules
	side  game.Player // that wins
	left  int         // positions that may still be visited
}

// wins reports whether the side can win within the given plies. It is also true
// if too many positions have been visited to know.
func (f *forcer) wins(s *engine.State, plies int) bool {
	if f.left == 0 {
		return true
	}
	f.left--
	moves, status := f.rules.Moves(s, nil)
	ours := f.rules.ToMove(s) == f.side
	if status.Over() {
		v := status.Score()
		return ours && v > 0 || !ours && v < 0
	}
	if plies == 0 {
		return false
	}
	for _, move := range moves {
		var next engine.State
		f.rules.Play(&next, s, move)
		if f.wins(&next, plies-1) == ours {
			return ours
		}
	}
	return !ours
}

// levels are the levels of strength that measure difficulty. They are our choice:
// among low levels each step matters to players.
var levels = []int{1, 2, 3, 4, 5, 6, 8, 10, 12}

// level returns the lowest of levels from which on the engine finds the first
// move of c; 0 if the highest does not.
func (m *Miner) level(ctx context.Context, c *Challenge) (found int) {
	for _, l := range slices.Backward(levels) {
		m.Player.Clear()
		q := c.Position.AtLevel(l, m.query(1))
		if a := m.Player.Analyze(ctx, c.Position, q, search.Control{}, nil); a.Lines[0].Move != c.Line[0] {
			break
		}
		found = l
	}
	return found
}

// Limits of games of self-play.
const (
	longest   = 200  // plies
	scatter   = 4    // random plies at the beginning
	strongest = 6    // the level of the players is 1 to strongest
	careless  = 0.05 // the probability of a random move
)

// SelfPlay returns the positions of a game of the player against itself, at a
// low level and with some random moves, so that there are mistakes to exploit.
func (m *Miner) SelfPlay(ctx context.Context, g *engine.Game, rng *rand.Rand) []*engine.Position {
	level := 1 + rng.IntN(strongest)
	all := []*engine.Position{g.Start()}
	for p := all[0]; len(all) <= longest && !p.Status().Over() && ctx.Err() == nil; all = append(all, p) {
		moves := p.Moves()
		move := moves[rng.IntN(len(moves))]
		if len(all) > scatter && rng.Float64() >= careless {
			m.Player.Clear()
			move = m.Player.Analyze(ctx, p, p.AtLevel(level, m.query(1)), search.Control{}, nil).Lines[0].Move
		}
		next, err := p.Play(move)
		if err != nil {
			break
		}
		p = next
	}
	return all
}

// Challenge is a position with one proven best move, for players to find.
type Challenge struct {
	Position *engine.Position // to be solved
	// Line is the best play. It begins with the best move, and after each reply
	// the next move is again the only best one.
	Line  []string
	Theme Theme // what only the best move achieves
	// Value is the value of the position for the side to move.
	Value float64
	// Level is the lowest level of strength from which on the engine finds the
	// first move: a measure of difficulty.
	Level int
}

// Theme says what the best move achieves and no other does.
type Theme string

// The themes.
const (
	Win      Theme = "win"      // it wins
	Draw     Theme = "draw"     // it does not lose
	Quickest Theme = "quickest" // no other wins as soon; the value is in plies
)

var themes = []Theme{Win, Draw, Quickest}

// String returns c as a line of a file of positions: the position, the best
// move with its value, and the rest as a comment.
func (c *Challenge) String() string {
	return fmt.Sprintf("%s; %s:%s %% %s %d: %s", c.Position, c.Line[0], engine.Value{Number: c.Value}.Decimal(), c.Theme, c.Level, strings.Join(c.Line, " "))
}

// ChallengeDocument is a Challenge as JSON, the document "ply.challenge/1".
type ChallengeDocument struct {
	Schema   string   `json:"schema"`   // "ply.challenge/1"
	Game     string   `json:"game"`     // as engine.About.Name
	Position string   `json:"position"` // to be solved
	ToMove   string   `json:"to_move"`  // name of the side to move
	Theme    Theme    `json:"theme"`    // what only the best move achieves
	Value    float64  `json:"value"`    // of the best move, for its side
	Level    int      `json:"level"`    // difficulty, as in Challenge
	Line     []string `json:"line"`     // the solution, move by move
}

// Describe returns the document of c.
func (c *Challenge) Describe() ChallengeDocument {
	return ChallengeDocument{
		"ply.challenge/1", c.Position.Game().About().Name, c.Position.String(), c.Position.Side(), c.Theme, c.Value, c.Level, c.Line,
	}
}

// challenge returns the challenge that a line of a file describes.
func (p *Problem) challenge() (*Challenge, error) {
	about, line, _ := strings.Cut(p.Comment, ":")
	theme, level, _ := strings.Cut(about, " ")
	n, err := strconv.Atoi(level)
	c := &Challenge{Position: p.Position, Line: strings.Fields(line), Theme: Theme(theme), Level: n}
	switch {
	case err != nil || !slices.Contains(themes, c.Theme):
		return nil, reason.Errorf("%q, want a theme and a level", about)
	case p.Expected == nil || len(c.Line) == 0 || !slices.Equal(p.Expected.Best, c.Line[:1]):
		return nil, reason.New("the line must begin with the best move")
	}
	c.Value = p.Expected.Value
	pos := p.Position
	for _, m := range c.Line {
		if pos, err = pos.Play(m); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// Challenges is a file of challenges of one game, a line each, in the form of Challenge.String.
type Challenges []byte

// Of reads the challenges for their game, and sorts them by level.
func (all Challenges) Of(g *engine.Game) (list []*Challenge, err error) {
	problems, err := Read(g, bytes.NewReader(all))
	if err != nil {
		return nil, err
	}
	for i := range problems {
		c, err := problems[i].challenge()
		if err != nil {
			return nil, reason.Errorf("challenge %d: %w", i+1, err)
		}
		list = append(list, c)
	}
	slices.SortStableFunc(list, func(a, b *Challenge) int { return a.Level - b.Level })
	return list, nil
}
