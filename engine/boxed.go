package engine

import (
	"reflect"
	"sync"
	"unsafe"

	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/capability"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/network"
)

// Adapt boxes the states and moves of a typed game, and the functions of its
// Spec, once. All code above uses only State and Move. So do searches of games
// without instances of their own; see Spec.Compiled.

// State is a state of any game, boxed. A small state without pointers lies in flat, and box is a
// nil *S; other states lie behind box, and are immutable: Play makes a new one.
type State struct {
	flat [flatWords]uint64
	box  any // *S
}

// flatWords has room for a position of ultimate tic-tac-toe. A node takes a tenth to a half less
// time than with all states behind box: 5 searches of ultimate, qubic and tree, ply analyze.
const flatWords = 7

// Move is a move of any game, boxed.
type Move struct{ box any } // M

// Rules are the rules of any game over boxed states and moves, with the
// capabilities that the textbook's algorithms use; capability.Of finds all.
type Rules interface {
	game.Evaluator[State]
	game.Passer[Move]
	game.Noisy[State, Move]
	game.Nuller[State]
	game.Alternator
	Playable[State, Move]
}

// rules are Rules with the methods that a Game needs beyond them.
type rules interface {
	Rules
	capability.Wrapper[State, Move]
	PathCounter[State]
	WayCounter[State]
	Captioner[State]
	PastFormatter[State]
	Continuer[State, Move]
	glancer[State]
}

// The interfaces below are optional. They add to a game's text form and to its counts of paths.

// Captioner is a game whose drawings contain words.
type Captioner[S any] interface {
	// Captions returns the words in the drawing of s, in order.
	Captions(s *S) []game.Caption
}

// PastFormatter writes positions together with what they know of earlier moves, such as
// the counts for a game.Limiter.
type PastFormatter[S any] interface {
	// FormatPast returns the text of FormatPosition with the counts of s. ParsePosition reads it.
	FormatPast(s *S) string
}

// Continuer generates moves where the rules end a game although pieces can move, such as
// bare kings in chess: a protocol may ask for a move even then.
type Continuer[S any, M comparable] interface {
	// Continue appends the moves that the pieces can make. While the game is not over
	// these are the moves of Moves.
	Continue(s *S, buf []M) []M
}

// glancer is a game whose evaluation foresees wins that people have to look for.
type glancer[S any] interface {
	// Glance returns an estimate without that foresight, for the player of a Sight.
	Glance(s *S) game.Score
}

// PathCounter counts paths faster than game.Perft, which generates and plays all moves.
type PathCounter[S any] interface {
	// CountPaths returns the same as Perft.
	CountPaths(s *S, depth int, stop func() bool) game.Counts
}

// WayCounter counts the ways to play a move, for games that identify moves by their
// effect: two ways to jump with the same effect are one move.
type WayCounter[S any] interface {
	// CountWays is Perft with each way of every move counted separately.
	CountWays(s *S, depth int, stop func() bool) game.Counts
}

// errForeign is the panic for a caller's bug: a position of another game.
var errForeign = reason.New("engine: position of another game")

// unbox returns the state in a box.
func unbox[S any](s *State) *S {
	typed, ok := s.box.(*S)
	if !ok {
		panic(errForeign)
	}
	if typed == nil {
		return (*S)(unsafe.Pointer(&s.flat))
	}
	return typed
}

// fits reports whether states of type t lie in State.flat: they have no pointers,
// which the garbage collector would not see there.
func fits(t reflect.Type) bool { return t.Size() <= 8*flatWords && pointerless(t) }

func pointerless(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return pointerless(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if !pointerless(t.Field(i).Type) {
				return false
			}
		}
		return true
	}
	return t.Kind() >= reflect.Bool && t.Kind() <= reflect.Float64
}

// emptied returns the place for a state in s, which is zero or a copy of another state.
func emptied[S any](s *State, flat bool) *S {
	if flat {
		s.box = (*S)(nil)
		return (*S)(unsafe.Pointer(&s.flat))
	}
	typed := new(S)
	s.box = typed
	return typed
}

func boxMoves[M any](moves []M) []Move {
	all := make([]Move, len(moves))
	for i, m := range moves {
		all[i] = Move{m}
	}
	return all
}

func unboxMoves[M any](moves []Move) []M {
	all := make([]M, len(moves))
	for i, m := range moves {
		all[i] = m.box.(M)
	}
	return all
}

// boxed are the rules of a typed game. They have the methods of every
// capability, and pass them on; Capabilities says which of them the game has.
// Searches use only those. The methods of rules have answers for every game.
type boxed[S any, M comparable] struct {
	capability.Set[S, M]
	rules game.Rules[S, M]
	flat  bool      // states lie in State.flat
	lists sync.Pool // of *[]M, for scratch
}

func box[S any, M comparable](rules game.Rules[S, M]) *boxed[S, M] {
	return &boxed[S, M]{Set: capability.Of(rules), rules: rules, flat: fits(reflect.TypeFor[S]())}
}

// Box returns rules over boxed states and moves, with the capabilities of rules; see capability.Of.
func Box[S any, M comparable](rules game.Rules[S, M]) game.Rules[State, Move] { return box(rules) }

