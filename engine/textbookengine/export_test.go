package textbookengine

import (
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/textbook"
)

// Bounded is New with another memory limit.
func Bounded(a textbook.Algorithm, bytes uint64) engine.Engine { return scholar{a, bytes} }
