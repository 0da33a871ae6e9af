package draughtsbook

import (
	"cmp"
	_ "embed" // for the books
	"math/bits"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/book"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/games/draughts/draughtsengine"
)

type (
	position = draughts.Position
	move     = draughts.Move
)

// kind implements book.Kind for a variant.
type kind struct{ draughts.Rules }

var _ book.Kind[position, move] = kind{}

// Name returns the name of the variant, as book files record it.
func (k kind) Name() string { return k.String() }

// Size returns 0: the name identifies the board.
func (kind) Size() int { return 0 }

// Game returns the variant as text, including its books.
func (k kind) Game() *engine.Game {
	variant, named := strings.CutPrefix(k.Name(), "draughts:")
	find := draughtsengine.Game
	if !named {
		find, variant = draughtsengine.Checkers, ""
	}
	g, err := find(variant, Offer)
	if err != nil {
		panic(err) // every variant has a game of its name
	}
	return g
}

// Searcher returns generic search with the built-in evaluation.
func (k kind) Searcher(o engine.Options) engine.Searcher[position, move] {
	return draughtsengine.NewSearcher(k.Rules, o)
}

// The packed built-in books; the manifests beside them describe their origin.
var (
	//go:embed checkers.bin
	checkers []byte
	//go:embed international.bin
	international []byte
)

// BuiltIn returns the book of checkers or international draughts. Other variants have none.
func (k kind) BuiltIn() []byte {
	switch k.Variant {
	case draughts.English:
		return checkers
	case draughts.International:
		return international
	}
	return nil
}

// mostMoves is the most moves of a book position: the packed format has a bit per move. Men have at
// most 40 steps, and captures are almost never more numerous.
const mostMoves = 64

// Holds reports whether p has men only. Kings never become men again, and men's
// moves are irreversible, so play never returns to p.
func (k kind) Holds(p *position) bool {
	if p.Kings != 0 || !k.Urgent(p) {
		return p.Kings == 0
	}
	return len(k.NoisyMoves(p, nil)) <= mostMoves
}

// Canonical returns p with the first player to move. Symmetry 1 turns the board
// and swaps the colours. The count of moves without progress is dropped.
func (k kind) Canonical(p *position) (q position, symmetry int) {
	q = *p
	if p.Turn != game.First {
		q, symmetry = k.Turned(p), 1
	}
	return position{Own: q.Own, Opp: q.Opp, Kings: q.Kings, Turn: q.Turn}, symmetry
}

// Image returns the image of m under a symmetry.
func (k kind) Image(_ *position, m move, symmetry int) move {
	if symmetry == 0 {
		return m
	}
	m.Captured, m.From, m.To = k.Turn(m.Captured), k.turned(m.From), k.turned(m.To)
	return m
}

// turned returns sq on the board turned by 180°.
func (k kind) turned(sq draughts.Square) draughts.Square {
	return draughts.Square(bits.TrailingZeros64(k.Turn(1 << (sq & 63))))
}

// Key returns the men of the side to move and of the opponent.
func (kind) Key(q *position) book.Key { return book.Key{q.Own, q.Opp} }

// At returns the position of a key. ok is false for impossible positions.
func (k kind) At(key book.Key) (q position, ok bool) {
	q = position{Own: key[0], Opp: key[1]}
	crowned := q.Own&k.CrownRow(game.First) | q.Opp&k.CrownRow(game.Second)
	ok = q.Own != 0 && q.Own&q.Opp == 0 && (q.Own|q.Opp)&^k.Squares() == 0 && crowned == 0
	return q, ok && k.Holds(&q)
}

// Code returns the index of m among the sorted moves.
func (k kind) Code(p *position, m move) byte { return byte(slices.Index(k.ordered(p), m)) }

// Decode is the inverse of Code.
func (k kind) Decode(p *position, code byte) (m move, ok bool) {
	moves := k.ordered(p)
	if int(code) >= len(moves) {
		return move{}, false
	}
	return moves[code], true
}

// ordered returns the moves of p in code order.
func (k kind) ordered(p *position) []move {
	moves, _ := k.Moves(p, nil)
	slices.SortFunc(moves, byPlace)
	return moves
}

// byPlace orders moves independently of the move generator.
func byPlace(x, y move) int {
	return cmp.Or(cmp.Compare(x.From, y.From), cmp.Compare(x.To, y.To), cmp.Compare(x.Captured, y.Captured))
}

// Rank returns a number that every move increases: the rows that men have advanced, plus Size+1 for
// each captured man. That exceeds the loss by a capture: at most all rows but two of the captured
// man, and two rows that the capturing man may move back.
func (k kind) Rank(p *position) int {
	captured := k.Pieces(new(k.Start())) - k.Pieces(p)
	return k.advanced(p, game.First) + k.advanced(p, game.Second) + captured*(k.Rules.Size()+1)
}

// advanced returns the total number of rows that a side's men have advanced.
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

// Most is the value of twenty men, the most a side can have, and of a win.
func (kind) Most() int { return 2000 }

// Step is a tenth of a man; values are hundredths.
func (kind) Step() int { return 10 }

// Value returns an estimate unchanged and a proven win as Most.
func (k kind) Value(v game.Score) int { return max(-k.Most(), min(int(v), k.Most())) }

// Solved returns false: depth does not show whether a search reached the end of the game.
func (kind) Solved(*position, int, int) bool { return false }

// Offer lets a variant open and build books, its own and the other variants'.
func Offer(r draughts.Rules, spec *engine.Spec[position, move]) {
	var all []book.Kind[position, move]
	for _, v := range []draughts.Variant{draughts.English, draughts.Russian, draughts.International, draughts.Brazilian} {
		all = append(all, Of(draughts.Rules{Variant: v}))
	}
	book.Offer(Of(r), all, spec)
}

// Of returns the book kind of a variant.
func Of(r draughts.Rules) book.Kind[position, move] { return kind{r} }
