// Package catalog lists the games that Plywood plays, by name.
package catalog

import (
	"context"
	"embed"
	"slices"
	"strings"
	"sync"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/problem"
	"github.com/plywood-go/plywood/games/connect4/connect4engine"
	"github.com/plywood-go/plywood/games/mnk/mnkengine"
	"github.com/plywood-go/plywood/games/qubic/qubicengine"
	"github.com/plywood-go/plywood/games/tree/treeengine"
	"github.com/plywood-go/plywood/games/ultimate/ultimateengine"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search"
)

// entry is a family of games: its name, and a function that returns the member named by
// the text after the colon.
type entry struct {
	name   string
	make   func(size string) (*engine.Game, error)
	member string              // the size shown in the list of all games
	shown  func() *engine.Game // the game of that size, which is made once: it keeps an index of its openings
}

var entries = []entry{
	family("othello", newOthello, ""),
	family("connect4", connect4engine.Game, ""),
	family("tictactoe", ticTacToe, ""),
	family("mnk", mnkengine.Game, "5,5,4"),
	family("qubic", qubicengine.Game, ""),
	family("ultimate", ultimateengine.Game, ""),
	family("checkers", newCheckers, ""),
	family("draughts", newDraughts, "russian"),
	family("draughts", newDraughts, "international"),
	family("draughts", newDraughts, "brazilian"),
	family("chess", newChess, ""),
	family("tree", treeengine.Game, ""),
}

func family(name string, create func(size string) (*engine.Game, error), member string) entry {
	return entry{name, create, member, sync.OnceValue(func() *engine.Game {
		g, err := create(member)
		if err != nil {
			panic(err) // the sizes above are valid
		}
		return g
	})}
}

func ticTacToe(size string) (*engine.Game, error) {
	if size != "" {
		return nil, reason.New("tictactoe has one size; for others there is mnk:M,N,K")
	}
	return mnkengine.Game("3,3,3")
}

// Find returns the game with a name such as "othello", "connect4:8x7" or "mnk:5,6,4". "gomoku" is a
// short name of mnk:15,15,5.
func Find(name string) (*engine.Game, error) {
	if name == "gomoku" {
		name = "mnk:15,15,5"
	}
	family, size, sized := strings.Cut(name, ":")
	for _, e := range entries {
		if e.name != family {
			continue
		}
		if sized && size == "" {
			return nil, reason.Errorf("game %q: nothing behind the colon", name)
		}
		if size == e.member {
			return e.shown(), nil
		}
		g, err := e.make(size)
		if err != nil {
			return nil, reason.Errorf("game %q: %w", name, err)
		}
		return g, nil
	}
	return nil, reason.Errorf("no game %q: want one of %s", name, strings.Join(Names(), ", "))
}

// Names returns the names of the families.
func Names() []string {
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.name
	}
	return slices.Compact(names)
}

// Games returns one member of each family, and every variant of draughts.
func Games() []*engine.Game {
	games := make([]*engine.Game, len(entries))
	for i, e := range entries {
		games[i] = e.shown()
	}
	return games
}

// Offers returns the capabilities of type T that the games of Games offer, in
// order; see engine.AllOffered.
func Offers[T any]() (all []T) {
	for _, g := range Games() {
		all = append(all, engine.AllOffered[T](g)...)
	}
	return all
}

//go:embed challenges
var challenges embed.FS

// Challenges returns the challenges of the named game, nil if it has none. The commands
// in docs/cli/analyse.md wrote the files, by 'ply challenges'.
func Challenges(game string) problem.Challenges {
	file, err := challenges.ReadFile("challenges/" + strings.ReplaceAll(game, ":", "-") + ".txt")
	if err != nil {
		return nil
	}
	return file
}

// Benchmark is a search on one thread with an empty table, which visits the same nodes
// on every run.
type Benchmark struct {
	Name string
	// Game is the name of a game, Position one of its positions.
	Game, Position string
	Without        search.Feature
	Query          search.Query
}

// Benchmarks returns a fixed suite of searches. A commit that changes their nodes must say so.
func Benchmarks() []Benchmark {
	const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
	const fforum40 = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
	return []Benchmark{
		{"connect4, depth 12, sound", "connect4", "startpos", search.Selective, search.Query{Depth: 12}},
		{"connect4, depth 14", "connect4", "startpos", 0, search.Query{Depth: 14}},
		{"connect4, solved", "connect4", "444352551", 0, search.Query{}},
		{"mnk 4,4,4, solved", "mnk:4,4,4", "startpos", 0, search.Query{Exhaustive: true}},
		{"mnk 5,6,4, solved", "mnk:5,6,4", "startpos", 0, search.Query{Exhaustive: true}},
		{"qubic, depth 5", "qubic", "startpos", 0, search.Query{Depth: 5}},
		{"ultimate, depth 7", "ultimate", "startpos", 0, search.Query{Depth: 7}},
		{"checkers, depth 14", "checkers", "startpos", 0, search.Query{Depth: 14}},
		{"draughts 10×10, depth 9", "draughts:international", "startpos", 0, search.Query{Depth: 9}},
		{"chess, depth 14", "chess", "startpos", 0, search.Query{Depth: 14}},
		{"chess, Kiwipete, depth 12", "chess", kiwipete, 0, search.Query{Depth: 12}},
		{"othello, depth 8", "othello", "startpos", 0, search.Query{Depth: 8}},
		{"othello, 16 empties, solved", "othello", fforum40, 0, search.Query{}},
		{"othello 4×4, solved", "othello:4", "startpos", 0, search.Query{}},
	}
}

// Run runs the search with a cold table.
func (b *Benchmark) Run(ctx context.Context) (engine.Analysis, error) {
	g, err := Find(b.Game)
	if err != nil {
		return engine.Analysis{}, err
	}
	p, err := g.Parse(b.Position)
	if err != nil {
		return engine.Analysis{}, err
	}
	o := engine.Options{Solve: b.Query.Exhaustive}
	o.Without = b.Without
	return g.NewEngine(o).Analyze(ctx, p, b.Query, search.Control{}, nil), nil
}
