// Package wording writes texts about games and analyses in every language that
// Plywood speaks, for both the command line and the full screen.
package wording

import (
	"cmp"
	"strings"

	"charm.land/lipgloss/v2"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/words"
)

// captions are the keys of captions by their meaning.
var captions = map[game.Saying]string{
	game.ToMove:    "play.turn",
	game.ToMoveIn:  "board.turn-in",
	game.ToMoveAny: "board.turn-any",
	game.HasWon:    "opinion.over-win",
	game.HasWonBy:  "board.won",
	game.IsDraw:    "opinion.over-draw",
	game.Level:     "board.level",
	game.Moves:     "board.moves",
	game.ByChance:  "board.chance",
}

// Board draws a position with its captions in the language. Text after a
// caption keeps its column.
func Board(l words.Lang, p *engine.Position) string {
	rest := p.Board()
	if l == words.English {
		return rest
	}
	var out strings.Builder
	for _, c := range p.Captions() {
		before, after, found := strings.Cut(rest, c.Text)
		if !found {
			break
		}
		text := caption(l, p.Game().About(), c)
		out.WriteString(before + text)
		if !strings.HasPrefix(after, "\n") {
			out.WriteString(strings.Repeat(" ", max(0, lipgloss.Width(c.Text)-lipgloss.Width(text))))
		}
		rest = after
	}
	return out.String() + rest
}

// caption translates a caption.
func caption(l words.Lang, about engine.About, c game.Caption) string {
	return l.Text(captions[c.Says], "side", sideName(l, about, c.Side), "n", c.What, "count", c.What)
}

// Refusal says that a move is not possible at p, and lists some that are.
func Refusal(l words.Lang, p *engine.Position, move string) string {
	const few = 6
	legal := p.Moves()
	switch {
	case len(legal) == 0:
		return l.Text("play.ended")
	case len(legal) > few:
		return l.Text("error.illegal-some", "move", move, "legal", strings.Join(legal[:few], ", "))
	}
	return l.Text("error.illegal", "move", move, "legal", strings.Join(legal, ", "))
}

// Name returns the name of a game.
func Name(l words.Lang, about engine.About) string {
	return cmp.Or(about.In[string(l)].Title, about.Title)
}

// Title returns the title of a game, with its size.
func Title(l words.Lang, about engine.About) string {
	return strings.TrimSpace(Name(l, about) + " " + about.Size)
}

// Side returns the name of the side to move at p. X and O are named after the
// pieces on the board.
func Side(l words.Lang, p *engine.Position) string {
	return sideName(l, p.Game().About(), p.ToMove())
}

// Sides returns the names of the players of a game.
func Sides(l words.Lang, about engine.About) [2]string {
	return [2]string{sideName(l, about, game.First), sideName(l, about, game.Second)}
}

// sideName returns the name of a side: the game's own in the language,
// otherwise the translation of its English name, otherwise the English name.
func sideName(l words.Lang, about engine.About, side game.Player) string {
	if name := about.In[string(l)].Sides[side&1]; name != "" {
		return name
	}
	return Known(l, "side", about.Sides[side&1])
}

// Known returns the translation of name, which is of the given kind; name
// itself if it has no translation. Names that differ in the number at their end share one.
func Known(l words.Lang, kind, name string) string {
	word := strings.TrimRight(name, "0123456789")
	for _, key := range []string{keyOf(kind, name), keyOf(kind, word+"{n}")} {
		if words.Has(key) {
			return l.Text(key, "n", name[len(word):])
		}
	}
	return name
}

// keyOf returns the key of the translation of name.
func keyOf(kind, name string) string {
	return kind + "." + strings.ReplaceAll(strings.ToLower(name), " ", "-")
}
