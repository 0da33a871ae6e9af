package search

import (
	"slices"

	"github.com/plywood-go/plywood/game"
)

// Move ordering. A node's moves are rated once and then picked best first, by
// selection, since most nodes cut early. The rates, from the top:
//
//	table move     what an earlier search found best here
//	game's score   the game's own opinion, where it gives one
//	killers        moves that cut at this ply beside this node
//	countermove    what cut the opponent's last move elsewhere
//	history        how often a move has cut anywhere, less how often it failed
//
// A game's own scores outrank killers and history, which only break its ties.
const (
	gameScoreUnit   = 1 << 9 // one point of the game's score outweighs all history
	killerRate      = 250
	counterRate     = 200
	historyMax      = 8192
	historyPerPoint = historyMax / 128 // scales history to below killers
)

// history remembers, for each side and move key, how good a move has been.
// Gravity keeps every value within ±historyMax (Stockfish's formula): the
// nearer to the limit, the less a bonus adds.
type history struct {
	value   [2][]int16
	counter [2][]uint16 // by the key of the opponent's last move: the refuting key + 1
}

const moveKeys = 1 << 15

func newHistory() history {
	var h history
	for side := range 2 {
		h.value[side] = make([]int16, moveKeys)
		h.counter[side] = make([]uint16, moveKeys)
	}
	return h
}

func (h *history) clear() {
	for side := range 2 {
		clear(h.value[side])
		clear(h.counter[side])
	}
}

func (h *history) add(side game.Player, key int, bonus int) {
	v := &h.value[side&1][key]
	*v += int16(bonus - int(*v)*max(bonus, -bonus)/historyMax)
}

// rate fills f.rates for the moves of the node at ply from one on. Moves whose rate
// ties keep the order of generation, for picking takes the first of equals.
func (w *worker[S, M, R]) rate(f *frame[S, M], ply, from int) {
	n := len(f.moves)
	if cap(f.rates) < n {
		f.rates = make([]int32, n, max(n, 2*cap(f.rates)))
	}
	f.rates = f.rates[:n]
	moves, rates := f.moves[from:], f.rates[from:]
	if w.caps.MoveScorer != nil {
		w.caps.MoveScorer.ScoreMoves(&f.state, moves, rates)
	} else {
		clear(rates)
	}
	if w.useKillers || w.useHistory {
		w.breakTies(f, ply, moves, rates)
	}
}

// orderRoot puts some of the moves of the root, the frame f, in the order in which
// the first iteration is to try them: as at any node, the table's first.
func (w *worker[S, M, R]) orderRoot(f *frame[S, M], moves []M) {
	if len(moves) < 2 {
		return
	}
	all := f.moves
	f.moves = moves
	defer func() { f.moves = all }()
	tableMove := -1
	if w.table != nil {
		key, image := w.key(&f.state)
		if e, ok := w.table.probe(key); ok && e.move != 0 {
			tableMove = w.findMove(f, e.move, image)
		}
	}
	from := 0
	if tableMove >= 0 {
		moveTo(moves, tableMove, 0)
		from = 1
	}
	w.rate(f, 0, from)
	for i := from; i < len(moves); i++ {
		f.pick(i)
	}
}

// breakTies rates the moves that the game rates alike by what they did elsewhere.
func (w *worker[S, M, R]) breakTies(f *frame[S, M], ply int, moves []M, rates []int32) {
	for i := range rates {
		rates[i] *= gameScoreUnit
	}
	if w.useHistory {
		w.rateByHistory(f, ply, moves, rates)
	}
	if !w.useKillers {
		return
	}
	side := w.killerSide(f)
	killers, killer := f.killers[side], &f.killer[side]
	if killers == 0 {
		return
	}
	for i, m := range moves {
		if m == killer[0] || (killers > 1 && m == killer[1]) {
			rates[i] += killerRate
		}
	}
}

// killerSide returns whose killers those of the node are. Where turns alternate
// one side moves at each ply. On Kalah(6,4) to depth 14 killers of both together
// cost more than they save: 174 000 nodes, 163 000 without killers, and 160 000
// with killers of each side.
func (w *worker[S, M, R]) killerSide(f *frame[S, M]) game.Player {
	if w.caps.Alternates {
		return game.First
	}
	return w.rules.ToMove(&f.state) & 1
}

