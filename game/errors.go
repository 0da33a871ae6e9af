package game

import "github.com/plywood-go/plywood/internal/reason"

// ErrIllegal is wrapped by the errors of parsers for a move that is well
// formed but not legal in the position.
var ErrIllegal = reason.New("illegal move")
