package chessengine

import (
	"cmp"
	"context"
	"math/bits"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/chess"
	"github.com/plywood-go/plywood/games/chess/chessengine/syzygy"
	"github.com/plywood-go/plywood/search"
)

// # Endings
//
// An estimate learns little from endings that games avoid or end early. Adjust replaces it
// where one side has its king alone, and scales it where the leader rarely wins.

// The estimates of won endings against a bare king. They are above those of the network, about 450
// for a queen, and rise by the material, so that promotion gains. TestMatesBareKing counts the plies
// to mate; bishop and knight mate in 109 of 120 games with 4000 nodes a move.
const (
	wonEnding  = 1000
	edgeStep   = 20 // for a step of the bare king towards a corner
	cornerStep = 12 // times the square of the steps of the bare king from the long diagonal of the wrong corners
	nearStep   = 10 // for a step of the kings towards each other
	pawnStep   = 15 // for a step of the foremost pawn
)

// Shares of an estimate, in 64ths. Rooks win 6 % of random quiet positions against bishops and 19 %
// against knights, where the network estimates 113 and 129; a passed pawn ahead wins 44 of 150 games
// with bishops of opposite colours, and 105 with others
// (go test ./games/chess/chessengine -run TestShares -measure -v).
const (
	whole = 64
	few   = 8  // of a leader without pawns, and with at most a minor piece more
	half  = 32 // with bishops of opposite colours
)

// scaledPieces is the most pieces, with kings and without pawns, of a position that is adjusted.
const scaledPieces = 6

// Adjust returns the estimate v of s, by a network or by hand, with what is known of endings. It
// implements network.Adjuster.
func (Evaluation) Adjust(s *position, v game.Score) game.Score {
	leader := s.Turn()
	if side, ok := bare(s); ok && side != leader {
		return hunt(s, leader)
	} else if ok {
		return -hunt(s, side^1)
	}
	pawns := s.Pieces(chess.Pawn)
	if bits.OnesCount64(s.Occupied()&^pawns) > scaledPieces {
		return v
	}
	if v < 0 {
		leader ^= 1
	}
	return v * share(s, leader, pawns) / whole
}

// bare returns the side that has its king alone, if there is one.
func bare(s *position) (side chess.Side, ok bool) {
	for side := range chess.Side(2) {
		if own := s.Side(side); own&(own-1) == 0 {
			return side, true
		}
	}
	return 0, false
}

// hunt returns the estimate, for the other side, of a position with a bare king.
func hunt(s *position, side chess.Side) game.Score {
	own, pawns, minor := s.Side(side), s.Pieces(chess.Pawn), s.Pieces(chess.Knight)
	pieces := own &^ s.Pieces(chess.King)
	king, prey := kingOf(s, side), kingOf(s, side^1)
	switch {
	case pawnDraw(s),
		pieces == minor && bits.OnesCount64(minor) == 2,
		wrongCorner(s, side):
		return 0
	}
	v := wonEnding + nearStep*(7-steps(king, prey))
	for p := chess.Bishop; p < chess.King; p++ {
		v += int(worth[p].end) * bits.OnesCount64(s.Pieces(p))
	}
	bishops := s.Pieces(chess.Bishop)
	x, y := int(prey&7), int(prey>>3)
	switch {
	case pawns != 0:
		if side == chess.Black {
			pawns = bits.ReverseBytes64(pawns)
		}
		v += pawnStep * (bits.Len64(pawns) - 1) / 8
	case pieces == bishops|minor && bits.OnesCount64(minor) == 1 && bits.OnesCount64(bishops) == 1: // towards a corner that the bishop attacks
		if bishops&light != 0 {
			x = 7 - x
		}
		d := max(7-x-y, x+y-7)
		v += cornerStep*d*d + 2*nearStep*(7-steps(king, prey))
		v -= nearStep * steps(chess.Square(bits.TrailingZeros64(minor)), prey)
	default:
		v += edgeStep * (6 - geometry.centre[prey])
	}
	return game.Score(v)
}

// share returns what is left of the estimate, in 64ths, if leader is ahead. It gambles that an
// attack does not make up for missing pawns.
func share(s *position, leader chess.Side, pawns uint64) game.Score {
	own, opp := s.Side(leader), s.Side(leader^1)
	pieces, bishops := s.Occupied()&^(pawns|s.Pieces(chess.King)), s.Pieces(chess.Bishop)
	switch {
	case own&pawns == 0 && force(s, own)-force(s, opp) <= worth[chess.Bishop].end,
		opp&pieces == 0 && wrongCorner(s, leader):
		return few
	case pieces == bishops && bits.OnesCount64(bishops) == 2 && bits.OnesCount64(own&bishops) == 1 && bits.OnesCount64(bishops&light) == 1:
		return half
	}
	return whole
}

