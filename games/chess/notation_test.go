package chess_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/chess"
)

// TestFEN reads positions in the forms of FEN and writes them canonically.
func TestFEN(t *testing.T) {
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	for in, want := range map[string]string{
		start: start,
		"  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR   w  HAha\t-  ":    start,
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w qkQK - 0 0":        start,
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1":     "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
		"rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 7 3":    "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 7 3",
		"4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1":                               "4k3/8/8/K2pP2r/8/8/8/8 w - - 0 1",
		"1r2k2r/8/8/8/8/8/8/RR2K2R w KBkb - 3":                            "1r2k2r/8/8/8/8/8/8/RR2K2R w KBkq - 3 1",
		"4k3/8/8/8/8/8/8/4K3 b":                                           "4k3/8/8/8/8/8/8/4K3 b - - 0 1",
		"rkr5/8/8/8/8/8/8/RKR5 w CAca - 0 65535":                          "rkr5/8/8/8/8/8/8/RKR5 w KQkq - 0 65535",
		"QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/8/k6q/7p/1N2K3 b - - 0 1":           "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/8/k6q/7p/1N2K3 b - - 0 1",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w XQ - 0 1":          "character 47: 'X', want rights",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w é - 0 1":           "character 47: 'é', want rights",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq z3 0 1":       `character 52: "z3", want an en-passant square such as e3, or -`,
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 2":      `"2", want the end`,
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - -1 1":       `"-1", want a number`,
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 99999999": `"99999999", want a number`[:9],
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1":        `character 45: "x", want the side to move`,
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR":                     "the end, want the side to move",
		"rnbqkbnr/pppppppp/8/8/8/7/PPPPPPPP/RNBQKBNR w KQkq - 0 1":        "character 26: rank 3 has 7 squares, want 8",
		"rnbqkbnr/pppppppp/44/8/8/9/PPPPPPPP/RNBQKBNR w KQkq - 0 1":       "character 26: '9', want one of",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPPP/RNBQKBNR w KQkq - 0 1":       "character 35: rank 2 has more than 8 squares",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/8 w KQkq - 0 1":      "more than 8 ranks",
		"8/8/8 w - - 0 1":                 "2 ranks and 8 squares",
		"K1k5/8/8/8/8/8/8/4K3 w - - 0 1":  "White has 2 kings, want 1",
		"8/8/8/8/8/8/8/4K3 w - - 0 1":     "Black has 0 kings, want 1",
		"4k2P/8/8/8/8/8/8/4K3 w - - 0 1":  "character 4: a pawn on rank 8",
		"4k3/8/8/8/8/8/8/p3K3 w - - 0 1":  "a pawn on rank 1",
		"4k3/8/8/8/8/8/4R3/4K3 w - - 0 1": "Black is in check, and White is to move",
		"":                                "",
		"\xff":                            "want one of",
	} {
		s, err := rules.ParsePosition(in)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = rules.FormatPosition(&s)
		}
		if !strings.Contains(got, want) || err == nil && got != want {
			t.Errorf("%q is read as %q, want %q", in, got, want)
		}
		if err != nil {
			continue
		}
		for _, text := range []string{got, chess.FormatShredder(&s)} {
			if again := position(t, text); again != s {
				t.Errorf("%q comes back as %+v, want %+v", text, again, s)
			}
		}
	}
}

