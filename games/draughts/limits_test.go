package draughts_test

import (
	"strings"
	"testing"
	"unsafe"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/internal/seeded"
)

// play plays moves from a position.
func play(t *testing.T, r draughts.Rules, s draughts.Position, moves ...string) draughts.Position {
	t.Helper()
	for _, text := range moves {
		m, err := r.ParseMove(&s, text)
		if err != nil {
			t.Fatalf("%v %s: %v", r, r.FormatPosition(&s), err)
		}
		r.Play(&s, &s, m)
	}
	return s
}

// TestLimits moves kings back and forth and checks that each limit ends the
// game exactly on time.
func TestLimits(t *testing.T) {
	for _, tt := range []struct {
		rules           draughts.Rules
		position, first string // moves before the count starts
		fro             string // four moves that return to the same position
		limit           draughts.Limit
		moves           int // of each side
	}{
		{english, "W:WK32:BK1", "", "32-27 1-6 27-32 6-1", draughts.NoProgress, 40},
		{english, "W:WK32,24:BK1", "24-20 1-6 32-27 6-1", "27-32 1-6 32-27 6-1", draughts.NoProgress, 40},
		{russian, "W:WKh2,Kh4,Kh6,a3,c3:BKb8,a5", "", "h2-g1 b8-a7 g1-h2 a7-b8", draughts.NoProgress, 15},
		{russian, "W:WKa3,Ka5,Ka7:BKb8", "", "a3-b2 b8-h2 b2-a3 h2-b8", draughts.ThreeKings, 15},
		{russian, "W:WKa3,Ka5,a7:BKh8", "", "a3-c1 h8-a1 c1-a3 a1-h8", draughts.MainRoad, 5},
		{russian, "W:WKa3,Ka5:BKh8", "", "a3-c1 h8-a1 c1-a3 a1-h8", draughts.FewPieces, 5},
		{russian, "W:WKa3,b6:BKh8,h4", "b6-a7 h8-g7", "a3-c1 g7-h8 c1-a3 h8-g7", draughts.NoProgress, 15},
		{international, "W:WK4,K36:BK15,6", "", "36-41 15-20 41-36 20-15", draughts.NoProgress, 25},
		{international, "W:WK47,K48,K49:BK5", "", "47-36 5-10 36-47 10-5", draughts.ThreeAgainstOne, 16},
		{international, "W:WK47,K48,6:BK5", "", "48-42 5-46 42-48 46-5", draughts.ThreeAgainstOne, 16},
		{international, "W:WK47,7:BK5", "", "47-36 5-10 36-47 10-5", draughts.TwoAgainstOne, 5},
		{international, "W:WK47:BK5", "", "47-36 5-10 36-47 10-5", draughts.TwoAgainstOne, 5},
		{brazilian, "W:WK29,K30,K31:BK5,12", "", "30-25 5-1 25-30 1-5", draughts.NoProgress, 20},
		{brazilian, "W:WK30,K31:BK5,K12", "", "30-25 5-1 25-30 1-5", draughts.Endings, 5},
		{brazilian, "W:WK30,K31:BK5,12", "", "30-25 5-1 25-30 1-5", draughts.Endings, 5},
		{brazilian, "W:WK30,21:BK5,12", "", "30-25 5-1 25-30 1-5", draughts.NoProgress, 20},
	} {
		name := tt.rules.String() + " " + tt.position
		s := play(t, tt.rules, position(t, tt.rules, tt.position), strings.Fields(tt.first)...)
		began := 0
		if tt.first != "" && tt.limit == draughts.NoProgress {
			began, _ = tt.rules.Repetition(&s)
		}
		fro := strings.Fields(tt.fro)
		for ply := range 2 * tt.moves {
			if limit, plies := tt.rules.Limited(&s); ply+began < 2*tt.moves && (limit != draughts.NoLimit || plies != 0) {
				t.Fatalf("%s: %v after %d plies", name, limit, ply)
			}
			if ply+began == 2*tt.moves {
				break
			}
			s = play(t, tt.rules, s, fro[ply%4])
		}
		limit, plies := tt.rules.Limited(&s)
		if back, value := tt.rules.Limit(&s); limit != tt.limit || plies != 2*tt.moves || back != plies || value != game.Draw {
			t.Errorf("%s: %v, %d plies, %v; want %v, %d", name, limit, plies, value, tt.limit, 2*tt.moves)
		}
		if got := tt.limit.Moves(tt.rules.Variant); got != tt.moves {
			t.Errorf("%v: %d moves, want %d", tt.limit, got, tt.moves)
		}
	}
}

