package game

import "errors"

// ErrIllegal reports a well-formed move that is not legal in the position. The errors of
// parsers wrap it.
var ErrIllegal = errors.New("illegal move")
