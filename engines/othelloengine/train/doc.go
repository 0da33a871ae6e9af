// Package train makes the weights of the Othello evaluation.
//
// Positions come from recorded games and from games that the engine plays
// against itself, most of them with a few random moves added; sample.go tells why
// half of them are reached by a sensible move in the end. Labels are the exact
// values of positions near the end of the game and, before, what a search over the
// weights of later phases says: a run works from the end of the game to its
// beginning. Weights are the regularised least-squares fit to the
// labels. No other program's values are used, nor the results of the games.
//
// A run makes one or more passes. The first knows nothing but the rules, and
// its games of self-play are between players that like few replies, unless it
// begins with a weights file; those of every further pass are between players with
// the weights of the pass before.
// All that is random comes from the seed, and sums are taken in an order that
// does not depend on the number of threads: the same options and data give the
// same weights.
package train
