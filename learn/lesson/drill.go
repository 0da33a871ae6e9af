package lesson

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/tree"
	"github.com/plywood-go/plywood/internal/setting"
	"github.com/plywood-go/plywood/textbook"
	"github.com/plywood-go/plywood/trace"
)

// drill says what the exercises of a lesson are about, from the easiest to the hardest.
type drill struct {
	setup  Setup
	wish   Wish // with the fewest plies
	stages [3]Stage
	orders [3]Order
}

// drills are the drills by the names of the lessons.
var drills = map[string]drill{
	"minimax":    {stages: [3]Stage{Values, Values, Values}},
	"alphabeta":  {setup: Setup{Algorithm: textbook.BratkoAlphaBeta}, stages: [3]Stage{Cuts, Cuts, Cuts}, orders: [3]Order{Given, Reversed, Shuffle}},
	"othello":    {setup: Setup{Algorithm: textbook.Othello, Signs: AsSearched}, stages: [3]Stage{Cuts, Windows, Bounds}},
	"negamax":    {setup: Setup{Signs: BySideToMove}, stages: [3]Stage{Values, Values, Bounds}},
	"cutoffs":    {stages: [3]Stage{Cuts, Windows, Cuts}, orders: [3]Order{Given, Given, Reversed}},
	"bounds":     {setup: Setup{Algorithm: textbook.BranchBound}, stages: [3]Stage{Cuts, Bounds, Visits}},
	"memory":     {stages: [3]Stage{Visits, Bounds, Bounds}},
	"tictactoe":  {stages: [3]Stage{Values, Cuts, Cuts}, orders: [3]Order{Given, Given, Reversed}},
	"trees":      {stages: [3]Stage{Values, Visits, Visits}, orders: [3]Order{Given, Given, Reversed}},
	"state":      {stages: [3]Stage{Values, Values, Visits}},
	"horizon":    {setup: Setup{Algorithm: textbook.Deepening}, stages: [3]Stage{Visits, Visits, Visits}},
	"types":      {setup: Setup{Algorithm: textbook.Quiescence, Depth: 1}, stages: [3]Stage{Visits, Visits, Bounds}},
	"quiescence": {setup: Setup{Algorithm: textbook.Quiescence, Depth: 1}, stages: [3]Stage{Visits, Cuts, Bounds}},
	"deepening":  {setup: Setup{Algorithm: textbook.Deepening}, stages: [3]Stage{Visits, Visits, Visits}, orders: [3]Order{Given, Given, Reversed}},
	"nullmove":   {setup: Setup{Algorithm: textbook.NullMove}, stages: [3]Stage{Visits, Cuts, Bounds}},
	"samuel":     {stages: [3]Stage{Values, Bounds, Visits}},
	"chance":     {setup: Setup{Algorithm: textbook.Star1}, wish: Wish{Chance: true}, stages: [3]Stage{Values, Cuts, Windows}},
	"andor":      {setup: Setup{OrAnd: true}, wish: Wish{High: 1}, stages: [3]Stage{Values, Cuts, Visits}},
	"proofs":     {setup: Setup{Algorithm: textbook.ProofNumber}, wish: Wish{Plies: 3}, stages: [3]Stage{Visits, Proofs, Proofs}},
	"playouts":   {setup: Setup{Algorithm: textbook.UCT, Seed: 1}, stages: [3]Stage{Visits, Rates, Counts}},
}

// Exercise is a question about a tree that is not in the lesson.
type Exercise struct {
	Tree  string // as ParseTree reads it
	Setup Setup  // with an algorithm that has quizzes
	Stage Stage  // the kind of question
	// Position is the position of tic-tac-toe whose tree it is. Zero means a random tree.
	Position string
}

// Flags returns the flags of ply quiz that describe the setup and the kind of question.
func (x *Exercise) Flags() (flags []string) {
	for _, x := range setting.Of(&x.Setup) {
		if !x.IsZero() {
			flags = append(flags, "--"+x.Name, x.String())
		}
	}
	return append(flags, "--stage", x.Stage.String())
}

// Exercises returns the three exercises of a seed about the lesson, each about a larger tree than the one
// before. Equal seeds give equal exercises.
func (c *Course) Exercises(ctx context.Context, seed uint64) (all []Exercise, err error) {
	d, r, nodes := drills[c.Name], rand.New(rand.NewPCG(seed, 1+uint64(slices.Index(courseNames, c.Name)))), 0
	for level := range d.stages {
		s := d.setup
		if s.Order = d.orders[level]; s.Order == Shuffle {
			s.Seed = seed
		}
		var t *Tree
		var position string
		for t == nil || t.Len() <= nodes {
			if c.Name == "tictactoe" {
				t, position, err = play(ctx, r, 5-level, s)
			} else {
				w := d.wish
				w.Plies, w.Nodes, w.MinCuts = max(w.Plies, 2+level), 16+12*level, 1+level/2
				t, err = Draw(ctx, r, w, s)
			}
			if err != nil {
				return nil, err
			}
		}
		nodes = t.Len()
		all = append(all, Exercise{Write(t), s, d.stages[level], position})
	}
	return all, nil
}

