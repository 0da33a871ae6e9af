package othellorecord_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othellorecord"
)

const startBoard = "---------------------------OX------XO---------------------------"

// format returns the notation of that name on the board of r.
func format(t testing.TB, r othello.Rules, name string) othellorecord.Codec {
	t.Helper()
	for _, f := range othellorecord.Codecs(r) {
		if f.Name == name {
			return f
		}
	}
	t.Fatalf("no format %q on the board of %d", name, r.Size())
	panic("unreachable")
}

func sized(t testing.TB, size int) othello.Rules {
	t.Helper()
	r, ok := othello.Sized(size)
	if !ok {
		t.Fatalf("no board of size %d", size)
	}
	return r
}

// randomGame plays a random game, or the beginning of one.
func randomGame(r othello.Rules, rng *rand.Rand) othellorecord.Record {
	record := othellorecord.Record{Start: r.Start()}
	s := record.Start
	moves, status := r.Moves(&s, nil)
	for plies := rng.IntN(80); plies > 0 && !status.Over(); plies-- {
		m := moves[rng.IntN(len(moves))]
		record.Moves = append(record.Moves, m)
		r.Play(&s, &s, m)
		moves, status = r.Moves(&s, nil)
	}
	return record
}

// randomPosition plays up to plies random moves from the start.
func randomPosition(r othello.Rules, rng *rand.Rand, plies int) othello.Position {
	s := r.Start()
	for range plies {
		moves, status := r.Moves(&s, nil)
		if status.Over() {
			break
		}
		r.Play(&s, &s, moves[rng.IntN(len(moves))])
	}
	return s
}

// TestGamesRoundTrip writes games with all that is known of them and reads
// them back.
func TestGamesRoundTrip(t *testing.T) {
	for _, size := range []int{8, 6} {
		r := sized(t, size)
		for _, f := range othellorecord.Codecs(r) {
			if f.Name == "obf" || f.Name == "board" {
				continue
			}
			rng := rand.New(rand.NewPCG(1, uint64(size)))
			var games []othellorecord.Record
			for range 50 {
				g := randomGame(r, rng)
				if f.Name != "wtb" {
					g.Players, g.Place, g.Date = [2]string{`A]\B`, "Ōta"}, "Tōkyō", "2024-05-31"
				}
				games = append(games, g)
			}
			back := roundTrip(t, f, games)
			for i, g := range games {
				if b := back[i]; b.Start != g.Start || !reflect.DeepEqual(b.Moves, g.Moves) || b.Players != g.Players || b.Place != g.Place {
					t.Errorf("%s: game %d of size %d is read back as %+v, want %+v", f.Name, i, size, b, g)
				}
			}
		}
	}
}

func roundTrip(t *testing.T, f othellorecord.Codec, games []othellorecord.Record) []othellorecord.Record {
	t.Helper()
	var text bytes.Buffer
	if err := f.Write(&text, games); err != nil {
		t.Fatal(err)
	}
	back, err := f.Read(text.Bytes())
	if err != nil || len(back) != len(games) {
		t.Fatalf("%s: %d games, %v, want %d of\n%s", f.Name, len(back), err, len(games), &text)
	}
	return back
}

// TestPositionsRoundTrip does the same with positions.
func TestPositionsRoundTrip(t *testing.T) {
	for _, size := range []int{8, 6, 4} {
		r := sized(t, size)
		for _, f := range othellorecord.Codecs(r) {
			if f.Name == "wtb" {
				continue
			}
			rng := rand.New(rand.NewPCG(2, uint64(size)))
			var games []othellorecord.Record
			for range 50 {
				s := randomPosition(r, rng, 1+rng.IntN(size*size-5))
				if !r.Status(&s).Over() { // a picture of a finished board has no side to move
					games = append(games, othellorecord.Record{Start: s})
				}
			}
			for i, b := range roundTrip(t, f, games) {
				if b.Start != games[i].Start {
					t.Errorf("%s: %+v is read back as %+v", f.Name, games[i].Start, b.Start)
				}
			}
		}
	}
}

const ggf = `(;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[Saio1200]PW[Saio3000]RB[2197.01]TI[05:00//02:00]
TY[8]RE[+12.00:r]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]
B[f5//0.5]W[D6/-1.25/3]B[c3/2.0]W[d3]B[c4];)`

