// Package matches holds the commands that play engines against each other: ply match,
// tournament and tune.
package matches

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/remote"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/star"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/match"
	"github.com/plywood-go/plywood/match/tally"
)

// matchFlags are the flags of the commands match and tournament. The log stores those that
// define the match as JSON, and a resumed match keeps them.
type matchFlags struct {
	Games    int           `json:"games" flag:"games" help:"play this many {games}, an even number: each opening twice, with sides swapped"`
	Plies    int           `json:"plies" flag:"plies" help:"start with this many random {moves}, or with this many moves of --openings"`
	Seed     uint64        `json:"seed" flag:"seed" help:"seed of the choice of openings, a {number}"`
	Openings string        `json:"openings,omitempty" flag:"openings" help:"openings from the games or positions of {FILE}, from a book, book:FILE, or the named openings of the game: names"`
	Shuffle  bool          `json:"shuffle,omitempty" flag:"shuffle" help:"shuffle --openings by --seed"`
	Balance  float64       `json:"balance,omitempty" flag:"balance" help:"use only openings that the engine values within this many {units} of a draw"`
	SPRT     string        `json:"sprt,omitempty" flag:"sprt" help:"play until a sequential test accepts one of {ELO0,ELO1}, the normalized Elo of the first player"`
	Alpha    float64       `json:"alpha,omitempty" flag:"alpha" help:"{probability} of accepting ELO1 if ELO0 is true"`
	Beta     float64       `json:"beta,omitempty" flag:"beta" help:"{probability} of accepting ELO0 if ELO1 is true"`
	Clock    string        `json:"clock,omitempty" flag:"clock" help:"time of each player for a game, {TIME[+INCREMENT]}, such as 1m+1s"`
	Grace    time.Duration `json:"grace_ns,omitempty" flag:"grace" help:"accept a move up to this {time} after the clock has run out"`
	Patience time.Duration `json:"patience_ns,omitempty" flag:"patience" help:"longest {time} that a program may think over a move"`
	Resign   string        `json:"resign,omitempty" flag:"resign" help:"end a game when both players have considered it decided by {UNITS[,MOVES]}, for that many moves each"`
	Draw     string        `json:"draw,omitempty" flag:"draw" help:"draw a game when both players have valued it within {UNITS,MOVES[,PLIES]} of a draw, for that many moves each, after that many plies"`
	Longest  int           `json:"longest,omitempty" flag:"longest" help:"draw a game after this many {plies}"`
	Failures int           `json:"failures,omitempty" flag:"failures" help:"end the match when one player has failed in this many {games}"`
	Ponder   bool          `json:"ponder,omitempty" flag:"ponder" help:"let players that can ponder think on their opponent's time"`
	Ladder   bool          `json:"ladder,omitempty" flag:"ladder" help:"let each player meet the one before it; the default players are levels 1 to 8"`
	Gauntlet bool          `json:"gauntlet,omitempty" flag:"gauntlet" help:"let the first player meet all others, and no one else each other"`

	Jobs      int    `json:"-" flag:"jobs" help:"play this many {games} at once"`
	Records   bool   `json:"-" flag:"records" help:"print the moves of each game"`
	Log       string `json:"-" flag:"log" help:"write a log, for --resume, to a new {FILE}"`
	Resume    string `json:"-" flag:"resume" help:"continue the match of the log in {FILE}"`
	Save      string `json:"-" flag:"save" help:"write the games to {FILE}, in the notation of its extension"`
	Counts    string `json:"-" flag:"counts" help:"judge the results {LL,LD,D,WD,WW} of pairs of games, or L,D,W of games, without playing"`
	Opponents bool   `json:"-" flag:"opponents" help:"use the named opponents of GAME as the players of --ladder"`
	away      remote.Send
}

// add adds the flags that match and tournament share.
func (f *matchFlags) add(c *cobra.Command) {
	f.Games, f.Plies, f.Seed, f.Patience, f.Jobs = 100, 8, 1, 10*time.Minute, 1
	cli.Bind(c, f, "games", "plies", "seed", "openings", "shuffle", "balance", "clock", "grace", "patience", "resign", "draw", "longest", "failures",
		"ponder", "jobs", "records", "log", "resume", "save")
	f.away.Add(c, "play the games on a farm, in --jobs blocks of 32 pairs at once")
}

