package patterns

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"sync"
	"testing"

	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/internal/cputime"
	"github.com/plywood-go/plywood/internal/vectors"
)

// TestFeatures compares incrementally updated features with fresh ones, and
// kernels with portable code.
func TestFeatures(t *testing.T) { vectors.Each(func(set string) { t.Run(set, testFeatures) }) }

func testFeatures(t *testing.T) {
	r := othello.Rules{}
	e := Default(r)
	rng := rand.New(rand.NewPCG(13, 1))
	for range 200 {
		s := r.Start()
		var carried, other, fresh Features
		carried.Set(s.Own, s.Opp)
		for moves, status := r.Moves(&s, nil); !status.Over(); moves, status = r.Moves(&s, nil) {
			m := moves[rng.IntN(len(moves))]
			var next othello.Position
			r.Play(&next, &s, m)
			turned := s.Opp &^ next.Own
			if other = carried; m == othello.Pass {
				carried.Pass(&other)
			} else {
				carried.Play(&other, uint(m), turned)
				portablePlay(&fresh, &other, uint(m), turned)
				if fresh != carried {
					t.Fatalf("%s: features after %v differ between kernels", r.FormatPosition(&s), m)
				}
			}
			s = next
			if fresh.Set(s.Own, s.Opp); fresh != carried {
				t.Fatalf("%s: carried features differ from fresh ones", r.FormatPosition(&s))
			}
			w := e.phase(r.Empties(&s))
			if got, want := sumWeights(w, &carried), portableSum(w, &carried); got != want {
				t.Fatalf("%s: weights sum up to %d, want %d", r.FormatPosition(&s), got, want)
			}
		}
	}
}

// BenchmarkSum measures the sum of a position's weights.
func BenchmarkSum(b *testing.B) {
	p := othello.Rules{}.Start()
	var f Features
	f.Set(p.Own, p.Opp)
	w := Default(othello.Rules{}).phase(20)
	sink := 0
	began := cputime.Used()
	for b.Loop() {
		sink += sumWeights(w, &f)
	}
	b.ReportMetric(float64(cputime.Since(began).Nanoseconds())/float64(b.N), "cpu-ns/op")
	_ = sink
}

func TestWeights(t *testing.T) {
	for _, file := range [][]byte{embedded8, embedded6} {
		weights, err := ParseWeights(file)
		if err != nil {
			t.Fatal(err)
		}
		few := Weights{3: weights[3], 5: weights[5], 6: weights[6]}
		if again, err := ParseWeights(FormatWeights(few)); err != nil || !reflect.DeepEqual(again, few) {
			t.Errorf("three phases written and read again differ: %v", err)
		}
		for _, damaged := range [][]byte{nil, file[:10], file[:len(file)-1], append([]byte("x"), file...), flipped(file)} {
			if _, err := ParseWeights(damaged); !errors.Is(err, errWeights) {
				t.Errorf("a damaged file of %d bytes: %v, want %v", len(damaged), err, errWeights)
			}
		}
	}
}

// TestEarlierFormat reads weights in the format of an earlier version.
func TestEarlierFormat(t *testing.T) {
	want := numbered(3, 5)
	var stream bytes.Buffer
	out, _ := flate.NewWriter(&stream, flate.DefaultCompression)
	last := make([]int16, WeightCount())
	for _, w := range want {
		if w == nil {
			out.Write([]byte{0})
			continue
		}
		out.Write([]byte{1})
		for i := range w {
			binary.Write(out, binary.LittleEndian, w[i]-last[i])
		}
		last = w
	}
	out.Close()
	sum := sha256.Sum256(stream.Bytes())
	got, err := ParseWeights(slices.Concat([]byte(earlierMagic), sum[:], stream.Bytes()))
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("read otherwise than written: %v", err)
	}
}

// numbered returns different weights for some phases.
func numbered(phases ...int) (weights Weights) {
	for _, p := range phases {
		weights[p] = make([]int16, WeightCount())
		for i := range weights[p] {
			weights[p][i] = int16(1000*p + i%1000)
		}
	}
	return weights
}

// TestUnpacking requests phases in several orders on several threads. It checks
// that phases are unpacked only when they are needed, and that a phase without
// weights uses its neighbour's.
func TestUnpacking(t *testing.T) {
	numbers := weightNumbers().of
	weights := numbered(3, 5, 9, 12)
	// Phases 3 and 5 are in the first stream, 12 and 9 in the second.
	of := func(p int) int {
		for _, q := range []int{12, 9, 5} {
			if p >= q {
				return q
			}
		}
		return 3
	}
	before := map[int]int{5: 3, 9: 12}
	file := FormatWeights(weights)
	for _, asked := range [][]int{{4, 0, 31, 5}, {31, 3, 8}, {0, 1, 2}, {9, 4}, {8}, {12}} {
		e, needed := unpack(othello.Rules{}, file), map[int]bool{}
		for _, p := range asked {
			needed[of(p)] = true
			if q, ok := before[of(p)]; ok {
				needed[q] = true
			}
			var threads sync.WaitGroup
			for range 3 {
				threads.Go(func() {
					for filling, w := range e.phase(2 * p)[:len(numbers)] {
						if want := weights[of(p)][numbers[filling]]; w != want {
							t.Errorf("%v: phase %d has %d, want %d of phase %d", asked, p, w, want, of(p))
							return
						}
					}
				})
			}
			threads.Wait()
			for q := range PhaseCount {
				if unpacked := e.phases[q].Load() != nil; unpacked != needed[of(q)] {
					t.Errorf("%v, after %d: phase %d is unpacked: %t", asked, p, q, unpacked)
				}
			}
		}
	}
}

// TestManifests checks that the manifests describe the weights files.
func TestManifests(t *testing.T) {
	for name, file := range map[string][]byte{"weights8.json": embedded8, "weights6.json": embedded6} {
		about, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var m struct {
			SHA256 string
			Bytes  int
		}
		if err := json.Unmarshal(about, &m); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got := fmt.Sprintf("%x", sha256.Sum256(file)); m.SHA256 != got || m.Bytes != len(file) {
			t.Errorf("%s: %s, %d bytes; the weights have %s, %d bytes", name, m.SHA256, m.Bytes, got, len(file))
		}
	}
}

// flipped returns a copy of file with one bit flipped.
func flipped(file []byte) []byte {
	damaged := append([]byte(nil), file...)
	damaged[len(damaged)/2] ^= 4
	return damaged
}
