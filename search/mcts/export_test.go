package mcts

// Size returns the number of positions of the tree, and the most that it may hold.
func (s *Searcher[S, M]) Size() (nodes, most int) { return len(s.tree.nodes), s.tree.most }

// Kept returns the visits that the root had before a search of pos.
func (s *Searcher[S, M]) Kept(pos *S, history []uint64) uint32 {
	if !s.resume(pos, history) {
		return 0
	}
	return s.tree.nodes[0].visits
}

// Decided returns the visits of the root's children with a known outcome, by move.
func (s *Searcher[S, M]) Decided() map[M]uint32 {
	all := map[M]uint32{}
	if !s.grown {
		return all
	}
	for _, e := range s.tree.children(&s.tree.nodes[0]) {
		if e.decided() {
			all[e.move] = e.visits
		}
	}
	return all
}