// BoxState boxes a state.
func BoxState[S any](s S) (boxed State) {
	*emptied[S](&boxed, fits(reflect.TypeFor[S]())) = s
	return boxed
}

// Unbox returns the move in a box.
func Unbox[M comparable](m Move) M { return m.box.(M) }

// Capabilities returns those of the typed game.
func (b *boxed[S, M]) Capabilities() capability.Set[State, Move] {
	return capability.Through[State, Move](b, b.Set)
}

// in returns the state in a box.
func (b *boxed[S, M]) in(s *State) *S { return unbox[S](s) }

// NumberKeys returns keys made from the numbers in the moves of the typed game.
func (b *boxed[S, M]) NumberKeys() game.MoveKeyer[Move] {
	if keys := search.NumberKeys[M](); keys != nil {
		return numberKeys[M]{keys}
	}
	return nil
}

type numberKeys[M comparable] struct{ game.MoveKeyer[M] }

func (k numberKeys[M]) MoveKey(m Move) int { return k.MoveKeyer.MoveKey(m.box.(M)) }

// scratch returns a list of typed moves to be put back into b.lists.
func (b *boxed[S, M]) scratch(moves []Move) *[]M {
	list, _ := b.lists.Get().(*[]M)
	if list == nil {
		list = new([]M)
	}
	*list = (*list)[:0]
	for _, m := range moves {
		*list = append(*list, m.box.(M))
	}
	return list
}

// appendAll appends typed moves to buf, and puts the list back.
func (b *boxed[S, M]) appendAll(buf []Move, list *[]M) []Move {
	for _, m := range *list {
		buf = append(buf, Move{m})
	}
	b.lists.Put(list)
	return buf
}

func (b *boxed[S, M]) Moves(s *State, buf []Move) (_ []Move, status game.Status) {
	list := b.scratch(nil)
	*list, status = b.rules.Moves(b.in(s), *list)
	return b.appendAll(buf, list), status
}

func (b *boxed[S, M]) Play(dst, src *State, m Move) {
	from := b.in(src) // first, for dst may be src
	b.rules.Play(emptied[S](dst, b.flat), from, m.box.(M))
}

func (b *boxed[S, M]) ToMove(s *State) game.Player { return b.rules.ToMove(b.in(s)) }
func (b *boxed[S, M]) Hash(s *State) uint64        { return b.rules.Hash(b.in(s)) }

func (b *boxed[S, M]) Start() State { return BoxState(b.Starter.Start()) }

func (b *boxed[S, M]) ParsePosition(text string) (State, error) {
	s, err := b.Notation.ParsePosition(text)
	return BoxState(s), err
}

// MendPosition mends nothing for a game without record.Mender.
func (b *boxed[S, M]) MendPosition(text string) (State, []error, error) {
	m, ok := b.rules.(record.Mender[S])
	if !ok {
		s, err := b.ParsePosition(text)
		return s, nil, err
	}
	s, mended, err := m.MendPosition(text)
	return BoxState(s), mended, err
}

func (b *boxed[S, M]) FormatPosition(s *State) string {
	return b.Notation.FormatPosition(b.in(s))
}

func (b *boxed[S, M]) Draw(s *State) string { return b.Notation.Draw(b.in(s)) }

func (b *boxed[S, M]) ParseMove(s *State, text string) (Move, error) {
	m, err := b.Notation.ParseMove(b.in(s), text)
	return Move{m}, err
}

func (b *boxed[S, M]) FormatMove(s *State, m Move) string {
	return b.Notation.FormatMove(b.in(s), m.box.(M))
}

// The methods up to Continue have answers without the capability.

func (b *boxed[S, M]) Evaluate(s *State) game.Score {
	if b.Evaluator == nil {
		return 0
	}
	return b.Evaluator.Evaluate(b.in(s))
}

func (b *boxed[S, M]) Glance(s *State) game.Score {
	if g, ok := b.rules.(glancer[S]); ok {
		return g.Glance(b.in(s))
	}
	return b.Evaluate(s)
}

func (b *boxed[S, M]) IsPass(m Move) bool {
	return b.Passer != nil && b.Passer.IsPass(m.box.(M))
}

func (b *boxed[S, M]) NoisyMoves(s *State, buf []Move) []Move {
	if b.Noisy == nil {
		return buf
	}
	list := b.scratch(nil)
	*list = b.Noisy.NoisyMoves(b.in(s), *list)
	return b.appendAll(buf, list)
}

func (b *boxed[S, M]) Null(dst, src *State) bool {
	if b.Nuller == nil {
		return false
	}
	from := b.in(src)
	return b.Nuller.Null(emptied[S](dst, b.flat), from)
}

func (b *boxed[S, M]) Alternates() bool { return b.Set.Alternates }

func (b *boxed[S, M]) Captions(s *State) []game.Caption {
	if c, ok := b.rules.(Captioner[S]); ok {
		return c.Captions(b.in(s))
	}
	return nil
}

func (b *boxed[S, M]) CountPaths(s *State, depth int, stop func() bool) game.Counts {
	if c, ok := b.rules.(PathCounter[S]); ok {
		return c.CountPaths(b.in(s), depth, stop)
	}
	return game.Perft(b.rules, b.in(s), depth, stop)
}

