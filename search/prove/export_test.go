package prove

// SetFarther sets the penalty that provers add for each earlier move, and
// returns a function that restores it.
func SetFarther(n uint32) (undo func()) {
	was := farther
	farther = n
	return func() { farther = was }
}
