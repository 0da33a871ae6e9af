package textbook_test

import (
	"context"
	"fmt"
	"math/big"

	"github.com/plywood-go/plywood/textbook"
)

// toss is a bet: MAX keeps 2, or tosses a coin for 0 or 5.
type toss struct{}

func (toss) Next(p *string, buf []string) []string {
	return append(buf, map[string][]string{"start": {"keep", "coin"}, "coin": {"heads", "tails"}}[*p]...)
}

func (toss) MaxToMove(p *string) bool { return *p == "start" }

func (toss) Shares(p *string) []*big.Rat {
	if *p == "coin" {
		return []*big.Rat{big.NewRat(1, 2), big.NewRat(1, 2)}
	}
	return nil
}

func (toss) Leaf(p *string, _ int) *big.Rat {
	v, ended := map[string]int64{"keep": 2, "heads": 0, "tails": 5}[*p]
	if !ended {
		return nil
	}
	return big.NewRat(v, 1)
}

// A game of chance, searched with exact means.
func ExampleExpect() {
	r := textbook.Expect(context.Background(), toss{}, "start", 2, textbook.ChanceOptions{
		Algorithm: textbook.Star1, Least: big.NewRat(0, 1), Most: big.NewRat(5, 1),
	})
	fmt.Println(r.Value, r.Best, r.Nodes)
	// Output: 5/2 1 5
}
