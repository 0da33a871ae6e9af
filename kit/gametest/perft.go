package gametest

import "github.com/plywood-go/plywood/game"

// Count is a known result of game.Perft. Only the nonzero fields of Leaves,
// Ended, Nodes and Total are compared.
type Count[S any] struct {
	// Position is the root. Zero means the first of Config.Starts.
	Position *S
	Depth    int
	Leaves   int
	Ended    int
	Nodes    int
	Total    int // Leaves + Ended, as published for Othello
}

// countPerft compares the known counts.
func (c *checker[S, M, R]) countPerft() {
	c.t.Helper()
	for _, want := range c.Perft {
		root := want.Position
		if root == nil {
			root = &c.Starts[0]
		}
		got := game.Perft(c.rules, root, want.Depth, nil)
		for _, x := range []struct {
			name      string
			got, want int
		}{
			{"leaves", int(got.Leaves), want.Leaves},
			{"ended", int(got.Ended), want.Ended},
			{"nodes", int(got.Nodes), want.Nodes},
			{"leaves and ended", int(got.Leaves + got.Ended), want.Total},
		} {
			if x.want != 0 && x.got != x.want {
				c.t.Errorf("gametest: perft %d of %s: %d %s, want %d", want.Depth, c.show(root), x.got, x.name, x.want)
			}
		}
	}
}
