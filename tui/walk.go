package tui

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/learn/lesson"
	"github.com/plywood-go/plywood/trace"
)

// Walk is the replay of a search, step by step.
type Walk struct {
	run    *lesson.Run
	lang   words.Lang
	render trace.RenderOptions
	keys   walkKeys

	step          int
	outline       bool
	help          bool
	left          bool
	width, height int
}

// NewWalk returns a walk at the first step of a run. render sets the style, shapes and words of
// pictures.
func NewWalk(run *lesson.Run, l lesson.Lang, render trace.RenderOptions) Walk {
	render.Steady, render.NoLegend, render.Title = true, true, ""
	return Walk{run: run, lang: l, render: render, keys: newWalkKeys(l), width: usualWidth, height: usualHeight}
}

// walkKeys are the keys of a walk.
type walkKeys struct {
	on, back, cut, cutBack, turn, turnBack, over, first, last, outline, style, help, leave key.Binding
}

func newWalkKeys(l words.Lang) walkKeys {
	bind := func(sign, text string, keys ...string) key.Binding {
		return key.NewBinding(key.WithKeys(keys...), key.WithHelp(sign, l.Text(text)))
	}
	return walkKeys{
		on:       bind("→", "key.on", "right", "l", "j", "space", "enter"),
		back:     bind("←", "key.back", "left", "h", "k", "backspace"),
		cut:      bind("c", "key.cut", "c"),
		cutBack:  bind("C", "key.cut-back", "C"),
		turn:     bind("b", "key.line", "b"),
		turnBack: bind("B", "key.line-back", "B"),
		over:     bind("o", "key.over", "o"),
		first:    bind("Home", "key.first", "home", "g"),
		last:     bind("End", "key.last", "end", "G"),
		outline:  bind("v", "key.outline", "v"),
		style:    bind("s", "key.style", "s"),
		help:     bind("?", "key.help", "?"),
		leave:    bind("q", "key.leave", "q", "esc"),
	}
}

// ShortHelp implements help.KeyMap.
func (k walkKeys) ShortHelp() []key.Binding {
	return []key.Binding{k.on, k.back, k.cut, k.over, k.help, k.leave}
}

// FullHelp implements help.KeyMap.
func (k walkKeys) FullHelp() [][]key.Binding {
	return [][]key.Binding{{k.on, k.back, k.cut, k.cutBack, k.turn, k.turnBack, k.over}, {k.first, k.last, k.outline, k.style, k.help, k.leave}}
}

// Init does nothing: a walk waits for keys.
func (w Walk) Init() tea.Cmd { return nil }

func (w Walk) interrupted() bool { return w.left }

// Update handles keys and changes of the terminal's size.
func (w Walk) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		w.width, w.height = msg.Width, msg.Height
	case tea.KeyPressMsg:
		return w.press(msg)
	}
	return w, nil
}

func (w Walk) press(k tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	is := func(b key.Binding) bool { return key.Matches(k, b) }
	switch {
	case k.String() == "ctrl+c":
		w.left = true
		return w, tea.Quit
	case is(w.keys.leave) && w.help:
		w.help = false
	case is(w.keys.leave):
		return w, tea.Quit
	case is(w.keys.help):
		w.help = !w.help
	case is(w.keys.outline):
		w.outline = !w.outline
	case is(w.keys.style):
		w.render.Style = (w.render.Style + 1) % (trace.Intervals + 1)
	default:
		w.step = w.goTo(is)
	}
	return w, nil
}

// goTo returns the step that a key leads to.
func (w Walk) goTo(is func(key.Binding) bool) int {
	switch {
	case is(w.keys.on):
		return min(w.step+1, w.run.Len())
	case is(w.keys.back):
		return max(w.step-1, 0)
	case is(w.keys.cut):
		return w.run.Seek(w.step, false)
	case is(w.keys.cutBack):
		return w.run.Seek(w.step, true)
	case is(w.keys.turn):
		return w.run.Turn(w.step, false)
	case is(w.keys.turnBack):
		return w.run.Turn(w.step, true)
	case is(w.keys.over):
		return w.run.Over(w.step)
	case is(w.keys.first):
		return 0
	case is(w.keys.last):
		return w.run.Len()
	}
	return w.step
}

