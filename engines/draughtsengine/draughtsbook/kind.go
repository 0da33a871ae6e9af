package draughtsbook

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/book"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engines/draughtsengine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/search"
)

type (
	position = draughts.Position
	move     = draughts.Move
)

// kind is a variant as its books see it.
type kind struct{ draughts.Rules }

var _ book.Kind[position, move] = kind{}

// Name returns the name of the variant, by which files tell it.
func (k kind) Name() string { return k.String() }

// Size returns 0: the name says all.
func (kind) Size() int { return 0 }

// Game returns the variant as text, with its books.
func (k kind) Game() *engine.Game {
	variant, named := strings.CutPrefix(k.Name(), "draughts:")
	find := draughtsengine.Game
	if !named {
		find, variant = draughtsengine.Checkers, ""
	}
	g, err := find(variant, Offer)
	if err != nil {
		panic(err) // a variant has a game by its name
	}
	return g
}

// Searcher returns the generic search with the evaluation that the program carries.
func (k kind) Searcher(o engine.Options) engine.Searcher[position, move] {
	return search.New(draughtsengine.Learned(k.Rules).Equip(o), o.Options)
}

// BuiltIn returns nil: the program has no book of draughts.
func (kind) BuiltIn() []byte { return nil }

// mostMoves is the greatest number of moves of a position in a book: in the packed
// form each has a bit. Men have 40 steps at most, and hardly ever more captures.
const mostMoves = 64

// Holds reports whether there are men alone. No move makes a man of a king, so that
// none leads back, and every move of a man is one that cannot be taken back.
func (k kind) Holds(p *position) bool {
	if p.Kings != 0 || !k.Urgent(p) {
		return p.Kings == 0
	}
	return len(k.NoisyMoves(p, nil)) <= mostMoves
}

// Canonical returns p seen so that the first player is to move: symmetry 1 turns the
// board and exchanges the colours. How long nothing has happened is forgotten.
func (k kind) Canonical(p *position) (q position, symmetry int) {
	q = *p
	if p.Turn != game.First {
		q, symmetry = k.Turned(p), 1
	}
	return position{Own: q.Own, Opp: q.Opp, Kings: q.Kings, Turn: q.Turn}, symmetry
}

// Image returns m as it is in the image of a position.
func (k kind) Image(_ *position, m move, symmetry int) move {
	if symmetry == 0 {
		return m
	}
	m.Captured, m.From, m.To = k.Turn(m.Captured), k.turned(m.From), k.turned(m.To)
	return m
}

// turned returns a square with the board turned by half a circle.
func (k kind) turned(sq draughts.Square) draughts.Square {
	return draughts.Square(bits.TrailingZeros64(k.Turn(1 << (sq & 63))))
}

// Key returns the men of the side to move and those of the other.
func (kind) Key(q *position) book.Key { return book.Key{q.Own, q.Opp} }

// At refuses what no position of men can be.
func (k kind) At(key book.Key) (q position, ok bool) {
	q = position{Own: key[0], Opp: key[1]}
	crowned := q.Own&k.CrownRow(game.First) | q.Opp&k.CrownRow(game.Second)
	ok = q.Own != 0 && q.Own&q.Opp == 0 && (q.Own|q.Opp)&^k.Squares() == 0 && crowned == 0
	return q, ok && k.Holds(&q)
}

// Code returns the place of m among the moves, in the order of the squares where they
// begin and end, and of what they capture.
func (k kind) Code(p *position, m move) byte { return byte(slices.Index(k.ordered(p), m)) }

// Decode is the inverse of Code.
func (k kind) Decode(p *position, code byte) (m move, ok bool) {
	moves := k.ordered(p)
	if int(code) >= len(moves) {
		return move{}, false
	}
	return moves[code], true
}

// ordered returns the moves of p in the order of their codes.
func (k kind) ordered(p *position) []move {
	moves, _ := k.Moves(p, nil)
	slices.SortFunc(moves, byPlace)
	return moves
}

// byPlace is an order of moves that does not hang on how they are generated.
func byPlace(x, y move) int {
	return cmp.Or(cmp.Compare(x.From, y.From), cmp.Compare(x.To, y.To), cmp.Compare(x.Captured, y.Captured))
}

// Rank counts the rows that men have come from their own first one, and for each man
// captured one more than are lost by that: those that it had come, at most all but two,
// and the two that the man which captures may go back.
func (k kind) Rank(p *position) int {
	captured := k.Pieces(new(k.Start())) - k.Pieces(p)
	return k.advanced(p, game.First) + k.advanced(p, game.Second) + captured*(k.Rules.Size()+1)
}

// advanced sums how many rows the men of a side have come.
func (k kind) advanced(p *position, side game.Player) (rows int) {
	last := k.Rules.Size() - 1
	for row := range k.Rules.Size() {
		come := row
		if k.CrownRow(side) == k.Row(0) {
			come = last - row
		}
		rows += come * bits.OnesCount64(p.Of(side)&k.Row(row))
	}
	return rows
}

// Pieces returns the number of men.
func (kind) Pieces(p *position) int { return bits.OnesCount64(p.Own | p.Opp) }

// Most is the worth of twenty men, all that a side can have; so much is a win, too.
func (kind) Most() int { return 2000 }

// Step is a tenth of a man, of which values are hundredths.
func (kind) Step() int { return 10 }

// Value returns an estimate as it is. A win that is proven is worth Most.
func (k kind) Value(v game.Score) int { return max(-k.Most(), min(int(v), k.Most())) }

// Solved reports false: how deep a search went does not tell whether it saw the end.
func (kind) Solved(*position, int, int) bool { return false }
