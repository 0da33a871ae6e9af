package cli

import (
	"bytes"
	"testing"
)

// TestRows checks that lines overwrite the previous ones and are cut to the width.
func TestRows(t *testing.T) {
	var out bytes.Buffer
	r := rows{w: &out, columns: func() int { return 6 }}
	for _, tt := range []struct{ text, want string }{
		{"one", "\r\x1b[Jone"},
		{"one\ntwo\nthree and more", "\r\x1b[Jone\ntwo\nthree…"},
		{"four\nfive", "\x1b[2A\r\x1b[Jfour\nfive"},
		{"six", "\x1b[1A\r\x1b[Jsix"},
	} {
		out.Reset()
		if r.show(tt.text); out.String() != tt.want {
			t.Errorf("%q: %q, want %q", tt.text, out.String(), tt.want)
		}
	}
	r.show("a\nb")
	out.Reset()
	if r.wipe(); out.String() != "\x1b[1A\r\x1b[J" {
		t.Errorf("at last %q", out.String())
	}
}
