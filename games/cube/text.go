package cube

import (
	"cmp"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
)

// sticker is one of the 54 stickers, face by face in the order of faceLetters and row by row in
// the usual net:
//
//	    U
//	L F R B
//	    D
//
// The side faces are upright in the net; the back is above U and the front above D.
type sticker struct{ at, looks vector }

const stickerCount = 9 * faces

var stickers = newStickers()

func newStickers() (all [stickerCount]sticker) {
	right := [faces]vector{{1, 0, 0}, {0, 0, -1}, {1, 0, 0}, {1, 0, 0}, {0, 0, 1}, {-1, 0, 0}}
	down := [faces]vector{{0, 0, 1}, {0, -1, 0}, {0, -1, 0}, {0, 0, -1}, {0, -1, 0}, {0, -1, 0}}
	for f, n := range normals {
		for i := range 9 {
			at := n
			for k := range at {
				at[k] += (i%3-1)*right[f][k] + (i/3-1)*down[f][k]
			}
			all[9*f+i] = sticker{at, n}
		}
	}
	return all
}

// colour returns the letter of a sticker: the face it belongs to.
func (c *Cube) colour(s sticker) byte {
	var home vector
	switch p := newPlace(s.at); len(p.stickers) {
	case 3:
		i, k := find(corners, s.at, s.looks)
		piece := c.corners[i]
		home = corners[piece&cornerMask].stickers[(k+3-int(piece>>twistShift))%3]
	case 2:
		i, k := find(edges, s.at, s.looks)
		piece := c.edges[i]
		home = edges[piece&edgeMask].stickers[k^int(piece>>flipShift)]
	default:
		home = s.looks
	}
	return faceLetters[faceOf(home)]
}

// FormatPosition returns the 54 letters of the stickers, face by face (U, R, F, D, L, B) and row
// by row.
func (p *Puzzle) FormatPosition(c *Cube) string {
	text := make([]byte, stickerCount)
	for i, s := range stickers {
		text[i] = c.colour(s)
	}
	return string(text)
}

// ParsePosition reads the output of FormatPosition, in any six letters, colours or words;
// the net drawn by Draw; or moves from the solved cube, with comments: "R U' F2 //
// comment". The cube may be held in any orientation: the centres identify the faces. It
// accepts cubes that were taken apart and cannot be solved.
func (p *Puzzle) ParsePosition(text string) (c Cube, err error) {
	symbols, err := readCube(text, 3)
	if err != nil {
		return c, err
	}
	if symbols, err = named(symbols); err != nil {
		return c, err
	}
	return parseStickers(strings.Join(symbols, ""))
}

// readCube reads the stickers of an n×n×n cube, face by face. If the text has moves, it
// returns the stickers of a 3×3×3 cube after them.
func readCube(text string, n int) (symbols []string, err error) {
	text = uncommented(text)
	words := strings.Fields(text)
	count := faces * n * n
	if len(words) == 0 {
		return nil, reason.Errorf("cube: an empty position, want the %d letters of its stickers or moves such as R U' F2", count)
	}
	if all := symbolsOf(text); len(all) == count && !strings.ContainsAny(text, "()"+primes) {
		return unfolded(text, all, n), nil
	}
	if n := len(symbolsOf(text)); slices.ContainsFunc(words, func(w string) bool { return len(w) > 2 && strings.Trim(w, faceLetters) == "" }) {
		return nil, reason.Errorf("cube: %d letters, want the %d of the stickers, or moves with spaces between", n, count)
	}
	moves, err := readMoves(text, count)
	if err != nil && len(words) == count {
		return unfolded(text, words, n), nil
	}
	return moves.letters(), err
}

// uncommented removes comments, which begin with // or # and end with the line.
func uncommented(text string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(strings.TrimRight(line, "\r\n"), "//")
		line, _, _ = strings.Cut(line, "#")
		out.WriteString(line + "\n")
	}
	return out.String()
}

// symbolsOf returns the characters of a text, without spaces and in capitals.
func symbolsOf(text string) []string {
	const selector = "\ufe0f" // behind a coloured square
	return strings.Split(strings.ToUpper(strings.ReplaceAll(strings.Join(strings.Fields(text), ""), selector, "")), "")
}

// unfolded returns the symbols of a text face by face if its lines form a net, otherwise unchanged.
func unfolded(text string, symbols []string, n int) (all []string) {
	var rows [][]string
	for line := range strings.Lines(text) {
		row := strings.Fields(line)
		if len(symbols) != len(strings.Fields(text)) {
			row = symbolsOf(line)
		}
		if len(row) > 0 {
			rows = append(rows, row)
		}
	}
	for i, row := range rows {
		if len(rows) != 3*n || len(row) != n*[]int{1, 4, 1}[i/n] {
			return symbols
		}
	}
	for _, at := range [faces][2]int{{0, 0}, {1, 2}, {1, 1}, {2, 0}, {1, 0}, {1, 3}} { // U, R, F, D, L, B in the net
		for _, row := range rows[at[0]*n:][:n] {
			all = append(all, row[at[1]*n:][:n]...)
		}
	}
	return all
}

