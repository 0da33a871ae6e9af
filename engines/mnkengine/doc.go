// Package mnkengine holds opinions about the m,n,k games and what can be proven of
// them at a glance, each as a type that embeds the rules and can be searched in
// their place:
//
//	Nilsson   open rows counted, as the textbooks evaluate tic-tac-toe
//	Exact     no evaluation, but forced moves, forks and bounds: for proofs
//	Rows      Exact with open rows weighed by their stones
//	Patterns  the same on boards of any size
//	Threats   plain rows of up to five on boards of any size, gomoku above all: shapes
//	          kept up to date stone by stone, laws of threats, wins by fours
package mnkengine
