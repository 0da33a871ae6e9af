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
	"github.com/plywood-go/plywood/games/chess/chessengine/syzygy"
	"github.com/plywood-go/plywood/search"
)

// endgames reads Syzygy tables.
type endgames struct{}

var _ workshop.EndgameReader = endgames{}

// Held returns the pieces up to which a folder has the tables of all endings, and their
// sizes.
func (endgames) Held(dir string) (workshop.EndgameStats, error) {
	t, err := syzygy.Open(foldersIn(dir))
	if err == nil {
		err = t.Load()
	}
	if err != nil {
		return workshop.EndgameStats{}, err
	}
	s := workshop.EndgameStats{Pieces: t.Complete()}
	s.Positions, s.Outcomes, s.Distances = t.Size()
	return s, nil
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
	*search.Searcher[position, move]
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

// choices returns the moves of pos, best first. ok is false if the tables do not have them
// all.
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
