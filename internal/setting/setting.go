// Package setting reads and writes the fields of a struct by name. The program's flags, the text
// of players and the scenes of courses set the fields of structs that are JSON documents too, so
// that a new field is a new option everywhere.
package setting

import (
	"encoding"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/plywood-go/plywood/internal/reason"
)

// A Setting is a field of a struct with tags:
//
//	Depth int `flag:"depth" help:"search depth in {plies}"`
//
// It is a flag.Value and a pflag.Value. The type of the field is a number, a bool, a string, a
// time.Duration, or implements encoding.TextUnmarshaler and fmt.Stringer.
type Setting struct {
	Name  string // of the flag
	Help  string // with the name of the value in backquotes, as package flag reads it
	field reflect.Value
}

// Of returns the settings of the struct to which s points, and of structs embedded in it, in order.
func Of(s any) []Setting { return of(reflect.ValueOf(s).Elem()) }

var inHelp = strings.NewReplacer("{", "`", "}", "`")

func of(v reflect.Value) (all []Setting) {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if f.Anonymous && f.Type.Kind() == reflect.Struct {
			all = append(all, of(v.Field(i))...)
		} else if name := f.Tag.Get("flag"); name != "" {
			all = append(all, Setting{name, inHelp.Replace(f.Tag.Get("help")), v.Field(i)})
		}
	}
	return all
}

// Find returns the named setting of the struct to which s points.
func Find(s any, name string) (Setting, bool) {
	all := Of(s)
	i := slices.IndexFunc(all, func(x Setting) bool { return x.Name == name })
	if i < 0 {
		return Setting{}, false
	}
	return all[i], true
}

// Set reads the value from text. Numbers are those of package flag.
func (s Setting) Set(text string) (err error) {
	switch to := s.field.Addr().Interface().(type) {
	case encoding.TextUnmarshaler:
		if err = to.UnmarshalText([]byte(text)); err == nil && text == "" && s.String() != "" {
			err = reason.New("an empty value")
		}
		return err
	case *time.Duration:
		*to, err = time.ParseDuration(text)
		return err
	}
	switch f := s.field; f.Kind() {
	case reflect.String:
		f.SetString(text)
	case reflect.Bool:
		return set(f.SetBool)(strconv.ParseBool(text))
	case reflect.Int:
		return set(f.SetInt)(strconv.ParseInt(text, 0, strconv.IntSize))
	case reflect.Uint64:
		return set(f.SetUint)(strconv.ParseUint(text, 0, 64))
	case reflect.Float64:
		return set(f.SetFloat)(strconv.ParseFloat(text, 64))
	default:
		panic("setting: " + s.Name + " has the type " + f.Type().String())
	}
	return nil
}

// set returns a function that sets a value unless there is an error.
func set[V any](to func(V)) func(V, error) error {
	return func(v V, err error) error {
		if err == nil {
			to(v)
		}
		return err
	}
}

// String returns the value as Set reads it.
func (s Setting) String() string { return fmt.Sprint(s.field.Interface()) }

// Type returns the kind of the field, "duration", or "string" for a type with UnmarshalText.
func (s Setting) Type() string {
	switch s.field.Addr().Interface().(type) {
	case encoding.TextUnmarshaler:
		return "string"
	case *time.Duration:
		return "duration"
	}
	return s.field.Kind().String()
}

// Names returns the names of the values, nil if they are not enumerated.
func (s Setting) Names() []string {
	if enum, ok := s.field.Interface().(interface{ Names() []string }); ok {
		return enum.Names()
	}
	return nil
}

// IsZero reports whether the value is zero.
func (s Setting) IsZero() bool { return s.field.IsZero() }

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