// force returns the worth of the pieces of a set without pawns.
func force(s *position, set uint64) (sum int32) {
	for p := chess.Bishop; p < chess.King; p++ {
		if p != chess.Pawn {
			sum += worth[p].end * int32(bits.OnesCount64(s.Pieces(p)&set))
		}
	}
	return sum
}

// light is the set of light squares.
const light = 0x55aa55aa55aa55aa

// wrongCorner reports whether a side has nothing but pawns on a file at the edge and bishops that
// do not attack its last square, which the other king holds.
func wrongCorner(s *position, side chess.Side) bool {
	own := s.Side(side) &^ s.Pieces(chess.King)
	pawns, bishops := own&s.Pieces(chess.Pawn), own&s.Pieces(chess.Bishop)
	corner := chess.Square(56 &^ (56 * side))
	if pawns&^fileA != 0 {
		corner += 7
	}
	guards := bishops & light
	if light>>corner&1 == 0 {
		guards = bishops &^ light
	}
	return pawns != 0 && own == pawns|bishops && guards == 0 &&
		pawns&^(fileA<<(corner&7)) == 0 && steps(kingOf(s, side^1), corner) <= 1
}

// kingOf returns the square of a side's king.
func kingOf(s *position, side chess.Side) chess.Square {
	return chess.Square(bits.TrailingZeros64(s.Pieces(chess.King)&s.Side(side))) & 63
}

// steps returns the number of steps of a king from a to b.
func steps(a, b chess.Square) int {
	x, y := int(a&7)-int(b&7), int(a>>3)-int(b>>3)
	return max(x, -x, y, -y)
}

// # King and pawn against king
//
// The side with the pawn, here White, wins if it can force a promotion to a queen or a rook that
// is not lost at once and does not stalemate: those endings are won. A set of the squares of the
// other king holds all positions with equal other pieces. The sets start empty and grow while
// some move wins, or while no move of the other king escapes.

// pawnTable holds the squares of Black's king where White wins, by side to move, square of the pawn
// on the files a to d, and square of White's king.
type pawnTable [2][24][64]uint64

// pawnEndings computes the table on first use.
var pawnEndings = sync.OnceValue(newPawnTable)

// slot returns the index of a pawn's square.
func slot(pawn chess.Square) int { return int(pawn>>3-1)*4 + int(pawn&3) }

func newPawnTable() *pawnTable {
	t := new(pawnTable)
	for rank := 6; rank > 0; rank-- {
		for file := range 4 {
			for t.grow(chess.Square(8*rank + file)) {
			}
		}
	}
	return t
}

// grow adds positions with a pawn on a square, whose wins take a move more, and reports whether
// there are any.
func (t *pawnTable) grow(pawn chess.Square) (grew bool) {
	at, guarded := slot(pawn), chess.PawnAttacks(chess.White, 1<<pawn)
	for king := range chess.Square(64) {
		if king == pawn {
			continue
		}
		near, taken := chess.KingAttacks(king)|1<<king, uint64(1)<<king|1<<pawn
		won := t.push(pawn, king)
		for set := chess.KingAttacks(king) &^ (1 << pawn); set != 0; set &= set - 1 {
			won |= t[chess.Black][at][bits.TrailingZeros64(set)]
		}
		won &^= near | taken | guarded
		open := ^(near | guarded)
		lost := around(open) &^ (around(open&^won) | near | taken)
		grew = grew || won != t[chess.White][at][king] || lost != t[chess.Black][at][king]
		t[chess.White][at][king], t[chess.Black][at][king] = won, lost
	}
	return grew
}

// push returns where Black's king loses after a move of the pawn.
func (t *pawnTable) push(pawn, king chess.Square) uint64 {
	to := pawn + 8
	switch {
	case to == king:
		return 0
	case to >= 56:
		return promoted(to, king, chess.RookAttacks(to, 1<<king)|chess.BishopAttacks(to, 1<<king)) |
			promoted(to, king, chess.RookAttacks(to, 1<<king))
	}
	won := t[chess.Black][slot(to)][king]
	if pawn < 16 && to+8 != king {
		won |= t[chess.Black][slot(to+8)][king] &^ (1 << to)
	}
	return won
}

// promoted returns where Black's king, to move, neither takes the new piece nor is stalemated.
func promoted(piece, king chess.Square, attacked uint64) uint64 {
	near := chess.KingAttacks(king)
	open := ^(near | attacked | 1<<king | 1<<piece)
	won := around(open) | attacked
	if near>>piece&1 == 0 {
		won &^= chess.KingAttacks(piece)
	}
	return won &^ (1 << piece)
}