func (w *worker[S, M, R]) rateByHistory(f *frame[S, M], ply int, moves []M, rates []int32) {
	side := w.rules.ToMove(&f.state) & 1
	counter := -1
	if ply > 0 && w.stack[ply-1].playedKey >= 0 {
		counter = int(w.history.counter[side][w.stack[ply-1].playedKey]) - 1
	}
	values := w.history.value[side]
	for i, m := range moves {
		key := w.caps.MoveKeyer.MoveKey(m) & (moveKeys - 1)
		rates[i] += int32(values[key]) / historyPerPoint
		if key == counter {
			rates[i] += counterRate
		}
	}
}

// pick moves the best-rated of the moves from i on to place i.
func (f *frame[S, M]) pick(i int) {
	rates := f.rates
	best := i
	for j := i + 1; j < len(rates); j++ {
		if rates[j] > rates[best] {
			best = j
		}
	}
	if best == i {
		return
	}
	moveTo(f.moves, best, i)
	moveTo(rates, best, i)
}

// moveTo moves what is at a place of a list to an earlier one. What is between shifts,
// so that the order of equals is kept.
func moveTo[T any](list []T, from, to int) {
	moved := list[from]
	for i := from; i > to; i-- {
		list[i] = list[i-1]
	}
	list[to] = moved
}

// reward remembers that move i of the node cut, after the moves before it had
// failed to.
func (w *worker[S, M, R]) reward(f *frame[S, M], ply, i, depth int) {
	m := f.moves[i]
	if w.useKillers {
		side := w.killerSide(f)
		if k := &f.killer[side]; f.killers[side] == 0 || k[0] != m {
			k[1], k[0] = k[0], m
			f.killers[side] = min(2, f.killers[side]+1)
		}
	}
	if !w.useHistory {
		return
	}
	side := w.rules.ToMove(&f.state) & 1
	bonus := min(depth*depth, 400)
	key := w.caps.MoveKeyer.MoveKey(m) & (moveKeys - 1)
	for j := range i {
		if failed := w.caps.MoveKeyer.MoveKey(f.moves[j]) & (moveKeys - 1); failed != key {
			w.history.add(side, failed, -bonus)
		}
	}
	w.history.add(side, key, bonus)
	if ply > 0 && w.stack[ply-1].playedKey >= 0 {
		w.history.counter[side][w.stack[ply-1].playedKey] = uint16(key + 1)
	}
}

// moveCode returns what the table stores for move m of the node, whose position
// is kept as its image k: the key of the image of the move or, for games that
// do not number their moves, its place in the order of generation; plus 1, for
// 0 means none.
func (w *worker[S, M, R]) moveCode(f *frame[S, M], m M, k int) uint16 {
	if w.caps.MoveKeyer != nil {
		if k != 0 {
			m, _ = w.caps.Symmetric.Image(&w.scratch, &f.state, m, k)
		}
		return uint16(w.caps.MoveKeyer.MoveKey(m)&(moveKeys-1)) + 1
	}
	if k != 0 {
		return 0
	}
	w.scratchMoves, _ = w.rules.Moves(&f.state, w.scratchMoves[:0])
	return uint16(slices.Index(w.scratchMoves, m) + 1)
}

// findMove returns the index of the move that code, not 0, stands for, or -1: of
// moves that share a number the first. A wrong code, from positions that share a
// key, names no move or a legal one, which is then tried first and nothing more. The
// moves of a game that does not number them must stand in the order of generation.
func (w *worker[S, M, R]) findMove(f *frame[S, M], code uint16, k int) int {
	switch {
	case w.caps.MoveKeyer == nil:
		if k != 0 || int(code) > len(f.moves) {
			return -1
		}
		return int(code) - 1
	case k == 0:
		key := int(code) - 1
		for i, m := range f.moves {
			if w.caps.MoveKeyer.MoveKey(m)&(moveKeys-1) == key {
				return i
			}
		}
		return -1
	}
	for i, m := range f.moves {
		if w.moveCode(f, m, k) == code {
			return i
		}
	}
	return -1
}
