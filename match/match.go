// Package match plays games between players and says which is stronger.
//
// Games come in pairs: both of a pair begin with the same opening, and the players
// change sides, so that an opening that favours a side favours neither player.
// What is reported has the error of the pairs, not of the games, for the two games
// of a pair are alike.
//
// A player that fails loses its game, and the match goes on. Games are counted in
// the order of their numbers, whichever of those played at once end first: the
// score does not depend on how many there are, and quick games are not counted
// before slow ones.
package match

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/match/tally"
)

// Config says how a match is played.
type Config struct {
	// Start is the initial position of the game.
	Start *engine.Position
	// Pairs of games that two players play. Zero means as many as Test needs.
	Pairs int
	// Plies are the random moves that games begin with, if Openings is nil.
	Plies int
	// Seed chooses them.
	Seed uint64
	// Openings are how games begin. Nil means with random moves.
	Openings Openings
	// Test ends a match of two players as soon as it is decided. Nil means that all
	// pairs are played.
	Test *tally.Test
	// Jobs are the games played at once, or the blocks if they are played elsewhere.
	// Zero means one.
	Jobs int
	// Elsewhere plays pairs in another place than this process. Nil means that they
	// are played here.
	Elsewhere Elsewhere
	// Block is how many pairs are handed to Elsewhere together. Zero means one.
	Block int
	// Grace is how long after its time a move is still taken.
	Grace time.Duration
	// Ponder lets players who can think on each other's time.
	Ponder bool
	// Adjudication ends games before the rules do.
	Adjudication Adjudication
	// Faults end the match when one player has so many. Zero means never.
	Faults int
	// Played are games of the same match that were played before. They are not
	// played again.
	Played []Game
	// Keep is called with each game as soon as it is over, from one goroutine. An
	// error ends the match. Nil means that nobody keeps them.
	Keep func(*Game) error
	// Report is called after each game that is counted, with the score of its two
	// players. Nil means never.
	Report func(g Game, s *Score)
	// Watch is called after Report with the table so far. Nil means never.
	Watch func(t *Table)
}

// Elsewhere plays a block of pairs in another place, such as on a farm, and hands over
// the two games of each, in any order, from one goroutine. An error of heard ends it,
// and so does ctx when it is done: for what was begun nobody waits then.
type Elsewhere func(ctx context.Context, block []Pair, heard func(Pair, [2]*Game) error) error

// ErrFaults is wrapped by the error of a match that ends because a player has
// failed as often as Config.Faults says.
var ErrFaults = errors.New("match: too many faults")

// Play plays a match of two players. An error comes with the score so far: that of
// ctx, if it is done first, of an opening, or ErrFaults.
func Play(ctx context.Context, c Config, first, second Entrant) (*Score, error) {
	t, err := c.Tournament(ctx, []Entrant{first, second}, RoundRobin(2))
	return t.Score(0), err
}

// Tournament plays Pairs pairs of games for each pairing of a schedule, whose
// numbers are those of entrants: round by round, each with an opening of its own.
func (c Config) Tournament(ctx context.Context, entrants []Entrant, schedule [][2]int) (*Table, error) {
	if c.Openings == nil {
		c.Openings = Random(c.Start, c.Plies, c.Seed, anything)
	}
	r := &run{
		Config: &c, entrants: entrants, table: newTable(len(entrants), schedule),
		over: map[int]*Game{}, faults: make([]int, len(entrants)),
	}
	if err := r.take(); err != nil {
		return r.table, err
	}
	return r.table, r.play(ctx)
}

// run is a tournament in progress. All of it is for one goroutine; others play the
// games.
type run struct {
	*Config
	entrants []Entrant
	table    *Table

	over    map[int]*Game // by index, those that are not counted yet
	counted int           // games
	faults  []int         // of each entrant, in the games counted
	decided bool
}

// take takes over the games that were played before. It refuses those that cannot
// be of this match.
func (r *run) take() error {
	n := len(r.table.Schedule)
	openings := map[int]Opening{} // by round
	for i := range r.Played {
		g := &r.Played[i]
		if r.over[g.Index] != nil {
			return fmt.Errorf("match: game %d was played twice", g.Index)
		}
		round := g.Index / 2 / n
		o, known := openings[round]
		if !known {
			var err error
			if o, err = r.Openings(round); err != nil {
				return err
			}
			openings[round] = o
		}
		if g.Players != r.table.Schedule[g.Index/2%n] || g.Start.String() != o.Start.String() || g.Opening != len(o.Moves) || !slices.Equal(g.Moves[:g.Opening], o.Moves) {
			return fmt.Errorf("match: game %d is of another match", g.Index)
		}
		r.over[g.Index] = g
	}
	return nil
}

