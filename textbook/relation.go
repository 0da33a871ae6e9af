package textbook

import "github.com/plywood-go/plywood/game"

// Relation is a game as Bratko's programs see it. Positions can be of any type.
type Relation[P any] interface {
	// Successors appends to buf the positions that the player to move in p can
	// reach. A position without successors is a leaf of the search.
	Successors(p *P, buf []P) []P
	// Value returns the static value of the leaf p from MAX's view.
	Value(p *P) game.Score
	// MaxToMove reports whether it is MAX's turn in p.
	MaxToMove(p *P) bool
}

// Place is a position of a game searched to a fixed depth through [Relate].
type Place[S any, M comparable] struct {
	State S
	Move  M   // the move that led here; zero at the root
	Ply   int // plies from the root
	Depth int // plies left
}

// Relate returns a relation for the game, searched from s to depth plies, and the root of
// the relation. MAX is the side to move in s. The relation serves one search at a time.
func Relate[S any, M comparable, R game.Rules[S, M]](rules R, s *S, depth int, scoring Scoring) (Relation[Place[S, M]], Place[S, M]) {
	return relate(rules, s, depth, scoring, rules.ToMove(s))
}

// relate is Relate with the player first as MAX.
func relate[S any, M comparable, R game.Rules[S, M]](rules R, s *S, depth int, scoring Scoring, first game.Player) (Relation[Place[S, M]], Place[S, M]) {
	r := &related[S, M, R]{referee: newReferee[S, M](rules, scoring)}
	r.first = first
	return r, Place[S, M]{State: *s, Depth: depth}
}

type related[S any, M comparable, R game.Rules[S, M]] struct {
	referee[S, M, R]
	moves []M
}

func (r *related[S, M, R]) Successors(p *Place[S, M], buf []Place[S, M]) []Place[S, M] {
	if p.Depth <= 0 {
		return buf
	}
	r.moves, _ = r.rules.Moves(&p.State, r.moves[:0])
	for _, m := range r.moves {
		buf = append(buf, Place[S, M]{Move: m, Ply: p.Ply + 1, Depth: p.Depth - 1})
		r.rules.Play(&buf[len(buf)-1].State, &p.State, m)
	}
	return buf
}

func (r *related[S, M, R]) Value(p *Place[S, M]) game.Score {
	v := r.value(&p.State, r.statuser.Status(&p.State), p.Ply)
	if !r.max(&p.State) {
		return -v
	}
	return v
}

func (r *related[S, M, R]) MaxToMove(p *Place[S, M]) bool { return r.max(&p.State) }
