package search_test

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/internal/golden"
	"github.com/plywood-go/plywood/search"
)

// thicket is a random tree with every capability that a game can have. A
// running sum steers it, so that the evaluation predicts something.
type thicket struct {
	margins bool // games end with the sum as margin
	erratic bool // a side may move several times in a row
}

type thicketState struct {
	key   uint64
	sum   int // from the first player's view
	ply   int
	mover game.Player
}

// chance returns a number below n derived from the position and a purpose.
func (s *thicketState) chance(what, n uint64) int {
	h := (s.key ^ what*0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>31) * 0x94d049bb133111eb
	return int((h ^ h>>29) >> 20 % n)
}

func (s *thicketState) mine() int {
	if s.mover == game.First {
		return s.sum
	}
	return -s.sum
}

// gain returns the amount that move m adds to the sum of the side to move.
func (s *thicketState) gain(m uint8) int { return s.chance(uint64(m)+100, 9) - 3 }

func (g thicket) Status(s *thicketState) game.Status {
	if s.ply < 24 && (s.ply < 4 || s.chance(1, 24) > 0) {
		return game.Ongoing
	}
	if g.margins {
		return game.Final(s.mine())
	}
	return game.Draw + game.Status(s.chance(2, 3))
}

func (g thicket) Moves(s *thicketState, buf []uint8) ([]uint8, game.Status) {
	if st := g.Status(s); st.Over() {
		return buf, st
	}
	moves := 5
	if s.ply > 0 || s.chance(9, 8) == 0 {
		moves = 1 + s.chance(3, 5)
	}
	for m := range moves {
		buf = append(buf, uint8(m))
	}
	return buf, game.Ongoing
}

func (g thicket) Play(dst, src *thicketState, m uint8) {
	s := thicketState{ply: src.ply + 1, sum: src.sum + src.gain(m), mover: src.mover.Other()}
	if src.mover == game.Second {
		s.sum = src.sum - src.gain(m)
	}
	s.key = uint64(src.chance(uint64(m)+200, 1<<40))
	if g.erratic && s.chance(4, 3) == 0 {
		s.mover = src.mover
	}
	*dst = s
}

func (thicket) ToMove(s *thicketState) game.Player  { return s.mover }
func (g thicket) Alternates() bool                  { return !g.erratic }
func (thicket) Evaluate(s *thicketState) game.Score { return game.Score(s.mine()) }
func (g thicket) EvaluatesMargin() bool             { return g.margins }
func (thicket) MoveKey(m uint8) int                 { return int(m) }
func (thicket) Urgent(s *thicketState) bool         { return s.chance(5, 6) == 0 }
func (thicket) Hash(s *thicketState) uint64 {
	return (s.key<<16 ^ uint64(s.ply)<<8 ^ uint64(s.sum+64)<<1 ^ uint64(s.mover)) * 0x9e3779b97f4a7c15
}

func (thicket) Null(dst, src *thicketState) bool {
	*dst = *src
	dst.mover = src.mover.Other()
	return src.chance(6, 8) > 0
}

func (g thicket) NoisyMoves(s *thicketState, buf []uint8) []uint8 {
	all, _ := g.Moves(s, nil)
	for _, m := range all {
		if s.gain(m) > 3 {
			buf = append(buf, m)
		}
	}
	return buf
}

// Gain returns what a noisy move gains.
func (thicket) Gain(s *thicketState, m uint8) game.Score {
	return max(0, game.Score(s.gain(m))-2)
}

func (thicket) QuietGain() game.Score            { return 0 }
func (thicket) Structure(*thicketState) uint64   { return 0 }
func (thicket) Alarms(*thicketState, uint8) bool { return false }

func (thicket) Exchange(s *thicketState, m uint8, least game.Score) bool {
	return game.Score(s.gain(m)-s.chance(uint64(m)+300, 3)) >= least
}

func (thicket) ScoreMoves(s *thicketState, moves []uint8, scores []int32) {
	for i, m := range moves {
		scores[i] = int32(s.gain(m) / 2)
	}
}

// Select leaves out moves, rightly or not: the test checks only the node
// counts.
func (thicket) Select(s *thicketState, moves []uint8) int {
	if s.chance(7, 3) > 0 {
		return len(moves)
	}
	slices.Reverse(moves)
	return 1 + s.chance(8, uint64(len(moves)))
}

// plainer is a thicket that resolves its last ply and has no noisy moves.
type plainer struct{ thicket }

func (plainer) NoisyMoves() {}

