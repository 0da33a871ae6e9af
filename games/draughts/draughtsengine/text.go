package draughtsengine

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/games/draughts/draughtsrecord"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search/network"
)

type (
	position = draughts.Position
	move     = draughts.Move
)

// The capabilities that the rules offer to package engine.
var (
	_ engine.PathCounter[position]   = draughts.Rules{}
	_ engine.WayCounter[position]    = draughts.Rules{}
	_ engine.PastFormatter[position] = draughts.Rules{}
)

// Offer adds capabilities to a game.
type Offer func(r draughts.Rules, spec *engine.Spec[position, move])

// Checkers returns English draughts as text, with additional offers. It has one size.
func Checkers(size string, offers ...Offer) (*engine.Game, error) {
	if size != "" {
		return nil, reason.New("checkers has one size, 8×8; related games are draughts:russian, draughts:international and draughts:brazilian")
	}
	return adapt(draughts.English, offers), nil
}

// Game returns a variant as text, with additional offers. The variant is
// "russian", "international" or "brazilian".
func Game(variant string, offers ...Offer) (*engine.Game, error) {
	v, ok := map[string]draughts.Variant{
		"russian": draughts.Russian, "international": draughts.International, "brazilian": draughts.Brazilian,
	}[variant]
	if !ok {
		return nil, reason.New("draughts without a known variant: want russian, international or brazilian; English draughts is checkers")
	}
	return adapt(v, offers), nil
}

func adapt(v draughts.Variant, offers []Offer) *engine.Game {
	r := draughts.Rules{Variant: v}
	spec := specOf(r)
	spec.Measure = scales[v&3].measure
	if v == draughts.English {
		spec.Openings = ballots
	}
	spec.NewSearcher = func(o engine.Options) engine.Searcher[position, move] { return newSearcher(r, o) }
	spec.Offers = []any{
		workshop.Sparring{Word: "samuel", Game: func() *engine.Game { return SamuelGame(r) }, Algorithm: "alphabeta", Depth: 4},
		workshop.Sparring{Word: "material", Game: func() *engine.Game { return MaterialGame(r) }, Algorithm: "alphabeta", Depth: 4},
		workshop.Sparring{Word: "features", Game: func() *engine.Game { return FeaturesGame(r) }, Algorithm: "alphabeta", Depth: 4},
		workshop.OpeningList{Word: "ballots", Openings: (*engine.Game).Openings},
		workshop.Results(func(e record.Ending) string { return draughtsrecord.FormatResult(r, e) }),
		databases{r},
		opponentsIn(v),
		protocols(v),
		workshop.Network(func(n *network.Net) error { return n.Fits(r.String(), Fitted{Rules: r}) }),
		workshop.WeightsOf(func() []byte { return networkFile(r.Variant & 3) }),
	}
	for _, offer := range offers {
		offer(r, &spec)
	}
	return engine.Adapt(Fitted{Rules: r}, spec)
}

// protocols returns the protocols of a variant. Only international draughts has DXP.
func protocols(v draughts.Variant) workshop.Protocols {
	switch v {
	case draughts.Russian:
		return workshop.Protocols{"hub": "russian"}
	case draughts.International:
		return workshop.Protocols{"hub": "normal", "dxp": "normal"}
	case draughts.Brazilian:
		return workshop.Protocols{"hub": "brazilian"}
	}
	return workshop.Protocols{"hub": "english"}
}

// ballots iterates over the three-move openings of checkers, named by number.
func ballots(yield func(string, []move) bool) {
	for i, moves := range (draughts.Rules{}).Ballots() {
		if !yield(fmt.Sprintf("ballot %d", i+1), moves) {
			return
		}
	}
}

// SamuelGame returns the game with Samuel's evaluation.
func SamuelGame(r draughts.Rules) *engine.Game { return engine.Adapt(Samuel{r}, specOf(r)) }

// MaterialGame returns the game with an evaluation that only counts pieces.
func MaterialGame(r draughts.Rules) *engine.Game { return engine.Adapt(Material{r}, specOf(r)) }

// FeaturesGame returns the game with evaluation by features instead of a network.
func FeaturesGame(r draughts.Rules) *engine.Game { return engine.Adapt(Fitted{Rules: r}, specOf(r)) }

