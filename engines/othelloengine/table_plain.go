//go:build !race

package othelloengine

// loadWord and storeWord access a word shared by several threads. Aligned words
// are read and written whole, so plain accesses suffice. The race detector
// cannot know this; its builds use atomic accesses (table_race.go).

func loadWord(p *uint64) uint64 { return *p }

func storeWord(p *uint64, v uint64) { *p = v }
