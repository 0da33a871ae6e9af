package cube

import (
	"context"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/tablefile"
)

// Pocket is the 2×2×2 cube: the corners of the large one. The corner of D, L and B is
// fixed: only U, R and F turn, and the cube as a whole stays. It has 3 674 160 positions,
// at most 11 moves from the goal. NewPocket's lower bound is exact; the zero value's is
// 0.
type Pocket struct{ moves distances }

// NewPocket returns the puzzle with a table of all distances, 1.8 MB, from the folder
// dir. It builds a missing table in about half a second and saves it there, unless dir is
// "". report receives the progress; it may be nil. The error is ctx's.
func NewPocket(ctx context.Context, dir string, report func(Making)) (*Pocket, error) {
	table, err := tablefile.Get(ctx, tablefile.Source{
		Dir: dir, Name: "cube2", Length: pocketOrders * pocketTwists / 2, Report: report,
		Fill: func(_ context.Context, table []byte, _ func(float64)) error {
			distances{table, pocketTwists}.compute(pocketChanges(pocketOrders, (*Corners).order), pocketChanges(pocketTwists, (*Corners).twist))
			return nil
		},
	})
	if err != nil {
		return nil, err
	}
	return &Pocket{distances{table.All(), pocketTwists}}, nil
}

// fixed is the number of the fixed corner.
var fixed = slices.IndexFunc(corners, func(p place) bool { return p.at == vector{-1, -1, -1} })

// pocketMoves are the turns of U, R and F.
const pocketMoves = moveCount / 2

// Corners is a position: the pieces in their places, with their twists.
type Corners [cornerCount]uint8

func pocketSolved() Corners { return Corners(solved.corners) }

// Start returns a position at the greatest distance from the goal, 11 moves.
func (p *Pocket) Start() Corners {
	c := pocketSolved()
	for _, m := range []Move{7, 1, 5, 8, 2, 8, 1, 8, 0, 5, 2} {
		p.Play(&c, &c, m)
	}
	return c
}

// Moves implements game.Rules.
func (p *Pocket) Moves(c *Corners, buf []Move) ([]Move, game.Status) {
	if p.Goal(c) {
		return buf, game.Win
	}
	return append(buf, allMoves()[:pocketMoves]...), game.Ongoing
}

// Play implements game.Rules.
func (p *Pocket) Play(dst, src *Corners, m Move) {
	c := Cube{corners: *src}
	*dst = c.after(&turns[m]).corners
}

// ToMove implements game.Rules.
func (p *Pocket) ToMove(*Corners) game.Player { return game.First }

// Hash implements game.Rules: no two positions share one.
func (p *Pocket) Hash(c *Corners) uint64 { return uint64(c.index()) }

// Goal implements path.Puzzle.
func (p *Pocket) Goal(c *Corners) bool { return *c == Corners(solved.corners) }

// Inverse implements path.Inverter.
func (p *Pocket) Inverse(m Move) Move { return m.Inverse() }

// Redundant implements path.Pruner.
func (p *Pocket) Redundant(last, next Move) bool { return last.Face() == next.Face() }

// Goals implements path.Retractor.
func (p *Pocket) Goals(buf []Corners) []Corners { return append(buf, pocketSolved()) }

// Retractions implements path.Retractor.
func (p *Pocket) Retractions(c *Corners, buf []Move) []Move {
	for m := range Move(pocketMoves) {
		var before Corners
		if p.Retract(&before, c, m); !p.Goal(&before) {
			buf = append(buf, m)
		}
	}
	return buf
}

// Retract implements path.Retractor.
func (p *Pocket) Retract(dst, src *Corners, m Move) { p.Play(dst, src, m.Inverse()) }

// Estimate implements path.Estimator.
func (p *Pocket) Estimate(c *Corners) int {
	if p.moves.width == 0 {
		return 0
	}
	return p.moves.at(c.order(), c.twist())
}

// Unsolvable implements path.Judge. Every arrangement of the corners alone can be solved,
// once ParsePosition has put the fixed corner in its place.
func (p *Pocket) Unsolvable(c *Corners) error {
	if twist, _ := sum(c[:], twistShift); twist%3 != 0 {
		return reason.Errorf("cube: cannot be solved: %w", errTwist)
	}
	return nil
}

const (
	pocketTwists = 729  // 3^6
	pocketOrders = 5040 // 7!
)

// twist and order number the twists and the places of the corners without the fixed one.
// Both are 0 for the solved cube.
func (c *Corners) twist() (t int) {
	for i, piece := range c[:cornerCount-1] { // the last twist follows from the others
		if i != fixed {
			t = 3*t + int(piece>>twistShift)
		}
	}
	return t
}

