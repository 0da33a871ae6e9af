//go:build !race

package connect4engine

// load and save access an entry that several threads may use. An entry is an
// aligned word, which the processor reads and writes whole, so plain accesses
// suffice; an outdated entry is still correct. The race detector cannot know
// this.
func load(e *entry) entry { return *e }

func save(e *entry, v entry) { *e = v }
