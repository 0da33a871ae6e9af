//go:build !unix

package main

import "time"

// processorTime returns 0: the system does not tell.
func processorTime() time.Duration { return 0 }
