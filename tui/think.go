package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/wording"
	"github.com/plywood-go/plywood/search"
)

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
