//go:build !race

package slots

// LoadWord reads a word of a slot that other goroutines may write. Slots are read and written as
// plain words; if two goroutines write one at once, its words do not fit together, which a check
// of the key must notice. Builds with the race detector use atomic operations instead, so that it
// does not report this.
func LoadWord(p *uint64) uint64 { return *p }

// StoreWord writes a word of a slot that other goroutines may read or write; see LoadWord.
func StoreWord(p *uint64, v uint64) { *p = v }
