package syzygy

import (
	"cmp"
	"errors"
	"io/fs"
	"math/bits"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/chess"
	"github.com/plywood-go/plywood/internal/memory"
)

// Outcome is the value of a position for the side to move if no move without progress was
// played before it. A cursed win is a draw by the 50-move rule, and a win without that rule;
// a blessed loss is the opponent's cursed win.
type Outcome int8

// The outcomes.
const (
	Loss        Outcome = -2
	BlessedLoss Outcome = -1
	Draw        Outcome = 0
	CursedWin   Outcome = 1
	Win         Outcome = 2
)

// sign returns 1, 0 or -1.
func (o Outcome) sign() int { return max(-1, min(1, int(o))) }

// Tables are the tables of some folders. They are safe for concurrent use.
type Tables struct {
	all    []*table
	held   map[material]*table // by the material of a position
	pieces int
}

// table is a table of one material, opened when it is first needed.
type table struct {
	material
	names [2]string // of files, by kind; empty if missing
	once  [2]sync.Once
	files [2]*file
	errs  [2]error
}

// file returns the file of a kind, or nil if it is missing or damaged.
func (t *table) file(k kind) *file {
	t.once[k].Do(func() {
		if t.names[k] != "" {
			t.files[k], t.errs[k] = open(t.names[k], t.material, k)
		}
	})
	return t.files[k]
}

// Open finds the tables in folders, whose names are separated as in PATH. Each file is opened
// on first use. A folder that does not exist has no tables.
func Open(folders string) (*Tables, error) {
	t := &Tables{held: map[material]*table{}}
	for _, folder := range filepath.SplitList(folders) {
		list, err := os.ReadDir(folder)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		for _, entry := range list {
			t.register(folder, entry)
		}
	}
	return t, nil
}

// register adds a file if its name is that of a table.
func (t *Tables) register(folder string, entry fs.DirEntry) {
	for k, suffix := range suffixes {
		name, ok := strings.CutSuffix(entry.Name(), suffix)
		m, valid := parseMaterial(name)
		if !ok || !valid {
			continue
		}
		one := t.held[m]
		if one == nil {
			one = &table{material: m}
			t.all = append(t.all, one)
			t.held[m], t.held[m.turned()] = one, one
		}
		if one.names[k] != "" {
			continue // found in an earlier folder
		}
		one.names[k] = filepath.Join(folder, entry.Name())
		t.pieces = max(t.pieces, m.pieces())
	}
}

// Pieces returns the greatest number of pieces of a table, or 0 if there are none.
func (t *Tables) Pieces() int { return t.pieces }

// Complete returns the greatest number of pieces up to which there are outcomes of all
// endings with fewer pieces, too; 0 if there are none of three pieces.
func (t *Tables) Complete() int {
	var held [MostPieces + 1]int
	for _, one := range t.all {
		if one.names[outcomes] != "" {
			held[one.pieces()]++
		}
	}
	n := 2
	for n < MostPieces && held[n+1] == endings(n+1) {
		n++
	}
	if n == 2 {
		return 0
	}
	return n
}

// endings returns the number of endings with a number of pieces.
func endings(pieces int) (count int) {
	sets := func(n int) int { return int(numbers().choose[n][n+4]) } // of n pieces but kings
	for less := 0; 2*less <= pieces-2; less++ {
		a, b := sets(pieces-2-less), sets(less)
		if 2*less == pieces-2 {
			count += a * (b + 1) / 2 // each pair once
		} else {
			count += a * b
		}
	}
	return count
}

// Stats returns the statistics of the files, with the number of pieces from Complete.
func (t *Tables) Stats() (s workshop.EndgameStats) {
	s.Pieces = t.Complete()
	for _, one := range t.all {
		if f := one.file(distances); f != nil {
			s.Distances += int64(f.bytes)
		}
		if f := one.file(outcomes); f != nil {
			s.Outcomes += int64(f.bytes)
			for i := range f.parts {
				for side := range f.parts[i] {
					s.Positions += int(f.parts[i][side].size)
				}
			}
		}
	}
	return s
}

// Load opens all files and returns the error of the first damaged one.
func (t *Tables) Load() error {
	for _, one := range t.all {
		for _, k := range []kind{outcomes, distances} {
			if one.file(k); one.errs[k] != nil {
				return one.errs[k]
			}
		}
	}
	return nil
}

// Outcome returns the outcome of s, a position without rights to castle. ok is false if a
// table that it needs is missing or damaged.
func (t *Tables) Outcome(s *chess.Position) (o Outcome, ok bool) {
	return probe(s, func() (o Outcome, ok bool) { o, _, ok = t.resolve(s, false); return o, ok })
}

