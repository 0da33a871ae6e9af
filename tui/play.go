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
	"github.com/plywood-go/plywood/search"
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

// purpose is the reason for a search.
type purpose uint8

const (
	nothing  purpose = iota
	reply            // a move for the engine
	hint             // a move for the user
	analysis         // shown to the user, without end
)

// task is a purpose and the position to search.
type task struct {
	purpose  purpose
	position *engine.Position
}

// job is a running task. The engine does one at a time: an obsolete job is cancelled, and the
// next one begins when it has ended.
type job struct {
	task
	number  int
	cancel  context.CancelFunc
	updates chan engine.Analysis // the latest only; closed at the end
}

// progress is the message that a job has news, finished that a job has ended.
type (
	progress struct {
		job   int
		found engine.Analysis
	}
	finished struct {
		job   int
		found engine.Analysis // except for a reply, whose result is:
		move  string
	}
)

// analysisLines is the number of moves in an analysis.
const analysisLines = 3

// wanted returns the task that the engine should be doing now.
func (p *Play) wanted() task {
	switch {
	case p.game.Over():
		return task{}
	case p.game.EngineMoves():
		return task{reply, p.game.Now()}
	case p.hinting:
		return task{hint, p.game.Now()}
	case p.live:
		return task{analysis, p.game.Now()}
	}
	return task{}
}

// think makes the engine work on the wanted task.
func (p *Play) think() tea.Cmd {
	want := p.wanted()
	switch {
	case p.job != nil:
		if p.job.task != want {
			p.job.cancel()
		}
		return nil
	case want.purpose == nothing, want == p.settled:
		return nil
	}
	return p.start(want)
}

func (p *Play) start(t task) tea.Cmd {
	ctx, cancel := context.WithCancel(p.ctx)
	p.jobs++
	j := &job{task: t, number: p.jobs, cancel: cancel, updates: make(chan engine.Analysis, 1)}
	p.job, p.settled = j, task{}
	q, c := search.Query{Lines: analysisLines}, search.Control{}
	if t.purpose == hint {
		q, c = p.game.Adviser().At(t.position, nil)
	}
	work := func() tea.Msg {
		defer cancel()
		if t.purpose == reply {
			chosen, _, _ := p.game.Reply(ctx, t.position)
			close(j.updates)
			return finished{job: j.number, move: chosen.Move}
		}
		found := p.game.Player.Engine.Analyze(ctx, t.position, q, c, j.report)
		close(j.updates)
		return finished{job: j.number, found: found}
	}
	return tea.Batch(work, j.listen)
}

// report stores the engine's latest result. The engine makes one call at a time.
func (j *job) report(found engine.Analysis) {
	select {
	case <-j.updates:
	default:
	}
	j.updates <- found
}

// listen waits for a result.
func (j *job) listen() tea.Msg {
	if found, ok := <-j.updates; ok {
		return progress{j.number, found}
	}
	return nil
}

// learn handles a result of a running job.
func (p *Play) learn(m progress) tea.Cmd {
	if p.job == nil || p.job.number != m.job {
		return nil
	}
	if p.job.position == p.game.Now() {
		p.seen = &m.found
	}
	return p.job.listen
}

// finish handles the final result of a job, if it is still wanted.
func (p *Play) finish(m finished) tea.Cmd {
	if p.job == nil || p.job.number != m.job {
		return nil
	}
	done := p.job.task
	p.job = nil
	if done != p.wanted() || p.ctx.Err() != nil {
		return p.think()
	}
	p.settled = done
	switch done.purpose {
	case reply:
		side := wording.Side(p.lang, p.game.Now())
		p.play(m.move)
		p.message = p.lang.Text("play.replied", "side", side, "move", m.move)
	case hint:
		p.hinting, p.seen = false, &m.found
		p.message = p.lang.Text("play.hint", "move", m.found.Lines[0].Move, "value", wording.Opinion(p.lang, &m.found, 0))
	case analysis:
		p.seen = &m.found
	}
	return p.think()
}
