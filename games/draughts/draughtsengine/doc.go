// Package draughtsengine plays draughts: English (checkers), Russian, international and Brazilian.
//
// Generic search with quiescence over captures evaluates positions by the built-in network of the
// variant ([Fitted.Network]), trained on games of the engine against itself. [Fitted] is the game
// with an evaluation by features, which also describes positions to networks. [Samuel] uses the
// evaluation of Samuel's program of 1959, [Material] counts pieces. Where the databases of package
// endgame are available, positions with few pieces have exact values.
package draughtsengine
