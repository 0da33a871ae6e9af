package cube

import (
	"strings"
	"testing"

	"github.com/plywood-go/plywood/internal/seeded"
)

// TestNotation compares moves in all notations with plain turns of faces.
func TestNotation(t *testing.T) {
	p := New(nil)
	for text, want := range map[string]string{
		"R U2' F’ L′ D3": "R U2 F' L' D'",
		"RU'F2":          "R U' F2",
		"R2' U'2":        "R2 U2",
		"(R U R' U')3":   "R U R' U' R U R' U' R U R' U'",
		"(R U)'":         "U' R'",
		"(R (U F)2)2'":   "F' U' F' U' R' F' U' F' U' R'",
		"(R U R' U')6":   "R R'",
		"(R U)105":       "R R'",
		"(R U)999999":    "(R U)84",
		"x R":            "R",
		"F x":            "U", // x brings this face up
		"y R y'":         "B", // the back is on the right between y and y'
		"z U":            "U", // named as the cube is held
		"Rw":             "L", // with the whole cube turned
		"r":              "Rw",
		"u'":             "D'",
		"Fw2":            "B2",
		"M":              "L' R",
		"E'":             "D U'",
		"S2":             "F2 B2",
		"M2 E2 S2":       "U2 D2 F2 B2 L2 R2",
		"R // U\nF2 # L": "R F2",
		"x y2 z'":        "R R'",
	} {
		got, err := p.ParsePosition(text)
		plain, wrong := p.ParsePosition(want)
		if err != nil || wrong != nil {
			t.Errorf("%q: %v, %v", text, err, wrong)
			continue
		}
		if got != plain {
			t.Errorf("%q is not %q", text, want)
		}
	}
	for text, want := range map[string]string{
		"(R U":                   "character 1: the bracket that begins here does not end",
		"R) U":                   `character 2: ")"`,
		"R4":                     `character 2: "4"`,
		"R0":                     `character 2: "0"`,
		"(R)1000001":             "character 1",
		"Mw":                     `character 1: "M"`,
		"R U q":                  `character 5: "q"`,
		"// R":                   "an empty position",
		strings.Repeat("(", 101): "more than 100 brackets",
	} {
		if _, err := p.ParsePosition(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// TestFaceTurns compares turns of stickers with turns of pieces.
func TestFaceTurns(t *testing.T) {
	p, pocket, rng := New(nil), &Pocket{}, seeded.Rand(t, 1)
	c, small := solved, pocketSolved()
	var words, own []string
	for range 40 {
		m := Move(rng.IntN(moveCount))
		words = append(words, m.String())
		p.Play(&c, &c, m)
		if got, err := p.ParsePosition(strings.Join(words, " ")); err != nil || got != c {
			t.Fatalf("%v: %v, want %v; %v", words, got, c, err)
		}
		m %= Move(pocketMoves)
		own = append(own, m.String())
		pocket.Play(&small, &small, m)
		if got, err := pocket.ParsePosition(strings.Join(own, " ")); err != nil || got != small {
			t.Fatalf("%v: %v, want %v; %v", own, got, small, err)
		}
	}
}

// TestColours reads cubes in other letters, colours, words and nets.
func TestColours(t *testing.T) {
	p, pocket := New(nil), &Pocket{}
	for _, moves := range []string{"R U' F2 D L B' U2", "x R U", "R R'"} {
		c, err := p.ParsePosition(moves)
		if err != nil {
			t.Fatal(err)
		}
		small, err := pocket.ParsePosition(moves)
		if err != nil {
			t.Fatal(err)
		}
		texts, smalls := []string{p.FormatPosition(&c), p.Draw(&c)}, []string{pocket.FormatPosition(&small), pocket.Draw(&small)}
		for _, colours := range []string{"W R G Y O B", "w r g y o b", "U L F D R B", "B O Y G R W", "⬜ 🟥 🟩 🟨 🟧 🟦", "white red green yellow orange blue", "1 2 3 4 5 6"} {
			var pairs []string
			for i, colour := range strings.Fields(colours) {
				if len(colour) > 1 && colour[0] < 0x80 { // a word
					colour += " "
				}
				pairs = append(pairs, faceLetters[i:i+1], colour)
			}
			other := strings.NewReplacer(pairs...)
			for i := range 2 {
				texts, smalls = append(texts, other.Replace(texts[i])), append(smalls, other.Replace(smalls[i]))
			}
		}
		for _, text := range texts {
			if got, err := p.ParsePosition(text); err != nil || got != c {
				t.Errorf("%s: %q: %v", moves, text, err)
			}
		}
		for _, text := range smalls {
			if got, err := pocket.ParsePosition(text); err != nil || got != small {
				t.Errorf("%s: %q: %v", moves, text, err)
			}
		}
	}
}
