package reason

import (
	"errors"
	"testing"
)

func TestSchema(t *testing.T) {
	other := errors.New("damaged")
	for _, c := range []struct {
		got   string
		want  error // that the error wraps
		words string
	}{
		{"ply.book/2", nil, ""},
		{"ply.book/3", ErrNewer, "written by a newer Plywood (format 3, this one reads up to 2)"},
		{"ply.book/10", ErrNewer, "written by a newer Plywood (format 10, this one reads up to 2)"},
		{"ply.book/1", other, "damaged"},
		{"ply.book/-3", other, "damaged"},
		{"ply.book/x", other, "damaged"},
		{"ply.books/3", other, "damaged"},
		{"ply.book/", other, "damaged"},
		{"", other, "damaged"},
	} {
		err := Schema(c.got, "ply.book/2", other)
		if !errors.Is(err, c.want) || err != nil && err.Error() != c.words {
			t.Errorf("%q: %v, want %v", c.got, err, c.want)
		}
	}
	if err := Schema("ply.book/1", "ply.book/2", nil); err == nil || err.Error() != `schema "ply.book/1", want "ply.book/2"` {
		t.Errorf("without another error: %v", err)
	}
}