func TestParseGGF(t *testing.T) {
	r := othello.Rules{}
	games, err := format(t, r, "ggf").Read([]byte("2 " + ggf + "\n" + ggf))
	if err != nil || len(games) != 2 {
		t.Fatalf("%d games, %v, want 2", len(games), err)
	}
	g := games[1]
	if got := r.FormatMoves(g.Moves); got != "f5d6c3d3c4" {
		t.Errorf("moves %s, want f5d6c3d3c4", got)
	}
	want := record.Notes{1: {Time: record.Span(time.Second / 2)}, 2: {Eval: "-1.25", Time: record.Span(3 * time.Second)}, 3: {Eval: "2.0"}}
	if !reflect.DeepEqual(g.Notes, want) {
		t.Errorf("notes %v, want %v", g.Notes, want)
	}
	if g.Players != [2]string{"Saio1200", "Saio3000"} || g.Place != "GGS/os" || g.Date != "2003-12-15" || g.Result != "+12:r" || g.Tags["ggf.RB"] != "2197.01" {
		t.Errorf("heading %+v", g.Heading)
	}
	if again := roundTrip(t, format(t, r, "ggf"), games); !reflect.DeepEqual(again, games) {
		t.Errorf("%+v is read back as %+v", games, again)
	}
}

// TestGGFComments reads what is said of a game, its beginning and a move.
func TestGGFComments(t *testing.T) {
	r := othello.Rules{}
	const said = `(;GM[Othello]TY[8]CO[a final]CO[with \]]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]CO[now]B[f5]W[d6/2]CO[tiger]CO[or cat];)`
	games, err := format(t, r, "ggf").Read([]byte(said))
	if err != nil {
		t.Fatal(err)
	}
	want := record.Notes{0: {Text: "now"}, 2: {Eval: "2", Text: "tiger\nor cat"}}
	if g := games[0]; g.Comment != "a final\nwith ]" || !reflect.DeepEqual(g.Notes, want) {
		t.Errorf("comment %q, notes %v, want %v", g.Comment, g.Notes, want)
	}
	if again := roundTrip(t, format(t, r, "ggf"), games); !reflect.DeepEqual(again, games) {
		t.Errorf("%+v is read back as %+v", games, again)
	}
}

func TestParseGGFErrors(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", "no game in the file"},
		{"(;GM[Othello]B[f5]", "othello: line 1: the game that begins here does not end"},
		{"(;GM[Othello]\nB[f5", "othello: line 2: the value that begins here does not end"},
		{"(;GM[Amazons];)", `othello: line 1: GM: "Amazons", want Othello`},
		{"(;GM[Othello]TY[8ar14];)", `othello: line 1: TY: "8ar14" is an anti-game, in which fewer discs win: not Othello as it is played here`},
		{"(;GM[Othello]TY[8k];)", `othello: line 1: TY: "8k" is a game with komi, whose sides are auctioned: not Othello as it is played here`},
		{"(;GM[Othello]KB[f5/1];)", "othello: line 1: KB: a game with komi, whose sides are auctioned: not Othello as it is played here"},
		{"(;GM[Othello]BO[10 ---- *];)", `othello: line 1: BO: board of size "10", want 8`},
		{"(;GM[Othello]BO[8 --q- *];)", "othello: line 1: BO: othello: 5 squares, want 64"},
		{"(;GM[Othello]B[f5]\nW[f5];)", "othello: line 2: W: move 2, f5: illegal move"},
		{"(;GM[Othello]W[f5];)", "othello: line 1: W: X is to move"},
		{"(;GM[Othello]B[z9];)", `othello: line 1: B: "z9", want a1 to h8 or pass`},
		{"(;GM[Othello]!;)", `othello: line 1: "!;)", want a property such as B[f5]`},
	}
	for _, tt := range tests {
		if _, err := format(t, othello.Rules{}, "ggf").Read([]byte(tt.text)); err == nil || err.Error() != tt.want {
			t.Errorf("%q: %v, want %s", tt.text, err, tt.want)
		}
	}
}

