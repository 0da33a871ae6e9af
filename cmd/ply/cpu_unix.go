//go:build unix

package main

import (
	"syscall"
	"time"
)

// processorTime returns the time that this process has kept processors busy,
// as a program; 0 if the system does not tell.
func processorTime() time.Duration {
	var use syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &use) != nil {
		return 0
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
