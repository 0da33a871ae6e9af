package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/input"
	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/path"
	"github.com/plywood-go/plywood/puzzle"
	"github.com/plywood-go/plywood/search"
)

// bench is a puzzle at hand, shown line by line: its positions so far, the last of
// which is shown.
type bench struct {
	*app
	positions []*puzzle.Position
	moves     []string // that led from each to the next
	solver    *puzzle.Solver
	limit     time.Duration // of a search for a solution
}

// ofPuzzles are the flags of the play command that a puzzle has a use for.
var ofPuzzles = map[string]bool{"goal": true, "moves": true, "time": true, "plain": true, "lang": true, "color": true}

// hintTime is how long a solution is looked for without a limit.
const hintTime = 10 * time.Second

func (a *app) playPuzzle(ctx context.Context, args []string, f *playFlags, set *pflag.FlagSet) error {
	var idle []string
	set.Visit(func(flag *pflag.Flag) {
		if !ofPuzzles[flag.Name] {
			idle = append(idle, "--"+flag.Name)
		}
	})
	if len(idle) > 0 {
		return exit.Usage(words.Tell("refused.idle", "flags", strings.Join(idle, ", ")))
	}
	g, err := findPuzzle(args[0])
	if err != nil {
		return err
	}
	if len(args) == 2 && args[1] == "-" {
		return exit.Usage(words.Tell("refused.play-file"))
	}
	problems, err := a.pathProblems(ctx, g, args[1:], &pathFlags{sourceFlags: sourceFlags{moves: f.moves}, goal: f.goal})
	if err != nil {
		return err
	}
	b := &bench{app: a, positions: []*puzzle.Position{problems[0].Position}, limit: cmp.Or(f.Time, hintTime)}
	return b.run(ctx)
}

func (b *bench) now() *puzzle.Position { return b.positions[len(b.positions)-1] }

func (b *bench) run(ctx context.Context) error {
	lines := input.Lines(ctx, b.in.Reader)
	b.show()
	for b.out.err == nil {
		fmt.Fprint(b.out, "> ")
		select {
		case <-ctx.Done():
			fmt.Fprintln(b.out)
			return exit.With(exit.CodeInterrupted)
		case line, ok := <-lines:
			if !ok {
				fmt.Fprintln(b.out)
				return nil
			}
			leave, err := b.obey(ctx, strings.Join(strings.Fields(line), " "))
			if leave || err != nil {
				return err
			}
		}
		if ctx.Err() != nil {
			return exit.With(exit.CodeInterrupted)
		}
	}
	return nil
}

// obey does what a line says and reports whether it says to leave.
func (b *bench) obey(ctx context.Context, line string) (leave bool, err error) {
	word, rest, _ := strings.Cut(line, " ")
	switch word {
	case "":
	case "quit", "exit", "q":
		return true, nil
	case "help", "?":
		fmt.Fprintln(b.out, b.lang.Text("play.puzzle-commands"))
	case "moves":
		fmt.Fprintln(b.out, b.wrap(strings.Join(b.now().Moves(), " "), 0))
	case "hint":
		return false, b.solve(ctx, 1)
	case "solve":
		return false, b.solve(ctx, math.MaxInt)
	case "undo":
		b.undo(rest)
	case "board":
		fmt.Fprintf(b.out, "%s%s\n", b.now().Draw(), b.now())
	case "new":
		b.positions, b.moves = b.positions[:1], nil
		b.show()
	default:
		b.move(line)
	}
	return false, nil
}

// move plays moves.
func (b *bench) move(line string) {
	for _, m := range strings.Fields(line) {
		next, err := b.now().Play(m)
		if err != nil {
			fmt.Fprintln(b.out, b.lang.Text("play.see-help", "refusal", exit.Message(b.lang, err)))
			return
		}
		b.positions, b.moves = append(b.positions, next), append(b.moves, m)
	}
	b.show()
}

// show draws the position and says how far one has come.
func (b *bench) show() {
	fmt.Fprint(b.out, b.now().Draw())
	switch {
	case b.now().Done():
		fmt.Fprintln(b.out, b.lang.Text("puzzle.solved", "n", len(b.moves)))
	case len(b.now().Moves()) == 0:
		fmt.Fprintln(b.out, b.lang.Text("puzzle.dead", "n", len(b.moves)))
	}
}

func (b *bench) undo(moves string) {
	n := 1
	if moves != "" {
		var err error
		if n, err = strconv.Atoi(moves); err != nil || n < 1 {
			fmt.Fprintln(b.out, b.lang.Text("play.undo-number", "count", moves))
			return
		}
	}
	if n > len(b.moves) {
		fmt.Fprintln(b.out, b.lang.Text("play.undo-many", "n", n, "played", len(b.moves)))
		return
	}
	b.positions, b.moves = b.positions[:len(b.positions)-n], b.moves[:len(b.moves)-n]
	b.show()
}

// solve looks for a solution and shows its first moves, up to so many.
func (b *bench) solve(ctx context.Context, most int) error {
	if b.now().Done() {
		b.show()
		return nil
	}
	if b.solver == nil {
		solver, _, err := b.pathSolver(ctx, b.now().Puzzle(), puzzle.Options{}, "")
		if err != nil {
			return err
		}
		b.solver = solver
	}
	r := b.solver.Solve(ctx, b.now(), path.Query{}, search.Control{Time: b.limit}, nil)
	if len(r.Moves) > 0 {
		fmt.Fprintln(b.out, b.wrap(b.bold(strings.Join(r.Moves[:min(most, len(r.Moves))], " ")), 0))
	}
	fmt.Fprintf(b.out, "%s %s\n", b.lang.Text("path.cost"), b.printer().Cost(&r))
	return nil
}