func (p plainer) LastPly(s *thicketState) (game.Score, int) {
	moves, _ := p.Moves(s, nil)
	best := -game.Infinity
	for _, m := range moves {
		var next thicketState
		p.Play(&next, s, m)
		v := p.Evaluate(&next)
		if st := p.Status(&next); st.Over() {
			v = st.Score().Later(1)
		}
		if next.mover != s.mover {
			v = -v
		}
		best = max(best, v)
	}
	return best, len(moves)
}

var thicketOptions = []struct {
	name    string
	options search.Options
}{
	{"usual", search.Options{TableBytes: 1 << 16}},
	{"no table", search.Options{Without: search.Table, QuietPlies: 2, FutilityMargin: 2}},
	{"exact depths", search.Options{TableBytes: 1 << 16, Without: search.Deeper | search.IIR | search.Killers, FutilityMargin: 4}},
	{"predictions", search.Options{
		TableBytes: 1 << 14, Without: search.NullMove,
		ProbCut: []search.Prediction{
			{Depth: 4, Shallow: 2, Slope: 0.9, Offset: 0.5, Sigma: 2, Confidence: 1.5},
			{Depth: 6, Shallow: 3, Slope: 1.1, Offset: -1, Sigma: 3, Confidence: 1},
			{Depth: 6, Shallow: 6, Slope: 1, Sigma: 1},
		},
	}},
}

// TestThicketSignature compares the results and counts of searches with every
// capability with recorded ones.
func TestThicketSignature(t *testing.T) {
	var b strings.Builder
	for i, o := range thicketOptions {
		for j, g := range []thicket{{}, {margins: true}, {erratic: true}, {true, true}} {
			s := thicketState{key: uint64(4*i + j + 1)}
			name := fmt.Sprintf("margins %v, erratic %v", g.margins, g.erratic)
			sign(&b, name, g, &s, o.options, search.Query{Depth: 11}, o.name)
			sign(&b, name, plainer{g}, &s, o.options, search.Query{Depth: 7, Lines: 2}, o.name+", plainer, two lines")
			low := game.Score(2)
			if g.margins {
				low = game.Margin(2)
			}
			sign(&b, name, g, &s, o.options, search.Query{Depth: 7, From: 3, Window: game.Window{Alpha: low, Beta: low + 3}}, o.name+", window")
		}
	}
	golden.Check(t, "thicket.txt", []byte(b.String()))
}

// TestThicketStopped compares the results of searches stopped by their node
// limit, mostly during an iteration, with recorded ones.
func TestThicketStopped(t *testing.T) {
	var b strings.Builder
	for i, o := range thicketOptions[:3] {
		for _, lines := range []int{1, 2} {
			given, moves := fnv.New64a(), ""
			o.options.Threads = 1
			for nodes := uint64(1); nodes < 3000; nodes += 1 + nodes/8 {
				s := search.New(thicket{}, o.options)
				r := s.Search(background, &thicketState{key: uint64(i + 40)}, search.Query{Nodes: nodes, Lines: lines}, search.Control{}, nil)
				r.Elapsed = 0
				fmt.Fprintf(given, "%+v", r)
				moves += fmt.Sprintf(" %d:%d", r.Depth, r.Lines[0].PV[0])
			}
			fmt.Fprintf(&b, "%s, %d lines:%s %x\n", o.name, lines, moves, given.Sum64())
		}
	}
	golden.Check(t, "stopped.txt", []byte(b.String()))
}

// tick is a thicket whose every evaluation takes a millisecond.
type tick struct{ thicket }

func (k tick) Evaluate(s *thicketState) game.Score {
	time.Sleep(time.Millisecond)
	return k.thicket.Evaluate(s)
}

// TestSoftTime stops searches by a fake clock: after the first iteration that
// ends at or after the soft limit, half as much later if the best move has
// just changed, and after the first iteration if there is only one move. Effort is off.
func TestSoftTime(t *testing.T) {
	changed, kept := 0, 0
	for key := range uint64(16) {
		synctest.Test(t, func(t *testing.T) {
			type iteration struct {
				took time.Duration
				best uint8
			}
			var all []iteration
			start := thicketState{key: key}
			run := func(c search.Control, report func(search.Result[uint8])) search.Result[uint8] {
				s := search.New(tick{}, search.Options{TableBytes: 1 << 12})
				return s.Search(background, &start, search.Query{Depth: 6}, c, report)
			}
			run(search.Control{}, func(r search.Result[uint8]) {
				all = append(all, iteration{time.Duration(r.Leaves) * time.Millisecond, r.Lines[0].PV[0]})
			})
			moves, _ := thicket{}.Moves(&start, nil)
			for _, at := range all {
				for _, soft := range []time.Duration{at.took, at.took + 1, at.took * 2 / 3, at.took*2/3 + 2} {
					want := len(all)
					for i, it := range all {
						limit := soft
						if i > 0 && it.best != all[i-1].best {
							limit += soft / 2
						}
						if len(moves) == 1 || it.took >= limit {
							want = i + 1
							if it.took < soft*3/2 && limit == soft {
								kept++
							} else {
								changed++
							}
							break
						}
					}
					r := run(search.Control{SoftTime: soft}, nil)
					if r.Depth != want {
						t.Errorf("key %d, %v of %v: depth %d, want %d", key, soft, all, r.Depth, want)
					}
				}
			}
		})
	}
	if changed == 0 || kept == 0 {
		t.Errorf("%d stretched, %d not: nothing is tested", changed, kept)
	}
}

