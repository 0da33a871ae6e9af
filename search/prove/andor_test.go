package prove

import (
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/game/line"
)

func TestBackUp(t *testing.T) {
	open := func(proof, disproof uint32) branch[int] {
		return branch[int]{finding: finding{effort: effort{proof, disproof}, rests: line.NoPly}}
	}
	settled := func(e effort, plies uint32, rests int) branch[int] {
		return branch[int]{finding: finding{effort: e, plies: plies, rests: rests}}
	}
	for _, c := range []struct {
		name     string
		kind     kind
		branches []branch[int]
		want     finding
		best     int
	}{
		{"or, open", orNode, []branch[int]{open(5, 2), open(3, 7), open(4, 1)}, finding{effort: effort{3, 9}}, 1},
		{"and, open", andNode, []branch[int]{open(5, 2), open(3, 7), open(4, 1)}, finding{effort: effort{7, 1}}, 2},
		{"or, one failed", orNode, []branch[int]{open(5, 2), settled(disproven, 3, line.NoPly)}, finding{effort: effort{5, 2}}, 0},
		{"or, the shortest way", orNode, []branch[int]{settled(proven, 4, line.NoPly), settled(proven, 2, line.NoPly), open(1, 1)}, finding{effort: proven, plies: 3, rests: line.NoPly}, 1},
		{"or, rather on every path", orNode, []branch[int]{settled(proven, 2, 1), settled(proven, 4, line.NoPly)}, finding{effort: proven, plies: 5, rests: line.NoPly}, 1},
		{"or, the longest delay", orNode, []branch[int]{settled(disproven, 4, 3), settled(disproven, 6, line.NoPly)}, finding{effort: disproven, plies: 7, rests: 3}, 1},
		{"and, the shortest way", andNode, []branch[int]{settled(proven, 1, line.NoPly), settled(disproven, 2, line.NoPly)}, finding{effort: disproven, plies: 3, rests: line.NoPly}, 1},
		{"and, the longest delay", andNode, []branch[int]{settled(proven, 1, line.NoPly), settled(proven, 2, line.NoPly)}, finding{effort: proven, plies: 3, rests: line.NoPly}, 1},
		{"or, no branch", orNode, nil, finding{effort: disproven, rests: line.NoPly}, -1},
		{"saturated", orNode, []branch[int]{open(Infinity-1, Infinity-1), open(Infinity-1, 1)}, finding{effort: effort{Infinity - 1, Infinity - 1}}, 0},
	} {
		n := node[int, int]{kind: c.kind, branches: c.branches}
		n.backUp()
		if n.found != c.want || n.best != c.best {
			t.Errorf("%s: got %+v, branch %d, want %+v, branch %d", c.name, n.found, n.best, c.want, c.best)
		}
	}
}

// TestChildLimit checks that every limit exceeds the child's current number,
// so that the search progresses, and keeps the node within its own limit.
func TestChildLimit(t *testing.T) {
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 0))
	number := func() uint32 { return 1 + random.Uint32N(1<<random.UintN(proofBits)) }
	for range 20_000 {
		n := node[int, int]{kind: kind(random.UintN(2))}
		for range 1 + random.IntN(5) {
			n.branches = append(n.branches, branch[int]{finding: finding{effort: effort{finite(number()), finite(number())}}})
		}
		n.backUp()
		limit := effort{finite(n.found.effort[0]) + number(), finite(n.found.effort[1]) + number()}
		for k := range limit {
			limit[k] = min(limit[k], Infinity)
		}
		child, best := n.childLimit(limit), &n.branches[n.best]
		if best.effort.reaches(child) || child[n.kind] > limit[n.kind] {
			t.Fatalf("seed %d: node %+v of limit %v: child %v has limit %v", seed, n, limit, best.effort, child)
		}
		best.effort[n.kind.other()] = child[n.kind.other()]
		if n.backUp(); limit[n.kind.other()] < Infinity && n.found.effort[n.kind.other()] < limit[n.kind.other()] {
			t.Fatalf("seed %d: node %+v does not reach %v though child %d does", seed, n, limit, n.best)
		}
	}
}

func TestFindingRoundTrip(t *testing.T) {
	for _, f := range []finding{
		{effort: effort{1, 1}, rests: line.NoPly, work: 1},
		{effort: effort{Infinity - 1, 12345}, rests: line.NoPly, work: 1 << 40},
		{effort: proven, plies: 1, rests: line.NoPly, work: 3},
		{effort: proven, plies: endless, rests: 0, work: 7},
		{effort: disproven, plies: 77, rests: anyPath - 1, work: 1 << 20},
		{effort: disproven, plies: 1, rests: 5, work: 10},
	} {
		var table findings
		table.Allocate(1)
		table.store(42, f)
		if got, ok := table.probe(42); !ok || got != f {
			t.Errorf("stored %+v, got %+v, %v", f, got, ok)
		}
		if got, ok := table.probe(43); ok {
			t.Errorf("got %+v for a key that was never stored", got)
		}
	}
	long := finding{effort: proven, plies: endless, rests: anyPath + 5, work: 1}
	if got := unpackFinding(packFinding(long)); got.plies != endless || got.rests != anyPath-1 {
		t.Errorf("beyond the field: got %+v, want the largest values that fit", got)
	}
}

func TestPackWork(t *testing.T) {
	last := uint64(0)
	for n := uint64(0); n < 1<<50; n += 1 + n/7 {
		code := packWork(n)
		if back := unpackWork(code); code < last || code >= 1<<workBits || back > n || n-back > n/4 {
			t.Fatalf("%d packs to %d, after %d, and unpacks to %d", n, code, last, back)
		}
		last = code
	}
}

func TestProofTableKeepsDearFindings(t *testing.T) {
	var table findings
	table.Allocate(1)
	for key := uint64(1); key <= 100; key++ {
		table.store(key, finding{effort: effort{1, 1}, rests: line.NoPly, work: 1 + key%10})
	}
	table.store(1000, finding{effort: effort{1, 1}, rests: line.NoPly, work: 1 << 30})
	for key := uint64(1); key <= 100; key++ {
		table.store(key, finding{effort: effort{1, 1}, rests: line.NoPly, work: 1 + key%10})
	}
	if _, ok := table.probe(1000); !ok {
		t.Error("the dearest finding has given way to cheap ones")
	}
	table.NextAge()
	for key := uint64(1); key <= 4; key++ {
		table.store(key, finding{effort: effort{1, 1}, rests: line.NoPly, work: 1})
	}
	if _, ok := table.probe(1000); ok {
		t.Error("a finding of an earlier search has outlived those of this one")
	}
}
