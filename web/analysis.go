package web

import (
	"cmp"
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/review"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search"
)

// Limits of one request.
const (
	maxLines = 512
	maxDepth = 1000
	maxTime  = time.Hour
)

// most limits every request. A search without limits ends when its client leaves, or
// after an hour of thinking.
var most = engine.Most{Depth: maxDepth, MultiPV: maxLines, Time: maxTime}

// searchRequest asks for an analysis or a review.
type searchRequest struct {
	placeDoc
	engine.Request
}

// analysis streams the results of a search as it goes on.
func (s *Server) analysis(ctx context.Context, in *searchRequest, out *stream) (lent *borrowed, work func(context.Context) (any, error), err error) {
	if err := in.Check(most); err != nil {
		return nil, nil, err
	}
	pos, err := s.place(ctx, &in.placeDoc)
	if err != nil {
		return nil, nil, err
	}
	if lent, err = s.borrow(pos.Game()); err != nil {
		return nil, nil, err
	}
	out.nodes = &lent.nodes
	return lent, func(ctx context.Context) (any, error) {
		q, c := in.At(pos, maxTime)
		a := lent.Analyze(ctx, pos, q, c, func(a engine.Analysis) { out.show("analysis", a.Describe(algorithm)) })
		return a.Describe(algorithm), nil
	}, nil
}

// algorithm is the name that analyses report for the engine's search.
const algorithm = "search"

// limits returns the limits for each move of a review, so that a game with the given number of
// moves takes at most the given time.
func (in *searchRequest) limits(g *engine.Game, moves int, longest time.Duration) (review.Limits, error) {
	switch {
	case in.MultiPV > 0:
		return review.Limits{}, reason.New("multipv: a review compares the best move with the one played")
	case in.Clock != nil:
		return review.Limits{}, reason.New("clock: a review has none")
	}
	if err := in.Check(most); err != nil {
		return review.Limits{}, err
	}
	if total := in.Time() * time.Duration(moves); total > longest {
		return review.Limits{}, reason.Errorf("time_ms: %v for all moves, want at most %v", total, longest)
	}
	limits := review.Limits{Query: in.Query(), Control: search.Control{Time: in.Time()}, Level: in.Level}.Or(g)
	limits.Time = min(cmp.Or(limits.Time, longest), longest/time.Duration(moves))
	return limits, nil
}

// reviewedDoc is a reviewed move, sent as soon as its review is done.
type reviewedDoc struct {
	Schema string              `json:"schema"`
	Done   int                 `json:"done"` // moves
	Of     int                 `json:"of"`
	Move   review.MoveDocument `json:"move"`
}

// review streams the moves of a game in the order of their review, last move first, and
// then the whole review.
func (s *Server) review(ctx context.Context, in *searchRequest, out *stream) (lent *borrowed, work func(context.Context) (any, error), err error) {
	positions, err := s.line(ctx, &in.placeDoc)
	if err != nil {
		return nil, nil, err
	}
	if len(positions) < 2 {
		return nil, nil, invalid(reason.New("moves: there is no game to review"))
	}
	longest := maxTime
	if s.isScript(in.Game) {
		longest = 2 * s.scriptSearch
	}
	limits, err := in.limits(positions[0].Game(), len(in.Moves), longest)
	if err != nil {
		return nil, nil, err
	}
	for i, p := range positions[:len(in.Moves)] {
		in.Moves[i], _ = p.Rewrite(in.Moves[i]) // it is legal
	}
	lent, err = s.borrow(positions[0].Game())
	return lent, func(ctx context.Context) (any, error) {
		done, err := review.Game(ctx, lent, &engine.Record{Start: positions[0], Moves: in.Moves}, limits, func(r *review.Review, i int) {
			out.tell("move", reviewedDoc{"ply.reviewed/1", len(r.Moves) - i, len(r.Moves), r.Moves[i].Describe(i + 1)})
		})
		if err != nil {
			return nil, err
		}
		return done.Describe(), nil
	}, err
}

