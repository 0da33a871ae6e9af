package ledger

// Slots returns the number of slots of all workers that are present and trusted.
func (l *Ledger) Slots() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.slots()
}
