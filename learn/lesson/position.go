package lesson

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/games/tree"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/setting"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/textbook"
	"github.com/plywood-go/plywood/trace"
)

// Production is a Setup's algorithm outside the textbook: the engine's search. It searches only
// positions of games.
const Production textbook.Algorithm = "search"

// ParseAlgorithm reads the name of a textbook algorithm, or "search" for Production.
func ParseAlgorithm(name string) (textbook.Algorithm, error) {
	if a := textbook.Algorithm(name); a == Production {
		return a, nil
	}
	return ParseTextbook(name)
}

// CheckGame returns an error if the setup has options that do not apply to games.
func (s *Setup) CheckGame() error {
	switch {
	case s.Order != Given:
		return reason.Errorf("order %s: the moves of a game come as its rules give them; want given", s.Order)
	case s.grows():
		return s.CheckGrowth()
	case s.Algorithm == Production && (s.Cut != textbook.AsPrinted || bool(s.Hard)):
		return reason.New("cut and fail are choices of the textbook's algorithms: search has none")
	}
	return s.CheckGrowth()
}

// SearchPosition searches a position of a game to depth plies, with an algorithm of the textbook
// or with the game's engine. The setup must pass CheckGame. If the context ended the search, the
// error wraps the context's.
func SearchPosition(ctx context.Context, p *engine.Position, depth int, s Setup, limit Limit) (*Run, error) {
	search := searchPosition
	switch {
	case p.Game().Chance():
		search = gamble
	case s.gambled():
		return nil, reason.Errorf("%s is for games with events of chance", s.Algorithm)
	}
	run, err := search(ctx, p, depth, s, limit)
	if err = cmp.Or(p.Game().Fault(), err); err != nil {
		return nil, err
	}
	run.Document.Game, run.Document.Position = p.Game().About().Name, p.String()
	return run, nil
}

func searchPosition(ctx context.Context, p *engine.Position, depth int, s Setup, limit Limit) (*Run, error) {
	state, rules := p.State(), p.Game().Rules()
	known := pictureOf[engine.State, engine.Move](rules, state)
	known.MaxNodes = limit.Nodes
	if s.Algorithm == Production && !p.Status().Over() {
		known.Deepening = true
		return watchPosition(ctx, p, depth, s, known, limit)
	}
	if s.Algorithm == Production {
		s.Algorithm = textbook.AlphaBeta // equivalent if the game is over
	}
	known.Deepening = s.algorithm() == textbook.Deepening
	b, ctx, release := limit.bound(ctx, rules)
	defer release()
	var run *Run
	var err error
	if s.grows() {
		run, err = growPosition(ctx, b, state, s, known, limit)
	} else {
		run, err = record(ctx, b, &state, depth, s, known, limit)
	}
	if b.full() {
		return nil, reason.Errorf("lesson: the search goes through more than %d positions; search less deep", limit.Positions)
	}
	return run, err
}

// watchPosition is SearchPosition with the game's engine. It keeps no tree, so its positions are
// not limited.
func watchPosition(ctx context.Context, p *engine.Position, depth int, s Setup, known trace.BuildOptions, limit Limit) (*Run, error) {
	var events event.Recorder
	sampler := limit.sampler(&events)
	produce(ctx, p, search.Query{Depth: depth}, sampler)
	if ctx.Err() != nil {
		return nil, reason.Errorf("lesson: the search was stopped: %w", ctx.Err())
	}
	return searchedRun(events.Events, known, s, textbook.Counts{Nodes: sampler.Seen})
}

// watchedTable is the transposition table size, in bytes, of an observed search: enough for a
// few seconds.
const watchedTable = 16 << 20

// produce searches p with the game's engine, observed by o.
func produce(ctx context.Context, p *engine.Position, q search.Query, o event.Observer) engine.Analysis {
	options := engine.Options{Options: search.Options{TableBytes: watchedTable}}
	return p.Game().NewEngine(options).Analyze(ctx, p, q, search.Control{Observer: o}, nil)
}

