// Package draughtstrain fits the weights of the learned evaluation of draughts.
//
// The engine plays itself with its current weights, searching a few plies, with
// databases of four pieces to finish games correctly. Ridge-regularised
// logistic regression then fits the weights to the results of the games, at the
// quiet positions in them. All randomness comes from the seed, and sums are
// taken in an order that does not depend on the number of threads: equal
// options give equal weights.
package draughtstrain
