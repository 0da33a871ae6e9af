package proof

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/games/mnk"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/kit/gametest"
)

// verify verifies a proof in memory.
func verify[S any, M comparable, R Rules[S, M]](rules R, file []byte, root *S, o Options) (Header, Report, error) {
	r, err := Open(bytes.NewReader(file))
	if err != nil {
		return Header{}, Report{}, err
	}
	report, err := Verify[S, M](rules, r, root, o)
	return r.Header(), report, err
}

// sealed returns a file with a correct checksum.
func sealed(file []byte) []byte {
	body := file[:max(0, len(file)-sha256.Size)]
	sum := sha256.Sum256(body)
	return append(slices.Clone(body), sum[:]...)
}

// kindsOfGraphs are graphs in which positions are reached at several plies.
var kindsOfGraphs = []gametest.GraphSpec{
	{Vertices: 12, Width: 3},
	{Vertices: 30, Width: 4, Margins: 100},
	{Vertices: 60, Width: 5, Margins: 50},
	{Vertices: 20, Width: 3, Turns: gametest.Solitary},
}

// TestGraphs creates proofs about random graphs, all of which must be accepted, and changes
// them. A changed file that is accepted, after its checksum was corrected, must claim only what
// brute force finds true.
func TestGraphs(t *testing.T) {
	random := seeded.Rand(t, 1)
	accepted, refused := 0, map[error]int{}
	for seed := range uint64(300) {
		g := gametest.Sharp{Graph: gametest.NewGraph(random.Uint64(), kindsOfGraphs[seed%uint64(len(kindsOfGraphs))])}
		m := newMaker[gametest.GraphState, uint8](g, random)
		m.resting = int(seed % 3 * 10)
		root := g.Start()
		claims := m.claims(&root)
		file := m.proof(t, &root, claims...)
		believing := Options{Job: func(l Leaf) error {
			for i := range g.Len() {
				for _, mirrored := range []bool{false, true} {
					s := g.At(i)
					if s.Mirrored = mirrored; g.FormatPosition(&s) == l.Position && !l.Claim.Holds(l.Mover, m.truth(&s)) {
						return errors.New("false")
					}
				}
			}
			return nil
		}}
		h, report, err := verify[gametest.GraphState, uint8](g, file, &root, believing)
		if err != nil || !slices.Equal(h.Claims, claims) || report.Bytes != int64(len(file)) {
			t.Fatalf("%v, %+v\n%v", err, report, g)
		}
		for range 60 {
			changed := mutate(random.Uint64, file)
			if _, _, err := verify[gametest.GraphState, uint8](g, changed, &root, believing); err == nil {
				t.Fatalf("accepted though changed: %q of %q", changed, file)
			}
			h, _, err := verify[gametest.GraphState, uint8](g, sealed(changed), &root, believing)
			var place *Error
			switch {
			case err == nil:
				accepted++
				for _, c := range h.Claims {
					if !m.holds(c, &root) {
						t.Fatalf("a false proof of %v was accepted: %q\n%v", c, changed, g)
					}
				}
			case errors.Is(err, reason.ErrNewer):
				refused[reason.ErrNewer]++
			case !errors.As(err, &place) || !errors.Is(err, ErrWrong) && !errors.Is(err, ErrDamaged):
				t.Fatalf("refused without a place: %v", err)
			default:
				refused[place.Err]++
			}
		}
	}
	if accepted < 50 || refused[ErrWrong] < 500 || refused[ErrDamaged] < 5000 {
		t.Errorf("%d changed proofs accepted, %v refused: the test tests little", accepted, refused)
	}
}

// mutate returns a file with a changed, removed or added byte, or a truncated file.
func mutate(number func() uint64, file []byte) []byte {
	out := slices.Clone(file)
	at := int(number() % uint64(len(out)))
	switch number() % 6 {
	case 0:
		return slices.Delete(out, at, at+1)
	case 1:
		return slices.Insert(out, at, byte(number()))
	case 2:
		return out[:at]
	case 3: // a digit of the header, or a record
		out[at] ^= 1
	default:
		out[at] ^= 1 << (number() % 8)
	}
	return out
}

