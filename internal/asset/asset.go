// Package asset gives the engines their large files: trained weights and books. All
// programs embed them but the one of 'ply site': that is compiled without them and
// fetches each, from beside the page, at its first use.
package asset

import "path"

// Files are the paths, in the module, of the files that a page fetches.
var Files = []string{
	"games/chess/chessengine/chess.net",
	"games/draughts/draughtsengine/networks/checkers.net",
	"games/draughts/draughtsengine/networks/draughts-brazilian.net",
	"games/draughts/draughtsengine/networks/draughts-international.net",
	"games/draughts/draughtsengine/networks/draughts-russian.net",
	"games/othello/othelloengine/othellobook/builtin.bin",
	"games/othello/othelloengine/patterns/weights8.bin",
	"games/othello/othelloengine/played.bin",
}

// Address returns the address of a file, compressed by gzip, relative to the page.
func Address(file string) string { return "data/" + path.Base(file) + ".gz" }
