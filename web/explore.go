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

// exploreReply has the keys by which a page looks up a position in collections of games, and the
// moves of the opening book.
type exploreReply struct {
	Schema string        `json:"schema"`
	Key    uint64        `json:"key"` // of the position
	Moves  []exploredDoc `json:"moves"`
	// Book are the moves of the opening book, best first.
	Book []engine.LineDocument `json:"book,omitempty"`
}

// exploredDoc is a legal move and the key of the position after it.
type exploredDoc struct {
	Move string `json:"move"`
	Key  uint64 `json:"key"`
}

// explore describes the legal moves of a position by the keys of the positions after them.
func (s *Server) explore(_ context.Context, in *placeDoc) (exploreReply, error) {
	pos, err := s.place(in)
	if err != nil {
		return exploreReply{}, err
	}
	out := exploreReply{Schema: "ply.explored/1", Key: keyOf(pos), Moves: []exploredDoc{}}
	if pos.Status().Over() {
		return out, nil
	}
	for _, m := range pos.Moves() {
		next, err := pos.Play(m)
		if err != nil {
			return exploreReply{}, err
		}
		out.Moves = append(out.Moves, exploredDoc{m, keyOf(next)})
	}
	if book := s.config.Books[pos.Game().About().Name]; book != nil {
		if a, ok := book.Probe(pos); ok {
			out.Book = a.Describe(algorithm).MultiPV
		}
	}
	return out, nil
}
