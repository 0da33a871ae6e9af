package draughtspatterns

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/internal/seeded"
)

// some returns random weights.
func some(r draughts.Rules, random *rand.Rand) *Weights {
	w := &Weights{Blocks: make([][2]int16, Count(r))}
	number := func() int { return random.IntN(400) - 200 }
	for i := range w.Blocks {
		w.Blocks[i] = [2]int16{int16(number()), int16(number())}
	}
	for i := range w.Terms {
		w.Terms[i] = [2]int32{int32(number()), int32(number())}
	}
	return w
}

// sets returns random sets of men.
func sets(r draughts.Rules, random *rand.Rand) (up, down uint64) {
	up, down = random.Uint64()&r.Squares(), random.Uint64()&random.Uint64()&r.Squares()
	return up &^ down, down
}

// TestEvaluate compares evaluations with square-by-square sums and with those
// of the turned board.
func TestEvaluate(t *testing.T) {
	random := seeded.Rand(t, 1)
	for v := range draughts.Variant(4) {
		r := draughts.Rules{Variant: v}
		w := some(r, random)
		e := New(r, w)
		for range 300 {
			up, down := sets(r, random)
			pieces := int32(bits.OnesCount64(up | down))
			var terms, negated Counts
			for i := range terms {
				terms[i] = int32(random.IntN(9) - 4)
				negated[i] = -terms[i]
			}
			got := e.Evaluate(up, down, &terms, pieces)
			if want := plain(r, w, up, down, &terms, pieces); got != want {
				t.Fatalf("%s: men %x and %x are worth %d, want %d", r, up, down, got, want)
			}
			if turned := e.Evaluate(r.Turn(down), r.Turn(up), &negated, pieces); turned != -got {
				t.Fatalf("%s: men %x and %x are worth %d, turned %d", r, up, down, got, turned)
			}
		}
	}
}

// plain evaluates square by square.
func plain(r draughts.Rules, w *Weights, up, down uint64, terms *Counts, pieces int32) int32 {
	var sum [2]int32
	for block, squares := range Blocks(r) {
		filling, digit := 0, 1
		for _, sq := range squares {
			filling += digit * int(up>>sq&1+2*(down>>sq&1))
			digit *= 3
		}
		n, sign := Number(r, block, uint16(filling)), int32(1)
		if n < 0 {
			n, sign = -n, -1
		}
		if n > 0 {
			sum[0] += sign * int32(w.Blocks[n-1][0])
			sum[1] += sign * int32(w.Blocks[n-1][1])
		}
	}
	for i, n := range terms {
		sum[0] += n * w.Terms[i][0]
		sum[1] += n * w.Terms[i][1]
	}
	all := int32(FullBoard(r))
	return (sum[0]*pieces + sum[1]*(all-pieces)) / (all * Unit)
}

// TestFillings compares fillings with the squares of blocks and checks that
// blocks cover the board.
func TestFillings(t *testing.T) {
	random := seeded.Rand(t, 2)
	for _, r := range []draughts.Rules{{Variant: draughts.English}, {Variant: draughts.International}} {
		up, down := sets(r, random)
		covered := uint64(0)
		fillings := Fillings(r, up, down, nil)
		for block, squares := range Blocks(r) {
			filling := fillings[block]
			for _, sq := range squares {
				covered |= 1 << sq
				if got, want := uint64(filling%3), up>>sq&1+2*(down>>sq&1); got != want {
					t.Errorf("%s: block %d has %d on bit %d, want %d", r, block, got, sq, want)
				}
				filling /= 3
			}
		}
		if covered != r.Squares() {
			t.Errorf("%s: blocks cover %x, want %x", r, covered, r.Squares())
		}
	}
}

func TestWeights(t *testing.T) {
	r := draughts.Rules{}
	w := some(r, seeded.Rand(t, 3))
	file := FormatWeights(r, w)
	if again, err := ParseWeights(r, file); err != nil || !reflect.DeepEqual(again, w) {
		t.Errorf("weights written and read again differ: %v", err)
	}
	if _, err := ParseWeights(draughts.Rules{Variant: draughts.Brazilian}, file); !errors.Is(err, ErrWeights) {
		t.Errorf("weights of another game: %v, want %v", err, ErrWeights)
	}
	flipped := append([]byte(nil), file...)
	flipped[len(file)/2] ^= 4
	for _, damaged := range [][]byte{nil, file[:10], file[:len(file)-1], flipped} {
		if _, err := ParseWeights(r, damaged); !errors.Is(err, ErrWeights) {
			t.Errorf("a damaged file of %d bytes: %v, want %v", len(damaged), err, ErrWeights)
		}
	}
}

// TestManifests parses the built-in weights and checks their manifests.
func TestManifests(t *testing.T) {
	for v := range draughts.Variant(4) {
		r := draughts.Rules{Variant: v}
		file := embedded(r)
		if file == nil {
			continue
		}
		if _, err := ParseWeights(r, file); err != nil {
			t.Error(err)
		}
		about, err := os.ReadFile(strings.TrimSuffix(FileName(r), ".bin") + ".json")
		if err != nil {
			t.Fatal(err)
		}
		var m struct {
			SHA256 string
			Bytes  int
		}
		if err := json.Unmarshal(about, &m); err != nil {
			t.Fatalf("%s: %v", r, err)
		}
		if got := fmt.Sprintf("%x", sha256.Sum256(file)); m.SHA256 != got || m.Bytes != len(file) {
			t.Errorf("%s: %s, %d bytes; the weights have %s, %d bytes", r, m.SHA256, m.Bytes, got, len(file))
		}
	}
}
