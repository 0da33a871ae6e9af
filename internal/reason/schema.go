package reason

import (
	"strconv"
	"strings"
)

// ErrNewer is wrapped by the errors about files in a later format than this program knows.
var ErrNewer = New("written by a newer Plywood")

// Schema returns nil if got, what a file says of its format, is want, such as "ply.book/1". If it has
// a higher number at its end, the error wraps ErrNewer. Otherwise it is other or, if that is nil, names
// both.
func Schema(got, want string, other error) error {
	family := strings.TrimRight(want, "0123456789")
	number, related := strings.CutPrefix(got, family)
	latest, _ := strconv.Atoi(want[len(family):])
	n, err := strconv.Atoi(number)
	switch {
	case got == want:
		return nil
	case related && err == nil && n > latest:
		return Errorf("%w (format %d, this one reads up to %d)", ErrNewer, n, latest)
	case other != nil:
		return other
	}
	return Errorf("schema %q, want %q", got, want)
}