// Match returns the command match.
func Match(env *cli.Env) *cobra.Command {
	f := matchFlags{Alpha: 0.05, Beta: 0.05}
	c := &cobra.Command{
		Use:   "match GAME PLAYER PLAYER",
		Short: "Play games between two players and say which is stronger",
		Long: `Play games between two players and say which is stronger.

A PLAYER is a list of settings with the names of the flags of 'ply engine', such as
"level=6" or "depth=4 random=2". Without settings it thinks for 100 ms a move. In
Othello the word discs means the textbook's alpha-beta with the difference of discs
as evaluation. "cmd:PROGRAM ARGUMENTS" is a program that speaks gtp. If the command
line is quoted, settings may follow:
'cmd:"PROGRAM ARGUMENTS" protocol=jsonl nodes=1000'.

Two files in Starlark with the same rules are a match of their evaluations, a file
in a PLAYER is that player's evaluation: ply match a.star depth=3 "b.star depth=3".

--sprt plays until a sequential test accepts one of two differences in strength.
With --ladder each player, by default levels 1 to 8, meets the one before it.`,
		Example: `  ply match othello level=6 level=4 --games 100
  ply match othello level=6 "cmd:./ply-old engine othello --protocol gtp --level 6"
  ply match othello level=6 level=5 --sprt 0,50 --jobs 2 --log match.jsonl
  ply match --resume match.jsonl
  ply match --counts 379,10170,21828,10640,343 --sprt 0,2
  ply match othello --ladder --games 20`,
		ValidArgsFunction: cli.CompleteGame,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 2 && star.Is(args[0]) && star.Is(args[1]) { // two evaluations of one game
				args = slices.Insert(args, 0, args[0])
			}
			return runMatch(env, c, args, &f)
		},
	}
	f.add(c)
	cli.Bind(c, &f, "sprt", "alpha", "beta", "ladder", "counts", "opponents")
	env.Intake.Add(c)
	return c
}

// check refuses wrong values, except in the descriptions of players and openings.
func (f *matchFlags) check() error {
	switch {
	case f.Games < 2 && f.SPRT == "" || f.Games < 0 || f.Games%2 != 0:
		return cli.Usage(reason.Errorf("%s: %d, want an even number", "--games", f.Games))
	case f.away.Farm && f.Ponder:
		return cli.Usage(reason.New("--ponder: a farm has one core for both players"))
	}
	_, err := f.adjudication()
	return cmp.Or(
		cli.AtLeast("--plies", f.Plies, 0),
		cli.Above("--patience", f.Patience, 0),
		cli.AtLeast("--grace", f.Grace, 0),
		cli.Within("--jobs", f.Jobs, 1, cli.MaxThreads),
		cli.AtLeast("--longest", f.Longest, 0),
		cli.AtLeast("--failures", f.Failures, 0),
		cli.AtLeast("--balance", f.Balance, 0),
		err,
	)
}

// test returns the sequential test, nil without --sprt.
func (f *matchFlags) test() (*tally.Test, error) {
	if f.SPRT == "" {
		return nil, nil
	}
	bounds, err := decimals(f.SPRT, 2, 2)
	if err == nil {
		t := tally.Test{Low: bounds[0], High: bounds[1], Alpha: f.Alpha, Beta: f.Beta}
		if err = t.Check(); err == nil {
			return &t, nil
		}
	}
	return nil, cli.Usage(reason.Errorf("--sprt: %w", err))
}

func (f *matchFlags) adjudication() (rule match.Adjudication, err error) {
	rule.Plies = f.Longest
	if f.Resign != "" {
		n, err := decimals(f.Resign, 1, 2)
		if err != nil || n[0] <= 0 || len(n) > 1 && !isCount(n[1]) {
			return rule, cli.Unfit("--resign", strconv.Quote(f.Resign), "UNITS", "UNITS,MOVES")
		}
		rule.Resign, rule.ResignMoves = n[0], 1
		if len(n) > 1 {
			rule.ResignMoves = int(n[1])
		}
	}
	if f.Draw != "" {
		n, err := decimals(f.Draw, 2, 3)
		if err != nil || n[0] < 0 || !isCount(n[1]) || len(n) > 2 && !isCount(n[2]) {
			return rule, cli.Unfit("--draw", strconv.Quote(f.Draw), "UNITS,MOVES", "UNITS,MOVES,PLIES")
		}
		rule.Draw, rule.DrawMoves = n[0], int(n[1])
		if len(n) > 2 {
			rule.DrawFrom = int(n[2])
		}
	}
	return rule, nil
}

// runMatch plays a match of two players or a ladder, or judges counts.
func runMatch(env *cli.Env, c *cobra.Command, args []string, f *matchFlags) error {
	switch {
	case f.Counts != "":
		if len(args) > 0 {
			return cli.Usage(reason.Errorf("--counts plays no games: want no %q", args[0]))
		}
		return judgeCounts(env, f)
	case f.Resume != "":
		return resumeMatch(env, c, args, f)
	case len(args) == 0:
		return cli.Usage(reason.New("which game? 'ply games' lists them"))
	case f.Opponents && (!f.Ladder || len(args) > 1):
		return cli.Usage(reason.New("--opponents needs --ladder without players"))
	}
	players := args[1:]
	if f.Ladder && len(players) == 0 {
		var err error
		if players, err = f.rungs(env, args[0]); err != nil {
			return err
		}
	}
	if err := f.checkPlayers(len(players)); err != nil {
		return err
	}
	if f.SPRT != "" && !c.Flags().Changed("games") {
		f.Games = 0 // play until the test ends
	}
	return playContest(c.Context(), env, args[0], players, f)
}

