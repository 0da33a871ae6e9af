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

func of(v reflect.Value) (all []Setting) {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if f.Anonymous && f.Type.Kind() == reflect.Struct {
			all = append(all, of(v.Field(i))...)
		} else if name := f.Tag.Get("flag"); name != "" {
			help := strings.NewReplacer("{", "`", "}", "`").Replace(f.Tag.Get("help"))
			all = append(all, Setting{name, help, v.Field(i)})
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
