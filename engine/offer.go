package engine

// Offered returns what g offers of type T, which is a type of package workshop
// or of whoever makes use of it; ok is false if g offers no such thing.
func Offered[T any](g *Game) (offer T, ok bool) {
	for _, o := range g.spec.Offers {
		if offer, ok = o.(T); ok {
			return offer, true
		}
	}
	return offer, false
}
