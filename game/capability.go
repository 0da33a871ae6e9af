package game

// The interfaces below are what a game may offer beyond its Rules, implemented
// by the same type. A search asks for each once, when it is built, and says in
// its own documentation what it does without it.

// Starter gives the initial position. Without it a search can be used, but
// tools that need a first position cannot.
type Starter[S any] interface {
	Start() S
}

// Evaluator estimates positions. Without it every unfinished position is worth
// 0, which is right for exact solving.
type Evaluator[S any] interface {
	// Evaluate returns an estimate of s, whose game is not over, for the side
	// to move, between -MaxEval and MaxEval in units that the game chooses.
	Evaluate(s *S) Score
}

// MarginEvaluator is a promise about the Evaluator of a game that ends in
// margins. Without it, or if it answers false, every final margin counts for more
// than any estimate: a game proven lost by 2 ranks below one estimated at -20.
type MarginEvaluator interface {
	// EvaluatesMargin reports whether Evaluate estimates the final margin, in
	// points. A search then takes the estimate n for Margin(n).
	EvaluatesMargin() bool
}

// Statuser tells whether a game is over without generating moves. Without it
// Moves is called and its moves are thrown away.
type Statuser[S any] interface {
	Status(s *S) Status
}

// PathCounter counts paths faster than by generating and playing moves. Without
// it, and wherever a move generator is to be proven, Perft does.
type PathCounter[S any] interface {
	// CountPaths returns what Perft does.
	CountPaths(s *S, depth int, stop func() bool) Counts
}

// WayCounter counts the ways in which moves can be played, for games whose moves
// are known by what they do: two ways to jump that do the same are one move. Without
// it a move has one way.
type WayCounter[S any] interface {
	// CountWays is game.Perft with the ways of every move counted apart.
	CountWays(s *S, depth int, stop func() bool) Counts
}

// Alternator is a promise about turns. Without it, or if it answers false, the
// side to move is asked at every node.
type Alternator interface {
	// Alternates reports whether every move of the game hands the turn to the
	// other player. A game of one player answers false.
	Alternates() bool
}

// Noisy gives the moves after which a position may be unstable: captures,
// promotions, threats. Quiescence search looks at them alone. Without it a
// search stops at its horizon.
type Noisy[S any, M comparable] interface {
	// NoisyMoves appends the noisy legal moves of s, whose game is not over,
	// to buf.
	NoisyMoves(s *S, buf []M) []M
}

// Nuller lets the side to move do nothing, though the rules may not. Without
// it null-move pruning is off.
type Nuller[S any] interface {
	// Null sets *dst to *src with the other side to move. It reports false,
	// leaving *dst unspecified, where doing nothing makes no sense (a side in
	// check) or is likely to be the best move (zugzwang).
	Null(dst, src *S) bool
}

// MoveScorer rates moves before any of them is searched. Without it moves are
// tried in the order of generation, after those a search knows to be good.
type MoveScorer[S any, M comparable] interface {
	// ScoreMoves sets scores[i] to the promise of moves[i] in s; larger is
	// tried earlier, equals in the order given. Scores must lie within ±1<<20.
	ScoreMoves(s *S, moves []M, scores []int32)
}

// LastPlyer resolves the last ply before the horizon in one call, which saves
// two fifths of the time of a shallow-leaved search. Without it the children
// are played and evaluated one by one.
type LastPlyer[S any] interface {
	// LastPly returns what a search of s to depth 1 returns — the best, over
	// the moves of s, of the value of the child: its exact score if the game
	// is over there, its evaluation if not — and the number of children. The
	// value is relative to s: a move that wins at once is worth WinIn(1). The
	// game must not be over at s.
	LastPly(s *S) (v Score, children int)
}

// MoveKeyer numbers moves, so that history tables can be arrays and a
// transposition table can store a move as such. Without it a table stores a
// move's index in the list of moves, and history and countermoves are off.
type MoveKeyer[M comparable] interface {
	// MoveKey returns a number in [0, 1<<15) for m. Moves of one position may
	// share a number. The search then learns about them together, and takes the
	// first of them for the one that a table means: its order is worse, its
	// answers are as good.
	MoveKey(m M) int
}

// Passer tells which moves are passes. The textbook's Othello algorithm counts no
// depth for them. Without it no move is a pass.
type Passer[M comparable] interface {
	IsPass(m M) bool
}

// Symmetric gives the symmetries of a game as a group of images. Without it
// every position stands for itself.
type Symmetric[S any, M comparable] interface {
	// Image sets *dst to the k-th image of *src and returns the image of m,
	// legal in *dst if m is in *src. Image 0 is the position itself; ok is
	// false, and nothing is done, if k is not below the number of images.
	Image(dst, src *S, m M, k int) (image M, ok bool)
}

// Folder hashes a position together with all its images, for tables that keep
// one entry for them all. Without it, the images of a Symmetric game are
// hashed one by one.
type Folder[S any] interface {
	// Fold returns a key that is equal for all images of s, and the number k
	// of the image that stands for them.
	Fold(s *S) (key uint64, k int)
}

// MoveFormatter writes moves as players do, without spaces, commas and full stops:
// those stand between the moves of a list and behind their numbers.
type MoveFormatter[S any, M comparable] interface {
	FormatMove(s *S, m M) string
}

