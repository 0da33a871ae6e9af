package cube

import (
	"slices"
	"strings"
	"unicode"

	"github.com/plywood-go/plywood/internal/reason"
)

// carried is the effect of moves on the 54 stickers: place i receives the sticker from place
// carried[i]. Unlike a Cube, it can express turns of the whole cube and of its middle layers.
type carried [stickerCount]uint8

func still() (c carried) {
	for i := range c {
		c[i] = uint8(i)
	}
	return c
}

// then returns the effect of c followed by next.
func (c *carried) then(next *carried) (both carried) {
	for i, from := range next {
		both[i] = c[from]
	}
	return both
}

// times returns the effect of c applied n times; negative n undoes c.
func (c *carried) times(n int) carried {
	step, all := *c, still()
	if n < 0 {
		for i, from := range c {
			step[from] = uint8(i)
		}
		n = -n
	}
	for ; n > 0; n /= 2 {
		if n%2 == 1 {
			all = all.then(&step)
		}
		step = step.then(&step)
	}
	return all
}

// letters returns the stickers of the solved cube after c.
func (c *carried) letters() []string {
	all := make([]string, stickerCount)
	for i, from := range c {
		all[i] = faceLetters[from/9 : from/9+1]
	}
	return all
}

// layers are turns by letter: the face whose clockwise direction they follow, and their
// first and last layer. Layer 1 is that face's, layer -1 the opposite one.
var layers = map[rune]struct {
	face        rune
	first, last int
}{
	'M': {'L', 0, 0}, 'E': {'D', 0, 0}, 'S': {'F', 0, 0},
	'x': {'R', -1, 1}, 'y': {'U', -1, 1}, 'z': {'F', -1, 1},
}

// carriedBy returns the effect of a quarter turn by its letter. It turns a face, a face
// and the layer behind it if wide is set, or one of layers.
func carriedBy(letter rune, wide bool) (c carried, ok bool) {
	turn, named := layers[letter]
	if !named {
		turn.face, turn.first, turn.last = unicode.ToUpper(letter), 1, 1
		if wide || letter != turn.face {
			turn.first = 0
		}
	}
	face := strings.IndexRune(faceLetters, turn.face)
	if face < 0 || named && wide {
		return c, false
	}
	c = still()
	for i, s := range stickers {
		if at := s.at.dot(normals[face]); turn.first <= at && at <= turn.last {
			to := sticker{s.at.turned(normals[face]), s.looks.turned(normals[face])}
			c[slices.Index(stickers[:], to)] = uint8(i)
		}
	}
	return c, true
}

// moveReader reads moves in the usual notation:
//
//	R U' F2 R3    a face, a quarter, half or three quarters of a turn
//	Rw r          a face and the layer behind it
//	M E S         a middle layer, as L, D and F turn
//	x y z         the whole cube, as R, U and F turn
//	(R U)3 (R U)' moves repeated or undone
type moveReader struct {
	text    []rune
	at      int
	letters int // of a position: 54, or 24 of the small cube
}

const (
	maxNesting = 100
	maxTimes   = 1_000_000
	primes     = "'’‘′`´ʹ"
)

// readMoves reads moves without comments. letters is the number of stickers, 54 or 24.
func readMoves(text string, letters int) (carried, error) {
	r := &moveReader{text: []rune(text), letters: letters}
	all, err := r.sequence(0)
	if err == nil && r.at < len(r.text) {
		err = r.unknown() // a bracket that nothing opens
	}
	return all, err
}

// sequence reads moves to the end of the text or of a bracket.
func (r *moveReader) sequence(nesting int) (all carried, err error) {
	all = still()
	for r.skip(); r.at < len(r.text) && r.text[r.at] != ')'; r.skip() {
		var next carried
		if r.text[r.at] == '(' {
			next, err = r.bracket(nesting + 1)
		} else {
			next, err = r.turn()
		}
		if err != nil {
			return all, err
		}
		all = all.then(&next)
	}
	return all, nil
}

func (r *moveReader) skip() {
	for r.at < len(r.text) && (unicode.IsSpace(r.text[r.at]) || r.text[r.at] == ',') {
		r.at++
	}
}

func (r *moveReader) bracket(nesting int) (c carried, err error) {
	opened := r.at + 1
	if nesting > maxNesting {
		return c, reason.Errorf("cube: character %d: more than %d brackets in each other", opened, maxNesting)
	}
	r.at++
	if c, err = r.sequence(nesting); err != nil {
		return c, err
	}
	if r.at == len(r.text) {
		return c, reason.Errorf("cube: character %d: the bracket that begins here does not end", opened)
	}
	r.at++
	n, err := r.times(maxTimes)
	return c.times(n), err
}

func (r *moveReader) turn() (c carried, err error) {
	letter := r.text[r.at]
	wide := r.at+1 < len(r.text) && r.text[r.at+1] == 'w'
	c, ok := carriedBy(letter, wide)
	if !ok || r.letters == 24 && layers[letter].face != 0 && layers[letter].first == 0 {
		return c, r.unknown() // the small cube has no middle layer
	}
	if r.at++; wide {
		r.at++
	}
	n, err := r.times(3)
	return c.times(n), err
}

// times reads a number of repetitions, at most most, and a prime before or after it.
func (r *moveReader) times(most int) (n int, err error) {
	back := r.prime()
	first := r.at
	for ; r.at < len(r.text) && '0' <= r.text[r.at] && r.text[r.at] <= '9'; r.at++ {
		if n = 10*n + int(r.text[r.at]-'0'); n > most {
			return 0, r.unknown()
		}
	}
	switch {
	case first == r.at:
		n = 1
	case n == 0:
		r.at = first
		return 0, r.unknown()
	}
	if r.prime() || back {
		n = -n
	}
	return n, nil
}

func (r *moveReader) prime() bool {
	if r.at < len(r.text) && strings.ContainsRune(primes, r.text[r.at]) {
		r.at++
		return true
	}
	return false
}

// unknown refuses the character at hand.
func (r *moveReader) unknown() error {
	return reason.Errorf("cube: character %d: %q, want a move such as R, U' or F2; or, in all, the %d letters of the stickers", r.at+1, string(r.text[r.at]), r.letters)
}
