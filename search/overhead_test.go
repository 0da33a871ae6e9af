package search_test

import (
	"fmt"
	"slices"
	"testing"
	"unsafe"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/games/connect4/connect4engine"
	"github.com/plywood-go/plywood/internal/cputime"
	"github.com/plywood-go/plywood/internal/slots"
	"github.com/plywood-go/plywood/search"
)

// handmade is the generic search with only table, null windows, move order and
// last ply switched on, written by hand for Connect Four: no type parameters,
// capabilities or options. It visits the same nodes; the time it saves is the
// cost of being generic.
type handmade struct {
	rules connect4engine.Lines
	table slots.Table
	nodes uint64
	stack [64]handmadeFrame
}

type handmadeFrame struct {
	state connect4.State
	moves []connect4.Move
	rates []int32
}

func newHandmade(bits uint) *handmade {
	h := &handmade{}
	h.table.Allocate(int(unsafe.Sizeof(slots.Bucket{})) << bits)
	return h
}

const handmadeFeatures = search.Table | search.PVS | search.Order | search.LastPly

func (h *handmade) probe(key uint64) (uint64, bool) {
	b := h.table.Bucket(key)
	for i := range b {
		if d := b[i].Data; b[i].Check^d == key && d != 0 {
			return d, true
		}
	}
	return 0, false
}

func (h *handmade) store(key, d uint64) {
	b := h.table.Bucket(key)
	victim, least := 0, 1<<30
	for i := range b {
		old := b[i].Data
		if old == 0 || b[i].Check^old == key {
			if d>>32&0xFFFF == 0 {
				d |= old & (0xFFFF << 32)
			}
			b[i].Data, b[i].Check = d, key^d
			return
		}
		worth := int(old>>56) * 2
		if game.Bound(old>>48&3) == game.Exact {
			worth++
		}
		if worth < least {
			victim, least = i, worth
		}
	}
	b[victim].Data, b[victim].Check = d, key^d
	h.table.Lost(func(s slots.Slot) uint64 { return s.Check ^ s.Data })
}

func (h *handmade) node(ply, depth int, alpha, beta game.Score) (game.Score, game.Bound) {
	h.nodes++
	f := &h.stack[ply]
	if depth <= 0 {
		if st := h.rules.Status(&f.state); st.Over() {
			return st.Score().Later(ply), game.Exact
		}
		return h.rules.Evaluate(&f.state), game.NoBound
	}
	pvNode := beta > alpha+1
	if depth == 1 && !pvNode {
		return h.lastPly(f, ply)
	}
	key := h.rules.Hash(&f.state)
	d, hit := h.probe(key)
	if hit && !pvNode {
		v := game.Score(int32(uint32(d))).Later(ply)
		usable := game.Bound(d >> 50 & 3)
		if int(d>>56) == depth {
			usable |= game.Bound(d >> 48 & 3)
		} else if int(d>>56) > depth {
			usable = game.NoBound
		}
		if usable == game.Exact || (usable&game.Lower != 0 && v >= beta) || (usable&game.Upper != 0 && v <= alpha) {
			return v, game.Bound(d >> 50 & 3)
		}
	}
	var status game.Status
	f.moves, status = h.rules.Moves(&f.state, f.moves[:0])
	if status.Over() {
		return status.Score().Later(ply), game.Exact
	}
	h.order(f, uint16(d>>32))
	best, proof, below, bestMove := -game.Infinity, game.NoBound, game.Upper, connect4.Move(0)
	a := alpha
	for i := range f.moves {
		h.pick(f, i)
		m := f.moves[i]
		h.rules.Play(&h.stack[ply+1].state, &f.state, m)
		var v game.Score
		var p game.Bound
		if i > 0 {
			v, p = h.node(ply+1, depth-1, -a-1, -a)
			v, p = -v, p.Negate()
		}
		if i == 0 || v > a && v < beta {
			v, p = h.node(ply+1, depth-1, -beta, -a)
			v, p = -v, p.Negate()
		}
		below &= p
		if v > best {
			best, proof, bestMove = v, p&game.Lower, m
			a = max(a, v)
			if v >= beta {
				if i+1 < len(f.moves) {
					below = game.NoBound
				}
				break
			}
		}
	}
	proof |= below
	data := uint64(uint32(best)) | uint64(game.Window{Alpha: alpha, Beta: beta}.Bound(best))<<48 | uint64(proof)<<50 | uint64(depth)<<56
	if best > alpha {
		data |= uint64(bestMove+1) << 32
	}
	h.store(key, data)
	return best, proof
}