// TestFalseClaims checks that trees for weaker claims and for other positions are rejected.
func TestFalseClaims(t *testing.T) {
	random := seeded.Rand(t, 2)
	for range 200 {
		g := gametest.Sharp{Graph: gametest.NewGraph(random.Uint64(), gametest.GraphSpec{Vertices: 40, Width: 4, Margins: 100})}
		m := newMaker[gametest.GraphState, uint8](g, random)
		root := g.Start()
		for _, c := range m.claims(&root) {
			file := string(m.proof(t, &root, c))
			n, _ := c.AtLeast.Points()
			if c.AtLeast == AWin {
				n = 1
			}
			better := fmt.Sprintf("%+d", n+1)
			stronger := sealed([]byte(strings.Replace(file, `"`+c.Least()+`"`, `"`+better+`"`, 1)))
			if _, _, err := verify[gametest.GraphState, uint8](g, stronger, &root, Options{}); !errors.Is(err, ErrWrong) {
				t.Fatalf("%v with %s: %v", c, better, err)
			}
			for i := range g.Len() {
				other := g.At(i)
				_, _, err := verify[gametest.GraphState, uint8](g, []byte(file), &other, Options{})
				if err == nil && !m.holds(c, &other) {
					t.Fatalf("%v proven of %d too", c, i)
				}
			}
		}
	}
}

