// Command makeopenings computes the scores of package openings:
//
//	go run ./games/connect4/connect4engine/openings/makeopenings -work DIR -to FILE
//
// It solves all positions of the last ply, which takes hours, and derives the earlier
// scores. It keeps solved positions in DIR; after an interruption the same command
// resumes. It writes the manifest next to FILE.
package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"time"

	"github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/games/connect4/connect4engine"
	"github.com/plywood-go/plywood/games/connect4/connect4engine/openings"
)

func main() {
	var m maker
	flag.IntVar(&m.plies, "plies", openings.Plies, "the last number of plies whose positions are to have scores")
	flag.StringVar(&m.work, "work", "", "the `folder` that keeps what is solved")
	flag.StringVar(&m.to, "to", "games/connect4/connect4engine/openings/openings.bin", "the `file` of scores to write")
	flag.IntVar(&m.solver.Threads, "threads", 1, "positions solved at the same time")
	table := flag.Int64("table", 1<<10, "MiB of the solver's table")
	flag.Parse()
	m.solver.TableBytes = *table << 20
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := m.run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "makeopenings:", err)
		os.Exit(1)
	}
}

// maker is one run of the command.
type maker struct {
	plies    int
	work, to string
	solver   connect4engine.Options
}

// manifest describes a file of scores and its origin.
type manifest struct {
	Schema  string `json:"schema"`
	Command string `json:"command"`
	Plies   int    `json:"plies"`
	// Positions counts the positions of each ply, one of each mirror pair.
	Positions []int  `json:"positions"`
	SHA256    string `json:"sha256"`
}

func (m *maker) run(ctx context.Context) error {
	if m.work == "" || m.plies < 1 || m.plies > 12 {
		return errors.New("want -work and 1 to 12 -plies")
	}
	if err := os.MkdirAll(m.work, 0o755); err != nil {
		return err
	}
	levels := openings.Levels(m.plies)
	last, err := m.solve(ctx, levels[m.plies])
	if err != nil {
		return err
	}
	file := openings.Pack(levels, last)
	sum := sha256.Sum256(file)
	about := manifest{
		Schema:  "plywood.openings/1",
		Command: fmt.Sprintf("makeopenings -plies %d", m.plies),
		Plies:   m.plies,
		SHA256:  hex.EncodeToString(sum[:]),
	}
	for _, l := range levels {
		about.Positions = append(about.Positions, len(l))
	}
	text, err := json.MarshalIndent(about, "", "  ")
	if err != nil {
		return err
	}
	if err := save(m.to, file); err != nil {
		return err
	}
	return save(strings.TrimSuffix(m.to, ".bin")+".json", append(text, '\n'))
}

// saveEvery is the interval between saves of solved positions.
const saveEvery = time.Minute

// The work file has the byte open for an unsolved position, and score+offset for a solved
// one.
const (
	open   = 0
	offset = 64
)

// solve returns the scores of all positions. It begins with those in the work file.
func (m *maker) solve(ctx context.Context, states []connect4.State) ([]int, error) {
	path := filepath.Join(m.work, fmt.Sprintf("ply%d.scores", m.plies))
	known, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		known, err = make([]byte, len(states)), nil
	}
	if err != nil {
		return nil, err
	}
	if len(known) != len(states) {
		return nil, fmt.Errorf("%s belongs to another run", path)
	}
	var left []connect4.State
	var index []int
	for i, s := range states {
		if known[i] == open {
			left, index = append(left, s), append(index, i)
		}
	}
	fmt.Fprintf(os.Stderr, "%d positions of %d plies, %d to solve\n", len(states), m.plies, len(left))
	began, saved, done := time.Now(), time.Now(), 0
	var failed error
	err = connect4engine.NewSolver(connect4.Rules{}, m.solver).Scores(ctx, left, func(i, score int) {
		known[index[i]] = byte(score + offset)
		if done++; time.Since(saved) >= saveEvery {
			fmt.Fprintf(os.Stderr, "%d of %d in %v\n", done, len(left), time.Since(began).Round(time.Second))
			failed = errors.Join(failed, save(path, known))
			saved = time.Now()
		}
	})
	if err := errors.Join(err, failed, save(path, known)); err != nil {
		return nil, err
	}
	scores := make([]int, len(states))
	for i, b := range known {
		scores[i] = int(b) - offset
	}
	return scores, nil
}

// save writes a file atomically, by renaming a temporary file.
func save(path string, data []byte) error {
	if err := os.WriteFile(path+".new", data, 0o644); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}
