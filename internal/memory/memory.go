// Package memory tells how much memory tables may have, and the operating system
// how they will be used.
package memory

import "fmt"

// Room is how much memory something leaves for tables.
type Room struct {
	Bytes uint64
	Of    string // what that is, for people
}

// String writes the room with its unit.
func (r Room) String() string {
	const exact = 10 // of a unit, from which its fractions do not matter
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
