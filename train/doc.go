// Package train makes the network of any game that describes its positions by
// features (game.Featurer).
//
// A run has passes. In each, the game's search plays itself: in the first with the game's own
// evaluation, then with the network of the pass before. A network is fitted to the positions of the
// games of the last two passes, each labelled with a mixture of the game's result and the value
// that the search found. Values that the search proves, by databases or to the end of the game,
// count as they are.
//
// Every game depends only on its network, the seed and its number; sums are taken in an order that
// does not depend on the number of threads. So equal options give equal networks. Finished games,
// epochs and networks stay in a work folder, from which an interrupted run goes on.
//
// Trainers of other evaluations, such as Othello's patterns, have their own
// samples and fits. They share Work, the work folder and the tasks that run
// here or on other machines, and the files of a result (NewModel).
package train