// probe returns what look finds about s in the mapped files. ok is false if s has a right to
// castle or a file has become shorter.
func probe[V any](s *chess.Position, look func() (V, bool)) (v V, ok bool) {
	if s.Castling() != 0 {
		return v, false
	}
	whole := memory.Guarded(func() { v, ok = look() })
	return v, ok && whole
}

// resolve returns the outcome of s. forced reports that a capture decides it or, if pawns
// is true, a capture or a pawn's move: one keeps a win, or there is no other move.
func (t *Tables) resolve(s *chess.Position, pawns bool) (o Outcome, forced, ok bool) {
	if s.Dead() {
		return Draw, false, true
	}
	var buf [64]chess.Move
	moves, status := chess.Rules{}.Moves(s, buf[:0])
	if status.Over() {
		return Outcome(2 * status.Score().Outcome()), false, true
	}
	best, tried := Loss, 0
	for _, m := range moves {
		if !s.Captures(m) && !(pawns && s.At(m.From()) == chess.Pawn) {
			continue
		}
		tried++
		var next chess.Position
		chess.Rules{}.Play(&next, s, m)
		after, _, ok := t.resolve(&next, false)
		if !ok {
			return 0, false, false
		}
		if best = max(best, -after); best == Win {
			return Win, true, true
		}
	}
	if tried == len(moves) {
		return best, true, true
	}
	value, _, ok := t.value(s, outcomes, 0)
	if !ok {
		return 0, false, false
	}
	if o = Outcome(value - 2); tried > 0 && best >= o {
		return best, best > 0, true
	}
	return o, false, true
}

// value returns the entry of s in its file of a kind. turned reports that the file has no
// entry because it holds only positions with the other side to move.
func (t *Tables) value(s *chess.Position, k kind, o Outcome) (value int, turned, ok bool) {
	m := materialOf(s)
	held := t.held[m]
	if held == nil {
		return 0, false, false
	}
	f := held.file(k)
	if f == nil {
		return 0, false, false
	}
	p, number, turned := f.locate(s, m)
	if p == nil || turned {
		return 0, turned, turned
	}
	value, ok = p.at(number)
	if !ok || k == outcomes {
		return value, false, ok && value <= 4
	}
	value, ok = p.distance(value, o)
	return value, false, ok
}

// locate returns the part that has s, and the number of s in it.
func (f *file) locate(s *chess.Position, m material) (p *part, number uint64, turned bool) {
	flip := m != f.material || f.symmetric && s.Turn() == chess.Black
	side := int(s.Turn())
	if flip {
		side ^= 1
	}
	var set placing
	var lead uint64
	file := 0
	if f.pawns {
		leader := chess.Side(f.parts[0][0].order[0] >> 3)
		if flip {
			leader ^= 1
		}
		lead = s.Pieces(chess.Pawn) & s.Side(leader)
		set.put(s, lead, flip)
		first, ranks := 0, &numbers().pawn
		for i, sq := range set.squares[:set.n] {
			if ranks[sq] > ranks[set.squares[first]] {
				first = i
			}
		}
		set.squares[0], set.squares[first] = set.squares[first], set.squares[0]
		file = min(set.squares[0]&7, 7-set.squares[0]&7)
	}
	if p = &f.parts[file][side%f.sides]; f.kind == distances && int(p.flags&blackMoves) != side && (f.pawns || !f.symmetric) {
		return p, 0, true
	}
	first := set.n
	set.put(s, s.Occupied()&^lead, flip)
	if !set.arrange(p.order, first) {
		return nil, 0, false
	}
	return p, set.number(&f.header, p.groups), false
}

// distance converts an entry of a file of distances to plies.
func (p *part) distance(value int, o Outcome) (plies int, ok bool) {
	if p.flags&mapped != 0 {
		list := p.maps[[...]int{1, 3, 0, 2, 0}[o-Loss]]
		size := 1
		if p.flags&wideMap != 0 {
			size = 2
		}
		c := cursor{data: list, at: min(size*value, len(list))}
		if value = c.number(size); c.short {
			return 0, false
		}
	}
	if o == Win && p.flags&winPlies == 0 || o == Loss && p.flags&lossPlies == 0 || o == CursedWin || o == BlessedLoss {
		value *= 2
	}
	return value + 1, true
}

// Distance returns in how many plies the winner of s can force a capture, a pawn's move or
// mate that keeps the win: positive if the side to move wins, negative if it loses, and 0 in
// a draw. Beyond 100 the win is cursed. The tables round some distances to whole moves, so
// that they may be a ply too short, but never too long. ok is as in Outcome.
func (t *Tables) Distance(s *chess.Position) (plies int, ok bool) {
	return probe(s, func() (int, bool) { return t.measure(s) })
}

