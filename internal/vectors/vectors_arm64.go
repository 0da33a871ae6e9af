//go:build !purego

package vectors

// Kernels names the vectors of the kernels that run here.
func Kernels() string { return "NEON" }
