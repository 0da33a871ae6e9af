// Package line stores the current line of play of a search, to detect repeated positions.
package line

// NoPly is greater than every ply. It marks results that rest on no position of the line.
const NoPly = int(^uint(0) >> 1)

// Line holds the hashes of consecutive positions: some before the root, then the root at ply 0, and
// the positions that a search has played from there. The zero Line has no position before the root.
type Line struct {
	hashes []uint64
	root   int // the index of the root
}

// Begin forgets the line and sets the positions before the root, the latest last.
func (l *Line) Begin(history []uint64) {
	l.hashes, l.root = append(l.hashes[:0], history...), len(history)
}

// Grow makes room for plies 0 … n-1, so that Put need not allocate.
func (l *Line) Grow(n int) {
	for len(l.hashes) < l.root+n {
		l.hashes = append(l.hashes, 0)
	}
}

// Put sets the hash of the position at ply. Positions at greater plies become invalid.
func (l *Line) Put(ply int, hash uint64) {
	if l.root+ply >= len(l.hashes) {
		l.Grow(ply + 1)
	}
	l.hashes[l.root+ply] = hash
}

// At returns the hash of the position at ply; ply is negative before the root.
func (l *Line) At(ply int) uint64 { return l.hashes[l.root+ply] }

// CopyTo copies l up to ply into the line to. It only reads l, and ignores concurrent
// changes at greater plies.
func (l *Line) CopyTo(to *Line, ply int) {
	to.Begin(l.hashes[:l.root])
	to.hashes = append(to.hashes, l.hashes[l.root:l.root+ply+1]...)
	to.Grow(len(l.hashes) - l.root)
}

// Recurs reports whether the position at ply has occurred the given number of times, itself
// included, within reach plies back. earliest is the ply of the first occurrence counted, negative
// before the root. lowest is the least ply of an occurrence that is not negative, or NoPly.
func (l *Line) Recurs(ply, reach, times int) (earliest, lowest int, ok bool) {
	lowest = NoPly
	at := l.root + ply
	hash := l.hashes[at]
	for i := at - 1; i >= max(0, at-reach); i-- {
		if l.hashes[i] != hash {
			continue
		}
		if i >= l.root {
			lowest = i - l.root
		}
		if times--; times == 1 {
			return i - l.root, lowest, true
		}
	}
	return 0, NoPly, false
}

// Scramble is the finaliser of SplitMix64 (Steele, Lea and Flood 2014), for keys of lines.
func Scramble(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
