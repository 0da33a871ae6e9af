//go:build purego || (!amd64 && !arm64)

package vectors

// Kernels names the vectors of the kernels that run here.
func Kernels() string { return "portable" }
