// Package prover proves claims that are too large for one search: it grows the part
// of the game tree that matters, has the positions at its rim searched as jobs, on
// however many machines, and puts their results together to a proof (package proof).
//
// # How the tree grows
//
// Each position at the rim is asked about in the null window of the claim, with a
// number of nodes after which a worker gives it back unfinished. What is given back
// is expanded, and its children are asked about. Proof numbers, those of package
// search/prove (see andor.go there), choose the next position to ask about: the
// fewest positions at the rim that must yet be answered to prove or to disprove a
// node, by the largest of its children and the number of the others. A search keeps
// them in a table that forgets; here jobs are dear and positions are few, so the
// graph stands in memory as a whole, each position and its images once.
//
// While a job is in flight its position counts as if it were nearly hopeless for
// both sides (the virtual loss of parallel tree searches; Kaneko 2010 for proof
// numbers), so that the next question goes elsewhere: first to what must be
// answered anyway, then to what may have to be. An answer that settles more than
// its own position may leave others in flight of no use: those are cancelled.
//
// # Going on
//
// Equal questions are equal jobs and have one name, so a farm that has done them
// before answers from its archive. A proof that was broken off is asked for once
// more, and grows anew from the archive alone up to where it was.
//
// # Repetitions
//
// Games whose positions may come back are refused (proof.ErrRepeats): there what a
// position is worth may rest on the path, which neither a job nor a node of the graph
// knows.
package prover
