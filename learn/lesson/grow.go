package lesson

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
	"sync"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/games/tree"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/textbook"
	"github.com/plywood-go/plywood/trace"
)

// grows reports whether the algorithm lets a tree grow.
func (s *Setup) grows() bool { return slices.Contains(textbook.GrowingAlgorithms(), s.algorithm()) }

// gameRounds is the number of expansions of a proof-number search of a game if the setup has none: a
// tree that is written down ends by itself.
const gameRounds = 1000

// usualPlayouts is the number of playouts of UCT if the setup has none.
const usualPlayouts = 100

// CheckGrowth returns an error if options are set that only other algorithms have.
func (s *Setup) CheckGrowth() error {
	windows := s.Cut != textbook.AsPrinted || bool(s.Hard) || s.LastCut || s.Window != (Window{})
	switch grows := s.grows(); {
	case grows && windows:
		return reason.Errorf("%s has no windows: cut, fail and window are for alpha-beta", s.Algorithm)
	case s.Goal != "" && s.algorithm() != textbook.ProofNumber:
		return reason.New("the goal is for pns, which asks whether MAX reaches it")
	case s.Explore != 0 && s.algorithm() != textbook.UCT:
		return reason.New("the weight of exploration is for uct")
	case s.Rounds != 0 && !grows:
		return reason.New("rounds are for pns and uct, which let a tree grow")
	case s.Rounds < 0, !(s.Explore >= 0 && s.Explore <= 1000):
		return reason.Errorf("rounds %d and exploration %v, want 0 or more, and 0 to 1000", s.Rounds, s.Explore)
	}
	return nil
}

// growth is the addition of an algorithm that grows a tree to its trace.
type growth struct {
	goal    string // of a proof, as it is written; "" for a win
	explore float64
	exact   func(v game.Score) *big.Rat // returns a total of playouts

	mu     sync.Mutex    // guards cursor
	cursor *trace.Cursor // where the last explanation was: the next is mostly a step further
}

// before returns the tree before event i of a replay.
func (g *growth) before(r *trace.Replay, i int) *trace.Tree {
	if g.cursor == nil {
		g.cursor = r.Cursor()
	}
	return g.cursor.To(i)
}

// growTree searches a tree with an algorithm that lets a tree grow.
func growTree(ctx context.Context, root *plant, s Setup) (*Run, error) {
	known := trace.BuildOptions{Label: root.labelled, Move: root.shared, MaxNodes: tree.MaxNodes}
	if s.Algorithm == textbook.ProofNumber {
		known.Value = root.Text
		known.Shape = func(path []int) trace.Shape {
			shape := root.shape(path)
			shape.Static = shape.Children == 0
			return shape
		}
		goal, text, err := s.goal(root.Tree)
		if err != nil {
			return nil, err
		}
		run, err := proveGoal(ctx, treeGamble{}, root.top(), goal, s, known, Limit{})
		if err == nil {
			run.grown.goal = text
		}
		return run, err
	}
	numbers := newRanking()
	if err := numbers.leaves(root.Tree); err != nil {
		return nil, err
	}
	least, most := numbers.ends()
	known.Shape = root.ranked(numbers)
	return playOut(ctx, treeGamble{}, root.top(), numbers, textbook.PlayoutOptions{Least: least, Most: most}, s, known, Limit{})
}

// goal returns the number that MAX is to reach in a tree, and its text. The default is the
// greatest leaf.
func (s *Setup) goal(t *tree.Tree) (*big.Rat, string, error) {
	if s.Goal == "" {
		most := valueOf(slices.MaxFunc(leaves(t.Nodes()[0]), func(a, b *tree.Node) int { return valueOf(a).Cmp(valueOf(b)) }))
		if most.Cmp(textbook.Beyond()) == 0 {
			return most, "∞", nil
		}
		return most, textOf(most), nil
	}
	goal, infinite, err := tree.ParseNumber(s.Goal)
	if err != nil {
		return nil, "", reason.Errorf("the goal: %q, %w", s.Goal, err)
	}
	return numberOr(goal, infinite), s.Goal, nil
}

