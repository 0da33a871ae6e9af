package matches

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/opponent"
	"github.com/plywood-go/plywood/cmd/ply/internal/remote"
	"github.com/plywood-go/plywood/cmd/ply/internal/report"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/review"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/farm"
	"github.com/plywood-go/plywood/farm/arena"
	"github.com/plywood-go/plywood/internal/memory"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/match"
	"github.com/plywood-go/plywood/search"
)

// openings returns the openings of the games.
func (f *matchFlags) openings(env *cli.Env, g *engine.Game) (match.Openings, error) {
	fits := f.balanced(g)
	if f.Openings == "" {
		return match.Random(g.Start(), f.Plies, f.Seed, fits), nil
	}
	if path, ok := strings.CutPrefix(f.Openings, bookPrefix); ok {
		return f.booked(g, path, fits)
	}
	list, err := f.listed(env, g)
	if err != nil {
		return nil, err
	}
	var good []match.Opening
	for i, o := range list {
		end, err := o.End()
		if err != nil {
			return nil, cli.Invalid(reason.Errorf("--openings: game %d: %w", i+1, err))
		}
		if !end.Status().Over() && fits(end) {
			good = append(good, o)
		}
	}
	if len(good) == 0 {
		return nil, cli.Invalid(reason.Errorf("--openings: none of %d openings is suitable", len(list)))
	}
	seed := uint64(0)
	if f.Shuffle {
		seed = max(f.Seed, 1)
	}
	return match.Listed(good, seed), nil
}

// listed returns the named openings, or the openings of a file cut to --plies.
func (f *matchFlags) listed(env *cli.Env, g *engine.Game) (list []match.Opening, err error) {
	if named, ok := workshop.Openings(g, f.Openings); ok {
		for _, o := range named {
			list = append(list, match.Opening{Start: g.Start(), Moves: o.Moves})
		}
		if len(list) == 0 {
			return nil, cli.Invalid(reason.Errorf("--openings %s: %s has no named openings", f.Openings, g.About().Name))
		}
		return list, nil
	}
	data, err := memory.ReadFile(f.Openings, cli.MaxRecords)
	if err != nil {
		return nil, cli.Invalid(reason.Errorf("--openings: %w", err))
	}
	if data, err = env.Decode(data, f.Openings); err != nil {
		return nil, err
	}
	records, err := cli.Gather(env, "--openings: "+f.Openings, g.EachRecord(bytes.NewReader(data), ""))
	if err != nil {
		return nil, err
	}
	for _, r := range records {
		list = append(list, match.Opening{Start: r.Start, Moves: r.Moves[:min(len(r.Moves), f.Plies)]})
	}
	return list, nil
}

// bookPrefix starts the value of --openings if it is a book.
const bookPrefix = "book:"

// booked returns random openings from a book, of moves that a review would not mark.
func (f *matchFlags) booked(g *engine.Game, path string, fits func(*engine.Position) bool) (match.Openings, error) {
	book, err := g.OpenBook(path)
	if err != nil {
		return nil, cli.Invalid(reason.Errorf("--openings: %w", err))
	}
	if _, ok := book.Probe(g.Start()); !ok {
		return nil, errors.Join(cli.Invalid(reason.Errorf("--openings: %s does not hold the initial position", path)), book.Close())
	}
	walk := func(rng *rand.Rand) (o match.Opening, end *engine.Position) {
		o, end = match.Opening{Start: g.Start()}, g.Start()
		for range f.Plies {
			a, ok := book.Probe(end)
			if !ok {
				break
			}
			var good []string
			for _, l := range a.Lines {
				if l.Depth > 0 && !review.Costly(a.Lines[0].Value, l.Value) {
					good = append(good, l.Move)
				}
			}
			if len(good) == 0 {
				good = append(good, a.Lines[0].Move)
			}
			move := good[rng.IntN(len(good))]
			next, err := end.Play(move)
			if err != nil || next.Status().Over() {
				break
			}
			o.Moves, end = append(o.Moves, move), next
		}
		return o, end
	}
	return func(n int) (match.Opening, error) {
		rng := rand.New(rand.NewPCG(f.Seed, uint64(n)))
		const attempts = 1000
		for range attempts {
			if o, end := walk(rng); fits(end) {
				return o, nil
			}
		}
		return match.Opening{}, reason.Errorf("%w in %d attempts", match.ErrNoOpening, attempts)
	}, nil
}

