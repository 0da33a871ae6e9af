// Package mnkengine evaluates m,n,k games and proves simple results about their
// positions. Each type embeds the rules and can replace them in a search:
//
//	Nilsson   open rows counted, as textbooks evaluate tic-tac-toe
//	Exact     no evaluation, but forced moves, forks and bounds, for proofs
//	Rows      Exact with open rows weighted by their stones
//	Patterns  the same on boards of any size
//	Threats   plain rows of up to five on boards of any size, such as gomoku:
//	          incrementally updated shapes, threat rules, wins by fours;
//	          its searcher also looks for wins by threes and fours
package mnkengine
