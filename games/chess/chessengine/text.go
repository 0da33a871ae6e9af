package chessengine

import (
	"cmp"
	"math"
	"math/bits"
	"regexp"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/chess"
	"github.com/plywood-go/plywood/games/chess/chessrecord"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/network"
)

// What the rules offer to package engine.
var (
	_ engine.PathCounter[position]     = chess.Rules{}
	_ engine.Continuer[position, move] = chess.Rules{}
	_ engine.Captioner[position]       = chess.Rules{}
)

// pawn is the evaluation by hand of a pawn.
const pawn = 100

// Game returns the game as text, with additional offers. It has one size.
func Game(size string, offers ...func(*engine.Spec[chess.Position, chess.Move])) (*engine.Game, error) {
	if size != "" {
		return nil, reason.New("chess has one size, 8×8; a position of Chess960 is read like any other")
	}
	s := spec(byNetwork)
	s.NewSearcher = newSearcher
	s.Offers = []any{
		opponents,
		endgames{},
		strength,
		workshop.Sparring{Word: "principles", Game: PrinciplesGame, Algorithm: "alphabeta", Depth: 3},
		workshop.Results(chessrecord.FormatResult),
		workshop.Network(func(n *network.Net) error { return n.Fits("chess", Evaluation{}) }),
		workshop.WeightsOf(networkFile),
	}
	for _, offer := range offers {
		offer(&s)
	}
	return engine.Adapt(Evaluation{}, s), nil
}

// spec describes the game without its engine.
func spec(c scale) engine.Spec[position, move] {
	return engine.Spec[position, move]{
		About: engine.About{
			Name:      "chess",
			Title:     "Chess",
			Sizes:     "8×8",
			Positions: "FEN: the pieces rank by rank, the side to move, rights to castle, an en-passant square, plies without progress, the number of the move; X-FEN and Shredder-FEN for Chess960",
			Moves:     "algebraic: e4, Nf3, exd5, O-O, e8=Q; or squares: e2e4, e7e8q",
			Sides:     [2]string{"White", "Black"},
			Unit:      "pawns",
			Proven:    "plies",
			In:        engine.Translations("Chess"),
		},
		Compiled:    engine.Compiled[position, move],
		Measure:     c.measure,
		Coordinates: chess.FormatUCI,
		Openings:    allOpenings,
		Codecs:      []record.Codec[position, move]{chessrecord.Codec()},
		Board:       picture(),
	}
}

// scale is a model of the odds by an estimate: engine.Chances whose Middle is even/material.
type scale struct{ even, slope float64 }

// The scales of the network and of the evaluation by hand, fitted to estimates in games of
// self-play (docs/strength.md).
var byNetwork, byHand = scale{2100, 60}, scale{18_000, 270}

const leastMaterial = 8

// measure converts an estimate to pawns.
func (c scale) measure(s *position, v game.Score) engine.Value {
	return engine.Chances{Middle: c.even / material(s), Slope: c.slope}.Measure(v, "pawns")
}

// material returns what is on the board, in pawns, and at least leastMaterial.
func material(s *position) float64 {
	sum := 0
	for p, w := range worth {
		sum += int(w.middle) / pawn * bits.OnesCount64(s.Pieces(chess.Piece(p)))
	}
	return float64(max(sum, leastMaterial))
}

// rated lists ratings and the nodes a move that they take: from matches with programs of known
// rating at 100 ms of CPU time a move (docs/strength.md).
var rated = [...]struct {
	elo   int
	nodes float64
}{{1120, 200}, {1530, 800}, {1980, 3200}, {2520, 12_800}, {2860, 51_200}}

// strength limits the engine by its nodes a move.
var strength = workshop.Strength{Least: rated[0].elo, Most: rated[len(rated)-1].elo, Nodes: func(elo int) uint64 {
	i := 1
	for i < len(rated)-1 && rated[i].elo < elo {
		i++
	}
	a, b := rated[i-1], rated[i]
	share := float64(elo-a.elo) / float64(b.elo-a.elo)
	return uint64(math.Round(a.nodes * math.Pow(b.nodes/a.nodes, share)))
}}

// opponents lists the named opponents. docs/strength.md has the match that measured their ratings.
var opponents = workshop.Opponents{
	{Name: "beginner", Sight: engine.Sight{Plies: 1, Overlook: 0.7, Error: 150}},
	{Name: "novice", Sight: engine.Sight{Plies: 1, Overlook: 0.4, Error: 80}, Elo: 241},
	{Name: "casual", Sight: engine.Sight{Plies: 2, Overlook: 0.3, Error: 60}, Elo: 571},
	{Name: "club", Sight: engine.Sight{Plies: 2, Overlook: 0.12, Error: 30}, Elo: 840},
	{Name: "strong", Sight: engine.Sight{Plies: 3, Overlook: 0.08, Error: 25}, Elo: 1128},
	{Name: "expert", Sight: engine.Sight{Plies: 3, Overlook: 0.02, Error: 10}, Elo: 1417},
	{Name: "master", Level: 5, Elo: 1880},
	{Name: "champion", Level: 7, Elo: 2343},
}