// TestThicketWatched checks the events of searches with null moves, shallow
// searches and lines played out: those are hidden, and observing does not
// change the result.
func TestThicketWatched(t *testing.T) {
	var b strings.Builder
	for i, o := range thicketOptions {
		for j, g := range []thicket{{}, {margins: true, erratic: true}} {
			run := func(c search.Control) search.Result[uint8] {
				s := thicketState{key: uint64(2*i + j + 70)}
				return search.New(g, o.options).Search(background, &s, search.Query{Depth: 10}, c, nil)
			}
			var seen event.Recorder
			watched, unwatched := run(search.Control{Observer: &seen}), run(search.Control{})
			if watched.Nodes != unwatched.Nodes || watched.Score() != unwatched.Score() {
				t.Errorf("%s, %+v: watched %v in %d nodes, else %v in %d", o.name, g, watched.Score(), watched.Nodes, unwatched.Score(), unwatched.Nodes)
			}
			fmt.Fprintf(&b, "%s, margins %v, erratic %v: %v, depth %d, %d nodes, %d events\n", o.name, g.margins, g.erratic, watched.Score(), watched.Depth, watched.Nodes, len(seen.Events))
		}
	}
	golden.Check(t, "watched.txt", []byte(b.String()))
}

// TestStoppedAmid stops searches after each number of nodes: they return the
// last complete iteration, or a better move found by the unfinished one.
func TestStoppedAmid(t *testing.T) {
	better, whole := 0, 0
	for key := range uint64(16) {
		start := thicketState{key: key}
		for nodes := uint64(20); nodes < 900; nodes += 1 + nodes/50 {
			var last search.Result[uint8]
			s := search.New(thicket{}, search.Options{TableBytes: 1 << 10})
			r := s.Search(background, &start, search.Query{Nodes: nodes}, search.Control{}, func(r search.Result[uint8]) { last = r })
			if last.Depth == 0 || r.Stopped != search.NodeLimit {
				continue
			}
			was, now := last.Lines[0], r.Lines[0]
			if r.Depth != last.Depth || now.Depth < r.Depth || now.Depth == r.Depth && now.PV[0] != was.PV[0] {
				t.Errorf("key %d, %d nodes: move %d of depth %d after %d of depth %d", key, nodes, now.PV[0], now.Depth, was.PV[0], was.Depth)
			}
			if now.PV[0] != was.PV[0] {
				better++
			} else {
				whole++
			}
		}
	}
	if better == 0 || whole == 0 {
		t.Errorf("%d better moves, %d whole iterations: nothing is tested", better, whole)
	}
}

// TestQuickEnough ends searches with a win or loss in at most Query.Plies
// plies.
func TestQuickEnough(t *testing.T) {
	ended := 0
	for key := range uint64(60) {
		for plies := 1; plies < 6; plies++ {
			start := thicketState{key: key, ply: 18}
			s := search.New(thicket{}, search.Options{TableBytes: 1 << 10, Without: search.Distance})
			s.Search(background, &start, search.Query{Depth: 6, Plies: plies}, search.Control{}, func(r search.Result[uint8]) {
				n, won, ok := r.Score().Plies()
				proof := game.Upper
				if won {
					proof = game.Lower
				}
				quick := ok && n <= plies && r.Proof&proof != 0
				if quick && !r.Exact() {
					ended++
				}
				if (quick || r.Exact()) != (r.Stopped == search.Solved) {
					t.Errorf("key %d, at most %d plies: %v (%v), %v", key, plies, r.Score(), r.Proof, r.Stopped)
				}
			})
		}
	}
	if ended == 0 {
		t.Error("no search was ended: nothing is tested")
	}
}
