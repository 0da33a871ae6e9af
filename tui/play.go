package tui

import (
	"context"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/search"
)

// Setting is the game to be played, and who plays it.
type Setting struct {
	Start  engine.Position
	Engine engine.Engine
	// Reply chooses the engine's move. It is called on a goroutine of its own,
	// never while Engine works.
	Reply func(ctx context.Context, p engine.Position) (move string)
	// Limits bound the engine's thinking over a hint at p.
	Limits func(p engine.Position) (search.Query, search.Control)
	// Sides says which sides the engine plays, by game.Player.
	Sides [2]bool
	Lang  words.Lang
}

// Play is a game on the screen. The engine works on a goroutine of its own, on
// one thing at a time; see think.go.
type Play struct {
	Setting
	ctx  context.Context
	keys playKeys

	now          engine.Position
	past, future []ply // the moves made and those taken back, the latest last
	legal        []string
	chosen       int // among the legal moves, -1 if none

	input   textinput.Model
	message string
	help    bool
	left    bool

	live    bool // analyse while the user thinks
	hinting bool
	job     *job
	jobs    int // how many there have been
	settled task
	seen    *engine.Analysis // the latest of the position

	width, height int
}

// ply is a move with the position before it.
type ply struct {
	before engine.Position
	move   string
}

// NewPlay returns a game that has not begun. All thinking ends when ctx is done.
func NewPlay(ctx context.Context, s Setting) *Play {
	input := textinput.New()
	input.Prompt = "> "
	input.SetVirtualCursor(false)
	input.CharLimit = 100
	input.SetStyles(textinput.Styles{})
	input.Focus()
	p := &Play{
		Setting: s, ctx: ctx, keys: newPlayKeys(s.Lang), input: input, chosen: -1,
		width: usualWidth, height: usualHeight,
	}
	p.show(s.Start)
	return p
}

// playKeys are the keys of a game.
type playKeys struct{ move, undo, redo, choose, live, help, leave key.Binding }

func newPlayKeys(l words.Lang) playKeys {
	bind := func(sign, text string, keys ...string) key.Binding {
		return key.NewBinding(key.WithKeys(keys...), key.WithHelp(sign, l.Text(text)))
	}
	return playKeys{
		move:   bind("↵", "key.play", "enter"),
		undo:   bind("←", "key.undo", "left", "ctrl+z"),
		redo:   bind("→", "key.redo", "right", "ctrl+y"),
		choose: bind("↑↓", "key.choose", "up", "down"),
		live:   bind("Tab", "key.live", "tab"),
		help:   bind("?", "key.help", "?"),
		leave:  bind("Ctrl-D", "key.leave", "ctrl+d"),
	}
}

// ShortHelp and FullHelp list the keys.
func (k playKeys) ShortHelp() []key.Binding {
	return []key.Binding{k.move, k.choose, k.undo, k.live, k.help, k.leave}
}

// FullHelp is described at ShortHelp.
func (k playKeys) FullHelp() [][]key.Binding {
	return [][]key.Binding{{k.move, k.choose, k.undo, k.redo}, {k.live, k.help, k.leave}}
}

// Init lets the engine begin, if it is its turn.
func (p *Play) Init() tea.Cmd { return p.think() }

func (p *Play) interrupted() bool { return p.left }

// Update obeys a key, takes in what the engine has found, or a new size of the
// terminal.
func (p *Play) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		p.width, p.height = msg.Width, msg.Height
		p.input.SetWidth(max(1, msg.Width-len(p.input.Prompt)-1))
	case progress:
		return p, p.learn(msg)
	case finished:
		return p, p.finish(msg)
	case tea.KeyPressMsg:
		return p, p.press(msg)
	case tea.PasteMsg:
		return p, p.edit(msg)
	}
	return p, nil
}

