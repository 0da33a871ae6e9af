package draughtsbook

import (
	"github.com/plywood-go/plywood/book"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/games/draughts"
)

// Offer lets a variant open and build books, its own and the other variants'.
func Offer(r draughts.Rules, spec *engine.Spec[position, move]) {
	var all []book.Kind[position, move]
	for _, v := range []draughts.Variant{draughts.English, draughts.Russian, draughts.International, draughts.Brazilian} {
		all = append(all, Of(draughts.Rules{Variant: v}))
	}
	book.Offer(Of(r), all, spec)
}

// Of returns the book kind of a variant.
func Of(r draughts.Rules) book.Kind[position, move] { return kind{r} }
