package book

import (
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
)

// Offer lets a game open and build books of its own kind and of related kinds. kin may
// repeat the own kind. Books need a file system that can map files into memory.
func Offer[P any, M comparable](own Kind[P, M], kin []Kind[P, M], spec *engine.Spec[P, M]) {
	kinds := []Kind[P, M]{own}
	for _, k := range kin {
		if k.Name() != own.Name() {
			kinds = append(kinds, k)
		}
	}
	spec.Offers = append(spec.Offers, workshop.Books(shelf[P, M]{kinds}))
	spec.OpenBook = func(path string) (engine.BookOf[P, M], error) { return Open(path, false, own) }
}
