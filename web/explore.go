package web

import (
	"context"
	"encoding/binary"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/game"
)

// index adds to doc the keys by which the page finds the positions of a game, and the
// result that it counts.
func (doc *recordDoc) index(r *engine.Record) {
	positions, _ := r.Positions() // the reader has checked the moves
	for _, p := range positions {
		doc.Keys = binary.BigEndian.AppendUint64(doc.Keys, p.Key())[:len(doc.Keys)+engine.ShortKeyBytes]
	}
	if outcome, ok := outcomeOf(r, positions[len(positions)-1]); ok {
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
	Counted *workshop.Played `json:"counted,omitempty"`
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

// explore describes the legal moves of a position: the keys of the positions after them, the games and
// the named openings that go on by them, and the book.
func (s *Server) explore(ctx context.Context, in *placeDoc) (exploreReply, error) {
	pos, err := s.place(ctx, in)
	if err != nil {
		return exploreReply{}, err
	}
	g := pos.Game()
	out := exploreReply{Schema: "ply.explored/1", Key: pos.ShortKey(), Moves: []exploredDoc{}}
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
		out.Moves = append(out.Moves, exploredDoc{Move: m, Key: after.ShortKey(), Opening: after.Opening(), Openings: pos.OpeningsThrough(after)})
	}
	if played, ok := engine.Offered[workshop.Played](g); ok {
		out.Counted = &played
		for i, c := range played.Counts(pos, next) {
			out.Moves[i].Count = c
		}
	}
	book := s.config.Books[g.About().Name]
	if open := s.builtIn[g.About().Name]; book == nil && open != nil {
		book, _ = open() // nil if the game has none
	}
	if book != nil {
		if a, ok := book.Probe(pos); ok {
			out.Book = a.Describe(algorithm).MultiPV
		}
	}
	return out, nil
}

// openingsDoc are the named openings of a game.
type openingsDoc struct {
	Schema   string                `json:"schema"`
	Game     string                `json:"game"`
	Openings []engine.NamedOpening `json:"openings"`
}

// openings lists the named openings of a game.
func (s *Server) openings(ctx context.Context, in *address) (openingsDoc, error) {
	g, err := s.find(ctx, in.get("game"))
	if err != nil {
		return openingsDoc{}, err
	}
	return openingsDoc{"ply.openings/1", g.About().Name, append([]engine.NamedOpening{}, g.Openings()...)}, nil
}
