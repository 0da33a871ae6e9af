package web

import "time"

// breather lets the browser's events in now and then. A search on the browser's one
// thread would otherwise end before anything could stop it.
type breather struct {
	last time.Time
}

func (b *breather) breathe() {
	const every = 40 * time.Millisecond
	if time.Since(b.last) > every {
		time.Sleep(time.Millisecond)
		b.last = time.Now()
	}
}
