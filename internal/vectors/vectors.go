// Package vectors detects the vector units of the processor, and whether it
// gathers bits.
package vectors