// measure is Distance, unguarded.
func (t *Tables) measure(s *chess.Position) (plies int, ok bool) {
	o, forced, ok := t.resolve(s, true)
	switch {
	case !ok || o == Draw:
		return 0, ok
	case forced:
		return before(o), true
	case chess.Rules{}.Status(s).Over():
		return -1, true // mate
	}
	value, turned, ok := t.value(s, distances, o)
	switch {
	case !ok:
		return 0, false
	case turned:
		return t.look(s, o)
	case o == CursedWin || o == BlessedLoss:
		value += 100
	}
	return o.sign() * value, true
}

// before returns the distance before a capture or a pawn's move that gives outcome o.
func before(o Outcome) int {
	if o == CursedWin || o == BlessedLoss {
		return 101 * o.sign()
	}
	return o.sign()
}

// look returns the distance of s from those of the positions after its moves.
func (t *Tables) look(s *chess.Position, o Outcome) (plies int, ok bool) {
	moves, _ := chess.Rules{}.Moves(s, nil)
	found := false
	for _, m := range moves {
		d, ok := t.after(s, m)
		if !ok {
			return 0, false
		}
		if sign(d) == o.sign() && (!found || d < plies) {
			plies, found = d, true
		}
	}
	return plies, found
}

// after returns the distance of s if m is played.
func (t *Tables) after(s *chess.Position, m chess.Move) (plies int, ok bool) {
	var next chess.Position
	chess.Rules{}.Play(&next, s, m)
	if s.Captures(m) || s.At(m.From()) == chess.Pawn {
		o, _, ok := t.resolve(&next, false)
		return before(-o), ok
	}
	if (chess.Rules{}).Status(&next) == game.Loss {
		return 1, true
	}
	d, ok := t.measure(&next)
	return sign(-d) - d, ok
}

// Compare returns a negative number if distance a is better than b for the side to move: a
// win before a draw before a loss, sooner wins and later losses first.
func Compare(a, b int) int { return cmp.Or(cmp.Compare(sign(b), sign(a)), cmp.Compare(a, b)) }

func sign(n int) int { return max(-1, min(1, n)) }

// After returns the distance of s, as Distance does, if the side to move plays m.
func (t *Tables) After(s *chess.Position, m chess.Move) (plies int, ok bool) {
	return probe(s, func() (int, bool) { return t.after(s, m) })
}

// MostPieces is the greatest number of pieces of a table.
const MostPieces = 7

// material counts the pieces of the sides, White's first: four bits for each kind, by chess.Piece.
type material [2]uint32

// letters are the pieces in the order of names.
var letters = [...]struct {
	letter byte
	piece  chess.Piece
}{{'K', chess.King}, {'Q', chess.Queen}, {'R', chess.Rook}, {'B', chess.Bishop}, {'N', chess.Knight}, {'P', chess.Pawn}}

// materialOf returns the material of s.
func materialOf(s *chess.Position) (m material) {
	for _, l := range letters {
		set := s.Pieces(l.piece)
		for side := range m {
			m[side] |= uint32(bits.OnesCount64(set&s.Side(chess.Side(side)))) << (4 * l.piece)
		}
	}
	return m
}

// parseMaterial reads a name such as KQvKR.
func parseMaterial(name string) (m material, ok bool) {
	sides := strings.Split(name, "v")
	if len(sides) != 2 || len(name) > MostPieces+1 {
		return m, false
	}
	for side, text := range sides {
		rest := text
		for _, l := range letters {
			for rest != "" && rest[0] == l.letter {
				m[side] += 1 << (4 * l.piece)
				rest = rest[1:]
			}
		}
		if rest != "" || m.count(side, chess.King) != 1 {
			return m, false
		}
	}
	return m, true
}

// count returns the number of a side's pieces of a kind.
func (m material) count(side int, p chess.Piece) int { return int(m[side] >> (4 * p) & 15) }

// turned returns m with the sides exchanged.
func (m material) turned() material { return material{m[1], m[0]} }

// pieces returns the number of all pieces.
func (m material) pieces() (n int) {
	for side := range m {
		for p := chess.Bishop; p <= chess.King; p++ {
			n += m.count(side, p)
		}
	}
	return n
}

// unique reports whether a side has exactly one of a kind, the king aside.
func (m material) unique() bool {
	for side := range m {
		for p := chess.Bishop; p < chess.King; p++ {
			if m.count(side, p) == 1 {
				return true
			}
		}
	}
	return false
}
