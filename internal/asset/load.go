//go:build !js

package asset

// Load returns the contents of one of Files. A program that does not embed them fetches the file;
// Load then waits until it has arrived, so a callback from JavaScript must not call it.
func Load(_ string, embedded []byte) []byte { return embedded }
