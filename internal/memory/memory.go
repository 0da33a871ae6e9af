// Package memory finds out how much memory tables may use, advises the
// operating system about their use, and reads and writes words that goroutines
// share.
package memory

import "github.com/plywood-go/plywood/internal/reason"

// Room is an amount of memory left for tables.
type Room struct {
	Bytes uint64
	Of    string // the source of the limit, for people
}

// String writes the room with its unit.
func (r Room) String() string { return r.Reason().Error() }

// Reason returns the text of String as an error, to be the argument of another error.
func (r Room) Reason() error {
	const exact = 10 // of a unit, from which fractions do not matter
	for _, u := range []struct {
		shift int
		name  string
	}{{30, "GiB"}, {20, "MiB"}} {
		if r.Bytes>>u.shift >= exact {
			return reason.Errorf("%d %s of %s", r.Bytes>>u.shift, u.name, reason.Phrase(r.Of))
		}
	}
	return reason.Errorf("%d KiB of %s", r.Bytes>>10, reason.Phrase(r.Of))
}

// unknown is more than any machine has.
const unknown = 1 << 50
