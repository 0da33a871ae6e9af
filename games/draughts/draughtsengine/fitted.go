package draughtsengine

import (
	"math/bits"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/games/draughts/draughtsengine/endgame"
)

// Fitted is draughts with an evaluation by features, in hundredths of a man, and optional
// endgame databases. It gambles that without a pending capture a position is worth the sum
// of its features. A network of package network replaces the features: it takes the
// description of positions from Fitted, and the terms of Adjust.
type Fitted struct {
	draughts.Rules
	tables *endgame.Tables // nil without databases
	fresh  *verdicts       // adjusts their values to a game's history; nil for bare positions
}

var (
	_ game.Evaluator[draughts.Position]                 = Fitted{}
	_ game.Featurer[draughts.Position]                  = Fitted{}
	_ game.Bounder[draughts.Position]                   = Fitted{}
	_ game.Gainer[draughts.Position, draughts.Move]     = Fitted{}
	_ engine.Equipper[Fitted]                           = Fitted{}
	_ game.MoveScorer[draughts.Position, draughts.Move] = Fitted{}
)

// The features. Each is a count for the side to move minus that for its opponent.
const (
	men = iota
	kings
	advance     // rows that men have advanced
	seventh     // men one step before their crowning row
	guard       // men on their home row
	centre      // men in the centre
	kingsCentre // kings in the centre
	edge        // men on the edge
	backed      // men with a piece of their side directly behind them
	steps       // moves of men to empty squares
	kingSteps   // empty squares next to kings
	attacked    // pieces that could be captured
	lead        // men plus one and a half times kings, in sixteenths of all pieces
	turn        // the right to move

	features
)

// weights are the values of features in hundredths of a man.
type weights [features]int32

// fitted holds each variant's weights, fitted by logistic regression to the results of self-play
// games at 4 plies after six random moves. They are scaled so that an extra man, with twelve pieces
// on the board, is worth a hundred. docs/measurements.md has the sizes of the samples (go test
// ./games/draughts/draughtsengine -run TestFit -measure -variant 0 -v).
var fitted = [4]weights{
	draughts.English:       {103, 141, -1, 3, 4, -6, -4, 0, 3, 8, -1, -23, -2, 2},
	draughts.Russian:       {140, 275, 0, 38, 22, 11, -40, 1, 9, 13, 7, -32, -30, 4},
	draughts.International: {175, 383, -1, 56, 15, -3, -66, -2, 2, 10, 10, -34, -57, 2},
	draughts.Brazilian:     {143, 292, 2, 35, 19, 3, -52, 0, 11, 14, 10, -36, -32, 5},
}

// With returns f with endgame databases, or without if tables is nil.
func (f Fitted) With(tables *endgame.Tables) Fitted {
	f.tables = tables
	return f
}

// Equip returns f with the databases in o.Endgames.
func (f Fitted) Equip(o engine.Options) Fitted { return f.With(tablesIn(o.Endgames, f.Rules)) }

// Openings returns the ballots of checkers. Other variants have none.
func (f Fitted) Openings() [][]draughts.Move { return f.Ballots() }

// Odds returns initial positions in which one side lacks one or two men.
func (f Fitted) Odds() (all []draughts.Position) {
	start := f.Start()
	for _, men := range [2]uint64{start.Own, start.Opp} {
		for ; men != 0; men &= men - 1 {
			one, others := men&-men, men&(men-1)
			for _, missing := range [2]uint64{one, one | others&-others} {
				s := start
				s.Own, s.Opp = s.Own&^missing, s.Opp&^missing
				all = append(all, s)
			}
		}
	}
	return all
}

// Evaluate returns the evaluation of s by features.
func (f Fitted) Evaluate(s *draughts.Position) game.Score {
	mover, other := sidesOf(boardOf[f.Variant&3], s)
	return f.Adjust(s, game.Score(weigh(&mover, &other, &fitted[f.Variant&3])))
}

// Adjust returns the estimate v of s, by a network or Evaluate, with the terms that make
// the leader in checkers make progress. Positions of kings alone are evaluated by
// features: in 240 of them, with databases of three pieces, a network wins 201 against
// material at depth 6, and the features 235.
func (f Fitted) Adjust(s *draughts.Position, v game.Score) game.Score {
	if f.Variant != draughts.English || s.Kings == 0 {
		return v
	}
	mover, other := sidesOf(boardOf[f.Variant&3], s)
	if s.Kings == s.Own|s.Opp {
		v = game.Score(weigh(&mover, &other, &fitted[f.Variant&3]))
	}
	return game.Score(f.urge(s, &mover, &other, int32(v)))
}

// These terms make the leader in checkers make progress. Without them, in 48
// positions of three to seven kings against two or three, the search by
// features at 4000 nodes a move won 36 against material at depth 6.
const (
	// huntStep is the gain, in hundredths of a man, when a king of the leader
	// comes one step closer to the nearest enemy king.
	huntStep = 4
	// fadePlies is the number of plies without progress at which an evaluation
	// fades to zero. The game is drawn earlier, after two thirds of it.
	fadePlies = 120
)