func (h *handmade) lastPly(f *handmadeFrame, ply int) (game.Score, game.Bound) {
	if st := h.rules.Status(&f.state); st.Over() {
		return st.Score().Later(ply), game.Exact
	}
	v, children := h.rules.LastPly(&f.state)
	h.nodes += uint64(children)
	switch {
	case v == game.WinIn(1) || v == game.LossIn(1):
		return v.Later(ply), game.Exact
	case v.Outcome() > 0:
		return v.Later(ply), game.Lower
	}
	return v.Later(ply), game.NoBound
}

func (h *handmade) order(f *handmadeFrame, code uint16) {
	n := len(f.moves)
	if cap(f.rates) < n {
		f.rates = make([]int32, n, 8)
	}
	f.rates = f.rates[:n]
	h.rules.ScoreMoves(&f.state, f.moves, f.rates)
	for i, m := range f.moves {
		if uint16(m)+1 == code {
			f.rates[i] = 1 << 30
		}
	}
}

func (h *handmade) pick(f *handmadeFrame, i int) {
	best := i
	for j := i + 1; j < len(f.rates); j++ {
		if f.rates[j] > f.rates[best] {
			best = j
		}
	}
	if best == i {
		return
	}
	m, r := f.moves[best], f.rates[best]
	copy(f.moves[i+1:best+1], f.moves[i:best])
	copy(f.rates[i+1:best+1], f.rates[i:best])
	f.moves[i], f.rates[i] = m, r
}

// solve deepens to depth as the generic search does.
func (h *handmade) solve(depth int) game.Score {
	var v game.Score
	h.nodes = 0
	for d := 1; d <= depth; d++ {
		h.stack[0].state = h.rules.Start()
		v, _ = h.node(0, d, -game.Infinity, game.Infinity)
	}
	return v
}

const overheadTable = 1 << 18 // buckets: 16 MiB, more than the caches of most processors

func TestHandmadeAgrees(t *testing.T) {
	h := newHandmade(18)
	v := h.solve(10)
	s := search.New(connect4engine.Lines{}, search.Options{Without: ^handmadeFeatures, TableBytes: overheadTable * 64})
	start := connect4.Rules{}.Start()
	r := s.Search(background, &start, search.Query{Depth: 10}, search.Control{}, nil)
	if r.Score() != v {
		t.Errorf("generic %v, handmade %v", r.Score(), v)
	}
	if ratio := float64(r.Nodes) / float64(h.nodes); ratio < 0.95 || ratio > 1.05 {
		t.Errorf("generic %d nodes, handmade %d", r.Nodes, h.nodes)
	}
}

// BenchmarkOverhead runs the two searches in turn and reports the cost of
// being generic: the median, over the pairs, of the ratio of their times a
// node. Pairs and median reduce the influence of other load on the machine.
func BenchmarkOverhead(b *testing.B) {
	for _, depth := range []int{12, 14, 16} {
		b.Run(fmt.Sprint(depth), func(b *testing.B) {
			h := newHandmade(18)
			s := search.New(connect4engine.Lines{}, search.Options{Without: ^handmadeFeatures, TableBytes: overheadTable * 64})
			start := connect4.Rules{}.Start()
			var generic, hand, ratio []float64
			var nodeRatio float64
			for b.Loop() {
				h.table.Clear()
				began := cputime.Used()
				v := h.solve(depth)
				hand = append(hand, float64(cputime.Since(began).Nanoseconds())/float64(h.nodes))
				s.Clear()
				began = cputime.Used()
				r := s.Search(background, &start, search.Query{Depth: depth}, search.Control{}, nil)
				generic = append(generic, float64(cputime.Since(began).Nanoseconds())/float64(r.Nodes))
				if r.Score() != v {
					b.Fatalf("generic %v, handmade %v", r.Score(), v)
				}
				ratio = append(ratio, generic[len(generic)-1]/hand[len(hand)-1])
				nodeRatio = float64(r.Nodes) / float64(h.nodes)
			}
			b.ReportMetric(median(generic), "ns/node")
			b.ReportMetric(median(hand), "handmade-ns/node")
			b.ReportMetric(median(ratio), "ratio")
			b.ReportMetric(nodeRatio, "node-ratio")
		})
	}
}

func median(x []float64) float64 {
	slices.Sort(x)
	return x[len(x)/2]
}
