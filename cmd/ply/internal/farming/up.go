// Package farming holds the commands of a farm: ply farm up, submit, results and others.
package farming

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/remote"
	"github.com/plywood-go/plywood/farm"
	"github.com/plywood-go/plywood/farm/archive"
	"github.com/plywood-go/plywood/farm/coordinator"
	"github.com/plywood-go/plywood/farm/keys"
	"github.com/plywood-go/plywood/farm/ledger"
	"github.com/plywood-go/plywood/farm/queue"
	"github.com/plywood-go/plywood/farm/queue/natsqueue"
	"github.com/plywood-go/plywood/farm/queue/process"
	"github.com/plywood-go/plywood/internal/reason"
)

// upFlags are the flags of ply farm up.
type upFlags struct {
	remote.Flags
	Listen   string `flag:"listen" help:"{address} to listen at; port 0 means any free port"`
	Workers  int    `flag:"workers" help:"also do this many {jobs} at once in this program"`
	Replicas int    `flag:"replicas" help:"keep the queue on this many {nodes} of the cluster of --nats"`
	Audit    int    `flag:"audit" help:"let another worker confirm one in this many {jobs}, and more for a new worker; 0 for none"`
	Quorum   int    `flag:"quorum" help:"accept a result when this many {workers} agree, for untrusted workers"`
	Slots    int    `flag:"slots" help:"count a worker for at most this many {jobs} at once"`
	Metrics  string `flag:"metrics" help:"{address} that serves metrics for Prometheus at /metrics"`
	programs []string
	Log      bool `flag:"log" help:"write a log to standard error"`
}

func upCommand(env *cli.Env) *cobra.Command {
	f := new(upFlags)
	c := &cobra.Command{
		Use:   "up",
		Short: "Start a farm: accept jobs, dispatch them, keep the results",
		Long: `Start a farm, which accepts jobs, dispatches them to workers and keeps their results.
It prints its address once it accepts jobs. Ctrl-C ends it. Its folder holds all jobs
and results, so that it continues when it is started again.

The farm runs its own queue unless --nats names one. Only this machine can
reach it unless --listen says otherwise.`,
		Example: "  ply farm up\n  ply farm up --workers 4 --dir farm",
		Args:    cli.NoArguments,
		RunE:    func(c *cobra.Command, _ []string) error { return runUp(c.Context(), env, f) },
	}
	f.Listen, f.Replicas, f.Audit, f.Quorum, f.Slots = remote.UsualAddress, 1, 256, 1, 256
	cli.Bind(c, f)
	addPrograms(c.Flags(), &f.programs)
	return c
}

// Bounds of --quorum and --slots.
const (
	mostQuorum = 16
	mostSlots  = 4096
)

// mostReplicas is the largest number of replicas of a stream in NATS.
const mostReplicas = 5

func (f *upFlags) check() error {
	err := cmp.Or(
		cli.Within("--workers", f.Workers, 0, cli.MaxThreads),
		cli.Within("--replicas", f.Replicas, 1, mostReplicas),
		cli.AtLeast("--audit", f.Audit, 0),
		cli.Within("--quorum", f.Quorum, 1, mostQuorum),
		cli.Within("--slots", f.Slots, 1, mostSlots),
	)
	switch {
	case err != nil:
		return err
	case f.Replicas > 1 && f.NATS == "":
		return cli.Usage(reason.New("--replicas needs the cluster of --nats"))
	}
	beyond, err := cli.BeyondLoopback(f.Listen)
	if err == nil && beyond && f.NATS == "" && f.Credentials == "" {
		err = cli.Usage(reason.Errorf("--listen: %w", keys.ErrNeeded))
	}
	return err
}

// logger returns the log of a farm, without its usual events unless on is set.
func logger(env *cli.Env, on bool) *slog.Logger {
	level := slog.LevelWarn
	if on {
		level = slog.LevelInfo
	}
	return slog.New(slog.NewTextHandler(env.Err, &slog.HandlerOptions{Level: level}))
}

