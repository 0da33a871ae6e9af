package patterns

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"testing"

	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/internal/cputime"
)

// TestFeatures compares features carried along games with fresh ones, and the
// kernels that carry them and sum their weights up with portable code.
func TestFeatures(t *testing.T) {
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
			w := e.phases[Phase(r.Empties(&s))]
			if got, want := sumWeights(w, &carried), portableSum(w, &carried); got != want {
				t.Fatalf("%s: weights sum up to %d, want %d", r.FormatPosition(&s), got, want)
			}
		}
	}
}

// BenchmarkSum sums the weights of a position up.
func BenchmarkSum(b *testing.B) {
	p := othello.Rules{}.Start()
	var f Features
	f.Set(p.Own, p.Opp)
	w := Default(othello.Rules{}).phases[10]
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

// TestManifests checks that the manifests are those of the weights.
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

// flipped returns a copy of file with one bit wrong.
func flipped(file []byte) []byte {
	damaged := append([]byte(nil), file...)
	damaged[len(damaged)/2] ^= 4
	return damaged
}
