// Package prover proves claims that are too large for one search. It grows the relevant
// part of the game tree, has the positions at its rim searched as jobs on any number of
// machines, and combines their results into a proof (package proof).
//
// # How the tree grows
//
// A job about a position at the rim searches the null window of the claim. If it uses up its
// nodes, the worker returns it unfinished, and the position is expanded: its children join the
// rim. Proof numbers as in package search/prove (see andor.go there) select the next position:
// the least number of positions at the rim that must still be answered to prove or disprove a
// node, computed as the largest number of its children plus the number of the other children. A
// search keeps such numbers in a table of limited size. Here jobs are expensive and positions
// are few, so the whole graph is in memory, each position and its images once.
//
// While a job is in flight, its position counts as nearly hopeless for both sides (the
// virtual loss of parallel tree searches; Kaneko 2010 for proof numbers), so that the next
// job goes elsewhere: first to positions that must be answered anyway, then to those that
// may have to be. An answer that settles more than its own position may make other jobs in
// flight useless. These are cancelled.
//
// # Resuming
//
// Equal questions are equal jobs with one name, so a farm answers those that it has done
// before from its archive. An interrupted proof is started again, and the archive alone
// brings it back to where it was.
//
// # Repetitions
//
// Games whose positions may recur are refused (proof.ErrRepeats): there the value of a position
// may depend on earlier positions, which neither a job nor a node of the graph knows.
package prover
