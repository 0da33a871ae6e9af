package cli

import (
	"testing"
	"time"
)

func TestParseSize(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "1": 1, "64MiB": 64 << 20, "64 mb": 64 << 20, "0.5k": 512, "1e3b": 1000, "2m": 2 << 20,
		"0": -1, "-1": -1, "MiB": -1, "x": -1, "nan": -1, "1e30": -1,
	} {
		got, err := parseSize(text)
		if err != nil {
			got = -1
		}
		if got != want {
			t.Errorf("%q: %d, %v; want %d", text, got, err, want)
		}
	}
}

func TestParseClock(t *testing.T) {
	for text, want := range map[string][2]time.Duration{
		"5m": {5 * time.Minute}, "5m+2s": {5 * time.Minute, 2 * time.Second}, "1s+0s": {time.Second},
		"": {}, "0s": {}, "5m+": {}, "+2s": {}, "5m+-2s": {}, "-5m": {}, "soon": {},
	} {
		got, err := ParseClock(text)
		if (err == nil) != (want[0] > 0) || err == nil && (got.Left != want[0] || got.Increment != want[1]) {
			t.Errorf("%q: %v, %v; want %v", text, got, err, want)
		}
	}
}
