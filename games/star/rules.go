package star

import (
	"cmp"
	"context"
	"hash/fnv"
	"path/filepath"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/puzzle"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/capability"
	"github.com/plywood-go/plywood/internal/reason"
)

// How positions and moves are written, for people.
const (
	positions = "a value of Starlark, as the function start returns it, then first or second where the players alternate"
	moves     = "as the function format writes it; otherwise a text, a number, or the elements of a tuple with hyphens between"
)

// title returns the title of the game or puzzle.
func (f *File) title() string {
	return f.text("title", strings.TrimSuffix(filepath.Base(f.name), ".star"))
}

// Game returns the game of the file, after one call of start.
func (f *File) Game() (*engine.Game, error) {
	if f.Puzzles() {
		return nil, reason.Errorf("%s is a puzzle: see ply path", f.name)
	}
	spec := engine.Spec[state, move]{Fault: f.Fault, Board: rules{f}.shown(), About: engine.About{
		Name: f.called, Rules: f.sum, Title: f.title(), Positions: positions, Moves: moves, Sides: f.sides(), Unit: f.text("unit", "points"),
	}}
	r := rules{f}
	if r.Start(); f.has("evaluate2") {
		other := spec
		spec.Offers = []any{workshop.Sparring{
			Word: "evaluate2", Game: func() *engine.Game { return engine.Adapt(rival{r}, other) }, Algorithm: "search", Depth: 2,
		}}
	}
	return engine.Adapt(r, spec), f.Fault()
}

// sides returns the names of the players.
func (f *File) sides() [2]string {
	if list, ok := f.globals["sides"].(*starlark.List); ok && list.Len() == 2 {
		return [2]string{plain(list.Index(0)), plain(list.Index(1))}
	}
	return [2]string{"First", "Second"}
}

// rival are rules with the evaluation of the function evaluate2.
type rival struct{ rules }

func (r rival) Evaluate(s *state) game.Score { return r.evaluation("evaluate2", s) }

// Capabilities returns those of the rules, with the other evaluation.
func (r rival) Capabilities() capability.Set[state, move] {
	set := r.rules.Capabilities()
	set.Evaluator = r
	return set
}

// Puzzle returns the puzzle of the file, after one call of start. Its usual lower bound is 0,
// which needs no trust; estimate is the bound of the file.
func (f *File) Puzzle() (*puzzle.Puzzle, error) {
	if !f.Puzzles() {
		return nil, reason.Errorf("%s is a game for two, not a puzzle", f.name)
	}
	about := puzzle.About{Name: f.called, Title: f.title(), Positions: positions, Moves: moves, Heuristics: []string{"blind"}}
	if f.has("estimate") {
		about.Heuristics = append(about.Heuristics, "estimate")
	}
	r := rules{f}
	r.Start()
	return puzzle.Adapt(about, solitaire{r, true}, r.shown(), func(_ context.Context, name string, _ puzzle.Resources) (solitaire, error) {
		return solitaire{r, name == "blind"}, nil
	}), f.Fault()
}

// rules are the rules of a file. Every method that fails records it.
type rules struct{ *File }

// position returns the position of s, or dead.
func (r rules) position(s *state) *position {
	p := r.remembered(s.text)
	switch {
	case s.text == "":
		return dead
	case p != nil:
		return p
	}
	v, turn, err := r.literal(s.text) // it was forgotten; the functions return the same again
	if err == nil {
		p, err = r.enter("start", v, turn)
	}
	if r.fail(err); err != nil {
		return dead
	}
	return p
}

// listed returns the position of s and its moves, or dead.
func (r rules) listed(s *state) (*position, []choice) {
	p := r.position(s)
	moves, err := p.moves()
	if r.fail(err); err != nil {
		return dead, nil
	}
	return p, moves
}

// index returns the index of a move, or -1.
func index(moves []choice, m move) int {
	return slices.IndexFunc(moves, func(c choice) bool { return c.move == m })
}

// whole is number, and records a failure.
func (r rules) whole(name string, least, most int, args ...starlark.Value) int {
	n, err := r.number(name, least, most, args...)
	r.fail(err)
	return n
}

// reach returns the state that the function name returns, and records a failure.
func (r rules) reach(name string, turn game.Player, args ...starlark.Value) state {
	p := dead
	v, err := r.call(name, args...)
	if err == nil {
		p, err = r.enter(name, v, turn)
	}
	r.fail(err)
	return p.state
}

func (r rules) Start() state { return r.reach("start", game.First) }

