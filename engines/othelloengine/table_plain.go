//go:build !race

package othelloengine

// loadWord and storeWord access a word that several threads may use: aligned,
// it is read and written whole, so plain accesses do. The race detector cannot
// know that; its builds use atomic ones (table_race.go).

func loadWord(p *uint64) uint64 { return *p }

func storeWord(p *uint64, v uint64) { *p = v }