// specOf describes a game without its engine.
func specOf(r draughts.Rules) engine.Spec[position, move] {
	return engine.Spec[position, move]{
		About:    about(r),
		Compiled: engine.Compiled[position, move],
		Measure:  measure,
		Codecs:   []record.Codec[position, move]{draughtsrecord.Codec(r)},
		Board:    picture(r),
	}
}

// scale is a model of the odds by an estimate of the network: engine.Chances whose Middle is
// even/pieces, for at least leastPieces, and whose Slope is slope·√Middle.
type scale struct{ even, slope float64 }

// scales are fitted to estimates in games of self-play (docs/strength.md).
var scales = [...]scale{
	draughts.English:       {2100, 7.3},
	draughts.Russian:       {1600, 6.4},
	draughts.International: {1500, 6.5},
	draughts.Brazilian:     {1800, 6},
}

const leastPieces = 4

// measure converts an estimate of the network to men. A man is the estimate at which half of the
// games are won.
func (c scale) measure(s *position, v game.Score) engine.Value {
	middle := c.even / float64(max(bits.OnesCount64(s.Own|s.Opp), leastPieces))
	return engine.Chances{Middle: middle, Slope: c.slope * math.Sqrt(middle)}.Measure(v, "men")
}

// measure converts an estimate of an evaluation by hand to men, with two decimals.
func measure(_ *position, v game.Score) engine.Value {
	value := engine.Measure(v, "men")
	if !v.Proven() {
		value.Number /= manWorth
	}
	return value
}

// described holds the words about the variants.
var described = [...]struct{ title, squares, step, capture, solved string }{
	draughts.English:       {"Checkers", "1 to 32", "11-15", "22x15", "a draw (Schaeffer et al. 2007)"},
	draughts.Russian:       {"Russian draughts", "a1 to h8", "c3-d4", "a3:c5:e7", ""},
	draughts.International: {"International draughts", "1 to 50", "32-28", "28x19", ""},
	draughts.Brazilian:     {"Brazilian draughts", "1 to 32", "22-18", "22x15", ""},
}

func about(r draughts.Rules) engine.About {
	d, first := described[r.Variant&3], [2]string{"White", "Black"}
	if r.Black() == game.First {
		first = [2]string{"Black", "White"}
	}
	return engine.About{
		Name:  r.String(),
		Title: d.title,
		Sizes: fmt.Sprintf("%d×%d", r.Size(), r.Size()),
		Positions: fmt.Sprintf("the side to move and the squares of both sides, %s, with K before kings, as in PDN: %s",
			d.squares, sample(r)),
		Moves:  fmt.Sprintf("squares: %s, %s for a capture, all of them where that is not clear", d.step, d.capture),
		Solved: d.solved,
		Sides:  first,
		Unit:   "men",
		Proven: "plies",
		In:     engine.Translations(d.title),
	}
}

// sample returns the text of a position with a king and a man against a man.
func sample(r draughts.Rules) string {
	s := draughts.Position{
		Own: 1<<r.Square(18) | 1<<r.Square(22), Opp: 1 << r.Square(9), Kings: 1 << r.Square(18), Turn: r.Black().Other(),
	}
	return r.FormatPosition(&s)
}

// opponents lists the opponents of each variant.
var opponents = workshop.Opponents{
	{Name: "beginner", Sight: engine.Sight{Plies: 1, Overlook: 0.7, Error: 100}},
	{Name: "novice", Sight: engine.Sight{Plies: 1, Overlook: 0.45, Error: 70}},
	{Name: "casual", Sight: engine.Sight{Plies: 2, Overlook: 0.2, Error: 30}},
	{Name: "club", Sight: engine.Sight{Plies: 3, Overlook: 0.07, Error: 12}},
	{Name: "strong", Level: 3},
	{Name: "expert", Level: 5},
	{Name: "master", Level: 7},
	{Name: "champion", Level: 9},
}

