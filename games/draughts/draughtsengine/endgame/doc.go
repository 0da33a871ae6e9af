// Package endgame builds and reads endgame databases of draughts. For every position with few
// pieces they store whether the side to move wins, draws or loses, and in how many plies.
// Retrograde analysis builds them for every variant.
//
// # Values
//
// Values ignore move counters; endless play is a draw. A win in n plies can be forced within n
// plies against any defence. The rule that draws repeated positions changes no value, because the
// fastest win repeats none. The rules that limit moves without progress can: a stored win may be
// longer than they allow. They depend on the game's history, a value only on the position. Package
// draughtsengine combines both.
//
// # Numbering
//
// The positions of one [Material] have consecutive numbers (number.go), from the view of the side
// to move: turning a position by 180° and swapping the colours keeps its value. So the files store
// no keys. English draughts has 6 972 positions of two pieces, 261 224 of three, 7 092 774 of four,
// 148 688 232 of five and 2 503 611 964 of six. This includes positions in which one side has no
// piece, for which nothing is stored.
//
// # Retrograde analysis
//
// Captures and promotions change the material; other moves only swap the sides. So materials are
// solved in pairs, those with fewer pieces and fewer men first (solve.go). Values start at captures
// and promotions and move backwards ply by ply: a predecessor of a loss is a win, and a position
// with only wins as successors is a loss. Positions without a value in the end are draws. Each
// position is visited a few times, however long its win.
//
// # Files
//
// A pair of materials has two files: the outcomes, which suffice for proofs, and the values with
// distances (file.go). [Tables.Check] compares every entry with its successors', as package
// draughts generates them. A database that passes is correct: by induction on the distance all wins
// and losses are true, and every draw has a drawing move and no winning one.
package endgame
