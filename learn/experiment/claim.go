// Package experiment reproduces published results. Each experiment computes
// its numbers and puts them, row by row, beside those of its source.
package experiment

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/games/draughts/draughtsengine"
	"github.com/plywood-go/plywood/games/draughts/draughtsengine/endgame"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/tablefile"
	"github.com/plywood-go/plywood/search"
)

// The limits of checkersClaim: the pieces in its databases, the nodes for a position,
// and the number of endings with each number of pieces.
const (
	claimPieces  = 3
	claimNodes   = 20_000
	claimEndings = 40
)

// checkersClaim compares the known result for checkers, that neither side can force a
// win, with the proofs of a bounded search. Such a search proves next to nothing about
// openings, but some endings with a few pieces more than its databases hold.
func checkersClaim(ctx context.Context, r *report) error {
	rules := draughts.Rules{}
	tables, remove, err := databases(ctx, claimPieces)
	defer remove()
	if err != nil {
		return err
	}
	c := claims{ctx, draughtsengine.Generic(draughtsengine.Fitted{}.With(tables), search.Options{TableBytes: 4 << 20})}
	start := rules.Start()
	r.measured("outcome of the initial position", c.outcome(&start), "Schaeffer et al. 2007 proved a draw, with databases of all 39 trillion positions of up to ten pieces")
	doctor := start
	for _, m := range rules.Ballots()[whiteDoctor-1] {
		rules.Play(&doctor, &doctor, m)
	}
	r.measured("outcome of ballot 68, 10-14 22-18 12-16", c.outcome(&doctor), "the White Doctor; Schaeffer et al. 2005 proved a draw")
	random := rand.New(rand.NewPCG(r.seed, 0))
	for pieces := claimPieces + 1; pieces <= 2*claimPieces; pieces++ {
		told := map[string]int{}
		for range claimEndings {
			p := ending(rules, random, pieces)
			told[c.outcome(&p)]++
		}
		r.measured(fmt.Sprintf("proven of %d endings, pieces=%d", claimEndings, pieces), fmt.Sprint(claimEndings-told[open]),
			fmt.Sprintf("won %d, drawn %d, lost %d, in %d nodes with databases of %d pieces", told["win"], told["draw"], told["loss"], claimNodes, claimPieces))
	}
	return ctx.Err()
}

// databases builds databases of checkers with few pieces. The function that it returns removes them.
func databases(ctx context.Context, pieces int) (tables *endgame.Tables, remove func(), err error) {
	dir, err := os.MkdirTemp("", "plywood-endgames-")
	if err == nil {
		err = endgame.Build(ctx, draughts.Rules{}, endgame.Building{Dir: dir, Pieces: pieces})
	}
	if err == nil {
		tables, err = endgame.Open(dir, draughts.Rules{}, 0)
	}
	return tables, func() { os.RemoveAll(dir) }, err
}

// whiteDoctor is the number of a ballot opening.
const whiteDoctor = 68

// open is the outcome of a position about which nothing is proven.
const open = "nothing proven"

// claims are the proofs of a search.
type claims struct {
	ctx    context.Context
	search searcher[draughts.Position, draughts.Move]
}

// outcome returns the proven outcome of a position for the side to move.
func (c *claims) outcome(p *draughts.Position) string {
	c.search.Clear()
	result := c.search.Search(c.ctx, p, search.Query{Nodes: claimNodes}, search.Control{}, nil)
	switch outcome, ok := result.Outcome(); {
	case !ok:
		return open
	case outcome > 0:
		return "win"
	case outcome < 0:
		return "loss"
	}
	return "draw"
}

// ending returns a random position with the given number of men and kings of both
// sides, where the side to move has moves but no captures.
func ending(r draughts.Rules, random *rand.Rand, pieces int) draughts.Position {
	for {
		p := draughts.Position{Turn: game.Player(random.IntN(2))}
		for i, number := range random.Perm(32)[:pieces] {
			bit := uint64(1) << r.Square(number+1)
			side := game.Player(i & 1)
			if random.IntN(2) == 0 || r.CrownRow(side)&bit != 0 {
				p.Kings |= bit
			}
			if side == p.Turn {
				p.Own |= bit
			} else {
				p.Opp |= bit
			}
		}
		if !r.Urgent(&p) && !r.Status(&p).Over() {
			return p
		}
	}
}