// balanceNodes is the number of positions that a search visits to value an opening.
const balanceNodes = 20000

// balanced returns a function that reports whether an opening satisfies --balance.
func (f *matchFlags) balanced(g *engine.Game) func(*engine.Position) bool {
	if f.Balance == 0 {
		return func(*engine.Position) bool { return true }
	}
	o := engine.Options{}
	o.TableBytes = 4 << 20
	e := g.NewEngine(o)
	return func(p *engine.Position) bool {
		e.Clear() // an opening must not depend on the openings before it
		a := e.Analyze(context.Background(), p, search.Query{Nodes: balanceNodes}, search.Control{}, nil)
		v := a.Lines[0].Value
		if v.Plies >= 0 || v.Decided() {
			return v.Outcome == 0
		}
		return math.Abs(v.Number) <= f.Balance
	}
}

// decimals parses least to most numbers, separated by commas.
func decimals(text string, least, most int) ([]float64, error) {
	var list []float64
	for word := range strings.SplitSeq(text, ",") {
		x, err := strconv.ParseFloat(strings.TrimSpace(word), 64)
		if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
			return nil, reason.Errorf("%q, want a number", word)
		}
		list = append(list, x)
	}
	if len(list) < least || len(list) > most {
		return nil, reason.Errorf("%d numbers, want %d to %d", len(list), least, most)
	}
	return list, nil
}

// isCount reports whether x is a whole number, 0 or more.
func isCount(x float64) bool { return x >= 0 && x < math.MaxInt32 && x == math.Trunc(x) }

// A farm plays a match in blocks: the pairs of a block, and the least number of blocks
// at once, so that workers do not wait for the next block.
const (
	farmBlock  = 32
	farmBlocks = 2
)

// send lets a farm play the games if --farm is given.
func (m *contest) send() (release func(), err error) {
	if err := m.away.Check(); err != nil || !m.away.Farm {
		return func() {}, err
	}
	q, err := m.away.Where.Dial()
	if err != nil {
		return nil, err
	}
	all := arena.Match{Players: m.players, Adjudication: m.config.Adjudication}
	if slices.ContainsFunc(m.entrants, func(e match.Entrant) bool { return e.Timed }) {
		all.Timed, all.Clock, all.Grace, all.Played = true, m.Clock, m.Grace, m.noteSpeed
		all.Once = slices.ContainsFunc(m.players, opponent.IsProgram)
	}
	m.config.Elsewhere, err = arena.Elsewhere(&farm.Client{Queue: q}, m.game, remote.Version(), all)
	if err != nil {
		q.Close()
		return nil, cli.Failure(err)
	}
	m.config.Block, m.config.Jobs = farmBlock, max(m.config.Jobs, farmBlocks)
	return q.Close, nil
}

// pace is the work of one worker on a match, and the time it took.
type pace struct {
	pairs int
	nodes uint64
	took  time.Duration
}

// noteSpeed adds the nodes and the time of a pair to those of its worker.
func (m *contest) noteSpeed(worker string, nodes uint64, took time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.paces == nil {
		m.paces = map[string]pace{}
	}
	p := m.paces[worker]
	m.paces[worker] = pace{p.pairs + 1, p.nodes + nodes, p.took + took}
}

// tellSpeeds prints the speeds of the workers of a match with time limits.
func (m *contest) tellSpeeds() {
	for _, name := range slices.Sorted(maps.Keys(m.paces)) {
		p := m.paces[name]
		speed := uint64(float64(p.nodes) / max(p.took.Seconds(), 1e-6))
		fmt.Fprintln(m.Err, m.Lang.Text("match.pace", "worker", name, "pairs", p.pairs, "speed", report.Thousands(speed)))
	}
}