// TestReport checks the counts of a proof's parts.
func TestReport(t *testing.T) {
	rules, err := mnk.New(mnk.Spec{M: 3, N: 3, K: 3})
	if err != nil {
		t.Fatal(err)
	}
	m := newMaker[mnk.Position, mnk.Move](rules, seeded.Rand(t, 3))
	root := rules.Start()
	claims := []Claim{{game.First, ADraw}, {game.Second, ADraw}}
	file := m.proof(t, &root, claims...)
	_, r, err := verify[mnk.Position, mnk.Move](rules, file, &root, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Records != r.Ends+r.Known+r.Rests+r.Choices+r.Replies || r.Rests != 0 || r.Known == 0 || r.Longest != 9 {
		t.Errorf("%+v", r)
	}
	m.resting = 100
	_, r, err = verify[mnk.Position, mnk.Move](rules, m.proof(t, &root, claims[0]), &root, Options{Job: believe})
	if err != nil || r.Rests != 1 || r.Records != 1 {
		t.Errorf("a proof by one job: %+v, %v", r, err)
	}
}

// TestPlaces checks the places of errors.
func TestPlaces(t *testing.T) {
	rules, err := mnk.New(mnk.Spec{M: 3, N: 3, K: 3})
	if err != nil {
		t.Fatal(err)
	}
	root, err := rules.ParsePosition("XX-/OO-/--- X") // c1 wins at once
	if err != nil {
		t.Fatal(err)
	}
	moves, _ := rules.Moves(&root, nil)
	number := func(text string) int {
		for i, move := range moves {
			if rules.FormatMove(&root, move) == text {
				return i
			}
		}
		t.Fatalf("no move %s", text)
		return -1
	}
	win, draw := Claim{game.First, AWin}, Claim{game.First, ADraw}
	for _, tt := range []struct {
		claim Claim
		write func(w *Writer)
		want  string // part of the error; none if it is accepted
	}{
		{win, func(w *Writer) { w.Choose(number("c1")); w.End() }, ""},
		{win, func(w *Writer) { w.Choose(number("c2")); w.End() }, "after c2: the game is ongoing there (not proven)"},
		{win, func(w *Writer) { w.Choose(len(moves)) }, "move 5 of 5 is chosen"},
		{win, func(w *Writer) { w.All(len(moves)) }, "one is to be chosen"},
		{win, func(w *Writer) { w.Known() }, "is not proven above"},
		{win, func(w *Writer) { w.Choose(number("c1")); w.Rests("x") }, "after c1: the game is loss there"},
		{win, func(w *Writer) { w.Choose(number("c1")); w.End(); w.End() }, "the checksum is another (damaged"},
		{win, func(w *Writer) { w.Choose(number("c1")) }, "(damaged"},
		{win, func(w *Writer) { w.Choose(number("c3")); w.Choose(0) }, "after c3: one move is chosen where second moves"},
		{win, func(w *Writer) { w.Choose(number("c3")); w.All(3) }, "after c3: 3 replies of 4"},
		{Claim{game.Second, ADraw}, func(w *Writer) { w.All(5); w.End() }, ""},
		{draw, func(w *Writer) { w.record(kindEnd, 1) }, "the game is ongoing"},
		{draw, func(w *Writer) { w.Choose(number("c1")); w.record(kindEnd, 1) }, "an end with number 1"},
		{draw, func(w *Writer) { w.record(kindKnown, 2) }, "a known position with number 2"},
		{draw, func(w *Writer) { w.record(kindRests, 0) }, "the name of a job of 0 bytes"},
		{draw, func(w *Writer) { w.record(kindRests, 200) }, "within the name of a job"},
		{draw, func(w *Writer) { w.record(kinds, 0) }, "a record of kind 5"},
		{draw, func(w *Writer) { w.record(kindChoose, maxNumber+1) }, "with number 1048577"},
	} {
		var file bytes.Buffer
		w, err := NewWriter(&file, Header{Game: "test", Position: rules.FormatPosition(&root), Claims: []Claim{tt.claim}})
		if err != nil {
			t.Fatal(err)
		}
		tt.write(w)
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		_, _, err = verify[mnk.Position, mnk.Move](rules, file.Bytes(), &root, Options{})
		switch {
		case tt.claim.Attacker == game.Second:
			// After all but c1 the game goes on, after that it is lost.
			if err == nil {
				t.Errorf("%v: accepted", tt.claim)
			}
		case (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want):
			t.Errorf("%v, want %q", err, tt.want)
		}
	}
}

// TestHeaders checks that invalid headers of proofs are refused as damaged.
func TestHeaders(t *testing.T) {
	for _, text := range []string{
		"", "{}", "{}\n", "null\n", strings.Repeat(" ", maxHeader) + "\n",
		`{"schema":"ply.proof/2","game":"g","position":"p","claims":[{"attacker":"first","at_least":"win"}]}` + "\n",
		`{"schema":"ply.proof/1","game":"g","position":"p","claims":[]}` + "\n",
		`{"schema":"ply.proof/1","game":"g","position":"p","claims":[{"attacker":"third","at_least":"win"}]}` + "\n",
		`{"schema":"ply.proof/1","game":"g","position":"p","claims":[{"attacker":"first","at_least":"10000000"}]}` + "\n",
		`{"schema":"ply.proof/1","game":"g","position":"p","claims":[{"attacker":"first","at_least":"win"}]} {}` + "\n",
		`{"schema":"ply.proof/1","game":"g","position":"p","claims":[{"attacker":"first","at_least":"win"}],"more":1}` + "\n",
		`{"schema":"ply.proof/1","game":"g","position":"p","claims":[null]}` + "\n",
		`{"schema":"ply.proof/1","game":"g","position":"p","claims":[{"attacker":"first","at_least":"win"},{"attacker":"first","at_least":"win"},{"attacker":"first","at_least":"win"}]}` + "\n",
	} {
		want := ErrDamaged
		if strings.Contains(text, "ply.proof/2") {
			want = reason.ErrNewer
		}
		if _, err := Open(strings.NewReader(text)); !errors.Is(err, want) {
			t.Errorf("%.80q: %v", text, err)
		}
	}
}

// believe accepts all results.
func believe(Leaf) error { return nil }

// TestUnchecked checks that leaves that rest on jobs are rejected if nothing checks them.
func TestUnchecked(t *testing.T) {
	rules, err := mnk.New(mnk.Spec{M: 3, N: 3, K: 3})
	if err != nil {
		t.Fatal(err)
	}
	m := newMaker[mnk.Position, mnk.Move](rules, seeded.Rand(t, 6))
	m.resting = 100
	root := rules.Start()
	file := m.proof(t, &root, Claim{game.First, ADraw})
	if _, _, err := verify[mnk.Position, mnk.Move](rules, file, &root, Options{}); !errors.Is(err, ErrWrong) {
		t.Errorf("%v, want %v", err, ErrWrong)
	}
}

// TestDoubledKeys checks that a header with a repeated key is rejected, whatever the case of
// its letters.
func TestDoubledKeys(t *testing.T) {
	const head = `{"schema":"ply.proof/1","game":"g","position":"p","claims":[{"attacker":"first","at_least":"win"}]`
	for _, more := range []string{`,"game":"h"}`, `,"Game":"h"}`, `,"jobs":{"kind":"solve","options":{"tt":1,"TT":2}}}`, `,"jobs":[{"a":1,"a":1}]}`} {
		if _, err := Open(strings.NewReader(head + more + "\n")); !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), "twice") {
			t.Errorf("%s: %v", more, err)
		}
	}
	for _, more := range []string{`}`, `,"jobs":{"kind":"solve","window":{"alpha":0,"beta":1},"options":{"tt":1}}}`} {
		if _, err := Open(strings.NewReader(head + more + "\n")); err != nil {
			t.Errorf("%s: %v", more, err)
		}
	}
}

