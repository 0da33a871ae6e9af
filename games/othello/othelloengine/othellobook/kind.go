// Package othellobook implements opening books for Othello on top of package
// [book], and contains the built-in book.
package othellobook

import (
	_ "embed" // for the book
	"fmt"
	"math/bits"
	"strconv"

	"github.com/plywood-go/plywood/book"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othelloengine"
	"github.com/plywood-go/plywood/internal/asset"
)

// Offer lets the game on the board of r open and build books.
func Offer(r othello.Rules, spec *othelloengine.Spec) {
	var all []book.Kind[othello.Position, othello.Move]
	for _, size := range []int{8, 6, 4} {
		board, _ := othello.Sized(size)
		all = append(all, Of(board))
	}
	book.Offer(Of(r), all, spec)
}

// Of returns the kind of books on the board of r.
func Of(r othello.Rules) book.Kind[othello.Position, othello.Move] { return kind{r} }

// kind implements book.Kind for Othello. Values are in discs.
type kind struct{ othello.Rules }

func (k kind) Name() string {
	if k.Size() == 8 {
		return "othello"
	}
	return fmt.Sprintf("othello:%d", k.Size())
}

func (k kind) Game() *engine.Game {
	g, err := othelloengine.Game(strconv.Itoa(k.Size()), Offer)
	if err != nil {
		panic(err) // rules have a size
	}
	return g
}

func (k kind) Searcher(o engine.Options) engine.Searcher[othello.Position, othello.Move] {
	return othelloengine.NewSearcher(k.Rules, o)
}

// builtIn is the packed book for the 8×8 board. builtin.json describes its origin.
//
//go:embed builtin.bin
var builtIn []byte

func (k kind) BuiltIn() []byte {
	if k.Size() != 8 {
		return nil
	}
	return asset.Load("games/othello/othelloengine/othellobook/builtin.bin", builtIn)
}

func (kind) Holds(*othello.Position) bool { return true }

// Canonical returns the smallest image with Black to move.
func (k kind) Canonical(p *othello.Position) (q othello.Position, symmetry int) {
	_, symmetry = k.Fold(p)
	k.Rules.Image(&q, p, othello.Pass, symmetry)
	q.Turn = othello.Black
	return q, symmetry
}

func (k kind) Image(p *othello.Position, m othello.Move, symmetry int) othello.Move {
	var q othello.Position
	image, _ := k.Rules.Image(&q, p, m, symmetry)
	return image
}

func (kind) Key(q *othello.Position) book.Key { return book.Key{q.Own, q.Opp} }

func (k kind) At(key book.Key) (othello.Position, bool) {
	p := othello.Position{Own: key[0], Opp: key[1]}
	if p.Own&p.Opp != 0 || (p.Own|p.Opp)&^k.Board() != 0 || p.Own|p.Opp == 0 {
		return p, false
	}
	q, _ := k.Canonical(&p)
	return p, p == q
}

func (kind) Code(_ *othello.Position, m othello.Move) byte { return byte(m) }

func (k kind) Decode(_ *othello.Position, code byte) (othello.Move, bool) {
	return othello.Move(code), true // the caller checks whether the move is legal
}

// Rank returns the number of discs, which grows by one per move.
func (k kind) Rank(p *othello.Position) int { return k.Pieces(p) }
func (kind) Pieces(p *othello.Position) int { return bits.OnesCount64(p.Own | p.Opp) }
func (kind) Most() int                      { return mostDiscs }
func (kind) Step() int                      { return 1 }
func (kind) Value(v game.Score) int {
	if n, ok := v.Points(); ok {
		return n
	}
	return int(min(max(v, -mostDiscs), mostDiscs))
}

// mostDiscs is the largest value on any board.
const mostDiscs = 64

func (k kind) Solved(p *othello.Position, depth, confidence int) bool {
	return depth >= k.Empties(p) && confidence == 100
}
