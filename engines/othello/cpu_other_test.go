//go:build !unix

package othello

import "time"

var began = time.Now()

// cpuTime returns the time since the start, for want of better.
func cpuTime() time.Duration { return time.Since(began) }
