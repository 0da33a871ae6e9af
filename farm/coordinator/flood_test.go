package coordinator

import (
	"testing"
	"time"

	"github.com/plywood-go/plywood/farm/queue"
)

// TestMeter sends messages at, below and above the limits.
func TestMeter(t *testing.T) {
	now := time.Now()
	for _, tt := range []struct {
		what  string
		bytes int
		every time.Duration
		most  int // messages of 10 000 that are taken
		least int
	}{
		{"small, within the limit", 100, time.Second / mostMessages, 10_000, 10_000},
		{"large, within the limit", mostBytes, time.Second, 10_000, 10_000},
		{"small, at once", 100, 0, burst*mostMessages + 1, burst * mostMessages},
		{"large, at once", mostBytes, 0, burst + 1, burst},
		{"the largest greeting, twice a second", greetingWeight * queue.MostGreeting, time.Second / 2, burst + 10_000/4, burst},
		{"small, twice as many", 100, time.Second / mostMessages / 2, 10_000*6/10 + burst*mostMessages, 10_000 / 2},
	} {
		m := meter{at: now}
		taken := 0
		for n := range 10_000 {
			if m.take(tt.bytes, now.Add(time.Duration(n)*tt.every)) {
				taken++
			}
		}
		if taken < tt.least || taken > tt.most {
			t.Errorf("%s: %d taken, want %d to %d", tt.what, taken, tt.least, tt.most)
		}
		end := now.Add(10_000 * tt.every)
		if m.paused(end) != (taken < 10_000) || m.paused(end.Add(shown)) {
			t.Errorf("%s: paused %t, and later %t", tt.what, m.paused(end), m.paused(end.Add(shown)))
		}
	}
}
