package chessrecord_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/games/chess/chessrecord"
)

// readAll returns the movetext of the games in text, with their headings before it if full is set,
// and what the reader says of them: remarks, !remarks on lost parts, and games left out.
func readAll(t *testing.T, text string, full bool) (games []string, said string) {
	t.Helper()
	var all []string
	for g, err := range chessrecord.Codec().Games(strings.NewReader(text)) {
		if err != nil {
			all = append(all, "left out: "+err.Error())
			continue
		}
		for _, r := range g.Remarks {
			lost := ""
			if r.Lost {
				lost = "!"
			}
			all = append(all, lost+r.Err.Error())
		}
		g.Remarks = nil
		written := write(t, g)
		heading, moves, _ := strings.Cut(written, "\n\n")
		moves = strings.Join(strings.Fields(moves), " ")
		if full {
			moves = strings.Join(strings.Fields(heading), " ") + " " + moves
		}
		games = append(games, moves)
		again, err := read(written)
		if err != nil || len(again) != 1 || write(t, again...) != written {
			t.Errorf("%q is written as\n%s\nand read back as %+v, %v", text, written, again, err)
		}
	}
	return games, strings.Join(all, "; ")
}

// TestUntidy reads games as people write them.
func TestUntidy(t *testing.T) {
	for _, tt := range []struct{ in, want, said string }{
		// No move is read in letters that the file does not need.
		{"1. e4 d5 2. Ne2 Ne6 3. Nc4 *", "1. e4 d5 2. Ne2 {Ne6 3. Nc4} *", `!chess: line 1: move 4: chess: move "Ne6": illegal move`},
		{"1. e4 e5 2. Re2 *", "1. e4 e5 {Re2} *", `!chess: line 1: move 3: chess: move "Re2": illegal move`},
		{
			"1. d4 d5 2. Nc3 Nc6 3. Nf3 Nf6 4. Nd2 Nd7 5. Nb5 Nb4 6. Nf3 Nf6 7. Nd5",
			"1. d4 d5 2. Nc3 Nc6 3. Nf3 Nf6 4. Nd2 Nd7 5. Nb5 Nb4 6. Nf3 Nf6 {Nd5} *", `!chess: line 1: move 13: chess: move "Nd5": illegal move`,
		},
		{"1. Nc3 Nf6 2. Nf3 Nc6 3. Ne4 Ne5 4. Ng5 *", "1. Nc3 Nf6 2. Nf3 Nc6 3. Ne4 Ne5 {Ng5} *", `!chess: line 1: move 7: chess: move "Ng5": it can be N`},
		{"1. e4 e5 2. Sf3 Sc6 *", "1. e4 e5 2. Nf3 Nc6 *", "chess: the letters of pieces are read as German"},
		{"1. e4 e5 2. Sf3 Sc6 *\n\n1. Nf3 *", "1. e4 e5 {Sf3 Sc6} * | 1. Nf3 *", `!chess: line 1: move 3: chess: move "Sf3": want a move such as Nf3, exd5, O-O or e2e4`},
		// Games of other variants are left out.
		{"[Variant \"Atomic\"]\n\n1. e4 e5 *\n\n[Variant \"Standard\"]\n\n1. d4 *", "1. d4 *", "left out: chess: line 3: a game of Atomic, which is not chess"},
		{"[Variant \"Three-check\"]\n1. e4 e5 1-0", "", "left out: chess: line 2: a game of Three-check, which is not chess"},
		{"[Variant \"From Position\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *", "1. O-O *", ""},
		{"[Variant \"fischerandom\"]\n[FEN \"4k3/8/8/8/8/8/8/2RK3R w HC - 0 1\"]\n\n1. O-O *", "1. O-O *", ""},
		// A blank line and a heading begin a game; a game without moves is a game.
		{"[White \"a\"]\n[Black \"b\"]\n\n[White \"c\"]\n[Black \"d\"]\n\n[White \"e\"]\n", "* | * | *", ""},
		{"[Event \"a\"]\n[Event \"b\"]\n", "* | *", ""},
		{"[White \"a\"]\n\n[Black \"b\"]\n\n1. e4 *", "1. e4 *", ""}, // lines set apart
		{"[FEN \"4k3/8/8/8/8/8/7P/4K3 w - - 0 1\"]\n\n[FEN \"4k3/8/8/8/8/8/6P1/4K3 w - - 0 1\"]\n", "* | *", ""},
		// The readable part is kept.
		{"1. e4 e5 2. Ke3", "1. e4 e5 {Ke3} *", `!chess: line 1: move 3: chess: move "Ke3": illegal move`},
		{"1. e4 e5 2. Ke3 Nf6 (2... Nc6) 3. d4 1-0", "1. e4 e5 {Ke3 Nf6 (2... Nc6) 3. d4} 1-0", "!"},
		{"1. e4 e5 (1... c5 2. Ke3 {x} d6) 2. d4 *", "1. e4 e5 (1... c5 {Ke3 x d6}) 2. d4 *", `!chess: line 1: move 3: chess: move "Ke3": illegal move`},
		{"1. f3 e5 2. g4 Qh4# 3. Kf2 0-1", "1. f3 e5 2. g4 Qh4# {Kf2} 0-1", "the game is over"},
		{"[FEN \"8/8/4k3/8/8/3pK3/8/8 w - - 0 1\"]\n\n1. Kxd3 Kd5 2. Kc3 1/2-1/2", "1. Kxd3 {Kd5 2. Kc3} 1/2-1/2", "the game is over"},
		{"1. e4 e5 2. -- Nc6 *", "1. e4 e5 {-- Nc6} *", "!chess: line 1: move 3: a null move is not a move"},
		{"1. e4 e5 (1... d5 2. Z0 dxe4) 2. d4 *", "1. e4 e5 (1... d5 {Z0 dxe4}) 2. d4 *", ""},
		{"1. e4 {never ends", "1. e4 {never ends} *", "!chess: line 1: the comment that begins here does not end"},
		// Results.
		{"1. e4 1/2–1/2", "1. e4 1/2-1/2", ""},
		{"1. e4 ½–½", "1. e4 1/2-1/2", ""},
		{"1. e4 ½", "1. e4 1/2-1/2", ""},
		{"1. e4 +--", "1. e4 1-0", ""},
		{"1. e4 -:+", "1. e4 0-1", ""},
		{"1. e4 +:-", "1. e4 1-0", ""},
		{"1. e4 --+", "1. e4 0-1", ""},
		{"1. e4 1 - 0", "1. e4 1-0", ""},
		{"1. e4 0,5:0,5", "1. e4 1/2-1/2", ""},
		{"1. e4 =:=", "1. e4 1/2-1/2", ""},
		{"1. e4 +-", "1. e4 $18 *", ""},
		{"[Result \"½-½\"]\n\n1. e4", "1. e4 1/2-1/2", ""},
		{"[Result \"1-0\"]\n\n1. e4 0-1", "1. e4 1-0", "chess: line 3: the heading says 1-0, the end of the moves 0-1"},
		// Signs.
		{"1. e4 ± e5⩲ 2. Nf3∓ Nc6 ⩱ 3. Bb5□ a6 = 4. Ba4= Nf6!? 5. O-O⁉ Be7+/= *", "1. e4 $16 e5 $14 2. Nf3 $17 Nc6 $15 3. Bb5 $7 a6 $10 4. Ba4 $10 Nf6!? 5. O-O!? Be7 $14 *", ""},
		{"1. e4! N e5(?) 2. Nf3 ∞ ‼ *", "1. e4! $146 e5? 2. Nf3 $13 !! *", ""},
		// Numbers.
		{"1 e4 e5 2 Nf3", "1. e4 e5 2. Nf3 *", ""},
		{"e4 e5 Nf3 Nc6", "1. e4 e5 2. Nf3 Nc6 *", ""},
		{"1.e4 e5 2.Nf3\n3.d4 Nc6", "1. e4 e5 2. Nf3 {3.d4 Nc6} *", "!"},
		{"1.e4 e5\n2.Nf3\nNc6\n3. Bb5 1-0\n3. place in the tournament\n", "1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0", "chess: line 5: text outside a game is not read"},
		{"1. e4 e5\n1. d4 d5 2. c4\n", "1. e4 e5 * | 1. d4 d5 2. c4 *", ""},
		// Pages around games.
		{"[pgn]1. e4 e5[/pgn]", "1. e4 e5 *", ""},
		{"[pgn][Event \"x\"]\n\n1. e4 e5 1-0[/pgn] [b]Thanks![/b]", "1. e4 e5 1-0", "chess: line 3: text outside a game is not read"},
		{"Hello, my last game was\n\n1. e4 e5 2. Nf3 1-0\n\nWhat do you think of it?\n", "1. e4 e5 2. Nf3 1-0", "chess: line 1: text outside a game is not read; chess: line 5: text outside a game is not read"},
		{"> 1. e4 e5\n> 2. Nf3 *", "1. e4 e5 2. Nf3 *", ""},
		{"```\n1. e4 e5 *\n```\n", "1. e4 e5 *", ""},
		{"<p>1. e4<br>e5 <b>2. Nf3</b></p>", "1. e4 e5 2. Nf3 *", ""},
		{"\ufeff1. e4 e5\u00a02. Nf3 *", "1. e4 e5 2. Nf3 *", ""},
		// Values in comments.
		{"1. e4 {[%eval 0.25] [%clk 0:03:00]} 1... e5 { [%eval #-3,20][%clk 0:02:59.5] so } *", "1. e4 {[%eval 0.25] [%clk 0:03:00]} 1... e5 {[%eval #-3,20] [%clk 0:02:59.5] so} *", ""},
		{"1. e4 {[%cal Gd2d4,Rb1c3] [%csl Ge4] arrows} *", "1. e4 {[%cal Gd2d4,Rb1c3] [%csl Ge4] arrows} *", ""},
		{"1. e4 {[%emt 0:00:05] [%eval nonsense]} *", "1. e4 {[%emt 0:00:05] [%eval nonsense]} *", ""},
		{"{[%clk 1:00:00]} 1. e4 *", "{[%clk 1:00:00]} 1. e4 *", ""},
	} {
		games, said := readAll(t, tt.in, false)
		if got := strings.Join(games, " | "); got != tt.want {
			t.Errorf("%q\nis read as %s\nwant       %s", tt.in, got, tt.want)
		}
		if tt.said == "" && said != "" || !strings.Contains(said, tt.said) {
			t.Errorf("%q\nis said to be: %s\nwant %s", tt.in, said, tt.said)
		}
	}
}

