// Package wording says what people read of games and of analyses, in every
// language that Plywood speaks: the same on the command line and on the full
// screen.
package wording

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/words"
)

// captions are the lines below the boards of games, with the texts that say the
// same in any language.
var captions = []struct {
	line  *regexp.Regexp
	key   string
	names []string // of the values, by group
}{
	{regexp.MustCompile(`^(\S+) to move$`), "play.turn", []string{"side"}},
	{regexp.MustCompile(`^(\S+) to move in any board$`), "board.turn-any", []string{"side"}},
	{regexp.MustCompile(`^(\S+) to move in board (\d)$`), "board.turn-in", []string{"side", "n"}},
	{regexp.MustCompile(`^(\S+) has won$`), "opinion.over-win", []string{"side"}},
	{regexp.MustCompile(`^(\S+) has won (\S+)$`), "board.won", []string{"side", "count"}},
	{regexp.MustCompile(`^(?:a )?draw$`), "opinion.over-draw", nil},
}

// layers are the heads of boards that lie above each other.
var layers = regexp.MustCompile(`level (\d)`)

// Board draws a position, its captions in the language.
func Board(l words.Lang, p *engine.Position) string {
	if l == words.English {
		return p.Board()
	}
	lines := strings.Split(strings.TrimRight(p.Board(), "\n"), "\n")
	lines[0] = layers.ReplaceAllStringFunc(lines[0], func(head string) string {
		text := l.Text("board.level", "n", layers.FindStringSubmatch(head)[1])
		return text + strings.Repeat(" ", max(0, len(head)-lipgloss.Width(text)))
	})
	last := &lines[len(lines)-1]
	*last = caption(l, p.Game().About(), *last)
	return strings.Join(lines, "\n") + "\n"
}

// caption returns what a line below a board says, in the language; the line
// itself if it is none.
func caption(l words.Lang, about engine.About, line string) string {
	for _, c := range captions {
		if found := c.line.FindStringSubmatch(line); found != nil {
			var values []any
			for i, name := range c.names {
				value := found[i+1]
				if side := slices.Index(about.Sides[:], value); name == "side" && side >= 0 {
					value = sideName(l, about, game.Player(side))
				}
				values = append(values, name, value)
			}
			return l.Text(c.key, values...)
		}
	}
	return line
}

// Refusal says that a move cannot be made at p, and names some that can.
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

// Title names a game, with its size.
func Title(l words.Lang, about engine.About) string {
	name := cmp.Or(about.In[string(l)].Title, about.Title)
	return strings.TrimSpace(name + " " + about.Size)
}

// Side names the side to move at p. X and O are called what stands on the board.
func Side(l words.Lang, p *engine.Position) string {
	return sideName(l, p.Game().About(), p.ToMove())
}

// Sides names the players of a game.
func Sides(l words.Lang, about engine.About) [2]string {
	return [2]string{sideName(l, about, game.First), sideName(l, about, game.Second)}
}

// sideName names a side: as its game does in the language, else as it is known by
// its English name, else by that.
func sideName(l words.Lang, about engine.About, side game.Player) string {
	if name := about.In[string(l)].Sides[side&1]; name != "" {
		return name
	}
	return Known(l, "side", about.Sides[side&1])
}

// Known returns what the language calls something of a kind that a game has an
// English name for; the name itself if it has no word for it.
func Known(l words.Lang, kind, name string) string {
	if key := keyOf(kind, name); words.Has(key) {
		return l.Text(key)
	}
	return name
}

// keyOf returns the key under which the language has a name.
func keyOf(kind, name string) string {
	return kind + "." + strings.ReplaceAll(strings.ToLower(name), " ", "-")
}
