package engine

import (
	"context"
	"io"
	"iter"

	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/capability"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search"
)

// Adapt boxes the states and moves of a typed game, and the functions of its
// Spec, once. All code above uses only State and Move. An engine searches
// typed states; nothing is boxed at its nodes.

// State is a state of any game, boxed. It is immutable: Play boxes a new one.
type State struct{ box any } // *S

// Move is a move of any game, boxed.
type Move struct{ box any } // M

// Rules are the rules of any game over boxed states and moves, with the
// capabilities that the textbook's algorithms use. They are for teaching: a
// node costs an allocation, which suffices for trees of about ten million
// nodes.
type Rules interface {
	game.Rules[State, Move]
	game.Evaluator[State]
	game.Passer[Move]
	game.Noisy[State, Move]
	game.Nuller[State]
	game.Alternator
	game.MoveFormatter[State, Move]
}

// rules are Rules with the methods that a Game needs beyond them.
type rules interface {
	Rules
	Playable[State, Move]
	game.PathCounter[State]
	game.WayCounter[State]
	game.Captioner[State]
	// repeats returns how many plies back the first position lies that could
	// equal s, and the value of repeating it; see game.Repeater.
	repeats(s *State) (plies int, value game.Status)
	// formatPast returns the text of s with its counts; see game.PastFormatter.
	formatPast(s *State) string
	// occurrences returns how often a position must occur to count; see
	// game.Recurrer.
	occurrences() int
	// patience returns a number of plies that no limit ends, 0 if unknown; see
	// game.Patient.
	patience(s *State) int
	// ends returns the result of the game if a position that could equal s has
	// occurred times times, s included; times is 0 if repetitions never end
	// it. See game.Recurrer.
	ends(s *State) (status game.Status, times int)
	// limited returns the result of the game by a limit reached at s, and the
	// limit's name; see game.Limiter and game.LimitNamer.
	limited(s *State) (status game.Status, name string)
	// continued returns the moves that the pieces can make; see game.Continuer.
	continued(s *State) []Move
	// remembers, key, canonical and image are in image.go.
	remembers() bool
	key(s *State) uint64
	canonical(s *State) State
	image(s *State, m Move, k int) (image State, move Move, ok bool)
}

// errForeign is the panic for a caller's bug: a position of another game.
var errForeign = reason.New("engine: position of another game")

