package connect4engine

// prefetch loads the cache line of p without waiting. Go has no portable way to do this.
//
//go:noescape
func prefetch(p *entry)
