package draughtsengine

import (
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engines/draughtsengine/draughtspatterns"
	"github.com/plywood-go/plywood/engines/draughtsengine/endgame"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/draughts"
)

// Fitted is draughts with an evaluation that weighs patterns or features of a position,
// in hundredths of a man, and with databases of its endings.
//
// It gambles that a position with no capture at hand is worth the sum of what stands
// where. In checkers patterns make 64 % of the points against features at 1500 nodes a
// move, and take no longer, in Russian draughts 53 % and in Brazilian 57; see
// docs/strength.md.
type Fitted struct {
	draughts.Rules
	tables   *endgame.Tables              // nil means none
	fresh    *verdicts                    // what they say of games; nil means of positions
	patterns *draughtspatterns.Evaluation // nil means that features are weighed
	carried  bool                         // patterns are those that the program carries, not unpacked yet
}

// Learned returns draughts with the evaluation by patterns that the program carries
// for it, if there is one.
func Learned(r draughts.Rules) Fitted { return packed(r).unpacked() }

// packed is Learned before its patterns are needed: to unpack them takes longer than
// most of what the program is asked.
func packed(r draughts.Rules) Fitted { return Fitted{Rules: r, carried: true} }

// unpacked returns f with its patterns at hand.
func (f Fitted) unpacked() Fitted {
	if f.carried {
		f.patterns, f.carried = draughtspatterns.Default(f.Rules), false
	}
	return f
}

// Weighing returns draughts with an evaluation by patterns; nil means by features.
func (f Fitted) Weighing(e *draughtspatterns.Evaluation) Fitted {
	f.patterns, f.carried = e, false
	return f
}

var (
	_ game.Evaluator[draughts.Position]                 = Fitted{}
	_ game.Bounder[draughts.Position]                   = Fitted{}
	_ engine.Equipper[Fitted]                           = Fitted{}
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

// With returns draughts with databases of its endings; nil means none.
func (f Fitted) With(tables *endgame.Tables) Fitted {
	f.tables = tables
	return f
}

// Equip returns draughts with its patterns unpacked and the databases of the endings
// that o names.
func (f Fitted) Equip(o engine.Options) Fitted {
	return f.unpacked().With(tablesIn(o.Endgames, f.Rules))
}

// Evaluate weighs the patterns or features of s. In checkers the kings of the side that
// leads are worth more near those of the other, and all is worth less the longer nothing
// has happened.
func (f Fitted) Evaluate(s *draughts.Position) game.Score {
	mover, other := sidesOf(boards[f.Variant&3], s)
	patterns := f.patterns
	if f.carried {
		patterns = draughtspatterns.Default(f.Rules)
	}
	var v int32
	if patterns != nil {
		v = learned(patterns, &mover, &other)
	} else {
		v = weigh(&mover, &other, &fitted[f.Variant&3])
	}
	if f.Variant == draughts.English && s.Kings != 0 {
		v = f.urge(s, &mover, &other, v)
	}
	return game.Score(v)
}

// What makes a side that leads get on with it, in checkers. Of 48 positions of three
// to seven kings against two or three, against material at depth 6, the search won 36
// at 4000 nodes a move, and let kings stand in their corners in the others until the
// game was drawn; it wins them all with these:
//
//	go test ./engines/draughtsengine -run TestTechnique -measure -v
const (
	// huntStep is what a king of the side that leads gains by a step towards the
	// nearest king of the other, in hundredths of a man.
	huntStep = 4
	// fadePlies is how many plies without progress would make an evaluation fade to
	// nothing. The game is drawn before that, after two thirds.
	fadePlies = 120
)

// urge returns an evaluation of a position with kings so that the side which leads
// gets nearer to a win. It gambles that kings which are hunted can be made to
// exchange themselves.
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

// hunt sums how many steps the kings of a side are from the nearest of the other's.
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

// weigh returns the sum of the features of a position by their weights.
func weigh(mover, other *sides, w *weights) int32 {
	pieces := 2 * count(mover.own|mover.opp)
	return mover.weigh(w) - other.weigh(w) + w[lead]*(16*leading(mover, other)/max(1, pieces)) + w[turn]
}

// leading returns by how much mover leads, in halves of a man: kings are worth three.
func leading(mover, other *sides) int32 {
	all, royal := count(mover.own)-count(other.own), count(mover.own&mover.kings)-count(other.own&other.kings)
	return 2*all + royal
}

// weigh returns the sum of the features of one side, but for lead and turn.
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

// ScoreMoves rates captures by how much they take, crownings, and men that advance.
func (f Fitted) ScoreMoves(s *draughts.Position, moves []draughts.Move, scores []int32) {
	b := boards[f.Variant&3]
	for i, m := range moves {
		score := int32(0)
		if m.Captured != 0 {
			score = 4 * (count(m.Captured) + count(m.Captured&s.Kings))
		}
		switch {
		case m.Crowns:
			score += 4
		case s.Kings>>m.From&1 == 0 && b.rows[s.Turn][0]>>m.From&1 == 0:
			score++ // but the guard of the first row stays
		}
		scores[i] = score
	}
}

// Bounds returns what the databases hold of s: its value, where they have distances. In
// a search, it is what they say of a game in which no position has occurred before s.
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
