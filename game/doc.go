// Package game is the vocabulary of Plywood: games, values, and the
// capabilities that a game may offer a search beyond its rules.
//
// # A game
//
// A game is a type that implements [Rules] over a state type S and a move type M. The rules value
// itself is small and immutable — usually an empty struct, at most a pointer to a board geometry —
// and is used as a type parameter, so that a search over it is compiled for it. States are values:
// a search owns a stack of them, one a ply, and Play writes the next one from the last. Nothing on
// the path of a search allocates.
//
// The search asks every position for the side to move, so passes, double turns
// and one-player games need no special treatment.
//
// # A value
//
// A [Score] is always seen from the side to move. Estimates, exact final margins and distances to a
// win live in three bands of it that never overlap, so a proven win beats every estimate and a
// quicker win beats a slower one. [Window] and [Bound] describe the question of a search and the
// meaning of its answer.
//
// # Capabilities
//
// Everything else a game can offer — an evaluation, noisy moves,
// symmetries, notation — is an optional interface of one concern, found once
// when a search is built. See capability.go; each says what happens without it.
package game
