package engine

// About describes a game to its users.
type About struct {
	// Name is one word for the game, with its size:
	// "connect4:7x6".
	Name string
	// Rules counts the changes of the rules, since the first of this name, by
	// which a position may have another value. What was found out by other rules
	// is not mixed with what is found out by these.
	Rules int
	// Title is the game's name in plain words.
	Title string
	// Sizes says which sizes there are: "connect4:WxH, W·(H+1) ≤ 64".
	Sizes string
	// Positions and Moves describe the notation.
	Positions, Moves string
	// Solved says what is known of the game's value, with its source.
	Solved string
	// Sides are the names of the first and the second player.
	Sides [2]string
	// Unit is the unit of estimates: "discs", "lines".
	Unit string
	// Proven is the unit of proven values. Empty means Unit.
	Proven string
	// Counting says how the margin of a game is counted where that is not what
	// stands on the board. Empty means that it is.
	Counting string
	// Grades are the losses that mark a move as bad. Zero means that only the
	// outcome of the game counts.
	Grades Grades
	// Size is added to the title where there are several; empty for the usual one.
	Size string
	// Menu are the sizes that a player may choose from. Nil means this one.
	Menu []Size
	// In says in other languages, by their ISO 639 codes, what is said here in
	// English.
	In map[string]Words
}

// Size is a size of a game: its Name as About has it, and what a menu calls it.
type Size struct {
	Name  string `json:"name"`
	Label string `json:"label"`
}

// Words are words about a game in some language. What is empty is said in
// English.
type Words struct {
	Title string `json:"title,omitempty"`
	// Notation describes positions and moves.
	Notation string `json:"notation,omitempty"`
	// Sides are the names of the first and the second player.
	Sides [2]string `json:"sides,omitzero"`
	// Counting says how a margin is counted, where About does.
	Counting string `json:"counting,omitempty"`
	// Sizes and Solved are as in About.
	Sizes  string `json:"-"`
	Solved string `json:"-"`
}

// Grades are three losses, in the unit of the game's values: from the first on
// a move is dubious, from the second a mistake, from the third a blunder. Where
// all are zero only outcomes count.
//
// Outcomes count in every game. A win that becomes a draw, or a draw that
// becomes a loss, is a mistake at least; a win that becomes a loss is a
// blunder. An outcome that is not proven counts only where no loss can be told.
type Grades [3]float64
