package catalog

import (
	"bytes"
	"encoding/binary"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/internal/golden"
)

var wthorFolder = flag.String("wthor", "../../../shared/data/othello/wthor", "folder of the WTHOR base, of which TestPlayed makes the counts again")

// TestPlayed compares the shipped counts with those of the recorded games, if these are here, and
// some of them with a count that knows only the names of the squares. With -update it writes them.
func TestPlayed(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(*wthorFolder, "*.wtb"))
	if len(files) == 0 {
		t.Skip("no games at", *wthorFolder)
	}
	g, err := Find("othello")
	if err != nil {
		t.Fatal(err)
	}
	played, _ := engine.Offered[workshop.Played](g)
	results, _ := engine.Offered[workshop.Results](g)
	var games []recorded
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for r, err := range g.EachRecord(bytes.NewReader(data), "wtb") {
			outcome, ok := results.Outcome(r.Result)
			if err != nil || !ok {
				t.Fatalf("%s: result %q, %v", file, r.Result, err)
			}
			games = append(games, recorded{r.Start, r.Moves, outcome})
		}
	}
	if len(games) != played.Games {
		t.Errorf("%d games, want %d", len(games), played.Games)
	}
	named := countNames(games)
	table := countPlayed(t, games, played.Least)
	if golden.Update() {
		if err := os.WriteFile("../othello/othelloengine/played.bin", table, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(table, played.Table()) {
		t.Errorf("%d bytes shipped, %d made again, which differ", len(played.Table()), len(table))
	}
	for line, want := range named {
		moves := strings.Fields(line)
		at, err := g.Start().PlayAll(strings.Join(moves[:len(moves)-1], " "))
		if err != nil {
			t.Fatal(err)
		}
		next, err := at.Play(moves[len(moves)-1])
		if err != nil {
			t.Fatal(err)
		}
		if want.Games < played.Least {
			want = workshop.Count{}
		}
		all := []*engine.Position{next}
		for _, m := range at.Moves() {
			other, _ := at.Play(m)
			all = append(all, other)
		}
		if got := played.Counts(at, all)[0]; got != want {
			t.Errorf("%s: %+v, want %+v", line, got, want)
		}
	}
	if len(named) < 18 {
		t.Errorf("%d lines counted by names", len(named))
	}
}

// recorded is a recorded game at some ply. Outcome is that of the first side.
type recorded struct {
	at      *engine.Position
	moves   []string
	outcome int
}

// add counts a game.
func add(c workshop.Count, outcome int) workshop.Count {
	c.Games++
	c.First += max(outcome, 0)
	c.Draws += 1 - outcome*outcome
	c.Second += max(-outcome, 0)
	return c
}

// countNames counts the first moves of games of Othello, three at most. Each game is turned or mirrored
// so that it begins with f5.
func countNames(games []recorded) map[string]workshop.Count {
	counts := map[string]workshop.Count{}
	for _, g := range games {
		line := ""
		for _, m := range g.moves[:min(len(g.moves), 3)] {
			column, row := m[0]-'a', m[1]-'1'
			switch g.moves[0] {
			case "e6":
				column, row = row, column
			case "d3":
				column, row = 7-row, 7-column
			case "c4":
				column, row = 7-column, 7-row
			}
			line = strings.TrimSpace(line + " " + string([]byte{'a' + column, '1' + row}))
			counts[line] = add(counts[line], g.outcome)
		}
	}
	return counts
}

// countPlayed returns the table of moves that were played in at least least games. All games reach
// a position at the same ply, as in Othello.
func countPlayed(t *testing.T, games []recorded, least int) (table []byte) {
	positions := map[uint64]*engine.Position{}
	counts := map[uint64]map[uint64]workshop.Count{} // by the keys before and after a move
	for ply := 0; len(games) > 0; ply++ {
		ways := map[[2]uint64]workshop.Count{}
		for i := range games {
			g := &games[i]
			next, err := g.at.Play(g.moves[ply])
			if err != nil {
				t.Fatal(err)
			}
			way := [2]uint64{g.at.Key(), next.Key()}
			ways[way] = add(ways[way], g.outcome)
			positions[g.at.ShortKey()] = g.at
			g.at = next
		}
		after := map[uint64]bool{}
		for way, c := range ways {
			if c.Games < least {
				continue
			}
			from := way[0] >> (64 - 8*engine.ShortKeyBytes)
			if counts[from] == nil {
				counts[from] = map[uint64]workshop.Count{}
			}
			counts[from][way[1]], after[way[1]] = c, true
		}
		games = slices.DeleteFunc(games, func(g recorded) bool { return len(g.moves) == ply+1 || !after[g.at.Key()] })
	}
	last := uint64(0)
	for _, key := range slices.Sorted(maps.Keys(counts)) {
		var keys []uint64
		for _, m := range positions[key].Moves() {
			next, _ := positions[key].Play(m)
			keys = append(keys, next.Key())
		}
		slices.Sort(keys)
		keys = slices.Compact(keys)
		table = binary.AppendUvarint(table, key-last)
		table = binary.AppendUvarint(table, uint64(len(counts[key])))
		for rank, k := range keys {
			if c, ok := counts[key][k]; ok {
				for _, n := range []int{rank, c.Games, c.First, c.Draws} {
					table = binary.AppendUvarint(table, uint64(n))
				}
			}
		}
		last = key
	}
	return table
}
