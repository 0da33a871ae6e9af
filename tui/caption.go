package tui

import (
	"regexp"
	"strings"

	"charm.land/lipgloss/v2"

	"github.com/plywood-go/plywood/engine"
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
	*last = caption(l, *last)
	return strings.Join(lines, "\n") + "\n"
}

// caption returns what a line below a board says, in the language; the line
// itself if it is none.
func caption(l words.Lang, line string) string {
	for _, c := range captions {
		if found := c.line.FindStringSubmatch(line); found != nil {
			var values []any
			for i, name := range c.names {
				values = append(values, name, found[i+1])
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

// title names a game in the language, with its size.
func title(l words.Lang, about engine.About) string {
	name := about.Title
	if in, ok := about.In[string(l)]; ok {
		name = in.Title
	}
	return strings.TrimSpace(name + " " + about.Size)
}
