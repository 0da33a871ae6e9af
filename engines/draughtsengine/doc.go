// Package draughtsengine plays draughts: English, which is checkers, Russian,
// international and Brazilian.
//
// [Fitted] is the game with an evaluation whose weights were fitted to games of our
// own, for the generic search, which goes on until no capture is pending: by patterns
// of men where the program has weights for them, see [Learned], and else by features.
// [Samuel] is
// the game with that of Samuel's program of 1959, and [Material] with one that counts
// pieces. Positions of few pieces are looked up
// in the databases of package endgame where these are at hand: what they hold is
// proven.
package draughtsengine
