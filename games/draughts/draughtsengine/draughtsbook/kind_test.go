package draughtsbook

import (
	"testing"

	"github.com/plywood-go/plywood/book"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/internal/seeded"
)

// kinds returns the book kinds of all variants.
func kinds() (all []kind) {
	for v := range draughts.Variant(4) {
		all = append(all, kind{draughts.Rules{Variant: v}})
	}
	return all
}

// TestKind checks the invariants of book kinds on positions of random games.
func TestKind(t *testing.T) {
	rng := seeded.Rand(t, 1)
	for _, k := range kinds() {
		t.Run(k.Name(), func(t *testing.T) {
			if name := k.Game().About().Name; name != k.Name() {
				t.Errorf("the game is %s", name)
			}
			crowned := 0
			for range 60 {
				p := k.Start()
				for !k.Status(&p).Over() && p.Kings == 0 {
					checkPosition(t, k, p)
					moves, _ := k.Moves(&p, nil)
					k.Play(&p, &p, moves[rng.IntN(len(moves))])
				}
				if p.Kings != 0 {
					crowned++
					if k.Holds(&p) {
						t.Fatalf("%s is held", k.FormatPosition(&p))
					}
				}
			}
			if crowned == 0 {
				t.Error("no game came to kings")
			}
		})
	}
}

// checkPosition checks a position, its image and its moves against the kind's
// methods.
func checkPosition(t *testing.T, k kind, p position) {
	t.Helper()
	q, symmetry := k.Canonical(&p)
	turned := k.Turned(&p)
	if same, _ := k.Canonical(&turned); same != q || q.Turn != game.First || !k.Holds(&p) {
		t.Fatalf("%s: image %+v, of the other side %+v", k.FormatPosition(&p), q, same)
	}
	if at, ok := k.At(k.Key(&q)); !ok || at != q {
		t.Fatalf("%s: found by its key as %+v", k.FormatPosition(&q), at)
	}
	moves, _ := k.Moves(&p, nil)
	codes := map[byte]bool{}
	for _, m := range moves {
		image := k.Image(&p, m, symmetry)
		checkMove(t, k, p, m, q, image)
		code := k.Code(&q, image)
		if again, ok := k.Decode(&q, code); !ok || again != image || codes[code] {
			t.Fatalf("%s: move %s has code %d, which is %+v", k.FormatPosition(&q), k.FormatMove(&q, image), code, again)
		}
		codes[code] = true
	}
	if m, ok := k.Decode(&q, byte(len(moves))); ok {
		t.Fatalf("%s: %d moves, and %+v is another", k.FormatPosition(&q), len(moves), m)
	}
}

// checkMove plays a move and its image and checks that both lead to the same
// position, of higher rank.
func checkMove(t *testing.T, k kind, p position, m move, q position, image move) {
	t.Helper()
	var next, there position
	k.Play(&next, &p, m)
	k.Play(&there, &q, image)
	one, _ := k.Canonical(&next)
	if other, _ := k.Canonical(&there); one != other {
		t.Fatalf("%s: after %s comes %+v, after its image %+v", k.FormatPosition(&p), k.FormatMove(&p, m), one, other)
	}
	if k.Holds(&next) && k.Rank(&next) <= k.Rank(&p) {
		t.Fatalf("%s: rank %d, after %s %d", k.FormatPosition(&p), k.Rank(&p), k.FormatMove(&p, m), k.Rank(&next))
	}
	if k.Rank(&p) != k.Rank(&q) {
		t.Fatalf("%s: rank %d, of its image %d", k.FormatPosition(&p), k.Rank(&p), k.Rank(&q))
	}
}

// TestRankOfCaptures captures fully advanced men with a man that goes back as
// far as possible.
func TestRankOfCaptures(t *testing.T) {
	for _, tt := range []struct {
		variant  draughts.Variant
		position string
		move     string
	}{
		{draughts.English, "B:W8:B3", "3x12"},
		{draughts.Russian, "W:Wd6:Bc5,c3", "d6:b4:d2"},
		{draughts.International, "W:W7:B12,22,32,42", "7x47"},
		{draughts.Brazilian, "W:W6:B10,18", "6x22"},
		{draughts.International, "W:W37:B42", "37x48"},
		{draughts.Russian, "W:Wd4:Bc3", "d4:b2"},
	} {
		k := kind{draughts.Rules{Variant: tt.variant}}
		p, err := k.ParsePosition(tt.position)
		if err != nil {
			t.Fatal(err)
		}
		m, err := k.ParseMove(&p, tt.move)
		if err != nil {
			t.Error(err)
			continue
		}
		var next position
		k.Play(&next, &p, m)
		if k.Rank(&next) <= k.Rank(&p) {
			t.Errorf("%s: rank %d, after %s %d", tt.position, k.Rank(&p), tt.move, k.Rank(&next))
		}
	}
}

// TestAtRefuses checks that At rejects keys of impossible positions.
func TestAtRefuses(t *testing.T) {
	for _, k := range kinds() {
		start := k.Start()
		own, opp := start.Own, start.Opp
		for what, key := range map[string]book.Key{
			"nobody to move":          {0, opp},
			"two men on a square":     {k.Row(3), k.Row(3)},
			"a man on the wall":       {own | 1<<10, opp},
			"a man that is a king":    {own&^k.CrownRow(game.First) | k.CrownRow(game.First), 0},
			"another that is a king":  {own &^ k.CrownRow(game.Second), k.CrownRow(game.Second)},
			"a man beyond the board":  {own, opp | 1<<63},
			"nobody on the board":     {},
			"more on the wall of all": {^uint64(0), 0},
		} {
			if q, ok := k.At(key); ok {
				t.Errorf("%s: %s is %s", k.Name(), what, k.FormatPosition(&q))
			}
		}
		if _, ok := k.At(book.Key{own, opp}); !ok {
			t.Errorf("%s: the start is refused", k.Name())
		}
	}
}

// TestValue checks that Value keeps estimates and converts proven wins to Most.
func TestValue(t *testing.T) {
	for score, want := range map[game.Score]int{
		0: 0, -37: -37, 1999: 1999, 2345: 2000, -2345: -2000, game.WinIn(5): 2000, game.LossIn(900): -2000,
	} {
		if got := (kind{}).Value(score); got != want {
			t.Errorf("%v: %d, want %d", score, got, want)
		}
	}
}

// TestForgets checks that Canonical drops the count of moves without progress.
func TestForgets(t *testing.T) {
	k := kind{}
	start := k.Start()
	p, err := k.ParsePosition(k.FormatPosition(&start) + ":H12")
	if err != nil {
		t.Fatal(err)
	}
	if q, _ := k.Canonical(&p); p == start || q != start {
		t.Errorf("%+v is seen as %+v, want %+v", p, q, start)
	}
}

// TestCodeTellsWays checks that captures with equal start and end squares get
// different codes, independent of their order.
func TestCodeTellsWays(t *testing.T) {
	k := kind{}
	p, err := k.ParsePosition("W:W23:B10,11,18,19")
	if err != nil {
		t.Fatal(err)
	}
	moves, _ := k.Moves(&p, nil)
	if len(moves) != 2 || moves[0].From != moves[1].From || moves[0].To != moves[1].To {
		t.Fatalf("%+v, want two ways", moves)
	}
	first, _ := k.Decode(&p, 0)
	second, _ := k.Decode(&p, 1)
	if first.Captured >= second.Captured || byPlace(first, second) >= 0 || byPlace(second, first) <= 0 {
		t.Errorf("%+v is followed by %+v", first, second)
	}
}
