package report_test

import (
	"strings"
	"testing"
	"time"

	"github.com/plywood-go/plywood/cmd/ply/internal/report"
	"github.com/plywood-go/plywood/internal/words"
)

func TestNumbers(t *testing.T) {
	for n, want := range map[uint64]string{0: "0", 999: "999", 1000: "1 000", 1234567: "1 234 567"} {
		if got := report.Thousands(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
	for d, want := range map[time.Duration]string{
		90 * time.Microsecond: "90 µs", 1500 * time.Microsecond: "1 ms", 2 * time.Second: "2.00 s", 61 * time.Second: "1m1s",
	} {
		if got := report.Duration(words.English, d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
}

func TestDuration(t *testing.T) {
	for d, want := range map[time.Duration]string{
		40 * time.Millisecond: "40 мс", 2500 * time.Millisecond: "2,50 с", 3725 * time.Second: "1 ч 2 мин 5 с",
	} {
		if got := report.Duration(words.Russian, d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
}

// TestColumns aligns characters that are two columns wide.
func TestColumns(t *testing.T) {
	rows := [][]string{{"着法", "x"}, {"a1", "100"}}
	for left, want := range map[int]string{0: "着法    x\n  a1  100\n", 1: "着法    x\na1    100\n", 2: "着法  x\na1    100\n"} {
		var out strings.Builder
		report.Printer{Out: &out}.Columns(rows, left)
		if out.String() != want {
			t.Errorf("%d to the left:\n%swant\n%s", left, out.String(), want)
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
