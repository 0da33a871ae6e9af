package prover

import (
	"context"
	"slices"

	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/proof"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search/prove"
)

// Question asks on which side of a null window the value of a position lies.
type Question struct {
	Position string      // its canonical text; see proof.Canon
	Window   game.Window // a null window
}

// Answer is an answer to a question: proven bounds of the value, for the side to move. It may
// leave the question open.
type Answer struct {
	job.Interval
	Job   string // the name of the job that answered it
	Nodes uint64 // visited for it
}

// Ask answers a question, or leaves it open after its share of nodes. Several goroutines call
// it at once. It must return soon after ctx is done.
type Ask func(ctx context.Context, q Question) (Answer, error)

// Options configure a Prover. The zero value asks one question after the other.
type Options[S any, M comparable] struct {
	// Parallel is the number of questions asked at once. Zero means 1.
	Parallel int
	// Order sorts the moves of a position, the best for its side to move first. It must always
	// return the same order. Nil means the order of the rules.
	Order func(s *S, moves []M)
	// Report is called after each answer. Nil means never.
	Report func(Progress)
}

// Progress is the state of a proof.
type Progress struct {
	// Proof and Disproof are the numbers of the root, and Answered the questions whose answer settled
	// the position.
	Proof, Disproof uint32 `json:"-"`
	Answered        int    `json:"-"`
	Positions       int    `json:"positions"`  // in the graph
	Asked           int    `json:"jobs"`       // questions
	Unfinished      int    `json:"unfinished"` // questions left open
	Cancelled       int    `json:"cancelled"`  // questions cancelled as useless
	Failed          int    `json:"failed"`     // questions without an answer
	Nodes           uint64 `json:"nodes"`      // visited for them
}

// errWorkers is wrapped by the error when many questions in a row fail.
var errWorkers = reason.New("questions fail")

// errContradiction is wrapped by the error for answers that cannot all be true.
var errContradiction = reason.New("answers contradict each other")

// mostFailures is the number of questions in a row that may fail. It exceeds the number of
// questions at once of one machine, which may have died.
const mostFailures = 64

// Prover proves one claim, or its denial.
type Prover[S any, M comparable, R proof.Rules[S, M]] struct {
	Options[S, M]
	rules R
	canon *proof.Canon[S, M, R]
	ask   Ask
	claim proof.Claim
	root  *node[S]
	nodes map[proof.Key]*node[S]
	walks uint64

	answers  chan reply[S]
	flying   map[*node[S]]bool
	failures int // in a row
	progress Progress
}

// reply is the answer to a question about a node.
type reply[S any] struct {
	node   *node[S]
	answer Answer
	err    error
}

// New returns a Prover of a claim about root. The error is proof.ErrRepeats for games whose
// positions may recur.
func New[S any, M comparable, R proof.Rules[S, M]](rules R, root *S, claim proof.Claim, ask Ask, o Options[S, M]) (*Prover[S, M, R], error) {
	if proof.Repeats[S, M](rules) {
		return nil, proof.ErrRepeats
	}
	o.Parallel = max(1, o.Parallel)
	p := &Prover[S, M, R]{
		Options: o, rules: rules, canon: proof.NewCanon[S, M](rules), ask: ask, claim: claim,
		nodes: map[proof.Key]*node[S]{}, flying: map[*node[S]]bool{},
	}
	p.root = p.meet(root)
	return p, nil
}

// Prove asks questions until the claim is proven or disproven. The verdict Unknown comes with
// an error: that of ctx, or the reason why questions are not answered. Calling Prove again
// continues the proof.
func (p *Prover[S, M, R]) Prove(ctx context.Context) (prove.Verdict, error) {
	ctx, stop := context.WithCancel(ctx)
	p.answers = make(chan reply[S], p.Parallel)
	defer p.land(stop)
	for !p.root.settled() {
		for len(p.flying) < p.Parallel {
			n := p.rim(p.root, p.walk())
			if n == nil {
				break
			}
			p.launch(ctx, n)
		}
		select {
		case <-ctx.Done():
			return prove.Unknown, context.Cause(ctx)
		case r := <-p.answers:
			if err := p.take(r); err != nil {
				return prove.Unknown, err
			}
		}
	}
	return p.Verdict(), nil
}

