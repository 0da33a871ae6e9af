package book

import (
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
)

// Offer lets a game open and build books, of its own kind and of its kin's. Their
// database needs a file system that can map files.
func Offer[P any, M comparable](own Kind[P, M], all []Kind[P, M], spec *engine.Spec[P, M]) {
	spec.Offers = append(spec.Offers, workshop.Books(shelf[P, M]{all}))
	spec.OpenBook = func(path string) (engine.BookOf[P, M], error) { return Open(path, false, own) }
}
