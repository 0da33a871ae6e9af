//go:build !amd64 || purego

package stability

// Discs returns a set of stable discs of own: those of the edges, those
// in four full lines, and those that on each axis touch a stable disc or lie on a full
// line. (At the ends of lines are edges, and all that is safe there is among theirs.)
func (b *Board) Discs(own, opp uint64) uint64 { return b.portableDiscs(own, opp) }
