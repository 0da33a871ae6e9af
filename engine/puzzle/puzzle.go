// Package puzzle turns typed puzzles into text, as package engine does for games. A [Puzzle]
// reads and writes positions and moves as strings, and a [Solver] searches for solutions;
// neither shows the types of states and moves.
//
// [Adapt] makes a Puzzle from typed rules.
package puzzle

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/tablefile"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/path"
)

// About describes a puzzle to people.
type About struct {
	Name      string `json:"name"`      // for finding it: tiles:4
	Title     string `json:"title"`     // full name
	Positions string `json:"positions"` // the format of positions
	Moves     string `json:"moves"`     // the format of moves
	// Goal is the goal of the puzzle; zero if it has only one.
	Goal Goal `json:"-"`
	// Goals are all goals of a puzzle from [Choose], the usual one first.
	Goals []Goal `json:"goals,omitempty"`
	// Heuristics are the names of the lower bounds. The first is the default.
	Heuristics []string `json:"heuristics"`
	// Large are the Heuristics whose tables are too large, or take too long to build, for
	// interactive use.
	Large []string `json:"-"`
}

// Goal is one of several arrangements that a puzzle can be solved to.
type Goal struct {
	Name string `json:"name"` // last
	Text string `json:"text"` // 1 2 … 15 0
}

// Rules are the required methods of a puzzle.
type Rules[S, M comparable] interface {
	path.Puzzle[S, M]
	game.Starter[S]
	game.Notation[S, M]
}

// Making is the progress of building a heuristic's table.
type Making = tablefile.Making

// Resources are what a Solver may use besides the search.
type Resources struct {
	// Folder is the folder for saved tables. Zero means that tables are not saved.
	Folder string
	// Report receives the progress of building tables. Nil means no reports.
	Report func(Making)
}

// reported returns r with a Report that is not nil.
func (r Resources) reported() Resources {
	if r.Report == nil {
		r.Report = func(Making) {}
	}
	return r
}

// Puzzle is a puzzle as text.
type Puzzle struct {
	about About
	typed typed
	ways  []*Puzzle // one for each goal; nil if there is one goal
	free  bool      // positions choose their goal
}

// Choose combines puzzles that write the same states in different ways, each with its own goal,
// into one. A position has the first goal, unless only another can be reached.
func Choose(ways ...*Puzzle) *Puzzle {
	var goals []Goal
	for _, w := range ways {
		goals = append(goals, w.about.Goal)
	}
	for _, w := range ways {
		w.about.Goals, w.ways = goals, ways
	}
	p := *ways[0]
	p.free = true
	return &p
}

// ErrGoal is wrapped by the error for an unknown goal.
var ErrGoal = reason.New("no goal")

// Toward returns the puzzle with the named goal, or p itself if goal is "".
func (p *Puzzle) Toward(goal string) (*Puzzle, error) {
	if goal == "" {
		return p, nil
	}
	var names []string
	for _, w := range p.ways {
		if w.about.Goal.Name == goal {
			return w, nil
		}
		names = append(names, w.about.Goal.Name)
	}
	if names == nil {
		return nil, reason.Errorf("%s: %w %q: the puzzle has only one", p.about.Name, ErrGoal, goal)
	}
	return nil, reason.Errorf("%s: %w %q, want one of %s", p.about.Name, ErrGoal, goal, strings.Join(names, ", "))
}

// About describes the puzzle.
func (p *Puzzle) About() About { return p.about }

// Fault returns the first failure of the rules, if they are a user's program, or nil. After it
// no search claims anything.
func (p *Puzzle) Fault() error { return p.typed.fault() }

// Position is a position of a Puzzle. It is immutable.
type Position struct {
	puzzle *Puzzle
	state  State
	last   []int // the cells of the last move, if known
	turned bool  // has another goal because the usual one cannot be reached
}

// Puzzle returns the puzzle of the position.
func (p *Position) Puzzle() *Puzzle { return p.puzzle }

// typed is the part of a puzzle that depends on its types.
type typed interface {
	Book
	game.Starter[State]
	game.Notation[State, Move]
	board() *boards.Board
	placement(s *State) *boards.Placement
	last(s *State, m Move) []int
	solver(ctx context.Context, o Options, r Resources) (solve, error)
	book(ctx context.Context, heuristic string, r Resources) (Book, error)
	unsolvable(s *State) error
	fault() error
}

type solve func(ctx context.Context, from *Position, q path.Query, c search.Control, report func(Result)) Result

// Result is the result of a search, with moves as text.
type Result = path.Result[string]

// Options configure a Solver.
type Options struct {
	path.Options
	// Heuristic names a lower bound. Zero means the puzzle's first.
	Heuristic string
}

// Adapt makes a Puzzle from typed rules. board describes how to draw positions; nil means as
// text. The path of a move on the board consists of the cells that the move changes. heuristic
// returns the rules with the named lower bound, one of the names in about. It is called for each
// Solver, and its first call may take long.
func Adapt[S, M comparable, R Rules[S, M]](
	about About, rules R, board *boards.Of[S, M], heuristic func(ctx context.Context, name string, r Resources) (R, error),
) *Puzzle {
	return &Puzzle{about: about, typed: &boxed[S, M, R]{rules, board, heuristic}}
}

