package star

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"go.starlark.net/starlark"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
)

// state is a position. Its text is a literal of Starlark, followed by the side to move if the
// file has no function turn.
type state struct{ text string }

// move is a move as a literal of Starlark.
type move string

// A position is the value of a state and what follows from it.
type position struct {
	state
	value  starlark.Value
	turn   game.Player
	status game.Status // Ongoing also for a puzzle that is lost

	// These call the file once. The lists have the same order.
	moves   func() ([]choice, error)
	chances func() ([]float64, error)
	labels  func() ([]string, error) // the texts of moves
}

// A choice is a move of a position: its literal and its value.
type choice struct {
	move  move
	value starlark.Value
}

// dead is the position after a call that has failed. Its text is empty.
var dead = &position{
	value: starlark.None, status: game.Draw,
	moves: none[choice], chances: none[float64], labels: none[string],
}

func none[T any]() ([]T, error) { return nil, nil }

const (
	maxState = 1 << 16 // the largest size of a position or move, in elements and bytes
	maxKnown = 1 << 23 // bytes of text of the positions and moves that are remembered
	maxMoves = 1 << 12 // of a position: each is compared with all others
	perKnown = 1 << 8  // bytes of text that weigh as much as the rest of a position or move
	maxMade  = 1 << 28 // bytes of text of all positions of a game that is bounded
)

var (
	errKind  = reason.New("want None, True, False, whole numbers, texts, and lists, tuples and dicts of those")
	errLarge = reason.New("more than 65 536 elements")
	errMade  = reason.New("the positions of one search have more than 256 MiB")
)

// own returns a frozen copy of v, a position or a move.
func own(v starlark.Value) (starlark.Value, error) {
	if size(v, maxState) > maxState {
		return nil, errLarge
	}
	v, err := canonical(v)
	if err == nil {
		v.Freeze()
	}
	return v, err
}

// canonical returns a copy of v in which dicts are sorted and ranges are tuples: equal values have
// one text.
func canonical(v starlark.Value) (starlark.Value, error) {
	switch v := v.(type) {
	case starlark.NoneType, starlark.Bool, starlark.Int:
		return v, nil
	case starlark.String:
		if utf8.ValidString(string(v)) {
			return v, nil
		}
	case *starlark.List:
		all, err := copied(slices.Collect(v.Elements()))
		return starlark.NewList(all), err
	case *starlark.Dict:
		items := v.Items()
		slices.SortFunc(items, func(a, b starlark.Tuple) int { return cmp.Compare(a[0].String(), b[0].String()) })
		out := starlark.NewDict(len(items))
		for _, kv := range items {
			kv, err := copied(kv)
			if err == nil {
				err = out.SetKey(kv[0], kv[1])
			}
			if err != nil {
				return nil, err
			}
		}
		return out, nil
	case starlark.Indexable: // a tuple or a range
		return copied(slices.Collect(starlark.Elements(v.(starlark.Iterable))))
	}
	return nil, reason.Errorf("a value of type %s: %w", v.Type(), errKind)
}

// copied returns canonical copies of values.
func copied(values []starlark.Value) (_ starlark.Tuple, err error) {
	all := make(starlark.Tuple, len(values))
	for i := 0; i < len(all) && err == nil; i++ {
		all[i], err = canonical(values[i])
	}
	return all, err
}

// sides are the texts for the side to move.
var sides = [2]string{" first", " second"}

// alternates reports whether the package keeps the side to move.
func (f *File) alternates() bool { return !f.has("turn") && !f.Puzzles() }

// remembered returns the position with a text, or nil.
func (f *File) remembered(text string) *position {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.known[text]
}

// remember keeps a position and counts the bytes of its texts. It forgets all others if there are too many.
func (f *File) remember(p *position, texts int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.held += texts; f.held > maxKnown {
		clear(f.known)
		f.held = texts
	}
	f.known[p.text] = p
}

