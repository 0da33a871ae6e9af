package tui

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"github.com/plywood-go/plywood/engine/wording"
)

// sideWidth is the least width, in columns, for a panel beside the board instead of below.
const sideWidth = 28

// View draws the screen.
func (p *Play) View() tea.View {
	text, line := p.screen()
	v := tea.NewView(text)
	v.AltScreen = true
	if c := p.input.Cursor(); c != nil {
		c.Y = line
		v.Cursor = c
	}
	return v
}

// screen returns the text of the screen and the index of the input line.
//
//	head: the game and the side to move
//	board           panel: analysis, moves
//	message
//	> input
//	keys
func (p *Play) screen() (text string, typing int) {
	lines := []string{head(p.title(), p.width)}
	message := wrapped(p.messageText(), p.width, min(2, max(1, p.height/8)))
	below := slices.Concat(message, []string{p.input.View(), keyHelp(p.width).View(p.keys)})
	room := max(1, p.height-len(lines)-len(below))
	lines = append(lines, p.middle(room)...)
	for len(lines) < 1+room {
		lines = append(lines, "")
	}
	lines = append(lines[:1+room], below...)
	return fitted(lines, p.width, p.height), 1 + room + len(message)
}

func (p *Play) title() string {
	name := wording.Title(p.lang, p.game.Now().Game().About())
	if p.game.Over() {
		return name + " · " + wording.Verdict(p.lang, p.game.Now())
	}
	name += " · " + p.lang.Text("play.turn", "side", wording.Side(p.lang, p.game.Now()))
	if p.game.Opponent != "" {
		name += " · " + wording.Known(p.lang, "opponent", p.game.Opponent)
	}
	return name
}

func (p *Play) messageText() string {
	switch {
	case p.message != "":
		return p.message
	case p.live && p.seen != nil && !p.panelFits():
		return p.seen.Lines[0].Move + "  " + wording.Opinion(p.lang, p.seen, 0)
	case p.job != nil && p.job.purpose != analysis:
		return p.lang.Text("play.thinking")
	case p.game.Over():
		return p.lang.Text("play.over")
	}
	return ""
}

// board returns the lines of the board, with the last move and the chosen or typed one marked,
// or the drawing of a game without a board.
func (p *Play) board() []string {
	now := p.game.Now()
	if now.Game().Board() == nil {
		return strings.Split(strings.TrimRight(wording.Board(p.lang, now), "\n"), "\n")
	}
	at := now.Placement()
	var chosen []int
	if i := slices.Index(p.game.Legal(), strings.TrimSpace(p.input.Value())); i >= 0 {
		chosen = at.Paths[i]
	}
	return sketched(p.lang, now, at, chosen)
}

// panelFits reports whether the analysis fits beside the board or below it.
func (p *Play) panelFits() bool {
	const around = 5 // lines: head, message, input, keys and a blank one
	board := p.board()
	return p.width-widest(board)-3 >= sideWidth || p.height-len(board)-around >= 3
}

// middle returns the board and the panel, in at most room lines.
func (p *Play) middle(room int) []string {
	if p.help {
		return p.helpLines(room)
	}
	board := p.board()
	wide := widest(board)
	if p.width-wide-3 >= sideWidth {
		panel := p.panel(p.width-wide-3, room)
		var lines []string
		for i := range max(len(board), len(panel)) {
			left, right := "", ""
			if i < len(board) {
				left = board[i]
			}
			if i < len(panel) {
				right = panel[i]
			}
			lines = append(lines, left+strings.Repeat(" ", wide-lipgloss.Width(left)+3)+right)
		}
		return lines
	}
	if spare := room - len(board) - 1; spare > 0 {
		board = append(append(board, ""), p.panel(p.width, spare)...)
	}
	return board
}

// helpLines returns the keys and the typed commands.
func (p *Play) helpLines(room int) []string {
	h := keyHelp(p.width)
	h.ShowAll = true
	lines := append(strings.Split(h.View(p.keys), "\n"), "")
	return append(lines, wrapped(p.lang.Text("play.words"), p.width, max(1, room-len(lines)))...)
}

// panel returns the analysis and the list of moves, in at most room lines.
func (p *Play) panel(width, room int) []string {
	lines := p.analysisLines(width)
	moves := wrapped(p.moveList(), width, max(1, room-len(lines)-1))
	if len(lines) > 0 {
		lines = append(lines, "")
	}
	if moves[0] != "" {
		lines = append(lines, moves...)
	}
	return lines[:min(len(lines), room)]
}

// analysisLines returns the analysis of the position, if the user wants it or the engine is to
// move.
func (p *Play) analysisLines(width int) []string {
	a := p.seen
	if a == nil || a.Depth == 0 && len(a.Lines) == 1 && !a.Exact() {
		if p.live {
			return []string{p.lang.Text("play.thinking")}
		}
		return nil
	}
	if !p.live {
		return nil
	}
	lines := []string{quiet.Render(p.lang.Text("play.depth", "depth", a.Depth, "nodes", rough(a.Stats.Nodes)))}
	for i := range a.Lines[:min(len(a.Lines), analysisLines)] {
		l := &a.Lines[i]
		lines = append(lines, strong.Render(l.Move)+"  "+wording.Opinion(p.lang, a, i))
		if len(l.PV) > 1 {
			lines = append(lines, wrapped("   "+strings.Join(l.PV, " "), width, 1)...)
		}
	}
	return lines
}

// rough returns a number as two or three digits and a unit letter.
func rough(n uint64) string {
	for _, unit := range []struct {
		size uint64
		sign string
	}{{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if n >= unit.size {
			return fmt.Sprintf("%.3g%s", float64(n)/float64(unit.size), unit.sign)
		}
	}
	return fmt.Sprint(n)
}

// moveList returns the numbered moves so far.
func (p *Play) moveList() string {
	const shown = 24
	var all []string
	moves := p.game.Moves()
	for i, m := range moves {
		if i >= len(moves)-shown {
			all = append(all, fmt.Sprintf("%d.%s", i+1, m))
		}
	}
	return strings.Join(all, " ")
}
