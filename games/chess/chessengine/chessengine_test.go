package chessengine

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/chess"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/kit/gametest"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/network"
)

func parse(t testing.TB, fen string) position {
	t.Helper()
	s, err := chess.Rules{}.ParsePosition(fen)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestLaws(t *testing.T) {
	gametest.Test(t, Evaluation{}, gametest.Config[position, move]{
		Games: 6, Plies: 40, Equal: func(a, b *position) bool { return *a == *b },
	})
}

// mirrored returns s with the colours swapped and the ranks reversed.
func mirrored(t testing.TB, s *position) position {
	t.Helper()
	var board, side, rights, ep string
	fmt.Sscan(chess.FormatShredder(s), &board, &side, &rights, &ep)
	swap := func(text string) string {
		out := []byte(text)
		for i, c := range out {
			if c >= 'A' {
				out[i] = c ^ 0x20
			}
		}
		return string(out)
	}
	ranks, turned := "", ""
	for _, c := range swap(board) + "/" {
		if c != '/' {
			ranks += string(c)
			continue
		}
		turned, ranks = ranks+"/"+turned, ""
	}
	return parse(t, turned[:len(turned)-1]+" "+map[string]string{"w": "b", "b": "w"}[side]+" "+swap(rights))
}

// TestFeatures describes positions of random games: every piece is a feature, the views of
// a position with the colours swapped are swapped, and a king on the other wing changes
// nothing when the board is mirrored.
func TestFeatures(t *testing.T) {
	random, e := seeded.Rand(t, 2), Evaluation{}
	of := func(s *position, view game.Player) (set [12]uint64) {
		e.Features(s, view, set[:])
		return set
	}
	met := [12]bool{}
	for range 20 {
		s := e.Start()
		for range 80 {
			moves, status := e.Moves(&s, nil)
			if status.Over() {
				break
			}
			e.Play(&s, &s, moves[random.IntN(len(moves))])
			other, own := mirrored(t, &s), of(&s, chess.White)
			if own != of(&other, chess.Black) || of(&s, chess.Black) != of(&other, chess.White) {
				t.Fatalf("%s: other features with the colours swapped", e.FormatPosition(&s))
			}
			pieces := 0
			for i, squares := range own {
				pieces += bits.OnesCount64(squares)
				met[i] = met[i] || squares != 0
			}
			if pieces != bits.OnesCount64(s.Occupied()) {
				t.Fatalf("%s: %d features", e.FormatPosition(&s), pieces)
			}
		}
	}
	if slices.Contains(met[:], false) {
		t.Errorf("features of pieces met: %v", met)
	}
	left, right := parse(t, "k7/8/8/8/3p4/8/1P6/2K4R w - - 0 1"), parse(t, "7k/8/8/8/4p3/8/6P1/R4K2 w - - 0 1")
	for view := range game.Player(2) {
		if of(&left, view) != of(&right, view) {
			t.Errorf("view %d: a mirrored position has other features", view)
		}
	}
}

// TestMirrored evaluates positions of random games with the colours swapped.
func TestMirrored(t *testing.T) {
	random, e := seeded.Rand(t, 1), Evaluation{}
	for range 20 {
		s := e.Start()
		for range 80 {
			m := mirrored(t, &s)
			if got, want := e.Evaluate(&m), e.Evaluate(&s); got != want {
				t.Fatalf("%s is worth %v, with the colours swapped %v", e.FormatPosition(&s), want, got)
			}
			moves, _ := e.Moves(&s, nil)
			if len(moves) == 0 {
				break
			}
			e.Play(&s, &s, moves[random.IntN(len(moves))])
		}
	}
}

// TestTerms compares positions that differ in one term.
func TestTerms(t *testing.T) {
	e := Evaluation{}
	for _, tt := range []struct{ name, better, worse string }{
		{"material", "4k3/7p/8/8/8/8/P7/R3K3 w - - 0 1", "4k3/7p/8/8/8/8/P7/B3K3 w - - 0 1"},
		{"passed pawn", "4k3/7p/2P5/8/8/8/8/4K3 w - - 0 1", "4k3/7p/8/8/8/2P5/8/4K3 w - - 0 1"},
		{"doubled pawns", "4k3/7p/8/8/8/8/1PP5/4K3 w - - 0 1", "4k3/7p/8/8/8/1P6/1P6/4K3 w - - 0 1"},
		{"open file", "rnbqkbnr/1ppppppp/8/8/8/8/1PPPPPPP/RNBQKBNR w - - 0 1", "rnbqkbnr/1ppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR w - - 0 1"},
		{"castled king", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1RK1 w - - 0 1", "rnbqkbnr/pppppppp/8/8/4K3/8/PPPPPPPP/RNBQ1R2 w - - 0 1"},
		{"king in the endgame", "k7/p7/8/8/4K3/8/P7/8 w - - 0 1", "k7/p7/8/8/8/8/P7/K7 w - - 0 1"},
		{"two bishops", "4k3/p7/8/8/8/8/P7/2B1KB2 w - - 0 1", "4k3/p7/8/8/8/8/P7/2B1KN2 w - - 0 1"},
	} {
		better, worse := parse(t, tt.better), parse(t, tt.worse)
		if a, b := e.Evaluate(&better), e.Evaluate(&worse); a <= b {
			t.Errorf("%s: %v and %v", tt.name, a, b)
		}
	}
}

// exchange returns what the side to move wins by captures on a square, each by
// its least valuable piece, or by none.
func exchange(s *position, board map[chess.Square]chess.Piece, to chess.Square, side chess.Side, on int32) int32 {
	var occupied uint64
	for sq := range board {
		occupied |= 1 << sq
	}
	attackers := s.Attackers(to, side, occupied) &^ (1 << to)
	if attackers == 0 {
		return 0
	}
	sq, p := least(s, attackers)
	if p == chess.King && s.Attackers(to, side^1, occupied)&^(1<<to) != 0 {
		return 0
	}
	delete(board, sq)
	return max(0, on-exchange(s, board, to, side^1, worth[p].middle))
}

// TestExchange compares wins with all exchanges by recursion.
func TestExchange(t *testing.T) {
	random, e := seeded.Rand(t, 2), Evaluation{}
	seen := map[bool]int{}
	for range 60 {
		s := e.Start()
		for range 80 {
			moves, _ := e.Moves(&s, nil)
			if len(moves) == 0 {
				break
			}
			for _, m := range moves {
				if m.Castles() || m.EnPassant() {
					continue
				}
				board := map[chess.Square]chess.Piece{m.To(): 1}
				for sq := range chess.Square(64) {
					if p := s.At(sq); p != chess.NoPiece && sq != m.From() {
						board[sq] = p
					}
				}
				p := s.At(m.From())
				if m.Promotion() != chess.NoPiece {
					p = m.Promotion()
				}
				goal := int32(100 * (random.IntN(13) - 6))
				want := gain(&s, m)-exchange(&s, board, m.To(), s.Turn()^1, worth[p].middle) >= goal
				if got := wins(&s, m, goal); got != want {
					t.Fatalf("%s: %s wins %d: %t, want %t", e.FormatPosition(&s), e.FormatMove(&s, m), goal, got, want)
				}
				seen[want]++
			}
			e.Play(&s, &s, moves[random.IntN(len(moves))])
		}
	}
	if seen[true] < 1000 || seen[false] < 1000 {
		t.Errorf("%v moves judged", seen)
	}
}

// TestMates finds forced mates with their exact lengths.
func TestMates(t *testing.T) {
	for _, tt := range []struct {
		fen   string
		plies int // to mate; negative for the side that is mated
	}{
		{"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1},
		{"7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", 1},
		{"7k/8/8/5K2/6Q1/8/8/8 w - - 0 1", 3},
		{"8/8/8/8/8/5k2/6q1/7K w - - 0 1", 0},
		{"7k/R7/8/6K1/8/8/8/8 w - - 0 1", 3},
		{"7k/R7/6K1/8/8/8/8/8 b - - 0 1", -2},
		{"r1b2k1r/ppp1bppp/8/1B1Q4/5q2/2P5/PPP2PPP/R3R1K1 w - - 1 0", 3},
	} {
		s := parse(t, tt.fen)
		r := search.New(Evaluation{}, search.Options{TableBytes: 1 << 20, Without: search.Selective}).Search(context.Background(), &s, search.Query{Depth: 4}, search.Control{}, nil)
		want := game.WinIn(tt.plies)
		if tt.plies <= 0 {
			want = game.LossIn(-tt.plies)
		}
		if r.Score() != want || !r.Exact() {
			t.Errorf("%s: %v, exact %t, want %v", tt.fen, r.Score(), r.Exact(), want)
		}
	}
}

func BenchmarkEvaluate(b *testing.B) {
	s := parse(b, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	for b.Loop() {
		Evaluation{}.Evaluate(&s)
	}
}

func BenchmarkSearch(b *testing.B) {
	s := parse(b, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	for name, net := range map[string]*network.Net{"by hand": nil, "network": Evaluation{}.Network()} {
		b.Run(name, func(b *testing.B) {
			var nodes uint64
			for b.Loop() {
				r := search.New(Evaluation{}, search.Options{TableBytes: 1 << 24, Network: net}).Search(context.Background(), &s, search.Query{Depth: 9}, search.Control{}, nil)
				nodes += r.Nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
			b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
		})
	}
}

// TestQuietMates finds mates in two that begin with a quiet move of a side far behind. All but the
// first are random positions.
func TestQuietMates(t *testing.T) {
	e := Evaluation{}
	for _, fen := range []string{
		"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
		"2b2k2/5PR1/4p1K1/7p/8/8/8/8 w - - 0 1",
		"6k1/3Ppp2/5R2/6K1/8/8/8/1b6 w - - 0 1",
		"2k5/2P4p/1K6/5R1b/p7/8/8/8 w - - 0 1",
		"r3k3/3p3P/3p2K1/8/3B4/8/8/8 w - - 0 1",
		"2k5/1pP5/1K3R2/8/8/8/p1b5/8 w - - 0 1",
		"3k4/6P1/8/1Kp1p3/8/8/R4b2/8 w - - 0 1",
	} {
		pos := parse(t, fen)
		s := Generic(e, search.Options{TableBytes: 1 << 20, Network: e.Network()})
		r := s.Search(t.Context(), &pos, search.Query{Nodes: 2000, Plies: 3}, search.Control{}, nil)
		if r.Score() != game.WinIn(3) || r.Proof&game.Lower == 0 {
			t.Errorf("%s: %v (%v) in %d nodes", fen, r.Score(), r.Proof, r.Nodes)
		}
	}
}

// TestChecksAtHorizon searches a single ply: the moves of the rook away from the last rank allow a
// forced mate there, which begins with a quiet check.
func TestChecksAtHorizon(t *testing.T) {
	e, pos := Evaluation{}, parse(t, "5rk1/5ppp/8/8/8/8/r4PPP/3R2K1 w - - 0 1")
	moves, _ := e.Moves(&pos, nil)
	for i, m := range moves {
		if m.From() != chess.Square(3) || m.To() < 8 {
			continue
		}
		s := Generic(e, search.Options{TableBytes: 1 << 20, Network: e.Network()})
		r := s.Search(t.Context(), &pos, search.Query{Depth: 1, Only: []int{i}}, search.Control{}, nil)
		if r.Score().Outcome() >= 0 {
			t.Errorf("%s: %v, want a loss", e.FormatMove(&pos, m), r.Score())
		}
	}
}

// TestPaths checks that the cells of castling in Chess960 enter no other move.
func TestPaths(t *testing.T) {
	for _, fen := range []string{
		"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
		"4k3/8/8/8/8/8/8/RK5R w KQ - 0 1",
		"4k3/8/8/8/8/8/8/R4KR1 w KQ - 0 1",
		"4k3/8/8/8/8/8/8/R5KR w KQ - 0 1",
	} {
		s, paths := parse(t, fen), map[string]move{}
		moves, _ := Evaluation{}.Moves(&s, nil)
		castles := 0
		for _, m := range moves {
			cells := fmt.Sprint(path(&s, m))
			if other, ok := paths[cells]; ok {
				t.Errorf("%s: %s and %s have the cells %s", fen, Evaluation{}.FormatMove(&s, m), Evaluation{}.FormatMove(&s, other), cells)
			}
			paths[cells] = m
			if m.Castles() {
				castles++
			}
		}
		if castles == 0 {
			t.Errorf("%s: no castling", fen)
		}
	}
}

// TestThreatened draws a king in check, and no other king.
func TestThreatened(t *testing.T) {
	for fen, want := range map[string][]int{
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1":                                 nil,
		"4k3/8/8/8/8/8/4R3/4K3 b - - 0 1":                               {4},
		"4k3/4r3/8/8/8/8/8/4K3 w - - 0 1":                               {60},
		"rnbqkbnr/ppppp2p/5p2/6pQ/3PP3/8/PPP2PPP/RNB1KBNR b KQkq - 1 3": {4}, // mate
	} {
		s := parse(t, fen)
		if got := picture().Place(&s, nil, nil).Threatened; !slices.Equal(got, want) {
			t.Errorf("%s: cells %v, want %v", fen, got, want)
		}
	}
}

// TestOpenings checks that all openings are legal.
func TestOpenings(t *testing.T) {
	rules := chess.Rules{}
	names, lines := openings()
	for i, line := range lines {
		s := rules.Start()
		for n, m := range line {
			if moves, _ := rules.Moves(&s, nil); !slices.Contains(moves, m) {
				t.Fatalf("%s: move %d is not legal", names[i], n+1)
			}
			rules.Play(&s, &s, m)
		}
	}
	if n := len(names); n < 3000 {
		t.Errorf("%d openings", n)
	}
}
