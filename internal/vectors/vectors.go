// Package vectors tells which vectors the processor has.
package vectors