func TestWriterRefuses(t *testing.T) {
	for _, h := range []Header{
		{},
		{Claims: []Claim{{game.First, 7}}},
		{Claims: []Claim{{game.First, game.Margin(1)}}}, // it is AWin
		{Claims: []Claim{{7, AWin}}},
		{Claims: []Claim{{game.First, AWin}}, Position: strings.Repeat("x", maxHeader)},
	} {
		if _, err := NewWriter(new(bytes.Buffer), h); err == nil {
			t.Errorf("%.80v is taken", h)
		}
	}
	for length, taken := range map[int]bool{0: false, 1: true, maxName: true, maxName + 1: false} {
		w, err := NewWriter(new(bytes.Buffer), Header{Claims: []Claim{{game.First, AWin}}})
		if err != nil {
			t.Fatal(err)
		}
		if w.Rests(strings.Repeat("x", length)); (w.Close() == nil) != taken {
			t.Errorf("a job whose name has %d bytes: written %t", length, !taken)
		}
	}
}

// TestLongest reads a proof with the longest header and the longest name of a job.
func TestLongest(t *testing.T) {
	rules, err := mnk.New(mnk.Spec{M: 3, N: 3, K: 3})
	if err != nil {
		t.Fatal(err)
	}
	root, claims := rules.Start(), []Claim{{game.First, ADraw}}
	line, err := json.Marshal(Header{Schema: schema, Claims: claims})
	if err != nil {
		t.Fatal(err)
	}
	for spare := range 3 {
		var file bytes.Buffer
		w, err := NewWriter(&file, Header{Claims: claims, Position: strings.Repeat("x", maxHeader-len(line)-spare)})
		if taken := spare > 0; (err == nil) != taken {
			t.Fatalf("a header of %d bytes less than the limit: %v", spare, err)
		} else if !taken {
			continue
		}
		w.Rests(strings.Repeat("y", maxName))
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if _, _, err := verify[mnk.Position, mnk.Move](rules, file.Bytes(), &root, Options{Job: believe}); err != nil {
			t.Errorf("%.200s", err)
		}
	}
}

// TestRepeats checks that games whose positions may recur are refused.
func TestRepeats(t *testing.T) {
	rules := draughts.Rules{Variant: draughts.Russian}
	root := rules.Start()
	var file bytes.Buffer
	w, err := NewWriter(&file, Header{Claims: []Claim{{game.First, ADraw}}})
	if err != nil {
		t.Fatal(err)
	}
	w.Rests("x")
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if _, _, err := verify[draughts.Position, draughts.Move](rules, file.Bytes(), &root, Options{}); !errors.Is(err, ErrRepeats) {
		t.Errorf("%v, want %v", err, ErrRepeats)
	}
}

// TestImages folds positions of games that have symmetries.
func TestImages(t *testing.T) {
	t.Run("othello", func(t *testing.T) { images[othello.Position, othello.Move](t, othello.Rules{}) })
	t.Run("connect4", func(t *testing.T) {
		rules, err := connect4.New(7, 6)
		if err != nil {
			t.Fatal(err)
		}
		images[connect4.State, connect4.Move](t, rules)
	})
}