// checkPlayers refuses a number of players that a match or a ladder cannot have.
func (f *matchFlags) checkPlayers(n int) error {
	switch {
	case f.Ladder && n < 2:
		return cli.Usage(reason.New("--ladder: want two players or more, or none"))
	case !f.Ladder && n != 2:
		return cli.Usage(reason.Errorf("%d players, want 2: 'ply tournament' takes more", n))
	case f.Ladder && f.SPRT != "":
		return cli.Usage(reason.New("--sprt needs two players"))
	}
	return nil
}

// rungs returns the usual players of a ladder: the named opponents, or levels 1 to 8.
func (f *matchFlags) rungs(env *cli.Env, game string) (players []string, err error) {
	if !f.Opponents {
		const highest = 8
		for level := range highest {
			players = append(players, fmt.Sprintf("level=%d", level+1))
		}
		return players, nil
	}
	g, err := cli.AnyGame(env, game)
	if err != nil {
		return nil, err
	}
	for _, o := range workshop.OpponentsOf(g) {
		players = append(players, "opponent="+o.Name)
	}
	return players, nil
}

// schedule returns the pairs of players that meet.
func (f *matchFlags) schedule(players int) [][2]int {
	switch {
	case f.Ladder:
		return match.Ladder(players)
	case f.Gauntlet:
		return match.Gauntlet(players)
	}
	return match.RoundRobin(players)
}

// judgeCounts prints what given results prove.
func judgeCounts(env *cli.Env, f *matchFlags) error {
	numbers, err := decimals(f.Counts, tally.OfGames, tally.OfPairs)
	results := make(tally.Results, len(numbers))
	for i, n := range numbers {
		if results[i] = int(n); float64(results[i]) != n {
			err = cmp.Or(err, reason.Errorf("%v, want a whole number", n))
		}
	}
	if err = cmp.Or(err, results.Check()); err != nil {
		return cli.Usage(reason.Errorf("--counts: %w", err))
	}
	test, err := f.test()
	if err = cmp.Or(cli.Above("--counts", results.Total(), 0), err); err != nil {
		return err
	}
	doc := match.Describe(results, test)
	return writeMatch(env, &doc)
}

// playContest plays the match or tournament of the arguments and flags.
func playContest(ctx context.Context, env *cli.Env, game string, players []string, f *matchFlags) error {
	g, err := cli.AnyGame(env, game)
	if err != nil {
		return err
	}
	m, err := newContest(env, g, players, f)
	if err != nil {
		return err
	}
	if f.Log != "" {
		if m.journal, err = match.NewJournal(f.Log, m.head()); err != nil {
			return cli.Failure(reason.Errorf("--log: %w", err))
		}
		defer m.journal.Close()
		m.path = f.Log
	}
	return m.run(ctx)
}

// unitOf returns the unit of the results of g.
func unitOf(g *engine.Game) string { return cmp.Or(g.About().Proven, g.About().Unit) }

// Tournament returns the command tournament.
func Tournament(env *cli.Env) *cobra.Command {
	var f matchFlags
	c := &cobra.Command{
		Use:   "tournament GAME PLAYER PLAYER...",
		Short: "Play games between several players and rate them",
		Long: `Play games between several players and rate them.

Every player meets every other player in --games games. With --gauntlet only the
first player meets all others. Describe players as for 'ply match'.`,
		Example:           `  ply tournament othello level=1 level=2 level=3 discs --games 20 --jobs 2`,
		ValidArgsFunction: cli.CompleteGame,
		RunE:              func(c *cobra.Command, args []string) error { return runTournament(env, c, args, &f) },
	}
	f.add(c)
	env.Intake.Add(c)
	cli.Bind(c, &f, "gauntlet")
	return c
}

func runTournament(env *cli.Env, c *cobra.Command, args []string, f *matchFlags) error {
	switch {
	case f.Resume != "":
		return resumeMatch(env, c, args, f)
	case len(args) == 0:
		return cli.Usage(reason.New("which game? 'ply games' lists them"))
	case len(args) < 3:
		return cli.Usage(reason.Errorf("%d players, want 2 or more", len(args)-1))
	}
	return playContest(c.Context(), env, args[0], args[1:], f)
}
