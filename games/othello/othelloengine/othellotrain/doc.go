// Package othellotrain fits the weights of the Othello evaluation.
//
// Positions come from recorded games and from self-play, most of them after a few random moves;
// sample.go explains why half of them end with a sensible move. Labels are exact values near the
// end of the game; earlier positions get the value of a search with the weights of later phases, so
// a run works from the end of the game to its beginning. The weights are a regularised
// least-squares fit to the labels. No other program's values are used, nor the results of games.
//
// A run has one or more passes. Without a weights file the first pass starts from the rules alone,
// and its self-play prefers moves that leave few replies. The players of later passes use the
// weights of the pass before. All randomness comes from the seed, and sums are taken in an order
// that does not depend on the number of threads: equal options and data give equal weights.
package othellotrain
