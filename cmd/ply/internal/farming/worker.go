package farming

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"runtime"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/opponent"
	"github.com/plywood-go/plywood/cmd/ply/internal/remote"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/farm"
	"github.com/plywood-go/plywood/farm/arena"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/keys"
	"github.com/plywood-go/plywood/farm/queue"
	"github.com/plywood-go/plywood/farm/task"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/games/star"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/match"
)

// addPrograms adds the flag that names the programs of a worker.
func addPrograms(flags *pflag.FlagSet, list *[]string) {
	flags.StringArrayVar(list, "program", nil, "program that may play in matches as cmd:NAME: `NAME=COMMAND`; repeatable")
}

// find returns the named game. The name of a game in Starlark is its text, so that every worker has it.
func find(name string) (*engine.Game, error) {
	if scripts := (star.Scripts{}); scripts.Is(name) {
		return scripts.Find(name)
	}
	return catalog.Find(name)
}

// remembering returns a find that remembers the last game.
func remembering() func(name string) (*engine.Game, error) {
	var last *engine.Game
	return func(name string) (g *engine.Game, err error) {
		if last == nil || last.About().Name != name {
			last, err = find(name)
		}
		return last, err
	}
}

// named is find with a suggestion for an unknown name, and an exit code.
func named(name string) (*engine.Game, error) {
	if !(star.Scripts{}).Is(name) {
		return cli.Game(name)
	}
	g, err := find(name)
	return g, cli.Invalid(err)
}

// gameOf returns the game that an argument names: also one in a file of Starlark.
func gameOf(name string) (*engine.Game, error) {
	if star.Is(name) {
		text, err := os.ReadFile(name)
		if err == nil {
			name, err = star.Name(text)
		}
		if err != nil {
			return nil, cli.Invalid(err)
		}
	}
	return named(name)
}

// shortName returns the name of a game for people: the title of one whose name is its text.
func shortName(g *engine.Game) string {
	if (star.Scripts{}).Is(g.About().Name) {
		return g.About().Title
	}
	return g.About().Name
}

// newFarmWorker returns a worker of this program.
func newFarmWorker(q queue.Queue, slots int, name string, programs map[string]string, log *slog.Logger) *farm.Worker {
	return &farm.Worker{
		Queue: q, Name: name, Slots: slots, Version: remote.Version(), Find: find, Work: worksWith(q, programs), Log: log,
	}
}

// workerFlags are the flags of ply farm worker.
type workerFlags struct {
	remote.Flags
	Threads  int    `flag:"threads" help:"do this many {jobs} at once"`
	Name     string `flag:"name" help:"unique {name} of the worker; by default made from the machine and the process"`
	Log      bool   `flag:"log" help:"write a log to standard error"`
	programs []string
}

func workerCommand(env *cli.Env) *cobra.Command {
	f := new(workerFlags)
	c := &cobra.Command{
		Use:   "worker",
		Short: "Do the jobs of a farm",
		Long: `Do the jobs of a farm, one on each thread. Ctrl-C ends the worker; other workers get
its unfinished jobs.`,
		Example: "  ply farm worker\n  ply farm worker --nats nats://farm.local:4222 --threads 8",
		Args:    cli.NoArguments,
		RunE:    func(c *cobra.Command, _ []string) error { return runWorker(c.Context(), env, f) },
	}
	f.Threads = 1
	cli.Bind(c, f)
	addPrograms(c.Flags(), &f.programs)
	return c
}

func runWorker(ctx context.Context, env *cli.Env, f *workerFlags) error {
	if err := cli.Within("--threads", f.Threads, 1, cli.MaxThreads); err != nil {
		return err
	}
	id, _, err := f.User()
	if err != nil {
		return err
	}
	name := cmp.Or(f.Name, id.Name, workerName())
	if err := farm.CheckName(name); err != nil {
		return cli.Usage(reason.Errorf("--name: %w", err))
	}
	if name == keys.Reserved {
		return cli.Usage(reason.Errorf("--name: %s is reserved for the worker of 'ply farm up'", name))
	}
	if id.Name != "" && name != id.Name {
		return cli.Usage(reason.Errorf("--name: %q, but the credentials are those of %q", name, id.Name))
	}
	programs, err := parsePrograms(f.programs)
	if err != nil {
		return err
	}
	q, err := f.Await(ctx, env, keys.Worker)
	if err != nil {
		return err
	}
	defer q.Close()
	if err := newFarmWorker(q, f.Threads, name, programs, logger(env, f.Log)).Run(ctx); err != nil && ctx.Err() == nil {
		return cli.Failure(err)
	}
	return cli.With(cli.CodeInterrupted) // nothing else ends it
}

// workerName returns a unique name for a worker.
func workerName() string {
	host, err := os.Hostname()
	if err != nil || farm.CheckName(host) != nil {
		host = runtime.GOOS
	}
	return fmt.Sprintf("%s-%d", host, os.Getpid())
}

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
			return nil, cli.Usage(reason.Errorf("--program: %q, want NAME=COMMAND, each name once", text))
		}
		if _, err := exec.LookPath(strings.Fields(command)[0]); err != nil {
			return nil, cli.Failure(err)
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