// MoveParser reads moves; the checked door to Play.
type MoveParser[S any, M comparable] interface {
	// ParseMove returns the legal move of s that text names. The error names
	// the offence; it is ErrIllegal (wrapped) for a well-formed move that may
	// not be played.
	ParseMove(s *S, text string) (M, error)
}

// PositionFormatter writes positions in the game's text form.
type PositionFormatter[S any] interface {
	FormatPosition(s *S) string
}

// PastFormatter writes positions with what they know of the moves before them, counts
// towards a Limiter's limits. Without it a position in text has no past.
type PastFormatter[S any] interface {
	// FormatPast returns what FormatPosition does, with the counts of s. A
	// PositionParser reads it.
	FormatPast(s *S) string
}

// PositionParser reads what PositionFormatter writes.
type PositionParser[S any] interface {
	// ParsePosition returns the position that text describes. The error names
	// the place and the offence.
	ParsePosition(text string) (S, error)
}

// Drawer draws the board in lines of plain text for a human to look at.
type Drawer[S any] interface {
	Draw(s *S) string
}

// Notation is the whole of a game's text: what tools need of it.
type Notation[S any, M comparable] interface {
	MoveFormatter[S, M]
	MoveParser[S, M]
	PositionFormatter[S]
	PositionParser[S]
	Drawer[S]
}

// Bounder knows proven bounds of unfinished positions: a side with no line
// left to fill cannot win, discs that can never be flipped are scored already.
// Without it only the end of the game bounds a value.
type Bounder[S any] interface {
	// Bounds returns lower <= the true value of s <= upper for the side to
	// move, distances counted from s. Where it knows nothing it returns
	// -Infinity, Infinity.
	//
	// A win at an unknown distance is at least WinIn(MaxPlies) only in a game without
	// margins: where some games end by points it is at least Margin(1), and at most
	// WinIn(0). A bound must not be moved over the edge between the two bands, as
	// WinIn(MaxPlies)-1 is.
	Bounds(s *S) (lower, upper Score)
}

// Selector knows which moves need not be tried: those that lose at once, those
// that do not answer a threat. Without it all moves are searched.
type Selector[S any, M comparable] interface {
	// Select reorders moves, all legal moves of s, so that the ones worth
	// trying come first, and returns how many they are, at least one. The best
	// of them must have the true value of s, win distance included.
	Select(s *S, moves []M) int
}

// Prospector knows which moves are worth a look where a search need not look at
// all. Without it all moves are searched.
type Prospector[S any, M comparable] interface {
	// Promising reorders moves, legal moves of s, so that the promising ones
	// come first, and returns how many they are, at least one. It may be wrong
	// of the others: nothing is proven of them.
	Promising(s *S, moves []M) int
}

// Repeater tells positions that may come back. Without it no position repeats
// and a search keeps no path; it suits games in which every move uses
// something up.
//
// What rests on a repetition holds on one line of play and is no proof of a
// position. So a search calls proven what ends of the game force, and that no
// win comes sooner than it can. Where a repetition wins or loses, the second is
// not so sure: at a position that wins if it comes back (value is Win) no win is
// called the quickest possible, and at one that loses no loss the slowest.
type Repeater[S any] interface {
	// Repetition returns how many plies back along the line just played the
	// first position lies that could equal s (0 if none could, for the last
	// move was irreversible), and the value, for the side to move, of meeting
	// one again: Draw in most games. It must be the same for equal positions.
	Repetition(s *S) (plies int, value Status)
}

// Recurrer says how often a position must occur for the value of a Repeater to
// count: three times in chess. A game then ends by it, too. Without it a search
// counts it from the second time on.
type Recurrer interface {
	// Occurrences is at least 2 and does not change.
	Occurrences() int
}

// Limiter ends games in which nothing comes about for too long: so many moves
// without a capture. Without it none ends so.
//
// What a state knows of the moves before it is no part of what Hash tells apart.
// So, like a repetition, a limit that is reached decides a line of play, and is no
// proof of a position: what is proven holds as if there were no limits.
type Limiter[S any] interface {
	Repeater[S]
	// Limit returns how many plies back along the line just played the count
	// began of a limit that is reached at s (0 if none is), and the value, for the
	// side to move, of reaching it: Draw in most games.
	Limit(s *S) (plies int, value Status)
}

// Patient is a Limiter that sees its limits coming. Without it any win or loss may come
// too late.
type Patient[S any] interface {
	Limiter[S]
	// Patience returns a number of plies of which all but the last are too few to
	// reach a limit, whatever is played from s: a win that is forced in so many
	// plies comes before any limit. It is 0 or less where one is reached.
	Patience(s *S) (plies int)
}

// LimitNamer tells the limits of a Limiter apart. Without it they have no names.
type LimitNamer[S any] interface {
	Limiter[S]
	// LimitName returns the English name of the limit that is reached at s; "" if none
	// is.
	LimitName(s *S) string
}

// Urgent tells positions too sharp to stop at: a side in check, a threat that
// must be answered. A search looks one ply further there. Without it no
// position is extended.
type Urgent[S any] interface {
	Urgent(s *S) bool
}

// Captioner is a game whose drawings have words.
type Captioner[S any] interface {
	Drawer[S]
	// Captions returns the words of the drawing of s, in their order there.
	Captions(s *S) []Caption
}