// around returns the squares next to those of a set.
func around(set uint64) (all uint64) {
	for ; set != 0; set &= set - 1 {
		all |= chess.KingAttacks(chess.Square(bits.TrailingZeros64(set)))
	}
	return all
}

// pawnDraw reports whether s has nothing but kings and a pawn and is drawn. It is exact.
func pawnDraw(s *position) bool {
	set := s.Pieces(chess.Pawn)
	if set == 0 || bits.OnesCount64(s.Occupied()) != 3 {
		return false
	}
	side := chess.White
	if set&s.Side(side) == 0 {
		side = chess.Black
	}
	pawn := chess.Square(bits.TrailingZeros64(set))
	turned := 56*chess.Square(side) ^ 7*(pawn>>2&1) // as the table sees the board
	won := pawnEndings()[s.Turn()^side][slot(pawn^turned)][kingOf(s, side)^turned]
	return won>>(kingOf(s, side^1)^turned)&1 == 0
}

// endgames reads Syzygy tables.
type endgames struct{}

var _ workshop.EndgameReader = endgames{}

// Held returns the pieces up to which a folder has the tables of all endings, and their sizes.
func (endgames) Held(dir string) (workshop.EndgameStats, error) {
	t, err := syzygy.Open(foldersIn(dir))
	if err == nil {
		err = t.Load()
	}
	if err != nil {
		return workshop.EndgameStats{}, err
	}
	return t.Stats(), nil
}

// samples is the number of positions of each table that a check compares.
const samples = 2000

// Check compares random positions of each table with the positions after their moves.
func (endgames) Check(ctx context.Context, dir string, progress func(done, total int)) error {
	t, err := syzygy.Open(foldersIn(dir))
	if err == nil {
		err = t.Load()
	}
	if err == nil {
		err = t.Check(ctx, samples, progress)
	}
	return err
}

// foldersIn returns the folders that may hold tables: those named in dir, and their folders
// "chess".
func foldersIn(dir string) string {
	var list []string
	for _, folder := range filepath.SplitList(dir) {
		list = append(list, folder, filepath.Join(folder, "chess"))
	}
	return strings.Join(list, string(filepath.ListSeparator))
}

// opened holds the tables in use by folder, so that all engines share them.
var opened sync.Map

// tablesIn returns the tables in dir, or nil if there are none.
func tablesIn(dir string) *syzygy.Tables {
	if dir == "" {
		return nil
	}
	if held, ok := opened.Load(dir); ok {
		return held.(*syzygy.Tables)
	}
	t, err := syzygy.Open(foldersIn(dir))
	if err != nil || t.Pieces() == 0 {
		return nil
	}
	held, _ := opened.LoadOrStore(dir, t)
	return held.(*syzygy.Tables)
}

// Equip returns e with the Syzygy tables in o.Endgames.
func (e Evaluation) Equip(o engine.Options) Evaluation {
	e.tables = tablesIn(o.Endgames)
	return e
}

// holds reports whether the tables may have s.
func (e Evaluation) holds(s *position) bool {
	return e.tables != nil && bits.OnesCount64(s.Occupied()) <= e.tables.Pieces() && s.Castling() == 0
}

// won and lost are a win and a loss at an unknown distance.
var won, lost = game.WinIn(game.MaxPlies), game.LossIn(game.MaxPlies)

// Bounds returns what the tables say about s, and without them that a king and a pawn do not win
// against a king: this is a draw whatever happened before, since neither side can lose. The tables
// prove wins and losses only right after a capture or a pawn's move; otherwise the 50-move rule may
// come first.
func (e Evaluation) Bounds(s *position) (lower, upper game.Score) {
	lower, upper = -game.Infinity, game.Infinity
	o, ok := syzygy.Draw, false
	if e.holds(s) {
		o, ok = e.tables.Outcome(s)
	}
	switch {
	case !ok && !pawnDraw(s):
		return lower, upper
	case o > 0:
		lower, upper = won, game.WinIn(1)
	case o < 0:
		lower, upper = game.LossIn(2), lost
	default:
		return 0, 0
	}
	if s.Quiet() > 0 || o == syzygy.CursedWin || o == syzygy.BlessedLoss {
		lower, upper = min(lower, 0), max(upper, 0)
	}
	return lower, upper
}

// searcher is generic search that answers from the tables where it proves less.
type searcher struct {
	engine.Searcher[position, move]
	Evaluation
}

// newSearcher returns the engine of chess, with the network of o or the built-in one.
func newSearcher(o engine.Options) engine.Searcher[position, move] {
	e := Evaluation{}.Equip(o)
	o.Network = cmp.Or(o.Network, e.Network())
	s := Generic(e, o.Options)
	if e.tables == nil {
		return s
	}
	return searcher{s, e}
}

