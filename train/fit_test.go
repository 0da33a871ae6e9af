package train

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/mnk"
	"github.com/plywood-go/plywood/search/network"
)

// stones is m,n,k with the stones of both sides as features.
type stones struct{ mnk.Rules }

func (stones) FeatureCounts() (features, phases int) { return 128, 2 }

func (r stones) Features(s *mnk.Position, view game.Player, set []uint64) (phase int) {
	set[0], set[1] = s.Own, s.Opp
	if view != r.ToMove(s) {
		set[0], set[1] = s.Opp, s.Own
	}
	return bits.OnesCount64(s.Own|s.Opp) / 5
}

func ticTacToe() stones { return stones{mnk.Must(mnk.New(mnk.TicTacToe()))} }

var shape = network.Shape{Game: "tic-tac-toe", Features: 128, Phases: 2, Width: network.Step, Scale: 100}

// reading returns a reader of tic-tac-toe that writes records of one part.
func reading(trust int) *reader[mnk.Position, mnk.Move, stones] {
	return newReader[mnk.Position, mnk.Move](ticTacToe(), &Options{Scale: 100, Trust: trust}, 1)
}

// random adds the positions of random games with random labels.
func (r *reader[S, M, R]) random(random *rand.Rand, games, fold int) {
	for range games {
		s := r.rules.Start()
		for {
			moves, status := r.rules.Moves(&s, nil)
			if status.Over() {
				break
			}
			r.put(&s, random.Float32(), fold)
			r.rules.Play(&s, &s, moves[random.IntN(len(moves))])
		}
	}
}

// pooled returns a pool of records, and its first part.
func pooled(t *testing.T, records ...[]byte) (*pool, *samples) {
	t.Helper()
	p := &pool{folder: t.TempDir(), sums: make([]uint32, len(records))}
	if err := p.add(0, records); err != nil {
		t.Fatal(err)
	}
	all, err := p.load(0)
	if err != nil {
		t.Fatal(err)
	}
	return p, all
}

// TestGradient compares the gradient of the loss with differences of losses.
func TestGradient(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	r := reading(0)
	r.random(random, 20, 1)
	_, all := pooled(t, r.records...)
	f := newFit(shape, 1, 1)
	for i := range f.x {
		f.x[i] += float32(random.NormFloat64() * 0.2)
	}
	g := &f.sums[0]
	for i := range all.list {
		f.add(all, &all.list[i], g, true)
	}
	total := func() (sum float64) {
		g.loss = 0
		for i := range all.list {
			f.add(all, &all.list[i], g, false)
		}
		return g.loss
	}
	// The slope of a clipped number jumps at 1, so a few differences are off.
	const step = 1.0 / 1024
	checked, off := 0, 0
	for i := 0; i < len(f.x); i += 7 {
		old := f.x[i]
		f.x[i] = old + step
		up := total()
		f.x[i] = old - step
		down := total()
		f.x[i] = old
		want := (up - down) / (2 * step)
		if got := float64(g.sum[i]); math.Abs(got-want) > 0.01+0.01*math.Abs(want) {
			off++
		}
		if want != 0 {
			checked++
		}
	}
	if checked < 50 || off > checked/50 {
		t.Errorf("%d of %d numbers have another slope", off, checked)
	}
}