// Generic returns the generic search over rules. It is not inlined because other packages
// would then compile the search again.
//
//go:noinline
func Generic(rules game.Rules[position, move], o search.Options) engine.Searcher[position, move] {
	return search.New(rules, o)
}

// kind is a kind of pieces, with its letter and its name.
type kind struct {
	piece  chess.Piece
	letter string
	name   string
}

// of returns the letter for a side's pieces of this kind.
func (k kind) of(side chess.Side) string {
	if side == chess.White {
		return k.letter
	}
	return strings.ToLower(k.letter)
}

var kinds = []kind{
	{chess.King, "K", "king"},
	{chess.Queen, "Q", "queen"},
	{chess.Rook, "R", "rook"},
	{chess.Bishop, "B", "bishop"},
	{chess.Knight, "N", "knight"},
	{chess.Pawn, "P", "pawn"},
}

// picture describes how to draw the game: on a checkered board from White's side,
// with letters below and numbers that grow upwards.
func picture() *boards.Of[position, move] {
	b := boards.Grid(8, 8)
	b.Ground, b.Lines, b.Turns, b.Mirrors = boards.Wood, boards.Checked, 2, false
	for i := range b.Cells {
		b.Cells[i].Name = square(i).String()
	}
	for i := range b.Labels {
		b.Labels[i].Y = 8 - b.Labels[i].Y
	}
	b.Sides = []boards.Side{{Name: "White", Colour: boards.White}, {Name: "Black", Colour: boards.Black}}
	for side := range 2 {
		for _, k := range kinds {
			b.Pieces = append(b.Pieces, boards.Piece{Letter: k.of(chess.Side(side)), Side: side, Shape: boards.Figure, Title: k.name, Text: k.letter})
		}
	}
	b.SetUp = &boards.SetUp{Turn: true, Option: &boards.Choice{Title: "castling", Values: rights()}}
	return &boards.Of[position, move]{
		Board:  b,
		Pieces: pieces,
		Path:   path,
		Becomes: func(s *position, m move) string {
			for _, k := range kinds {
				if k.piece == m.Promotion() {
					return k.of(s.Turn())
				}
			}
			return ""
		},
		Threatened: func(s *position) []int {
			if !s.Check() {
				return nil
			}
			return []int{cell(chess.Square(bits.TrailingZeros64(s.Pieces(chess.King) & s.Side(s.Turn()))))}
		},
		Option: func(s *position) int { return option(s) },
		Write:  arranged,
	}
}

// square returns the square of a cell; cells go row by row from the top.
func square(cell int) chess.Square { return chess.Square(cell ^ 56) }

// cell is the inverse of square.
func cell(sq chess.Square) int { return int(sq) ^ 56 }

// pieces returns the contents of all cells.
func pieces(s *position) string {
	board, _, _ := strings.Cut(chess.Rules{}.FormatPosition(s), " ")
	return boards.ReadRows(board)
}

// path returns the cells where a move begins and ends. Castling ends where the
// king goes or, if the king could step there, at the rook.
func path(_ *position, m move) []int {
	from, to := m.From(), m.To()
	if m.Castles() {
		king := chess.Square(int(from)&56 + 6)
		if to < from {
			king -= 4
		}
		if apart := int(king) - int(from); apart > 1 || apart < -1 {
			to = king
		}
	}
	return []int{cell(from), cell(to)}
}

// rights are the sets of rights to castle, as in FEN.
func rights() (all []string) {
	for set := 15; set >= 0; set-- {
		text := ""
		for i, c := range "KQkq" {
			if set>>(3-i)&1 != 0 {
				text += string(c)
			}
		}
		text = cmp.Or(text, "-")
		all = append(all, text)
	}
	return all
}

// option returns the index of a position's rights to castle; those of Chess960
// count as those of the same wing.
func option(s *position) int {
	set := 0
	for side := range chess.Side(2) {
		king := s.Pieces(chess.King) & s.Side(side)
		own := s.Castling() & s.Side(side)
		if own&^(king-1) != 0 {
			set |= 8 >> (2 * side)
		}
		if own&(king-1) != 0 {
			set |= 4 >> (2 * side)
		}
	}
	return 15 - set
}

// gap matches empty cells side by side.
var gap = regexp.MustCompile(string(boards.Empty) + "+")

// arranged returns the text of a position set up by hand. Rights to castle that
// its pieces rule out are left out.
func arranged(a boards.Arrangement) string {
	rows := gap.ReplaceAllStringFunc(boards.Rows(a.Pieces, 8), func(cells string) string { return strconv.Itoa(len(cells)) })
	board, possible := rows+" "+"wb"[a.Side:a.Side+1]+" ", ""
	all := rights()
	for _, c := range all[min(max(a.Option, 0), len(all)-1)] {
		if _, err := (chess.Rules{}).ParsePosition(board + string(c)); err == nil {
			possible += string(c)
		}
	}
	possible = cmp.Or(possible, "-")
	return board + possible
}
