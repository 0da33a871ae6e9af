// Package mcts searches any game by Monte Carlo tree search, which needs no evaluation.
//
// # A first search
//
// A [Searcher] answers the same questions as a search.Searcher:
//
//	s := mcts.New(rules, mcts.Options{})
//	r := s.Search(ctx, &pos, search.Query{Nodes: 100_000}, search.Control{}, nil)
//	move, ok := r.Best()
//
// It repeats four steps. It selects promising moves from the root down to a leaf of its
// tree, adds the children of the leaf, estimates the leaf, and adds the estimate to all
// positions on the way. Moves that were good so far are visited more often, others now
// and then. The most visited move is the best.
//
// # Estimates
//
// Without a network an estimate is the result of a game of random moves, and selection is
// UCT. With Options.Network the network estimates each child of a leaf, the leaf is worth
// its best child, and selection is PUCT with priors from these estimates.
//
// # Proofs
//
// Every position of the tree has a lower and an upper bound of its value, from finished games below
// it. A position whose outcome they decide is not visited again while another move of its parent is
// open. Bounds are facts about the game after all moves already played. The tree has one position
// for each line of play, so a draw by repetition is never used in another line. The bounds of the
// root decide what is proven of a result. Query.Depth and Query.Confidence are ignored.
//
// Where chance chooses (game.Chancer), visits follow the probabilities of the outcomes.
// The worst outcome gives the lower bound, the best outcome the upper bound. A root
// where chance chooses has a value, but no move.
//
// A search from a position below the last root continues with the part of the tree below
// that position.
//
// # Sources
//
// Coulom (2006); Kocsis and Szepesvári (2006) on UCT; Chaslot, Winands and van den Herik (2008) on
// several threads with virtual losses; Winands, Björnsson and Saito (2008) on proofs; Cazenave and
// Saffidine (2010) on bounds of scores; Rosin (2011) and Silver et al. (2017) on PUCT.
package mcts