// bounded wraps the rules of a game and limits the positions that a search may make, and so the
// memory of searches that keep their tree. At the limit it offers no more moves and stops the
// search.
type bounded struct {
	engine.Rules
	left *int
	stop func()
	buf  *[]engine.Move
}

// unbounded exceeds the number of positions of any search.
const unbounded = 1 << 62

// positions returns how many positions a search may make.
func (l *Limit) positions() int { return cmp.Or(l.Positions, unbounded) }

// bound returns rules that end a search at the limit, the context that they cancel, and a
// function that releases the context.
func (l *Limit) bound(ctx context.Context, rules engine.Rules) (bounded, context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	left := l.positions()
	return bounded{rules, &left, cancel, new([]engine.Move)}, ctx, cancel
}

func (b bounded) full() bool { return *b.left < 0 }

// Moves counts the positions that the moves lead to.
func (b bounded) Moves(s *engine.State, buf []engine.Move) ([]engine.Move, game.Status) {
	if b.full() {
		return buf, game.Draw
	}
	before := len(buf)
	buf, status := b.Rules.Moves(s, buf)
	if *b.left -= len(buf) - before; b.full() {
		b.stop()
	}
	return buf, status
}

// Status counts no positions, unlike Moves.
func (b bounded) Status(s *engine.State) (status game.Status) {
	*b.buf, status = b.Rules.Moves(s, (*b.buf)[:0])
	return status
}

// Setup says how to search a tree and how to write its numbers. The zero Setup is alpha-beta as
// printed in its source.
//
// Its fields are the options of ply tree, quiz and sheet, of the page's laboratory and of the scenes
// of lessons, by the same names (package setting); a new field is a new option everywhere.
type Setup struct {
	// Algorithm is the search algorithm. Zero means textbook.AlphaBeta.
	Algorithm Algorithm `json:"algorithm,omitempty" flag:"algo" help:"{name} of the algorithm"`
	// Order is the order of all children. Zero means as given.
	Order Order `json:"order,omitempty" flag:"order" help:"{order} of the children: given, reversed, best, worst or shuffle"`
	// Goal is the value that ProofNumber is to prove, written like the number of a leaf; in a
	// game "win" or "draw". "" means the greatest leaf, or a win.
	Goal string `json:"goal,omitempty" flag:"goal" help:"the {value} that MAX is to reach, for pns: by default the greatest leaf; in a game win (the default) or draw"`
	// Rounds is the number of expansions of ProofNumber or of playouts of UCT. Zero means
	// expansions until the proof, in a game at most 1000, and 100 playouts.
	Rounds int `json:"rounds,omitempty" flag:"rounds" help:"the {number} of expansions for pns (by default until decided, in a game at most 1000), or of playouts for uct (default 100)"`
	// Explore is the weight of exploration in UCT. Zero means √2.
	Explore float64 `json:"explore,omitempty" flag:"explore" help:"{weight} of moves seldom tried, for uct; by default the square root of 2"`
	// Depth is the depth of the search of a tree, in plies. Nodes at this ply have the values of
	// their estimates. Zero means to the leaves; for Quiescence, 2.
	Depth int `json:"depth,omitempty" flag:"depth" help:"search to this many {plies}: by default a game to 3, a tree to its leaves, for quiescence to 2"`
	// Heuristic names the lower bound of SearchPuzzle. Zero means the puzzle's first.
	Heuristic string `json:"-"`
	// Seed is the seed of a shuffled order, and of playouts.
	Seed uint64 `json:"seed,omitempty" flag:"seed" help:"seed of the shuffled order and of playouts, a {number}"`
	// Cut says when to cut off. Zero means as printed in the source.
	Cut Cut `json:"cut,omitempty" flag:"cut" help:"cut off on {ge} (>=) or on gt (>); by default as in the source"`
	// Hard selects fail-hard values. Zero means fail-soft.
	Hard Fail `json:"fail,omitempty" flag:"fail" help:"values outside a window: {soft} returns them, hard limits them to the window"`
	// Signs says from which side numbers are written. Zero means from MAX.
	Signs Signs `json:"signs,omitempty" flag:"signs" help:"values seen from MAX ({minimax}), from the side to move (negamax), or as the algorithm has them (searched)"`
	// OrAnd names the players OR and AND. Zero means MAX and MIN.
	OrAnd Players `json:"players,omitempty" flag:"players" help:"{names} of the players: maxmin or orand"`
	// Window is the window at the root of a tree. Zero means the full window.
	Window Window `json:"window,omitzero" flag:"window" help:"{ALPHA,BETA}, the window at the root of a tree; by default -inf,inf"`
	// Bounds bound the values of a tree, for Star1 and Star2. Zero means the least and the greatest
	// leaf.
	Bounds Range `json:"bounds,omitzero" flag:"bounds" help:"{LEAST,MOST}, known bounds of all values, for star1 and star2; by default the least and the greatest leaf"`
	// LastCut counts a cutoff after the last child, too, which leaves nothing out. It is for written
	// trees. Zero means no.
	LastCut bool `json:"last_cut,omitempty" flag:"last-cut" help:"count a cutoff after the last child, too, which leaves nothing out"`

	scoring textbook.Scoring // of finished games; the leaves of a tree are points
	window  game.Window      // at the root, in scores. Zero means the full window; Window overrides it.
	minRoot bool             // MIN is to move at the root of a tree

	drawnAsGiven bool // pictures show a tree as it was written, in whatever order it is searched
}