// turnTime is the length of a turn, while others wait, of a search on all cores. A search
// on half the cores has twice as long. So fifty searches take turns within a second.
const turnTime = 20 * time.Millisecond

// borrowed is an engine of the pool that shares the cores with other searches. It
// implements engine.Engine, so that callers need not know of the sharing.
type borrowed struct {
	*seat
	server *Server
	script bool          // it searches beside the others, for a short time
	nodes  atomic.Uint64 // visited since it was borrowed, except the last few
}

// borrow returns an engine for g. The caller must give it back.
func (s *Server) borrow(g *engine.Game) (*borrowed, error) {
	if s.isScript(g.About().Name) {
		own := &seat{Engine: g.NewEngine(engine.Options{Options: search.Options{TableBytes: scriptTable}}), threads: 1}
		return &borrowed{seat: own, server: s, script: true}, nil
	}
	seat, err := s.pool.lend(g, s.cores())
	if err != nil {
		return nil, err
	}
	return &borrowed{seat: seat, server: s}, nil
}

// cores returns the number of cores of the next search: its share, but at least two if
// the machine has them. So on a machine with two cores all searches have the same width:
// no core is idle because the next search is too wide, and no search runs on half the
// machine because it began just before another ended.
func (s *Server) cores() int {
	all := s.config.Threads
	return max(all/(1+s.pool.active()), min(all, 2))
}

func (b *borrowed) giveBack() {
	if !b.script {
		b.server.pool.giveBack(b.seat)
	}
}

// Analyze implements engine.Engine. While no other search waits it runs undisturbed.
// Otherwise it pauses between turns, at any point of the search. Pauses cost only time;
// time limits count from the first turn.
func (b *borrowed) Analyze(ctx context.Context, pos *engine.Position, q search.Query, control search.Control, report func(engine.Analysis)) engine.Analysis {
	c := chair{
		turns: &b.server.turns, cores: b.threads, nodes: &b.nodes,
		time: turnTime * time.Duration(b.server.config.Threads) / time.Duration(b.threads),
	}
	if b.script { // it may not let others in for long
		c.turns = &queue{free: 1}
		control.Time = min(cmp.Or(control.Time, b.server.scriptSearch), b.server.scriptSearch)
	}
	c.sit(ctx)
	defer c.leave()
	if control.Time > 0 { // the limit ends the search even while it waits for a turn
		var cancel context.CancelFunc
		c.ctx, cancel = context.WithTimeout(ctx, control.Time)
		defer cancel()
	}
	control.Pulse = c.pulse
	return b.Engine.Analyze(ctx, pos, q, control, report)
}

// chair is one search's place at the cores. It yields the cores to waiting searches.
type chair struct {
	breather
	turns *queue
	cores int
	time  time.Duration // of a turn
	nodes *atomic.Uint64

	mu    sync.Mutex // held during a pause, so that the search's other threads wait too
	ctx   context.Context
	since time.Time // the beginning of the turn
	taken bool
}

// sit waits for a turn, or until ctx ends. Then the engine still answers, as it can
// without any time.
func (c *chair) sit(ctx context.Context) {
	c.ctx = ctx
	c.taken = c.turns.enter(ctx, "", c.cores) == nil
	c.since = time.Now()
}

// leave ends the search's use of the cores.
func (c *chair) leave() {
	if c.taken {
		c.turns.leave(c.cores)
	}
}

// pulse is the search's progress callback. A thread that arrives while another waits for the
// next turn blocks until that turn begins.
func (c *chair) pulse(nodes uint64) {
	c.nodes.Add(nodes)
	c.breathe()
	if c.turns.wanted() {
		c.rise()
	}
}

// rise gives waiting searches their turns if this turn has lasted long enough.
func (c *chair) rise() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.taken || time.Since(c.since) < c.time || !c.turns.wanted() {
		return
	}
	c.leave()
	c.sit(c.ctx)
}
