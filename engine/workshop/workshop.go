// Package workshop declares capabilities that some games have and others lack:
// opening books, training of an evaluation, boards of several sizes. Each is a
// type in terms of text. A game lists values of these types in
// engine.Spec.Offers, and [engine.Offered] finds them, so that callers need
// not know the game.
package workshop

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/search/network"
)

// Board is offered by games whose boards are named by one number, as in GTP
// programs.
type Board struct {
	// Size is the size of the game's own board. Usual is the default size.
	Size, Usual int
	// Of returns the game on a board of another size. The error lists the
	// sizes.
	Of func(size int) (*engine.Game, error)
}

// Weights identifies the trained weights of a game's engine by their hash:
// estimates with other weights differ. Empty means that there are none.
type Weights func() string

// WeightsOf identifies the weights in a file by the first digits of its SHA-256 sum.
func WeightsOf(file func() []byte) Weights { return func() string { return FileName(file())[:12] } }

// Network is offered by games whose engine evaluates by engine.Options.Network.
// It returns an error unless the network belongs to the game.
type Network func(n *network.Net) error

// Protocols are the names of the game's own protocols, without those for any game, with the
// game's name in each.
type Protocols map[string]string

// Speaks reports whether g has its own protocol of that name, and returns the game's name in it.
func Speaks(g *engine.Game, protocol string) (name string, ok bool) {
	made, _ := engine.Offered[Protocols](g)
	name, ok = made[protocol]
	return name, ok
}

// Sparring is a weak player for matches, known by a word: the game with a
// simpler evaluation, and its default search.
type Sparring struct {
	Word string // by which users name the opponent
	// Game returns the game with that evaluation, with the same positions.
	Game func() *engine.Game
	// Algorithm is a textbook algorithm; Depth is in plies.
	Algorithm string
	Depth     int // plies
}

// OpeningList is a list of numbered openings that a game offers: the ballots of
// checkers.
type OpeningList struct {
	// Word is the name of the list: "ballots".
	Word string
	// Openings returns the list for its game. The names are a word and a number:
	// "ballot 17".
	Openings func(g *engine.Game) []engine.NamedOpening
}

// Openings returns a list of openings of g: "names" stands for those of
// engine.Game.Openings. ok is false if g has no list of that name.
func Openings(g *engine.Game, word string) (list []engine.NamedOpening, ok bool) {
	if word == "names" {
		return g.Openings(), true
	}
	for _, l := range engine.AllOffered[OpeningList](g) {
		if l.Word == word {
			return l.Openings(g), true
		}
	}
	return nil, false
}

// FindOpening returns the opening of g with a name, which may be that of a numbered
// opening; see engine.FindOpening.
func FindOpening(g *engine.Game, name string) (engine.NamedOpening, error) {
	for _, l := range engine.AllOffered[OpeningList](g) {
		for _, o := range l.Openings(g) {
			if strings.EqualFold(o.Name, strings.TrimSpace(name)) {
				return o, nil
			}
		}
	}
	return engine.FindOpening(g, name)
}

// Results is offered by games whose records have results in a notation of the game's
// players. It formats the Result of a heading.
type Results func(record.Ending) string

// Outcome reads a result that people have written: +12, or the points of both sides as in 2-0 and
// 1/2-1/2. The outcome is 1 for a win of the first side, 0 for a draw and -1 for a loss.
func (f Results) Outcome(result string) (outcome int, ok bool) {
	won, ok1 := lead(f(record.Ending{Outcome: 1}))
	led, ok2 := lead(result)
	return led * won, ok1 && ok2
}

// lead returns the sign of a result, which is a margin or two numbers of points.
func lead(result string) (sign int, ok bool) {
	result = strings.TrimSpace(result)
	switch {
	case result == "0":
		return 0, true
	case strings.HasPrefix(result, "+"):
		return 1, true
	case strings.HasPrefix(result, "-"):
		return -1, true
	}
	points := [...]string{"0", "1/2", "1", "2"} // in rising order
	one, other, _ := strings.Cut(strings.NewReplacer("½", "1/2", "–", "-", " ", "").Replace(result), "-")
	a, b := slices.Index(points[:], one), slices.Index(points[:], other)
	return cmp.Compare(a, b), a >= 0 && b >= 0
}

// Lists are lists of names that accompany records of a game, which refer to
// them by number. They are empty at first.
type Lists interface {
	// AddPlayers and AddTournaments add the file of a list.
	AddPlayers(file []byte) error
	AddTournaments(file []byte) error
	// Complete fills in the names for the numbers of a heading, and the
	// numbers for its names.
	Complete(h *record.Heading)
}

// NewLists makes empty lists. Games with such lists offer it.
type NewLists func() Lists

// Task is work that is done in parts, here or on other machines. The result of
// a part depends only on the plan, the files and the part: it is the same
// wherever the part is done.
type Task struct {
	// Plan is the data common to all parts, in the form of the Tasks that does
	// them.
	Plan string
	// Files hold data too large for a plan. Plan and parts refer to them by
	// FileName.
	Files [][]byte
	Parts []string // of the plan, in order
}

// FileName returns the name of a file of a task: its SHA-256 sum.
func FileName(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// Send runs a task elsewhere, and passes the result of each part to take, in
// order and on one goroutine. An error of take ends it.
type Send func(ctx context.Context, e Task, take func(part int, data string) error) error

// Fetch returns the named file of a task.
type Fetch func(ctx context.Context, name string) ([]byte, error)

// Worker does parts of a plan, one at a time. It returns the result of a part,
// and the number of positions visited, 0 if not counted.
type Worker func(ctx context.Context, part string) (data string, nodes uint64, err error)

// Tasks is implemented by capabilities whose work can run elsewhere: Worker
// returns a worker for a plan.
type Tasks interface {
	Worker(ctx context.Context, plan string, fetch Fetch) (Worker, error)
}