func TestParseSGF(t *testing.T) {
	r := othello.Rules{}
	tests := []struct{ text, moves, start string }{
		{"(;GM[2]SZ[8];B[f5];W[d6];B[c3])", "f5d6c3", ""},
		{"(;GM[2];B[fe];W[df];B[cc])", "f5d6c3", ""},
		{"(;GaMe[2];Black[F5](;W[d6];B[c3](;W[d3])(;W[g5]))(;W[f6]))", "f5d6c3d3", ""},
		{"(;GM[2]AE[d4][e4]AB[d4:e4])", "", "---------------------------XX------XO--------------------------- X"},
		{"(;GM[2]AB[a1]PL[W];W[c5])", "c5", "X--------------------------OX------XO--------------------------- O"},
		{"(;GM[2]AB[a1];W[c5])", "c5", "X--------------------------OX------XO--------------------------- O"},
	}
	for _, tt := range tests {
		games, err := format(t, r, "sgf").Read([]byte(tt.text))
		if err != nil || len(games) != 1 {
			t.Errorf("%q: %d games, %v, want 1", tt.text, len(games), err)
			continue
		}
		g := games[0]
		start := r.FormatPosition(&g.Start)
		if got := r.FormatMoves(g.Moves); got != tt.moves || tt.start != "" && start != tt.start {
			t.Errorf("%q: moves %s from %s, want %s from %s", tt.text, got, start, tt.moves, tt.start)
		}
	}
}

func TestParseSGFHeading(t *testing.T) {
	r := othello.Rules{}
	const text = `(;GM[2]PB[A\]B]PW[C\\D]EV[WOC]RO[3]DT[2024-05-31]RE[W+R]AP[Quarry]C[before];C[first\: good]B[f5];W[d6]C[two
lines](;B[c3])(;B[g5];W[a1]))`
	games, lost := partly(t, format(t, r, "sgf"), text)
	if lost != "othello: line 2: B: move 1, g5: illegal move; othello: line 2: a variation that replaces no move is left out" {
		t.Errorf("lost: %s", lost)
	}
	g := games[0]
	if g.Players != [2]string{"A]B", `C\D`} || g.Event != "WOC" || g.Round != "3" || g.Date != "2024-05-31" || g.Result != "-:r" {
		t.Errorf("heading %+v", g.Heading)
	}
	if want := (record.Notes{0: {Text: "before"}, 1: {Text: "first: good"}, 2: {Text: "two\nlines"}}); !reflect.DeepEqual(g.Notes, want) {
		t.Errorf("notes %v, want %v", g.Notes, want)
	}
	if g.Tags["sgf.AP"] != "Quarry" {
		t.Errorf("tags %v", g.Tags)
	}
	if again := roundTrip(t, format(t, r, "sgf"), games); !reflect.DeepEqual(again, games) {
		t.Errorf("%+v is read back as %+v", games, again)
	}
}

// partly reads games, and returns what is said of their lost parts. It takes that from the games.
func partly(t *testing.T, c othellorecord.Codec, text string) (games []othellorecord.Record, lost string) {
	t.Helper()
	var said []string
	for g, err := range c.Games(strings.NewReader(text)) {
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range g.Remarks {
			said = append(said, r.Err.Error())
		}
		g.Remarks = nil
		games = append(games, g)
	}
	return games, strings.Join(said, "; ")
}

