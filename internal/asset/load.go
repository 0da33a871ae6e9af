//go:build !js

package asset

// Load returns the contents of one of Files: what is embedded, or in a program compiled without it,
// what it fetches. There it waits until the file has arrived, so a callback from JavaScript must
// not call it.
func Load(_ string, embedded []byte) []byte { return embedded }
