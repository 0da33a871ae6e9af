package game

// The interfaces below are what a game may offer beyond its Rules, implemented by the same type. A
// search looks for each once, when it is built, and documents what it does without it.

// Starter returns the initial position. Without it a search can be used, but
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
// margins. Without it, or if it returns false, every final margin outranks
// every estimate: a game proven lost by 2 ranks below one estimated at -20.
type MarginEvaluator interface {
	// EvaluatesMargin reports whether Evaluate estimates the final margin, in
	// points. A search then treats the estimate n as Margin(n).
	EvaluatesMargin() bool
}

// Featurer describes positions by sets of features, such as a piece of one kind on one
// square. A network learns an evaluation from them (packages network and train). A move
// changes few features, so a network updates its first layer by those that were added or
// removed. Without it there is nothing to learn from.
type Featurer[S any] interface {
	// FeatureCounts returns the number of features and the number of phases. Both are at
	// least 1 and never change. A phase is a part of the game, such as the opening; a
	// network has separate weights for each.
	FeatureCounts() (features, phases int)
	// Features sets bit i%64 of set[i/64] for each feature i of s, seen from the side
	// view. It returns the phase of s, which does not depend on view. A feature must mean
	// the same to both sides: "my piece", "a piece of mine on my second row". The caller
	// passes a zeroed set of just enough words. At most MaxFeatures bits may be set while
	// the game is not over. States with the same hash have the same features.
	Features(s *S, view Player, set []uint64) (phase int)
}

// MaxFeatures is the largest number of features that one position may have. It
// keeps the sums of a network's first layer within 16 bits.
const MaxFeatures = 64

// Statuser reports, without generating moves, whether a game is over. Without it Moves is
// called and its moves are discarded.
type Statuser[S any] interface {
	Status(s *S) Status
}

// Alternator is a promise about turns. Without it, or if it returns false, the
// search asks every node for the side to move.
type Alternator interface {
	// Alternates reports whether every move passes the turn to the other
	// player. A one-player game returns false.
	Alternates() bool
}

// Noisy returns the moves after which a position may be unstable: captures, promotions, threats.
// Quiescence search tries only these. Without it a search stops at its horizon.
type Noisy[S any, M comparable] interface {
	// NoisyMoves appends the noisy legal moves of s, whose game is not over, to buf.
	NoisyMoves(s *S, buf []M) []M
}

// Gainer estimates what a move wins at once. Without it every move counts as quiet: a search does
// not prune moves by their place in the order, and reduces them by that place alone.
type Gainer[S any, M comparable] interface {
	// Gain returns what m wins before any reply, such as the worth of a
	// captured piece, in units of Evaluate; 0 means that m is quiet.
	Gain(s *S, m M) Score
	// QuietGain returns the most that a quiet move is expected to gain, in units of
	// Evaluate: the margin by which a search prunes near its horizon. 0 means that it
	// prunes by no margin, unless its options set one. It does not change.
	QuietGain() Score
}

// Tactician knows exchanges, threats and structures of pieces, as in chess. Without it no
// move is pruned for losing material, a search treats moves that make a position urgent like
// others, and does not learn to correct estimates.
type Tactician[S any, M comparable] interface {
	// Exchange reports whether m wins at least the score least, in units of Evaluate,
	// after the best replies on its square, without a search (static exchange evaluation).
	// least may be negative.
	Exchange(s *S, m M, least Score) bool
	// Alarms reports whether the position after m is Urgent, without playing m.
	Alarms(s *S, m M) bool
	// Structure returns a hash of the parts of s that change slowly, such as the pawns of
	// chess; its low bits vary too. A search learns to correct the estimates of positions
	// that share a structure.
	Structure(s *S) uint64
}

// Nuller lets the side to move pass, even if the rules do not. Without it null-move pruning is off.
type Nuller[S any] interface {
	// Null sets *dst to *src with the other side to move. It returns false,
	// leaving *dst unspecified, where passing makes no sense (a side in check)
	// or is likely to be the best move (zugzwang).
	Null(dst, src *S) bool
}

// MoveScorer rates moves before any of them is searched. Without it moves are tried in the order of
// generation, after those that a search knows to be good.
type MoveScorer[S any, M comparable] interface {
	// ScoreMoves sets scores[i] to the promise of moves[i] in s. Moves with larger scores are tried
	// earlier, equal ones in the order given. Scores must lie within ±1<<20. If the game is a
	// Gainer, a search adds up to ±1<<13 to the score of a noisy move for its success elsewhere.
	ScoreMoves(s *S, moves []M, scores []int32)
}

// LastPlyer resolves the last ply before the horizon in one call. That saves two fifths of the time
// of a search whose leaves are cheap. Without it the children are played and evaluated one by one.
type LastPlyer[S any] interface {
	// LastPly returns the value of a search of s to depth 1, and the number of children.
	// The value is the best over the moves of s; a child is worth its exact score if the
	// game is over there, otherwise its evaluation. The value is relative to s: a move
	// that wins at once is worth WinIn(1). The game must not be over at s.
	LastPly(s *S) (v Score, children int)
}

// MoveKeyer numbers moves, so that history tables can be arrays and a transposition table
// can store a move by its number. Without it a table stores the index of a move in the
// list of moves, and history takes its keys from the integer fields of a move. If a move
// has other fields, such as strings, history and countermoves are off.
type MoveKeyer[M comparable] interface {
	// MoveKey returns a number in [0, 1<<15) for m. Moves of one position may share a
	// number. The search then treats them alike, and takes the first of them for a stored
	// move. That may worsen the order of moves, never the answer.
	MoveKey(m M) int
}

