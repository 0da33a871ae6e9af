package connect4engine

// prefetch asks for the cache line of p without waiting for it. Go has no
// other way to say so.
//
//go:noescape
func prefetch(p *entry)
