package tui

import (
	"context"

	"github.com/plywood-go/plywood/internal/wording"

	tea "charm.land/bubbletea/v2"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/search"
)

// purpose is what the engine thinks for.
type purpose uint8

const (
	nothing  purpose = iota
	reply            // a move of its own
	hint             // a move for the user
	analysis         // to show what it thinks, without end
)

// task is a purpose with the position thought about.
type task struct {
	purpose  purpose
	position *engine.Position
}

// job is a task that is being worked on. An engine does one at a time: what is
// no longer wanted is cancelled, and the next begins when it has ended.
type job struct {
	task
	number  int
	cancel  context.CancelFunc
	updates chan engine.Analysis // the latest; closed at the end
}

// progress is the message that a job has found something, finished that it has
// ended.
type (
	progress struct {
		job   int
		found engine.Analysis
	}
	finished struct {
		job   int
		found engine.Analysis // unless it was for a reply:
		move  string
	}
)

// analysisLines is how many moves an analysis tells about.
const analysisLines = 3

// wanted returns what the engine should think about now.
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

// think sees to it that the engine works on what is wanted.
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

// report keeps the latest that the engine has found. The engine calls it one
// call at a time.
func (j *job) report(found engine.Analysis) {
	select {
	case <-j.updates:
	default:
	}
	j.updates <- found
}

// listen waits for a report.
func (j *job) listen() tea.Msg {
	if found, ok := <-j.updates; ok {
		return progress{j.number, found}
	}
	return nil
}

// learn takes in what a job has found so far.
func (p *Play) learn(m progress) tea.Cmd {
	if p.job == nil || p.job.number != m.job {
		return nil
	}
	if p.job.position == p.game.Now() {
		p.seen = &m.found
	}
	return p.job.listen
}

// finish takes in what a job has found in the end, if it is still wanted.
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
