// Package workshop declares capabilities that some games have and others lack: opening books,
// training of an evaluation, boards of several sizes. Each is a type in terms of text. A game lists
// values of these types in engine.Spec.Offers, and [engine.Offered] finds them, so that callers
// need not know the game.
package workshop

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search/network"
)

// Board is offered by games whose boards are named by one number, as in GTP programs.
type Board struct {
	// Size is the size of the game's own board. Usual is the default size.
	Size, Usual int
	// Of returns the game on a board of another size. The error lists the sizes.
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

// OpeningList is a list of numbered openings that a game offers: the ballots of checkers.
type OpeningList struct {
	// Word is the name of the list: "ballots".
	Word string
	// Openings returns the list for its game. The names are a word and a number: "ballot 17".
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
	// Complete fills in the names for the numbers of a heading, and the numbers for its names.
	Complete(h *record.Heading)
}

// NewLists makes empty lists. Games with such lists offer it.
type NewLists func() Lists

// Task is work that is done in parts, here or on other machines. The result of a part depends only
// on the plan, the files and the part: it is the same wherever the part is done.
type Task struct {
	// Plan is the data common to all parts, in the form of the Tasks that does them.
	Plan string
	// Files hold data too large for a plan. Plan and parts refer to them by FileName.
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

// EndgameReader reads endgame databases of a game: files with the values of all
// positions of few pieces. Engines use those in the folder
// engine.Options.Endgames. The error for a damaged file names it.
type EndgameReader interface {
	// Held returns the number of pieces up to which the databases in a folder
	// are complete, less than two for none, and their sizes.
	Held(dir string) (EndgameStats, error)
	// Check compares entries in a folder with the entries of the positions after
	// their moves: all of them, or a sample of large databases. progress, if not nil,
	// receives the number of positions checked.
	Check(ctx context.Context, dir string, progress func(done, total int)) error
}

// Endgames also builds the databases. The error for a damaged file has a method
// DamagedFile that returns its name.
type Endgames interface {
	EndgameReader
	// Usual returns the number of pieces up to which to build databases before
	// first use. Most returns the greatest possible number.
	Usual() int
	Most() int
	// Build builds the missing databases. If ctx is done it returns its error; finished files stay.
	Build(ctx context.Context, b EndgameBuilding) error
	// The parts of its tasks are endings to solve.
	Tasks
}

// EndgameBuilding says which databases to build, and how.
type EndgameBuilding struct {
	// Dir is the folder of the files, for all games.
	Dir string
	// Pieces is the number of pieces up to which to build.
	Pieces int
	// Threads is the number of cores to use. Zero means one.
	Threads int
	// Send solves endings elsewhere, Threads of them at once. Nil means that they are solved here.
	Send Send
	// Progress receives the number of solved positions and the last ending, on
	// one goroutine at a time. Nil means never.
	Progress func(done, total int, ending string)
}

// EndgameStats are statistics of databases.
type EndgameStats struct {
	Pieces    int // up to which they are complete
	Positions int // in the databases
	// Outcomes and Distances are the sizes of the files, in bytes.
	Outcomes, Distances int64
}

// Played is offered by games of which the program has counts of recorded games: how often each
// move was played, and how those games ended.
type Played struct {
	// Source names the games, and Games says how many there are. The table leaves out moves of fewer
	// games than Least.
	Source string `json:"source"`
	Games  int    `json:"games"`
	Least  int    `json:"least"`
	// Table returns the counts, in unsigned varints. Positions come in rising order of their ShortKey:
	// its distance from the one before, and the number of moves. A move is the rank of the Key after it
	// among those after all moves, and then Games, First and Draws of its Count.
	Table func() []byte `json:"-"`
}

// Count is how many recorded games went on by a move or by a symmetric one, and how they ended.
type Count struct {
	Games int `json:"games,omitempty"` // all
	// First and Second are those that a side won. The table does not have Second.
	First  int `json:"first,omitempty"`
	Draws  int `json:"draws,omitempty"`
	Second int `json:"second,omitempty"`
}

// Counts returns the counts of p's moves, which lead to next.
func (t *Played) Counts(p *engine.Position, next []*engine.Position) []Count {
	counts, keys := make([]Count, len(next)), make([]uint64, len(next))
	for i, n := range next {
		keys[i] = n.Key()
	}
	ranked := slices.Compact(slices.Sorted(slices.Values(keys)))
	table := t.Table()
	read := func() int {
		n, size := binary.Uvarint(table)
		table = table[size:]
		return int(n)
	}
	for key, wanted := 0, int(p.ShortKey()); len(table) > 0 && key < wanted; {
		key += read()
		for range read() {
			rank, c := read(), Count{Games: read(), First: read(), Draws: read()}
			c.Second = c.Games - c.First - c.Draws
			for i := range keys {
				if key == wanted && keys[i] == ranked[rank] {
					counts[i] = c
				}
			}
		}
	}
	return counts
}

// Opponents are named strengths to choose from, weakest first. Each looks at least as far as the
// one before it, and makes no larger mistakes.
type Opponents []Opponent

// Opponent is a named strength: a sight, or a level and the randomness of its moves.
type Opponent struct {
	// Name is an English word, such as beginner. The opponent named Perfect never gives an outcome
	// away; games have it if the engine proves every position that can occur without a time limit.
	Name string `json:"name"`
	engine.Sight
	Level int `json:"level" flag:"level"` // zero for a Sight
	// Random is as in engine.Choice. Zero means none.
	Random float64 `json:"random" flag:"random"`
	// Elo is the rating above the first opponent, as measured by 'ply match GAME --ladder
	// --opponents'. For all but the first, zero means not measured.
	Elo int `json:"-"`
}

// Perfect is the name of an opponent who makes no mistakes.
const Perfect = "perfect"

// usual are the default opponents, for games in which levels are depths. Equal
// names in different games do not mean equal strength.
var usual = Opponents{
	{Name: "beginner", Sight: engine.Sight{Plies: 1, Overlook: 0.8, Error: 100}},
	{Name: "novice", Sight: engine.Sight{Plies: 1, Overlook: 0.5, Error: 50}},
	{Name: "casual", Sight: engine.Sight{Plies: 1, Overlook: 0.2, Error: 20}},
	{Name: "club", Sight: engine.Sight{Plies: 2, Overlook: 0.2, Error: 10}},
	{Name: "strong", Level: 2},
	{Name: "expert", Level: 3},
	{Name: "master", Level: 5},
}

// OpponentsOf returns the opponents in g: its own, or the usual ones. Games
// without winners, such as trees, have none.
func OpponentsOf(g *engine.Game) Opponents {
	if own, ok := engine.Offered[Opponents](g); ok {
		return own
	}
	if g.Start().Measure(0).Outcome == engine.NoOutcome {
		return nil
	}
	return usual
}

// Find returns the named opponent. The error lists the names.
func (all Opponents) Find(name string) (Opponent, error) {
	var names []string
	for _, o := range all {
		if o.Name == name {
			return o, nil
		}
		names = append(names, o.Name)
	}
	if len(names) == 0 {
		return Opponent{}, reason.New("there are no opponents with names in this game")
	}
	return Opponent{}, reason.Errorf("opponent %q, want one of %s", name, strings.Join(names, ", "))
}

// Measured reports whether the ratings are known.
func (all Opponents) Measured() bool { return len(all) > 0 && all[len(all)-1].Elo > 0 }

// Unrated returns the same opponents for a board on which they have not been measured.
func (all Opponents) Unrated() Opponents {
	unrated := slices.Clone(all)
	for i := range unrated {
		unrated[i].Elo = 0
	}
	return unrated
}

// Strength says how to limit the strength of the game's engine to a rating.
type Strength struct {
	Least, Most int                  // Elo
	Nodes       func(elo int) uint64 // to search for a move
}
