// Package capability finds out what a game offers beyond its rules, for
// packages that search or check games. Each calls it once, at construction.
package capability

import (
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/line"
)

// Set holds the capabilities of a game. The field of a capability that the game lacks is
// nil. The last fields hold the answers of promises, or their defaults.
type Set[S any, M comparable] struct {
	Starter           game.Starter[S]
	Evaluator         game.Evaluator[S]
	Featurer          game.Featurer[S]
	Statuser          game.Statuser[S]
	PathCounter       game.PathCounter[S]
	WayCounter        game.WayCounter[S]
	Noisy             game.Noisy[S, M]
	Gainer            game.Gainer[S, M]
	Exchanger         game.Exchanger[S, M]
	Structurer        game.Structurer[S]
	Nuller            game.Nuller[S]
	MoveScorer        game.MoveScorer[S, M]
	LastPlyer         game.LastPlyer[S]
	MoveKeyer         game.MoveKeyer[M]
	Passer            game.Passer[M]
	Symmetric         game.Symmetric[S, M]
	Folder            game.Folder[S]
	MoveFormatter     game.MoveFormatter[S, M]
	MoveParser        game.MoveParser[S, M]
	PositionFormatter game.PositionFormatter[S]
	PastFormatter     game.PastFormatter[S]
	PositionParser    game.PositionParser[S]
	Drawer            game.Drawer[S]
	Captioner         game.Captioner[S]
	Continuer         game.Continuer[S, M]
	Bounder           game.Bounder[S]
	Chancer           game.Chancer[S]
	Selector          game.Selector[S, M]
	Prospector        game.Prospector[S, M]
	Repeater          game.Repeater[S]
	Limiter           game.Limiter[S]
	Patient           game.Patient[S]
	LimitNamer        game.LimitNamer[S]
	Urgent            game.Urgent[S]
	Alarmer           game.Alarmer[S, M]

	Alternates  bool       // every move passes the turn, by game.Alternator
	QuietGain   game.Score // the most that a quiet move is expected to gain, by game.QuietGainer
	InMargins   bool       // estimates are margins, by game.MarginEvaluator
	Occurrences int        // occurrences of a position that make a repetition, by game.Recurrer
}

// Of returns the capabilities of the rules.
func Of[S any, M comparable](rules game.Rules[S, M]) Set[S, M] {
	s := Set[S, M]{Occurrences: 2}
	find(rules, &s.Starter)
	find(rules, &s.Evaluator)
	find(rules, &s.Featurer)
	find(rules, &s.Statuser)
	find(rules, &s.PathCounter)
	find(rules, &s.WayCounter)
	find(rules, &s.Noisy)
	find(rules, &s.Gainer)
	find(rules, &s.Exchanger)
	find(rules, &s.Structurer)
	find(rules, &s.Nuller)
	find(rules, &s.MoveScorer)
	find(rules, &s.LastPlyer)
	find(rules, &s.MoveKeyer)
	find(rules, &s.Passer)
	find(rules, &s.Symmetric)
	find(rules, &s.Folder)
	find(rules, &s.MoveFormatter)
	find(rules, &s.MoveParser)
	find(rules, &s.PositionFormatter)
	find(rules, &s.PastFormatter)
	find(rules, &s.PositionParser)
	find(rules, &s.Drawer)
	find(rules, &s.Captioner)
	find(rules, &s.Continuer)
	find(rules, &s.Bounder)
	find(rules, &s.Chancer)
	find(rules, &s.Selector)
	find(rules, &s.Prospector)
	find(rules, &s.Repeater)
	find(rules, &s.Limiter)
	find(rules, &s.Patient)
	find(rules, &s.LimitNamer)
	find(rules, &s.Urgent)
	find(rules, &s.Alarmer)
	if a, ok := rules.(game.Alternator); ok {
		s.Alternates = a.Alternates()
	}
	if q, ok := rules.(game.QuietGainer); ok {
		s.QuietGain = q.QuietGain()
	}
	if e, ok := rules.(game.MarginEvaluator); ok {
		s.InMargins = e.EvaluatesMargin()
	}
	if r, ok := rules.(game.Recurrer); ok {
		s.Occurrences = max(2, r.Occurrences())
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
func RefuseChance[S any](rules any, search string) {
	if _, ok := rules.(game.Chancer[S]); ok {
		panic(search + ": the game has events of chance; use textbook.Expect or search/mcts")
	}
}

// find sets *c to the rules if they have the capability C.
func find[C any](rules any, c *C) { *c, _ = rules.(C) }

// Statuser returns the game's own game.Statuser. Without one it returns a Statuser that
// generates moves and discards them; only one goroutine at a time may use it.
func Statuser[S any, M comparable, R game.Rules[S, M]](rules R) game.Statuser[S] {
	if own, ok := any(rules).(game.Statuser[S]); ok {
		return own
	}
	return &byMoves[S, M, R]{rules: rules}
}

type byMoves[S any, M comparable, R game.Rules[S, M]] struct {
	rules R
	moves []M
}

func (b *byMoves[S, M, R]) Status(s *S) (st game.Status) {
	b.moves, st = b.rules.Moves(s, b.moves[:0])
	return st
}

// Fold returns a key that is equal for all images of s, and the index of the image that
// represents them. It asks the game's game.Folder; without one it takes the image of the
// least hash. It overwrites scratch.
func Fold[S any, M comparable, R game.Rules[S, M]](rules R, caps *Set[S, M], s, scratch *S) (key uint64, image int) {
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
