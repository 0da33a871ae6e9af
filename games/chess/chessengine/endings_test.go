package chessengine

import (
	"context"
	"flag"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/chess"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/network"
)

var measuring = flag.Bool("measure", false, "measure how often the leader wins drawish endings")

// placed returns the position of a board of letters of FEN; ok is false if it is illegal.
func placed(board *[64]byte, turn chess.Side) (s position, ok bool) {
	var text []byte
	for i := range 64 {
		if i > 0 && i%8 == 0 {
			text = append(text, '/')
		}
		text = append(text, max(board[i^56], '1'))
	}
	s, err := chess.Rules{}.ParsePosition(string(text) + " " + "wb"[turn:turn+1] + " - - 0 1")
	return s, err == nil
}

// scattered returns a random position of pieces in letters of FEN, whose game goes on and in which
// the side to move can take nothing and is not in check.
func scattered(random *rand.Rand, pieces string, turn chess.Side) position {
	rules := chess.Rules{}
	for {
		var board [64]byte
		squares := random.Perm(64)
		for i, c := range []byte(pieces) {
			board[squares[i]] = c
		}
		s, ok := placed(&board, turn)
		if ok && !rules.Status(&s).Over() && !s.Check() && len(rules.NoisyMoves(&s, nil)) == 0 {
			return s
		}
	}
}

// playedOut returns the last position of a game from pos with few nodes a move, and its plies.
func playedOut(pos position) (position, int) {
	s, rules := newSearcher(engine.Options{}), chess.Rules{}
	line := []uint64{}
	for !rules.Status(&pos).Over() && pos.Quiet() < 100 {
		r := s.Search(context.Background(), &pos, search.Query{Nodes: 4000, History: line}, search.Control{}, nil)
		best, _ := r.Best()
		line = append(line, rules.Hash(&pos))
		rules.Play(&pos, &pos, best)
	}
	return pos, len(line)
}

// TestMatesBareKing plays won endings against a bare king with few nodes a move, the engine on both
// sides: all end in mate within the fifty-move rule, but a few of two minor pieces, and queens and
// rooks need few plies more than the shortest way.
func TestMatesBareKing(t *testing.T) {
	games := 6
	if *measuring {
		games = 200
	} else if testing.Short() {
		games = 2
	}
	for _, pieces := range strings.Fields("KQk KRk KBNk KQQk KQNk KRBk KBBk kqK krK kbnK") {
		random, sum, longest, extra, drawn := seeded.Rand(t, 1), 0, 0, 0, 0
		for range games {
			turn := chess.White // the side with the pieces, so that they are not lost at once
			if pieces[0] == 'k' {
				turn = chess.Black
			}
			start := scattered(random, pieces, turn)
			end, plies := playedOut(start)
			if (chess.Rules{}).Status(&end) != game.Loss && strings.Contains("KBNk kbnK KBBk", pieces) {
				drawn++
				continue
			} else if (chess.Rules{}).Status(&end) != game.Loss {
				t.Fatalf("%s: no mate in %d plies", chess.Rules{}.FormatPosition(&start), plies)
			}
			sum, longest = sum+plies, max(longest, plies)
			if pieces == "KQk" || pieces == "KRk" {
				e := three{chess.White, pieces[1], [3]chess.Square{0, kingOf(&start, chess.White), kingOf(&start, chess.Black)}}
				e.at[0] = chess.Square(bits.TrailingZeros64(start.Occupied() &^ start.Pieces(chess.King)))
				extra += plies - int(threes()[e.index()])
			}
		}
		t.Logf("%s: mate in %d plies of %d games, %d at most, %d more than the shortest; %d drawn", pieces, sum/games, games, longest, extra/games, drawn)
		if extra > 10*games || 2*drawn > games {
			t.Errorf("%s: %d plies more than the shortest way, %d of %d drawn", pieces, extra/games, drawn, games)
		}
	}
}

// TestAdjust holds the estimates of random endings to laws: they are the same with the colours
// swapped, within bounds, of the sign that they had before, and not larger, unless a king is bare: then
// they favour the other side.
func TestAdjust(t *testing.T) {
	random, e := seeded.Rand(t, 1), Evaluation{}
	scaled, hunted := 0, 0
	for range 20_000 {
		letters := []byte{'K', 'k', "PpQqRr"[random.IntN(6)]} // not dead
		for range random.IntN(6) {
			letters = append(letters, "QRBNPPPqrbnppp"[random.IntN(14)])
		}
		s := scattered(random, string(letters), chess.Side(random.IntN(2)))
		other, v := mirrored(t, &s), game.Score(random.IntN(2001)-1000)
		got := e.Adjust(&s, v)
		if swapped := e.Adjust(&other, v); swapped != got {
			t.Fatalf("%s: %v of %v, with the colours swapped %v", e.FormatPosition(&s), got, v, swapped)
		}
		lower, upper := e.Bounds(&s)
		if got < lower || got > upper || got.Proven() {
			t.Fatalf("%s: %v is not within %v and %v", e.FormatPosition(&s), got, lower, upper)
		}
		if side, ok := bare(&s); ok {
			if got != 0 && (side == s.Turn()) != (got < 0) {
				t.Fatalf("%s: %v favours a bare king", e.FormatPosition(&s), got)
			}
			hunted++
		} else {
			if got < min(v, 0) || got > max(v, 0) {
				t.Fatalf("%s: %v of %v", e.FormatPosition(&s), got, v)
			}
			if got != v {
				scaled++
			}
		}
	}
	if scaled < 1000 || hunted < 1000 {
		t.Errorf("%d scaled, %d with a bare king", scaled, hunted)
	}
}

