package engine

import (
	"context"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search"
)

// NamedOpening is an opening: its name and the usual moves to it from the
// initial position.
type NamedOpening struct {
	Name  string   `json:"name"`  // in English
	Moves []string `json:"moves"` // from the initial position
}

// openings index the named openings by the keys of the positions on the usual way to them.
type openings struct {
	names   map[uint64]string // of the positions that they lead to
	through map[[2]uint64]int // how many pass from a position to another
}

// indexed returns the index of the named openings.
func (g *Game) indexed() openings {
	all := openings{map[uint64]string{}, map[[2]uint64]int{}}
	if !g.HasOpenings() {
		return all
	}
	for name, moves := range g.spec.Openings {
		at := g.Start()
		for _, m := range moves {
			next := at.after(m)
			all.through[[2]uint64{at.Key(), next.Key()}]++
			at = next
		}
		all.names[at.Key()] = name
	}
	return all
}

// OpeningsThrough counts the named openings whose usual moves lead from p to next, which is the
// position after a move, or from and to images of them.
func (p *Position) OpeningsThrough(next *Position) int {
	return p.game.index().through[[2]uint64{p.Key(), next.Key()}]
}

// Opening finds the latest position that belongs to a named opening. It
// returns the name and the number of moves played up to it, or "" and 0.
func Opening(positions []*Position) (name string, moves int) {
	for i, p := range slices.Backward(positions) {
		if name = p.Opening(); name != "" {
			return name, i
		}
	}
	return "", 0
}

// FindOpening returns the opening of g with a name, or the only one whose name
// begins with it. Case does not matter. The error lists similar names.
func FindOpening(g *Game, name string) (NamedOpening, error) {
	wanted := strings.ToLower(strings.TrimSpace(name))
	var begin, near []NamedOpening
	for _, o := range g.Openings() {
		known := strings.ToLower(o.Name)
		switch {
		case known == wanted:
			return o, nil
		case strings.HasPrefix(known, wanted):
			begin = append(begin, o)
		case strings.Contains(known, wanted), typos(known, wanted) <= 1+len(wanted)/4:
			near = append(near, o)
		}
	}
	switch {
	case len(begin) == 1:
		return begin[0], nil
	case len(begin) > 1:
		return NamedOpening{}, reason.Errorf("opening %q: which of %s?", name, several(begin))
	case len(near) > 0:
		return NamedOpening{}, reason.Errorf("no opening %q: near it is %s", name, several(near))
	}
	return NamedOpening{}, reason.Errorf("no opening %q", name)
}

// several formats the names of openings, shortening a long list.
func several(list []NamedOpening) string {
	const most = 8
	var names []string
	for _, o := range list[:min(len(list), most)] {
		names = append(names, o.Name)
	}
	if len(list) > most {
		names = append(names, "…")
	}
	return strings.Join(names, ", ")
}

// typos returns the number of letters to insert, delete or replace to turn a
// into b (Levenshtein 1966).
func typos(a, b string) int {
	row := make([]int, len(b)+1) // distances of the letters of a so far to those of b
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0]++
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, diagonal+1, row[j]+1)
		}
	}
	return row[len(b)]
}

// Book is an opening book of a game.
type Book interface {
	// Probe returns the book's lines for p, with Analysis.Book set; ok is
	// false if it does not hold p.
	Probe(p *Position) (a Analysis, ok bool)
	Close() error
}

// BookOf is a Book with the types of a game.
type BookOf[S any, M comparable] interface {
	Probe(s *S) (r search.Result[M], ok bool)
	Close() error
}

// textBook is a Book over boxed states and moves.
type textBook struct{ BookOf[State, Move] }

func (b textBook) Probe(p *Position) (a Analysis, ok bool) {
	r, ok := b.BookOf.Probe(&p.state)
	if !ok {
		return Analysis{}, false
	}
	a = describe(p, r, false)
	a.Book = true
	return a, true
}

// WithBook returns an engine that answers from b if b holds the position and the
// query asks about all moves, and otherwise as e does. From b it returns as many lines as requested, if b has
// them.
func WithBook(e Engine, b Book) Engine { return bookEngine{e, b} }

type bookEngine struct {
	Engine
	book Book
}

func (e bookEngine) Analyze(ctx context.Context, pos *Position, q search.Query, c search.Control, report func(Analysis)) Analysis {
	a, ok := e.book.Probe(pos)
	if !ok || len(q.Only) > 0 {
		return e.Engine.Analyze(ctx, pos, q, c, report)
	}
	a.Lines = a.Lines[:min(len(a.Lines), max(1, q.Lines))]
	if report != nil {
		report(a)
	}
	return a
}