// The goals of a proof in a game.
const (
	goalWin  = "win"
	goalDraw = "draw" // or better
)

// growPosition searches a position of a game with an algorithm that lets a tree grow.
func growPosition(ctx context.Context, rules engine.Rules, state engine.State, s Setup, known trace.BuildOptions, limit Limit) (*Run, error) {
	g := playGamble{rules, rules.ToMove(&state)}
	if s.Algorithm == textbook.UCT {
		known.Value = nil
		return playOut(ctx, g, state, newRanking(), textbook.PlayoutOptions{}, s, known, limit)
	}
	goal := big.NewRat(1, 1)
	switch s.Goal {
	case "", goalWin:
	case goalDraw:
		goal = big.NewRat(1, 2)
	default:
		return nil, reason.Errorf("the goal: %q, want %s or %s", s.Goal, goalWin, goalDraw)
	}
	s.Rounds = cmp.Or(s.Rounds, gameRounds)
	run, err := proveGoal(ctx, g, state, goal, s, known, limit)
	if err == nil {
		run.grown.goal = cmp.Or(s.Goal, goalWin)
	}
	return run, err
}

// playGamble is textbook's view of a game without chance: a win of MAX is worth 1, a draw ½.
type playGamble struct {
	rules engine.Rules
	max   game.Player
}

func (g playGamble) MaxToMove(s *engine.State) bool { return g.rules.ToMove(s) == g.max }

func (g playGamble) Next(s *engine.State, buf []engine.State) []engine.State {
	moves, _ := g.rules.Moves(s, nil)
	for _, m := range moves {
		var next engine.State
		g.rules.Play(&next, s, m)
		buf = append(buf, next)
	}
	return buf
}

func (g playGamble) Shares(*engine.State) []*big.Rat { return nil }

// Leaf returns ½ for a game that is not over at the horizon.
func (g playGamble) Leaf(s *engine.State, depth int) *big.Rat {
	_, status := g.rules.Moves(s, nil)
	if !status.Over() && depth > 0 {
		return nil
	}
	outcome := int64(0)
	if status.Over() {
		outcome = int64(status.Score().Outcome())
	}
	if !g.MaxToMove(s) {
		outcome = -outcome
	}
	return big.NewRat(1+outcome, 2)
}

// proveGoal is record for a proof-number search.
func proveGoal[P any](ctx context.Context, g textbook.Gamble[P], p P, goal *big.Rat, s Setup, known trace.BuildOptions, limit Limit) (*Run, error) {
	run, err := observe(ctx, s, known, limit, func(ctx context.Context, o event.Observer) (textbook.Counts, bool) {
		found := textbook.Prove(ctx, g, p, textbook.ProofOptions{Goal: goal, Observer: o, Expansions: s.Rounds})
		return textbook.Counts{Nodes: found.Nodes}, found.Stopped
	})
	if err == nil {
		run.grown = &growth{}
	}
	return run, err
}

// playOut is record for UCT.
func playOut[P any](ctx context.Context, g textbook.Gamble[P], p P, numbers *ranking, o textbook.PlayoutOptions, s Setup, known trace.BuildOptions, limit Limit) (*Run, error) {
	o.Playouts, o.Explore, o.Seed = cmp.Or(s.Rounds, usualPlayouts), cmp.Or(s.Explore, math.Sqrt2), s.Seed
	run, err := numbers.observe(ctx, s, known, limit, func(ctx context.Context, keep func(textbook.ExactEvent)) (textbook.Counts, bool) {
		o.Observer = keep
		found := textbook.Sample(ctx, g, p, o)
		return textbook.Counts{Nodes: found.Nodes}, found.Stopped
	})
	if err != nil {
		return nil, err
	}
	spread := 1.0
	if o.Least != nil {
		spread, _ = new(big.Rat).Sub(o.Most, o.Least).Float64()
	}
	run.grown = &growth{explore: o.Explore * spread, exact: numbers.exact}
	return run, nil
}