// View draws the screen.
func (w Walk) View() tea.View {
	v := tea.NewView(w.screen())
	v.AltScreen = true
	return v
}

func (w Walk) screen() string {
	t := w.run.Replay.At(w.step)
	lines := []string{head(w.title(), w.width)}
	explanation := wrapped(w.run.Explain(w.lang, w.step), w.width, min(4, max(1, w.height/5)))
	below := slices.Concat(explanation, []string{quiet.Render(w.counts(t)), keyHelp(w.width).View(w.keys)})
	room := max(1, w.height-len(lines)-len(below))
	if w.help {
		h := keyHelp(w.width)
		h.ShowAll = true
		lines = append(lines, strings.Split(h.View(w.keys), "\n")...)
	} else {
		lines = append(lines, w.picture(t, room)...)
	}
	for len(lines) < 1+room {
		lines = append(lines, "")
	}
	return fitted(append(lines[:1+room], below...), w.width, w.height)
}

func (w Walk) title() string {
	name := w.run.Document.Algorithm
	if words.Has("algorithm." + name) {
		name = w.lang.Text("algorithm." + name)
	}
	return name + " · " + w.lang.Text("explain.step", "step", w.step, "steps", w.run.Len())
}

func (w Walk) counts(t *trace.Tree) string {
	s := &t.Stats
	var parts []string
	for _, c := range []struct {
		key string
		n   int
	}{
		{"compare.leaves", s.Leaves}, {"compare.nodes", s.Nodes}, {"compare.cutoffs", s.Cutoffs}, {"compare.pruned", s.Pruned},
	} {
		parts = append(parts, fmt.Sprintf("%s %d", w.lang.Text(c.key), c.n))
	}
	return strings.Join(parts, " · ")
}

// picture draws the tree in at most room lines with the current node visible: as a picture if it
// is narrow enough, else as an outline.
func (w Walk) picture(t *trace.Tree, room int) []string {
	var lines []string
	if !w.outline && crowd(t) <= w.width/2 {
		lines = drawn(t, w.render, trace.Text)
	}
	mark := ">"
	if lines == nil || widest(lines) > w.width {
		lines, mark = drawn(t, w.render, trace.Outline), "< "+w.lang.Text("tree.current")
	}
	current, hidden := 0, 0
	if w.step > 0 && w.step < w.run.Len() {
		current = max(0, slices.IndexFunc(lines, func(line string) bool { return strings.Contains(line, mark) }))
		hidden = max(0, indent(lines[current])-w.width/3)
		lines[current] = strong.Render(lines[current])
	}
	first := min(max(0, current-room/2), max(0, len(lines)-room))
	lines = lines[first:min(len(lines), first+room)]
	for i := range lines {
		lines[i] = ansi.TruncateLeft(lines[i], hidden, "")
	}
	return lines
}

// indent returns the width before the name in a line of an outline.
func indent(line string) int {
	return utf8.RuneCountInString(line) - utf8.RuneCountInString(strings.TrimLeft(line, "│├└┣┗─━╌ "))
}

// crowd returns the number of nodes in the widest level. Each needs at least two columns.
func crowd(t *trace.Tree) int {
	var level []int
	most := 0
	for i := range t.Nodes {
		ply := t.Nodes[i].Ply
		for len(level) <= ply {
			level = append(level, 0)
		}
		level[ply]++
		most = max(most, level[ply])
	}
	return most
}

// drawn draws a tree in a format. It returns nil if the tree is too large for the format.
func drawn(t *trace.Tree, o trace.RenderOptions, f trace.Format) []string {
	var out strings.Builder
	o.Format = f
	if err := trace.Render(&out, t, o); err != nil {
		return nil
	}
	return strings.Split(strings.TrimRight(out.String(), "\n"), "\n")
}