// TestScaled compares what is left of an estimate of 64 in endings, with White to move.
func TestScaled(t *testing.T) {
	for _, tt := range []struct {
		fen  string
		want game.Score // wonEnding: at least
	}{
		{"8/8/8/3k4/8/8/8/KNN5 w - - 0 1", 0},
		{"8/8/8/3k4/8/8/8/KNNN4 w - - 0 1", wonEnding},
		{"k7/8/8/8/P7/8/2B5/K7 w - - 0 1", wonEnding},
		{"k7/8/8/8/P7/8/3B4/K7 w - - 0 1", 0}, // a8 is light
		{"8/Pk6/8/8/P7/8/3B4/K7 w - - 0 1", 0},
		{"3k4/8/8/8/P7/8/3B4/K7 w - - 0 1", wonEnding},
		{"k7/8/8/8/PP6/8/3B4/K7 w - - 0 1", wonEnding},
		{"7k/8/8/8/7P/8/2B5/K7 w - - 0 1", 0},
		{"7k/8/8/8/7P/8/3B4/K7 w - - 0 1", wonEnding},
		{"7k/8/8/4p3/7P/8/2B5/K7 w - - 0 1", 8},
		{"8/4b3/3k4/8/8/8/8/KR6 w - - 0 1", 8},
		{"8/4b3/3k4/8/8/4P3/8/KR6 w - - 0 1", 64},
		{"8/4n3/3k4/8/8/8/8/KR6 w - - 0 1", 8},
		{"8/4r3/3k4/8/8/8/K7/1Q6 w - - 0 1", 64},
		{"8/4r3/3k4/8/8/8/8/KRB5 w - - 0 1", 8},
		{"8/3b4/3k4/8/4P3/8/8/K2B4 w - - 0 1", 64},
		{"8/4b3/3k4/8/4P3/8/8/K2B4 w - - 0 1", 32},
		{"8/4b3/3k4/8/4P3/8/8/K2BN3 w - - 0 1", 64},
		{"r2qk3/8/8/8/8/8/8/KQRB4 w - - 0 1", 64}, // more pieces
	} {
		s := parse(t, tt.fen)
		if got := (Evaluation{}).Adjust(&s, 64); got != tt.want && (tt.want != wonEnding || got < wonEnding) {
			t.Errorf("%s: %v, want %v", tt.fen, got, tt.want)
		}
	}
}

// unscaled is chess with the network's own estimates.
type unscaled struct{ Evaluation }

func (unscaled) Adjust(_ *position, v game.Score) game.Score { return v }

// TestShares logs what the shares of an estimate stand for: how often the leader wins random quiet
// endings of pieces by the tables, and endings of bishops and pawns in play, a passed pawn ahead.
func TestShares(t *testing.T) {
	if !*measuring {
		t.Skip("measures with -measure")
	}
	tables, net := withTables(t).(searcher).tables, network.NewEvaluator(builtIn(), unscaled{})
	random := seeded.Rand(t, 1)
	for _, pieces := range strings.Fields("KRkb KRkn KBkp KNkp KQkr KQkb KQkn") {
		won, sum := 0, 0
		for range 4000 {
			s := scattered(random, pieces, chess.White)
			sum += int(net.Evaluate(&s))
			if o, _ := tables.Outcome(&s); o > 1 {
				won++
			}
		}
		t.Logf("%s: White wins %.1f%%, estimate %d", pieces, float64(won)/40, sum/4000)
	}
	files := func(set uint64) (n uint64) {
		for ; set != 0; set >>= 8 {
			n |= set & 0xff
		}
		return n
	}
	for _, opposite := range []bool{false, true} {
		won, lost := 0, 0
		for n := 0; n < 150; {
			s := scattered(random, "KBPPPkbpp", chess.Side(n&1))
			white, black := s.Pieces(chess.Pawn)&s.Side(chess.White), s.Pieces(chess.Pawn)&s.Side(chess.Black)
			if v := net.Evaluate(&s); s.Turn() == chess.White && v < 20 || s.Turn() == chess.Black && v > -20 ||
				white>>32 != 0 || black<<32 != 0 || bits.OnesCount64(files(white)) != 3 || bits.OnesCount64(files(black)) != 2 ||
				files(black)&^files(white) != 0 || (bits.OnesCount64(s.Pieces(chess.Bishop)&light) == 1) != opposite {
				continue
			}
			n++
			end, _ := playedOut(s)
			if (chess.Rules{}).Status(&end) != game.Loss {
			} else if end.Turn() == chess.Black {
				won++
			} else {
				lost++
			}
		}
		t.Logf("opposite bishops %v: White wins %d and loses %d of 150", opposite, won, lost)
	}
}
