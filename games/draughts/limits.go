package draughts

import (
	"math"
	"math/bits"
	"slices"

	"github.com/plywood-go/plywood/game"
)

// # Draws
//
// A game is drawn when a position occurs for the third time with the same side to move, and when a
// side that should win does not within a limit of moves. A position has counters of how long these
// conditions have lasted. They are not part of its hash, text or value: values ignore the limits,
// which only end games.

// Limit is a rule that ends a game in a draw.
type Limit uint8

// The limits. [Limit.Moves] returns the number of moves each side may make.
const (
	NoLimit Limit = iota
	// NoProgress: no man has moved and no piece was captured.
	NoProgress
	// ThreeAgainstOne: three pieces including a king against a lone king.
	ThreeAgainstOne
	// TwoAgainstOne: two pieces including a king, or one king, against a lone king.
	TwoAgainstOne
	// ThreeKings: three kings or more against a lone king.
	ThreeKings
	// MainRoad: three pieces against a lone king on the diagonal a1-h8.
	MainRoad
	// FewPieces, SomePieces and MorePieces: both sides have a king, there are 2
	// or 3, 4 or 5, 6 or 7 pieces, and none was captured or crowned.
	FewPieces
	SomePieces
	MorePieces
	// Endings: two kings against one or two, or against a king and a man, or one
	// king against a king, or against a king and a man.
	Endings

	limits
)

// limitMoves holds the moves of each side after which a limit ends the game, 0 if the variant does
// not have it. Sources: World Checkers/Draughts Federation, rules of draughts, definition of a draw
// (English); Fédération Mondiale du Jeu de Dames, annex 1, articles 6.2 to 6.4 (international), and
// rules of draughts-64, article 7.2 (Russian); Confederação Brasileira de Jogo de Damas, official
// rules (Brazilian).
var limitMoves = [len(variants)][limits]int{
	English: {NoProgress: 40},
	Russian: {
		NoProgress: 15, ThreeKings: 15, MainRoad: 5, FewPieces: 5, SomePieces: 30, MorePieces: 60,
	},
	International: {NoProgress: 25, ThreeAgainstOne: 16, TwoAgainstOne: 5},
	Brazilian:     {NoProgress: 20, Endings: 5},
}

// Moves returns how many moves of each side the limit allows in a variant, 0 if
// the variant does not have it.
func (l Limit) Moves(v Variant) int { return limitMoves[v&3][l] }

// String returns the name of the limit.
func (l Limit) String() string {
	return [limits]string{
		NoLimit: "no limit", NoProgress: "no progress", ThreeAgainstOne: "three pieces against a king",
		TwoAgainstOne: "two pieces against a king", ThreeKings: "three kings against one",
		MainRoad: "a king on the main road", FewPieces: "three pieces", SomePieces: "five pieces", MorePieces: "seven pieces",
		Endings: "a drawn ending",
	}[l]
}

// counts holds a position's counters in plies.
type counts struct {
	quiet  uint16 // since the last capture or man's move
	ending uint8  // since the current limit's condition began, at most 255
	road   uint8  // since MainRoad's condition began, at most 255
}

// mostEnding is the largest number of pieces under a limit.
const mostEnding = 7

// clock sets the counters of the position after m in src.
func (r Rules) clock(dst *counts, src *Position, m Move, after *Position) {
	*dst = counts{}
	if m.Captured == 0 && src.Kings>>m.From&1 != 0 {
		dst.quiet = src.quiet + 1 - src.quiet/math.MaxUint16
	}
	if m.Captured != 0 || r.Variant == English || bits.OnesCount64(after.Own|after.Opp) > mostEnding {
		return
	}
	if l := r.under(after); l != NoLimit && l == r.under(src) && (r.Variant != Russian || !m.Crowns) {
		dst.ending = more(src.ending)
	}
	if r.Variant == Russian && onRoad(after) && onRoad(src) {
		dst.road = more(src.road)
	}
}