// TestCounts checks the events that restart a count.
func TestCounts(t *testing.T) {
	s := position(t, english, "W:WK32,30:BK1,K4")
	for _, tt := range []struct {
		move  string
		quiet int
	}{{"32-27", 1}, {"1-6", 2}, {"30-26", 0}, {"6-10", 1}, {"27-24", 2}} {
		s = play(t, english, s, tt.move)
		if got, _ := english.Repetition(&s); got != tt.quiet {
			t.Errorf("after %s: %d plies, want %d", tt.move, got, tt.quiet)
		}
	}
	s = play(t, english, position(t, english, "W:WK32:BK1,27:H7"), "32x23")
	if got, _ := english.Repetition(&s); got != 0 {
		t.Errorf("after a capture by a king: %d plies, want 0", got)
	}
	// Play all but the last plies with five pieces, then crown a man: the count
	// restarts.
	s = position(t, russian, "W:WKa3,Kc1,b6:BKh8,h4")
	for i := range 56 {
		s = play(t, russian, s, strings.Fields("c1-d2 h8-g7 d2-c1 g7-h8")[i%4])
	}
	s = play(t, russian, s, "b6-a7", "h8-g7", "a7-b8", "g7-h8", "c1-d2", "h8-g7")
	if got, plies := russian.Limited(&s); got != draughts.NoLimit {
		t.Errorf("%v after %d plies, with a man crowned", got, plies)
	}
	// A king reaches the main road: the count starts there.
	s = play(t, russian, position(t, russian, "B:WKa3,Ka5,a7:BKg1"), "g1-d4")
	for i := range 10 {
		if got, plies := russian.Limited(&s); got != draughts.NoLimit {
			t.Errorf("%v, %d plies after the first on the main road, of %d", got, plies, i)
		}
		s = play(t, russian, s, strings.Fields("a3-c1 d4-h8 c1-a3 h8-d4")[i%4])
	}
	if got, plies := russian.Limited(&s); got != draughts.MainRoad || plies != 10 {
		t.Errorf("%v after %d plies, want the main road after 10", got, plies)
	}
	s = position(t, english, "W:W18:B12:H79")
	if got, _ := english.Repetition(&s); got != 79 {
		t.Errorf("read: %d plies, want 79", got)
	}
	// A capture that leads to a limit's condition starts the count.
	s = play(t, international, position(t, international, "W:WK47,K48:BK5,33"), "47x29", "5-10")
	if got, plies := international.Limited(&s); got != draughts.NoLimit || plies != 0 {
		t.Errorf("%v after %d plies", got, plies)
	}
	// Counters are not part of the position's hash and text.
	a, b := position(t, english, "W:WK18:BK12:H9"), position(t, english, "W:WK18:BK12")
	if english.Hash(&a) != english.Hash(&b) || english.FormatPosition(&a) != english.FormatPosition(&b) {
		t.Error("counts make another position")
	}
	if size := unsafe.Sizeof(s); size > 32 {
		t.Errorf("a position takes %d bytes", size)
	}
}

// TestPatience plays random games with kings and checks that no limit is
// reached earlier than Patience says.
func TestPatience(t *testing.T) {
	random := seeded.Rand(t, 1)
	reached := map[draughts.Limit]bool{}
	for range 400 {
		r := family[random.IntN(len(family))]
		s := draughts.Position{}
		for i, n := range random.Perm(r.Size() * r.Size() / 2)[:2+random.IntN(4)] {
			bit := uint64(1) << r.Square(n+1)
			if s.Kings |= bit; i == 0 {
				s.Opp |= bit
			} else {
				s.Own |= bit
			}
		}
		for range 130 {
			moves, status := r.Moves(&s, nil)
			limit, _ := r.Limited(&s)
			if reached[limit] = true; status.Over() || limit != draughts.NoLimit {
				break
			}
			before := r.Patience(&s)
			next := s
			for range 8 { // avoid positions with captures
				if r.Play(&next, &s, moves[random.IntN(len(moves))]); !r.Urgent(&next) {
					break
				}
			}
			s = next
			limit, _ = r.Limited(&s)
			if after := r.Patience(&s); after < before-1 || limit != draughts.NoLimit && after > 0 || limit == draughts.NoLimit && after <= 0 {
				t.Fatalf("%v %s: patience for %d plies, a ply before for %d; %v", r, r.FormatPosition(&s), after, before, limit)
			}
		}
	}
	if len(reached) < 8 { // NoLimit is one of them
		t.Errorf("of the limits only %v are reached", reached)
	}
}
