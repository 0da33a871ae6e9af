package prove

// SetFarther changes what provers add for each move before another in the order,
// and returns what undoes that.
func SetFarther(n uint32) (undo func()) {
	was := farther
	farther = n
	return func() { farther = was }
}
