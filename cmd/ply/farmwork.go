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
	"github.com/plywood-go/plywood/farm/errand"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/queue"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/match"
	"github.com/plywood-go/plywood/web"
)

// farmWork returns the work of jobs that are not about one position. It uses the files
// of the queue, and the programs of this worker by name.
func farmWork(q *queue.Queue, programs map[string]string) map[job.Kind]job.Work {
	return map[job.Kind]job.Work{
		job.Match: arena.Play(farmPlayers(programs)),
		job.Train: errand.Do(q, errandsOf[workshop.Trainer]),
		job.Book:  errand.Do(q, errandsOf[workshop.Books]),
		job.Slice: errand.Do(q, errandsOf[workshop.Endgames]),
	}
}

// farmPlayers returns a function that creates the players of matches: players of this
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

// parsePrograms parses the values of --program, NAME=COMMAND each.
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

// errandsOf returns who does parts of what a game offers.
func errandsOf[T any](g *engine.Game) (workshop.Tasks, bool) {
	offered, ok := engine.Offered[T](g)
	if !ok {
		return nil, false
	}
	errands, ok := any(offered).(workshop.Tasks)
	return errands, ok
}

// A farm plays a match in blocks: the pairs of a block, and the least number of blocks
// at once, so that workers do not wait for the next block.
const (
	farmBlock  = 32
	farmBlocks = 2
)

// send lets a farm play the games if --farm is given.
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

// pace is the work of one worker on a match, and the time it took.
type pace struct {
	pairs int
	nodes uint64
	took  time.Duration
}

// noteSpeed adds the nodes and the time of a pair to those of its worker.
func (m *contest) noteSpeed(worker string, nodes uint64, took time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.paces == nil {
		m.paces = map[string]pace{}
	}
	p := m.paces[worker]
	m.paces[worker] = pace{p.pairs + 1, p.nodes + nodes, p.took + took}
}

// tellSpeeds prints the speeds of the workers of a match with time limits.
func (m *contest) tellSpeeds() {
	for _, name := range slices.Sorted(maps.Keys(m.paces)) {
		p := m.paces[name]
		speed := uint64(float64(p.nodes) / max(p.took.Seconds(), 1e-6))
		fmt.Fprintln(m.Err, m.Lang.Text("match.pace", "worker", name, "pairs", p.pairs, "speed", report.Thousands(speed)))
	}
}

// sendFlags are the flags of commands whose work a farm can do.
type sendFlags struct {
	farm  bool
	where farmFlags
}

func (f *sendFlags) add(flags *pflag.FlagSet, what string) {
	flags.BoolVar(&f.farm, "farm", false, what+": the one of --nats or --dir")
	f.where.addTo(flags)
}

// check refuses flags that say where the farm is without --farm.
func (f *sendFlags) check() error {
	if !f.farm && f.where != (farmFlags{}) {
		return exit.Usage(words.Tell("refused.which-farm"))
	}
	return nil
}

// sender returns what has a farm do errands of a kind; nil if none is asked for.
func (f *sendFlags) sender(kind job.Kind, g *engine.Game) (send workshop.Send, release func(), err error) {
	if err := f.check(); err != nil || !f.farm {
		return nil, func() {}, err
	}
	q, err := f.where.dial()
	if err != nil {
		return nil, nil, err
	}
	return errand.Send(&farm.Client{Queue: q}, kind, g, farmVersion()), q.Close, nil
}

// standing returns the status of the farm for the page. It connects each time, because the
// farm may start after the page or move.
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
