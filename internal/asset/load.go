//go:build !js

package asset

// Load returns the contents of one of Files, given what is embedded. In a program compiled without
// it Load fetches the file, and waits, for as long as it takes; it must not be called by a
// callback from JavaScript.
func Load(_ string, embedded []byte) []byte { return embedded }