// TestMended leaves out of a position what its pieces do not allow, and says so.
func TestMended(t *testing.T) {
	for in, want := range map[string]string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w KQkq - 0 1":  "Qkq - K without its king and rook on the first rank of White",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HK - 0 1":    "K - K is a second right to castle on one wing",
		"4k3/8/8/8/8/8/R3K2R/8 w KQ - 0 1":                          "- - K without its king and rook on the first rank of White; Q without its king and rook on the first rank of White",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e3 0 1": "KQkq - no pawn can have passed e3",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e6 0 1": "KQkq - no pawn can have passed e6",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1":  "KQkq - ",
	} {
		s, mended, err := rules.MendPosition(in)
		if err != nil {
			t.Errorf("%s: %v", in, err)
			continue
		}
		var said []string
		for _, m := range mended {
			said = append(said, strings.TrimPrefix(m.Error(), "chess: left out of the position: "))
		}
		fields := strings.Fields(rules.FormatPosition(&s))
		if got := strings.Join(fields[2:4], " ") + " " + strings.Join(said, "; "); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

// TestArray compares initial positions of Chess960 with those of Scharnagl's table.
func TestArray(t *testing.T) {
	for n, want := range map[int]string{0: "BBQNNRKR", 518: "RNBQKBNR", 959: "RKRNNQBB", 1: "BQNBNRKR", 960 + 518: "RNBQKBNR", -1: "RKRNNQBB"} {
		s := chess.Array(n)
		if got := rules.FormatPosition(&s); !strings.Contains(got, "/"+want+" w KQkq - 0 1") {
			t.Errorf("array %d is %s, want %s", n, got, want)
		}
	}
	seen := map[chess.Position]bool{}
	for n := range 960 {
		s := chess.Array(n)
		if again := position(t, rules.FormatPosition(&s)); again != s {
			t.Errorf("array %d comes back as %+v", n, again)
		}
		seen[s] = true
	}
	if len(seen) != 960 {
		t.Errorf("%d arrays, want 960", len(seen))
	}
}

// TestMoves reads moves in the forms in which people write them.
func TestMoves(t *testing.T) {
	for _, tt := range []struct{ fen, in, want string }{
		{"startpos", "e4 e2e4 e2-e4 E2E4 Pe4 e2–e4 e4! e4?! ♙e4 e4+", "e4"},
		{"startpos", "Nf3 nf3 Ng1f3 Ng1-f3 g1f3 Ngf3 N1f3 ♘f3 ♞f3 Sf3 Cf3 Кf3 Nxf3", "Nf3"},
		{"4k3/8/8/2R5/8/2R3R1/8/4K3 w - - 0 1", "R3c4 Rc3c4 Rc3-c4", "R3c4"},
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O 0-0 o-o OO e1g1 e1h1 Kg1 0–0 О-О O-O+ e1-g1", "O-O"},
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O 0-0-0 ooo e1c1 e1a1 0-0-0!", "O-O-O"},
		{"4k3/8/8/8/8/8/8/2RK3R w HC - 0 1", "O-O d1h1 Kg1", "O-O"},
		{"4k3/8/8/8/8/8/8/2RK3R w HC - 0 1", "O-O-O d1c1", "O-O-O"},
		{"4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "O-O e1f1 e1g1", "O-O"},
		{"2k5/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6 ed6 exd exd6e.p. exd6ep e5xd6 e5d6 ed e5:d6 e5×d6 exd6(ep)", "exd6"},
		{"2n5/1P6/8/8/8/k7/8/4K3 w - - 0 1", "b8=Q b8Q b8(Q) b8/Q b7b8q b8=♕ b8=D b8D b7-b8=Q", "b8=Q"},
		{"2n5/1P6/8/8/8/k7/8/4K3 w - - 0 1", "bxc8=B bxc8B b7c8b bcB bc8=L b7xc8=B", "bxc8=B"},
		{"2n5/1P6/8/8/8/k7/8/4K3 w - - 0 1", "b8=N b8=S b7b8n b8=К", "b8=N"},
		{"8/8/8/8/1R3R2/8/k7/1R2K3 w - - 0 1", "Rb4e4 Rbe4", "Rbe4"},
		{"3Q3Q/8/8/8/8/k7/8/K6Q w - - 0 1", "Qh8h4 h8h4 Qh8-h4", "Qh8h4"},
		{"6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "Ra8 Ra8# Ra8+ Ra8mate Ta8 Лa8 Wa8 a1a8 Ra8++ Ra8†", "Ra8#"},
		{"4k3/p7/8/8/8/8/3B4/4K3 w - - 0 1", "Bc3 Lc3 Ac3 Сc3 Gc3", "Bc3"},
		{"4k3/8/8/8/8/8/3B1n2/4K3 w - - 0 1", "Kxf2 Крxf2 Кр:f2 ♔xf2 Kf2 Крf2 Kхf2", "Kxf2"},
		{"4k3/p7/8/8/8/2p5/1P1B4/4K3 w - - 0 1", "bxc3 b2c3 bc3 bc", "bxc3"}, // a pawn, not the bishop
		{"4k3/p7/8/8/8/2p5/1P1B4/4K3 w - - 0 1", "Bxc3 d2c3", "Bxc3"},
		{"8/4k3/8/8/8/4r3/8/RK6 w A - 0 1", "Kc1 b1c1", "Kc1"},
	} {
		s := position(t, tt.fen)
		for _, in := range strings.Fields(tt.in) {
			m, err := rules.ParseMove(&s, in)
			if err != nil {
				t.Errorf("%s: %v", tt.fen, err)
			} else if got := rules.FormatMove(&s, m); got != tt.want {
				t.Errorf("%s: %s is read as %s, want %s", tt.fen, in, got, tt.want)
			}
		}
	}
	for _, tt := range []struct{ fen, in, want string }{
		{"startpos", "Nd2", "illegal move"},
		{"startpos", "Be4", "illegal move"},
		{"startpos", "e5", "illegal move"},
		{"startpos", "O-O", "illegal move"},
		{"startpos", "Se4", "illegal move"},
		{"2k5/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd5", "illegal move"},
		{"startpos", "--", "want a move such as"},
		{"startpos", "0000", "a null move is not a move"},
		{"startpos", strings.Repeat("e", 99), "too long for a move"},
		{"4k3/8/8/2R5/8/2R3R1/8/4K3 w - - 0 1", "Rc4", "it can be R"},
		{"4k3/8/2R5/8/2R5/8/8/4K3 w - - 0 1", "Rc5", "it can be R"},
		{"2n5/1P6/8/8/8/k7/8/4K3 w - - 0 1", "b8", "want the piece that the pawn becomes: illegal move"},
		{"2n5/1P6/8/8/8/k7/8/4K3 w - - 0 1", "b8=K", "want a move such as"},
		{"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "Kg8", "the game is over"},
		{"7k/8/6K1/8/8/8/8/8 b - - 0 1", "Kg8", "the game is over"},
		{"4k3/8/8/8/8/8/3B1N2/4K3 w - - 0 1", "Кe4e5", "illegal move"},
	} {
		s := position(t, tt.fen)
		m, err := rules.ParseMove(&s, tt.in)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %s is read as %s, %v, want %s", tt.fen, tt.in, rules.FormatMove(&s, m), err, tt.want)
		}
		if err != nil && strings.Contains(tt.want, "illegal") && !errors.Is(err, game.ErrIllegal) {
			t.Errorf("%s: %s: %v is not ErrIllegal", tt.fen, tt.in, err)
		}
	}
}

// TestLanguages reads letters with a second meaning in English.
func TestLanguages(t *testing.T) {
	s := position(t, "4k3/8/8/8/3n4/8/3BN3/R3K3 w - - 0 1")
	for _, tt := range []struct {
		language chess.Language
		in, want string
	}{
		{chess.English, "Rd1", "Rd1"},
		{chess.French, "Rd1", "Kd1"},
		{chess.Romanian, "Nc3", "Bc3"},
		{chess.Dutch, "Pc3", "Nc3"},
		{chess.Dutch, "Rd1", ""},
		{chess.German, "Sc3", "Nc3"},
		{chess.Czech, "Sc3", "Bc3"},
		{chess.Hungarian, "Bd1", "Rd1"},
		{chess.Icelandic, "Rc3", "Nc3"},
		{chess.Finnish, "Rc3", "Nc3"},
		{chess.German, "Nc3", ""},
		{chess.Russian, "Крd1", "Kd1"},
		{chess.Russian, "Кc3", "Nc3"},
	} {
		m, err := rules.ParseMoveIn(&s, tt.in, tt.language)
		got := ""
		if err == nil {
			got = rules.FormatMove(&s, m)
		}
		if got != tt.want {
			t.Errorf("language %d: %s is read as %q, %v, want %q", tt.language, tt.in, got, err, tt.want)
		}
	}
}

// TestUCI writes castling in both forms.
func TestUCI(t *testing.T) {
	for _, tt := range []struct{ fen, move, plain, fischer string }{
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", "e1g1", "e1h1"},
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O", "e1c1", "e1a1"},
		{"4k3/8/8/8/8/8/8/1R2K2R w KB - 0 1", "O-O-O", "e1b1", "e1b1"},
		{"4k3/8/8/8/8/8/8/2RK3R w HC - 0 1", "O-O", "d1h1", "d1h1"},
		{"2n5/1P6/8/8/8/k7/8/4K3 w - - 0 1", "bxc8=N", "b7c8n", "b7c8n"},
	} {
		s := position(t, tt.fen)
		m, err := rules.ParseMove(&s, tt.move)
		if got := chess.FormatUCI(&s, m, false); err != nil || got != tt.plain {
			t.Errorf("%s: %s is written %s, want %s", tt.fen, tt.move, got, tt.plain)
		}
		if got := chess.FormatUCI(&s, m, true); got != tt.fischer {
			t.Errorf("%s: %s is written %s, want %s", tt.fen, tt.move, got, tt.fischer)
		}
	}
}

// FuzzFEN checks that a position that is read is written and read again, and that
// its moves are.
func FuzzFEN(f *testing.F) {
	for _, fen := range tricky {
		f.Add(fen)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := rules.ParsePosition(text)
		if err != nil {
			return
		}
		again, err := rules.ParsePosition(rules.FormatPosition(&s))
		if err != nil || again != s {
			t.Fatalf("%q is written %q and read as %+v, %v", text, rules.FormatPosition(&s), again, err)
		}
		moves, _ := rules.Moves(&s, nil)
		for _, m := range moves {
			for _, move := range []string{rules.FormatMove(&s, m), chess.FormatUCI(&s, m, true)} {
				if got, err := rules.ParseMove(&s, move); err != nil || got != m {
					t.Fatalf("%q: %s is read as %v, %v", text, move, got, err)
				}
			}
			var next chess.Position
			rules.Play(&next, &s, m)
			if again := position(t, rules.FormatPosition(&next)); again != next {
				t.Fatalf("%q: after %s %+v, read again %+v", text, rules.FormatMove(&s, m), next, again)
			}
		}
	})
}

// FuzzMove checks that a move that is read is legal.
func FuzzMove(f *testing.F) {
	f.Add(uint8(1), "O-O-O")
	f.Add(uint8(4), "dxc8=Q+")
	f.Add(uint8(0), "♘g1-f3 e.p.")
	f.Fuzz(func(t *testing.T, n uint8, text string) {
		s := position(t, tricky[int(n)%len(tricky)])
		m, err := rules.ParseMove(&s, text)
		if err != nil {
			return
		}
		if again, err := rules.ParseMove(&s, rules.FormatMove(&s, m)); err != nil || again != m {
			t.Fatalf("%q is read as %s, which is read as %v, %v", text, rules.FormatMove(&s, m), again, err)
		}
	})
}
