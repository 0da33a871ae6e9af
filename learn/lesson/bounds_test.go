package lesson

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// vague is a tree whose leaves have the values that their bounds allow.
type vague struct {
	children []*vague
	values   []int // of a leaf
	now      int
}

// far stands for infinity.
const far = 50

// sown returns a random tree and its text.
func sown(r *rand.Rand, plies int) (*vague, string) {
	if plies == 0 || r.IntN(5) == 0 {
		n, v := r.IntN(5), &vague{}
		switch r.IntN(3) {
		case 0:
			v.values = []int{n}
			return v, fmt.Sprint(n)
		case 1:
			for x := n; x <= 5; x++ {
				v.values = append(v.values, x)
			}
			v.values = append(v.values, far)
			return v, fmt.Sprint(">=", n)
		}
		for x := n; x >= -1; x-- {
			v.values = append(v.values, x)
		}
		v.values = append(v.values, -far)
		return v, fmt.Sprint("≤ ", n)
	}
	v, parts := &vague{}, []string{}
	for range 2 {
		c, text := sown(r, plies-1)
		v.children, parts = append(v.children, c), append(parts, text)
	}
	return v, "(" + strings.Join(parts, " ") + ")"
}

// leaves returns the leaves of v.
func (v *vague) leaves() []*vague {
	if v.children == nil {
		return []*vague{v}
	}
	return slices.Concat(v.children[0].leaves(), v.children[1].leaves())
}

// worth is the minimax value of v.
func (v *vague) worth(max bool) int {
	if v.children == nil {
		return v.now
	}
	a, b := v.children[0].worth(!max), v.children[1].worth(!max)
	if (a > b) == max {
		return a
	}
	return b
}

// TestConclude compares conclusions with all values that the leaves may have.
func TestConclude(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	open := 0
	for tried := 0; tried < 400; {
		v, text := sown(r, 3)
		leaves, ways := v.leaves(), 1
		for _, l := range leaves {
			ways *= len(l.values)
		}
		if ways > 20_000 || v.children == nil || !Bounded(text) {
			continue
		}
		tried++
		got, err := Conclude(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		least, most, best := far, -far, []bool{true, true}
		for way := range ways {
			for _, l := range leaves {
				l.now, way = l.values[way%len(l.values)], way/len(l.values)
			}
			value := v.worth(true)
			least, most = min(least, value), max(most, value)
			for i, c := range v.children {
				best[i] = best[i] && c.worth(false) == value
			}
		}
		want := Conclusion{Least: spelt(least), Most: spelt(most), Best: []string{}}
		for i, is := range best {
			if is {
				want.Best = append(want.Best, fmt.Sprint(i+1))
			}
		}
		if got.Least != want.Least || got.Most != want.Most || !slices.Equal(got.Best, want.Best) {
			t.Errorf("%s: %+v, want %+v", text, *got, want)
		}
		if least < most {
			open++
		}
	}
	if open < 50 || open > 350 {
		t.Errorf("%d of 400 roots are open", open)
	}
}

func spelt(v int) string {
	switch v {
	case far:
		return "inf"
	case -far:
		return "-inf"
	}
	return fmt.Sprint(v)
}