func runUp(ctx context.Context, env *cli.Env, f *upFlags) error {
	programs, err := parsePrograms(f.programs)
	if err := cmp.Or(f.check(), err); err != nil {
		return err
	}
	dir, err := f.Folder()
	if err != nil {
		return err
	}
	l, err := f.ledger(dir)
	if err != nil {
		return cli.Failure(err)
	}
	defer l.Archive.Close()
	address := f.NATS
	var server *process.Server
	if address == "" {
		if server, err = f.serve(ctx, env, dir); err != nil {
			return err
		}
		defer server.Close()
		address = nearby(server.URL())
	}
	q, err := f.connect(address)
	if err != nil {
		return err
	}
	defer q.Close()
	log := logger(env, f.Log)
	c := coordinator.Coordinator{Queue: q, Ledger: l, Version: remote.Version(), Log: log, Folders: map[string]string{"archive": dir}}
	if f.Metrics != "" {
		release, err := serveMetrics(env, f.Metrics, &c)
		if err != nil {
			return err
		}
		defer release()
	}
	within, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var all sync.WaitGroup
	defer all.Wait()
	if server != nil {
		c.Folders["queue"] = server.Folder()
		all.Go(func() { server.Keep(within, func(err error) { c.Note("queue", err) }, log) })
	}
	err = c.Run(within, func() {
		if err := sayFarm(env, dir, address); err != nil {
			stop(err)
		}
		if f.Workers > 0 {
			all.Go(func() { stop(newFarmWorker(q, f.Workers, keys.Reserved, programs, log).Run(within)) })
		}
	})
	stop(nil)
	switch cause := context.Cause(within); {
	case ctx.Err() != nil:
	case err != nil:
		return cli.Failure(err)
	case !errors.Is(cause, context.Canceled):
		return cli.Failure(cause)
	}
	return cli.With(cli.CodeInterrupted) // nothing else ends it
}

// ledger opens the ledger in the folder dir, and its archive.
func (f *upFlags) ledger(dir string) (*ledger.Ledger, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	c := ledger.Config{Audit: f.Audit, Quorum: f.Quorum, MaxSlots: f.Slots}
	return openLedger(archive.Open, filepath.Join(dir, remote.ArchiveFile), c)
}

// openLedger opens an archive and the ledger in it.
func openLedger(open func(path string) (*archive.Archive, error), path string, c ledger.Config) (l *ledger.Ledger, err error) {
	if c.Archive, err = open(path); err != nil {
		return nil, err
	}
	c.Find, c.Trusted = find, []string{keys.Reserved}
	if l, err = ledger.Open(c); err != nil {
		c.Archive.Close()
	}
	return l, err
}

// connect connects the coordinator to the queue.
func (f *upFlags) connect(address string) (queue.Queue, error) {
	_, options, err := f.User()
	if err != nil {
		return nil, err
	}
	q, err := natsqueue.Dial(natsqueue.Config{URL: address, Replicas: f.Replicas, Options: options})
	return q, cli.Failure(err)
}

// nearby returns the address of a server for clients on this machine, even if it listens
// at all addresses.
func nearby(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	if ip := net.ParseIP(u.Hostname()); ip != nil && ip.IsUnspecified() {
		u.Host = net.JoinHostPort("127.0.0.1", u.Port())
	}
	return u.String()
}

// serveMetrics serves the metrics of a farm until release is called, and prints their
// address on stderr.
func serveMetrics(env *cli.Env, address string, c *coordinator.Coordinator) (release func(), err error) {
	beyond, err := cli.BeyondLoopback(address)
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, cli.Failure(reason.Errorf("--metrics: %w", err))
	}
	fmt.Fprintln(env.Err, env.Lang.Text("farm.metrics", "url", fmt.Sprintf("http://%s/metrics", listener.Addr())))
	if beyond {
		fmt.Fprintln(env.Err, "ply:", env.Lang.Text("farm.metrics-open"))
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", farm.Metrics(c.Status))
	s := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = s.Serve(listener) }() // ends when it is closed
	return func() { _ = s.Close() }, nil
}

// upJSON is the document "ply.farmup/1".
type upJSON struct {
	Schema  string `json:"schema"`
	Address string `json:"address"`
	Folder  string `json:"folder"`
}

// sayFarm prints the address of the farm and writes it to its folder for the other commands.
func sayFarm(env *cli.Env, dir, address string) error {
	if err := os.WriteFile(filepath.Join(dir, remote.AddressFile), []byte(address+"\n"), 0o666); err != nil {
		return err
	}
	return env.Say(upJSON{"ply.farmup/1", address, dir}, address)
}

// Farm returns the command farm with its subcommands.
func Farm(env *cli.Env) *cobra.Command {
	c := &cobra.Command{
		Use:   "farm",
		Short: "Solve many positions, and prove large ones, on many machines",
		Args:  cli.NoArguments,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(
		upCommand(env), workerCommand(env), submitCommand(env), statusCommand(env), resultsCommand(env), cancelCommand(), retryCommand(env),
	)
	c.AddCommand(trustCommand(env, true), trustCommand(env, false), proveCommand(env), verifyCommand(env), credentialsCommand(env), estimateCommand(env), backupCommand(env), restoreCommand(env))
	return c
}