// TestSGFVariations reads variations in variations with their notes, and writes them.
func TestSGFVariations(t *testing.T) {
	r := othello.Rules{}
	const text = `(;GM[2];B[f5]C[begin](;W[d6];B[c3](;W[d3])(;W[g5]C[wild](;B[f6])(;B[g6]C[deep];W[e3])))(;C[else]W[f6];B[e6])(;W[f4])(;W[a1])(;C[only words]))`
	games, lost := partly(t, format(t, r, "sgf"), text)
	if strings.Count(lost, "is left out") != 2 || strings.Count(lost, "illegal") != 1 {
		t.Errorf("lost: %s", lost)
	}
	var lines func(s othello.Position, moves []othello.Move, list []othellorecord.Variation, before string) []string
	lines = func(s othello.Position, moves []othello.Move, list []othellorecord.Variation, before string) (all []string) {
		for _, v := range list {
			from := s
			for _, m := range moves[:v.At] {
				r.Play(&from, &from, m)
			}
			name := before + fmt.Sprint(v.At) + ":" + r.FormatMoves(v.Moves)
			all = append(all, name+" "+v.Notes[len(v.Moves)].Text)
			all = append(all, lines(from, v.Moves, v.Variations, name+"/")...)
		}
		return all
	}
	g := games[0]
	got := lines(g.Start, g.Moves, g.Variations, "")
	if want := []string{"3:g5f6 ", "3:g5f6/1:g6e3 ", "1:f6e6 ", "1:f4 "}; r.FormatMoves(g.Moves) != "f5d6c3d3" || !slices.Equal(got, want) {
		t.Errorf("%s with %q, want %q", r.FormatMoves(g.Moves), got, want)
	}
	if v := g.Variations; v[0].Notes[1].Text != "wild" || v[0].Variations[0].Notes[1].Text != "deep" || v[1].Notes[1].Text != "else" {
		t.Errorf("notes %v, %v, %v", v[0].Notes, v[0].Variations[0].Notes, v[1].Notes)
	}
	if again := roundTrip(t, format(t, r, "sgf"), games); !reflect.DeepEqual(again, games) {
		t.Errorf("%+v is read back as %+v", games, again)
	}
	games, lost = partly(t, format(t, r, "sgf"), "(;GM[2];B[f5](;W[d6])(;W[f4];AB[h8]B[g3])(;AB[h8]W[f6];B[e6]))")
	if v := games[0].Variations; strings.Count(lost, "placed by hand") != 2 || len(v) != 1 || r.FormatMoves(v[0].Moves) != "f4" {
		t.Errorf("discs placed in variations: %v, lost: %s", v, lost)
	}
	if _, err := format(t, r, "sgf").Read([]byte(strings.Repeat("(;GM[2]", 2000))); err == nil {
		t.Error("2000 brackets are read")
	}
}

func TestParseSGFErrors(t *testing.T) {
	tests := []struct{ text, want string }{
		{"(;GM[1];B[aa])", `othello: line 1: GM: "1", want 2, the number of Othello`},
		{"(;GM[2]SZ[10])", `othello: line 1: SZ: board of size "10", want 8`},
		{"(;GM[2];B[f5]\n;AB[a1])", "othello: line 2: AB: discs are placed by hand after the first move"},
		{"(;GM[2]AB[z1])", `othello: line 1: AB: "z1", want a1 to h8`},
		{"(;GM[2]PL[x])", `othello: line 1: PL: "x", want B or W`},
		{"(;GM[2];B[f9])", `othello: line 1: B: "f9", want a1 to h8 or nothing for a pass`},
		{"(;GM[2];B[f5];B[d6])", "othello: line 1: B: O is to move"},
		{"(;GM[2];B[])", "othello: line 1: B: move 1, pass: illegal move"},
	}
	for _, tt := range tests {
		if _, err := format(t, othello.Rules{}, "sgf").Read([]byte(tt.text)); err == nil || err.Error() != tt.want {
			t.Errorf("%q: %v, want %s", tt.text, err, tt.want)
		}
	}
}

func TestResults(t *testing.T) {
	r := othello.Rules{}
	for _, tt := range []struct{ result, ggf, sgf string }{
		{"+12", "RE[+12.00]", "RE[B+12]"},
		{"-4:t", "RE[-4.00:t]", "RE[W+T]"},
		{"+:r", "RE[+64.00:r]", "RE[B+R]"},
		{"0", "RE[+0.00]", "RE[0]"},
	} {
		g := []othellorecord.Record{{Start: r.Start(), Heading: record.Heading{Result: tt.result}}}
		var inGGF, inSGF strings.Builder
		if err := format(t, r, "ggf").Write(&inGGF, g); err != nil || !strings.Contains(inGGF.String(), tt.ggf) {
			t.Errorf("%s: %s, %v, want %s", tt.result, &inGGF, err, tt.ggf)
		}
		if err := format(t, r, "sgf").Write(&inSGF, g); err != nil || !strings.Contains(inSGF.String(), tt.sgf) {
			t.Errorf("%s: %s, %v, want %s", tt.result, &inSGF, err, tt.sgf)
		}
	}
}

