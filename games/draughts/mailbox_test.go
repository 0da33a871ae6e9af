package draughts_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/internal/seeded"
)

// mailbox is a plain board: a letter per square, in rows from the top. White is
// w and W, Black b and B, capitals are kings, a dot is an empty square. It
// follows the written rules square by square.
type mailbox struct {
	variant draughts.Variant
	cells   [][]byte
	white   bool // to move
}

// boardOf converts a position by its numbered squares.
func boardOf(r draughts.Rules, s *draughts.Position) mailbox {
	m := mailbox{variant: r.Variant, white: s.Turn != r.Black()}
	n := r.Size()
	number := 0
	for y := range n {
		m.cells = append(m.cells, make([]byte, n))
		for x := range n {
			m.cells[y][x] = ' '
			if (x+y)%2 == 0 {
				continue
			}
			number++
			bit := uint64(1) << r.Square(number)
			letter := byte('.')
			switch {
			case s.Of(r.Black())&bit != 0:
				letter = 'b'
			case s.Of(r.Black().Other())&bit != 0:
				letter = 'w'
			}
			if s.Kings&bit != 0 {
				letter -= 'a' - 'A'
			}
			m.cells[y][x] = letter
		}
	}
	return m
}

type spot struct{ x, y int }

func (m mailbox) at(p spot) byte {
	if p.y < 0 || p.y >= len(m.cells) || p.x < 0 || p.x >= len(m.cells) {
		return ' '
	}
	return m.cells[p.y][p.x]
}

func (m mailbox) number(p spot) int { return (p.y*len(m.cells)+p.x)/2 + 1 }

func isKing(piece byte) bool { return piece == 'W' || piece == 'B' }

func (m mailbox) mine(piece byte) bool {
	return m.white && (piece == 'w' || piece == 'W') || !m.white && (piece == 'b' || piece == 'B')
}

func (m mailbox) theirs(piece byte) bool {
	return piece != '.' && piece != ' ' && !m.mine(piece)
}

func (m mailbox) forward(dy int) bool { return m.white == (dy < 0) }

func (m mailbox) lastRow(p spot) bool {
	return m.white && p.y == 0 || !m.white && p.y == len(m.cells)-1
}

func (m mailbox) flies(piece byte) bool { return isKing(piece) && m.variant != draughts.English }

// route is one way to play a move: the squares where the piece stops and the
// pieces it jumps.
type route struct {
	stops, jumped []spot
	piece         byte // at the end
}

func (a route) add(stop, jumped spot, piece byte) route {
	return route{append(slices.Clone(a.stops), stop), append(slices.Clone(a.jumped), jumped), piece}
}

// routes returns all ways to play.
func (m mailbox) routes() []route {
	var jumps, steps []route
	for y, row := range m.cells {
		for x, piece := range row {
			if m.mine(piece) {
				from := spot{x, y}
				m.cells[y][x] = '.' // the square is free while the piece moves
				if all := m.jumps(route{stops: []spot{from}, piece: piece}); len(all[0].jumped) > 0 {
					jumps = append(jumps, all...)
				}
				steps = append(steps, m.steps(from, piece)...)
				m.cells[y][x] = piece
			}
		}
	}
	if len(jumps) == 0 {
		return steps
	}
	if m.variant == draughts.International || m.variant == draughts.Brazilian {
		most := 0
		for _, j := range jumps {
			most = max(most, len(j.jumped))
		}
		jumps = slices.DeleteFunc(jumps, func(j route) bool { return len(j.jumped) < most })
	}
	return jumps
}

func (m mailbox) steps(from spot, piece byte) (all []route) {
	for _, dy := range []int{-1, 1} {
		for _, dx := range []int{-1, 1} {
			for n := 1; n < len(m.cells); n++ {
				to := spot{from.x + n*dx, from.y + n*dy}
				if m.at(to) != '.' || n > 1 && !m.flies(piece) || !isKing(piece) && !m.forward(dy) {
					break
				}
				all = append(all, m.arrive(route{stops: []spot{from, to}, piece: piece}))
			}
		}
	}
	return all
}

// arrive crowns a man at the end of its move.
func (m mailbox) arrive(a route) route {
	if m.lastRow(a.stops[len(a.stops)-1]) {
		a.piece &^= 'a' - 'A'
	}
	return a
}

// jumps returns all continuations of a capture, or only a if there are none.
func (m mailbox) jumps(a route) (all []route) {
	for _, dy := range []int{-1, 1} {
		for _, dx := range []int{-1, 1} {
			if !isKing(a.piece) && !m.forward(dy) && m.variant == draughts.English {
				continue
			}
			all = append(all, m.jumpsTo(a, dx, dy)...)
		}
	}
	if len(all) == 0 {
		return []route{m.arrive(a)}
	}
	return all
}

func (m mailbox) jumpsTo(a route, dx, dy int) (all []route) {
	at := a.stops[len(a.stops)-1]
	next := func(p spot) spot { return spot{p.x + dx, p.y + dy} }
	over := next(at)
	for m.flies(a.piece) && m.at(over) == '.' {
		over = next(over)
	}
	if !m.theirs(m.at(over)) || slices.Contains(a.jumped, over) {
		return nil
	}
	var on, ends []route
	for to := next(over); m.at(to) == '.'; to = next(to) {
		piece := a.piece
		if m.variant == draughts.Russian && m.lastRow(to) {
			piece &^= 'a' - 'A'
		}
		for _, b := range m.jumps(a.add(to, over, piece)) {
			if len(b.jumped) > len(a.jumped)+1 {
				on = append(on, b)
			} else {
				ends = append(ends, b)
			}
		}
		if !m.flies(a.piece) {
			break
		}
	}
	if len(on) > 0 {
		return on // a king that can continue must
	}
	return ends
}

