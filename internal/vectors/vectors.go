// Package vectors tells which vectors the processor has, and whether it gathers bits.
package vectors
