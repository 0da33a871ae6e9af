// Package cputime measures the processor time of this program: the cost of its work, even
// on a busy machine.
package cputime

import "time"

// started is about the time when the program began.
var started = time.Now()

// Used returns the processor time that this process has used on all cores, user and system. On
// systems that do not report it, Used returns the time since the program began.
func Used() time.Duration {
	if used, ok := used(); ok {
		return used
	}
	return time.Since(started)
}

// Since returns the processor time used since the call of Used that returned began.
func Since(began time.Duration) time.Duration { return Used() - began }