// TestHeadingsKept reads headings in odd forms, and writes every tag again.
func TestHeadingsKept(t *testing.T) {
	for in, want := range map[string]string{
		`[Event "An "open" one"]`:            `[Event "An \"open\" one"]`,
		`[Event "a\"b\\c"]`:                  `[Event "a\"b\\c"]`,
		"[Event \"two\nlines\"]":             `[Event "two lines"]`,
		`[ Event   "x" ]`:                    `[Event "x"]`,
		`[event "x"]`:                        `[Event "x"]`,
		"[WhiteElo \"?\"]\n[Annotator \"\"]": `[Annotator ""] [WhiteElo "?"]`,
		`[Date "2012.??.05"]`:                `[Date "2012.??.05"]`,
		`[Date "5.3.1999"]`:                  `[Date "5.3.1999"]`,
		`[Date "1999"]`:                      `[Date "1999.??.??"]`,
		`[UTCDate "2012.02.03"]`:             `[UTCDate "2012.02.03"]`,
		"[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]": `[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"] [SetUp "1"]`,
		"[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/7P/4K3 w KQ - 0 1\"]":                          `[FEN "4k3/8/8/8/8/8/7P/4K3 w - - 0 1"] [SetUp "1"]`,
		`[Result "1-0 (time)"]`: `[Result "1-0 (time)"]`,
		`[Variant "Standard"]`:  `[Variant "Standard"]`,
	} {
		games, said := readAll(t, in+"\n\n1. h4 *", true)
		if len(games) != 1 || !strings.Contains(games[0], want) {
			t.Errorf("%s is read as %q, want %s; %s", in, games, want, said)
		}
	}
	games, said := readAll(t, "[White \"a\"]\n[White \"b\"]\n[Black \"c\"\n\n1. e4", true)
	if fmt.Sprint(games) == "" || said != "!chess: line 2: a second tag White; !chess: line 3: the tag that begins here does not end" || !strings.Contains(games[0], `[White "a"] [Black "c"]`) {
		t.Errorf("%q, %s", games, said)
	}
}
