package engine

// AllOffered returns the capabilities of g with type T, in the order of
// Spec.Offers; see Offered.
func AllOffered[T any](g *Game) (offers []T) {
	for _, o := range g.spec.Offers {
		if offer, ok := o.(T); ok {
			offers = append(offers, offer)
		}
	}
	return offers
}

// Offered returns g's first capability of type T. Package workshop declares
// most of the types. ok is false if g has none of the type.
func Offered[T any](g *Game) (offer T, ok bool) {
	for _, o := range g.spec.Offers {
		if offer, ok = o.(T); ok {
			return offer, true
		}
	}
	return offer, false
}
