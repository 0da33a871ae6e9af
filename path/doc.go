// Package path looks for a way to a goal in puzzles: games of one player, whose
// moves may have costs.
//
// # A first search
//
// A puzzle is a game, a value with the four methods of [game.Rules], plus a goal:
// packages puzzles/river and puzzles/pegs are some, of a page or two. Then
//
//	searcher, err := path.New(puzzle, path.Options{})
//	result := searcher.Search(ctx, &start, path.Query{}, search.Control{}, nil)
//
// finds a cheapest solution. A [Query] bounds its moves, the positions generated
// and the memory for them; a [search.Control] the time, as for any search of the
// house. Running out is no error: the result tells the best bound known.
//
// # What an answer means
//
// Result.Lower is what every solution costs at least. It is proven, by every
// algorithm and whatever ended the search, as far as the puzzle's own promises
// hold: those of its [Estimator] above all. All that is said of a solution
// follows from it. It is [Optimal] if it costs no more; else [Bounded], by their
// ratio. [Infinite] means that there is no solution.
//
// # The algorithms
//
//	             expands next        finds            keeps
//	dfs          the deepest         any solution     the line
//	bfs          the nearest         fewest moves     all positions
//	ids          the deepest, in     fewest moves     the line
//	             growing bounds
//	ucs          least g             a cheapest       all positions
//	greedy       least h             any solution     all positions
//	astar        least g + h         a cheapest       all positions
//	wastar       least g + w·h       at most w times  all positions
//	                                 the least
//	idastar      the deepest, in     a cheapest       the line, and a table
//	             growing g + h                        if one is asked for
//	bidirectional  the nearest, from fewest moves     all positions
//	             both ends
//	beam         the best few of     any solution     all positions
//	             each ply
//	frontier     the nearest         fewest moves     three plies
//	own          as the puzzle       a short one      what it needs
//	             likes
//	auto         as own or idastar where the puzzle is an Expert or an Iterator;
//	             else as astar, and as idastar once memory is spent
//
// g is the cost so far, h the estimate of the rest. Positions reached more cheaply
// are opened again, so that estimates may be inconsistent; moves may be free. On a
// finite puzzle all but ids and idastar come to an end where there is no solution,
// and prove that there is none.
//
// The textbook's searches, in textbook/pathbook, judge these; gametest.TestPuzzle
// holds a puzzle to the promises that it makes.
//
// # Sources
//
// Pohl (1971) on bidirectional search; Hart, Nilsson and Raphael (1968) on A*;
// Korf (1985) on iterative deepening A*; Korf, Zhang, Thayer and Hohwald (2005) on
// frontier search. That a table and moves left out as redundant do not go
// together: Holte (2013).
package path
