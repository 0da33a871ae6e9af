package textbook_test

import (
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/kit/gametest"
	"github.com/plywood-go/plywood/textbook"
)

// prolog is a second version of Bratko's two programs, clause by clause. A
// predicate that binds variables returns them; a disjunction is tried from
// left to right.
type prolog[P any] struct {
	textbook.Relation[P]
	statics int // how often staticval was called
}

type bound[P any] struct {
	pos P
	val game.Score
}

func (p *prolog[P]) moves(pos P) []P           { return p.Successors(&pos, nil) }
func (p *prolog[P]) minToMove(pos P) bool      { return !p.MaxToMove(&pos) }
func (p *prolog[P]) maxToMove(pos P) bool      { return p.MaxToMove(&pos) }
func (p *prolog[P]) static(pos P) game.Score   { p.statics++; return p.Value(&pos) }
func (p *prolog[P]) leaf(pos P) (b bound[P])   { b.val = p.static(pos); return b }
func only[P any](pos P, v game.Score) bound[P] { return bound[P]{pos, v} }

// minimax, best and betterOf are figure 15.3.
func (p *prolog[P]) minimax(pos P) bound[P] {
	if list := p.moves(pos); len(list) > 0 {
		return p.best(list)
	}
	return p.leaf(pos)
}

func (p *prolog[P]) best(list []P) bound[P] {
	v1 := p.minimax(list[0]).val
	if len(list) == 1 {
		return only(list[0], v1)
	}
	rest := p.best(list[1:])
	return p.betterOf(only(list[0], v1), rest)
}

func (p *prolog[P]) betterOf(a, b bound[P]) bound[P] {
	if p.minToMove(a.pos) && a.val > b.val {
		return a
	}
	if p.maxToMove(a.pos) && a.val < b.val {
		return a
	}
	return b
}

// alphaBeta, boundedBest, goodEnough and newBounds are figure 15.5.
func (p *prolog[P]) alphaBeta(pos P, alpha, beta game.Score) bound[P] {
	if list := p.moves(pos); len(list) > 0 {
		return p.boundedBest(list, alpha, beta)
	}
	return p.leaf(pos)
}

func (p *prolog[P]) boundedBest(list []P, alpha, beta game.Score) bound[P] {
	v := p.alphaBeta(list[0], alpha, beta).val
	return p.goodEnough(list[1:], alpha, beta, only(list[0], v))
}

func (p *prolog[P]) goodEnough(list []P, alpha, beta game.Score, a bound[P]) bound[P] {
	if len(list) == 0 || p.minToMove(a.pos) && a.val > beta || p.maxToMove(a.pos) && a.val < alpha {
		return a
	}
	newAlpha, newBeta := p.newBounds(alpha, beta, a)
	rest := p.boundedBest(list, newAlpha, newBeta)
	return p.betterOf(a, rest)
}

func (p *prolog[P]) newBounds(alpha, beta game.Score, a bound[P]) (newAlpha, newBeta game.Score) {
	if p.minToMove(a.pos) && a.val > alpha {
		return a.val, beta
	}
	if p.maxToMove(a.pos) && a.val < beta {
		return alpha, a.val
	}
	return alpha, beta
}

// TestBratkoAsPrinted compares both programs with the clauses: the value, the
// best successor, which is the last of equals, and the number of static
// evaluations.
func TestBratkoAsPrinted(t *testing.T) {
	for seed := range uint64(1000) {
		w := gametest.Wild{Seed: seed, Width: 4, Length: 7, Spread: 1 + game.Score(seed%3), Margins: true}
		s := w.Start()
		depth := 1 + int(seed%6)
		relation, root := textbook.Relate(w, &s, depth, textbook.Points)
		for _, a := range []textbook.Algorithm{textbook.BratkoMinimax, textbook.BratkoAlphaBeta} {
			p := &prolog[textbook.Place[gametest.WildState, gametest.WildMove]]{Relation: relation}
			want := p.minimax(root)
			if a == textbook.BratkoAlphaBeta {
				p.statics = 0
				want = p.alphaBeta(root, -game.Infinity, game.Infinity)
			}
			got := textbook.Run(t.Context(), a, w, &s, depth, textbook.Options{Scoring: textbook.Points})
			if got.Value != want.val || got.PV[0] != want.pos.Move || got.Leaves != p.statics {
				t.Fatalf("%s, %+v, depth %d: got %v by %v, %d leaves, want %v by %v, %d",
					a, w, depth, got.Value, got.PV[0], got.Leaves, want.val, want.pos.Move, p.statics)
			}
		}
	}
}

// TestSeemingEquals has Bratko's alpha-beta cut at the bound and fail hard:
// then a bound may equal the best value, and its move must not be taken as the
// best.
func TestSeemingEquals(t *testing.T) {
	for w, s := range wilds(t, 150) {
		w.Spread, w.Margins = 1, true
		depth := 1 + int(w.Seed%5)
		for i, o := range []textbook.Options{{Cut: textbook.AtBound}, {Hard: true}, {Cut: textbook.AtBound, Hard: true}} {
			o.Scoring = textbook.Points
			j := judgement{w: w, scoring: textbook.Points}
			got := textbook.Run(t.Context(), textbook.BratkoAlphaBeta, w, &s, depth, o)
			if want := j.bestMoves(&s, depth)[0]; got.PV[0] != want {
				t.Fatalf("%d: %+v, depth %d: got move %v, want %v", i, w, depth, got.PV[0], want)
			}
		}
	}
}