// elos lists the opponents' ratings by variant, from 'ply match GAME --ladder
// --opponents --plies 4 --games 100'; docs/strength.md has the errors.
var elos = [...][8]int{
	draughts.English:       {0, 263, 655, 943, 1298, 1723, 1866, 2034},
	draughts.Russian:       {0, 275, 630, 905, 1009, 1214, 1378, 1463},
	draughts.International: {0, 323, 704, 974, 1174, 1556, 1781, 1962},
	draughts.Brazilian:     {0, 282, 597, 827, 1042, 1282, 1464, 1603},
}

// opponentsIn returns the opponents for a variant.
func opponentsIn(v draughts.Variant) workshop.Opponents {
	rated := opponents.Unrated()
	for i := range rated {
		rated[i].Elo = elos[v&3][i]
	}
	return rated
}

// picture describes how to draw a game: on a checkered board from White's side, with square
// numbers, or in Russian draughts with letters and numbers at the edges.
func picture(r draughts.Rules) *boards.Of[position, move] {
	n := r.Size()
	b := boards.Grid(n, n)
	b.Ground, b.Lines, b.Turns, b.Mirrors = boards.Wood, boards.Checked, 2, false
	b.Cells = slices.DeleteFunc(b.Cells, func(c boards.Cell) bool { return c.Shade == 0 }) // pieces stand on dark squares only
	for i := range b.Cells {
		b.Cells[i].Name = name(r, i)
	}
	if r.Variant == draughts.Russian {
		for i := range b.Labels { // letters below, numbers increasing upwards
			b.Labels[i].Y = float64(n) - b.Labels[i].Y
		}
	} else {
		b.Labels, b.Numbered = nil, true
	}
	b.Sides = []boards.Side{{Name: "White", Colour: boards.White}, {Name: "Black", Colour: boards.Black}}
	if r.Black() == game.First {
		b.Sides[0], b.Sides[1] = b.Sides[1], b.Sides[0]
	}
	for _, side := range []game.Player{game.First, game.Second} {
		b.Pieces = append(b.Pieces,
			boards.Piece{Letter: letter(r, side, false), Side: int(side), Shape: boards.Man},
			boards.Piece{Letter: letter(r, side, true), Side: int(side), Shape: boards.King, Title: "king"},
		)
	}
	b.SetUp = &boards.SetUp{Turn: true}
	return &boards.Of[position, move]{
		Board:  b,
		Pieces: func(s *position) string { return pieces(r, s) },
		Path: func(s *position, m move) (path []int) {
			for _, sq := range r.Route(s, m) {
				path = append(path, r.Number(sq)-1) // cells are the dark squares in order
			}
			return path
		},
		Write: func(a boards.Arrangement) string { return arranged(r, a) },
	}
}

// name returns the name of a cell.
func name(r draughts.Rules, cell int) string { return r.FormatSquare(r.Square(cell + 1)) }

// letter returns the letter of a piece: w for White, b for Black, capitals for kings.
func letter(r draughts.Rules, side game.Player, king bool) string {
	l := "w"
	if side == r.Black() {
		l = "b"
	}
	if king {
		return strings.ToUpper(l)
	}
	return l
}

// pieces returns the contents of all cells.
func pieces(r draughts.Rules, s *position) string {
	cells := make([]byte, r.Size()*r.Size()/2)
	for i := range cells {
		sq := r.Square(i + 1)
		cells[i] = boards.Empty
		for _, side := range []game.Player{game.First, game.Second} {
			if s.Of(side)>>sq&1 != 0 {
				cells[i] = letter(r, side, s.Kings>>sq&1 != 0)[0]
			}
		}
	}
	return string(cells)
}

// arranged returns the text of a position set up by hand.
func arranged(r draughts.Rules, a boards.Arrangement) string {
	var lists [2][]string // of White and Black
	for i, c := range a.Pieces {
		side := 0
		switch c {
		case boards.Empty:
			continue
		case 'b', 'B':
			side = 1
		}
		king := ""
		if c == 'W' || c == 'B' {
			king = "K"
		}
		lists[side] = append(lists[side], king+name(r, i))
	}
	turn := "W"
	if a.Side == r.Black() {
		turn = "B"
	}
	return turn + ":W" + strings.Join(lists[0], ",") + ":B" + strings.Join(lists[1], ",")
}
