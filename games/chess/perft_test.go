package chess_test

import (
	"bufio"
	"flag"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/games/chess"
)

var most = flag.Uint64("leaves", 0, "repeat published counts up to `N` leaves; all are below 1e10 and take an hour")

// counts are published counts of a position by depth.
type counts map[int]uint64

// check compares the counts up to limit leaves.
func (c counts) check(t *testing.T, fen string, limit uint64) (leaves uint64) {
	t.Helper()
	s, err := chess.Rules{}.ParsePosition(fen)
	if err != nil {
		t.Errorf("%s: %v", fen, err)
		return 0
	}
	for depth, want := range c {
		if want > limit {
			continue
		}
		got := chess.Rules{}.CountPaths(&s, depth, nil)
		if leaves += got.Leaves; got.Leaves != want {
			t.Errorf("%s: perft(%d) = %d, want %d", fen, depth, got.Leaves, want)
		}
	}
	return leaves
}

func lines(t *testing.T, name string, visit func(line string)) {
	t.Helper()
	file, err := os.Open("../../../shared/data/chess/" + name)
	if err != nil {
		t.Skip(err)
	}
	defer file.Close()
	in := bufio.NewScanner(file)
	for in.Scan() {
		visit(in.Text())
	}
}

// limits are the sizes of counts that tests repeat: of the suite, and of the
// many arrays of Chess960.
func limits() (suite, arrays uint64) {
	switch {
	case *most > 0:
		return *most, *most
	case testing.Short():
		return 10_000, 1_000
	}
	return 200_000, 20_000
}

// TestPerft repeats published counts of a suite and of the arrays of Chess960.
func TestPerft(t *testing.T) {
	suite, arrays := limits()
	positions, total := 0, uint64(0)
	lines(t, "perftsuite.epd", func(line string) {
		fields := strings.Split(line, ";")
		c := counts{}
		for _, f := range fields[1:] {
			depth, n, _ := strings.Cut(strings.TrimSpace(f), " ")
			d, _ := strconv.Atoi(depth[1:])
			c[d], _ = strconv.ParseUint(n, 10, 64)
		}
		positions++
		total += c.check(t, fields[0], suite)
	})
	fen, c := "", counts{}
	lines(t, "chess960.perft", func(line string) {
		switch f := strings.Fields(line); {
		case strings.HasPrefix(line, "epd "):
			fen, c = line[4:], counts{}
		case strings.HasPrefix(line, "perft "):
			d, _ := strconv.Atoi(f[1])
			c[d], _ = strconv.ParseUint(f[2], 10, 64)
		case line == "" && fen != "":
			positions++
			total += c.check(t, fen, arrays)
			fen = ""
		}
	})
	if fen != "" {
		total += c.check(t, fen, arrays)
		positions++
	}
	t.Logf("%d positions, %d leaves", positions, total)
}
