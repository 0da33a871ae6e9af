package engine

import (
	"bytes"
	"context"
	"path"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search"
)

// NamedOpening is an opening: its name and the usual moves to it from the initial position.
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
		case strings.Contains(known, wanted), Typos(known, wanted) <= 1+len(wanted)/4:
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

// Typos returns the number of letters to insert, delete, replace or swap with a neighbour to turn
// a into b (Damerau 1964).
func Typos(a, b string) int {
	from, to := []rune(a), []rune(b)
	rows := make([][]int, len(from)+1)
	for i := range rows {
		rows[i] = make([]int, len(to)+1)
		for j := range rows[i] {
			if i == 0 || j == 0 {
				rows[i][j] = i + j
				continue
			}
			other := 1
			if from[i-1] == to[j-1] {
				other = 0
			}
			d := min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+other)
			if i > 1 && j > 1 && from[i-1] == to[j-2] && from[i-2] == to[j-1] {
				d = min(d, rows[i-2][j-2]+1)
			}
			rows[i][j] = d
		}
	}
	return rows[len(from)][len(to)]
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

// WithBook returns an engine that answers from b if b holds the position and the query asks about
// all moves, and otherwise as e does. From b it returns as many lines as requested, if b has them.
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

// DetectBytes is the number of bytes at the beginning of a file that show its notation.
const DetectBytes = 64 << 10

// A Source is a file of games, and what is known of it.
type Source struct {
	Data   []byte // perhaps only the beginning
	Name   string // of the file; empty means unknown
	Format string // empty means any
}

// Recognize returns the games whose records a file may hold, in the order of games.
// If the notation names the game, shown is true. Otherwise the games returned read more
// of the beginning than the others do; a record with moves counts more than any number
// of records without. Where several games are left, the name of the file may choose.
// foreign is the reason if the file holds only games that are not played here.
func Recognize(games []*Game, src Source) (found []*Game, shown bool, foreign error) {
	src.Data = beginning(src.Data)
	if src.Format != "" {
		games = slices.DeleteFunc(slices.Clone(games), func(g *Game) bool { return !slices.Contains(g.FormatNames(), src.Format) })
		if len(games) == 1 {
			return games, true, nil
		}
	}
	for _, g := range games {
		if g.shows(src) {
			found = append(found, g)
		}
	}
	if found != nil {
		return src.named(found), true, nil
	}
	for _, g := range games {
		if foreign = g.foreign(src); foreign != nil {
			return nil, false, foreign
		}
	}
	most := 0
	for _, g := range games {
		points := g.readable(src)
		if points > most {
			found, most = nil, points
		}
		if points == most && points > 0 {
			found = append(found, g)
		}
	}
	return src.named(found), false, nil
}

// named returns the games that the name of the file fits: by a notation that is its
// extension, or by a word of theirs in it. It returns all if the name fits none.
func (s *Source) named(games []*Game) []*Game {
	if len(games) < 2 {
		return games
	}
	name := strings.ToLower(path.Base(strings.ReplaceAll(s.Name, `\`, "/")))
	extension := strings.TrimPrefix(path.Ext(name), ".")
	words := strings.FieldsFunc(name, func(c rune) bool { return c < 'a' || c > 'z' })
	for _, fits := range []func(g *Game) bool{
		func(g *Game) bool { return slices.Contains(g.FormatNames(), extension) },
		func(g *Game) bool {
			names := strings.Split(g.About().Name, ":")
			return slices.Contains(words, names[len(names)-1])
		},
	} {
		kept := slices.DeleteFunc(slices.Clone(games), func(g *Game) bool { return !fits(g) })
		if len(kept) > 0 {
			games = kept
		}
	}
	return games
}

// beginning returns the first lines of data, at most DetectBytes.
func beginning(data []byte) []byte {
	if len(data) <= DetectBytes {
		return data
	}
	data = data[:DetectBytes]
	if end := bytes.LastIndexByte(data, '\n'); end > 0 {
		return data[:end]
	}
	return data
}

// shows reports whether a file is in a format of g that no other game has.
func (g *Game) shows(src Source) bool {
	return slices.ContainsFunc(g.Formats(), func(f record.Format) bool {
		return src.allows(f) && f.Detect != nil && f.Detect(src.Data)
	})
}

func (s *Source) allows(f record.Format) bool { return s.Format == "" || s.Format == f.Name }

// foreign returns the reason if a file is in a format of g, but only with other games.
func (g *Game) foreign(src Source) error {
	for _, f := range g.Formats() {
		if src.allows(f) && f.Foreign != nil {
			if err := f.Foreign(src.Data); err != nil {
				return err
			}
		}
	}
	return nil
}

// readable counts the games of a file that g reads whole: one for a record without moves,
// more than all of these for a record with moves. It returns 0 if most games break the rules.
func (g *Game) readable(src Source) (points int) {
	whole, broken := 0, 0
	for r, err := range g.EachRecord(bytes.NewReader(src.Data), src.Format) {
		switch {
		case err != nil || record.FirstLost(r.Remarks) != nil:
			broken++
		case len(r.Moves) > 0:
			whole++
			points += len(src.Data)
		default:
			whole++
			points++
		}
	}
	if broken > whole {
		return 0
	}
	return points
}
