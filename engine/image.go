package engine

import "github.com/plywood-go/plywood/game/capability"

// Canonical returns the position that represents p and all its symmetric
// images, so that they share work. It has no history: a position read from
// text has the value of its images, but a played one may not.
func (p *Position) Canonical() *Position {
	g := p.game
	image := p.state
	if _, k := capability.Fold(g.rules, &g.caps, &p.state, &image); k > 0 && g.caps.Symmetric != nil {
		g.caps.Symmetric.Image(&image, &p.state, Move{}, k)
		return g.at(image)
	}
	return g.at(p.state)
}

// Key returns a number that p shares with its symmetric images and, but for rare collisions, with
// no other position. It is the same in every process.
func (p *Position) Key() uint64 {
	key, _ := capability.Fold(p.game.rules, &p.game.caps, &p.state, new(State))
	return key
}

// ShortKeyBytes is the length of a short key. JavaScript's numbers are exact up to 53 bits, and among the
// million positions of a large collection few share 48.
const ShortKeyBytes = 6

// ShortKey returns the first bits of Key.
func (p *Position) ShortKey() uint64 { return p.Key() >> (64 - 8*ShortKeyBytes) }

// Line converts consecutive moves from p to moves from to, which is p or an
// image of it; ok is false if it is neither, or a move is not legal.
func (p *Position) Line(to *Position, moves []string) (line []string, ok bool) {
	text := to.String()
	for k := 0; ; k++ {
		image, _, ok := p.game.image(p.state, Move{}, k)
		switch {
		case !ok:
			return nil, false
		case p.game.rules.FormatPosition(&image) == text:
			return p.imageLine(moves, k)
		}
	}
}

// imageLine returns the k-th image of a line.
func (p *Position) imageLine(moves []string, k int) (line []string, ok bool) {
	rules, at := p.game.rules, p.state
	for _, text := range moves {
		m, err := rules.ParseMove(&at, text)
		if err != nil {
			return nil, false
		}
		image, m2, _ := p.game.image(at, m, k)
		line = append(line, rules.FormatMove(&image, m2))
		rules.Play(&at, &at, m)
	}
	return line, true
}

// Remembers reports whether earlier moves can affect the value of a position,
// because positions may repeat. If so, the same position may have different
// values in different games.
func (g *Game) Remembers() bool { return g.caps.Repeater != nil }

// image returns the k-th image of s, and of m, which may be zero.
func (g *Game) image(s State, m Move, k int) (image State, move Move, ok bool) {
	if g.caps.Symmetric == nil {
		return s, m, k == 0
	}
	move, ok = g.caps.Symmetric.Image(&image, &s, m, k)
	return image, move, ok
}
