package search

import "github.com/plywood-go/plywood/game"

// ThreadNodes returns the nodes that each thread visited in the last search.
func (s *Searcher[S, M]) ThreadNodes() (n []uint64) {
	for _, w := range s.workers {
		n = append(n, w.stats.Nodes)
	}
	return n
}

// SplitAlways makes the threads share out every node, however small.
func (s *Searcher[S, M]) SplitAlways() { s.splitNodes = 0 }

// Widen returns v+by, or limit, as a driver widens its window.
func Widen(inMargins bool, v, by, limit game.Score) game.Score {
	var c capabilities[int, int]
	c.InMargins = inMargins
	return c.widen(v, by, limit)
}

// StackLen returns the number of frames of the first thread.
func (s *Searcher[S, M]) StackLen() int { return len(s.workers[0].stack) }
