package mnkengine

import (
	"math"
	"math/bits"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/mnk"
)

// windows holds the rows of K cells of a board, identified by their first
// cells, and the tables for counting the stones of all rows at once.
type windows struct {
	k      int
	words  int // number of words of a Set that the board uses
	exact  bool
	steps  [4]int     // distance in cell numbers between neighbours in a row
	starts [4]mnk.Set // first cells of rows
	// central rates closeness to the centre: minus a quarter of the squared distance in steps.
	central [64 * 6]int32
	// For exact rows: the first cells of rows that have a cell before them, and of rows
	// that have a cell behind them.
	before, behind [4]mnk.Set
}

// newWindows returns the rows of a board without joined edges.
func newWindows(s mnk.Spec) *windows {
	w := &windows{k: s.K, words: (s.Cells() + 63) / 64, exact: s.Exact}
	for cell := range s.Cells() {
		x, y := 2*(cell%s.M)-s.M+1, 2*(cell/s.M)-s.N+1 // in half steps
		w.central[cell] = -int32(x*x+y*y) / 16
	}
	for d, to := range [4][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} {
		w.steps[d] = to[1]*s.M + to[0]
		reaches := func(cell, steps int) bool { return inside(s, cell%s.M+steps*to[0], cell/s.M+steps*to[1]) }
		for cell := range s.Cells() {
			if !reaches(cell, s.K-1) || s.K == 1 && d > 0 {
				continue
			}
			bit := uint64(1) << (cell & 63)
			w.starts[d][cell>>6] |= bit
			if reaches(cell, -1) {
				w.before[d][cell>>6] |= bit
			}
			if reaches(cell, s.K) {
				w.behind[d][cell>>6] |= bit
			}
		}
	}
	return w
}

// planes is the number of binary digits of MaxSide.
const planes = 5

// census holds the rows that only one side can still fill, by the number of its stones.
type census struct {
	rows [mnk.MaxSide]int
	// The first cells, by direction, of rows that lack one stone and two.
	lackOne, lackTwo [4]mnk.Set
	// The first cells of all rows by the number of stones, if not nil.
	starts *[mnk.MaxSide][4]mnk.Set
}

// take computes the censuses of a against b and of b against a.
func (w *windows) take(ofA, ofB *census, a, b *mnk.Set) {
	for d := range w.steps {
		for word := range w.words {
			w.takeWord(ofA, ofB, d, word, a, b)
		}
	}
}

// number is a bit-sliced counter for 64 rows: digit i of row c's count is bit c of word i.
type number [planes]uint64

// add increments the counts of rows.
func (n *number) add(rows uint64) {
	for digit := 0; rows != 0; digit++ {
		n[digit], rows = n[digit]^rows, n[digit]&rows
	}
}

// equal returns the rows whose count is v.
func (n *number) equal(v int) uint64 {
	rows := ^uint64(0)
	for digit, word := range n {
		rows &= word ^ (uint64(v>>digit&1) - 1)
	}
	return rows
}

// takeWord counts the stones in the rows of direction d whose first cells lie in one word
// of the board. It adds up the stones of all these rows at once, cell by cell.
func (w *windows) takeWord(ofA, ofB *census, d, word int, a, b *mnk.Set) {
	openA := w.starts[d][word]
	if openA == 0 {
		return
	}
	openB := openA
	var countA, countB number
	for i := range w.k {
		n := uint(i * w.steps[d])
		inA, inB := shifted(a, word, n), shifted(b, word, n)
		countA.add(inA)
		countB.add(inB)
		openA &^= inB
		openB &^= inA
	}
	if w.exact {
		openA &^= w.long(d, word, a)
		openB &^= w.long(d, word, b)
	}
	w.enter(ofA, d, word, openA, &countA)
	w.enter(ofB, d, word, openB, &countB)
}

// enter adds the open rows of a word to c.
func (w *windows) enter(c *census, d, word int, open uint64, count *number) {
	for n := range w.k {
		starts := open & count.equal(n)
		c.rows[n] += bits.OnesCount64(starts)
		switch n {
		case w.k - 1:
			c.lackOne[d][word] = starts
		case w.k - 2:
			c.lackTwo[d][word] = starts
		}
		if c.starts != nil {
			c.starts[n][d][word] = starts
		}
	}
}

// long returns the rows of a word that would be longer than K if filled.
func (w *windows) long(d, word int, own *mnk.Set) uint64 {
	step := uint(w.steps[d])
	return w.behind[d][word]&shifted(own, word, uint(w.k)*step) | w.before[d][word]&raised(own, word, step)
}

// shifted returns a word of s shifted down by n cells.
func shifted(s *mnk.Set, word int, n uint) uint64 {
	from, by := word+int(n>>6), n&63
	if from >= len(s) {
		return 0
	}
	v := s[from] >> by
	if from+1 < len(s) {
		v |= s[from+1] << 1 << (63 - by)
	}
	return v
}

