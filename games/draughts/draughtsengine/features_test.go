package draughtsengine_test

import (
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/games/draughts/draughtsengine"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/kit/gametest"
)

// TestFeatures checks that both sides see the board alike, and that each piece
// is a feature.
func TestFeatures(t *testing.T) {
	random := seeded.Rand(t, 1)
	for v := range draughts.Variant(4) {
		r := draughtsengine.Fitted{Rules: draughts.Rules{Variant: v}}
		t.Run(fmt.Sprint(r), func(t *testing.T) {
			gametest.Test(t, r, gametest.Config[draughts.Position, draughts.Move]{Games: 1})
			s := r.Start()
			for range 60 {
				moves, status := r.Moves(&s, nil)
				if status.Over() {
					break
				}
				turned := r.Turned(&s)
				for view := range game.Player(2) {
					var a, b [4]uint64
					r.Features(&s, view, a[:])
					r.Features(&turned, view.Other(), b[:])
					count := 0
					for _, word := range a {
						count += bits.OnesCount64(word)
					}
					if !slices.Equal(a[:], b[:]) || count != bits.OnesCount64(s.Own|s.Opp) {
						t.Fatalf("%s: %x in one view, %x in the other", r.FormatPosition(&s), a, b)
					}
				}
				r.Play(&s, &s, moves[random.IntN(len(moves))])
			}
		})
	}
}

// TestOdds checks that one side lacks one or two men in each position with odds, and each side in
// half of them.
func TestOdds(t *testing.T) {
	for v := range draughts.Variant(4) {
		r := draughtsengine.Fitted{Rules: draughts.Rules{Variant: v}}
		start, lacking := r.Start(), [2][3]int{}
		for _, s := range r.Odds() {
			own, opp := bits.OnesCount64(start.Own&^s.Own), bits.OnesCount64(start.Opp&^s.Opp)
			if s.Own&^start.Own|s.Opp&^start.Opp|s.Kings != 0 || s.Turn != start.Turn || own > 2 || opp > 2 || (own == 0) == (opp == 0) {
				t.Fatalf("%v: %s", r, r.FormatPosition(&s))
			}
			lacking[0][own]++
			lacking[1][opp]++
		}
		men := bits.OnesCount64(start.Own)
		if want := [3]int{2 * men, men + 1, men - 1}; lacking != [2][3]int{want, want} {
			t.Errorf("%v: %v positions, want %v", r, lacking, want)
		}
	}
}