// Passer reports which moves are passes. In the textbook's Othello algorithm a pass costs
// no depth. Without it no move is a pass.
type Passer[M comparable] interface {
	IsPass(m M) bool
}

// Symmetric returns the symmetric images of positions. Without it a position is its only image.
type Symmetric[S any, M comparable] interface {
	// Image sets *dst to the k-th image of *src and returns the image of m, which is
	// legal in *dst if m is in *src. Image 0 is the position itself. If k is not below
	// the number of images, Image does nothing and ok is false.
	Image(dst, src *S, m M, k int) (image M, ok bool)
}

// Folder hashes a position together with all its images, for tables that share one entry
// among them. Without it the images of a Symmetric game are hashed one by one.
type Folder[S any] interface {
	// Fold returns a key that is equal for all images of s, and the index k of the image
	// that represents them.
	Fold(s *S) (key uint64, k int)
}

// Notation is the text form of a game. Without it there are no texts of positions and moves.
type Notation[S any, M comparable] interface {
	// FormatMove writes a move as players do, without spaces, commas and full
	// stops, because these separate the moves of a list and end their numbers.
	FormatMove(s *S, m M) string
	// ParseMove returns the legal move of s that text names; it is the checked way to Play. The
	// error states the offence; it wraps ErrIllegal for a well-formed move that is not legal.
	ParseMove(s *S, text string) (M, error)
	// FormatPosition writes a position.
	FormatPosition(s *S) string
	// ParsePosition returns the position that text, as FormatPosition writes it,
	// describes. The error states the place and the offence.
	ParsePosition(text string) (S, error)
	// Draw draws the board in lines of plain text for a human to look at.
	Draw(s *S) string
}

// Bounder returns proven bounds of unfinished positions: a side with no line
// left to fill cannot win; discs that can never be flipped already count.
// Without it only the end of the game bounds a value.
type Bounder[S any] interface {
	// Bounds returns bounds with lower <= the true value of s <= upper for the side to move, with
	// distances counted from s. Without knowledge it returns -Infinity, Infinity.
	//
	// A win at an unknown distance is at least WinIn(MaxPlies) in a game without margins. Where
	// some games end by points it is at least Margin(1), and at most WinIn(0). Do not shift a bound
	// across the edge between the two bands, as WinIn(MaxPlies)-1 would.
	Bounds(s *S) (lower, upper Score)
}

// Chancer marks a game of chance: in some positions a roll of dice or a drawn card
// chooses the move, not a player. Without it players choose every move. Searches that
// cannot handle chance refuse the game.
type Chancer[S any] interface {
	// Chances appends to buf the probabilities of the moves of s, in the order of Moves, if chance
	// chooses at s; otherwise it appends nothing. The probabilities are positive and add up to 1.
	Chances(s *S, buf []float64) []float64
}

// Selector reports which moves need not be tried: those that lose at once, or
// that do not answer a threat. Without it all moves are searched.
type Selector[S any, M comparable] interface {
	// Select reorders moves, all legal moves of s, so that those worth trying come first,
	// and returns how many they are, at least one. The best of them must have the true
	// value of s, including the distance to a win.
	Select(s *S, moves []M) int
}

// Prospector picks promising moves, for a search that need not try all moves. Without it
// all moves are searched.
type Prospector[S any, M comparable] interface {
	// Promising reorders moves, legal moves of s, so that the promising ones come first,
	// and returns how many they are, at least one. The other moves may be good, too: the
	// search proves nothing about them.
	Promising(s *S, moves []M) int
}

// Repeater reports which positions may repeat. Without it no position repeats and a
// search keeps no path; that suits games in which every move is irreversible.
//
// A value that rests on a repetition holds on one line of play and proves nothing about
// the position. So a search proves only values that ends of games force, and that no win
// comes sooner than possible. Where a repetition wins or loses, the second kind is
// restricted: if it wins at a position, no win there is proven to be the quickest; if it
// loses, no loss is proven to be the slowest.
type Repeater[S any] interface {
	// Repetition returns the distance, in plies back along the line just played, of the
	// first position that could equal s. It is 0 if the last move was irreversible, so
	// that no position could. value is the result of a repetition for the side to move:
	// Draw in most games. It must be the same for equal positions.
	Repetition(s *S) (plies int, value Status)
	// Occurrences returns how often a position must occur before the game ends with that
	// value: three times in chess. 0 means that the game goes on; a search takes the value
	// from the second time on. It does not change.
	Occurrences() int
}

// Limiter ends games without progress: a number of moves without a capture.
// Without it there is no such limit.
//
// Hash ignores what a state knows of earlier moves. So a limit, like a repetition,
// decides a line of play and proves nothing about the position. Proofs hold for a game
// without limits, unless they claim more.
type Limiter[S any] interface {
	Repeater[S]
	// Limit returns 0 if no limit is reached at s. Otherwise plies is how far back, along
	// the line just played, the count of the limit began, and value is the result for the
	// side to move: Draw in most games.
	Limit(s *S) (plies int, value Status)
	// LimitName returns the English name of the limit that is reached at s; "" if there is none.
	LimitName(s *S) string
	// Patience returns the least number of plies from s in which some line of play
	// reaches a limit. It is 0 or less if a limit is reached at s. A win forced in at
	// most that many plies comes before any limit. A game that cannot tell returns 0: any
	// win or loss may come too late, and no draw by a limit is proven.
	Patience(s *S) (plies int)
}

// Urgent detects positions too sharp to stop at: a side in check, a threat that must be
// answered. A search extends them by one ply. Without it no position is extended.
type Urgent[S any] interface {
	Urgent(s *S) bool
}