// Verdict is the comparison of our number with the published one.
type Verdict string

// The verdicts.
const (
	Equal    Verdict = "equal"    // the same
	Within   Verdict = "within"   // inside the limits
	Differs  Verdict = "differs"  // outside the limits
	Missed   Verdict = "missed"   // our search does not find the published move
	Measured Verdict = "measured" // nothing was published
)

// Surprising reports whether a row contradicts expectations.
func (r *Row) Surprising() bool { return r.Known != (r.Verdict == Differs) }

// Row is one quantity of an experiment.
type Row struct {
	Experiment string  `json:"experiment"`
	Quantity   string  `json:"quantity"`
	Published  string  `json:"published"`        // "" if not published
	Limits     string  `json:"limits,omitempty"` // of the values that agree with a vague publication
	Ours       string  `json:"ours"`
	Verdict    Verdict `json:"verdict"`
	// Known reports whether the source is known to be wrong here, according to
	// docs/errata.md. The row should then differ; it is a surprise if it does not.
	Known bool `json:"known,omitempty"`
	// Erratum is the beginning of the line in docs/errata.md: the first two columns,
	// joined by a colon.
	Erratum string `json:"erratum,omitempty"`
	Note    string `json:"note,omitempty"`
}

// Options configure a run.
type Options struct {
	// Seed chooses everything random: positions and trees. Zero means 1.
	Seed uint64
	// Tables says where to keep tables that take long to compute. Zero means nowhere.
	Tables Tables
}

// Making is the progress of a table.
type Making = tablefile.Making

// Tables configures tables that take long to compute.
type Tables struct {
	Folder string       // in which they are kept; "" if they are not
	Report func(Making) // receives their progress; may be nil
}

// Experiment is a named reproduction.
type Experiment struct {
	Name   string
	Title  string // what is reproduced
	Source string // where it was published
	Long   bool   // takes half a minute or more: runs only if named
	run    func(ctx context.Context, r *report) error
}

var experiments = []Experiment{
	{"bratko-minimax", "minimax on the tree of figure 15.2", "Bratko, Prolog Programming for Artificial Intelligence, 15.2", false, bratkoMinimax},
	{"bratko-alphabeta", "alpha-beta on the same tree, figure 15.4", "Bratko, 15.3", false, bratkoAlphaBeta},
	{"nutshell-tictactoe", "states visited in tic-tac-toe to the end", "Heineman, Pollice and Selkow, Algorithms in a Nutshell, 7", false, nutshellTicTacToe},
	{"nutshell-lookahead", "two plies ahead in a tic-tac-toe position", "Naumov 2021, after Algorithms in a Nutshell, 7", false, nutshellLookahead},
	{"representation", "three representations of a state of Othello", "Naumov 2021", false, representations},
	{"tictactoe-counts", "positions and games of tic-tac-toe", "Naumov 2021 and enumeration", false, ticTacToeCounts},
	{"knuth-moore", "leaves that alpha-beta visits in uniform trees", "Knuth and Moore 1975; Bratko, 15.3", false, knuthMoore},
	{"magnitudes", "numbers of positions and moves that texts name in passing", "Schaeffer et al. 2007; Naumov 2021; 电脑黑白棋, α-β剪枝", false, magnitudes},
	{"pearl", "growth of alpha-beta's leaves in random trees", "Pearl 1982", false, pearlBranching},
	{"branching", "average numbers of moves", "Naumov 2021; Allis 1994; Bratko, 15.3", false, branching},
	{"twice-as-deep", "the depth of alpha-beta over that of minimax", "Bratko, 15.3", false, twiceAsDeep},
	{"deeper-wins", "one evaluation at two depths of search, in matches", "Bratko, 15.3", false, deeperWins},
	{"shannon", "all moves to one depth against promising moves until the position is quiet", "Shannon 1950; Naumov 2021", false, shannon},
	{"bratko-kopec", "a test of understanding chess", "Kopec and Bratko 1982", true, bratkoKopec},
	{"checkers-databases", "positions of checkers with few pieces, and their longest wins", "Schaeffer et al. 2007", false, checkersDatabases},
	{"checkers-claim", "what is known of checkers, and what a bounded search of ours proves", "Schaeffer et al. 2005, 2007", false, checkersClaim},
	{"othello-depth10", "Othello ten plies ahead in the midgame", "电脑黑白棋, α-β剪枝", false, othelloDepth10},
	{"othello-6x6", "Othello on 6×6 squares solved from its start", "Feinstein 1993", true, smallOthello},
	{"eight-puzzle", "all arrangements of the 8-puzzle", "Reinefeld 1993", false, eightPuzzle},
	{"korf", "nodes of IDA* on the easiest of a hundred 15-puzzles", "Korf 1985", false, korf(easiest)},
	{"korf-all", "nodes of IDA* on all of a hundred 15-puzzles", "Korf 1985", true, korf(1 << 63)},
	{"korf-patterns", "a hundred 15-puzzles by additive pattern databases", "Korf 1985; Korf and Felner 2002", true, korfPatterns},
	{"rubik-branching", "the average number of moves of Rubik's cube", "Korf 1997; Naumov 2021", false, rubikBranching},
	{"horizon-one-player", "a goal one move behind the horizon of a fixed depth", "Naumov 2021", false, horizonOnePlayer},
	{"horizon", "a search that cannot see behind its horizon", "Naumov 2021", false, horizon},
}

