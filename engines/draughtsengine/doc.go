// Package draughtsengine plays draughts: English (checkers), Russian,
// international and Brazilian.
//
// [Fitted] is the game with an evaluation fitted to self-play games, for
// generic search with quiescence over captures. It uses patterns of men where
// the program has weights for them (see [Learned]), and otherwise features.
// [Samuel] uses the evaluation of Samuel's program of 1959, [Material] counts
// pieces. Where the databases of package endgame are available, positions with
// few pieces have exact values.
package draughtsengine