func (p *Play) press(k tea.KeyPressMsg) tea.Cmd {
	is := func(b key.Binding) bool { return key.Matches(k, b) }
	empty := p.input.Value() == "" || p.chosen >= 0
	switch {
	case k.String() == "ctrl+c":
		p.left = true
		return p.quit()
	case is(p.keys.leave):
		return p.quit()
	case k.String() == "esc":
		p.help, p.message = false, ""
		p.clear()
	case is(p.keys.help) && empty:
		p.help = !p.help
	case is(p.keys.live):
		p.live, p.message = !p.live, ""
	case is(p.keys.undo) && empty:
		p.undo()
	case is(p.keys.redo) && empty:
		p.redo()
	case is(p.keys.choose):
		p.choose(k.String() == "down")
	case is(p.keys.move):
		text := strings.Join(strings.Fields(p.input.Value()), " ")
		p.clear()
		if p.obey(text) {
			return p.quit()
		}
	default:
		return p.edit(k)
	}
	return p.think()
}

// edit lets the user type.
func (p *Play) edit(msg tea.Msg) (cmd tea.Cmd) {
	p.chosen = -1
	p.input, cmd = p.input.Update(msg)
	return cmd
}

func (p *Play) clear() {
	p.chosen = -1
	p.input.Reset()
}

// choose puts the next or the previous legal move into the line.
func (p *Play) choose(next bool) {
	n := len(p.legal)
	if n == 0 {
		return
	}
	switch {
	case next:
		p.chosen = (p.chosen + 1) % n
	case p.chosen <= 0:
		p.chosen = n - 1
	default:
		p.chosen--
	}
	p.input.SetValue(p.legal[p.chosen])
	p.input.CursorEnd()
}

// obey does what a line says and reports whether it says to leave.
func (p *Play) obey(text string) (leave bool) {
	p.message = ""
	switch text {
	case "":
	case "quit", "exit", "q":
		return true
	case "help", "?":
		p.help = true
	case "hint":
		p.hinting = len(p.legal) > 0
	case "moves":
		p.message = strings.Join(p.legal, " ")
	case "undo":
		p.undo()
	case "redo":
		p.redo()
	case "swap":
		p.Sides[0], p.Sides[1] = p.Sides[1], p.Sides[0]
	case "new":
		p.past, p.future = nil, nil
		p.show(p.Start.Game().Start())
	default:
		p.play(text)
	}
	return false
}

// play makes a move that the user or the engine names.
func (p *Play) play(move string) {
	next, err := p.now.Play(move)
	if err != nil {
		p.message = Refusal(p.Lang, p.now, move)
		return
	}
	p.past = append(p.past, ply{p.now, move})
	p.future = nil
	p.show(next)
}

// show makes a position the one on the board.
func (p *Play) show(now engine.Position) {
	p.now, p.legal, p.seen, p.hinting = now, now.Moves(), nil, false
	p.clear()
}

// undo takes moves back until it is the user's turn.
func (p *Play) undo() {
	for len(p.past) > 0 {
		last := p.past[len(p.past)-1]
		p.past, p.future = p.past[:len(p.past)-1], append(p.future, last)
		p.show(last.before)
		if !p.engineMoves() {
			return
		}
	}
}

// redo makes moves again that were taken back, until it is the user's turn.
func (p *Play) redo() {
	for len(p.future) > 0 {
		next := p.future[len(p.future)-1]
		position, err := next.before.Play(next.move)
		if err != nil {
			return
		}
		p.future = slices.Clip(p.future[:len(p.future)-1])
		p.past = append(p.past, next)
		p.show(position)
		if !p.engineMoves() {
			return
		}
	}
}

// engineMoves reports whether it is the engine's turn.
func (p *Play) engineMoves() bool { return len(p.legal) > 0 && p.Sides[p.now.ToMove()&1] }

// quit ends all thinking, and the program.
func (p *Play) quit() tea.Cmd {
	if p.job != nil {
		p.job.cancel()
	}
	return tea.Quit
}
