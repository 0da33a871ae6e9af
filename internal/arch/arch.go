// Package arch holds the import law of the module as data, with a test that
// enforces it. The law is the table of rooms in the README, lowest floor
// first.
package arch
