package flags

import (
	"strings"
	"unicode/utf8"

	"github.com/plywood-go/plywood/internal/reason"
)

// Nearest returns the name that a misspelled word most likely means: a name that it
// is a prefix of, or one that differs in few letters. It returns "" if none is near.
func Nearest(word string, names []string) string {
	best, least := "", 0
	word = strings.ToLower(word)
	letters := utf8.RuneCountInString(word)
	for _, name := range names {
		few, d := 1+len(name)/4, 1
		if letters < 2 || !strings.HasPrefix(name, word) {
			if letters > len(name)+few { // skip the distance, which is slow for a very long word
				continue
			}
			d = distance(word, name)
		}
		if d <= few && (best == "" || d < least) {
			best, least = name, d
		}
	}
	return best
}

// distance returns the edit distance of two words: the number of letters inserted,
// deleted, replaced or swapped with a neighbour.
func distance(a, b string) int {
	from, to := []rune(a), []rune(b)
	rows := make([][]int, len(from)+1)
	for i := range rows {
		rows[i] = make([]int, len(to)+1)
		for j := range rows[i] {
			if i == 0 || j == 0 {
				rows[i][j] = i + j
				continue
			}
			other := 1
			if from[i-1] == to[j-1] {
				other = 0
			}
			d := min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+other)
			if i > 1 && j > 1 && from[i-1] == to[j-2] && from[i-2] == to[j-1] {
				d = min(d, rows[i-2][j-2]+1)
			}
			rows[i][j] = d
		}
	}
	return rows[len(from)][len(to)]
}

// Meant adds the name nearest to word, if any, to an error about word.
func Meant(err error, word string, names []string) error {
	if name := Nearest(word, names); name != "" {
		return reason.Errorf("%w; did you mean %s?", err, name)
	}
	return err
}
