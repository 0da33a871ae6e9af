package playing

import (
	"cmp"
	"context"
	"crypto/rand"
	"net"
	"net/netip"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/remote"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/farm"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/games/shelf"
	"github.com/plywood-go/plywood/games/star"
	"github.com/plywood-go/plywood/internal/memory"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/web"
)

// serveFlags are the flags of the serve command.
type serveFlags struct {
	Listen   string `flag:"listen" help:"{address} to listen at; port 0 means any free port"`
	Token    string `flag:"token" help:"{secret} that clients must show; by default random, and none for loopback addresses"`
	hosts    []string
	Threads  int    `flag:"threads" help:"{cores} that all searches share; by default all"`
	Table    string `flag:"tt" help:"total {size} of all transposition tables; by default 512MiB, or the available memory if that is less"`
	Searches int    `flag:"searches" help:"largest {number} of searches at once; more are refused"`
	Endgames string `flag:"endgames" help:"{folder} of the endgame databases instead of the usual one; none disables them"`
	books    []string
	Static   string `flag:"static" help:"serve the files of a {folder} that ply site has written, and nothing else"`
	Open     bool   `flag:"open" help:"open the page in a browser"`
	away     remote.Send
}

// Serve returns the command serve.
func Serve(env *cli.Env) *cobra.Command {
	var f serveFlags
	c := &cobra.Command{
		Use:   "serve [FILE.star…]",
		Short: "Serve the web page: play, analyse and learn in a browser",
		Long: `Serve a web page to play, analyse and review games and to watch tree searches step
by step. Games and puzzles in files of Starlark stand in its lists; see 'ply check'.
Only this machine can reach the page unless --listen says otherwise; other
machines need the token in the address. Ctrl-C ends the server.`,
		Example: "  ply serve --open\n  ply serve mygame.star\n  ply serve --listen 0.0.0.0:8080 --threads 4",
		RunE:    func(c *cobra.Command, args []string) error { return runServe(c.Context(), env, args, f) },
	}
	f.Listen, f.Searches = "127.0.0.1:7590", 64
	cli.Bind(c, &f)
	flags := c.Flags()
	flags.StringSliceVar(&f.hosts, "host", nil, "another host `name` of the server; repeatable")
	flags.StringArrayVar(&f.books, "book", nil, "opening book, a `FILE`, that levels play from; repeatable, one for each game")
	f.away.Add(c, "show the status of a farm at /farm")
	return c
}

// usualTables is the default memory of all tables, in bytes.
const usualTables = 512 << 20

func (f *serveFlags) config(scripts star.Scripts) (web.Config, error) {
	c := web.Config{
		Games: catalog.Games(), Find: catalog.Find, Puzzles: shelf.Puzzles(), FindPuzzle: shelf.Find, Scripts: scripts, Challenges: catalog.Challenges, Version: cli.Version(),
		Threads: f.Threads, Searches: f.Searches, Token: f.Token, Hosts: f.hosts, Static: f.Static, Endgames: cli.EndgamesFolder(f.Endgames),
	}
	bytes, err := cli.Size("--tt", f.Table)
	err = cmp.Or(cli.Within("--threads", cmp.Or(f.Threads, 1), 1, cli.MaxThreads), cli.AtLeast("--searches", f.Searches, 1), err)
	if err != nil {
		return c, err
	}
	c.TableBytes = cmp.Or(bytes, int(min(usualTables, memory.Available().Bytes)))
	if beyond, err := cli.BeyondLoopback(f.Listen); err != nil {
		return c, err
	} else if beyond && c.Token == "" && f.Static == "" {
		c.Token = rand.Text()
	}
	return c, nil
}

// openBooks opens books and returns them by the names of their games. If it fails it
// leaves some books open, since the program ends.
func openBooks(paths []string) (map[string]engine.Book, error) {
	books, of := map[string]engine.Book{}, map[string]string{}
	for _, path := range paths {
		g, b, err := openBook(path)
		if err != nil {
			return nil, cli.Invalid(err)
		}
		name := g.About().Name
		if other, twice := of[name]; twice {
			return nil, cli.Rivals("--book "+other, "--book "+path)
		}
		books[name], of[name] = b, path
	}
	return books, nil
}