// algorithm returns the algorithm or its default.
func (s *Setup) algorithm() textbook.Algorithm {
	return cmp.Or(s.Algorithm, textbook.AlphaBeta)
}

// depth returns the search depth for t. Reinefeld's code depends on the exact depth: it does not
// search the last two plies again.
func (s *Setup) depth(t *tree.Tree) int {
	switch {
	case s.Depth > 0:
		return s.Depth
	case s.algorithm() == textbook.Quiescence:
		return quietDepth
	case s.algorithm() == textbook.ReinefeldNegaScout:
		return t.Height()
	}
	return tree.MaxPlies
}

// quietDepth is the depth at which a quiescence search of a tree begins to look only at noisy moves.
const quietDepth = 2

// practical reports whether the algorithm is a refinement of alpha-beta whose values rest on estimates.
func (s *Setup) practical() bool {
	return slices.Contains(textbook.PracticalAlgorithms(), s.algorithm())
}

// Random reports whether the search draws random numbers, from Seed.
func (s *Setup) Random() bool { return s.Algorithm == textbook.UCT }

// options returns the textbook's options for a search observed by o.
func (s *Setup) options(o event.Observer) textbook.Options {
	return textbook.Options{Observer: o, Scoring: s.scoring, Window: s.window, Cut: s.Cut, Hard: bool(s.Hard), MinRoot: s.minRoot, LastCut: s.LastCut}
}

// Negamax reports whether numbers are written from the side to move. Those of trees that grow never
// are.
func (s *Setup) Negamax() bool {
	if s.grows() {
		return false
	}
	return s.Signs == BySideToMove || s.Signs == AsSearched && s.algorithm().Negates()
}

// Words describes the conventions in a language: fail-soft or fail-hard, when to cut if that is
// not as printed in the source, and the signs.
func (s *Setup) Words(l Lang) string {
	fail := "fail.soft"
	if s.Hard {
		fail = "fail.hard"
	}
	parts := []string{l.Text("setting.fail") + ": " + l.Text(fail)}
	if cut := s.Cut.String(); cut != "" {
		parts = append(parts, l.Text("setting.cut")+": "+l.Text("cut."+cut))
	}
	signs := "signs.minimax"
	if s.Negamax() {
		signs = "signs.negamax"
	}
	return strings.Join(append(parts, l.Text("setting.signs")+": "+l.Text(signs)), " · ")
}

// Stated returns s with the cut that its algorithm makes. Star1 and Star2 know only one cut and
// fail-soft values.
func (s Setup) Stated() Setup {
	switch {
	case s.grows():
	case s.gambled():
		s.Cut, s.Hard = textbook.AtBound, false
	case s.cutsAtBound():
		s.Cut = textbook.AtBound
	default:
		s.Cut = textbook.BeyondBound
	}
	return s
}