// play returns the tree, two plies deep, of a position of tic-tac-toe after some random moves, in which s
// cuts something off.
func play(ctx context.Context, r *rand.Rand, moves int, s Setup) (*Tree, string, error) {
	for ctx.Err() == nil {
		start := scene{setup: Setup{Algorithm: textbook.Minimax, Depth: 2}}
		var squares []string
		for _, square := range r.Perm(9)[:moves] {
			squares = append(squares, fmt.Sprintf("%c%d", 'a'+square%3, 1+square/3))
		}
		start.moves = strings.Join(squares, " ")
		run, err := start.search(ctx)
		if err != nil { // the game ends before the last move
			continue
		}
		t, err := run.unfolded(nil)
		if err != nil || full(t) && (&Wish{MinCuts: 1, MaxCuts: maxQuizNodes}).cuts(ctx, t, s) {
			return t, run.Document.Position, err
		}
	}
	return nil, "", ctx.Err()
}

// full reports whether no move at the root of t ends the game.
func full(t *Tree) bool {
	moves := t.Nodes()[0].Children
	return len(moves) > 0 && !slices.ContainsFunc(moves, func(n *tree.Node) bool { return len(n.Children) == 0 })
}

// Unfold returns the tree of a position of a game down to a depth in plies, with the static values there
// as its leaves, and at the ends of games the margins, 0, inf or -inf. A node is named by the moves that
// lead to it. A quiz can ask about trees of at most 1000 nodes.
func Unfold(ctx context.Context, p *engine.Position, depth int) (*Tree, error) {
	return unfold(ctx, p, depth, maxQuizNodes)
}

// unfold is Unfold for a tree of at most that many positions.
func unfold(ctx context.Context, p *engine.Position, depth, most int) (*Tree, error) {
	run, err := searchPosition(ctx, p, depth, Setup{Algorithm: textbook.Minimax}, Limit{Positions: most})
	if err = cmp.Or(p.Game().Fault(), err); err != nil {
		return nil, err
	}
	return run.unfolded(p)
}

// unfolded returns the tree of a search by minimax from p, which may be nil if chance never chooses.
func (r *Run) unfolded(p *engine.Position) (*Tree, error) {
	if p != nil && !p.Game().Chance() {
		p = nil
	}
	var b strings.Builder
	if err := r.unfold(&b, 0, p); err != nil {
		return nil, err
	}
	return tree.Parse(b.String())
}

// won is what a win counts in the tree of a game with events of chance, unless it is a number of points:
// means need numbers.
const won = 100

// unfold writes a node, the position p unless that is nil, and those below it. It leaves out impossible
// outcomes of chance.
func (r *Run) unfold(b *strings.Builder, at int, p *engine.Position) (err error) {
	t := r.Replay.Tree()
	n := &t.Nodes[at]
	name, number := `"`+cmp.Or(nameOf(t, at), "start")+`"`, numberOf(n.Value)
	if p != nil && strings.HasSuffix(number, "inf") {
		number = fmt.Sprint(won * n.Value.Outcome())
	}
	if len(n.Children) == 0 {
		b.WriteString(name + "=" + number)
		return nil
	}
	odds := oddsAt(p)
	switch {
	case odds != nil:
		b.WriteString("chance ")
	case p != nil || at > 0 && n.Max == t.Nodes[n.Parent].Max: // perhaps a second turn
		b.WriteString(map[bool]string{true: "max ", false: "min "}[n.Max])
	}
	b.WriteString(name + "(")
	for _, c := range n.Children {
		next := p
		if p != nil && err == nil {
			next, err = p.Play(t.Nodes[c].Move)
		}
		if odds != nil {
			if odds[t.Nodes[c].Index] == 0 {
				continue
			}
			b.WriteString(fractionOf(odds[t.Nodes[c].Index]).RatString() + ":")
		}
		if err == nil {
			err = r.unfold(b, c, next)
		}
		b.WriteByte(' ')
	}
	b.WriteByte(')')
	return err
}

// oddsAt returns the probabilities of the moves of p if chance chooses there.
func oddsAt(p *engine.Position) []float64 {
	if p == nil {
		return nil
	}
	return p.Odds()
}

// fractionOf returns the simplest fraction that is rounded to v: the quotient of weights of which v is the
// quotient, unless their sum is large.
func fractionOf(v float64) *big.Rat {
	const largest = 1e6
	for d := 1.0; d <= largest; d++ {
		if n := math.Round(v * d); n/d == v {
			return big.NewRat(int64(n), int64(d))
		}
	}
	return new(big.Rat).SetFloat64(v)
}

// numberOf writes a score as the number of a leaf.
func numberOf(v game.Score) string {
	n, margin := v.Points()
	switch {
	case margin:
		return fmt.Sprint(n)
	case v.Proven():
		return []string{"-inf", "0", "inf"}[v.Outcome()+1]
	}
	return trace.FormatScore(v)
}