// named replaces the 54 stickers by the letters of their faces, which the centres define.
func named(symbols []string) ([]string, error) {
	letters := map[string]string{}
	for f := range faces {
		colour := symbols[9*f+4]
		if other, ok := letters[colour]; ok {
			return nil, reason.Errorf("cube: the middles of faces %s and %c are both %s", other, faceLetters[f], colour)
		}
		letters[colour] = faceLetters[f : f+1]
	}
	all := make([]string, len(symbols))
	for i, colour := range symbols {
		if all[i] = letters[colour]; all[i] == "" {
			return nil, reason.Errorf("cube: sticker %d: %q is a seventh colour", i+1, colour)
		}
	}
	return all, nil
}

// parseMove reads the name of a turn of a face.
func parseMove(text string) (Move, bool) {
	plain := []rune(text)
	for i, r := range plain {
		if strings.ContainsRune(primes, r) {
			plain[i] = '\''
		}
	}
	name := strings.NewReplacer("2'", "2", "'2", "2", "3'", "", "'3", "", "3", "'").Replace(string(plain))
	for m := range Move(moveCount) {
		if m.String() == name {
			return m, true
		}
	}
	return 0, false
}

// parseStickers reads 54 letters.
func parseStickers(text string) (c Cube, err error) {
	letters := map[sticker]byte{}
	for i, s := range stickers {
		letters[s] = text[i]
	}
	if err := assemble(c.corners[:], corners, twistShift, letters); err != nil {
		return c, err
	}
	if err := assemble(c.edges[:], edges, flipShift, letters); err != nil {
		return c, err
	}
	return c, cmp.Or(once(c.corners[:], cornerMask, corners), once(c.edges[:], edgeMask, edges))
}

// assemble sets the pieces in their places to those that show the letters.
func assemble(pieces []uint8, places []place, shift int, letters map[sticker]byte) error {
	for i, place := range places {
		piece, turn, err := identify(places, place, letters)
		if err != nil {
			return err
		}
		pieces[i] = uint8(piece | turn<<shift)
	}
	return nil
}

// identify returns the piece at a place and its orientation.
func identify(pieces []place, at place, letters map[sticker]byte) (piece, turn int, err error) {
	seen := ""
	for _, n := range at.stickers {
		seen += string(rune(letters[sticker{at.at, n}]))
	}
	for i, p := range pieces {
		name := p.name()
		for turn := range name {
			if name == seen[turn:]+seen[:turn] {
				return i, turn, nil
			}
		}
	}
	return 0, 0, reason.Errorf("cube: no piece has the stickers %s, those at %s", seen, at.name())
}

// name returns the letters of the faces that meet at p.
func (p *place) name() string {
	var text []byte
	for _, n := range p.stickers {
		text = append(text, faceLetters[faceOf(n)])
	}
	return string(text)
}

// once returns an error if one of the pieces is there twice.
func once(pieces []uint8, mask uint8, places []place) error {
	var found [edgeCount]bool
	for _, piece := range pieces {
		number := piece & mask
		if found[number] {
			return reason.Errorf("cube: the piece %s is there twice", places[number].name())
		}
		found[number] = true
	}
	return nil
}

// FormatMove returns the name of m.
func (p *Puzzle) FormatMove(_ *Cube, m Move) string { return m.String() }

// ParseMove reads the name of a move.
func (p *Puzzle) ParseMove(c *Cube, text string) (Move, error) {
	m, ok := parseMove(text)
	switch {
	case !ok:
		return 0, reason.Errorf("cube: move %q, want the letter of a face, %s, alone, with 2 or with '", text, faceLetters)
	case p.Goal(c):
		return 0, reason.Errorf("cube: move %q: %w: the cube is solved", text, game.ErrIllegal)
	}
	return m, nil
}

// Draw draws the net of the cube.
func (p *Puzzle) Draw(c *Cube) string { return drawNet(p.FormatPosition(c), 3) }

// drawNet draws the letters of a cube with n stickers in a row.
func drawNet(letters string, n int) string {
	row := func(face, i int) string {
		at := face*n*n + i*n
		return strings.Join(strings.Split(letters[at:at+n], ""), " ")
	}
	var text strings.Builder
	for _, band := range [][]int{{0}, {4, 2, 1, 5}, {3}} {
		for i := range n {
			line := ""
			if len(band) == 1 {
				line = strings.Repeat(" ", 2*n+1)
			}
			for _, f := range band {
				line += row(f, i) + "  "
			}
			text.WriteString(strings.TrimRight(line, " ") + "\n")
		}
	}
	return text.String()
}
