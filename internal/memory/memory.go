// Package memory finds out how much memory tables may use, and advises the
// operating system about their use.
package memory

import "fmt"

// Room is an amount of memory left for tables.
type Room struct {
	Bytes uint64
	Of    string // the source of the limit, for people
}

// String writes the room with its unit.
func (r Room) String() string {
	const exact = 10 // of a unit, from which fractions do not matter
	for _, u := range []struct {
		shift int
		name  string
	}{{30, "GiB"}, {20, "MiB"}} {
		if r.Bytes>>u.shift >= exact {
			return fmt.Sprintf("%d %s of %s", r.Bytes>>u.shift, u.name, r.Of)
		}
	}
	return fmt.Sprintf("%d KiB of %s", r.Bytes>>10, r.Of)
}

// unknown is more than any machine has.
const unknown = 1 << 50
