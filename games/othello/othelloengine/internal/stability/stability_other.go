//go:build !amd64 || purego

package stability

// Discs returns a set of stable discs of own: the safe discs on edges, the discs on four full
// lines, and the discs that on each axis touch a stable disc or lie on a full line.
func (b *Board) Discs(own, opp uint64) uint64 { return b.portableDiscs(own, opp) }
