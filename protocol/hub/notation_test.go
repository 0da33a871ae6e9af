package hub

import (
	"maps"
	"testing"
)

func TestPairs(t *testing.T) {
	for text, want := range map[string]map[string]string{
		"":                                 {},
		"name=book value=true":             {"name": "book", "value": "true"},
		"  start pos=We moves=\"1-2 3x4\"": {"pos": "We", "moves": "1-2 3x4"},
		"a=\"b":                            {"a": "b"},
		"a= b=c":                           {"a": "", "b": "c"},
		"=x y":                             {"": "x"},
	} {
		if got := pairs(text); !maps.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// FuzzPairs checks that pairs reads any line to its end.
func FuzzPairs(f *testing.F) {
	f.Add("name=book value=\"a b\" type=bool x")
	f.Fuzz(func(_ *testing.T, line string) {
		pairs(line)
	})
}
