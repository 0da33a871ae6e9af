package setting

import (
	"slices"
	"strings"

	"github.com/plywood-go/plywood/internal/reason"
)

// Names names an enumeration and its values in order.
type Names interface {
	Names() (what string, values []string)
}

// Choice is a value of an enumeration: the index of its name.
type Choice[N Names] uint8

// Names returns the names of all values.
func (Choice[N]) Names() []string { return names[N]() }

// String returns the name of c.
func (c Choice[N]) String() string { return names[N]()[c] }

// MarshalText returns the name of c.
func (c Choice[N]) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads a name, or nothing for the first.
func (c *Choice[N]) UnmarshalText(text []byte) error {
	i, err := index[N](string(text))
	*c = Choice[N](i)
	return err
}

// Either is a choice between two values: false is the first, true the second.
type Either[N Names] bool

// Names returns both names.
func (Either[N]) Names() []string { return names[N]() }

// String returns the name of e.
func (e Either[N]) String() string {
	if e {
		return names[N]()[1]
	}
	return names[N]()[0]
}

// MarshalText returns the name of e.
func (e Either[N]) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// UnmarshalText reads a name, or nothing for the first.
func (e *Either[N]) UnmarshalText(text []byte) error {
	i, err := index[N](string(text))
	*e = i == 1
	return err
}

func names[N Names]() []string {
	var n N
	_, values := n.Names()
	return values
}

// index finds a name; an empty one means the first.
func index[N Names](name string) (int, error) {
	var n N
	what, values := n.Names()
	if i := slices.Index(values, name); i >= 0 || name == "" {
		return max(i, 0), nil
	}
	return 0, reason.Errorf("%s %q, want one of %s", reason.Phrase(what), name, strings.Join(values, ", "))
}
