package search

import (
	"math"
	"slices"

	"github.com/plywood-go/plywood/game"
)

// Move ordering. The moves of a node are rated once and then picked best first, by selection sort,
// since most nodes cut early. The ratings, highest first:
//
//	table move     the best move of an earlier search
//	game's score   the game's own rating of the move, if it has one
//	killers        moves that cut at this ply in sibling nodes
//	countermove    the move that cut after the opponent's last move elsewhere
//	history        how often a move has cut anywhere, less how often it failed
//
// A game's own scores outrank killers and history, which only break ties. The history of
// noisy moves does more: it is added to their scores.
const (
	gameScoreUnit   = 1 << 10 // one point of the game's score outweighs all history
	killerRate      = 250
	counterRate     = 200
	historyMax      = 8192
	historyPerPoint = historyMax / 128 // scales history to below killers
)

// history records, for each side and move key, how often a move was good. Gravity keeps every value
// within ±historyMax: the nearer a value is to the limit, the less a bonus adds.
type history struct {
	value   [2][]int16
	counter [2][]uint16 // by the key of the opponent's last move: the refuting key + 1
	after   []int16     // by the hash of the move and of one of the last two moves; nil if there is no need
}

const (
	moveKeys      = 1 << 15
	continuations = 1 << 19
)

// past are the hashes of the last two moves; 0 for none.
type past [2]uint64

// past returns the last two moves before ply.
func (w *worker[S, M]) past(ply int) (p past) {
	if w.on&Continuation == 0 {
		return p
	}
	for i := range p {
		if at := ply - 1 - i; at >= 0 && w.stack[at].playedKey >= 0 {
			p[i] = uint64(w.stack[at].playedKey*2+i+1) * 0x9E3779B97F4A7C15
		}
	}
	return p
}

// noisy returns where the history keeps what a move with a gain is worth.
func (h *history) noisy(side game.Player, gain game.Score, key int) *int16 {
	return h.slot((uint64(gain)<<1|uint64(side&1))*0x94D049BB133111EB, key)
}

// slot returns where the history keeps what a move is worth after an earlier one.
func (h *history) slot(before uint64, key int) *int16 {
	return &h.after[(before>>45^uint64(key))&(continuations-1)]
}

// worth returns the history of a move: the sum of what it is worth anywhere and after each
// of the last two moves.
func (h *history) worth(side game.Player, p past, key int) int32 {
	sum := int32(h.value[side&1][key])
	for _, before := range p {
		if before != 0 {
			sum += int32(*h.slot(before, key))
		}
	}
	return sum
}

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
	clear(h.after)
}

func (h *history) add(side game.Player, p past, key int, bonus int) {
	nudge(&h.value[side&1][key], bonus, historyMax)
	for _, before := range p {
		if before != 0 {
			nudge(h.slot(before, key), bonus, historyMax)
		}
	}
}

// nudge adds a bonus to *v, which stays within ±limit.
func nudge(v *int16, bonus, limit int) {
	*v += int16(bonus - int(*v)*max(bonus, -bonus)/limit)
}

// rate fills f.rates for the moves of the node at ply from index from on. Moves with equal rates
// keep the order of generation, because pick takes the first of them.
func (w *worker[S, M]) rate(f *frame[S, M], ply, from int) {
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
	if w.on&(Killers|History) != 0 {
		w.breakTies(f, ply, moves, rates)
	}
}

// orderRoot sorts some of the root's moves for the first iteration, the
// table's move first as at any node.
func (w *worker[S, M]) orderRoot(f *frame[S, M], moves []M) {
	if len(moves) < 2 {
		return
	}
	all := f.moves
	f.moves = moves
	defer func() { f.moves = all }()
	from := 0
	if w.table != nil {
		key, image := w.key(&f.state)
		if e, ok := w.table.probe(key); ok && e.move != 0 {
			if i := w.findMove(f, e.move, image); i >= 0 {
				moveTo(moves, i, 0)
				from = 1
			}
		}
	}
	w.rate(f, 0, from)
	for i := from; i < len(moves); i++ {
		f.pick(i)
	}
}

