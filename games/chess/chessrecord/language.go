package chessrecord

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/plywood-go/plywood/engine/movetext"
	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/games/chess"
)

// languageOf returns the language of the letters of pieces in a file that begins with sample.
// That is English unless moves have other letters. Another language must read every game that
// English reads, and more; where two read the same games differently, the language is unknown
// and taken as English.
func languageOf(sample []byte) chess.Language {
	letters := foreignLetters(sample)
	if letters == nil {
		return chess.English
	}
	plain := attempt(sample, chess.English)
	best, found := plain, chess.English
	most, clear := best.whole, true
	for _, l := range chess.Languages()[1:] {
		if slices.ContainsFunc(letters, func(letter rune) bool { return !l.Has(letter) }) {
			continue
		}
		switch a := attempt(sample, l); {
		case !a.covers(plain):
		case a.whole > most:
			best, found, most, clear = a, l, a.whole, true
		case a.whole == most && found != chess.English && !a.agrees(best):
			clear = false
		}
	}
	if !clear {
		return chess.English
	}
	return found
}

// attempted are the games of a sample as they are read in one language.
type attempted struct {
	games [][]chess.Move // nil for a game of which a part is lost
	whole int            // the others with moves
}

func attempt(sample []byte, l chess.Language) (a attempted) {
	for g, err := range movetext.NewReader(bytes.NewReader(sample), dialectOf(l)).All() {
		if err != nil || record.FirstLost(g.Remarks) != nil {
			g.Moves = nil
		}
		a.games = append(a.games, g.Moves)
		if len(g.Moves) > 0 {
			a.whole++
		}
	}
	return a
}

// covers reports whether every game that b reads is read by a.
func (a attempted) covers(b attempted) bool {
	for i, moves := range b.games {
		if len(moves) > 0 && (i >= len(a.games) || len(a.games[i]) == 0) {
			return false
		}
	}
	return true
}

// agrees reports whether a and b have the same moves in the games that both read.
func (a attempted) agrees(b attempted) bool {
	for i := range min(len(a.games), len(b.games)) {
		if len(a.games[i]) > 0 && len(b.games[i]) > 0 && !slices.Equal(a.games[i], b.games[i]) {
			return false
		}
	}
	return true
}

// pieceLetter returns the letter or figurine with which a move begins, 0 if it has none.
func pieceLetter(word []byte) rune {
	c, _ := utf8.DecodeRune(word)
	if (unicode.IsUpper(c) && c != 'O' || c >= '♔' && c <= '♟') && moveForm.Match(word) {
		return c
	}
	return 0
}

// foreignLetters returns the letters of pieces in the moves of sample that English has not.
func foreignLetters(sample []byte) (letters []rune) {
	for word := range movetext.Words(sample) {
		if strings.IndexByte("KQRBNO", word[0]) >= 0 || word[0] >= 'a' && word[0] <= 'z' {
			continue
		}
		if c := pieceLetter(word); c != 0 && !slices.Contains(letters, c) {
			letters = append(letters, c)
		}
	}
	return letters
}

// hasPieces reports whether a piece moves in sample.
func hasPieces(sample []byte) bool {
	for word := range movetext.Words(sample) {
		if pieceLetter(word) != 0 {
			return true
		}
	}
	return false
}
