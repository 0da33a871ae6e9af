//go:build !race

package memory

// LoadWord reads an aligned word that other goroutines may write. The processor reads and
// writes it whole, so this is a plain read. The words of a longer entry can still come
// from different writers; the entry must detect that. The race detector cannot know this,
// so builds with it use atomic operations.
func LoadWord(p *uint64) uint64 { return *p }

// StoreWord writes an aligned word that other goroutines may read or write; see [LoadWord].
func StoreWord(p *uint64, v uint64) { *p = v }