// enter returns the position of a value that the function name has returned, dead with an error. turn
// is the side to move if the players alternate.
func (f *File) enter(name string, v starlark.Value, turn game.Player) (*position, error) {
	value, err := own(v)
	if err != nil {
		return dead, f.at(name, reason.Errorf("%s(…): %w", name, err))
	}
	p := &position{state: state{value.String()}, value: value}
	if f.alternates() {
		p.turn = turn
		p.text += sides[turn]
	}
	if known := f.remembered(p.text); known != nil {
		return known, nil
	}
	if f.bounded && f.made.Add(int64(len(p.text))) > maxMade {
		return dead, f.at(name, errMade)
	}
	if f.has("turn") {
		n, err := f.number("turn", 0, 1, value)
		if err != nil {
			return dead, err
		}
		p.turn = game.Player(n)
	}
	name, want := "result", `None, "win", "draw", "loss" or the points of the player to move`
	if f.Puzzles() {
		name, want = "goal", "True or False"
	}
	if v, err = f.call(name, value); err != nil {
		return dead, err
	}
	ok := false
	if p.status, ok = f.outcome(v); !ok {
		return dead, f.wrong(name, v, want)
	}
	p.moves = sync.OnceValues(func() ([]choice, error) { return f.choices(p) })
	p.chances = sync.OnceValues(func() ([]float64, error) { return f.odds(p) })
	p.labels = sync.OnceValues(func() ([]string, error) { return f.names(p) })
	f.remember(p, perKnown+len(p.text))
	return p, nil
}

// number returns the result of a function, a whole number from least to most.
func (f *File) number(name string, least, most int, args ...starlark.Value) (n int, err error) {
	v, err := f.call(name, args...)
	if err == nil && (starlark.AsInt(v, &n) != nil || n < least || n > most) {
		return 0, f.at(name, reason.Errorf("%s(…) returns %s, want a whole number from %d to %d", name, brief(v), least, most))
	}
	return n, err
}

// results are the texts that the function result may return.
var results = map[string]game.Status{"win": game.Win, "draw": game.Draw, "loss": game.Loss}

// outcome returns the status that the function result or goal has returned.
func (f *File) outcome(v starlark.Value) (status game.Status, ok bool) {
	if f.Puzzles() {
		if v == starlark.True {
			status = game.Win
		}
		return status, v.Type() == "bool"
	}
	switch v := v.(type) {
	case starlark.NoneType:
		return game.Ongoing, true
	case starlark.String:
		status, ok = results[string(v)]
	case starlark.Int:
		n := 0
		ok = starlark.AsInt(v, &n) == nil && -game.MaxMargin <= n && n <= game.MaxMargin
		status = game.Final(n)
	}
	return status, ok
}

// choices returns the legal moves of p.
func (f *File) choices(p *position) (moves []choice, err error) {
	if p.status.Over() {
		return nil, nil
	}
	v, err := f.call("moves", p.value)
	if err != nil {
		return nil, err
	}
	if v, err = own(v); err != nil {
		return nil, f.at("moves", reason.Errorf("%s(…): %w", "moves", err))
	}
	list, ok := v.(starlark.Indexable)
	switch {
	case !ok || v.Type() == "string":
		return nil, f.wrong("moves", v, "a list of moves")
	case list.Len() > maxMoves:
		return nil, f.at("moves", reason.Errorf("moves(…) returns %d moves, more than %d", list.Len(), maxMoves))
	case list.Len() == 0 && !f.Puzzles():
		return nil, f.at("moves", reason.Errorf("moves(…) returns no moves, but result(…) returns None: %s", brief(p.value)))
	}
	texts, seen := 0, map[move]bool{}
	for i := range list.Len() {
		c := choice{move(list.Index(i).String()), list.Index(i)}
		if seen[c.move] {
			return nil, f.at("moves", reason.Errorf("moves(…) returns the move %s twice", brief(c.value)))
		}
		seen[c.move] = true
		moves = append(moves, c)
		texts += perKnown + len(c.move)
	}
	f.remember(p, texts)
	return moves, nil
}