// Pair is two games that begin alike, between two entrants who change sides.
type Pair struct {
	Number  int // from 0; its games are those of Index 2·Number and the next
	Players [2]int
	Opening Opening
}

// game returns the first or the second game of p before any move behind the opening.
func (p *Pair) game(i int) *Game {
	o := &p.Opening
	return &Game{
		Index: 2*p.Number + i, Players: p.Players, Swapped: i == 1,
		Start: o.Start, Moves: o.Moves[:len(o.Moves):len(o.Moves)], Opening: len(o.Moves),
	}
}

// task is a pair of games to be played; those that are not nil have been.
type task struct {
	Pair
	played [2]*Game
}

// news is a game that has come to its end, an error that ends the match, or neither:
// a goodbye.
type news struct {
	game *Game
	err  error
}

// ahead is how many pairs a job may be ahead of the one that is counted next.
const ahead = 64

// play hands out pairs until all are played or the match is decided, and counts
// games in their order.
func (r *run) play(ctx context.Context) error {
	within, stop := context.WithCancel(ctx)
	tasks, heard := make(chan []task), make(chan news)
	jobs, work := max(r.Jobs, 1), r.work
	if r.Elsewhere != nil {
		work = r.send
	}
	for range jobs {
		go func() { work(within, tasks, heard) }()
	}
	err := r.direct(within, jobs, tasks, heard)
	stop()
	close(tasks)
	for left := jobs; left > 0; { // each says goodbye
		if n := <-heard; n == (news{}) {
			left--
		} else if n.game != nil && r.Keep != nil {
			err = errors.Join(err, r.Keep(n.game))
		}
	}
	return err
}

