//go:build !race

package search

// Entries are read and written as plain words. An entry torn between two
// writers fails its check; see the layout in table.go. Builds with the race
// detector use atomic operations instead, so that it does not report these
// races.

func loadWord(p *uint64) uint64     { return *p }
func storeWord(p *uint64, v uint64) { *p = v }
