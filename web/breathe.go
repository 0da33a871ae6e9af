//go:build !js

package web

// breathe lets other goroutines run where the machine has one thread for all.
func (c *chair) breathe() {}
