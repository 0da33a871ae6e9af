// Package arch holds the import law of the house as data and a test that keeps
// it. The law is the table of rooms in the README, lowest floor first.
package arch