// growing describes event i of an algorithm that lets a tree grow.
func (n *narrator) growing(i int) string {
	n.grown.mu.Lock()
	defer n.grown.mu.Unlock()
	e, before := n.Replay.Event(i), n.grown.before(n.Replay, i)
	var text string
	if n.Replay.Tree().Growth == trace.Proofs {
		text = n.proving(i, e, before)
	} else {
		text = n.sampling(i, e, before)
	}
	if i == n.Len()-1 {
		text += " " + n.grownEnd()
	}
	return strings.TrimSpace(text)
}

// proving describes event i of a proof-number search.
func (n *narrator) proving(i int, e event.Event, before *trace.Tree) string {
	at, child := n.Replay.Node(i), n.Replay.Child(i)
	key := map[event.Kind]string{event.Expand: "explain.expand-proof", event.Update: "explain.update"}[e.Kind]
	number := 0
	switch {
	case e.Kind == event.Choose && e.Max:
		key, number = "explain.choose-proof", before.Nodes[child].G
	case e.Kind == event.Choose:
		key, number = "explain.choose-disproof", before.Nodes[child].H
	case e.Kind == event.Join && e.G == 0:
		key = "explain.join-proven"
	case e.Kind == event.Join && e.H == 0:
		key = "explain.join-disproven"
	case e.Kind == event.Join && e.Ply == 0:
		key = "explain.join-root"
	case e.Kind == event.Join:
		key = "explain.join-open"
	}
	proofs, disproofs := n.counted(before, at, e)
	return n.lang.Text(key, "node", n.name(at), "child", n.name(child), "player", n.scribe.Player(e.Max), "max", n.scribe.Player(true),
		"number", number, "goal", n.goal(), "proofs", proofs, "disproofs", disproofs)
}

// counted writes how the new numbers of a node, from event e, follow from those of its
// children. It writes the numbers alone if children are left out of the picture.
func (n *narrator) counted(t *trace.Tree, node int, e event.Event) (proofs, disproofs string) {
	var g, h []int
	for _, c := range t.Nodes[node].Children {
		if child := &t.Nodes[c]; child.Searched() {
			g, h = append(g, child.G), append(h, child.H)
		}
	}
	if n.Seen > n.Replay.Tree().Stats.Visits {
		return proofText(e.G), proofText(e.H)
	}
	if t.Nodes[node].Max {
		return least(g), sum(h)
	}
	return sum(g), least(h)
}

// proofText writes a proof number.
func proofText(n int) string {
	if n >= event.Far {
		return "∞"
	}
	return fmt.Sprint(n)
}

func proofTexts(all []int) (texts []string) {
	for _, n := range all {
		texts = append(texts, proofText(n))
	}
	return texts
}

// least writes a minimum, such as "min(1, 2) = 1".
func least(all []int) string {
	if len(all) < 2 {
		return strings.Join(proofTexts(all), "")
	}
	return "min(" + strings.Join(proofTexts(all), ", ") + ") = " + proofText(slices.Min(all))
}

// sum writes a sum, such as "1 + 2 = 3".
func sum(all []int) string {
	if len(all) < 2 {
		return strings.Join(proofTexts(all), "")
	}
	total := 0
	for _, n := range all {
		total = min(total+n, event.Far)
	}
	return strings.Join(proofTexts(all), " + ") + " = " + proofText(total)
}

// goal names the goal of a proof.
func (n *narrator) goal() string {
	switch goal := n.grown.goal; {
	case IsWritten(n.Document.Game):
		return strings.Replace(goal, "-", "−", 1)
	case goal == goalDraw:
		return n.lang.Text("explain.goal-draw")
	}
	return n.lang.Text("explain.goal-win")
}