// All returns the experiments in a good reading order.
func All() []Experiment { return slices.Clone(experiments) }

// Find returns the named experiment.
func Find(name string) (Experiment, error) {
	names := make([]string, len(experiments))
	for i, e := range experiments {
		if e.Name == name {
			return e, nil
		}
		names[i] = e.Name
	}
	return Experiment{}, reason.Errorf("no experiment %q: want one of %s", name, strings.Join(names, ", "))
}

// Run runs e and passes every row to emit as soon as it is known. It returns
// the error of ctx if that ended the run.
func (e Experiment) Run(ctx context.Context, o Options, emit func(Row)) error {
	o.Seed = cmp.Or(o.Seed, 1)
	var ended error
	err := e.run(ctx, &report{name: e.Name, seed: o.Seed, tables: o.Tables, emit: func(row Row) {
		if ended = ctx.Err(); ended == nil { // otherwise the row may be incomplete
			emit(row)
		}
	}})
	return cmp.Or(err, ended)
}

// report makes rows.
type report struct {
	name   string
	seed   uint64
	tables Tables
	emit   func(Row)
}

// text reports a result that is published as text.
func (r *report) text(quantity, published, ours, note string) {
	v := Differs
	if published == ours {
		v = Equal
	}
	r.emit(Row{Experiment: r.name, Quantity: quantity, Published: published, Ours: ours, Verdict: v, Note: note})
}

// count reports a result that is published as a whole number.
func (r *report) count(quantity string, published, ours int, note string) {
	r.text(quantity, strconv.Itoa(published), strconv.Itoa(ours), note)
}

// limits are the least and the greatest value that agree with the published one.
type limits struct{ low, high float64 }

func (l limits) String() string { return figures(l.low) + " … " + figures(l.high) }

// within reports a result that agrees with the published one within limits.
func (r *report) within(quantity, published string, ours float64, l limits, note string) {
	r.emit(r.judged(quantity, published, estimate{mean: ours}, l, note))
}

// wrong reports a result that docs/errata.md expects to differ from the published one.
func (r *report) wrong(quantity, published string, ours estimate, l limits, erratum, note string) {
	row := r.judged(quantity, published, ours, l, note)
	row.Known, row.Erratum = true, erratum
	r.emit(row)
}

func (r *report) judged(quantity, published string, ours estimate, l limits, note string) Row {
	v := Differs
	if l.low <= ours.mean && ours.mean <= l.high {
		v = Within
	}
	return Row{
		Experiment: r.name, Quantity: quantity, Published: published, Limits: l.String(),
		Ours: ours.String(), Verdict: v, Note: note,
	}
}

// measured reports an unpublished result.
func (r *report) measured(quantity, ours, note string) {
	r.emit(Row{Experiment: r.name, Quantity: quantity, Ours: ours, Verdict: Measured, Note: note})
}

// figures formats x with a suitable number of digits.
func figures(x float64) string {
	if x == float64(int(x)) && x < 1e9 {
		return strconv.Itoa(int(x))
	}
	return strconv.FormatFloat(x, 'g', 4, 64)
}
