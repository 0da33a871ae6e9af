// Package network evaluates positions by small quantised networks that learn
// from games; package train makes them.
//
// # Shape
//
// A game.Featurer describes a position by a set of features in the view of each
// side. The first layer sums the weights of a side's features in Width numbers,
// the accumulator. Both sides share its weights. The second layer has one
// output for each phase of the game, over both accumulators, the mover's first:
//
//	features of the mover    → accumulator ┐ clipped,
//	                                       ├ squared → output of the phase
//	features of the opponent → accumulator ┘
//
// Most moves change few features. An Evaluator keeps the sets and accumulators
// of the last position and updates them by the differences, so a search, whose
// leaves are neighbours, pays for what its moves change.
//
// # Numbers
//
// Accumulators are int16 with one at 255; they are clipped to 0…255. Weights of
// the output are one at 64 and within ±127, so that a clipped number times a
// weight fits an int16; products are summed in int32 lanes and finally int64.
// All kernels, AVX-512, AVX2, NEON and portable, return the same numbers.
package network
