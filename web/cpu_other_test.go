//go:build !unix

package web

import "time"

var started = time.Now()

// cpuSeconds returns the time since the start.
func cpuSeconds() float64 { return time.Since(started).Seconds() }
