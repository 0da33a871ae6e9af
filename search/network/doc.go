// Package network evaluates positions by small quantised networks that learn
// from games; package train makes them.
//
// # Shape
//
// A game.Featurer describes a position by a set of features from each side's view. The
// first layer sums the weights of a side's features in Width numbers, the accumulator.
// Both sides share its weights. The second layer has one output for each phase of the
// game, over both accumulators, the mover's first:
//
//	features of the mover    → accumulator ┐ clipped,
//	                                       ├ squared → output of the phase
//	features of the opponent → accumulator ┘
//
// Most moves change few features. An Evaluator keeps the sets and accumulators of the
// last position and updates them by the differences. The leaves of a search are
// neighbours, so it pays only for what its moves change.
//
// # Numbers
//
// Accumulators are int16, where 255 stands for 1; they are clipped to 0…255. In the
// weights of the output 64 stands for 1, and they are within ±127, so that a clipped
// number times a weight fits an int16. Products are summed in int32 lanes and finally in
// int64. All kernels, AVX-512, AVX2, NEON and portable, return the same numbers.
package network
