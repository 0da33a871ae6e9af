package web

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/plywood-go/plywood/learn/lesson"
	"github.com/plywood-go/plywood/textbook"
)

// TestSetUpSchema checks that the schema SetUp of openapi.yaml has all options of the laboratory,
// with their types and the names of their values.
func TestSetUpSchema(t *testing.T) {
	doc, err := openapi3.NewLoader().LoadFromData(openapi)
	if err != nil {
		t.Fatal(err)
	}
	types := map[reflect.Kind]string{reflect.Int: "integer", reflect.Uint64: "integer", reflect.Float64: "number", reflect.Bool: "boolean"}
	has := doc.Components.Schemas["SetUp"].Value.Properties
	for f := range reflect.TypeFor[lesson.Setup]().Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" || name == "-" {
			continue
		}
		enum, _ := reflect.Zero(f.Type).Interface().(interface{ Names() []string })
		want, values := types[f.Type.Kind()], ""
		if enum != nil {
			values = fmt.Sprint(enum.Names())
		}
		if want == "" || enum != nil {
			want = "string"
		}
		s := has[name]
		switch {
		case s == nil:
			t.Errorf("no %s: want type %s, values %s, and a description such as %q", name, want, values, f.Tag.Get("help"))
		case !s.Value.Type.Is(want) || enum != nil && fmt.Sprint(s.Value.Enum) != values:
			t.Errorf("%s is %v with %v, want %s with %s", name, s.Value.Type, s.Value.Enum, want, values)
		}
	}
	var names []string
	for _, a := range has["algorithm"].Value.Enum {
		if _, err := lesson.ParseTextbook(fmt.Sprint(a)); err != nil {
			t.Error(err)
		}
		names = append(names, fmt.Sprint(a))
	}
	for _, a := range slices.Concat(textbook.Algorithms(), lesson.Practical()) {
		if !slices.Contains(names, string(a)) {
			t.Errorf("algorithm: no %s", a)
		}
	}
}
