package plain

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestPlain(t *testing.T) {
	tests := []struct{ in, line, text string }{
		{"Ada Lovelace, 1843: ж 中", "Ada Lovelace, 1843: ж 中", "Ada Lovelace, 1843: ж 中"},
		{"a\nb\tc\r\nd", "a b c  d", "a\nb\tc\nd"},
		{"\x1b[31mred\a", "\ufffd[31mred\ufffd", "\ufffd[31mred\ufffd"},
		{"\u009b31m\x7f\x00", "\ufffd31m\ufffd\ufffd", "\ufffd31m\ufffd\ufffd"},
		{"a\u202eb\u200bc", "abc", "abc"},
		{"\xff\u2028", "\ufffd ", "\ufffd "},
	}
	for _, tt := range tests {
		if got := Line(tt.in); got != tt.line {
			t.Errorf("Line(%q) = %q, want %q", tt.in, got, tt.line)
		}
		if got := Text(tt.in); got != tt.text {
			t.Errorf("Text(%q) = %q, want %q", tt.in, got, tt.text)
		}
	}
}

func TestMessage(t *testing.T) {
	for _, n := range []int{1, 399, 400, 401, 1000, 1 << 20} {
		long := Message(errors.New("game \"" + strings.Repeat("é", n) + "\": no such game"))
		if !strings.HasPrefix(long, `game "é`) || !strings.HasSuffix(long, "no such game") || utf8.RuneCountInString(long) > longest {
			t.Errorf("%d characters: %q", n, long)
		}
		if whole := n+20 < longest; whole == strings.Contains(long, "…") {
			t.Errorf("%d characters: %q", n, long)
		}
	}
	if got := Message(errors.New("a\n b\t\x1bc")); got != "a b \ufffdc" {
		t.Errorf("%q", got)
	}
}

func TestClip(t *testing.T) {
	for in, want := range map[string]string{"": "", "abc": "abc", "éèê": "éèê", "abcd": "ab…", "éèêë": "éè…"} {
		if got := Clip(in, 3); got != want {
			t.Errorf("Clip(%q, 3) = %q, want %q", in, got, want)
		}
	}
}
