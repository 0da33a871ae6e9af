package reason_test

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"testing"

	"github.com/plywood-go/plywood/internal/reason"
)

// TestErrorf compares errors with those of fmt.Errorf: their text and what they wrap.
func TestErrorf(t *testing.T) {
	for _, tt := range []struct {
		format string
		args   []any
	}{
		{"no position", nil},
		{"%d rows, want %d", []any{3, 4}},
		{"line %d: %w", []any{3, io.ErrUnexpectedEOF}},
		{"%w: %w", []any{io.EOF, io.ErrClosedPipe}},
		{"%w", []any{nil}},
	} {
		got, want := reason.Errorf(tt.format, tt.args...), fmt.Errorf(tt.format, tt.args...)
		if got.Error() != want.Error() {
			t.Errorf("%q, want %q", got, want)
		}
		if a, b := errors.Unwrap(got), errors.Unwrap(want); a != b {
			t.Errorf("%q wraps %v, want %v", tt.format, a, b)
		}
		for _, target := range []error{io.EOF, io.ErrUnexpectedEOF, io.ErrClosedPipe} {
			if a, b := errors.Is(got, target), errors.Is(want, target); a != b {
				t.Errorf("%q: is %v: %t, want %t", tt.format, target, a, b)
			}
		}
		if format, args := reason.Of(got); format != tt.format || !reflect.DeepEqual(args, tt.args) {
			t.Errorf("%q has the format %q and the arguments %v", tt.format, format, args)
		}
	}
}

func TestNew(t *testing.T) {
	a, b := reason.New("100%"), reason.New("100%")
	if a == b || a.Error() != "100%" || !errors.Is(fmt.Errorf("x: %w", a), a) || errors.Is(a, b) {
		t.Errorf("%v and %v are not two errors", a, b)
	}
	if format, args := reason.Of(a); format != "100%" || args != nil {
		t.Errorf("format %q, arguments %v", format, args)
	}
	if format, _ := reason.Of(fmt.Errorf("x: %w", a)); format != "" {
		t.Errorf("an error that wraps one has the format %q", format)
	}
}
