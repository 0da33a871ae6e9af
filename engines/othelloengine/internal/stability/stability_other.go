//go:build !amd64 || purego

package stability

// Discs returns a set of stable discs of own: those of the edges, those
// in four full lines, and those that on each axis touch a stable disc, lie on a
// full line or at its end.
func (b *Board) Discs(own, opp uint64) uint64 { return b.portableDiscs(own, opp) }