// more increments a counter up to its maximum.
func more(n uint8) uint8 { return n + 1 - n/math.MaxUint8 }

// under returns the limit, other than NoProgress and MainRoad, whose condition
// the pieces of s meet, or NoLimit.
func (r Rules) under(s *Position) Limit {
	a, b := force(s.Own, s.Kings), force(s.Opp, s.Kings)
	if a.pieces < b.pieces {
		a, b = b, a
	}
	lone := b == pieces{1, 1} // the weaker side has only a king
	switch {
	case b.kings == 0 || a.kings == 0 || a.pieces+b.pieces > mostEnding:
	case r.Variant == International && lone && a.pieces == 3:
		return ThreeAgainstOne
	case r.Variant == International && lone && a.pieces <= 2:
		return TwoAgainstOne
	case r.Variant == Brazilian && a.pieces <= 2:
		if a.kings < a.pieces && b.kings < b.pieces {
			return NoLimit // a king and a man on either side
		}
		return Endings
	case r.Variant == Russian && lone && a.kings == a.pieces && a.kings >= 3:
		return ThreeKings
	case r.Variant == Russian:
		return [mostEnding + 1]Limit{2: FewPieces, 3: FewPieces, 4: SomePieces, 5: SomePieces, 6: MorePieces, 7: MorePieces}[a.pieces+b.pieces]
	}
	return NoLimit
}

// pieces counts a side's pieces and kings.
type pieces struct{ pieces, kings int }

func force(own, kings uint64) pieces {
	return pieces{bits.OnesCount64(own), bits.OnesCount64(own & kings)}
}

// mainRoad is the diagonal a1-h8 of the 8×8 board.
var mainRoad = small.rays[3][38] | 1<<38

// onRoad reports whether one side has a lone king on the main road and the
// other has three pieces including a king.
func onRoad(s *Position) bool {
	a, b := s.Own, s.Opp
	if bits.OnesCount64(a) < bits.OnesCount64(b) {
		a, b = b, a
	}
	return bits.OnesCount64(a) == 3 && bits.OnesCount64(b) == 1 && b&s.Kings&mainRoad != 0 && a&s.Kings != 0
}

// Limit returns the number of plies since the count of the limit reached at s began, and the
// result of the game. The number is 0 if no limit is reached.
func (r Rules) Limit(s *Position) (plies int, value game.Status) {
	_, plies = r.Limited(s)
	return plies, game.Draw
}

// LimitName returns the name of the limit reached at s, or "".
func (r Rules) LimitName(s *Position) string {
	if l, _ := r.Limited(s); l != NoLimit {
		return l.String()
	}
	return ""
}

// Limited returns the limit reached at s and the number of plies since its count began, or
// NoLimit and 0.
func (r Rules) Limited(s *Position) (Limit, int) {
	if s.counts == (counts{}) {
		return NoLimit, 0
	}
	for _, c := range [...]struct {
		limit Limit
		plies uint16
	}{{r.under(s), uint16(s.ending)}, {MainRoad, uint16(s.road)}, {NoProgress, s.quiet}} {
		if moves := c.limit.Moves(r.Variant); moves > 0 && int(c.plies) >= 2*moves {
			return c.limit, int(c.plies)
		}
	}
	return NoLimit, 0
}

// Patience returns a lower bound on the number of plies from s until a limit
// can be reached. A forced end of the game within that number precedes any draw
// by a limit. The result is 0 or less if a limit is reached.
func (r Rules) Patience(s *Position) (plies int) {
	plies = 2*NoProgress.Moves(r.Variant) - int(s.quiet)
	now := r.under(s)
	for l := NoProgress + 1; l < limits; l++ {
		moves, lasted := l.Moves(r.Variant), -1 // the count starts at 0 after the next move at the earliest
		switch {
		case moves == 0:
			continue
		case l == now:
			lasted = int(s.ending)
		case l == MainRoad && onRoad(s):
			lasted = int(s.road)
		}
		plies = min(plies, 2*moves-lasted)
	}
	return plies
}