func (c *Corners) order() int {
	var rest [cornerCount - 1]uint8
	copy(rest[:], c[:fixed])
	copy(rest[fixed:], c[fixed+1:])
	return rank(rest[:], cornerMask)
}

func (c *Corners) index() int { return c.order()*pocketTwists + c.twist() }

// pocketChanges returns the changes of a coordinate by moves. It finds the coordinate's
// values by playing moves.
func pocketChanges(values int, of func(*Corners) int) changes {
	moves, key := allMoves()[:pocketMoves], func(c *Cube) int { return of((*Corners)(&c.corners)) }
	cubes, number := reached(moves, key)
	table := newChanges(values, pocketMoves)
	table.compute(moves, func(v int) Cube { return cubes[number[v]] }, key)
	return table
}

// large returns the large cube with these corners and sorted edges.
func (c *Corners) large() *Cube {
	large := Solved()
	large.corners = *c
	return &large
}

// atCorner reports whether sticker i of a large cube is on a corner.
func atCorner(i int) bool { return len(newPlace(stickers[i].at).stickers) == 3 }

// FormatPosition returns the 24 letters of the stickers, face by face: U, R, F, D,
// L, B, each row by row.
func (p *Pocket) FormatPosition(c *Corners) string {
	var text []byte
	for i, letter := range []byte((&Puzzle{}).FormatPosition(c.large())) {
		if atCorner(i) {
			text = append(text, letter)
		}
	}
	return string(text)
}

// ParsePosition reads the output of FormatPosition, or any other form that the large cube's
// ParsePosition reads. The cube may be held in any orientation: the colours of the corner of D, L
// and B, and the colours that share no corner with them, identify the faces.
func (p *Pocket) ParsePosition(text string) (Corners, error) {
	symbols, err := readCube(text, 2)
	if err != nil {
		return Corners{}, err
	}
	all := (&carried{}).letters()
	next := 0
	for i := range all {
		if all[i] = ""; atCorner(i) {
			if len(symbols) == stickerCount {
				next = i // of the large cube's moves
			}
			all[i], next = symbols[next], next+1
		}
	}
	letters, err := cornerColours(all)
	if err != nil {
		return Corners{}, err
	}
	for i := range all {
		if !atCorner(i) {
			all[i] = faceLetters[i/9 : i/9+1]
			continue
		}
		if all[i] = letters[all[i]]; all[i] == "" {
			return Corners{}, errColours
		}
	}
	large, err := parseStickers(strings.Join(all, ""))
	return large.corners, err
}

var errColours = reason.New("cube: the colours of its corners are not those of six faces")

// cornerColours returns the letters of the faces by colour. It gets the colours of 54
// stickers, of which only those on corners count. The fixed corner has the colours of D,
// L and B. The colour opposite each of them shares no corner with it.
func cornerColours(symbols []string) (map[string]string, error) {
	beside := map[string]map[string]bool{}
	of := func(p place) (colours []string) {
		for _, n := range p.stickers {
			colours = append(colours, symbols[slices.Index(stickers[:], sticker{p.at, n})])
		}
		return colours
	}
	for _, p := range corners {
		for _, colour := range of(p) {
			if beside[colour] == nil {
				beside[colour] = map[string]bool{}
			}
			for _, other := range of(p) {
				beside[colour][other] = true
			}
		}
	}
	letters := map[string]string{}
	for i, colour := range of(corners[fixed]) {
		face := faceOf(corners[fixed].stickers[i])
		letters[colour] = faceLetters[face : face+1]
		for other := range beside {
			if !beside[colour][other] {
				opposite := (face + faces/2) % faces
				letters[other] = faceLetters[opposite : opposite+1]
			}
		}
	}
	if len(beside) != faces || len(letters) != faces {
		return nil, errColours
	}
	return letters, nil
}

// FormatMove returns the name of m.
func (p *Pocket) FormatMove(_ *Corners, m Move) string { return m.String() }

// ParseMove reads the name of a turn of U, R or F.
func (p *Pocket) ParseMove(c *Corners, text string) (Move, error) {
	m, err := (&Puzzle{}).ParseMove(c.large(), text)
	if err == nil && m >= Move(pocketMoves) {
		return 0, reason.Errorf("cube: move %q: %w: U, R and F alone are turned", text, game.ErrIllegal)
	}
	return m, err
}

// Draw draws the net of the cube.
func (p *Pocket) Draw(c *Corners) string { return drawNet(p.FormatPosition(c), 2) }
