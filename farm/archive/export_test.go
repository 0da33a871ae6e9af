package archive

// Recent returns how many results are not in their places yet.
func (a *Archive) Recent() int { return len(a.recent.records) }