// direct is play until nothing is left to be handed out or to be heard of.
func (r *run) direct(ctx context.Context, jobs int, tasks chan<- []task, heard <-chan news) error {
	total := 2 * r.Pairs * len(r.table.Schedule)
	var next []task // to be handed out
	for pair := 0; ; {
		if err := r.count(); err != nil || r.decided || total > 0 && r.counted >= total {
			return err
		}
		if next == nil {
			var err error
			if next, pair, err = r.block(max(pair, r.counted/2), jobs); err != nil {
				return err
			}
		}
		offer := tasks
		if next == nil {
			offer = nil
		}
		select {
		case offer <- next:
			next = nil
		case n := <-heard:
			if err := r.hear(n); err != nil {
				return err
			}
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// hear takes in a game that is over.
func (r *run) hear(n news) error {
	if n.err != nil {
		return n.err
	}
	if r.Keep != nil {
		if err := r.Keep(n.game); err != nil {
			return err
		}
	}
	r.over[n.game.Index] = n.game
	return nil
}

// block returns the pairs from one on that are handed out together next, none if it is
// better to wait, and the number of the pair behind them.
func (r *run) block(pair, jobs int) (block []task, next int, err error) {
	total, size := r.Pairs*len(r.table.Schedule), max(r.Block, 1)
	most := r.counted/2 + max(ahead, 2*size)*jobs
	for ; len(block) < size && (total == 0 || pair < total) && pair < most; pair++ {
		t, err := r.task(pair)
		if err != nil {
			return nil, pair, err
		}
		if t.played[0] == nil || t.played[1] == nil {
			block = append(block, *t)
		}
	}
	return block, pair, nil
}

// task returns what is left to play of a pair.
func (r *run) task(pair int) (*task, error) {
	n := len(r.table.Schedule)
	t := &task{Pair: Pair{Number: pair, Players: r.table.Schedule[pair%n]}}
	for i := range t.played {
		t.played[i] = r.over[2*pair+i]
	}
	if 2*pair < r.counted { // and counted already: the first may be, alone
		t.played[0] = r.table.scores[pair%n].half
	}
	var err error
	if t.Opening, err = r.Openings(pair / n); err != nil {
		return t, err
	}
	return t, nil
}

// count counts the games that are over, in order, and no more than are to be played.
func (r *run) count() error {
	total := 2 * r.Pairs * len(r.table.Schedule)
	for !r.decided && (total == 0 || r.counted < total) {
		g := r.over[r.counted]
		if g == nil {
			return nil
		}
		delete(r.over, r.counted)
		pairing := r.counted / 2 % len(r.table.Schedule)
		r.counted++
		s := r.table.Score(pairing)
		s.add(g)
		if r.Report != nil {
			r.Report(*g, s)
		}
		if r.Watch != nil {
			r.Watch(r.table)
		}
		if g.Fault != nil {
			who := g.Players[g.Culprit]
			if r.faults[who]++; r.faults[who] == r.Faults {
				return fmt.Errorf("%w: %s has %d", ErrFaults, r.entrants[who].Name, r.Faults)
			}
		}
		if r.Test != nil && s.half == nil {
			verdict, _ := r.Test.Judge(s.Results())
			r.decided = verdict != tally.Open
		}
	}
	return nil
}

// work plays pairs of games, with players of its own, and says goodbye in the end
// by no news at all.
func (r *run) work(ctx context.Context, tasks <-chan []task, heard chan<- news) {
	var d desk
	for block := range tasks {
		for i := range block {
			if err := r.playPair(ctx, &d, &block[i], heard); err != nil {
				heard <- news{err: err}
			}
		}
	}
	d.clear()
	heard <- news{}
}

// playPair plays the games of a pair that have not been.
func (r *run) playPair(ctx context.Context, d *desk, t *task, heard chan<- news) error {
	for i, played := range t.played {
		if played != nil {
			continue
		}
		g := t.game(i)
		if err := r.playGame(ctx, d, g); err != nil {
			return err
		}
		heard <- news{game: g}
	}
	return nil
}

// send has blocks played elsewhere, and says goodbye as work does.
func (r *run) send(ctx context.Context, tasks <-chan []task, heard chan<- news) {
	for block := range tasks {
		played := map[int][2]*Game{}
		pairs := make([]Pair, len(block))
		for i, t := range block {
			played[t.Number], pairs[i] = t.played, t.Pair
		}
		err := r.Elsewhere(ctx, pairs, func(p Pair, games [2]*Game) error {
			for i, g := range games {
				if played[p.Number][i] == nil {
					heard <- news{game: g}
				}
			}
			return ctx.Err()
		})
		if err != nil {
			heard <- news{err: err}
		}
	}
	heard <- news{}
}

// PlayPair plays the games of a pair between two entrants here, whatever is said of
// Elsewhere: what is played there begins so.
func (c Config) PlayPair(ctx context.Context, entrants [2]Entrant, p Pair) (games [2]*Game, err error) {
	told := p.Players
	p.Players = [2]int{0, 1}
	r := &run{Config: &c, entrants: entrants[:]}
	var d desk
	defer d.clear()
	for i := range games {
		games[i] = p.game(i)
		if err := r.playGame(ctx, &d, games[i]); err != nil {
			return games, err
		}
		games[i].Players = told
	}
	return games, nil
}

// playGame plays a game between players that sit at a desk already or are opened. A
// player that fails is closed.
func (r *run) playGame(ctx context.Context, d *desk, g *Game) error {
	var players [2]Player
	var clocks [2]*engine.Clock
	for i, who := range g.Players {
		var err error
		if players[i], err = d.seat(ctx, i, who, r.entrants[who]); err != nil {
			return g.blame(i, err)
		}
		clocks[i] = r.entrants[who].Clock
	}
	err := g.play(ctx, r.Config, players, clocks)
	if g.End == Forfeited {
		d.leave(g.Culprit)
	}
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("game %d: %w", g.Index, err)
	}
	return err
}

// desk is where the games of one job are played.
type desk struct {
	players [2]Player // nil where nobody sits
	who     [2]int    // entrants
}

// seat returns the player of an entrant at one of two seats.
func (d *desk) seat(ctx context.Context, seat, who int, e Entrant) (Player, error) {
	if d.players[seat] != nil && d.who[seat] == who {
		return d.players[seat], nil
	}
	d.leave(seat)
	pl, err := e.Open(ctx)
	if err != nil {
		return nil, err
	}
	d.players[seat], d.who[seat] = pl, who
	return pl, nil
}

// leave closes the player at a seat. That it fails to end well no longer matters.
func (d *desk) leave(seat int) {
	if d.players[seat] != nil {
		_ = d.players[seat].Close()
		d.players[seat] = nil
	}
}

func (d *desk) clear() {
	d.leave(0)
	d.leave(1)
}
