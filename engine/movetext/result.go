package movetext

import "strings"

// plain writes dashes, colons and halves in one way.
var plain = strings.NewReplacer(
	"\u2010", "-", "\u2011", "-", "\u2012", "-", "–", "-", "—", "-", "−", "-", ":", "-",
	"½", "1/2", "0.5", "1/2", "0,5", "1/2",
)

// Result returns the standard form of a result in which a game is worth one point: 1-0, 0-1,
// 1/2-1/2, or * if it is unknown. A plus and a minus stand for a forfeit: +:-. The result is ""
// for other text.
func Result(text string) string {
	if len(text) > 20 || !strings.ContainsAny(text, "*½:-–—−‐‑‒/") {
		return ""
	}
	switch plain.Replace(text) {
	case "*":
		return "*"
	case "1-0", "+--":
		return "1-0"
	case "0-1", "--+":
		return "0-1"
	case "1/2-1/2", "1/2", "=-=":
		return "1/2-1/2"
	}
	return ""
}
