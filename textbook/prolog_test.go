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
type prolog struct {
	gametest.Wild
	max     game.Player
	statics int // how often staticval was called
}

// place is a position, the move that led there, and its distances to the root and the horizon.
type place struct {
	state      gametest.WildState
	move       gametest.WildMove
	ply, depth int
}

type bound struct {
	pos place
	val game.Score
}

func (p *prolog) moves(pos place) (list []place) {
	if pos.depth == 0 {
		return nil
	}
	moves, _ := p.Moves(&pos.state, nil)
	for _, m := range moves {
		next := place{move: m, ply: pos.ply + 1, depth: pos.depth - 1}
		p.Play(&next.state, &pos.state, m)
		list = append(list, next)
	}
	return list
}

// static is the value by textbook.Points.
func (p *prolog) static(pos place) game.Score {
	p.statics++
	v, status := p.Evaluate(&pos.state), p.Status(&pos.state)
	if n, ok := status.Margin(); ok {
		v = game.Score(n)
	} else if status.Over() {
		v = status.Score().Later(pos.ply)
	}
	if p.minToMove(pos) {
		return -v
	}
	return v
}

func (p *prolog) maxToMove(pos place) bool { return p.ToMove(&pos.state) == p.max }
func (p *prolog) minToMove(pos place) bool { return !p.maxToMove(pos) }
func (p *prolog) leaf(pos place) bound     { return bound{val: p.static(pos)} }
func only(pos place, v game.Score) bound   { return bound{pos, v} }

// minimax, best and betterOf are figure 15.3.
func (p *prolog) minimax(pos place) bound {
	if list := p.moves(pos); len(list) > 0 {
		return p.best(list)
	}
	return p.leaf(pos)
}

func (p *prolog) best(list []place) bound {
	v1 := p.minimax(list[0]).val
	if len(list) == 1 {
		return only(list[0], v1)
	}
	rest := p.best(list[1:])
	return p.betterOf(only(list[0], v1), rest)
}

func (p *prolog) betterOf(a, b bound) bound {
	if p.minToMove(a.pos) && a.val > b.val {
		return a
	}
	if p.maxToMove(a.pos) && a.val < b.val {
		return a
	}
	return b
}

// alphaBeta, boundedBest, goodEnough and newBounds are figure 15.5.
func (p *prolog) alphaBeta(pos place, alpha, beta game.Score) bound {
	if list := p.moves(pos); len(list) > 0 {
		return p.boundedBest(list, alpha, beta)
	}
	return p.leaf(pos)
}

func (p *prolog) boundedBest(list []place, alpha, beta game.Score) bound {
	v := p.alphaBeta(list[0], alpha, beta).val
	return p.goodEnough(list[1:], alpha, beta, only(list[0], v))
}

func (p *prolog) goodEnough(list []place, alpha, beta game.Score, a bound) bound {
	if len(list) == 0 || p.minToMove(a.pos) && a.val > beta || p.maxToMove(a.pos) && a.val < alpha {
		return a
	}
	newAlpha, newBeta := p.newBounds(alpha, beta, a)
	rest := p.boundedBest(list, newAlpha, newBeta)
	return p.betterOf(a, rest)
}

func (p *prolog) newBounds(alpha, beta game.Score, a bound) (newAlpha, newBeta game.Score) {
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
		root := place{state: s, depth: depth}
		for _, a := range []textbook.Algorithm{textbook.BratkoMinimax, textbook.BratkoAlphaBeta} {
			p := &prolog{Wild: w, max: w.ToMove(&s)}
			want := p.minimax(root)
			if a == textbook.BratkoAlphaBeta {
				p.statics = 0
				want = p.alphaBeta(root, -game.Infinity, game.Infinity)
			}
			got := textbook.Run(t.Context(), a, w, &s, depth, textbook.Options{Scoring: textbook.Points})
			if got.Value != want.val || got.PV[0] != want.pos.move || got.Leaves != p.statics {
				t.Fatalf("%s, %+v, depth %d: got %v by %v, %d leaves, want %v by %v, %d",
					a, w, depth, got.Value, got.PV[0], got.Leaves, want.val, want.pos.move, p.statics)
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