func (r rules) Moves(s *state, buf []move) ([]move, game.Status) {
	p, moves := r.listed(s)
	for _, c := range moves {
		buf = append(buf, c.move)
	}
	if p.status == game.Ongoing && len(moves) == 0 { // only in a puzzle
		return buf, game.Loss
	}
	return buf, p.status
}

func (r rules) Play(dst, src *state, m move) {
	p, moves := r.listed(src)
	if i := index(moves, m); i >= 0 {
		*dst = r.reach("play", p.turn.Other(), p.value, moves[i].value)
		return
	}
	*dst = state{}
}

func (r rules) ToMove(s *state) game.Player { return r.position(s).turn }

// Status implements game.Statuser. A game needs no moves for it.
func (r rules) Status(s *state) game.Status {
	if r.Puzzles() {
		_, status := r.Moves(s, nil)
		return status
	}
	return r.position(s).status
}

func (r rules) Hash(s *state) uint64 {
	h := fnv.New64a()
	h.Write([]byte(s.text))
	return h.Sum64() * 0x9e3779b97f4a7c15 // 2^64 divided by the golden ratio: spreads the low bits
}

func (r rules) Evaluate(s *state) game.Score { return r.evaluation("evaluate", s) }

func (r rules) evaluation(name string, s *state) game.Score {
	return game.Score(r.whole(name, -int(game.MaxEval), int(game.MaxEval), r.position(s).value))
}

func (r rules) Chances(s *state, buf []float64) []float64 {
	chances, err := r.position(s).chances()
	r.fail(err)
	return append(buf, chances...)
}

// Capabilities returns those for which the file has functions.
func (r rules) Capabilities() capability.Set[state, move] {
	set := capability.Set[state, move]{Starter: r, Notation: r, Statuser: r, Alternates: r.alternates(), Occurrences: 2}
	if r.has("evaluate") {
		set.Evaluator = r
	}
	if r.has("chance") {
		set.Chancer = r
	}
	return set
}

func (r rules) FormatPosition(s *state) string { return s.text }

func (r rules) ParsePosition(text string) (state, error) {
	s, err := r.parse(strings.TrimSpace(text))
	return s, cmp.Or(r.Fault(), err)
}

func (r rules) Draw(s *state) string {
	text := s.text
	if r.has("draw") && text != "" {
		v, err := r.call("draw", r.position(s).value)
		if err == nil && v.Type() != "string" {
			err = r.wrong("draw", v, "a text")
		}
		if r.fail(err); err == nil {
			text = plain(v)
		}
	}
	return strings.TrimRight(text, "\n") + "\n"
}

func (r rules) FormatMove(s *state, m move) string {
	p, moves := r.listed(s)
	labels, err := p.labels()
	if i := index(moves, m); i >= 0 && err == nil {
		return labels[i]
	}
	r.fail(err)
	return string(m)
}

// ParseMove reads a move by its text, or by the function parse.
func (r rules) ParseMove(s *state, text string) (move, error) {
	p, moves := r.listed(s)
	labels, err := p.labels()
	if err = cmp.Or(r.Fault(), err); err != nil {
		return "", err
	}
	if i := slices.Index(labels, text); i >= 0 {
		return moves[i].move, nil
	}
	if r.has("parse") {
		if m, err := r.parsed(text); err == nil && index(moves, m) >= 0 {
			return m, nil
		}
	}
	return "", reason.Errorf("move %.40q: %w", text, game.ErrIllegal)
}

// solitaire are the rules of a puzzle. A blind one has no lower bound.
type solitaire struct {
	rules
	blind bool
}

func (r solitaire) Goal(s *state) bool { return r.position(s).status == game.Win }

// maxCost is the largest cost of a move and the largest lower bound: sums of many fit an int.
const maxCost = 1_000_000

func (r solitaire) Cost(s *state, m move) int {
	p, moves := r.listed(s)
	i := index(moves, m)
	if i < 0 || !r.has("cost") {
		return 1
	}
	return r.whole("cost", 0, maxCost, p.value, moves[i].value)
}

// Estimate must be 0 at a goal.
func (r solitaire) Estimate(s *state) int {
	p := r.position(s)
	if r.blind || p == dead {
		return 0
	}
	n := r.whole("estimate", 0, maxCost, p.value)
	if n > 0 && p.status == game.Win {
		r.fail(r.at("estimate", reason.New("estimate(…) is above 0 at a goal")))
	}
	return n
}
