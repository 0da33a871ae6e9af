package archive

// Recent returns the number of results that were not moved to their places.
func (a *Archive) Recent() int { return len(a.recent.records) }