// Search searches pos. The tables answer instead if they hold pos, the query asks about all
// moves, and the search proves neither the value nor a mate, or a mate that may come after the
// 50-move rule. The moves of the tables make progress towards the win.
func (s searcher) Search(ctx context.Context, pos *position, q search.Query, c search.Control, report func(search.Result[move])) search.Result[move] {
	r := s.Searcher.Search(ctx, pos, q, c, report)
	if c.Observer != nil || len(q.Only) > 0 || !s.holds(pos) {
		return r
	}
	plies, won, known := r.Score().Distance()
	proven := r.Proof == game.Exact || known && won && r.Proof&game.Lower != 0
	if proven && (!known || plies <= s.Patience(pos)) {
		return r
	}
	settled := s.settle(pos, &q, r)
	if proven && !settled.Past {
		return r
	}
	if report != nil {
		report(settled)
	}
	return settled
}

// choice is a move with the distance to progress after it; see syzygy.Tables.After.
type choice struct {
	move
	distance int  // 0 for a draw in the game
	tables   int  // the distance in the tables
	certain  bool // the value is certain in the game with its history
}

// score returns the value of a choice and its proof.
func (o *choice) score() (game.Score, game.Bound) {
	switch {
	case o.distance > 100 || o.distance < -100 || o.distance == 0:
		return 0, game.Exact // the 50-move rule draws
	case o.distance > 0:
		return won, game.Lower
	}
	return lost, game.Upper
}

// settle replaces the lines of r by those of the tables.
func (s searcher) settle(pos *position, q *search.Query, r search.Result[move]) search.Result[move] {
	list, ok := s.choices(pos, q.History)
	if !ok {
		return r
	}
	shown := list[:min(max(1, q.Lines), len(list))]
	if best, _ := list[0].score(); best == lost {
		r.Past = !slices.ContainsFunc(list, func(o choice) bool { return !o.certain }) // a move may still draw the game
	} else {
		r.Past = slices.ContainsFunc(shown, func(o choice) bool { return o.certain })
	}
	r.Lines = nil
	for i := range shown {
		score, proof := shown[i].score()
		if r.Past && !shown[i].certain {
			proof = game.NoBound // proven of the position, but not of the game
		}
		pv := s.line(pos, &shown[i])
		r.Lines = append(r.Lines, search.Line[move]{Score: score, Bound: game.Exact, Proof: proof, Depth: len(pv), PV: pv})
	}
	r.Proof = r.Lines[0].Proof
	if r.Proof == game.Exact {
		r.Stopped = search.Solved
	}
	return r
}

// choices returns the moves of pos, best first. ok is false if the tables do not have them all.
func (s searcher) choices(pos *position, history []uint64) (list []choice, ok bool) {
	moves, _ := s.Moves(pos, nil)
	times := map[uint64]int{s.Hash(pos): 1}
	for _, hash := range history[max(0, len(history)-pos.Quiet()):] {
		times[hash]++
	}
	repeated := len(times) <= min(len(history), pos.Quiet())
	for _, m := range moves {
		d, ok := s.tables.After(pos, m)
		if !ok {
			return nil, false
		}
		var next position
		s.Play(&next, pos, m)
		o := choice{m, d, d, true}
		limit, _ := s.Limit(&next)
		switch progress := next.Quiet() == 0; {
		case limit > 0 || !progress && (times[s.Hash(&next)] > 1 || max(d, -d) > s.Patience(pos)):
			o.distance = 0
		case progress || d == 0 || d > 100 || d < -100 || s.Status(&next).Over():
		default:
			o.certain = !repeated && max(d, -d)+pos.Quiet() < 100
		}
		list = append(list, o)
	}
	slices.SortStableFunc(list, func(a, b choice) int {
		return cmp.Or(syzygy.Compare(a.distance, b.distance), syzygy.Compare(a.tables, b.tables))
	})
	return list, true
}

// longestLine is the most plies of a line from the tables.
const longestLine = 200

// line returns a line of play that starts with a won or lost choice and follows the tables;
// it keeps the value.
func (s searcher) line(pos *position, o *choice) []move {
	pv := []move{o.move}
	var at position
	s.Play(&at, pos, o.move)
	for score, _ := o.score(); score != 0 && o.certain && len(pv) < longestLine && !s.Status(&at).Over(); {
		list, ok := s.choices(&at, nil)
		if !ok || !list[0].certain {
			break
		}
		pv = append(pv, list[0].move)
		s.Play(&at, &at, list[0].move)
	}
	return pv
}
