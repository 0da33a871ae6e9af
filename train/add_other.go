//go:build !amd64 || purego

package train

// add adds y to x.
func add(x, y []float32) { portableAdd(x, y) }
