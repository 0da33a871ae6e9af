package engine

import "github.com/plywood-go/plywood/game/capability"

// Canonical returns the position that represents p and all its symmetric
// images, so that they share work. It has no history: a position read from
// text has the value of its images, but a played one may not.
func (p *Position) Canonical() *Position { return p.game.at(p.game.rules.canonical(&p.state)) }

// Key returns a number that p shares with its symmetric images and, but for rare collisions, with
// no other position. It is the same in every process.
func (p *Position) Key() uint64 { return p.game.rules.key(&p.state) }

// Line converts consecutive moves from p to moves from to, which is p or an
// image of it; ok is false if it is neither, or a move is not legal.
func (p *Position) Line(to *Position, moves []string) (line []string, ok bool) {
	text := to.String()
	for k := 0; ; k++ {
		image, _, ok := p.game.rules.image(&p.state, Move{}, k)
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
		image, m2, _ := rules.image(&at, m, k)
		line = append(line, rules.FormatMove(&image, m2))
		rules.Play(&at, &at, m)
	}
	return line, true
}

// Remembers reports whether earlier moves can affect the value of a position,
// because positions may repeat. If so, the same position may have different
// values in different games.
func (g *Game) Remembers() bool { return g.rules.remembers() }

func (b *boxed[S, M]) remembers() bool { return b.caps.Repeater != nil }

func (b *boxed[S, M]) key(s *State) uint64 {
	typed := *unbox[S](s)
	key, _ := capability.Fold(b.rules, &b.caps, &typed, new(S))
	return key
}

func (b *boxed[S, M]) canonical(s *State) State {
	typed := *unbox[S](s)
	image := new(S)
	if _, k := capability.Fold(b.rules, &b.caps, &typed, image); k > 0 && b.caps.Symmetric != nil {
		var none M
		b.caps.Symmetric.Image(image, &typed, none, k)
		return State{image}
	}
	return State{&typed}
}

// image returns the k-th image of s, and the image of m unless m is zero.
func (b *boxed[S, M]) image(s *State, m Move, k int) (image State, move Move, ok bool) {
	var typed M
	if m.box != nil {
		typed = m.box.(M)
	}
	if b.caps.Symmetric == nil {
		return *s, Move{typed}, k == 0
	}
	to := new(S)
	typed, ok = b.caps.Symmetric.Image(to, unbox[S](s), typed, k)
	return State{to}, Move{typed}, ok
}
