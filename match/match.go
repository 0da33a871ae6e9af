// Package match plays games between players and estimates their difference in strength.
//
// Games come in pairs. Both games of a pair start from the same opening with sides swapped, so
// an opening that favours a side favours neither player. The two games of a pair are not
// independent, so error bounds are computed from pairs, not from games.
//
// A player that fails loses its game, and the match goes on. Games are counted in the order of
// their numbers, not in the order in which they end, so the score does not depend on the number
// of jobs, and quick games are not counted before slow ones.
package match

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/match/tally"
)

// Config describes a match.
type Config struct {
	// Start is the initial position of the game.
	Start *engine.Position
	// Pairs is the number of game pairs each two players play. Zero means as many as Test needs.
	Pairs int
	// Plies is the number of random moves that start a game. It is used only if Openings is nil.
	Plies int
	// Seed seeds the random moves.
	Seed uint64
	// Openings provides the openings. Nil means random moves.
	Openings Openings
	// Test ends a match of two players as soon as it reaches a verdict. Nil
	// means all pairs are played.
	Test *tally.Test
	// Jobs is the number of games played at once, or of blocks if Elsewhere is set. Zero means one.
	Jobs int
	// Elsewhere plays pairs outside this process. Nil means they are played here.
	Elsewhere Elsewhere
	// Block is the number of pairs passed to Elsewhere together. Zero means one.
	Block int
	// Grace is how late a move may arrive and still be accepted.
	Grace time.Duration
	// Ponder lets players that can ponder think on their opponent's time.
	Ponder bool
	// Adjudication ends games early.
	Adjudication Adjudication
	// Faults is the number of faults of one player that ends the match. Zero means no limit.
	Faults int
	// Played holds games of this match that were played before. They are
	// counted but not played again.
	Played []Game
	// Keep is called with each finished game, always from the same goroutine.
	// An error ends the match. Nil means games are not kept.
	Keep func(*Game) error
	// Report is called after each counted game with the table so far. Nil means no reports.
	Report func(g Game, t *Table)
}

// Elsewhere plays a block of pairs outside this process, such as on a farm. It calls report
// with the two games of each pair, in any order, always from the same goroutine. It stops when
// report returns an error or ctx is done, without waiting for games in progress.
type Elsewhere func(ctx context.Context, block []Pair, report func(Pair, [2]*Game) error) error

// ErrFaults is wrapped by the error of a match that ends because one player
// reached Config.Faults faults.
var ErrFaults = reason.New("match: too many faults")

// ErrChance is the error about games whose players know no evaluation.
var ErrChance = reason.New("the game has events of chance: its only search takes no evaluation, so a match of two would compare nothing")

// Play plays a match of two players. If it fails, it returns the score so far
// with the error: the cause of ctx, an opening error, or ErrFaults.
func Play(ctx context.Context, c Config, first, second Entrant) (*Score, error) {
	t, err := c.Tournament(ctx, []Entrant{first, second}, RoundRobin(2))
	return t.Score(0), err
}

// Tournament plays Pairs pairs of games for each pairing of the schedule, which holds indexes
// of entrants. It plays round by round; every round has its own opening.
func (c Config) Tournament(ctx context.Context, entrants []Entrant, schedule [][2]int) (*Table, error) {
	if c.Openings == nil {
		c.Openings = Random(c.Start, c.Plies, c.Seed, func(*engine.Position) bool { return true })
	}
	r := &run{
		Config: &c, entrants: entrants, table: &Table{schedule, len(entrants), make([]Score, len(schedule))},
		over: map[int]*Game{}, faults: make([]int, len(entrants)),
	}
	if err := r.restore(); err != nil {
		return r.table, err
	}
	return r.table, r.play(ctx)
}

// run is a tournament in progress. One goroutine owns it; other goroutines play the games.
type run struct {
	*Config
	entrants []Entrant
	table    *Table

	over    map[int]*Game // finished games not yet counted, by index
	counted int           // number of games
	faults  []int         // of each entrant, in the counted games
	decided bool
}

// restore takes over the games that were played before. It fails if one of them
// cannot belong to this match.
func (r *run) restore() error {
	n := len(r.table.Schedule)
	openings := map[int]Opening{} // by round
	for i := range r.Played {
		g := &r.Played[i]
		if r.over[g.Index] != nil {
			return reason.Errorf("match: game %d was played twice", g.Index)
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
			return reason.Errorf("match: game %d is of another match", g.Index)
		}
		r.over[g.Index] = g
	}
	return nil
}

// Pair is two games of two entrants from the same opening with sides swapped.
type Pair struct {
	Number  int     // from 0; its games have the indexes 2·Number and 2·Number+1
	Players [2]int  // indexes of entrants
	Opening Opening // shared by both games
}

// game returns game i of p, 0 or 1, with only the opening played.
func (p *Pair) game(i int) *Game {
	o := &p.Opening
	return &Game{
		Index: 2*p.Number + i, Players: p.Players, Swapped: i == 1,
		Start: o.Start, Moves: o.Moves[:len(o.Moves):len(o.Moves)], Opening: len(o.Moves),
	}
}

// task is a pair of games to play. Games in played are already finished.
type task struct {
	Pair
	played [2]*Game
}

// event reports a finished game, an error that ends the match, or, if it is
// zero, the exit of a worker.
type event struct {
	game *Game
	err  error
}

