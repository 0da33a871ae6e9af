package farming

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/remote"
	"github.com/plywood-go/plywood/cmd/ply/internal/report"
	"github.com/plywood-go/plywood/farm"
	"github.com/plywood-go/plywood/farm/archive"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/keys"
	"github.com/plywood-go/plywood/internal/reason"
)

// patience is the time limit for an answer of the coordinator.
const patience = 10 * time.Second

// ask calls question with a client of the coordinator, within patience.
func ask(ctx context.Context, f *remote.Flags, question func(context.Context, *farm.Client) error) error {
	q, err := f.Dial()
	if err != nil {
		return err
	}
	defer q.Close()
	within, stop := context.WithTimeout(ctx, patience)
	defer stop()
	return coded(question(within, &farm.Client{Queue: q}))
}

func runStatus(ctx context.Context, env *cli.Env, batch string, f *remote.Flags) error {
	var s farm.Status
	err := ask(ctx, f, func(ctx context.Context, c *farm.Client) (err error) {
		if s, err = c.Status(ctx); err != nil || batch == "" {
			return err
		}
		one, err := c.Batch(ctx, batch)
		s.Batches = []job.BatchStatus{one}
		return err
	})
	if err != nil {
		return err
	}
	if env.JSON {
		return env.WriteJSON(s)
	}
	text := env.Lang.Text
	rows := [][]string{{text("farm.batch"), text("farm.game"), text("farm.kind"), text("farm.jobs"), text("farm.solved"), text("farm.unfinished"), text("farm.failed"), ""}}
	for _, b := range s.Batches {
		end := ""
		switch {
		case b.Cancelled:
			end = text("farm.cancelled")
		case b.Finished:
			end = text("farm.finished")
		}
		rows = append(rows, []string{
			b.Batch, b.Game, string(b.Kind), report.Thousands(uint64(b.Jobs)), report.Thousands(uint64(b.Solved)),
			report.Thousands(uint64(b.Unfinished)), report.Thousands(uint64(b.Failed)), end,
		})
	}
	env.Printer().Columns(rows, 3)
	fmt.Fprintln(env.Out)
	for _, w := range s.Workers {
		standing := w.Standing()
		if standing != "" {
			standing = "  " + text(standing)
		}
		fmt.Fprintf(env.Out, "%s%s\n", text("farm.worker", "name", w.Name, "slots", w.Slots, "results", report.Thousands(w.Results),
			"audited", w.Audited, "disputed", w.Disputed, "failed", w.Failed, "returned", w.Returned, "bytes", report.Thousands(w.Bytes)), standing)
	}
	n := s.Counters
	fmt.Fprintln(env.Out, text("farm.counters", "results", report.Thousands(n.Results), "flying", s.InFlight, "dead", n.DeadLetters,
		"quarantined", n.Quarantined, "nodes", report.Thousands(n.Nodes)))
	if n.Confirming > 0 {
		fmt.Fprintln(env.Out, text("farm.confirming", "jobs", n.Confirming))
	}
	sayTrouble(env, s.Trouble)
	return nil
}

// sayTrouble prints what the farm waits for, if anything.
func sayTrouble(env *cli.Env, trouble string) {
	if trouble != "" {
		fmt.Fprintln(env.Err, "ply:", env.Lang.Text("farm.trouble", "error", cli.Message(env.Lang, errors.New(trouble))))
	}
}

// asking returns a command that asks the farm a question.
func asking(use, short string, args cobra.PositionalArgs, run func(ctx context.Context, f *remote.Flags, args []string) error) *cobra.Command {
	f := new(remote.Flags)
	c := &cobra.Command{Use: use, Short: short, Args: args, RunE: func(c *cobra.Command, args []string) error { return run(c.Context(), f, args) }}
	cli.Bind(c, f)
	return c
}

func statusCommand(env *cli.Env) *cobra.Command {
	return asking("status [BATCH]", "Print the status of a farm", cli.Counted(cobra.MaximumNArgs(1)),
		func(ctx context.Context, f *remote.Flags, args []string) error {
			return runStatus(ctx, env, strings.Join(args, ""), f)
		})
}

func cancelCommand() *cobra.Command {
	return asking("cancel BATCH", "Cancel a batch and its running jobs", oneBatch, func(ctx context.Context, f *remote.Flags, args []string) error {
		return ask(ctx, f, func(ctx context.Context, c *farm.Client) error { return c.Cancel(ctx, args[0]) })
	})
}

func retryCommand(env *cli.Env) *cobra.Command {
	return asking("retry BATCH", "Repeat the failed jobs of a batch, including dead letters", oneBatch, func(ctx context.Context, f *remote.Flags, args []string) error {
		var jobs int
		err := ask(ctx, f, func(ctx context.Context, c *farm.Client) (err error) {
			jobs, err = c.Retry(ctx, args[0])
			return err
		})
		if err != nil {
			return err
		}
		return env.Say(submitJSON{"ply.farmsubmit/1", args[0], jobs}, env.Lang.Text("farm.retried", "jobs", jobs))
	})
}

