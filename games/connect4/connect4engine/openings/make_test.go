package openings_test

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
	"testing"
	"time"

	"github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/games/connect4/connect4engine"
	"github.com/plywood-go/plywood/games/connect4/connect4engine/openings"
	"github.com/plywood-go/plywood/internal/seeded"
)

var (
	work    = flag.String("make", "", "have TestMake make the scores, and keep what is solved in this `folder`")
	threads = flag.Int("threads", 1, "positions that TestMake solves at the same time")
	table   = flag.Int64("table", 1<<10, "MiB of the solver's table of TestMake")
)

// TestMake computes the scores of package openings:
//
//	go test ./games/connect4/connect4engine/openings -run TestMake -timeout 0 -make DIR
//
// It solves all positions of the last ply, which takes hours, and derives the earlier scores. It
// keeps solved positions in DIR; after an interruption the same command resumes. It writes the
// manifest next to the file.
func TestMake(t *testing.T) {
	if *work == "" {
		t.Skip("without -make")
	}
	ctx, stop := signal.NotifyContext(t.Context(), os.Interrupt)
	defer stop()
	m := maker{openings.Plies, *work, "openings.bin", connect4engine.Options{Threads: *threads, TableBytes: *table << 20}}
	if err := m.run(ctx); err != nil {
		t.Fatal(err)
	}
}

// maker is one run.
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
		Command: "go test ./games/connect4/connect4engine/openings -run TestMake -timeout 0 -make DIR",
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

// books is the number of positions that TestBook solves:
//
//	go test ./games/connect4/connect4engine/openings -run TestBook -books 300
var books = flag.Int("books", 4, "`number` of positions of TestBook")

// TestBook solves positions of the last ply in the book without using the book.
// The scores of earlier plies follow from these.
func TestBook(t *testing.T) {
	rng := seeded.Rand(t, 0)
	last := openings.Levels(openings.Plies)[openings.Plies]
	for range *books {
		p := last[rng.IntN(len(last))]
		var solved int
		err := connect4engine.NewSolver(connect4.Rules{}, connect4engine.Options{TableBytes: 64 << 20}).Scores(t.Context(), []connect4.State{p}, func(_, score int) { solved = score })
		if err != nil {
			t.Fatal(err)
		}
		if score, ok := openings.Score(&p); !ok || score != solved {
			t.Errorf("%s: %d, %v in the book, solved %d", connect4.Rules{}.FormatPosition(&p), score, ok, solved)
		}
	}
}
