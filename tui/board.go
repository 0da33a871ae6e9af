package tui

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/bubbles/v2/help"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/engine/play"
	"github.com/plywood-go/plywood/engine/wording"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/learn/lesson"
)

// A sketch is a board in characters. A cell has two columns; the left one holds the marks
// between it and its left neighbour:
//
//	  a b c d
//	1 - . X -     . a legal place for a piece, if not all are
//	2 -(X)- -     ( ) cells of the last move
//	3 <O|O|O>     < > cells of a winning line
//	4 - -[-]-     [ ] cells of the chosen move
//
// On a board with numbered cells each row begins with the number of its first cell.
type sketch struct {
	board  *boards.Board
	lines  [][]rune
	xs, ys []int // the column and the line of each cell's character
	marked map[int]bool
}

// sketched draws the position of a game with a board, with marks on the cells of the last move
// and of the chosen one.
func sketched(l words.Lang, p *engine.Position, at *boards.Placement, chosen []int) []string {
	s := newSketch(p.Game().Board())
	single, empty := map[int]bool{}, 0
	for _, path := range at.Paths {
		if len(path) == 1 {
			single[path[0]] = true
		}
	}
	for i, letter := range []rune(at.Pieces) {
		if letter == boards.Empty {
			empty++
		}
		s.lines[s.ys[i]][s.xs[i]] = letter
	}
	for i, letter := range []rune(at.Pieces) {
		if letter == boards.Empty && single[i] && len(single) < empty {
			s.lines[s.ys[i]][s.xs[i]] = '.'
		}
	}
	s.mark(chosen, '[', ']')
	s.mark(at.Won, '<', '>')
	s.mark(at.Last, '(', ')')
	var lines []string
	for _, line := range s.lines {
		lines = append(lines, strings.TrimRight(string(line), " "))
	}
	return append(lines, below(l, p, at)...)
}

// newSketch returns an empty board.
func newSketch(b *boards.Board) *sketch {
	s := &sketch{board: b, marked: map[int]bool{}}
	left, header, footer := 0, hasTitles(b), 0
	labels := append(slices.Clone(b.Labels), rowNumbers(b)...)
	for _, label := range labels {
		switch {
		case label.X < 0:
			left = max(left, len(label.Text))
		case label.Y < 0:
			header = 1
		case label.Y > b.Height:
			footer = 1
		}
	}
	columns := spread(b.Cells, func(c boards.Cell) float64 { return c.X }, left+1, 2, 2)
	rows := spread(b.Cells, func(c boards.Cell) float64 { return c.Y }, header, 1, 1)
	wide, tall := 0, 0
	for _, c := range b.Cells {
		x, y := columns[c.X], rows[c.Y]
		s.xs, s.ys = append(s.xs, x), append(s.ys, y)
		wide, tall = max(wide, x+2), max(tall, y+1)
	}
	for range tall + footer {
		s.lines = append(s.lines, slices.Repeat([]rune{' '}, wide))
	}
	s.label(labels, columns, rows, left, tall)
	return s
}

// rowNumbers returns, for a board with numbered cells, a label at the left of each row with the
// number of its first cell.
func rowNumbers(b *boards.Board) (labels []boards.Label) {
	if !b.Numbered {
		return nil
	}
	seen := map[float64]bool{}
	for _, c := range b.Cells {
		if c.Shade == 1 && !seen[c.Y] {
			seen[c.Y] = true
			labels = append(labels, boards.Label{Text: c.Name, X: -0.5, Y: c.Y + 0.5})
		}
	}
	return labels
}

// hasTitles returns the number of lines above the first row that frame titles need.
func hasTitles(b *boards.Board) int {
	for _, f := range b.Frames {
		if f.Title != "" {
			return 1
		}
	}
	return 0
}

// spread returns where to draw the cells of each coordinate. The first is drawn at first, and each
// further one at a distance of each from the one before, plus gap where the board has a gap.
func spread(cells []boards.Cell, of func(boards.Cell) float64, first, each, gap int) map[float64]int {
	var all []float64
	for _, c := range cells {
		all = append(all, of(c))
	}
	slices.Sort(all)
	at := map[float64]int{}
	all = slices.Compact(all)
	place := first
	for i, v := range all {
		if i > 0 {
			place += each
			if v-all[i-1] > 1.01 {
				place += gap
			}
		}
		at[v] = place
	}
	return at
}

// label writes the coordinates and the frame titles.
func (s *sketch) label(labels []boards.Label, columns, rows map[float64]int, left, below int) {
	write := func(x, y int, text string) {
		for i, r := range text {
			if x+i < len(s.lines[y]) {
				s.lines[y][x+i] = r
			}
		}
	}
	for _, label := range labels {
		x, known := columns[near(columns, label.X-0.5)]
		y, level := rows[near(rows, label.Y-0.5)]
		switch {
		case label.X < 0 && level:
			write(left-len(label.Text), y, label.Text)
		case label.Y < 0 && known:
			write(x, 0, label.Text)
		case label.Y > s.board.Height && known:
			write(x, below, label.Text)
		}
	}
	for _, f := range s.board.Frames {
		if f.Title != "" {
			write(columns[near(columns, f.X+f.Width/2-1)], rows[near(rows, f.Y)]-1, f.Title)
		}
	}
}

// near returns the coordinate in at closest to v, within the rounding of lengths.
func near(at map[float64]int, v float64) float64 {
	for known := range at {
		if known-v < 0.01 && v-known < 0.01 {
			return known
		}
	}
	return v
}

// mark puts signs on both sides of cells that have none yet.
func (s *sketch) mark(cells []int, open, end rune) {
	set := func(x, y int, sign rune) {
		switch {
		case x >= len(s.lines[y]):
			s.lines[y] = append(s.lines[y], sign)
		case s.lines[y][x] == ' ':
			s.lines[y][x] = sign
		default:
			s.lines[y][x] = '|'
		}
	}
	for _, c := range cells {
		if !s.marked[c] {
			s.marked[c] = true
			set(s.xs[c]-1, s.ys[c], open)
			set(s.xs[c]+1, s.ys[c], end)
		}
	}
}

// below returns the lines below a board: each side's number of pieces, where it indicates who is
// ahead, and other facts about the position.
func below(l words.Lang, p *engine.Position, at *boards.Placement) (lines []string) {
	b, sides := p.Game().Board(), p.Game().About().Sides
	if b.Tally {
		n := b.Counts(at.Pieces)
		lines = append(lines, fmt.Sprintf("%s %d · %s %d", sides[0], n[0], sides[1], n[1]))
	}
	if b.SetUp != nil && b.SetUp.Option != nil && len(p.Moves()) > 0 {
		o := b.SetUp.Option
		lines = append(lines, wording.Known(l, "option", o.Title)+": "+wording.Known(l, "option", o.Values[at.Option]))
	}
	return lines
}

// Tally returns each side's number of pieces. ok is false if the numbers do not indicate who is
// ahead.
func Tally(p *engine.Position) (counts [2]int, ok bool) {
	b := p.Game().Board()
	if b == nil || !b.Tally {
		return counts, false
	}
	return b.Counts(p.Placement().Pieces), true
}

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