// play returns the board after a route.
func (m mailbox) play(a route) mailbox {
	next := mailbox{variant: m.variant, white: !m.white}
	for _, row := range m.cells {
		next.cells = append(next.cells, slices.Clone(row))
	}
	for _, p := range append(a.jumped, a.stops[0]) {
		next.cells[p.y][p.x] = '.'
	}
	last := a.stops[len(a.stops)-1]
	next.cells[last.y][last.x] = a.piece
	return next
}

func (m mailbox) String() string {
	side := "black"
	if m.white {
		side = "white"
	}
	return string(bytes.Join(m.cells, []byte{'\n'})) + "\n" + side + " to move\n"
}

// scatter returns a position of random pieces with random density and share of
// kings.
func scatter(r draughts.Rules, random *rand.Rand) (s draughts.Position) {
	s.Turn = game.Player(random.IntN(2))
	density, royalty := random.Float64(), random.Float64()
	for set := r.Squares(); set != 0; set &= set - 1 {
		bit := set & -set
		if random.Float64() > density {
			continue
		}
		side := game.Player(random.IntN(2))
		if side == s.Turn {
			s.Own |= bit
		} else {
			s.Opp |= bit
		}
		if random.Float64() < royalty || bit&r.CrownRow(side) != 0 {
			s.Kings |= bit
		}
	}
	return s
}

// TestMailbox compares the move generator with mailbox on random positions and
// games: moves, results, and numbers of ways.
func TestMailbox(t *testing.T) {
	random := seeded.Rand(t, 1)
	scattered, games := 6_000, 20
	if testing.Short() {
		scattered, games = 600, 3
	}
	for _, r := range family {
		t.Run(r.String(), func(t *testing.T) {
			for range scattered {
				s := scatter(r, random)
				compare(t, r, &s)
			}
			for range games {
				s := r.Start()
				for range 150 {
					moves := compare(t, r, &s)
					if len(moves) == 0 {
						break
					}
					r.Play(&s, &s, moves[random.IntN(len(moves))])
				}
			}
		})
	}
}

// compare compares the moves of s with mailbox and returns them.
func compare(t *testing.T, r draughts.Rules, s *draughts.Position) []draughts.Move {
	t.Helper()
	board := boardOf(r, s)
	want := map[string]bool{}
	routes := board.routes()
	for _, a := range routes {
		want[fmt.Sprint(board.number(a.stops[0]), "\n", board.play(a))] = true
	}
	moves, status := r.Moves(s, nil)
	for _, m := range moves {
		var next draughts.Position
		r.Play(&next, s, m)
		after := fmt.Sprint(r.Number(m.From), "\n", boardOf(r, &next))
		if !want[after] {
			t.Fatalf("%v is no move, or comes twice: its piece on %s\nin\n%v", m, after, board)
		}
		delete(want, after)
	}
	for after := range want {
		t.Fatalf("there is no move by the piece on %s\nin\n%v", after, board)
	}
	if over := len(routes) == 0; over != (status == game.Loss) || status != r.Status(s) {
		t.Fatalf("status %v and %v with %d moves in\n%v", status, r.Status(s), len(routes), board)
	}
	must := len(routes) > 0 && len(routes[0].jumped) > 0
	if captures := r.NoisyMoves(s, nil); must != (len(captures) > 0) || must && len(captures) != len(moves) || must != r.Urgent(s) {
		t.Fatalf("%d captures, urgent %v, of %d moves in\n%v", len(captures), r.Urgent(s), len(moves), board)
	}
	if ways := r.CountWays(s, 1, nil).Leaves; ways != uint64(len(routes)) {
		t.Fatalf("%d ways, want %d in\n%v", ways, len(routes), board)
	}
	if got, plain := r.CountPaths(s, 2, nil), game.Perft(r, s, 2, nil); got != plain {
		t.Fatalf("%+v counted, %+v played in\n%v", got, plain, board)
	}
	compareWays(t, r, s, &board, routes)
	return moves
}

// compareWays checks the ways of moves against mailbox: every way can be
// written and parsed, and Route returns one of them.
func compareWays(t *testing.T, r draughts.Rules, s *draughts.Position, board *mailbox, routes []route) {
	t.Helper()
	known := map[string]bool{}
	for _, a := range routes {
		var way []string
		for _, p := range a.stops {
			way = append(way, fmt.Sprint(board.number(p)))
		}
		text := strings.Join(way, "-")
		known[text] = true
		m, err := r.ParseMove(s, text)
		if err != nil {
			t.Fatalf("%s: %v in\n%v", text, err, board)
		}
		var next draughts.Position
		r.Play(&next, s, m)
		if got, want := boardOf(r, &next).String(), board.play(a).String(); got != want {
			t.Fatalf("%s leads to\n%s\nwant\n%s", text, got, want)
		}
	}
	moves, _ := r.Moves(s, nil)
	for _, m := range moves {
		var way []string
		for _, sq := range r.Route(s, m) {
			way = append(way, fmt.Sprint(r.Number(sq)))
		}
		if text := strings.Join(way, "-"); !known[text] {
			t.Fatalf("the way of %+v is %s, which is none in\n%v", m, text, board)
		}
	}
}