// odds returns the probabilities of the moves of p, or nil where a player chooses.
func (f *File) odds(p *position) (all []float64, err error) {
	moves, err := p.moves()
	if err != nil || len(moves) == 0 || !f.has("chance") {
		return nil, err
	}
	v, err := f.call("chance", p.value)
	if err != nil || v == starlark.None {
		return nil, err
	}
	list, _ := v.(starlark.Indexable)
	sum := 0.0
	for i := 0; list != nil && i < list.Len() && i <= len(moves); i++ {
		w, ok := starlark.AsFloat(list.Index(i))
		if !ok || !(w >= 0) {
			sum = math.NaN()
		}
		all = append(all, w)
		sum += w
	}
	if len(all) != len(moves) || !(sum > 0) || math.IsInf(sum, 0) {
		return nil, f.wrong("chance", v, "None, or a weight of 0 or more for each move")
	}
	for i := range all {
		all[i] /= sum
	}
	return all, nil
}

// names returns the texts of the moves of p, all different.
func (f *File) names(p *position) (labels []string, err error) {
	moves, err := p.moves()
	for i := 0; i < len(moves) && err == nil; i++ {
		name, v := "moves", moves[i].value
		if f.has("format") {
			name = "format"
			if v, err = f.call("format", v); err != nil {
				break
			}
		}
		text := plain(v)
		switch {
		case text == "" || strings.ContainsAny(text, " ,.\t\n\r"):
			err = f.wrong(name, v, "a move without spaces, commas and full stops")
		case slices.Contains(labels, text):
			err = f.at(name, reason.Errorf("two moves have the same text %q", text))
		}
		labels = append(labels, text)
	}
	return labels, err
}

// plain writes a value without signs: a tuple as its elements with hyphens between.
func plain(v starlark.Value) string {
	switch v := v.(type) {
	case starlark.String:
		return string(v)
	case starlark.Tuple:
		var parts []string
		for _, e := range v {
			parts = append(parts, plain(e))
		}
		return strings.Join(parts, "-")
	}
	return v.String()
}

// parsed returns the move that the function parse returns.
func (f *File) parsed(text string) (move, error) {
	v, err := f.call("parse", starlark.String(text))
	if err == nil {
		v, err = own(v)
	}
	if err != nil {
		return "", err
	}
	return move(v.String()), nil
}

// parse returns the position that a text describes.
func (f *File) parse(text string) (state, error) {
	v, turn, err := f.literal(text)
	if err != nil {
		return state{}, reason.Errorf("%.60q: want a position as a value of Starlark, such as %s: %s", text, rules{f}.Start().text, err)
	}
	p, err := f.enter("start", v, turn)
	if err == nil {
		_, err = p.moves()
	}
	if err != nil {
		return state{}, reason.Errorf("%.60q is not a position: %w", text, err)
	}
	return p.state, nil
}

// literal reads a value, and the side to move after it. If positions are texts, quotes may be
// missing.
func (f *File) literal(text string) (v starlark.Value, turn game.Player, err error) {
	if f.alternates() {
		for i, side := range sides {
			if rest, ok := strings.CutSuffix(text, side); ok {
				turn, text = game.Player(i), rest
			}
		}
	}
	if v, err := f.call("start"); err == nil && v.Type() == "string" && !strings.HasPrefix(text, `"`) {
		return starlark.String(text), turn, nil
	}
	expr, err := options().ParseExpr(f.name, text, 0)
	if err == nil {
		if _, err = meter(expr); err == nil {
			v, err = starlark.EvalExprOptions(options(), f.threads.New().(*starlark.Thread), expr, language())
		}
	}
	if err != nil {
		err = errors.Unwrap(f.explain("", err)) // without the line
	}
	return v, turn, err
}
