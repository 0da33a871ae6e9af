package farming

import (
	"errors"
	"os/exec"
	"strings"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/opponent"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/farm"
	"github.com/plywood-go/plywood/farm/arena"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/queue"
	"github.com/plywood-go/plywood/farm/task"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/match"
)

// worksWith returns the work of jobs that are not about one position. It uses the files
// of the queue, and the programs of this worker by name.
func worksWith(q queue.Worker, programs map[string]string) map[job.Kind]job.Work {
	return map[job.Kind]job.Work{
		job.Match: arena.Play(playersWith(programs)),
		job.Train: task.Do(q, tasksOf[workshop.Trainer]),
		job.Book:  task.Do(q, tasksOf[workshop.Books]),
		job.Slice: task.Do(q, tasksOf[workshop.Endgames]),
	}
}

// playersWith returns a function that creates the players of matches: players of this
// program, and programs that this worker has.
func playersWith(programs map[string]string) arena.Enter {
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
			return nil, exit.Usage(reason.Errorf("--program: %q, want NAME=COMMAND, each name once", text))
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