// openBook opens the book at path, and returns its game.
func openBook(path string) (*engine.Game, engine.Book, error) {
	list, err := cli.Book(path, false)
	if err != nil {
		if g, b := cli.ForeignBook(path); b != nil {
			return g, b, nil
		}
		return nil, nil, err
	}
	defer list.Close()
	b, err := list.Game().OpenBook(path)
	return list.Game(), b, err
}

// named returns the names of games and puzzles in files. It checks that they can be opened.
func named(files []string) (names star.Scripts, err error) {
	for _, file := range files {
		if !star.Is(file) {
			return nil, cli.Usage(reason.Errorf("%q: want a game in a file whose name ends in .star", file))
		}
		if _, err := star.Open(file, func(string) {}, func() {}); err != nil {
			return nil, cli.Invalid(err)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, cli.Invalid(err)
		}
		name, err := star.Name(text)
		if err != nil {
			return nil, cli.Invalid(reason.Errorf("%s: %w", file, err))
		}
		names = append(names, name)
	}
	return names, nil
}

func runServe(ctx context.Context, env *cli.Env, files []string, f serveFlags) error {
	scripts, err := named(files)
	if err != nil {
		return err
	}
	config, err := f.config(scripts)
	if err != nil {
		return err
	}
	if f.Static != "" {
		if _, err := os.Stat(filepath.Join(f.Static, "engines.wasm.gz")); err != nil {
			return cli.Invalid(reason.Errorf("%s is not a folder that ply site has written", f.Static))
		}
	}
	if config.Books, err = openBooks(f.books); err != nil {
		return err
	}
	defer func() {
		for _, b := range config.Books {
			_ = b.Close() // nothing was written
		}
	}()
	if f.away.Farm {
		config.Farm = func(ctx context.Context) (web.Farm, error) { return standing(ctx, &f.away) }
	} else if err := f.away.Check(); err != nil {
		return err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", f.Listen)
	if err != nil {
		return cli.Failure(err)
	}
	address := pageAddress(listener.Addr(), config.Token)
	if err := sayServing(env, address, config.Token); err != nil {
		return err
	}
	if f.Open {
		if err := openBrowser(ctx, address); err != nil {
			cli.Note(env.Err, env.Lang, reason.Errorf("cannot open a browser: %w", err))
		}
	}
	if err := web.New(config).Serve(ctx, listener); err != nil {
		return cli.Failure(err)
	}
	return cli.With(cli.CodeInterrupted) // nothing else ends it
}

// pageAddress returns the address of the page for a browser on this machine.
func pageAddress(at net.Addr, token string) string {
	host, port, _ := net.SplitHostPort(at.String())
	if ip, err := netip.ParseAddr(host); err != nil || ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	address := "http://" + net.JoinHostPort(host, port) + "/"
	if token != "" {
		address += "?token=" + url.QueryEscape(token)
	}
	return address
}

// sayServing prints the address of the page. The listener is open already, so that a
// program can connect once it has read the line.
func sayServing(env *cli.Env, address, token string) error {
	text := env.Lang.Text("serve.at", "address", address)
	if token != "" {
		text += "\n" + env.Lang.Text("serve.token")
	}
	return env.Say(map[string]string{"schema": "ply.serve/1", "address": address}, text+"\n"+env.Lang.Text("serve.end"))
}

// openBrowser opens an address in the desktop's browser, which outlives the server.
func openBrowser(ctx context.Context, address string) error {
	program, args := "xdg-open", []string{address}
	switch runtime.GOOS {
	case "darwin":
		program = "open"
	case "windows":
		program, args = "rundll32", []string{"url.dll,FileProtocolHandler", address}
	}
	if _, err := exec.LookPath(program); err != nil {
		return reason.Errorf("there is no %s", program)
	}
	c := exec.CommandContext(context.WithoutCancel(ctx), program, args...)
	if err := c.Start(); err != nil {
		return err
	}
	go func() { _ = c.Wait() }()
	return nil
}

// standing returns the status of the farm for the page. It connects each time, because the
// farm may start after the page or move.
func standing(ctx context.Context, away *remote.Send) (page web.Farm, err error) {
	q, err := away.Where.Dial()
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
		page.Workers = append(page.Workers, web.FarmWorker{
			Name: w.Name, Slots: w.Slots, Figures: []uint64{w.Results, w.Audited, w.Disputed, w.Failed, w.Returned, w.Bytes}, Seen: w.Seen, Standing: w.Standing(),
		})
	}
	return page, nil
}
