// Package vectors detects whether the processor has vector units, and fast instructions
// that gather bits.
package vectors
