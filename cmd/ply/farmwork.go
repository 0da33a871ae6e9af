package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/opponent"
	"github.com/plywood-go/plywood/cmd/ply/internal/report"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/farm"
	"github.com/plywood-go/plywood/farm/arena"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/queue"
	"github.com/plywood-go/plywood/farm/task"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/match"
	"github.com/plywood-go/plywood/web"
)

// farmWork does what is not about one position for a farm, with the files of its queue
// and the programs of this worker, by name.
func farmWork(q queue.Worker, programs map[string]string) map[job.Kind]job.Work {
	return map[job.Kind]job.Work{
		job.Match: arena.Play(farmPlayers(programs)),
		job.Train: task.Do(q, tasksOf[workshop.Trainer]),
		job.Book:  task.Do(q, tasksOf[workshop.Books]),
		job.Slice: task.Do(q, tasksOf[workshop.Endgames]),
	}
}

// farmPlayers returns who takes part in matches: players who need nothing but this
// program, and programs that this worker has.
func farmPlayers(programs map[string]string) arena.Enter {
	return func(g *engine.Game, text, clock string) (match.Entrant, error) {
		e, err := opponent.New(g, text, opponent.Usual{Clock: clock, Portable: true, Programs: programs})
		if errors.Is(err, opponent.ErrNotHere) {
			err = reason.Errorf("%w: %w", job.ErrForeign, err)
		}
		return e, err
	}
}

// parsePrograms reads what --program says, NAME=COMMAND each.
func parsePrograms(list []string) (map[string]string, error) {
	programs := map[string]string{}
	for _, text := range list {
		name, command, _ := strings.Cut(text, "=")
		if farm.CheckName(name) != nil || strings.TrimSpace(command) == "" || programs[name] != "" {
			return nil, exit.Usage(words.Tell("refused.program", "value", strconv.Quote(text)))
		}
		if _, err := exec.LookPath(strings.Fields(command)[0]); err != nil {
			return nil, exit.Failure(err)
		}
		programs[name] = command
	}
	return programs, nil
}

// tasksOf returns the tasks of a capability T of a game.
func tasksOf[T any](g *engine.Game) (workshop.Tasks, bool) {
	offered, ok := engine.Offered[T](g)
	if !ok {
		return nil, false
	}
	tasks, ok := any(offered).(workshop.Tasks)
	return tasks, ok
}

// Blocks of a match that a farm plays: how many pairs each has, and how many there are
// at once at least, so that nobody waits for the next.
const (
	farmBlock  = 32
	farmBlocks = 2
)

// send has the games played by a farm, if that is asked for.
func (m *contest) send() (release func(), err error) {
	if err := m.away.check(); err != nil || !m.away.farm {
		return func() {}, err
	}
	q, err := m.away.where.dial()
	if err != nil {
		return nil, err
	}
	all := arena.Match{Players: m.players, Adjudication: m.config.Adjudication}
	if slices.ContainsFunc(m.entrants, func(e match.Entrant) bool { return e.Timed }) {
		all.Timed, all.Clock, all.Grace, all.Played = true, m.Clock, m.Grace, m.noteSpeed
		all.Once = slices.ContainsFunc(m.players, opponent.IsProgram)
	}
	m.config.Elsewhere, err = arena.Elsewhere(&farm.Client{Queue: q}, m.game, farmVersion(), all)
	if err != nil {
		q.Close()
		return nil, exit.Failure(err)
	}
	m.config.Block, m.config.Jobs = farmBlock, max(m.config.Jobs, farmBlocks)
	return q.Close, nil
}

// pace is how much a worker has done of a match in how much time.
type pace struct {
	pairs int
	nodes uint64
	took  time.Duration
}

// noteSpeed notes how fast the worker of a pair was.
func (m *contest) noteSpeed(worker string, nodes uint64, took time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.paces == nil {
		m.paces = map[string]pace{}
	}
	p := m.paces[worker]
	m.paces[worker] = pace{p.pairs + 1, p.nodes + nodes, p.took + took}
}

// tellSpeeds says how fast the workers were that have played a match with time.
func (m *contest) tellSpeeds() {
	for _, name := range slices.Sorted(maps.Keys(m.paces)) {
		p := m.paces[name]
		speed := uint64(float64(p.nodes) / max(p.took.Seconds(), 1e-6))
		fmt.Fprintln(m.err, m.lang.Text("match.pace", "worker", name, "pairs", p.pairs, "speed", report.Thousands(speed)))
	}
}

// sendFlags say whether a command has a farm do its work.
type sendFlags struct {
	farm  bool
	where farmFlags
}

func (f *sendFlags) add(flags *pflag.FlagSet, what string) {
	flags.BoolVar(&f.farm, "farm", false, what+", that of --nats or --dir")
	f.where.addTo(flags)
}

// check refuses what says which farm where none is asked for.
func (f *sendFlags) check() error {
	if !f.farm && f.where != (farmFlags{}) {
		return exit.Usage(words.Tell("refused.which-farm"))
	}
	return nil
}

// sender returns a function that makes the farm of --farm do tasks of a kind; nil without
// --farm.
func (f *sendFlags) sender(kind job.Kind, g *engine.Game) (send workshop.Send, release func(), err error) {
	if err := f.check(); err != nil || !f.farm {
		return nil, func() {}, err
	}
	q, err := f.where.dial()
	if err != nil {
		return nil, nil, err
	}
	return task.Send(&farm.Client{Queue: q}, kind, g, farmVersion()), q.Close, nil
}

// standing tells the page how the farm stands. It connects each time: the farm may be
// started after the page, and elsewhere the next time.
func (f *sendFlags) standing(ctx context.Context) (page web.Farm, err error) {
	q, err := f.where.dial()
	if err != nil {
		return page, err
	}
	defer q.Close()
	s, err := (&farm.Client{Queue: q}).Status(ctx)
	if err != nil {
		return page, err
	}
	n := &s.Counters
	page = web.Farm{
		Results: n.Results, Nodes: n.Nodes, Flying: s.InFlight, Dead: int(n.DeadLetters), Quarantined: n.Quarantined, Trouble: s.Trouble,
	}
	for _, b := range s.Batches {
		page.Batches = append(page.Batches, web.FarmBatch{
			Name: b.Batch, Game: b.Game, Kind: string(b.Kind), Jobs: b.Jobs, Solved: b.Solved, Unfinished: b.Unfinished, Failed: b.Failed,
			Finished: b.Finished, Cancelled: b.Cancelled,
		})
	}
	for _, w := range s.Workers {
		page.Workers = append(page.Workers, web.FarmWorker{Name: w.Name, Slots: w.Slots, Results: w.Results, Seen: w.Seen, Distrusted: w.Distrusted})
	}
	return page, nil
}
