//go:build !js

package web

// breather lets other goroutines run where the machine has one thread for all; here there is
// nothing to do.
type breather struct{}

func (breather) breathe() {}