func TestParsePictures(t *testing.T) {
	r := othello.Rules{}
	board := format(t, r, "board")
	start := r.Start()
	const rows = "--------\n--------\n--------\n---OX---\n---XO---\n--------\n--------\n--------\n"
	framed := "+-+-+-+-+-+-+-+-+\n"
	for row := range strings.Lines(rows) {
		framed += "|" + strings.Join(strings.Split(strings.ReplaceAll(strings.TrimSpace(row), "-", " "), ""), "|") + "|\n+-+-+-+-+-+-+-+-+\n"
	}
	for _, text := range []string{
		rows + "X to move\n",
		r.Draw(&start),
		"Black to play:\n\n" + strings.NewReplacer("X", "●", "O", "○", "-", "·").Replace(rows),
		strings.NewReplacer("X", "*", "-", ".").Replace(rows) + "Turn: *\n",
		strings.NewReplacer("X", "#").Replace(rows) + "#\n",
		framed + "next: black",
		strings.ReplaceAll(r.Draw(&start), "\n", "\r\n"),
	} {
		boards, err := board.Read([]byte(text))
		if err != nil || len(boards) != 1 || boards[0].Start != start {
			t.Errorf("%s\nis read as %+v, %v, want the start", text, boards, err)
		}
		if !board.Detect([]byte(text)) {
			t.Errorf("%s\nis not recognised", text)
		}
	}
	for text, want := range map[string]string{
		rows:                             "othello: line 8: the board is not followed by whose turn it is: want a line such as X to move",
		rows + rows:                      "othello: line 9: the board is not followed by whose turn it is: want a line such as X to move",
		"--------\n--------\nX to move":  "othello: line 3: the board ends after 2 of its 8 ranks",
		"f5d6c3":                         "no game in the file",
		strings.Repeat("X", 70) + "\n\n": "no game in the file",
	} {
		if _, err := board.Read([]byte(text)); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestWriteProblems(t *testing.T) {
	obf := format(t, othello.Rules{}, "obf")
	const text = startBoard + " X; D3:+2; c4:-4;\n" + startBoard + " X % a comment\n" + startBoard + " X;\n"
	var out strings.Builder
	games, err := obf.Read([]byte("% problems\n\n" + text))
	if err == nil {
		err = obf.Write(&out, games)
	}
	if err != nil || out.String() != text {
		t.Errorf("got\n%s, %v, want\n%s", &out, err, text)
	}
}

// TestNotesLikeTimes writes notes whose texts look like times and evaluations.
// TestSGFSigns reads the properties that judge moves, before and after the move of their node, and
// writes them.
func TestSGFSigns(t *testing.T) {
	f := format(t, othello.Rules{}, "sgf")
	games, err := f.Read([]byte("(;GM[2];TE[1]B[f5];W[d6]TE[2]C[x];B[c3]BM[1](;W[d3]BM[2])(;W[g5]IT[];B[f6]DO[]))"))
	if err != nil {
		t.Fatal(err)
	}
	g := games[0]
	got := []string{g.Notes[1].Sign, g.Notes[2].Sign + g.Notes[2].Text, g.Notes[3].Sign, g.Notes[4].Sign, g.Variations[0].Notes[1].Sign, g.Variations[0].Notes[2].Sign}
	if want := []string{"!", "!!x", "?", "??", "!?", "?!"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	g.Notes[1] = record.Note{Sign: "$7", Text: "time pressure"}
	if again := roundTrip(t, f, games); !reflect.DeepEqual(again, games) {
		t.Errorf("%+v is read back as %+v", games, again)
	}
}

func TestNotesLikeTimes(t *testing.T) {
	f, moves := format(t, othello.Rules{}, "sgf"), "(;GM[2];B[f5];W[d6])"
	games, err := f.Read([]byte(moves))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"1 s", "eval +2", "eval +2, 1 s\nx", "0 s", "0 s\n1 s", "0 s\n0 s\neval +1", "2.5 s\n1 s"} {
		for _, n := range []record.Note{{Text: text}, {Eval: "+1.5", Text: text}, {Time: record.Span(time.Second), Text: text}} {
			games[0].Notes = record.Notes{1: n}
			if again := roundTrip(t, f, games); !reflect.DeepEqual(again, games) {
				t.Errorf("%+v is read back as %+v", n, again[0].Notes)
			}
		}
	}
}

// TestSecondsAreDecimal writes times as they were read, not as sums of whole seconds
// and fractions come out.
func TestSecondsAreDecimal(t *testing.T) {
	const game = "(;GM[Othello]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[F5//1.676]W[D6/-0.5/0.29];)\n"
	f := format(t, othello.Rules{}, "ggf")
	var out strings.Builder
	games, err := f.Read([]byte(game))
	if err == nil {
		err = f.Write(&out, games)
	}
	if err != nil || out.String() != game {
		t.Errorf("%v, %swant %s", err, &out, game)
	}
}
