package draughtsengine

import (
	"github.com/plywood-go/plywood/engines/draughtsengine/endgame"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/draughts"
)

// Fitted is draughts with an evaluation that weighs features of a position, in
// hundredths of a man, and with databases of its endings.
//
// It gambles that a position with no capture at hand is worth the sum of what stands
// where. Who moves last when men block each other, the opposition, it does not see.
type Fitted struct {
	draughts.Rules
	tables *endgame.Tables // nil means none
}

var (
	_ game.Evaluator[draughts.Position]                 = Fitted{}
	_ game.Bounder[draughts.Position]                   = Fitted{}
	_ game.MoveScorer[draughts.Position, draughts.Move] = Fitted{}
)

// The features. Each is counted for the side to move, less the same of the other.
const (
	men         = iota
	kings       //
	advance     // rows that men have come from their own first one
	seventh     // men a step before the row where they become kings
	guard       // men on their own first row
	centre      // men in the centre
	kingsCentre // kings there
	edge        // men on the edge
	backed      // men with a piece of their own right behind them
	steps       // steps of men to empty squares
	kingSteps   // empty squares next to kings
	attacked    // pieces that could be jumped
	lead        // men and, half as much again, kings, in sixteenths of all pieces
	turn        // the right to move

	features
)

// weights are what features are worth, in hundredths of a man.
type weights [features]int32

// fitted are the weights of the variants. They were fitted by logistic regression to
// the results of games that the engine played against itself to a depth of 4 plies,
// from six random moves on, and scaled so that a man more, with twelve pieces on the
// board, is worth a hundred: 414 210 positions of 5000 games of checkers, 204 131 of
// Russian draughts, as many games of Brazilian and half as many of international. The
// cross-entropy of positions held out is 0.527, 0.480, 0.481 and 0.578. The games were
// played with weights that were guessed; fit anew by
//
//	go test ./engines/draughtsengine -run TestFit -measure -variant 0 -v
var fitted = [4]weights{
	draughts.English:       {103, 141, -1, 3, 4, -6, -4, 0, 3, 8, -1, -23, -2, 2},
	draughts.Russian:       {140, 275, 0, 38, 22, 11, -40, 1, 9, 13, 7, -32, -30, 4},
	draughts.International: {175, 383, -1, 56, 15, -3, -66, -2, 2, 10, 10, -34, -57, 2},
	draughts.Brazilian:     {143, 292, 2, 35, 19, 3, -52, 0, 11, 14, 10, -36, -32, 5},
}

// Evaluate weighs the features of s.
func (f Fitted) Evaluate(s *draughts.Position) game.Score {
	counts, w := f.features(s), &fitted[f.Variant&3]
	sum := int32(0)
	for i, n := range counts {
		sum += n * w[i]
	}
	return game.Score(sum)
}

// features counts those of s.
func (f Fitted) features(s *draughts.Position) (diff [features]int32) {
	mover, other := sidesOf(boards[f.Variant&3], s)
	own, opp := mover.features(), other.features()
	for i := range diff {
		diff[i] = own[i] - opp[i]
	}
	diff[lead] = 16 * (2*diff[men] + 3*diff[kings]) / (2 * count(s.Own|s.Opp))
	diff[turn] = 1
	return diff
}

// features counts those of one side, but for lead and turn.
func (s *sides) features() (n [features]int32) {
	own, royal, empty := s.men(), s.own&s.kings, s.empty()
	n[men], n[kings] = count(own), count(royal)
	rows := s.rows[s.side]
	for row := 1; row < s.size-1; row++ {
		n[advance] += int32(row) * count(own&rows[row])
	}
	n[seventh] = count(own & rows[s.size-2])
	n[guard] = count(own & rows[0])
	n[centre], n[kingsCentre] = count(own&s.centre), count(royal&s.centre)
	n[edge] = count(own & s.edge)
	left, right := s.ahead(s.own)
	n[backed] = count(own & (left | right))
	left, right = s.ahead(own)
	n[steps] = count(left&empty) + count(right&empty)
	n[kingSteps] = count(neighbours(royal) & empty)
	n[attacked] = count(s.attacked())
	return n
}

// ScoreMoves rates captures by how much they take, crownings, and men that advance.
func (f Fitted) ScoreMoves(s *draughts.Position, moves []draughts.Move, scores []int32) {
	b := boards[f.Variant&3]
	for i, m := range moves {
		score := 4 * (count(m.Captured) + count(m.Captured&s.Kings))
		switch {
		case m.Crowns:
			score += 4
		case s.Kings>>m.From&1 == 0 && b.rows[s.Turn][0]>>m.From&1 == 0:
			score++ // but the guard of the first row stays
		}
		scores[i] = score
	}
}

// Bounds returns what the databases hold of s: its value, where they have distances.
func (f Fitted) Bounds(s *draughts.Position) (lower, upper game.Score) {
	if f.tables == nil {
		return -game.Infinity, game.Infinity
	}
	if v, ok := f.tables.Value(s); ok {
		return v.Score(), v.Score()
	}
	switch outcome, ok := f.tables.Outcome(s); {
	case !ok:
		return -game.Infinity, game.Infinity
	case outcome > 0:
		return game.WinIn(game.MaxPlies), game.WinIn(1)
	case outcome < 0:
		return game.LossIn(2), game.LossIn(game.MaxPlies)
	}
	return 0, 0
}