// Disproven reports whether the claim is false.
func (p *Prover[S, M, R]) Disproven() bool { return p.Verdict() == prove.Disproven }

// Verdict returns the verdict on the claim so far.
func (p *Prover[S, M, R]) Verdict() prove.Verdict {
	switch {
	case p.root.goesTo(attacker):
		return prove.Proven
	case p.root.goesTo(defender):
		return prove.Disproven
	}
	return prove.Unknown
}

// Progress returns the state of the proof.
func (p *Prover[S, M, R]) Progress() Progress {
	p.progress.Proof, p.progress.Disproof = p.root.numbers[attacker], p.root.numbers[defender]
	p.progress.Positions = len(p.nodes)
	return p.progress
}

// launch asks about n.
func (p *Prover[S, M, R]) launch(ctx context.Context, n *node[S]) {
	q := Question{p.canon.Text(&n.state), p.claim.Window(p.rules.ToMove(&n.state))}
	ctx, n.flight = context.WithCancel(ctx)
	n.before, n.numbers = n.numbers, [2]uint32{open, open}
	p.flying[n] = true
	p.progress.Asked++
	propagate(n)
	go func() {
		a, err := p.ask(ctx, q)
		p.answers <- reply[S]{n, a, err}
	}()
}

// recall cancels the questions in flight that no longer affect the root.
func (p *Prover[S, M, R]) recall() {
	for n := range p.flying {
		if !n.recalled && !p.matters(n, p.walk()) {
			n.recalled = true
			p.progress.Cancelled++
			n.flight()
		}
	}
}

// land cancels all questions in flight and waits for their replies.
func (p *Prover[S, M, R]) land(stop context.CancelFunc) {
	stop()
	for n := range p.flying {
		n.recalled = true
	}
	for len(p.flying) > 0 {
		if err := p.take(<-p.answers); err != nil {
			continue // the first error was reported
		}
	}
}

// take records a reply.
func (p *Prover[S, M, R]) take(r reply[S]) error {
	n, recalled := r.node, r.node.recalled
	n.flight()
	n.flight, n.recalled, n.numbers = nil, false, n.before
	delete(p.flying, n)
	p.progress.Nodes += r.answer.Nodes
	switch {
	case r.err != nil && recalled: // as if the question had not been asked
		propagate(n)
	case r.err != nil:
		p.progress.Failed++
		if p.failures++; p.failures >= mostFailures {
			return reason.Errorf("%w: %w", errWorkers, r.err)
		}
		p.expand(n)
	case r.answer.Lower > r.answer.Upper:
		return reason.Errorf("%w: job %s, from %v to %v", errContradiction, r.answer.Job, r.answer.Lower, r.answer.Upper)
	case p.absorb(n, r.answer):
		p.failures = 0
		p.progress.Answered++
		propagate(n)
	default:
		p.failures = 0
		p.progress.Unfinished++
		p.expand(n)
	}
	if n.settled() {
		p.recall()
	}
	if p.Report != nil {
		p.Report(p.Progress())
	}
	return nil
}

// absorb settles n by an answer, if it decides the claim, and reports whether it does.
func (p *Prover[S, M, R]) absorb(n *node[S], a Answer) bool {
	mover := p.rules.ToMove(&n.state)
	switch {
	case p.claim.Meets(mover, a.Lower, a.Upper):
		n.settle(attacker)
	case p.claim.Fails(mover, a.Lower, a.Upper):
		n.settle(defender)
	default:
		return false
	}
	n.job = a.Job
	return true
}

// errOpen is wrapped by the error of Write if the claim is neither proven nor disproven.
var errOpen = reason.New("not proven yet")

