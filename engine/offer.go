package engine

// AllOffered returns what g offers of type T, in the order of Spec.Offers; see Offered.
func AllOffered[T any](g *Game) (offers []T) {
	for _, o := range g.spec.Offers {
		if offer, ok := o.(T); ok {
			offers = append(offers, offer)
		}
	}
	return offers
}

// Offered returns the first that g offers of type T. The types are those of package
// workshop, or of whoever makes use of them. ok is false if g offers nothing of
// the type.
func Offered[T any](g *Game) (offer T, ok bool) {
	for _, o := range g.spec.Offers {
		if offer, ok = o.(T); ok {
			return offer, true
		}
	}
	return offer, false
}