// TestQuantised compares the network with the numbers that it was made of.
func TestQuantised(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	rules := ticTacToe()
	f := newFit(shape, 1, 2)
	r := reading(0)
	r.random(random, 40, 1)
	p, all := pooled(t, r.records...)
	if err := f.epoch(t.Context(), p, 1, 1, func(int, int) {}); err != nil {
		t.Fatal(err)
	}
	n, err := f.net()
	if err != nil {
		t.Fatal(err)
	}
	for k := range n.Features {
		none := !slices.ContainsFunc(n.Weights[k*n.Width:][:n.Width], func(w int16) bool { return w != 0 })
		if want := !slices.Contains(all.features, uint16(k)); none != want {
			t.Errorf("feature %d: no weights %v, want %v", k, none, want)
		}
	}
	file, err := n.Format()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := network.Parse(file); err != nil {
		t.Fatal(err)
	}
	e := network.NewEvaluator[mnk.Position](n, rules)
	s := rules.Start()
	for {
		moves, status := rules.Moves(&s, nil)
		if status.Over() {
			break
		}
		r := reading(0)
		r.put(&s, 1, 1)
		_, one := pooled(t, r.records...)
		f.sums[0].loss = 0
		f.add(one, &one.list[0], &f.sums[0], false)
		want := -math.Log(math.Expm1(f.sums[0].loss))
		if got := float64(e.Evaluate(&s)) / 100; math.Abs(got-want) > 0.06 {
			t.Errorf("%s: %v, want %v", rules.FormatPosition(&s), got, want)
		}
		rules.Play(&s, &s, moves[random.IntN(len(moves))])
	}
}

// TestProceed fits a network to positions with random labels, goes on with it at another width, and
// compares the errors of its best epoch, before and after.
func TestProceed(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	r := reading(0)
	r.random(random, 60, 1)
	r.random(random, 60, 0)
	p, _ := pooled(t, r.records...)
	f := newFit(shape, 1, 2)
	const epochs = 40
	for range epochs {
		if err := f.epoch(t.Context(), p, epochs, 1, func(int, int) {}); err != nil {
			t.Fatal(err)
		}
	}
	n, err := f.net()
	if err != nil {
		t.Fatal(err)
	}
	least := slices.MinFunc(f.curve, func(a, b Errors) int { return cmp.Compare(a.HeldOut, b.HeldOut) })
	if last := f.curve[epochs-1]; last.HeldOut-least.HeldOut < 0.01 {
		t.Errorf("the last epoch is as good as the best, %v, so that the test shows nothing", least)
	}
	for _, width := range []int{network.Step, 2 * network.Step} {
		wide := shape
		wide.Width = width
		g := newFit(wide, 2, 2)
		g.proceed(n)
		if loss, _, err := g.error(t.Context(), p, []int{0}); err != nil || math.Abs(loss-least.HeldOut) > 1e-3 {
			t.Errorf("width %d: %v, a held-out error of %v, want %v", width, err, loss, least.HeldOut)
		}
		if err := g.epoch(t.Context(), p, 1, 1, func(int, int) {}); err != nil || g.curve[0].Fitted >= f.curve[0].Fitted {
			t.Errorf("width %d: a fitted error of %v, no less than %v without a network", width, g.curve[0].Fitted, f.curve[0].Fitted)
		}
	}
}

// TestClips takes one large step against each number.
func TestClips(t *testing.T) {
	f := newFit(shape, 1, 1)
	for i := range f.x {
		f.sums[3].sum[i] = float32(1 - 2*(i&1))
	}
	f.step(1, 1e6)
	f.best = f.x
	if n, err := f.net(); err != nil {
		t.Fatal(err)
	} else if file, err := n.Format(); err != nil {
		t.Fatal(err)
	} else if _, err := network.Parse(file); err != nil {
		t.Errorf("%v: weights %v, outputs %v", err, n.Weights[:2], n.Output[:2])
	}
}

