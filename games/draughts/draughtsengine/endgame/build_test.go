package endgame

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/seeded"
)

// build builds the databases of a game in a temporary directory.
func build(t *testing.T, r draughts.Rules, pieces int) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := Build(context.Background(), r, workshop.EndgameBuilding{Dir: dir, Pieces: pieces, Threads: 2}); err != nil {
		t.Fatal(err)
	}
	return dir
}

func open(t *testing.T, dir string, r draughts.Rules) *Tables {
	t.Helper()
	tables, err := Open(dir, r, 0)
	if err != nil {
		t.Fatal(err)
	}
	return tables
}

// files returns the contents of all database files of a game, by name.
func files(t *testing.T, dir string, r draughts.Rules) map[string][]byte {
	t.Helper()
	entries, err := os.ReadDir(folder(dir, r))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]byte{}
	for _, e := range entries {
		if all[e.Name()], err = os.ReadFile(filepath.Join(folder(dir, r), e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// sameFiles checks that both directories have the same files.
func sameFiles(t *testing.T, r draughts.Rules, dir, want string) {
	t.Helper()
	got, wanted := files(t, dir, r), files(t, want, r)
	for name, data := range wanted {
		if !bytes.Equal(got[name], data) {
			t.Errorf("%s differs", name)
		}
	}
	if len(got) != len(wanted) {
		t.Errorf("%d files, want %d", len(got), len(wanted))
	}
}

// TestBuild builds, opens and checks databases of every variant.
func TestBuild(t *testing.T) {
	for _, r := range all() {
		t.Run(r.String(), func(t *testing.T) {
			pieces := 2
			if r.Variant == draughts.English && !testing.Short() {
				pieces = 3
			}
			tables := open(t, build(t, r, pieces), r)
			if tables.Pieces() != pieces {
				t.Fatalf("%d pieces, want %d", tables.Pieces(), pieces)
			}
			checked := 0
			if err := tables.Check(context.Background(), func(done, total int) {
				if checked = done; done > total {
					t.Errorf("%d of %d positions", done, total)
				}
			}); err != nil {
				t.Error(err)
			}
			want := 0
			for n := 2; n <= pieces; n++ {
				want += Count(r, n)
				for m := range materials(n) {
					if !m.bothSides() {
						want -= newNumbering(r, m).size
					}
				}
			}
			if checked != want {
				t.Errorf("%d positions checked, want %d", checked, want)
			}
		})
	}
}

// TestKnownEndings checks well-known endings of kings: in checkers two beat
// one, and three always beat one; in Russian draughts three beat one within
// fifteen moves unless it holds the main road (Petrov's triangle) or is about
// to capture one of them.
func TestKnownEndings(t *testing.T) {
	kings := func(r draughts.Rules) *library {
		l, g := &library{rules: r}, newGeometry(r)
		for pieces := 2; pieces <= 4; pieces++ {
			m := Material{Kings: [2]uint8{uint8(pieces - 1), 1}}
			pair, err := newSolver(l, g, m).solve(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			l.keep(pair)
		}
		return l
	}
	english, russian := kings(draughts.Rules{}), kings(draughts.Rules{Variant: draughts.Russian})
	three := Material{Kings: [2]uint8{3, 1}}
	if s := english.slices[three.key()]; bytes.IndexByte(s.values, 0) >= 0 {
		t.Error("checkers: three kings against one are drawn")
	}
	var road uint64
	for _, square := range []string{"a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8"} {
		p, err := russian.rules.ParsePosition("W:WK" + square + ":B")
		if err != nil {
			t.Fatal(err)
		}
		road |= p.Own
	}
	s := russian.slices[three.key()]
	read, drawn := s.reader(), 0
	for number, v := range s.values {
		three, lone, kings := read.read(number)
		threatens := russian.rules.Urgent(&draughts.Position{Own: lone, Opp: three, Kings: kings, Turn: game.Second})
		switch {
		case lone&road == 0 && !threatens && (Value(v).Outcome() != 1 || v > 30):
			t.Fatalf("%x against %x off the main road: %v", three, lone, Value(v))
		case v == 0 && !threatens:
			drawn++
		}
	}
	if drawn == 0 {
		t.Error("nobody holds the main road")
	}
}

// TestLongest checks the longest wins.
func TestLongest(t *testing.T) {
	r := draughts.Rules{}
	tables := open(t, build(t, r, 3), r)
	for pieces, want := range []string{2: "win in 13", 3: "win in 61", 4: "draw"} {
		v, p, err := tables.Longest(pieces)
		if err != nil || pieces > 1 && v.String() != want {
			t.Errorf("%d pieces: %v, %v, want %s", pieces, v, err, want)
		}
		if held, _ := tables.Value(&p); v != 0 && held != v {
			t.Errorf("%s: %v, want %v", r.FormatPosition(&p), held, v)
		}
	}
}

// TestResume stops a build after every pair and resumes it.
func TestResume(t *testing.T) {
	r := draughts.Rules{}
	want, dir := build(t, r, 3), t.TempDir()
	var rounds int
	for rounds = 0; ; rounds++ {
		ctx, stop := context.WithCancel(context.Background())
		err := Build(ctx, r, workshop.EndgameBuilding{Dir: dir, Pieces: 3, Progress: func(int, int, string) { stop() }})
		stop()
		if err == nil {
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		// A pair with one missing file is rebuilt.
		if rounds == 4 {
			if err := os.Remove(fileName(dir, r, Pairs(2)[0], values)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if rounds < 8 {
		t.Errorf("stopped %d times", rounds)
	}
	sameFiles(t, r, dir, want)
}

// TestFails builds in a folder that disappears at several points, and resumes when it is back.
func TestFails(t *testing.T) {
	r := draughts.Rules{}
	want, dir := build(t, r, 3), t.TempDir()
	aside := filepath.Join(t.TempDir(), "aside")
	held := 0
	for _, most := range []int{1, 2, 5} {
		built := 0
		err := Build(t.Context(), r, workshop.EndgameBuilding{Dir: dir, Pieces: 3, Progress: func(int, int, string) {
			if built++; built == most {
				if err := os.Rename(folder(dir, r), aside); err != nil {
					t.Fatal(err)
				}
			}
		}})
		if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), dir) {
			t.Fatalf("%v, want a missing folder, and the file", err)
		}
		if err := os.Rename(aside, folder(dir, r)); err != nil {
			t.Fatal(err)
		}
		if now := len(files(t, dir, r)); now != held+int(kinds)*most {
			t.Errorf("%d files after %d and %d pairs more", now, held, most)
		} else {
			held = now
		}
	}
	if err := Build(t.Context(), r, workshop.EndgameBuilding{Dir: dir, Pieces: 3}); err != nil {
		t.Fatal(err)
	}
	sameFiles(t, r, dir, want)
}

// TestTwoBuilders runs two builds in the same directory at once.
func TestTwoBuilders(t *testing.T) {
	r := draughts.Rules{}
	want, dir := build(t, r, 3), t.TempDir()
	var both sync.WaitGroup
	for threads := 1; threads <= 2; threads++ {
		both.Go(func() {
			if err := Build(context.Background(), r, workshop.EndgameBuilding{Dir: dir, Pieces: 3, Threads: threads}); err != nil {
				t.Error(err)
			}
		})
	}
	both.Wait()
	sameFiles(t, r, dir, want)
}

func TestBuildErrors(t *testing.T) {
	for _, pieces := range []int{-1, 0, 1, 7} {
		if err := Build(context.Background(), draughts.Rules{}, workshop.EndgameBuilding{Dir: t.TempDir(), Pieces: pieces}); err == nil {
			t.Errorf("databases of %d pieces", pieces)
		}
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := Build(context.Background(), draughts.Rules{}, workshop.EndgameBuilding{Dir: file, Pieces: 2}); err == nil {
		t.Error("a file for a folder")
	}
}

// TestDamage truncates files, flips every bit of one, and swaps files.
func TestDamage(t *testing.T) {
	r, m := draughts.Rules{}, Pairs(2)[1]
	dir := build(t, r, 2)
	for k := range kinds {
		name := fileName(dir, r, m, k)
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for i := range data {
			if _, err := decode(name, data[:i], r, m, k); !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), name) {
				t.Fatalf("%d of %d bytes: %v", i, len(data), err)
			}
			data[i] ^= 1 << (i % 8)
			if _, err := decode(name, data, r, m, k); !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), name) {
				t.Fatalf("byte %d of %d changed: %v", i, len(data), err)
			}
			data[i] ^= 1 << (i % 8)
		}
		for _, other := range []struct {
			draughts.Rules
			Material
			kind
		}{{draughts.Rules{Variant: draughts.Russian}, m, k}, {r, Pairs(2)[0], k}, {r, m, 1 - k}} {
			if _, err := decode(name, data, other.Rules, other.Material, other.kind); !errors.Is(err, ErrDamaged) {
				t.Errorf("a file of %v, %v, %v: %v", other.Rules, other.Material, other.kind, err)
			}
		}
		if err := os.WriteFile(name, data[:len(data)-1], 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(dir, r, 0); !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), name) {
			t.Errorf("Open: %v", err)
		}
		if err := Build(context.Background(), r, workshop.EndgameBuilding{Dir: dir, Pieces: 2}); !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), name) {
			t.Errorf("Build: %v", err)
		}
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// TestWrittenTo overwrites and truncates files in use and checks that lookups
// return correct values or none.
func TestWrittenTo(t *testing.T) {
	random := seeded.Rand(t, 4)
	r := draughts.Rules{}
	dir := build(t, r, 2)
	for _, m := range Pairs(2) {
		name := fileName(dir, r, m, values)
		good, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		file, err := readFile(dir, r, m, values)
		if err != nil {
			t.Fatal(err)
		}
		pair, err := file.slices()
		if err != nil {
			t.Fatal(err)
		}
		for i := range 20 {
			tables := open(t, dir, r)
			bad := bytes.Clone(good)
			bad[random.IntN(len(bad))] ^= 1 << random.IntN(8)
			if i == 0 {
				bad = nil
			}
			if err := os.WriteFile(name, bad, 0o666); err != nil {
				t.Fatal(err)
			}
			for _, s := range pair {
				for number, want := range s.values {
					var p draughts.Position
					p.Own, p.Opp, p.Kings = s.reader().read(number)
					if v, ok := tables.Value(&p); ok && v != Value(want) {
						t.Fatalf("%s: %v, want %v", r.FormatPosition(&p), v, Value(want))
					}
				}
			}
			if err := os.WriteFile(name, good, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestCheckFinds checks that Check notices single wrong entries in files with
// valid checksums.
func TestCheckFinds(t *testing.T) {
	random := seeded.Rand(t, 3)
	r := draughts.Rules{Variant: draughts.Russian}
	dir := build(t, r, 2)
	for _, m := range Pairs(2) {
		f, err := readFile(dir, r, m, values)
		if err != nil {
			t.Fatal(err)
		}
		pair, err := f.slices()
		if err != nil {
			t.Fatal(err)
		}
		for range 10 {
			s := pair[random.IntN(len(pair))]
			at := random.IntN(s.size)
			held := s.values[at]
			s.values[at] = byte((int(held) + 1 + random.IntN(40)) % 41)
			for k := range kinds {
				if err := os.WriteFile(fileName(dir, r, m, k), encode(r, pair, k), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			if err := open(t, dir, r).Check(context.Background(), nil); !errors.Is(err, ErrDamaged) {
				t.Errorf("%v: %v in place of %v: %v", s.Material, Value(s.values[at]), Value(held), err)
			}
			s.values[at] = held
		}
		for k := range kinds {
			if err := os.WriteFile(fileName(dir, r, m, k), encode(r, pair, k), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestOutcomesAlone looks up outcomes without distances.
func TestOutcomesAlone(t *testing.T) {
	r := draughts.Rules{}
	dir := build(t, r, 2)
	whole := open(t, dir, r)
	for _, m := range Pairs(2) {
		if err := os.Remove(fileName(dir, r, m, values)); err != nil {
			t.Fatal(err)
		}
	}
	tables := open(t, dir, r)
	for _, text := range []string{"B:WK13:BK1", "W:WK13:BK1", "W:WK29:BK1", "B:W32:BK26", "B:W5:B20"} {
		p, err := r.ParsePosition(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := tables.Value(&p); ok {
			t.Errorf("%s: a distance without its file", text)
		}
		want, _ := whole.Value(&p)
		if o, ok := tables.Outcome(&p); !ok || o != want.Outcome() {
			t.Errorf("%s: outcome %d, %v, want that of %v", text, o, ok, want)
		}
	}
	over, alone, unknown := draughts.Position{Opp: 1}, draughts.Position{Own: 1, Kings: 1}, r.Start()
	if o, ok := tables.Outcome(&over); !ok || o != -1 {
		t.Errorf("no piece left: %d, %v", o, ok)
	}
	for _, p := range []draughts.Position{alone, unknown} {
		_, timed := tables.Value(&p)
		if o, ok := tables.Outcome(&p); ok || timed {
			t.Errorf("%s: outcome %d, want none", r.FormatPosition(&p), o)
		}
	}
	if err := tables.Check(context.Background(), nil); err != nil {
		t.Error(err)
	}
}

// TestCache looks up positions from several goroutines with a small cache.
func TestCache(t *testing.T) {
	r := draughts.Rules{}
	l := solveAll(t, r, 3)
	tables, err := Open(build(t, r, 3), r, 3*blockSize)
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for seed := range uint64(3) {
		random := seeded.Rand(t, seed)
		all.Go(func() {
			for range 300 {
				s := l.slices[Pairs(3)[random.IntN(len(Pairs(3)))].key()]
				number := random.IntN(s.size)
				var p draughts.Position
				p.Own, p.Opp, p.Kings = s.reader().read(number)
				if random.IntN(2) == 0 {
					p = r.Turned(&p)
				}
				v, ok := tables.Value(&p)
				o, there := tables.Outcome(&p)
				if want := Value(s.values[number]); !ok || !there || v != want || o != want.Outcome() {
					t.Errorf("%s: %v, %v, %d, %v, want %v", r.FormatPosition(&p), v, ok, o, there, want)
				}
			}
		})
	}
	all.Wait()
	if c := &tables.cache; c.bytes > c.limit || len(c.queue) == 0 {
		t.Errorf("%d bytes in %d blocks are kept, at most %d", c.bytes, len(c.queue), c.limit)
	}
}

// FuzzDecode decodes files with valid checksums.
func FuzzDecode(f *testing.F) {
	r, m := draughts.Rules{}, Pairs(2)[0]
	pair, err := newSolver(&library{rules: r}, newGeometry(r), m).solve(context.Background())
	if err != nil {
		f.Fatal(err)
	}
	good := encode(r, pair, outcomes)
	f.Add(good[:len(good)-4])
	f.Add([]byte("{}\n"))
	f.Fuzz(func(t *testing.T, body []byte) {
		sum := checksum(body)
		data := append(bytes.Clone(body), byte(sum), byte(sum>>8), byte(sum>>16), byte(sum>>24))
		file, err := decode("fuzzed", data, r, m, outcomes)
		if err != nil {
			if !errors.Is(err, ErrDamaged) && !errors.Is(err, reason.ErrNewer) {
				t.Errorf("%v", err)
			}
			return
		}
		for i := range file.ends {
			if _, err := file.unpack(i); err != nil && !errors.Is(err, ErrDamaged) {
				t.Errorf("%v", err)
			}
		}
	})
}
