package playing

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/engine/puzzle"
	"github.com/plywood-go/plywood/internal/asset"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/path"
	"github.com/plywood-go/plywood/web"
)

// attempt is a puzzle that the user tries, line by line. The last of its positions is the
// current one.
type attempt struct {
	*cli.Env
	positions []*puzzle.Position
	moves     []string // from each position to the next
	solver    *puzzle.Solver
	limit     time.Duration // of a search for a solution
}

// ofPuzzles are the flags of the play command that apply to puzzles.
var ofPuzzles = map[string]bool{"goal": true, "moves": true, "time": true, "plain": true, "lang": true, "color": true}

// hintTime is the default time of the search for a solution.
const hintTime = 10 * time.Second

func playPuzzle(ctx context.Context, env *cli.Env, args []string, f *playFlags, set *pflag.FlagSet) error {
	var idle []string
	set.Visit(func(flag *pflag.Flag) {
		if !ofPuzzles[flag.Name] {
			idle = append(idle, "--"+flag.Name)
		}
	})
	if len(idle) > 0 {
		return cli.Usage(reason.Errorf("%s: not for puzzles", strings.Join(idle, ", ")))
	}
	g, err := cli.Puzzle(env, args[0])
	if err := cmp.Or(err, cli.AtLeast("--time", f.Time, 0)); err != nil {
		return err
	}
	if len(args) == 2 && args[1] == "-" {
		return cli.Usage(reason.New("play needs a position, not a file of them"))
	}
	problems, err := cli.PuzzleProblems(ctx, env, g, args[1:], cli.PuzzleSource{Source: cli.Source{Moves: f.Moves}, Goal: f.goal})
	if err != nil {
		return err
	}
	p := &attempt{Env: env, positions: []*puzzle.Position{problems[0].Position}, limit: cmp.Or(f.Time, hintTime)}
	return p.run(ctx)
}

func (p *attempt) now() *puzzle.Position { return p.positions[len(p.positions)-1] }

func (p *attempt) run(ctx context.Context) error {
	lines := cli.Lines(ctx, p.In.Reader)
	p.show()
	for p.Out.Err == nil {
		fmt.Fprint(p.Out, "> ")
		select {
		case <-ctx.Done():
			fmt.Fprintln(p.Out)
			return cli.With(cli.CodeInterrupted)
		case line, ok := <-lines:
			if !ok {
				fmt.Fprintln(p.Out)
				return nil
			}
			leave, err := p.obey(ctx, strings.Join(strings.Fields(line), " "))
			if leave || err != nil {
				return err
			}
		}
		if ctx.Err() != nil {
			return cli.With(cli.CodeInterrupted)
		}
	}
	return nil
}

// obey executes a line and reports whether it asks to leave.
func (p *attempt) obey(ctx context.Context, line string) (leave bool, err error) {
	word, rest, _ := strings.Cut(line, " ")
	switch word {
	case "":
	case "quit", "exit", "q":
		return true, nil
	case "help", "?":
		fmt.Fprintln(p.Out, p.Lang.Text("play.puzzle-commands"))
	case "moves":
		fmt.Fprintln(p.Out, p.Wrap(strings.Join(p.now().Moves(), " "), 0))
	case "hint":
		return false, p.solve(ctx, 1)
	case "solve":
		return false, p.solve(ctx, math.MaxInt)
	case "undo":
		p.undo(rest)
	case "board":
		fmt.Fprintf(p.Out, "%s%s\n", p.now().Draw(), p.now())
	case "new":
		p.positions, p.moves = p.positions[:1], nil
		p.show()
	default:
		p.move(line)
	}
	return false, nil
}

// move plays moves.
func (p *attempt) move(line string) {
	for _, m := range strings.Fields(line) {
		next, err := p.now().Play(m)
		if err != nil {
			fmt.Fprintln(p.Out, p.Lang.Text("play.see-help", "refusal", cli.Message(p.Lang, err)))
			return
		}
		p.positions, p.moves = append(p.positions, next), append(p.moves, m)
	}
	p.show()
}

// show prints the position and says whether it is solved or a dead end.
func (p *attempt) show() {
	fmt.Fprint(p.Out, p.now().Draw())
	switch {
	case p.now().Done():
		fmt.Fprintln(p.Out, p.Lang.Text("puzzle.solved", "n", len(p.moves)))
	case len(p.now().Moves()) == 0:
		fmt.Fprintln(p.Out, p.Lang.Text("puzzle.dead", "n", len(p.moves)))
	}
}

func (p *attempt) undo(moves string) {
	if n, ok := undone(p.Env, moves, 1, len(p.moves)); ok {
		p.positions, p.moves = p.positions[:len(p.positions)-n], p.moves[:len(p.moves)-n]
		p.show()
	}
}