func images[S any, M comparable, R interface {
	Rules[S, M]
	game.Symmetric[S, M]
	game.Starter[S]
}](t *testing.T, rules R,
) {
	random := seeded.Rand(t, 4)
	canon := NewCanon[S, M](rules)
	texts := map[string]bool{}
	for range 20 {
		s := rules.Start()
		for range random.IntN(70) {
			moves, status := rules.Moves(&s, nil)
			if status.Over() {
				break
			}
			rules.Play(&s, &s, moves[random.IntN(len(moves))])
		}
		var none M // a game that is over has no move
		want := canon.Key(&s)
		texts[canon.Text(&s)] = true
		for k := 0; ; k++ {
			var image S
			if _, ok := rules.Image(&image, &s, none, k); !ok {
				break
			}
			if canon.Key(&image) != want {
				t.Fatalf("image %d of %s has another key", k, rules.FormatPosition(&s))
			}
		}
	}
	if len(texts) < 10 {
		t.Errorf("%d positions: the test tests little", len(texts))
	}
}

// TestClaims compares claims with their windows and denials.
func TestClaims(t *testing.T) {
	values := []game.Score{game.LossIn(4), game.LossIn(9), game.Margin(-3), game.Margin(-1), 0, game.Margin(1), game.Margin(2), game.WinIn(9), game.WinIn(1)}
	for _, text := range []string{"win", "draw", "+1", "+0", "-1", "+2", "-3", "5"} {
		atLeast, err := ParseLeast(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, attacker := range []game.Player{game.First, game.Second} {
			c := Claim{attacker, atLeast}
			if !c.valid() || !c.Denial().valid() || c.Denial().Denial() != c {
				t.Errorf("%v, denied by %v", c, c.Denial())
			}
			for _, mover := range []game.Player{game.First, game.Second} {
				w := c.Window(mover)
				for _, v := range values {
					holds := c.Holds(mover, v)
					if want := (w.Bound(v) == game.Lower) == (mover == attacker); holds != want {
						t.Errorf("%v, a value of %v for %v: %v, by its window %v", c, v, mover, holds, w)
					}
					if c.Denial().Holds(mover, v) == holds || c.Meets(mover, v, v) != holds || c.Fails(mover, v, v) == holds {
						t.Errorf("%v, a value of %v for %v: %v, and so is the denial", c, v, mover, holds)
					}
				}
				if c.Meets(mover, -game.Infinity, game.Infinity) || c.Fails(mover, -game.Infinity, game.Infinity) {
					t.Errorf("%v follows from nothing", c)
				}
			}
		}
	}
	for _, n := range []int{-game.MaxMargin, game.MaxMargin} {
		if v, err := ParseLeast(strconv.Itoa(n)); err != nil || v != game.Margin(n) {
			t.Errorf("%d is read as %v, %v", n, v, err)
		}
	}
	for _, text := range []string{"", "won", "1.5", "10000000", "-10000000", "+", "w"} {
		if v, err := ParseLeast(text); err == nil {
			t.Errorf("%q is read as %v", text, v)
		}
	}
}

func FuzzVerify(f *testing.F) {
	rules, err := mnk.New(mnk.Spec{M: 3, N: 3, K: 3})
	if err != nil {
		f.Fatal(err)
	}
	root, err := rules.ParsePosition("X--/-O-/--X O")
	if err != nil {
		f.Fatal(err)
	}
	m := newMaker[mnk.Position, mnk.Move](rules, seeded.Rand(f, 5))
	f.Add(m.proof(f, &root, m.claims(&root)...))
	m.resting = 10
	f.Add(m.proof(f, &root, Claim{game.First, ADraw}))
	f.Fuzz(func(t *testing.T, file []byte) {
		for _, file := range [][]byte{file, sealed(file)} {
			h, r, err := verify[mnk.Position, mnk.Move](rules, file, &root, Options{})
			if err != nil || r.Rests > 0 {
				continue
			}
			for _, c := range h.Claims {
				if !m.holds(c, &root) {
					t.Errorf("a false proof of %v was accepted", c)
				}
			}
		}
	})
}