// TestLabels plays a game whose labels are known.
func TestLabels(t *testing.T) {
	game := played{moves: []uint16{0, 0, 0, 0}, values: []int16{unknown, 100, 0, proven}, result: -1}
	for _, tt := range []struct {
		valued bool
		trust  int
		want   []float32
	}{
		{false, 0, []float32{1, 0, 1}},
		{true, 0, []float32{0.7*0.7310586 + 0.3, 0.35, 1}},
		{true, 100, []float32{0.7310586, 0.5, 1}},
	} {
		r := reading(tt.trust)
		for fold := range 2 { // the second time they are known
			if !r.add(&game, tt.valued, fold) {
				t.Fatal("not replayed")
			}
		}
		_, all := pooled(t, r.records...)
		if len(all.list) != len(tt.want) || len(all.held) != len(tt.want) || len(all.fitted) != 0 {
			t.Fatalf("%d samples, %d held out and %d to fit", len(all.list), len(all.held), len(all.fitted))
		}
		for i, want := range tt.want {
			s := &all.list[i]
			if math.Abs(float64(s.label-want)) > 1e-6 || s.count != 2 {
				t.Errorf("valued %v, trust %d: label %v of %d, want %v of 2", tt.valued, tt.trust, s.label, s.count, want)
			}
			if int(s.own) != i+1 || int(s.all) != 2*(i+1) {
				t.Errorf("%d of %d active", s.own, s.all)
			}
		}
	}
	game.moves[3] = 9
	if reading(0).add(&game, true, 0) {
		t.Error("an impossible move was replayed")
	}
}

