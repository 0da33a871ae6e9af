// Package cputime tells how long this program has kept processors busy, which
// says what work costs on a machine that does other things too.
package cputime

import "time"

// started is when the program began, or nearly.
var started = time.Now()

// Used returns the processor time that this process has used, on all cores and
// as a program and within the system; the time since it began where the system
// does not tell.
func Used() time.Duration {
	if used, ok := used(); ok {
		return used
	}
	return time.Since(started)
}

// Since returns what was used since Used returned began.
func Since(began time.Duration) time.Duration { return Used() - began }