// Conventions names the algorithm and describes all its conventions in a language, for children in
// the given order. A tree that grows has none.
func (s Setup) Conventions(l Lang) string {
	name := l.Text("algorithm." + string(s.algorithm()))
	if s.grows() {
		return name
	}
	s = s.Stated()
	parts := []string{name, s.Words(l), l.Text("setting.order") + ": " + l.Text("order.left")}
	if w := s.Window; w != (Window{}) {
		parts = append(parts, l.Text("setting.window")+": ("+cmp.Or(w.Alpha, "−∞")+", "+cmp.Or(w.Beta, "∞")+")")
	}
	return strings.Join(parts, " · ")
}

// cutsAtBound reports whether the search cuts off when a value equals its bound.
func (s *Setup) cutsAtBound() bool {
	return s.Cut == textbook.AtBound || s.Cut == textbook.AsPrinted && s.algorithm() != textbook.BratkoAlphaBeta
}

// Signs says from which side numbers are written.
type Signs = setting.Choice[signs]

type signs struct{}

func (signs) Names() (string, []string) { return "signs", []string{"minimax", "negamax", "searched"} }

// The signs.
const (
	ByMax        Signs = iota // minimax: from MAX everywhere
	BySideToMove              // negamax: from the side to move
	AsSearched                // as the algorithm stores them
)

// Order is an order of the children at every node.
type Order = setting.Choice[orders]

type orders struct{}

func (orders) Names() (string, []string) {
	return "order", []string{"given", "reversed", "best", "worst", "shuffle"}
}

// The orders.
const (
	Given Order = iota
	Reversed
	// Best puts first the children that settle the value with the fewest leaves. Alpha-beta that
	// cuts off at the bound then visits [Comparison.Minimum] leaves.
	Best
	// Worst puts the best child for the side to move last.
	Worst
	Shuffle
)

// Fail selects the values outside a window: soft (false) or hard (true).
type Fail = setting.Either[fails]

type fails struct{}

func (fails) Names() (string, []string) { return "fail", []string{"soft", "hard"} }

// Players selects the names of the players: MAX and MIN (false), or OR and AND (true).
type Players = setting.Either[players]

type players struct{}

func (players) Names() (string, []string) { return "players", []string{"maxmin", "orand"} }

// Window is a window at the root of a tree.
type Window struct {
	Alpha, Beta string // as numbers of leaves are written; "" means infinity
}

// Range bounds the values of a tree.
type Range struct {
	Least, Most string // as numbers of leaves are written
}

// String returns the ends of w, "" for the zero Window.
func (w Window) String() string {
	if w == (Window{}) {
		return ""
	}
	return cmp.Or(w.Alpha, "-inf") + " " + cmp.Or(w.Beta, "inf")
}

// MarshalText returns the text of w.
func (w Window) MarshalText() ([]byte, error) { return []byte(w.String()), nil }

// UnmarshalText reads the ends of a window, such as "3, inf" or "(−1/2, 4)".
func (w *Window) UnmarshalText(text []byte) error {
	alpha, beta, ok := readWindow(sameSigns.Replace(narrow(string(text))))
	if len(text) > 0 && (!ok || !readable(alpha) || !readable(beta)) {
		return reason.Errorf("window %q, want two numbers such as 3,inf", text)
	}
	*w = Window{alpha, beta}
	return nil
}

// String returns the two bounds, "" for the zero Range.
func (r Range) String() string { return strings.TrimSpace(r.Least + " " + r.Most) }

// MarshalText returns the text of r.
func (r Range) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads two bounds, such as "0,10".
func (r *Range) UnmarshalText(text []byte) error {
	least, most, ok := readWindow(sameSigns.Replace(narrow(string(text))))
	if len(text) > 0 && (!ok || readNumber(least) == nil || readNumber(most) == nil) {
		return reason.Errorf("bounds %q, want two numbers such as 0,10", text)
	}
	*r = Range{least, most}
	return nil
}