func (b *boxed[S, M]) CountWays(s *State, depth int, stop func() bool) game.Counts {
	if c, ok := b.rules.(WayCounter[S]); ok {
		return c.CountWays(b.in(s), depth, stop)
	}
	return b.CountPaths(s, depth, stop)
}

// Adjust implements network.Adjuster.
func (b *boxed[S, M]) Adjust(s *State, estimate game.Score) game.Score {
	if a, ok := b.rules.(network.Adjuster[S]); ok {
		return a.Adjust(b.in(s), estimate)
	}
	return estimate
}

// Network implements Learned.
func (b *boxed[S, M]) Network() *network.Net {
	if l, ok := b.rules.(Learned); ok {
		return l.Network()
	}
	return nil
}

func (b *boxed[S, M]) FormatPast(s *State) string {
	if f, ok := b.rules.(PastFormatter[S]); ok {
		return f.FormatPast(b.in(s))
	}
	return b.FormatPosition(s)
}

func (b *boxed[S, M]) Continue(s *State, buf []Move) []Move {
	if c, ok := b.rules.(Continuer[S, M]); ok {
		return append(buf, boxMoves(c.Continue(b.in(s), nil))...)
	}
	return buf
}

// The methods below must not be called without the capability.
func (b *boxed[S, M]) FeatureCounts() (features, phases int) { return b.Featurer.FeatureCounts() }

func (b *boxed[S, M]) Features(s *State, view game.Player, set []uint64) int {
	return b.Featurer.Features(b.in(s), view, set)
}
func (b *boxed[S, M]) Status(s *State) game.Status { return b.Statuser.Status(b.in(s)) }
func (b *boxed[S, M]) Structure(s *State) uint64   { return b.Tactician.Structure(b.in(s)) }
func (b *boxed[S, M]) Urgent(s *State) bool        { return b.Set.Urgent.Urgent(b.in(s)) }
func (b *boxed[S, M]) Patience(s *State) int       { return b.Limiter.Patience(b.in(s)) }
func (b *boxed[S, M]) LimitName(s *State) string   { return b.Limiter.LimitName(b.in(s)) }

func (b *boxed[S, M]) MoveKey(m Move) int { return b.MoveKeyer.MoveKey(m.box.(M)) }

func (b *boxed[S, M]) Fold(s *State) (key uint64, image int) { return b.Folder.Fold(b.in(s)) }
func (b *boxed[S, M]) Gain(s *State, m Move) game.Score      { return b.Gainer.Gain(b.in(s), m.box.(M)) }

func (b *boxed[S, M]) QuietGain() game.Score { return b.Gainer.QuietGain() }
func (b *boxed[S, M]) Exchange(s *State, m Move, least game.Score) bool {
	return b.Tactician.Exchange(b.in(s), m.box.(M), least)
}

func (b *boxed[S, M]) Alarms(s *State, m Move) bool { return b.Tactician.Alarms(b.in(s), m.box.(M)) }

func (b *boxed[S, M]) LastPly(s *State) (v game.Score, children int) {
	return b.LastPlyer.LastPly(b.in(s))
}

func (b *boxed[S, M]) Bounds(s *State) (lower, upper game.Score) {
	return b.Bounder.Bounds(b.in(s))
}

func (b *boxed[S, M]) Repetition(s *State) (plies int, value game.Status) {
	return b.Repeater.Repetition(b.in(s))
}

func (b *boxed[S, M]) Occurrences() int { return b.Repeater.Occurrences() }
func (b *boxed[S, M]) Limit(s *State) (plies int, value game.Status) {
	return b.Limiter.Limit(b.in(s))
}

func (b *boxed[S, M]) Chances(s *State, buf []float64) []float64 {
	return b.Chancer.Chances(b.in(s), buf)
}

func (b *boxed[S, M]) ScoreMoves(s *State, moves []Move, scores []int32) {
	list := b.scratch(moves)
	b.MoveScorer.ScoreMoves(b.in(s), *list, scores)
	b.lists.Put(list)
}

func (b *boxed[S, M]) Select(s *State, moves []Move) int {
	return b.reorder(moves, s, b.Selector.Select)
}

func (b *boxed[S, M]) Promising(s *State, moves []Move) int {
	return b.reorder(moves, s, b.Prospector.Promising)
}

// reorder reorders moves as first, a method of the typed game, does.
func (b *boxed[S, M]) reorder(moves []Move, s *State, first func(*S, []M) int) int {
	list := b.scratch(moves)
	n := first(b.in(s), *list)
	b.appendAll(moves[:0], list)
	return n
}

// Image accepts the zero Move for no move.
func (b *boxed[S, M]) Image(dst, src *State, m Move, k int) (Move, bool) {
	var none M
	if m.box == nil {
		m.box = none
	}
	from, was := b.in(src), dst.box
	image, ok := b.Symmetric.Image(emptied[S](dst, b.flat), from, m.box.(M), k)
	if !ok {
		dst.box = was
	}
	return Move{image}, ok
}
