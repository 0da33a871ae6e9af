package cputime

import (
	"runtime"
	"testing"
	"time"
)

// TestUsed works until the processor time has advanced, then sleeps, which
// uses less.
func TestUsed(t *testing.T) {
	if _, ok := used(); !ok {
		t.Skip("the system does not tell the processor's time")
	}
	began := Used()
	sum := 0
	for Since(began) < 20*time.Millisecond {
		for i := range 1 << 16 {
			sum += i
		}
	}
	runtime.KeepAlive(sum)
	asleep := Used()
	time.Sleep(200 * time.Millisecond)
	if used := Since(asleep); used > 150*time.Millisecond {
		t.Errorf("sleep costs %v", used)
	}
}
