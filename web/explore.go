package web

import (
	"context"
	"encoding/binary"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/game"
)

// keyBytes is the length of a key of a position. JavaScript's numbers are exact up to 53 bits, and
// among the million positions of a large collection few share 48.
const keyBytes = 6

// keyOf returns the key of a position, which its symmetric images share.
func keyOf(p *engine.Position) uint64 { return p.Key() >> (64 - 8*keyBytes) }

// index adds to doc the keys by which the page finds the positions of a game, and the
// result that it counts.
func (doc *recordDoc) index(r *engine.Record) {
	at := r.Start
	keys := make([]byte, 0, keyBytes*(len(r.Moves)+1))
	add := func() {
		var word [8]byte
		binary.BigEndian.PutUint64(word[:], keyOf(at))
		keys = append(keys, word[8-keyBytes:]...)
	}
	add()
	for _, m := range r.Moves {
		next, err := at.Play(m)
		if err != nil {
			break // the reader has checked the moves
		}
		at = next
		add()
	}
	doc.Keys = keys
	if outcome, ok := outcomeOf(r, at); ok {
		doc.Winner = [...]string{"second", "draw", "first"}[outcome+1]
	}
}

// outcomeOf returns the outcome, for the first side, of a game that ends at last: its
// recorded result or, without one, the result by the rules.
func outcomeOf(r *engine.Record, last *engine.Position) (outcome int, ok bool) {
	if results, offered := engine.Offered[workshop.Results](last.Game()); offered {
		if outcome, ok := results.Outcome(r.Result); ok {
			return outcome, true
		}
	}
	if status := last.Status(); status.Over() {
		outcome = status.Score().Outcome()
		if last.ToMove() == game.Second {
			outcome = -outcome
		}
		return outcome, true
	}
	return 0, false
}

// exploreReply has the keys by which a page looks up a position in collections of games, the
// shipped counts of recorded games, and the moves of the opening book.
type exploreReply struct {
	Schema string        `json:"schema"`
	Key    uint64        `json:"key"` // of the position
	Moves  []exploredDoc `json:"moves"`
	// Counted describes the games that Moves count.
	Counted *countedDoc `json:"counted,omitempty"`
	// Book are the moves of the opening book, best first.
	Book []engine.LineDocument `json:"book,omitempty"`
}

// exploredDoc is a legal move and the key of the position after it.
type exploredDoc struct {
	Move string `json:"move"`
	Key  uint64 `json:"key"`
	workshop.Count
	// Opening is the opening at the position after the move. Openings counts those that go on by it.
	Opening  string `json:"opening,omitempty"`
	Openings int    `json:"openings,omitempty"`
}

// countedDoc describes the shipped games of a count.
type countedDoc struct {
	Source string `json:"source"`
	Games  int    `json:"games"`
	Least  int    `json:"least"` // games of a move that is counted
}

// explore describes the legal moves of a position: the keys of the positions after them, the games and
// the named openings that go on by them, and the book.
func (s *Server) explore(_ context.Context, in *placeDoc) (exploreReply, error) {
	pos, err := s.place(in)
	if err != nil {
		return exploreReply{}, err
	}
	g := pos.Game()
	out := exploreReply{Schema: "ply.explored/1", Key: keyOf(pos), Moves: []exploredDoc{}}
	if pos.Status().Over() {
		return out, nil
	}
	var next []*engine.Position
	for _, m := range pos.Moves() {
		after, err := pos.Play(m)
		if err != nil {
			return exploreReply{}, err
		}
		next = append(next, after)
		out.Moves = append(out.Moves, exploredDoc{Move: m, Key: keyOf(after), Opening: after.Opening(), Openings: pos.OpeningsThrough(after)})
	}
	if played, ok := engine.Offered[workshop.Played](g); ok {
		out.Counted = &countedDoc{played.Source, played.Games, played.Least}
		for i, c := range played.Counts(pos, next) {
			out.Moves[i].Count = c
		}
	}
	if book := s.bookOf(g); book != nil {
		if a, ok := book.Probe(pos); ok {
			out.Book = a.Describe(algorithm).MultiPV
		}
	}
	return out, nil
}

// bookOf returns the book of a game that the server was given, the built-in one, or nil.
func (s *Server) bookOf(g *engine.Game) engine.Book {
	name := g.About().Name
	if book := s.config.Books[name]; book != nil {
		return book
	}
	if open := s.builtIn[name]; open != nil {
		return open()
	}
	return nil
}

// openingsDoc are the named openings of a game.
type openingsDoc struct {
	Schema   string                `json:"schema"`
	Game     string                `json:"game"`
	Openings []engine.NamedOpening `json:"openings"`
}

// openings lists the named openings of a game.
func (s *Server) openings(_ context.Context, in *address) (openingsDoc, error) {
	g, err := s.config.Find(in.get("game"))
	if err != nil {
		return openingsDoc{}, invalid(err)
	}
	return openingsDoc{"ply.openings/1", g.About().Name, append([]engine.NamedOpening{}, g.Openings()...)}, nil
}
