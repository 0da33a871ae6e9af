//go:build !unix

package search_test

import "time"

var started = time.Now()

// cpuSeconds returns the time since the start.
func cpuSeconds() float64 { return time.Since(started).Seconds() }