// trustJSON is the document "ply.farmtrust/1".
type trustJSON struct {
	Schema  string    `json:"schema"`
	Worker  string    `json:"worker"`
	Trusted bool      `json:"trusted"`
	Total   int       `json:"total"` // jobs that are settled, or to be done again
	Jobs    []job.Key `json:"jobs"`  // the first thousand of them
}

// trustCommand returns ply farm trust, or ply farm distrust.
func trustCommand(env *cli.Env, trusted bool) *cobra.Command {
	use, short := "distrust WORKER", "Distrust a worker, and do again the jobs that rest on it"
	if trusted {
		use, short = "trust WORKER", "Trust a worker: it settles disputes alone"
	}
	oneWorker := cli.Want(cobra.ExactArgs(1), reason.New("want the name of a worker"))
	return asking(use, short, oneWorker, func(ctx context.Context, f *remote.Flags, args []string) error {
		doc := trustJSON{"ply.farmtrust/1", args[0], trusted, 0, nil}
		err := ask(ctx, f, func(ctx context.Context, c *farm.Client) (err error) {
			doc.Jobs, doc.Total, err = c.Trust(ctx, args[0], trusted)
			return err
		})
		if err != nil {
			return err
		}
		lines := []string{env.Lang.Text("farm.reopened", "jobs", doc.Total)}
		for _, key := range doc.Jobs {
			lines = append(lines, key.String())
		}
		return env.Say(doc, strings.Join(lines, "\n"))
	})
}

var oneBatch = cli.Want(cobra.ExactArgs(1), reason.New("want the name of a batch"))

// backupJSON is the document "ply.farmbackup/1".
type backupJSON struct {
	Schema   string `json:"schema"`
	File     string `json:"file"`
	Messages uint64 `json:"messages"` // that were read from the queue
}

var oneFile = cli.Want(cobra.ExactArgs(1), reason.New("want the name of a file"))

func backupCommand(env *cli.Env) *cobra.Command {
	c := asking("backup FILE", "Save all batches and results of a farm while it runs", oneFile,
		func(ctx context.Context, f *remote.Flags, args []string) error {
			return runBackup(ctx, env, args[0], f)
		})
	c.Long = `Save all batches and results of a farm, from its queue, in a file. The farm may run.
If the file is an earlier backup of the same farm, only what is new is read.`
	c.Example = "  ply farm backup farm.backup"
	return c
}

func runBackup(ctx context.Context, env *cli.Env, file string, f *remote.Flags) (err error) {
	q, err := f.DialAs(keys.Coordinator)
	if err != nil {
		return err
	}
	defer q.Close()
	_, before := os.Stat(file)
	a, err := archive.Open(file)
	if err != nil {
		return cli.Invalid(err)
	}
	doc := backupJSON{Schema: "ply.farmbackup/1", File: file}
	doc.Messages, err = a.Read(ctx, q.Journal())
	if err = errors.Join(err, a.Close()); err != nil && doc.Messages == 0 && errors.Is(before, os.ErrNotExist) {
		err = errors.Join(err, os.Remove(file))
	}
	if err != nil {
		return cli.Failure(err)
	}
	return env.Say(doc, env.Lang.Text("farm.backup", "messages", int(doc.Messages)))
}

func restoreCommand(env *cli.Env) *cobra.Command {
	f := new(remote.Flags)
	c := &cobra.Command{
		Use:   "restore FILE",
		Short: "Begin a farm with the batches and results of a backup",
		Long: `Put a backup into the folder of a farm that has no archive. 'ply farm up' then reads
what the queue has beyond the backup, or fills an empty queue from it.`,
		Example: "  ply farm restore farm.backup && ply farm up",
		Args:    oneFile,
		RunE: func(_ *cobra.Command, args []string) error {
			dir, err := f.Folder()
			if err != nil {
				return err
			}
			return restore(env, args[0], dir)
		},
	}
	cli.Bind(c, f, "dir")
	return c
}

// restore copies a backup to the folder of a farm.
func restore(env *cli.Env, file, dir string) error {
	a, err := archive.OpenRead(file) // which checks its header, and locks it
	if err != nil {
		return cli.Invalid(err)
	}
	defer a.Close()
	if a.Unfinished() {
		return cli.Invalid(reason.Errorf("%s: %w", file, archive.ErrUnfinished))
	}
	in, err := os.Open(file)
	if err != nil {
		return cli.Invalid(err)
	}
	defer in.Close()
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return cli.Failure(err)
	}
	path := filepath.Join(dir, remote.ArchiveFile)
	out, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	switch {
	case errors.Is(err, os.ErrExist):
		if there, err := archive.OpenRead(path); err == nil {
			there.Close()
		} else if errors.Is(err, archive.ErrOpen) {
			return cli.Failure(reason.Errorf("%w: is 'ply farm up' running? End it first", err))
		}
		return cli.Failure(reason.Errorf("%s exists: move it away first", path))
	case err != nil:
		return cli.Failure(err)
	}
	_, err = io.Copy(out, in)
	if err = errors.Join(err, out.Sync(), out.Close()); err != nil {
		return cli.Failure(errors.Join(err, os.Remove(path)))
	}
	return env.Say(backupJSON{Schema: "ply.farmbackup/1", File: path}, path)
}
