// Package draughtstrain makes the weights of the learned evaluation of draughts.
//
// The engine plays games against itself, with the weights that it has, looking a few
// plies ahead, and with databases of four pieces, which end games early and know how.
// Weights are fitted to the results by logistic regression, a little ridge holding back
// those of fillings that are rare: they are what makes the results of the games the
// likeliest, as of the quiet positions in them, those with no capture at hand. All
// that is random comes from the seed, and sums are taken in an order that does not
// depend on the number of threads: the same options give the same weights.
package draughtstrain