// sampling describes event i of UCT.
func (n *narrator) sampling(i int, e event.Event, before *trace.Tree) string {
	at, child := n.Replay.Node(i), n.Replay.Child(i)
	nodes := n.Replay.Tree().Nodes
	parent := nodes[at].Parent
	key, share, numbers, mean := "explain.count", "", "", ""
	switch {
	case e.Kind == event.Join && e.Ply == 0:
		key = "explain.join-first"
	case e.Kind == event.Join && nodes[parent].Chance:
		key, share = "explain.join-chance", nodes[at].Move
	case e.Kind == event.Join:
		key = "explain.join-next"
	case e.Kind == event.Choose && e.Chance:
		key, share = "explain.choose-chance", nodes[child].Move
	case e.Kind == event.Choose && e.Max:
		key, numbers = "explain.choose-max", n.rated(before, at)
	case e.Kind == event.Choose:
		key, numbers = "explain.choose-min", n.rated(before, at)
	case e.Kind == event.Playout && e.Bound == game.Exact:
		key = "explain.playout-leaf"
	case e.Kind == event.Playout:
		key = "explain.playout"
	default:
		mean = n.mean(e.Value, e.G)
	}
	return n.lang.Text(key, "node", n.name(at), "child", n.name(child), "parent", n.name(parent), "player", n.scribe.Player(e.Max),
		"share", n.lang.Number(share), "numbers", numbers, "n", e.G, "total", n.scribe.Number(at, e.Value), "value", n.scribe.Number(at, e.Value), "mean", mean)
}

// mean writes the mean of playouts.
func (n *narrator) mean(total game.Score, playouts int) string {
	mean := new(big.Rat).Quo(n.grown.exact(total), big.NewRat(int64(playouts), 1))
	return n.lang.Number(decimal(mean.FloatString(3)))
}

// decimal removes the zeros at the end of a decimal, and gives it the minus sign of texts.
func decimal(text string) string {
	text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	return strings.Replace(text, "-", "−", 1)
}

// rated writes the numbers by which UCT rates the children of a node: the mean and the bonus for
// moves seldom tried.
func (n *narrator) rated(t *trace.Tree, node int) string {
	var all []string
	for _, c := range t.Nodes[node].Children {
		child := &t.Nodes[c]
		if !child.Searched() {
			continue
		}
		mean := new(big.Rat).Quo(n.grown.exact(child.Working), big.NewRat(int64(child.G), 1))
		if !t.Nodes[node].Max {
			mean.Neg(mean)
		}
		bonus := textbook.Bonus(child.G, t.Nodes[node].G, n.grown.explore)
		worth := textbook.Worth(t.Nodes[node].Max, n.grown.exact(child.Working), child.G, t.Nodes[node].G, n.grown.explore)
		all = append(all, fmt.Sprintf("%s %s + %s = %s", n.name(c), n.lang.Number(decimal(mean.FloatString(3))),
			n.lang.Number(fmt.Sprintf("%.3f", bonus)), n.lang.Number(strings.Replace(fmt.Sprintf("%.3f", worth), "-", "−", 1))))
	}
	return strings.Join(all, "; ")
}

// grownEnd describes the result of an algorithm that lets a tree grow.
func (n *narrator) grownEnd() string {
	t := n.Replay.Tree()
	root := &t.Nodes[0]
	if n.Seen > t.Stats.Visits {
		return n.lang.Text("explain.grown-cut")
	}
	if t.Growth == trace.Proofs {
		key := "explain.undecided"
		switch {
		case root.G == 0:
			key = "explain.proven"
		case root.H == 0:
			key = "explain.disproven"
		}
		return n.lang.Text(key, "max", n.scribe.Player(true), "goal", n.goal(), "rounds", t.Stats.Rounds, "nodes", t.Stats.Nodes)
	}
	line := t.PV()
	if len(line) < 2 {
		return ""
	}
	best := &t.Nodes[line[1]]
	return n.lang.Text("explain.estimated", "n", root.G, "child", n.name(line[1]), "playouts", best.G, "mean", n.mean(best.Working, best.G), "line", n.line())
}