// urge adjusts the evaluation of a position with kings so that the leader
// approaches a win. It gambles that hunted kings can be forced to exchange.
func (f Fitted) urge(s *draughts.Position, mover, other *sides, v int32) int32 {
	switch ahead := leading(mover, other); {
	case ahead > 0:
		v -= huntStep * mover.hunt()
	case ahead < 0:
		v += huntStep * other.hunt()
	}
	quiet, _ := f.Repetition(s)
	return v * int32(fadePlies-min(quiet, fadePlies)) / fadePlies
}

// hunt returns the total number of steps of the side's kings to the nearest enemy kings.
func (s *sides) hunt() (steps int32) {
	near := s.opp & s.kings
	if near == 0 {
		return 0
	}
	for far := s.own & s.kings; far != 0; far &^= near {
		near |= neighbours(near) & s.squares
		steps += count(far)
	}
	return steps
}

// weigh returns the weighted sum of a position's features.
func weigh(mover, other *sides, w *weights) int32 {
	pieces := 2 * count(mover.own|mover.opp)
	return mover.weigh(w) - other.weigh(w) + w[lead]*(16*leading(mover, other)/max(1, pieces)) + w[turn]
}

// leading returns mover's lead in half men; a king counts three.
func leading(mover, other *sides) int32 {
	all, royal := count(mover.own)-count(other.own), count(mover.own&mover.kings)-count(other.own&other.kings)
	return 2*all + royal
}

// weigh returns the weighted sum of one side's features, without lead and turn.
func (s *sides) weigh(w *weights) int32 {
	own, empty := s.men(), s.empty()
	sum := w[men]*count(own) + w[seventh]*count(own&s.seventh[s.side]) + w[guard]*count(own&s.first[s.side]) +
		w[centre]*count(own&s.centre) + w[edge]*count(own&s.edge) + w[attacked]*count(s.attacked())
	rows := &s.advanced[s.side]
	sum += w[advance] * (count(own&rows[0]) + 2*count(own&rows[1]) + 4*count(own&rows[2]) + 8*count(own&rows[3]))
	left, right := s.ahead(s.own)
	sum += w[backed] * count(own&(left|right))
	left, right = s.ahead(own)
	sum += w[steps] * (count(left&empty) + count(right&empty))
	if royal := s.own & s.kings; royal != 0 {
		sum += w[kings]*count(royal) + w[kingsCentre]*count(royal&s.centre) + w[kingSteps]*count(neighbours(royal)&empty)
	}
	return sum
}

// takenPiece is the score of a move for each piece taken: a quarter of what a search adds at
// most for its history.
const takenPiece = 1 << 11

// ScoreMoves rates captures by the pieces taken, then promotions, then advances of men.
func (f Fitted) ScoreMoves(s *draughts.Position, moves []draughts.Move, scores []int32) {
	b := boardOf[f.Variant&3]
	for i, m := range moves {
		score := takenPiece * (count(m.Captured) + count(m.Captured&s.Kings))
		switch {
		case m.Crowns:
			score += 4
		case s.Kings>>m.From&1 == 0 && b.rows[s.Turn][0]>>m.From&1 == 0:
			score++ // except home-row guards
		}
		scores[i] = score
	}
}

// Gain returns a hundred for each piece captured.
func (Fitted) Gain(_ *draughts.Position, m draughts.Move) game.Score {
	return 100 * game.Score(count(m.Captured))
}

// QuietGain returns half a man.
func (Fitted) QuietGain() game.Score { return 50 }

// Bounds returns the databases' bounds of s, exact if they store distances. In a search, the bounds
// hold for a game in which no position has occurred before s.
func (f Fitted) Bounds(s *draughts.Position) (lower, upper game.Score) {
	if f.tables == nil {
		return -game.Infinity, game.Infinity
	}
	if v, ok := f.tables.Value(s); ok {
		if f.fresh != nil {
			return f.fresh.bounds(f.Rules, f.tables, s, v.Score())
		}
		return v.Score(), v.Score()
	}
	switch outcome, ok := f.tables.Outcome(s); {
	case !ok:
		return -game.Infinity, game.Infinity
	case outcome > 0:
		lower, upper = game.WinIn(game.MaxPlies), game.WinIn(1)
	case outcome < 0:
		lower, upper = game.LossIn(2), game.LossIn(game.MaxPlies)
	}
	if f.fresh != nil {
		return min(lower, 0), max(upper, 0)
	}
	return lower, upper
}

// phasePieces is the number of pieces by which phases of a network differ.
const phasePieces = 4

// FeatureCounts returns the number of features of a network, a man or a king of
// either side on each square, and its phases by the number of pieces.
func (f Fitted) FeatureCounts() (features, phases int) {
	size := boardOf[f.Variant&3].size
	return 4 * 64, size * (size/2 - 1) / phasePieces
}

// Features describes s from a side whose men move up.
func (f Fitted) Features(s *draughts.Position, view game.Player, set []uint64) (phase int) {
	own, opp, kings := s.Of(view), s.Of(view.Other()), s.Kings
	if view == f.Black() {
		own, opp, kings = f.Turn(own), f.Turn(opp), f.Turn(kings)
	}
	set[0], set[1], set[2], set[3] = own&^kings, own&kings, opp&^kings, opp&kings
	_, phases := f.FeatureCounts()
	return min((bits.OnesCount64(own|opp)-1)/phasePieces, phases-1)
}