// Best returns a move that proves c for the side to move at s, given that c holds there.
type Best[S any, M comparable] func(ctx context.Context, s *S, c proof.Claim) (M, error)

// Claim returns the proven claim: the original one or its denial.
func (p *Prover[S, M, R]) Claim() proof.Claim {
	if p.Verdict() == prove.Disproven {
		return p.claim.Denial()
	}
	return p.claim
}

// Write writes the tree that proves Claim of the root. If best is nil, leaves rest on the jobs that
// settled them. Otherwise the tree continues to the ends of all games, and the proof needs no job.
func (p *Prover[S, M, R]) Write(ctx context.Context, w *proof.Writer, best Best[S, M]) error {
	if p.Verdict() == prove.Unknown {
		return errOpen
	}
	t := &teller[S, M, R]{Prover: p, ctx: ctx, w: w, best: best, told: map[proof.Key]struct{}{}}
	if p.Verdict() == prove.Disproven {
		t.side = defender
	}
	return t.tell(&p.root.state)
}

// teller writes one proof.
type teller[S any, M comparable, R proof.Rules[S, M]] struct {
	*Prover[S, M, R]
	ctx  context.Context
	w    *proof.Writer
	best Best[S, M]
	side side // the side that the claim favours
	told map[proof.Key]struct{}
}

// tell writes the proof of s.
func (t *teller[S, M, R]) tell(s *S) error {
	moves, status := t.rules.Moves(s, nil)
	if status.Over() {
		if t.winner(t.rules.ToMove(s), status.Score()) != t.side {
			return reason.Errorf("%w: the game ends otherwise at %s", errContradiction, t.rules.FormatPosition(s))
		}
		t.w.End()
		return nil
	}
	key := t.canon.Key(s)
	if _, told := t.told[key]; told {
		t.w.Known()
		return nil
	}
	n := t.nodes[key]
	if n != nil && !n.settled() {
		n = nil // best led to an unsettled position
	}
	if n != nil && !n.goesTo(t.side) {
		return reason.Errorf("%w: %s is settled otherwise", errContradiction, t.rules.FormatPosition(s))
	}
	if n != nil && n.children == nil && t.best == nil {
		t.w.Rests(n.job)
		return nil
	}
	if err := t.below(s, n, moves); err != nil {
		return err
	}
	t.told[key] = struct{}{}
	return nil
}

// below writes the sufficient move at s, or all moves.
func (t *teller[S, M, R]) below(s *S, n *node[S], moves []M) (err error) {
	first, last := 0, len(moves)
	if t.mine(s) {
		if first, err = t.choose(s, n, moves); err != nil {
			return err
		}
		last = first + 1
		t.w.Choose(first)
	} else {
		t.w.All(len(moves))
	}
	for _, m := range moves[first:last] {
		var next S
		t.rules.Play(&next, s, m)
		if err := t.tell(&next); err != nil {
			return err
		}
	}
	return nil
}

// mine reports whether the side that the claim favours moves at s.
func (t *teller[S, M, R]) mine(s *S) bool {
	return (t.rules.ToMove(s) == t.claim.Attacker) == (t.side == attacker)
}

// choose returns the number of a sufficient move.
func (t *teller[S, M, R]) choose(s *S, n *node[S], moves []M) (int, error) {
	if n == nil || n.children == nil {
		m, err := t.best(t.ctx, s, t.Claim())
		if err != nil {
			return 0, reason.Errorf("%s: %w", t.rules.FormatPosition(s), err)
		}
		if i := slices.Index(moves, m); i >= 0 {
			return i, nil
		}
		return 0, reason.Errorf("%w: no such move at %s", errContradiction, t.rules.FormatPosition(s))
	}
	for i, m := range moves {
		var next S
		t.rules.Play(&next, s, m)
		if child := t.nodes[t.canon.Key(&next)]; child != nil && child.goesTo(t.side) {
			return i, nil
		}
	}
	return 0, reason.Errorf("%w: no move suffices at %s", errContradiction, t.rules.FormatPosition(s))
}
