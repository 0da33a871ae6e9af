package tui

import (
	"fmt"
	"strings"

	"charm.land/bubbles/v2/help"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"github.com/plywood-go/plywood/engine/play"
	"github.com/plywood-go/plywood/engine/wording"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/learn/lesson"
)

// Styles repeat in weight and colour what the texts say.
var (
	headStyle  = lipgloss.NewStyle().Bold(true).Reverse(true)
	strong     = lipgloss.NewStyle().Bold(true)
	quiet      = lipgloss.NewStyle().Faint(true)
	helpStyles = help.Styles{
		ShortKey: strong, ShortDesc: quiet, ShortSeparator: quiet, Ellipsis: quiet,
		FullKey: strong, FullDesc: quiet, FullSeparator: quiet,
	}
)

// The size of a screen before the terminal reports its own.
const (
	usualWidth  = 80
	usualHeight = 24
)

// head is the first line of a screen.
func head(text string, width int) string {
	text = ansi.Truncate(" "+text+" ", width, "…")
	return headStyle.Render(text + strings.Repeat(" ", max(0, width-lipgloss.Width(text))))
}

// wrapped breaks text into at most most lines.
func wrapped(text string, width, most int) []string {
	if most <= 0 {
		return nil
	}
	lines := strings.Split(ansi.Wrap(text, max(1, width), ""), "\n")
	if len(lines) > most {
		lines = lines[:most]
		lines[most-1] = ansi.Truncate(lines[most-1], max(1, width-1), "") + "…"
	}
	return lines
}

// fitted truncates each line to the width, and the text to the height.
func fitted(lines []string, width, height int) string {
	if len(lines) > height {
		lines = lines[:max(0, height)]
	}
	for i, line := range lines {
		lines[i] = strings.TrimRight(ansi.Truncate(line, width, "…"), " ")
	}
	return strings.Join(lines, "\n")
}

// widest returns the columns of the longest line.
func widest(lines []string) int {
	return lipgloss.Width(strings.Join(lines, "\n"))
}

// keyHelp returns the help line below a screen, truncated to the width.
func keyHelp(width int) help.Model {
	h := help.New()
	h.Styles, h.FullSeparator = helpStyles, "  "
	h.SetWidth(width)
	return h
}

// Face gives the engine the strength of the named opponent and returns a message about it. If
// name is empty or unknown, the message lists the opponents.
func Face(l lesson.Lang, s *play.Session, name string) string {
	all := workshop.OpponentsOf(s.Now().Game())
	if len(all) == 0 {
		return l.Text("play.no-opponents")
	}
	if o, err := all.Find(name); err == nil {
		s.Face(o)
		return l.Text("play.facing", "name", wording.Known(l, "opponent", name))
	}
	list := make([]string, len(all))
	for i, o := range all {
		if list[i] = o.Name; o.Elo != 0 {
			list[i] += fmt.Sprintf(" (%+d Elo)", o.Elo)
		}
	}
	return l.Text("play.opponents", "names", strings.Join(list, ", "))
}