// Start returns the puzzle's initial position.
func (p *Puzzle) Start() *Position { return &Position{puzzle: p, state: p.typed.Start()} }

// Parse reads a position; "startpos" is the initial one.
func (p *Puzzle) Parse(text string) (*Position, error) {
	if strings.TrimSpace(text) == "startpos" {
		return p.Start(), nil
	}
	s, err := p.typed.ParsePosition(text)
	if err != nil {
		return nil, err
	}
	usual := &Position{puzzle: p, state: s}
	if !p.free || usual.Unsolvable() == nil {
		return usual, nil
	}
	for _, way := range p.ways[1:] {
		if other, err := way.Parse(text); err == nil && other.Unsolvable() == nil {
			other.turned = true
			return other, nil
		}
	}
	return usual, nil
}

// Goal returns the goal of the position; zero if the puzzle has only one.
func (p *Position) Goal() Goal { return p.puzzle.about.Goal }

// Turned reports whether [Puzzle.Parse] chose another goal because the usual one cannot be reached.
func (p *Position) Turned() bool { return p.turned }

// String writes a position in the form that Parse reads.
func (p *Position) String() string { return p.puzzle.typed.FormatPosition(&p.state) }

// Draw draws a position as lines of text.
func (p *Position) Draw() string { return p.puzzle.typed.Draw(&p.state) }

// PlayAll plays moves separated by spaces or commas.
func (p *Position) PlayAll(moves string) (*Position, error) {
	for i, m := range strings.FieldsFunc(moves, func(r rune) bool { return r == ' ' || r == ',' }) {
		next, err := p.Play(m)
		if err != nil {
			return nil, reason.Errorf("move %d: %w", i+1, err)
		}
		p = next
	}
	return p, nil
}

// Solver searches for solutions of one puzzle, to any of its goals. It runs one search at a time.
type Solver struct {
	puzzle    *Puzzle
	heuristic string
	solve     solve
}

// NewSolver returns a Solver. It builds the tables of the heuristic. If ctx ends first, it
// returns an error and a Solver that can Describe results but not Solve.
func (p *Puzzle) NewSolver(ctx context.Context, o Options, r Resources) (*Solver, error) {
	var err error
	if o.Heuristic, err = p.heuristic(o.Heuristic); err != nil {
		return nil, err
	}
	s, err := p.typed.solver(ctx, o, r.reported())
	return &Solver{p, o.Heuristic, s}, err
}

// Heuristic returns the name of the lower bound.
func (s *Solver) Heuristic() string { return s.heuristic }

// Solve searches for a solution of a position of its puzzle; see path.Searcher.Search.
func (s *Solver) Solve(ctx context.Context, p *Position, q path.Query, c search.Control, report func(Result)) Result {
	return s.solve(ctx, p, q, c, report)
}

func (b *boxed[S, M, R]) solver(ctx context.Context, o Options, r Resources) (solve, error) {
	if _, err := path.New[S, M](b.rules, o.Options); err != nil {
		return nil, err // before building tables
	}
	rules, err := b.heuristic(ctx, o.Heuristic, r)
	if err != nil {
		return nil, err
	}
	searcher, err := path.New[S, M](rules, o.Options)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, from *Position, q path.Query, c search.Control, report func(Result)) Result {
		own := from.puzzle.typed.(*boxed[S, M, R])
		state := own.in(&from.state)
		tell := func(r path.Result[M]) Result { return own.write(*state, r) }
		var told func(path.Result[M])
		if report != nil {
			told = func(r path.Result[M]) { report(tell(r)) }
		}
		return tell(searcher.Search(ctx, state, q, c, told))
	}, nil
}

// write converts the moves of a result to text.
func (b *boxed[S, M, R]) write(s S, r path.Result[M]) Result {
	w := Result{
		Found: r.Found, Cost: r.Cost, Lower: r.Lower, Reason: r.Reason, Expanded: r.Expanded, Generated: r.Generated,
		Open: r.Open, Closed: r.Closed, Bytes: r.Bytes, Algorithm: r.Algorithm, Elapsed: r.Elapsed, Stopped: r.Stopped,
	}
	if b.fault() != nil {
		return Result{Algorithm: r.Algorithm, Elapsed: r.Elapsed, Stopped: search.Interrupted}
	}
	for _, m := range r.Moves {
		w.Moves = append(w.Moves, b.rules.FormatMove(&s, m))
		b.rules.Play(&s, &s, m)
	}
	return w
}

// Problem is a position from a file, with the least cost of a solution if the line states it.
type Problem struct {
	Position *Position // where to start
	Expected *int      // the least cost, or nil
	Index    *int      // its index in a batch; nil for a single position
}