// raised returns a word of s shifted up by n cells, fewer than 64.
func raised(s *mnk.Set, word int, n uint) uint64 {
	v := s[word] << n
	if word > 0 {
		v |= s[word-1] >> 1 >> (63 - n)
	}
	return v
}

// each calls yield for every row whose first cell is in starts.
func (w *windows) each(starts *[4]mnk.Set, yield func(first, d int)) {
	for d := range starts {
		for word, rest := range starts[d][:w.words] {
			for ; rest != 0; rest &= rest - 1 {
				yield(64*word+bits.TrailingZeros64(rest), d)
			}
		}
	}
}

// gap returns the first and the last cell of a row that are not in own. There must be at least one.
func (w *windows) gap(first, d int, own *mnk.Set) (a, b mnk.Move) {
	a = mnk.Move(first)
	for own.Has(a) {
		a += mnk.Move(w.steps[d])
	}
	b = mnk.Move(first + (w.k-1)*w.steps[d])
	for own.Has(b) {
		b -= mnk.Move(w.steps[d])
	}
	return a, b
}

// empties returns the empty cells of rows that lack at most two stones.
func (w *windows) empties(starts *[4]mnk.Set, own *mnk.Set) (cells mnk.Set) {
	w.each(starts, func(first, d int) {
		a, b := w.gap(first, d, own)
		add(&cells, a)
		add(&cells, b)
	})
	return cells
}

// forks returns the cells after which two cells complete a row of c: the cells with two
// different partners in rows that lack two stones.
func (w *windows) forks(c *census, own *mnk.Set) (cells mnk.Set) {
	var partner [64 * 6]mnk.Move // plus one; 0 means none
	meet := func(a, b mnk.Move) {
		switch partner[a] {
		case 0:
			partner[a] = b + 1
		case b + 1:
		default:
			add(&cells, a)
		}
	}
	w.each(&c.lackTwo, func(first, d int) {
		a, b := w.gap(first, d, own)
		meet(a, b)
		meet(b, a)
	})
	return cells
}

func add(s *mnk.Set, c mnk.Move) { s[c>>6] |= 1 << (c & 63) }

func size(s *mnk.Set) (n int) {
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

func intersection(a, b *mnk.Set) (s mnk.Set) {
	for i := range s {
		s[i] = a[i] & b[i]
	}
	return s
}

// Nilsson is a game with Nilsson's evaluation of tic-tac-toe (Problem-Solving Methods in Artificial
// Intelligence, 1971, section 5.8): the number of rows open to the side to move minus the number
// open to its opponent. A won game scores above every evaluation.
//
// It gambles on mobility alone: two open threats count no more than two empty rows.
type Nilsson struct{ mnk.Rules }

var (
	_ game.Rules[mnk.Position, mnk.Move]      = Nilsson{}
	_ game.Evaluator[mnk.Position]            = Nilsson{}
	_ game.LastPlyer[mnk.Position]            = Nilsson{}
	_ game.MoveScorer[mnk.Position, mnk.Move] = Nilsson{}
)

// Evaluate returns the number of rows without an opponent's stone, minus the number of
// rows without a stone of the side to move.
func (n Nilsson) Evaluate(p *mnk.Position) game.Score {
	return game.Score(n.Open(p.Opp) - n.Open(p.Own))
}

// LastPly returns the best value of the children. A move closes only rows of
// the opponent, so the best quiet move leaves the fewest.
func (n Nilsson) LastPly(p *mnk.Position) (v game.Score, children int) {
	free := n.Free(p)
	children = bits.OnesCount64(free)
	fewest := math.MaxInt
	for rest := free; rest != 0; rest &= rest - 1 {
		own := p.Own | rest&-rest
		if n.Wins(own) {
			return game.WinIn(1), children
		}
		fewest = min(fewest, n.Open(own))
	}
	if children == 1 && p.Own|p.Opp|free == n.Full() {
		return 0, children
	}
	return game.Score(n.Open(p.Opp) - fewest), children
}

// Rows is a game on at most 64 cells with the proofs of [Exact] and the evaluation of [Patterns].
// It supports neither joined edges nor gravity. Create it with [NewRows].
type Rows struct{ Exact }

var _ game.Evaluator[mnk.Position] = Rows{}

// NewRows returns the game of r. ok is false for unsupported variants.
func NewRows(r mnk.Rules) (rows Rows, ok bool) {
	e := NewExact(r)
	return Rows{e}, e.windows != nil
}

// Evaluate returns the value of the rows open to the side to move minus the opponent's.
func (r Rows) Evaluate(p *mnk.Position) game.Score {
	own, opp := mnk.Set{p.Own}, mnk.Set{p.Opp}
	var mine, theirs census
	r.windows.take(&mine, &theirs, &own, &opp)
	return game.Score(r.windows.balance(&mine, &theirs))
}

// balance returns the value of one side's rows minus the other's.
func (w *windows) balance(mine, theirs *census) (sum int) {
	for n := 1; n < w.k; n++ {
		sum += worth(w.k-n) * (mine.rows[n] - theirs.rows[n])
	}
	return sum
}