// TestParts deals positions to parts: each is in one part, with the label and the set that it has
// if there are no parts. A run with several parts gives the same network on any number of threads.
func TestParts(t *testing.T) {
	known := map[string]sample{} // by features
	for _, parts := range []int{1, 3} {
		r := newReader[mnk.Position, mnk.Move](ticTacToe(), &Options{Scale: 100}, parts)
		random := rand.New(rand.NewPCG(5, 5))
		for fold := range 4 {
			r.random(random, 20, fold)
		}
		p, _ := pooled(t, r.records...)
		total := 0
		for part := range parts {
			all, err := p.load(part)
			if err != nil {
				t.Fatal(err)
			}
			total += len(all.list)
			for i, o := range all.list {
				text := fmt.Sprint(slices.Contains(all.held, i), all.features[o.first:][:o.all])
				o.first = 0
				if parts == 1 {
					known[text] = o
				} else if known[text] != o {
					t.Errorf("part %d: %+v, want %+v", part, o, known[text])
				}
			}
			if len(all.fitted)+len(all.held) != len(all.list) || len(all.list) < 30 {
				t.Errorf("part %d: %d to fit and %d held out of %d", part, len(all.fitted), len(all.held), len(all.list))
			}
		}
		if total != len(known) {
			t.Errorf("%d parts: %d positions, want %d", parts, total, len(known))
		}
		if err := os.Truncate(p.file(0), 50); err != nil {
			t.Fatal(err)
		}
		if _, err := p.load(0); !errors.Is(err, workshop.ErrData) {
			t.Errorf("a damaged part: %v", err)
		}
	}
	var files [][]byte
	for _, threads := range []int{1, 3} {
		net, err := Run(t.Context(), ticTacToe(), Options{
			Game: "tic-tac-toe", Passes: 1, Games: dealt + 1, Nodes: 1, Width: network.Step, Epochs: 2,
		}, Work{Threads: threads})
		if err != nil {
			t.Fatal(err)
		}
		file, err := net.Format()
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	if !bytes.Equal(files[0], files[1]) {
		t.Error("the network depends on the number of threads")
	}
}

func TestGamesFile(t *testing.T) {
	p := newPlayer[mnk.Position, mnk.Move](ticTacToe(), nil, style{Nodes: 20})
	var games []played
	for i := range 5 {
		games = append(games, p.game(rand.New(rand.NewPCG(1, uint64(i)))))
	}
	file := format(games)
	back, err := parse(file, 5)
	if err != nil || !bytes.Equal(format(back), file) {
		t.Fatalf("%v, %v, want %v", back, err, games)
	}
	for i := range file {
		file[i] ^= 1
		if _, err := parse(file, 5); err == nil {
			t.Errorf("byte %d damaged, and read", i)
		}
		file[i] ^= 1
	}
	if _, err := parse(file, 6); err == nil {
		t.Error("read more games than there are")
	}
}

// opened is tic-tac-toe with recorded openings.
type opened struct{ stones }

func (opened) Openings() [][]mnk.Move { return [][]mnk.Move{{4, 0}, {8, 4, 2}} }

// TestOpenings checks that the asked part of the games begins with openings, and that
// positions in them are not fitted.
func TestOpenings(t *testing.T) {
	game := opened{ticTacToe()}
	for _, percent := range []int{0, 50, 100} {
		p := newPlayer[mnk.Position, mnk.Move](game, nil, style{Nodes: 20, Openings: percent})
		begun := map[int]int{}
		for i := range 200 {
			g := p.game(rand.New(rand.NewPCG(7, uint64(i))))
			s := game.Start()
			var made []mnk.Move
			for _, m := range g.moves[:min(3, len(g.moves))] {
				moves, _ := game.Moves(&s, nil)
				made = append(made, moves[m])
				game.Play(&s, &s, moves[m])
			}
			for n, opening := range game.Openings() {
				if slices.Equal(made[:min(len(made), len(opening))], opening) {
					begun[n]++
					for ply := range opening {
						if percent == 100 && g.values[ply] != unknown {
							t.Errorf("game %d: a value at ply %d of an opening", i, ply)
						}
					}
				}
			}
		}
		if n := begun[0] + begun[1]; percent == 100 && (n != 200 || begun[0] < 60 || begun[1] < 60) || percent == 50 && (n < 80 || n > 120) || percent == 0 && n > 20 {
			t.Errorf("%d %%: %v of 200 games began with the openings", percent, begun)
		}
	}
	o := Options{Game: "tictactoe", Passes: 1, Games: 1, Nodes: 1, Epochs: 1, Width: 64, Openings: 1}
	if err := check(&o, game); err != nil {
		t.Error(err)
	}
	if err := check(&o, ticTacToe()); !errors.Is(err, workshop.ErrOptions) {
		t.Errorf("openings of a game without: %v", err)
	}
}

// handicapped is tic-tac-toe in which a side may have a stone more at the start.
type handicapped struct{ opened }

func (h handicapped) Odds() []mnk.Position {
	corner, centre := h.Start(), h.Start()
	corner.Own, centre.Opp = 1, 1<<4
	return []mnk.Position{corner, centre}
}

// TestOdds checks that the asked part of the games begins with odds, without recorded openings, that
// their files keep the start, and that their positions are read from there.
func TestOdds(t *testing.T) {
	rules := handicapped{opened{ticTacToe()}}
	o := Options{Game: "tictactoe", Passes: 1, Games: 1, Nodes: 1, Epochs: 1, Width: 64, Scale: 100, Odds: 1}
	for _, percent := range []int{0, 50, 100} {
		p := newPlayer[mnk.Position, mnk.Move](rules, nil, style{Nodes: 20, Odds: percent, Openings: 100})
		begun := map[int]int{}
		for i := range 200 {
			g := p.game(rand.New(rand.NewPCG(7, uint64(i))))
			begun[g.start]++
			back, err := parse(format([]played{g}), 1)
			if err != nil || back[0].start != g.start || back[0].result != g.result {
				t.Fatalf("%v: start %d and result %d, want %d and %d", err, back[0].start, back[0].result, g.start, g.result)
			}
			read := newReader[mnk.Position, mnk.Move](rules, &o, 1)
			if !read.add(&g, false, 1) {
				t.Fatalf("game %d is not replayed", i)
			}
			_, all := pooled(t, read.records...)
			for _, s := range all.list {
				all := all.features[s.first:][:s.all]
				if g.start > 0 && !slices.Contains(all, []uint16{0, 4}[g.start-1]) && !slices.Contains(all, []uint16{64, 68}[g.start-1]) {
					t.Errorf("game %d from start %d: features %v", i, g.start, all)
				}
			}
			if g.start == 0 && percent == 0 {
				without := newPlayer[mnk.Position, mnk.Move](rules.opened, nil, style{Nodes: 20, Openings: 100})
				if other := without.game(rand.New(rand.NewPCG(7, uint64(i)))); !slices.Equal(other.moves, g.moves) {
					t.Errorf("game %d is another without odds", i)
				}
			}
			g.start = 3
			if read.add(&g, false, 1) {
				t.Error("a game from an unknown start is replayed")
			}
		}
		if n := begun[1] + begun[2]; n < 2*percent-30 || n > 2*percent+30 || percent > 0 && min(begun[1], begun[2]) < n/4 || percent == 0 && n > 0 {
			t.Errorf("%d %%: starts of 200 games %v", percent, begun)
		}
	}
	if err := check(&o, rules); err != nil {
		t.Error(err)
	}
	if err := check(&o, ticTacToe()); !errors.Is(err, workshop.ErrOptions) {
		t.Errorf("odds of a game without: %v", err)
	}
}

// TestLate checks how many games begin in a hurry, by the percentage asked for. In tic-tac-toe
// they are over before the hurry ends, so none of their estimates is kept.
func TestLate(t *testing.T) {
	kept := map[int]int{}
	for _, percent := range []int{0, 50, 100} {
		p := newPlayer[mnk.Position, mnk.Move](ticTacToe(), nil, style{Nodes: 3, Late: percent})
		for i := range 200 {
			g := p.game(rand.New(rand.NewPCG(7, uint64(i))))
			before := g.values[:min(6, len(g.values))] // later draws may be proven
			if slices.ContainsFunc(before, func(v int16) bool { return v != unknown && v != proven && v != -proven }) {
				kept[percent]++
			}
		}
	}
	if kept[0] < 50 || kept[50] < kept[0]/4 || kept[50] > kept[0]*3/4 || kept[100] > 0 {
		t.Errorf("games with estimates, by percent: %v", kept)
	}
}

// TestPlaysOn checks that a game goes on after its result is proven: all games of tic-tac-toe end
// by the rules, with the result of their last position, though most are proven long before.
func TestPlaysOn(t *testing.T) {
	rules := ticTacToe()
	p := newPlayer[mnk.Position, mnk.Move](rules, nil, style{Nodes: 5000})
	early := 0
	for i := range 100 {
		g := p.game(rand.New(rand.NewPCG(7, uint64(i))))
		s := rules.Start()
		for ply, m := range g.moves {
			moves, _ := rules.Moves(&s, nil)
			if v := g.values[ply]; v != unknown && ply+1 < len(g.moves) {
				early++
			}
			rules.Play(&s, &s, moves[m])
		}
		_, status := rules.Moves(&s, nil)
		if !status.Over() {
			t.Fatalf("game %d: not over after %v", i, g.moves)
		}
		want := status.Score().Outcome() // for the side to move
		if rules.ToMove(&s) == game.Second {
			want = -want
		}
		if int(g.result) != want {
			t.Errorf("game %d: result %d, want %d", i, g.result, want)
		}
	}
	if early < 50 {
		t.Errorf("%d values before the last move", early)
	}
}

// TestGamesDiffer checks that the games of a second file, and of a second pass,
// are others.
func TestGamesDiffer(t *testing.T) {
	r := run[mnk.Position, mnk.Move, stones]{
		Options: Options{Games: filed + 10, Nodes: 5, Seed: 1}, Work: Work{Folder: t.TempDir()}, rules: ticTacToe(),
	}
	var files [][]byte
	for _, at := range [][2]int{{1, 0}, {1, filed}, {2, 0}} {
		if err := r.play(t.Context(), at[0], nil); err != nil {
			t.Fatal(err)
		}
		data, err := r.Load(gamesName(at[0], at[1]))
		if err != nil {
			t.Fatal(err)
		}
		games, err := parse(data, min(filed, r.Games-at[1]))
		if err != nil {
			t.Fatal(err)
		}
		file := format(games[:10])
		for _, other := range files {
			if bytes.Equal(other, file) {
				t.Errorf("pass %d, game %d: games that were played before", at[0], at[1])
			}
		}
		files = append(files, file)
	}
}