// ParseLine reads a line of a file: a position, optionally followed by a number.
func (p *Puzzle) ParseLine(line string) (Problem, error) {
	whole, err := p.Parse(line)
	if err == nil {
		return Problem{Position: whole}, nil
	}
	if space := strings.LastIndexAny(line, " \t"); space >= 0 {
		cost, notNumber := strconv.Atoi(line[space+1:])
		if position, err := p.Parse(line[:space]); err == nil && notNumber == nil && cost >= 0 {
			return Problem{Position: position, Expected: &cost}, nil
		}
	}
	return Problem{}, err
}

func (b *boxed[S, M, R]) fault() error {
	if f, ok := any(b.rules).(interface{ Fault() error }); ok {
		return f.Fault()
	}
	return nil
}

// Document is the result of a search as JSON, "ply.path/1".
type Document struct {
	Schema    string `json:"schema"`          // "ply.path/1"
	Index     *int   `json:"index,omitempty"` // in a batch
	Puzzle    string `json:"puzzle"`          // its name
	Position  string `json:"position"`        // as text
	Goal      string `json:"goal,omitempty"`  // its name, where there are several
	Algorithm string `json:"algo"`            // its name
	Heuristic string `json:"heuristic"`       // the name of the lower bound
	// Moves and Cost describe the solution; null if none was found.
	Moves   []string `json:"moves"`
	Cost    *int     `json:"cost"`
	Optimal bool     `json:"optimal"` // the cost is proven to be the least
	// Optimality is "optimal", "bounded" (at most Factor times the least cost) or "unknown".
	Optimality string  `json:"optimality"`
	Factor     float64 `json:"factor,omitempty"`
	// Lower is a lower bound on the cost of every solution, or null.
	Lower     *int    `json:"lower_bound"`
	Expanded  uint64  `json:"expanded"`           // positions whose moves were generated
	Generated uint64  `json:"generated"`          // positions met, repetitions included
	Bytes     int     `json:"bytes"`              // peak memory of positions
	TimeMS    float64 `json:"time_ms"`            // duration in milliseconds
	Stopped   string  `json:"stopped"`            // the reason of the end; see Stopped
	Reason    string  `json:"reason,omitempty"`   // why there is no solution
	Expected  *int    `json:"expected,omitempty"` // the cost stated in the problem file
}

// Describe returns the result of searching p with s as a Document.
func (s *Solver) Describe(p *Position, r *Result) Document {
	d := Document{
		Schema: "ply.path/1", Puzzle: s.puzzle.about.Name, Position: p.String(), Goal: p.Goal().Name,
		Algorithm: string(r.Algorithm), Heuristic: s.heuristic,
		Optimal: r.Optimality() == path.Optimal, Optimality: r.Optimality().String(), Factor: r.Factor(),
		Expanded: r.Expanded, Generated: r.Generated, Bytes: r.Bytes,
		TimeMS: float64(r.Elapsed.Round(time.Microsecond)) / float64(time.Millisecond), Stopped: Stopped(r),
	}
	if r.Found {
		d.Moves, d.Cost = append([]string{}, r.Moves...), &r.Cost
	}
	if !r.Unsolvable() {
		d.Lower = &r.Lower
	}
	if r.Reason != nil {
		d.Reason = r.Reason.Error()
	}
	return d
}

// Stopped names the reason why a search ended: a search.Stop, or "unsolvable".
func Stopped(r *Result) string {
	if r.Unsolvable() {
		return "unsolvable"
	}
	return r.Stopped.String()
}

// Board returns the board for drawing positions, or nil if the puzzle has none.
func (p *Puzzle) Board() *boards.Board { return p.typed.board() }

// Moves returns the moves of a position. There are none at a goal or a dead end.
func (p *Position) Moves() []string {
	moves, _ := p.puzzle.typed.Moves(&p.state, nil)
	names := make([]string, len(moves))
	for i, m := range moves {
		names[i] = p.puzzle.typed.FormatMove(&p.state, m)
	}
	return names
}

// Done reports whether the position is a goal.
func (p *Position) Done() bool { return p.puzzle.typed.Goal(&p.state) }

// Play returns the position after a move.
func (p *Position) Play(move string) (*Position, error) {
	rules := p.puzzle.typed
	m, err := rules.ParseMove(&p.state, move)
	if err != nil {
		return nil, err
	}
	next := &Position{puzzle: p.puzzle, last: rules.last(&p.state, m), turned: p.turned}
	rules.Play(&next.state, &p.state, m)
	return next, nil
}

// Placement returns the pieces on the Board, or nil if the puzzle has none.
func (p *Position) Placement() *boards.Placement {
	out := p.puzzle.typed.placement(&p.state)
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

func (b *boxed[S, M, R]) placement(s *State) *boards.Placement {
	if b.shown == nil {
		return nil
	}
	moves, _ := b.rules.Moves(b.in(s), nil)
	return b.shown.Place(b.in(s), moves, nil)
}

// last returns the cells that a move passes, or nil if they are not known.
func (b *boxed[S, M, R]) last(s *State, m Move) []int {
	if b.shown == nil {
		return nil
	}
	return b.shown.Path(b.in(s), m.value.(M))
}
