// Package path searches for a way to a goal in puzzles: one-player games whose
// moves may have costs.
//
// # A first search
//
// A puzzle is a game (a value with the four methods of [game.Rules]) with a goal.
// Packages games/river and games/pegs are short examples. Then
//
//	searcher, err := path.New(puzzle, path.Options{})
//	result := searcher.Search(ctx, &start, path.Query{}, search.Control{}, nil)
//
// finds a cheapest solution. A [Query] bounds its moves, the positions generated and their memory;
// a [search.Control] bounds the time, as for any search. Reaching a limit is not an error: the
// result holds the best bound known.
//
// # What an answer means
//
// Result.Lower is a lower bound of the cost of every solution. Every algorithm proves it,
// whatever ended the search, if the puzzle keeps its promises, above all those of its
// [Estimator]. A solution is [Optimal] if its cost equals the bound; otherwise it is
// [Bounded] by their ratio. [Infinite] means that there is no solution.
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
//	             chooses
//	auto         as own or idastar if the puzzle is an Expert or an Iterator;
//	             otherwise as astar, and as idastar once memory is full
//
// g is the cost so far, h the estimate of the rest. Positions reached more cheaply are reopened, so
// estimates may be inconsistent; moves may be free. On a finite puzzle all algorithms but ids and
// idastar end even without a solution, and prove that there is none.
//
// The textbook searches of textbook/pathbook check these; gametest.TestPuzzle
// checks the promises of a puzzle.
//
// # Sources
//
// Pohl (1971) on bidirectional search; Hart, Nilsson and Raphael (1968) on A*; Korf (1985) on
// iterative deepening A*; Korf, Zhang, Thayer and Hohwald (2005) on frontier search; Holte (2013)
// on why a table and the omission of redundant moves do not combine.
package path
