// Package arch holds the import law of the module as data, with a test that enforces it.
// The law is the README's table of rooms, lowest floor first.
package arch
