package report_test

import (
	"strings"
	"testing"
	"time"

	"github.com/plywood-go/plywood/cmd/ply/internal/report"
)

func TestNumbers(t *testing.T) {
	for n, want := range map[uint64]string{0: "0", 999: "999", 1000: "1 000", 1234567: "1 234 567"} {
		if got := report.Thousands(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
	for n, want := range map[int]string{0: "0 plies", 1: "1 ply", 2: "2 plies"} {
		if got := report.Count(n, "ply", "plies"); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
	for d, want := range map[time.Duration]string{
		90 * time.Microsecond: "90 µs", 1500 * time.Microsecond: "1 ms", 2 * time.Second: "2.00 s", 61 * time.Second: "1m1s",
	} {
		if got := report.Duration(d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
}

func TestWrap(t *testing.T) {
	const text = "one two three four"
	for width, want := range map[int]string{
		0: text, 100: text, 12: "one two\n  three four", 3: "one\n  two\n  three\n  four",
	} {
		if got := (report.Printer{Width: width}).Wrap(text, 2); got != want {
			t.Errorf("%d columns: %q, want %q", width, got, want)
		}
	}
}

func TestBold(t *testing.T) {
	if got := (report.Printer{}).Bold("x"); got != "x" {
		t.Errorf("without colours: %q", got)
	}
	if got := (report.Printer{Color: true}).Bold("x"); !strings.Contains(got, "x") || got == "x" {
		t.Errorf("with colours: %q", got)
	}
}