// ahead is how many pairs each job may run ahead of the next pair to be counted.
const ahead = 64

// play dispatches pairs until all are played or the match is decided, and
// counts the games in order.
func (r *run) play(ctx context.Context) error {
	within, stop := context.WithCancel(ctx)
	tasks, events := make(chan []task), make(chan event)
	jobs, work := max(r.Jobs, 1), r.work
	if r.Elsewhere != nil {
		work = r.send
	}
	for range jobs {
		go func() { work(within, tasks, events) }()
	}
	err := r.dispatch(within, jobs, tasks, events)
	stop()
	close(tasks)
	for left := jobs; left > 0; { // each worker sends a zero event last
		if n := <-events; n == (event{}) {
			left--
		} else if n.game != nil && r.Keep != nil {
			err = errors.Join(err, r.Keep(n.game))
		}
	}
	return err
}

// dispatch hands pairs to the workers and counts finished games until the match is over.
func (r *run) dispatch(ctx context.Context, jobs int, tasks chan<- []task, events <-chan event) error {
	total := 2 * r.Pairs * len(r.table.Schedule)
	var next []task // the next block to hand out; nil if none is ready
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
		case n := <-events:
			if err := r.accept(n); err != nil {
				return err
			}
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// accept records a finished game.
func (r *run) accept(n event) error {
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

// block returns the next pairs to hand out together, starting at the given pair, and the number of
// the pair after them. It returns no pairs if all are handed out or the workers are too far ahead.
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

// task returns the unplayed games of a pair.
func (r *run) task(pair int) (*task, error) {
	n := len(r.table.Schedule)
	t := &task{Pair: Pair{Number: pair, Players: r.table.Schedule[pair%n]}}
	for i := range t.played {
		t.played[i] = r.over[2*pair+i]
	}
	if 2*pair < r.counted { // the first game of the pair is already counted
		t.played[0] = r.table.scores[pair%n].half
	}
	var err error
	if t.Opening, err = r.Openings(pair / n); err != nil {
		return t, err
	}
	return t, nil
}

// count counts finished games in order, up to the total to be played.
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
			r.Report(*g, r.table)
		}
		if g.Fault != nil {
			who := g.Players[g.Culprit]
			if r.faults[who]++; r.faults[who] == r.Faults {
				return reason.Errorf("%w: %s has %d", ErrFaults, r.entrants[who].Name, r.Faults)
			}
		}
		if r.Test != nil && s.half == nil {
			verdict, _ := r.Test.Judge(s.Results())
			r.decided = verdict != tally.Open
		}
	}
	return nil
}

// work plays pairs of games with its own players. It sends a zero event when it exits.
func (r *run) work(ctx context.Context, tasks <-chan []task, events chan<- event) {
	var d seats
	for block := range tasks {
		for i := range block {
			if err := r.playPair(ctx, &d, &block[i], events); err != nil {
				events <- event{err: err}
			}
		}
	}
	d.clear()
	events <- event{}
}

// playPair plays the games of a pair that are not played yet.
func (r *run) playPair(ctx context.Context, d *seats, t *task, events chan<- event) error {
	for i, played := range t.played {
		if played != nil {
			continue
		}
		g := t.game(i)
		if err := r.playGame(ctx, d, g); err != nil {
			return err
		}
		events <- event{game: g}
	}
	return nil
}

// send passes blocks to Elsewhere. It sends a zero event when it exits.
func (r *run) send(ctx context.Context, tasks <-chan []task, events chan<- event) {
	for block := range tasks {
		played := map[int][2]*Game{}
		pairs := make([]Pair, len(block))
		for i, t := range block {
			played[t.Number], pairs[i] = t.played, t.Pair
		}
		err := r.Elsewhere(ctx, pairs, func(p Pair, games [2]*Game) error {
			for i, g := range games {
				if played[p.Number][i] == nil {
					events <- event{game: g}
				}
			}
			return ctx.Err()
		})
		if err != nil {
			events <- event{err: err}
		}
	}
	events <- event{}
}

// PlayPair plays both games of a pair in this process, even if Elsewhere is
// set: implementations of Elsewhere call it.
func (c Config) PlayPair(ctx context.Context, entrants [2]Entrant, p Pair) (games [2]*Game, err error) {
	numbers := p.Players
	p.Players = [2]int{0, 1}
	r := &run{Config: &c, entrants: entrants[:]}
	var d seats
	defer d.clear()
	for i := range games {
		games[i] = p.game(i)
		if err := r.playGame(ctx, &d, games[i]); err != nil {
			return games, err
		}
		games[i].Players = numbers
	}
	return games, nil
}

// playGame plays a game. It reuses players that are already open and closes a player that fails.
func (r *run) playGame(ctx context.Context, d *seats, g *Game) error {
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
		err = reason.Errorf("game %d: %w", g.Index, err)
	}
	return err
}

// seats holds the open players of one job.
type seats struct {
	players [2]Player // nil if the seat is empty
	who     [2]int    // entrants
}

// seat returns the player of an entrant for one of the two seats, opening it if necessary.
func (d *seats) seat(ctx context.Context, seat, who int, e Entrant) (Player, error) {
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

// leave closes the player at a seat. Its error no longer matters.
func (d *seats) leave(seat int) {
	if d.players[seat] != nil {
		_ = d.players[seat].Close()
		d.players[seat] = nil
	}
}

func (d *seats) clear() {
	d.leave(0)
	d.leave(1)
}
