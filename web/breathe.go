//go:build !js

package web

// breather lets other goroutines run where the machine has a single thread. Here it has
// nothing to do.
type breather struct{}

func (breather) breathe() {}
