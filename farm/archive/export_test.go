package archive

// Recent returns the number of results that were not moved to their places.
func (a *Archive) Recent() int { return len(a.recent.records) }

// The errors for journals of other farms, and for empty ones.
var ErrOther, ErrNone = errOther, errNone
