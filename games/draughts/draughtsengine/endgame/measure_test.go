package endgame

import (
	"context"
	"flag"
	"testing"
	"time"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/internal/cputime"
)

var (
	measure = flag.Bool("measure", false, "build and check databases, and tell what they take")
	pieces  = flag.Int("pieces", 4, "the greatest number of pieces, with -measure")
	variant = flag.Int("variant", 0, "the number of the variant, with -measure")
)

// TestMeasure prints the time to build and check a game's databases, their file
// sizes, and the longest win of each material:
//
//	go test ./games/draughts/draughtsengine/endgame -run TestMeasure -measure -pieces 5 -v
func TestMeasure(t *testing.T) {
	if !*measure {
		t.Skip("only with -measure")
	}
	r, dir := draughts.Rules{Variant: draughts.Variant(*variant)}, t.TempDir()
	timed := func(what string, f func() error) {
		began, used := time.Now(), cputime.Used()
		if err := f(); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %v, %v of CPU time", what, time.Since(began).Round(time.Millisecond), (cputime.Used() - used).Round(time.Millisecond))
	}
	timed("build", func() error {
		return Build(context.Background(), r, workshop.EndgameBuilding{Dir: dir, Pieces: *pieces, Threads: 2})
	})
	var bytes [kinds]int
	for n := 2; n <= *pieces; n++ {
		for _, m := range Pairs(n) {
			for k := range kinds {
				f, err := readFile(dir, r, m, k)
				if err != nil {
					t.Fatal(err)
				}
				bytes[k] += len(f.data)
				if k == values {
					tell(t, r, f)
				}
			}
		}
	}
	t.Logf("%d bytes of outcomes, %d of distances", bytes[outcomes], bytes[values])
	var tables *Tables
	timed("open", func() (err error) {
		tables, err = Open(dir, r, 512<<20)
		return err
	})
	timed("check", func() error { return tables.Check(context.Background(), nil) })
}

// tell logs the numbers of lost, drawn and won positions of each material, and
// a position with the longest win.
func tell(t *testing.T, r draughts.Rules, f *file) {
	pair, err := f.slices()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range pair {
		var count [3]int
		var longest Value
		at := 0
		for number, v := range s.values {
			count[Value(v).Outcome()+1]++
			if Value(v) > longest {
				longest, at = Value(v), number
			}
		}
		var p draughts.Position
		p.Own, p.Opp, p.Kings = s.reader().read(at)
		t.Logf("%-8v %9d lost, %9d drawn, %9d won; %v: %s", s.Material, count[0], count[1], count[2], longest, r.FormatPosition(&p))
	}
}
