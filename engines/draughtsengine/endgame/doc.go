// Package endgame has databases of the endings of draughts: for every position with
// few pieces whether the side to move wins, draws or loses, and in how many plies.
// They are made by retrograde analysis, for every variant.
//
// # What the values mean
//
// They are those of the game without counts of moves, in which play that never ends
// is a draw. A win in n plies is one that the winner can force, whatever is played,
// in so many plies at most, and a draw is what neither side can better. The rule that
// a position which comes back is drawn changes no value, for the quickest way to win
// never comes back to a position. The rules that end a game after so many moves
// without progress do: a win here may be longer than they allow. They belong to the
// moves that led to a position, and a value belongs to the position alone. Package
// draughtsengine finds out what it says of a game.
//
// # Numbers
//
// The positions of one [Material] are numbered without gaps (number.go), seen from the
// side to move, which stands for both colours: a position turned by half a circle, the
// colours exchanged, has the same value. So a value needs no key beside it. English
// draughts has 6 972 positions of two pieces, 261 224 of three, 7 092 774 of four,
// 148 688 232 of five and 2 503 611 964 of six, those counted in which one side has
// no piece left; for these nothing is stored.
//
// # Retrograde analysis
//
// A capture takes pieces off the board and a promotion makes a man a king; any other
// move leaves the material as it is, seen from the other side. So materials are solved
// in pairs, those with fewer pieces and fewer men first (solve.go). The values of a
// pair begin with what captures and promotions lead to and are carried backwards,
// ply by ply: before a loss stands a win, and before wins alone a loss. What no
// value reaches is drawn. Every position is looked at a few times, however far its
// end is.
//
// # Files
//
// A pair of materials has two files: the outcomes, which will do for proofs, and the
// values with their distances (file.go). [Check] holds every entry to those of the
// positions after its moves, as package draughts generates them. A database that
// passes is right, whatever made it: by induction on the distance no win and no loss
// is false, and from a draw one can always move to a draw and never to more, so that
// nobody can force an end.
package endgame
