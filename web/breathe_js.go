package web

import "time"

// breathe lets the browser's events in, now and then: a search on its one thread would
// otherwise end before anything could stop it.
func (c *chair) breathe() {
	const every = 40 * time.Millisecond
	if time.Since(c.breath) > every {
		time.Sleep(time.Millisecond)
		c.breath = time.Now()
	}
}
