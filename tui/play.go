package tui

import (
	"context"
	"strings"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/play"
	"github.com/plywood-go/plywood/engine/wording"
	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/learn/lesson"
)

// Play is a game on the screen. The engine runs on its own goroutine, one job at a time; see
// think.go.
type Play struct {
	game *play.Session
	lang words.Lang
	ctx  context.Context
	keys playKeys

	chosen  int // index among the legal moves, -1 for none
	input   textinput.Model
	message string
	help    bool
	left    bool

	live    bool // analyse while the user thinks
	hinting bool
	job     *job
	jobs    int // started so far
	settled task
	seen    *engine.Analysis // latest analysis of the position

	width, height int
}

// NewPlay returns a game on the screen. All thinking ends when ctx is done.
func NewPlay(ctx context.Context, s *play.Session, l lesson.Lang) *Play {
	input := textinput.New()
	input.Prompt = "> "
	input.SetVirtualCursor(false)
	input.CharLimit = 100
	input.SetStyles(textinput.Styles{})
	input.Focus()
	return &Play{
		game: s, lang: l, ctx: ctx, keys: newPlayKeys(l), input: input, chosen: -1,
		width: usualWidth, height: usualHeight,
	}
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

// ShortHelp implements help.KeyMap.
func (k playKeys) ShortHelp() []key.Binding {
	return []key.Binding{k.move, k.choose, k.undo, k.live, k.help, k.leave}
}

// FullHelp implements help.KeyMap.
func (k playKeys) FullHelp() [][]key.Binding {
	return [][]key.Binding{{k.move, k.choose, k.undo, k.redo}, {k.live, k.help, k.leave}}
}

// Init starts the engine if it is to move.
func (p *Play) Init() tea.Cmd { return p.think() }

func (p *Play) interrupted() bool { return p.left }

// Update handles keys, results of the engine, and changes of the terminal's size.
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
		p.game.Back()
		p.turned()
	case is(p.keys.redo) && empty:
		p.game.Forth()
		p.turned()
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

// choose puts the next or previous legal move into the input line.
func (p *Play) choose(next bool) {
	n := len(p.game.Legal())
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
	p.input.SetValue(p.game.Legal()[p.chosen])
	p.input.CursorEnd()
}

// obey executes a line of input and reports whether it asks to leave.
func (p *Play) obey(text string) (leave bool) {
	p.message = ""
	word, rest, _ := strings.Cut(text, " ")
	switch word {
	case "":
	case "quit", "exit", "q":
		return true
	case "help", "?":
		p.help = true
	case "hint":
		p.hinting = !p.game.Over()
	case "moves":
		p.message = strings.Join(p.game.Legal(), " ")
	case "undo":
		p.game.Back()
		p.turned()
	case "redo":
		p.game.Forth()
		p.turned()
	case "swap":
		p.game.Swap()
	case "opponent":
		if p.message = p.lang.Text("play.thinking"); p.job == nil || p.job.purpose != reply {
			p.message = Face(p.lang, p.game, rest)
		}
	case "new":
		p.game.Restart()
		p.turned()
	default:
		p.play(text)
	}
	return false
}

// play makes a move of the user or the engine.
func (p *Play) play(move string) {
	if err := p.game.Play(move); err != nil {
		p.message = wording.Refusal(p.lang, p.game.Now(), move)
		return
	}
	p.turned()
}

// turned discards state that belongs to the previous position.
func (p *Play) turned() {
	p.seen, p.hinting = nil, false
	p.clear()
}

// quit ends all thinking, and the program.
func (p *Play) quit() tea.Cmd {
	if p.job != nil {
		p.job.cancel()
	}
	return tea.Quit
}