// unbox returns the state in a box.
func unbox[S any](s *State) *S {
	typed, ok := s.box.(*S)
	if !ok {
		panic(errForeign)
	}
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

// boxed are the rules of a typed game.
type boxed[S any, M comparable] struct {
	rules Playable[S, M]
	caps  capability.Set[S, M]
}

func (b *boxed[S, M]) Moves(s *State, buf []Move) ([]Move, game.Status) {
	moves, status := b.rules.Moves(unbox[S](s), nil)
	for _, m := range moves {
		buf = append(buf, Move{m})
	}
	return buf, status
}

func (b *boxed[S, M]) Play(dst, src *State, m Move) {
	next := new(S)
	b.rules.Play(next, unbox[S](src), m.box.(M))
	dst.box = next
}

// MendPosition mends nothing for a game without record.Mender.
func (b *boxed[S, M]) MendPosition(text string) (State, []error, error) {
	m, ok := b.rules.(record.Mender[S])
	if !ok {
		s, err := b.rules.ParsePosition(text)
		return State{&s}, nil, err
	}
	s, mended, err := m.MendPosition(text)
	return State{&s}, mended, err
}

func (b *boxed[S, M]) ToMove(s *State) game.Player { return b.rules.ToMove(unbox[S](s)) }
func (b *boxed[S, M]) Hash(s *State) uint64        { return b.rules.Hash(unbox[S](s)) }

func (b *boxed[S, M]) Evaluate(s *State) game.Score {
	if b.caps.Evaluator == nil {
		return 0
	}
	return b.caps.Evaluator.Evaluate(unbox[S](s))
}

func (b *boxed[S, M]) IsPass(m Move) bool {
	return b.caps.Passer != nil && b.caps.Passer.IsPass(m.box.(M))
}

// NoisyMoves appends nothing for a game without game.Noisy.
func (b *boxed[S, M]) NoisyMoves(s *State, buf []Move) []Move {
	if b.caps.Noisy == nil {
		return buf
	}
	return append(buf, boxMoves(b.caps.Noisy.NoisyMoves(unbox[S](s), nil))...)
}

// Null returns false for a game without game.Nuller.
func (b *boxed[S, M]) Null(dst, src *State) bool {
	next := new(S)
	if b.caps.Nuller == nil || !b.caps.Nuller.Null(next, unbox[S](src)) {
		return false
	}
	dst.box = next
	return true
}

func (b *boxed[S, M]) Alternates() bool { return b.caps.Alternates }

func (b *boxed[S, M]) Start() State {
	s := b.rules.Start()
	return State{&s}
}

func (b *boxed[S, M]) ParsePosition(text string) (State, error) {
	s, err := b.rules.ParsePosition(text)
	return State{&s}, err
}

func (b *boxed[S, M]) FormatPosition(s *State) string { return b.rules.FormatPosition(unbox[S](s)) }
func (b *boxed[S, M]) Draw(s *State) string           { return b.rules.Draw(unbox[S](s)) }

func (b *boxed[S, M]) Captions(s *State) []game.Caption {
	if b.caps.Captioner == nil {
		return nil
	}
	return b.caps.Captioner.Captions(unbox[S](s))
}

func (b *boxed[S, M]) ParseMove(s *State, text string) (Move, error) {
	m, err := b.rules.ParseMove(unbox[S](s), text)
	return Move{m}, err
}

func (b *boxed[S, M]) FormatMove(s *State, m Move) string {
	return b.rules.FormatMove(unbox[S](s), m.box.(M))
}

func (b *boxed[S, M]) CountPaths(s *State, depth int, stop func() bool) game.Counts {
	if c := b.caps.PathCounter; c != nil {
		return c.CountPaths(unbox[S](s), depth, stop)
	}
	return game.Perft(b.rules, unbox[S](s), depth, stop)
}

func (b *boxed[S, M]) CountWays(s *State, depth int, stop func() bool) game.Counts {
	if c := b.caps.WayCounter; c != nil {
		return c.CountWays(unbox[S](s), depth, stop)
	}
	return b.CountPaths(s, depth, stop)
}

func (b *boxed[S, M]) repeats(s *State) (plies int, value game.Status) {
	if b.caps.Repeater == nil {
		return 0, game.Draw
	}
	return b.caps.Repeater.Repetition(unbox[S](s))
}

func (b *boxed[S, M]) formatPast(s *State) string {
	if f := b.caps.PastFormatter; f != nil {
		return f.FormatPast(unbox[S](s))
	}
	return b.FormatPosition(s)
}

func (b *boxed[S, M]) continued(s *State) []Move {
	if b.caps.Continuer == nil {
		return nil
	}
	return boxMoves(b.caps.Continuer.Continue(unbox[S](s), nil))
}

func (b *boxed[S, M]) occurrences() int { return b.caps.Occurrences }

func (b *boxed[S, M]) patience(s *State) int {
	switch {
	case b.caps.Limiter == nil:
		return game.MaxPlies
	case b.caps.Patient == nil:
		return 0
	}
	return b.caps.Patient.Patience(unbox[S](s))
}

func (b *boxed[S, M]) ends(s *State) (status game.Status, times int) {
	if _, counts := any(b.rules).(game.Recurrer); !counts || b.caps.Repeater == nil {
		return game.Ongoing, 0
	}
	_, status = b.caps.Repeater.Repetition(unbox[S](s))
	return status, b.caps.Occurrences
}

func (b *boxed[S, M]) limited(s *State) (status game.Status, name string) {
	if b.caps.Limiter == nil {
		return game.Ongoing, ""
	}
	plies, status := b.caps.Limiter.Limit(unbox[S](s))
	if plies == 0 {
		return game.Ongoing, ""
	}
	if b.caps.LimitNamer != nil {
		name = b.caps.LimitNamer.LimitName(unbox[S](s))
	}
	return status, name
}

// boxSpec boxes the functions of a spec; nil ones stay nil.
func boxSpec[S any, M comparable](spec Spec[S, M]) Spec[State, Move] {
	out := Spec[State, Move]{
		About:       spec.About,
		NewSearcher: func(o Options) Searcher[State, Move] { return boxedSearcher[S, M]{spec.NewSearcher(o)} },
		Measure:     boxFunc2(spec.Measure),
		Levels:      &Levels[State]{Effort: boxFunc2(spec.Levels.Effort), Describe: spec.Levels.Describe},
		Clock:       boxFunc2(spec.Clock),
		Opening:     boxFunc(spec.Opening),
		Offers:      spec.Offers,
	}
	if spec.ParseMoves != nil {
		out.ParseMoves = func(s *State, text string) ([]Move, error) {
			moves, err := spec.ParseMoves(unbox[S](s), text)
			return boxMoves(moves), err
		}
	}
	if spec.FormatMoves != nil {
		out.FormatMoves = func(s *State, moves []Move) string { return spec.FormatMoves(unbox[S](s), unboxMoves[M](moves)) }
	}
	if spec.Coordinates != nil {
		out.Coordinates = func(s *State, m Move, chess960 bool) string {
			return spec.Coordinates(unbox[S](s), m.box.(M), chess960)
		}
	}
	if spec.OpenBook != nil {
		out.OpenBook = func(path string) (BookOf[State, Move], error) {
			b, err := spec.OpenBook(path)
			return boxedBook[S, M]{b}, err
		}
	}
	if spec.Openings != nil {
		out.Openings = func(yield func(string, []Move) bool) {
			spec.Openings(func(name string, moves []M) bool { return yield(name, boxMoves(moves)) })
		}
	}
	for _, c := range spec.Codecs {
		out.Codecs = append(out.Codecs, boxCodec(c))
	}
	if spec.Board != nil {
		out.Board = boxBoard(spec.Board)
	}
	return out
}

func boxFunc[S, A any](f func(*S) A) func(*State) A {
	if f == nil {
		return nil
	}
	return func(s *State) A { return f(unbox[S](s)) }
}

func boxFunc2[S, A, B any](f func(*S, A) B) func(*State, A) B {
	if f == nil {
		return nil
	}
	return func(s *State, a A) B { return f(unbox[S](s), a) }
}

func boxCodec[S any, M comparable](c record.Codec[S, M]) record.Codec[State, Move] {
	out := record.Codec[State, Move]{Format: c.Format}
	if c.Games != nil {
		out.Games = func(in io.Reader) iter.Seq2[record.Record[State, Move], error] {
			return func(yield func(record.Record[State, Move], error) bool) {
				for r, err := range c.Games(in) {
					if !yield(record.Map(&r, State{&r.Start}, boxMoves[M]), err) {
						return
					}
				}
			}
		}
	}
	if c.WriteEach != nil {
		out.WriteEach = func(w io.Writer, boxed iter.Seq[record.Record[State, Move]]) error {
			return c.WriteEach(w, func(yield func(record.Record[S, M]) bool) {
				for r := range boxed {
					if !yield(record.Map(&r, *unbox[S](&r.Start), unboxMoves[M])) {
						return
					}
				}
			})
		}
	}
	return out
}

func boxBoard[S any, M comparable](b *boards.Of[S, M]) *boards.Of[State, Move] {
	out := &boards.Of[State, Move]{
		Board: b.Board, Write: b.Write,
		Pieces: boxFunc(b.Pieces), Won: boxFunc(b.Won), Owners: boxFunc(b.Owners), Option: boxFunc(b.Option),
		Path: func(s *State, m Move) []int { return b.Path(unbox[S](s), m.box.(M)) },
	}
	if b.Becomes != nil {
		out.Becomes = func(s *State, m Move) string { return b.Becomes(unbox[S](s), m.box.(M)) }
	}
	return out
}

type boxedBook[S any, M comparable] struct{ BookOf[S, M] }

func (b boxedBook[S, M]) Probe(s *State) (search.Result[Move], bool) {
	typed, ours := s.box.(*S)
	if !ours {
		return search.Result[Move]{}, false
	}
	r, ok := b.BookOf.Probe(typed)
	return boxResult(r), ok
}

type boxedSearcher[S any, M comparable] struct{ Searcher[S, M] }

func (b boxedSearcher[S, M]) Search(
	ctx context.Context, s *State, q search.Query, c search.Control, report func(search.Result[Move]),
) search.Result[Move] {
	var typed func(search.Result[M])
	if report != nil {
		typed = func(r search.Result[M]) { report(boxResult(r)) }
	}
	return boxResult(b.Searcher.Search(ctx, unbox[S](s), q, c, typed))
}

func boxResult[M comparable](r search.Result[M]) search.Result[Move] {
	out := search.Result[Move]{
		Proof: r.Proof, Past: r.Past, Depth: r.Depth, Confidence: r.Confidence, Threads: r.Threads, SelDepth: r.SelDepth, Full: r.Full,
		Stats: r.Stats, Branching: r.Branching, Elapsed: r.Elapsed, Stopped: r.Stopped,
	}
	for _, l := range r.Lines {
		out.Lines = append(out.Lines, search.Line[Move]{
			Score: l.Score, Bound: l.Bound, Proof: l.Proof, Depth: l.Depth, PV: boxMoves(l.PV),
		})
	}
	return out
}
