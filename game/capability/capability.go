// Package capability finds out what a game offers beyond its rules, for
// packages that search or check games. Each calls it once, at construction.
package capability

import (
	"reflect"
	"sync"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/line"
)

// Set holds the capabilities of a game. The field of a capability that the game lacks is
// nil. The last fields hold the answers of promises, or their defaults.
type Set[S any, M comparable] struct {
	Starter    game.Starter[S]
	Evaluator  game.Evaluator[S]
	Featurer   game.Featurer[S]
	Statuser   game.Statuser[S]
	Noisy      game.Noisy[S, M]
	Gainer     game.Gainer[S, M]
	Tactician  game.Tactician[S, M]
	Nuller     game.Nuller[S]
	MoveScorer game.MoveScorer[S, M]
	LastPlyer  game.LastPlyer[S]
	MoveKeyer  game.MoveKeyer[M]
	Passer     game.Passer[M]
	Symmetric  game.Symmetric[S, M]
	Folder     game.Folder[S]
	Notation   game.Notation[S, M]
	Bounder    game.Bounder[S]
	Chancer    game.Chancer[S]
	Selector   game.Selector[S, M]
	Prospector game.Prospector[S, M]
	Repeater   game.Repeater[S]
	Limiter    game.Limiter[S]
	Urgent     game.Urgent[S]

	Alternates  bool       // every move passes the turn, by game.Alternator
	QuietGain   game.Score // the most that a quiet move is expected to gain, by game.Gainer
	InMargins   bool       // estimates are margins, by game.MarginEvaluator
	Occurrences int        // occurrences of a position that make a repetition, by game.Repeater
}

// Wrapper is a game that passes all calls on to another one. It has the methods of all
// capabilities, and says which of them the other game really has.
type Wrapper[S any, M comparable] interface {
	Capabilities() Set[S, M]
}

// Of returns the capabilities of the rules.
func Of[S any, M comparable](rules game.Rules[S, M]) Set[S, M] {
	if w, ok := rules.(Wrapper[S, M]); ok {
		return w.Capabilities()
	}
	s := Set[S, M]{Occurrences: 2}
	fill(&s, rules)
	if a, ok := rules.(game.Alternator); ok {
		s.Alternates = a.Alternates()
	}
	if s.Gainer != nil {
		s.QuietGain = s.Gainer.QuietGain()
	}
	if e, ok := rules.(game.MarginEvaluator); ok {
		s.InMargins = e.EvaluatesMargin()
	}
	if s.Repeater != nil {
		s.Occurrences = max(2, s.Repeater.Occurrences())
	}
	return s
}

// Ends returns how a repetition or a limit ends the game at s, or Ongoing. ply is the ply
// of s in the line of play.
func (c *Set[S, M]) Ends(s *S, l *line.Line, ply int) game.Status {
	if c.Repeater != nil {
		reach, value := c.Repeater.Repetition(s)
		if _, _, ok := l.Recurs(ply, reach, c.Occurrences); ok {
			return value
		}
	}
	if c.Limiter != nil {
		if plies, value := c.Limiter.Limit(s); plies > 0 {
			return value
		}
	}
	return game.Ongoing
}

// RefuseChance panics if the rules have events of chance. A search that cannot handle
// them calls it.
func RefuseChance[S any, M comparable](rules game.Rules[S, M], search string) {
	if Of(rules).Chancer != nil {
		panic(search + ": the game has events of chance; use textbook.Expect or search/mcts")
	}
}

// fill sets each field of *set that rules implement to the rules. By reflection it is
// compiled once, not for each game.
func fill(set, rules any) {
	fields, r := reflect.ValueOf(set).Elem(), reflect.ValueOf(rules)
	for _, i := range implemented(fields.Type(), r.Type()) {
		fields.Field(i).Set(r)
	}
}

// lists remembers what implemented has returned, because reflection takes some microseconds.
var lists sync.Map

// implemented returns the fields of a set that have interfaces of the rules.
func implemented(set, rules reflect.Type) (list []int) {
	both := [2]reflect.Type{set, rules}
	if known, ok := lists.Load(both); ok {
		return known.([]int)
	}
	for i := range set.NumField() {
		if f := set.Field(i).Type; f.Kind() == reflect.Interface && rules.Implements(f) {
			list = append(list, i)
		}
	}
	lists.Store(both, list)
	return list
}

// Through returns the capabilities of a wrapper of a game with the capabilities inner.
func Through[S any, M comparable](wrapper Wrapper[S, M], inner any) (s Set[S, M]) {
	fields, from, w := reflect.ValueOf(&s).Elem(), reflect.ValueOf(inner), reflect.ValueOf(wrapper)
	for i := range fields.NumField() {
		switch f := from.Field(i); {
		case f.Kind() != reflect.Interface:
			fields.Field(i).Set(f)
		case !f.IsNil():
			fields.Field(i).Set(w)
		}
	}
	return s
}

// Statuser returns the game's own game.Statuser. Without one it returns a Statuser that
// generates moves and discards them; only one goroutine at a time may use it.
func Statuser[S any, M comparable](rules game.Rules[S, M]) game.Statuser[S] {
	if own := Of(rules).Statuser; own != nil {
		return own
	}
	return &byMoves[S, M]{rules: rules}
}

type byMoves[S any, M comparable] struct {
	rules game.Rules[S, M]
	moves []M
}

func (b *byMoves[S, M]) Status(s *S) (st game.Status) {
	b.moves, st = b.rules.Moves(s, b.moves[:0])
	return st
}

// Fold returns a key that is equal for all images of s, and the index of the image that
// represents them. It asks the game's game.Folder; without one it takes the image of the
// least hash. It overwrites scratch.
func Fold[S any, M comparable](rules game.Rules[S, M], caps *Set[S, M], s, scratch *S) (key uint64, image int) {
	if caps.Folder != nil {
		return caps.Folder.Fold(s)
	}
	key = rules.Hash(s)
	if caps.Symmetric == nil {
		return key, 0
	}
	var none M
	for k := 1; ; k++ {
		if _, ok := caps.Symmetric.Image(scratch, s, none, k); !ok {
			return key, image
		}
		if h := rules.Hash(scratch); h < key {
			key, image = h, k
		}
	}
}
