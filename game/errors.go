package game

import "errors"

// ErrIllegal is wrapped by the errors of parsers for a move that is well
// formed but not legal in the position.
var ErrIllegal = errors.New("illegal move")