// solve searches for a solution and prints at most its first most moves.
func (p *attempt) solve(ctx context.Context, most int) error {
	if p.now().Done() {
		p.show()
		return nil
	}
	if p.solver == nil {
		solver, _, err := cli.Solver(ctx, p.Env, p.now().Puzzle(), puzzle.Options{}, "")
		if err != nil {
			return err
		}
		p.solver = solver
	}
	r := p.solver.Solve(ctx, p.now(), path.Query{}, search.Control{Time: p.limit}, nil)
	if len(r.Moves) > 0 {
		fmt.Fprintln(p.Out, p.Wrap(p.Bold(strings.Join(r.Moves[:min(most, len(r.Moves))], " ")), 0))
	}
	fmt.Fprintf(p.Out, "%s %s\n", p.Lang.Text("path.cost"), p.Printer().Cost(&r))
	return nil
}

// Site returns the command site.
func Site(env *cli.Env) *cobra.Command {
	c := &cobra.Command{
		Use:   "site FOLDER",
		Short: "Write the web page for a host without a server",
		Long: `Write the web page to a folder that any host of static files can serve: the engines
run in the browser, as WebAssembly, and the page also opens without a network.

The command compiles the engines with the go command, from the sources of this version
of Plywood: those of the current folder if it is a checkout, else those in Go's module
cache.`,
		Example: "  ply site public",
		Args:    cli.Counted(cobra.ExactArgs(1)),
		RunE:    func(c *cobra.Command, args []string) error { return runSite(c.Context(), env, args[0]) },
	}
	return c
}

// siteJSON is the document "ply.site/1".
type siteJSON struct {
	Schema string `json:"schema"`
	Folder string `json:"folder"`
	Bytes  int    `json:"bytes"` // of the engines, before compression
}

func runSite(ctx context.Context, env *cli.Env, dir string) error {
	sources, err := findSources(ctx)
	if err != nil {
		return cli.Failure(reason.Errorf("site: %w", err))
	}
	engines, err := compileEngines(ctx, sources)
	if err == nil {
		err = web.Publish(dir, engines)
	}
	if err != nil {
		return cli.Failure(reason.Errorf("site: %w", err))
	}
	return env.Say(siteJSON{"ply.site/1", dir, len(engines.Program)}, env.Lang.Text("site.written", "folder", dir))
}

// findSources returns the folder of the module's sources.
func findSources(ctx context.Context) (string, error) {
	if _, err := exec.LookPath("go"); err != nil {
		return "", reason.New("the go command, which compiles the engines, is missing: see https://go.dev/dl")
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "", reason.New("this program does not name its module")
	}
	main := info.Main
	if out, err := run(ctx, "", "list", "-m", "-json", main.Path); err == nil {
		var module struct{ Dir string }
		if json.Unmarshal(out, &module) == nil && module.Dir != "" {
			return module.Dir, nil
		}
	}
	if main.Version == "" || main.Version == "(devel)" {
		return "", reason.New("the sources are missing: run the command in a checkout of Plywood")
	}
	out, err := run(ctx, "", "mod", "download", "-json", main.Path+"@"+main.Version)
	var module struct{ Dir string }
	if err == nil {
		err = json.Unmarshal(out, &module)
	}
	return module.Dir, err
}

// compileEngines compiles cmd/ply-site of the sources to WebAssembly. It lets the go command see
// asset.Files as empty files.
func compileEngines(ctx context.Context, sources string) (engines web.Engines, err error) {
	dir, err := os.MkdirTemp("", "ply-site-")
	if err != nil {
		return engines, err
	}
	defer os.RemoveAll(dir)
	empty, list, program := filepath.Join(dir, "empty"), filepath.Join(dir, "overlay.json"), filepath.Join(dir, "engines.wasm")
	engines.Files = map[string][]byte{}
	replaced := map[string]string{}
	for _, name := range asset.Files {
		file := filepath.Join(sources, filepath.FromSlash(name))
		if engines.Files[name], err = os.ReadFile(file); err != nil {
			return engines, err
		}
		replaced[file] = empty
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replaced})
	if err == nil {
		err = errors.Join(os.WriteFile(empty, nil, 0o666), os.WriteFile(list, overlay, 0o666))
	}
	if err != nil {
		return engines, err
	}
	if _, err = run(ctx, sources, "build", "-overlay", list, "-trimpath", "-ldflags=-s -w", "-o", program, "./cmd/ply-site"); err != nil {
		return engines, err
	}
	if engines.Program, err = os.ReadFile(program); err != nil {
		return engines, err
	}
	root, err := run(ctx, sources, "env", "GOROOT")
	if err != nil {
		return engines, err
	}
	engines.Script, err = os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	return engines, err
}

// run runs the go command in a folder, for programs in browsers, and returns its output.
func run(ctx context.Context, dir string, args ...string) ([]byte, error) {
	c := exec.CommandContext(ctx, "go", args...)
	c.Dir, c.Env = dir, append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	var faults bytes.Buffer
	c.Stderr = &faults
	out, err := c.Output()
	if err != nil && faults.Len() > 0 {
		err = reason.Errorf("go %s: %s", args[0], strings.TrimSpace(faults.String()))
	}
	return out, err
}