// Repetition returns the plies since the last capture or man's move, both of
// which are irreversible.
func (Rules) Repetition(s *Position) (plies int, value game.Status) {
	return int(s.quiet), game.Draw
}

// Occurrences returns 3: a position is drawn when it occurs for the third time.
func (Rules) Occurrences() int { return 3 }

// Route returns the squares where the piece of m, a legal move of s, stops, including the first and
// the last. If several routes exist it returns one. A flying king that continues in its direction
// stops right behind the captured piece, as in PDN.
func (r Rules) Route(s *Position, m Move) []Square {
	w := r.way(s, m)
	w.find()
	return w.stops
}

// passes reports whether m can be played along the squares by, in order. If
// exact is true, the route must have no other stops.
func (r Rules) passes(s *Position, m Move, by []Square, exact bool) bool {
	w := r.way(s, m)
	w.by, w.exact = by, exact
	return w.find()
}

// way searches for a route of a move.
type way struct {
	*variant
	move   Move
	empty  uint64 // includes the start square of the piece
	crown  uint64
	king   bool     // the piece starts as a king
	steps  []int    // directions of its jumps while it does not fly
	by     []Square // squares to pass between the first and the last
	exact  bool     // no other stops are allowed
	stops  []Square
	failed map[stage]bool
}

// stage is a state of the search: the square of the piece, the pieces captured,
// and the number of required squares passed.
type stage struct {
	captured uint64
	at       Square
	flies    bool
	passed   int
}

func (r Rules) way(s *Position, m Move) way {
	t := r.taking(s, nil)
	king := s.Kings>>m.From&1 != 0
	w := way{
		variant: t.variant, move: m, empty: t.empty | 1<<m.From, crown: t.crown,
		king: king, steps: t.men, stops: []Square{m.From}, failed: map[stage]bool{},
	}
	if king {
		w.steps = directions[:]
	}
	return w
}

// find searches for a route of the move and reports whether there is one.
func (w *way) find() bool {
	if w.move.Captured == 0 {
		w.stops = append(w.stops, w.move.To)
		return len(w.by) == 0
	}
	return w.goOn(stage{at: w.move.From, flies: w.king && w.flying})
}

// goOn plays the rest of the move.
func (w *way) goOn(from stage) bool {
	if w.failed[from] {
		return false
	}
	for i, d := range directions {
		piece, behind := w.over(from, i, d)
		if piece&w.move.Captured&^from.captured == 0 {
			continue
		}
		for to := step(piece, d) & behind; to != 0; to = step(to, d) & behind {
			at := stage{from.captured | piece, Square(bits.TrailingZeros64(to)), from.flies || w.crowns && to&w.crown != 0, from.passed}
			w.stops = append(w.stops, at.at)
			if w.stop(&at) {
				return true
			}
			w.stops = w.stops[:len(w.stops)-1]
		}
	}
	w.failed[from] = true
	return false
}

// stop continues from a square that a jump has reached, or ends the move there.
func (w *way) stop(at *stage) bool {
	if at.captured == w.move.Captured {
		crowns := !w.king && (w.crowns && at.flies || w.crown>>at.at&1 != 0)
		return at.at == w.move.To && crowns == w.move.Crowns && at.passed == len(w.by)
	}
	if at.passed < len(w.by) && w.by[at.passed] == at.at {
		at.passed++
	} else if w.exact {
		return false
	}
	return w.goOn(*at)
}

// over returns the next piece in a direction that can be jumped, or 0, and the
// squares behind it where the jump can end.
func (w *way) over(from stage, i, d int) (piece, behind uint64) {
	switch {
	case from.flies:
		if _, piece = w.slide(from.at, i, ^w.empty); piece != 0 {
			behind, _ = w.slide(Square(bits.TrailingZeros64(piece)), i, ^w.empty)
		}
	case slices.Contains(w.steps, d):
		piece = step(1<<from.at, d) &^ w.empty
		behind = step(piece, d) & w.empty
	}
	return piece, behind
}