// breakTies orders moves that the game scores alike by their history elsewhere.
func (w *worker[S, M]) breakTies(f *frame[S, M], ply int, moves []M, rates []int32) {
	for i := range rates {
		rates[i] *= gameScoreUnit
	}
	if w.on&History != 0 {
		w.rateByHistory(f, ply, moves, rates)
	}
	if w.on&Killers == 0 {
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

// killerSide returns the side whose killers apply to the node. Where turns alternate, one side
// moves at each ply and one list is enough. On Kalah(6,4) to depth 14, separate lists take 160 000
// nodes, no killers 163 000, a joint list 174 000.
func (w *worker[S, M]) killerSide(f *frame[S, M]) game.Player {
	if w.caps.Alternates {
		return game.First
	}
	return w.rules.ToMove(&f.state) & 1
}

func (w *worker[S, M]) rateByHistory(f *frame[S, M], ply int, moves []M, rates []int32) {
	side := w.rules.ToMove(&f.state) & 1
	counter := -1
	if ply > 0 && w.stack[ply-1].playedKey >= 0 {
		counter = int(w.history.counter[side][w.stack[ply-1].playedKey]) - 1
	}
	p := w.past(ply)
	for i, m := range moves {
		key := w.keys.MoveKey(m) & (moveKeys - 1)
		if w.on&NoisyHistory != 0 {
			if gain := w.caps.Gainer.Gain(&f.state, m); gain != 0 {
				rates[i] += int32(*w.history.noisy(side, gain, key)) * gameScoreUnit
				continue
			}
		}
		rates[i] += w.history.worth(side, p, key) / historyPerPoint
		if key == counter {
			rates[i] += counterRate
		}
	}
}

// pick moves the first of the best-rated moves from index i on to index i.
func (f *frame[S, M]) pick(i int) {
	top := int64(math.MinInt64)
	for j, r := range f.rates[i:] {
		top = max(top, int64(r)<<32-int64(j)) // without a branch, which would be guessed badly
	}
	if best := i + int(uint32(-top)); best > i {
		moveTo(f.moves, best, i)
		moveTo(f.rates, best, i)
	}
}

// moveTo moves the element at from to the earlier index to. The elements
// between shift by one, so that equals keep their order.
func moveTo[T any](list []T, from, to int) {
	moved := list[from]
	for i := from; i > to; i-- {
		list[i] = list[i-1]
	}
	list[to] = moved
}

// reward records that move i of the node cut after the earlier moves had failed to.
func (w *worker[S, M]) reward(f *frame[S, M], ply, i, depth int) {
	if w.on&(Killers|History) == 0 {
		return
	}
	quiet := !w.noisy(f, f.moves[i])
	if quiet && w.on&Killers != 0 {
		w.keepKiller(f, f.moves[i])
	}
	if quiet && w.on&History != 0 || w.on&NoisyHistory != 0 {
		w.rewardHistory(f, ply, i, depth, quiet)
	}
}

// keepKiller makes a quiet move the first killer of its side.
func (w *worker[S, M]) keepKiller(f *frame[S, M], m M) {
	side := w.killerSide(f)
	if k := &f.killer[side]; f.killers[side] == 0 || k[0] != m {
		k[1], k[0] = k[0], m
		f.killers[side] = min(2, f.killers[side]+1)
	}
}

// rewardHistory raises the history of move i and lowers those of the moves before it. It
// changes the histories of quiet moves only if move i is quiet.
func (w *worker[S, M]) rewardHistory(f *frame[S, M], ply, i, depth int, quiet bool) {
	side := w.rules.ToMove(&f.state) & 1
	bonus := min(depth*depth, 400)
	if w.caps.Gainer != nil || w.caps.MoveScorer == nil { // skip.go, or the whole order, needs histories soon
		bonus = min(16*depth*depth+32*depth, 1600)
	}
	best := w.keys.MoveKey(f.moves[i]) & (moveKeys - 1)
	p := w.past(ply)
	for j, m := range f.moves[:i+1] {
		key, change := w.keys.MoveKey(m)&(moveKeys-1), -bonus
		if j == i {
			change = bonus
		}
		switch gain := w.gain(f, m); {
		case gain != 0 && w.on&NoisyHistory != 0:
			nudge(w.history.noisy(side, gain, key), change, historyMax)
		case gain == 0 && quiet && (j == i || key != best):
			w.history.add(side, p, key, change)
		}
	}
	if quiet && ply > 0 && w.stack[ply-1].playedKey >= 0 {
		w.history.counter[side][w.stack[ply-1].playedKey] = uint16(best + 1)
	}
}

// noisy reports whether the game says that m, a move of f, wins something at once.
func (w *worker[S, M]) noisy(f *frame[S, M], m M) bool { return w.gain(f, m) != 0 }

// gain returns what the game says that m, a move of f, wins at once.
func (w *worker[S, M]) gain(f *frame[S, M], m M) game.Score {
	if w.caps.Gainer == nil {
		return 0
	}
	return w.caps.Gainer.Gain(&f.state, m)
}

// moveCode returns the code that the table stores for move m of the node, whose position is stored
// as image k. The code is the key of the move's image or, for games without move keys, its index in
// the order of generation; plus 1, since 0 means no move.
func (w *worker[S, M]) moveCode(f *frame[S, M], m M, k int) uint16 {
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

// findMove returns the index of the move with a nonzero code, or -1. If moves
// share a key it returns the first. A wrong code, from a hash collision, names
// no move or a legal one, which is then merely tried first. The moves of a
// game without move keys must stand in the order of generation.
func (w *worker[S, M]) findMove(f *frame[S, M], code uint16, k int) int {
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
