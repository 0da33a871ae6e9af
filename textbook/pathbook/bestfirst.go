package pathbook

import "slices"

// bestFirst keeps an open list of nodes to expand and a closed list of expanded nodes. It
// takes the node with the least f from the open list, and among equals the first that
// arrived. A position that is reached more cheaply enters the open list again. bestFirst
// returns the goal that it takes from the list, or nil once the list is empty. With f = g
// it is uniform-cost search, with f = g + h A*.
func (s *search[S, M]) bestFirst(start S, f func(n *Node[S, M]) int) *Node[S, M] {
	open := []*Node[S, M]{s.start(start)}
	best := map[S]int{start: 0}
	for len(open) > 0 && s.ctx.Err() == nil {
		least := 0
		for i := range open {
			if f(open[i]) < f(open[least]) {
				least = i
			}
		}
		n := open[least]
		open = slices.Delete(open, least, least+1)
		if s.goal(n) {
			return n
		}
		for _, child := range s.children(n) {
			s.reach(child)
			if g, met := best[child.State]; met && g <= child.G {
				s.drop(child, known)
				continue
			}
			best[child.State] = child.G
			open = append(open, child)
		}
	}
	return nil
}
