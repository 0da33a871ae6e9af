package patterns

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"sync"
	"testing"

	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/internal/cputime"
)

// TestFeatures compares incrementally updated features with fresh ones, and
// kernels with portable code.
func TestFeatures(t *testing.T) { eachSet(func(set string) { t.Run(set, testFeatures) }) }

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
		few := Weights{3: weights[3], 5: weights[5]}
		if again, err := ParseWeights(FormatWeights(few)); err != nil || !reflect.DeepEqual(again, few) {
			t.Errorf("two phases written and read again differ: %v", err)
		}
		for _, damaged := range [][]byte{nil, file[:10], file[:len(file)-1], append([]byte("x"), file...), flipped(file)} {
			if _, err := ParseWeights(damaged); !errors.Is(err, ErrWeights) {
				t.Errorf("a damaged file of %d bytes: %v, want %v", len(damaged), err, ErrWeights)
			}
		}
	}
}

// TestUnpacking requests phases in several orders on several threads. It checks
// that no later phase is unpacked and that a phase without weights uses its
// neighbour's.
func TestUnpacking(t *testing.T) {
	numbers := weightNumbers().of
	var weights Weights
	for _, p := range []int{3, 5, 9} {
		weights[p] = make([]int16, WeightCount())
		for i := range weights[p] {
			weights[p][i] = int16(1000*p + i%1000)
		}
	}
	file := FormatWeights(weights)
	for _, asked := range [][]int{{4, 0, 31, 5}, {31, 3, 8}, {0, 1, 2}, {9, 4}} {
		e := unpack(othello.Rules{}, file)
		most := 0
		for _, p := range asked {
			of := 3
			switch {
			case p >= 9:
				of = 9
			case p >= 5:
				of = 5
			}
			most = max(most, p, of)
			var threads sync.WaitGroup
			for range 3 {
				threads.Go(func() {
					for filling, w := range e.phase(2 * p)[:len(numbers)] {
						if want := weights[of][numbers[filling]]; w != want {
							t.Errorf("%v: phase %d has %d, want %d of phase %d", asked, p, w, want, of)
							return
						}
					}
				})
			}
			threads.Wait()
			for q := most + 1; q < PhaseCount; q++ {
				if e.phases[q].Load() != nil {
					t.Errorf("%v: phase %d is unpacked before it is needed", asked, q)
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
