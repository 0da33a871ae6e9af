package experiment

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/chess"
	"github.com/plywood-go/plywood/games/chess/chessengine"
	"github.com/plywood-go/plywood/games/mnk"
	"github.com/plywood-go/plywood/games/mnk/mnkengine"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/textbook"
)

// alert is tic-tac-toe with noisy threats: a quiescence search sees beyond the horizon
// where a row is about to be filled.
type alert struct{ mnkengine.Nilsson }

// NoisyMoves returns the moves that win. If there are none, it returns the moves that
// stop the opponent from winning.
func (a alert) NoisyMoves(p *mnk.Position, buf []mnk.Move) []mnk.Move {
	threats := a.Completing(p.Own) & a.Free(p)
	if threats == 0 {
		threats = a.Completing(p.Opp) & a.Free(p)
	}
	for m := range mnk.Move(a.Spec().Cells()) {
		if threats>>m&1 != 0 {
			buf = append(buf, m)
		}
	}
	return buf
}

// horizon lets searches of increasing depth play in every position of tic-tac-toe. It
// counts where their move gives away a win or a draw.
func horizon(ctx context.Context, r *report) error {
	h := &horizonTest{ctx, nilsson(), textbook.New(textbook.AlphaBeta, nilsson(), textbook.Options{})}
	all := h.positions()
	note := fmt.Sprintf("of %d positions, Nilsson's evaluation", len(all))
	for depth := 1; depth <= 6; depth++ {
		r.measured(fmt.Sprintf("misplayed by minimax, depth %d", depth), figures(float64(h.misplayed(all, h.minimax(depth)))), note)
	}
	for depth := 1; depth <= 3; depth++ {
		blind, quiet := h.production(depth, search.Quiescence), h.production(depth, 0)
		r.measured(fmt.Sprintf("misplayed by ours without quiescence, depth %d", depth), figures(float64(h.misplayed(all, blind))), note)
		r.measured(fmt.Sprintf("misplayed by ours, depth %d", depth), figures(float64(h.misplayed(all, quiet))), note)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	h.example(r, all)
	return horizonChess(ctx, r)
}

// player chooses a move.
type player func(p *mnk.Position) mnk.Move

// horizonTest judges moves of tic-tac-toe by their true values.
type horizonTest struct {
	ctx    context.Context
	rules  mnkengine.Nilsson
	solver *textbook.Searcher[mnk.Position, mnk.Move]
}

// positions returns all unfinished positions, in the order in which they are met.
func (h *horizonTest) positions() (all []mnk.Position) {
	seen := map[mnk.Position]bool{}
	queue := []mnk.Position{h.rules.Start()}
	for len(queue) > 0 {
		p := queue[0]
		queue = queue[1:]
		moves, status := h.rules.Moves(&p, nil)
		if seen[p] || status.Over() {
			continue
		}
		seen[p] = true
		all = append(all, p)
		for _, m := range moves {
			var child mnk.Position
			h.rules.Play(&child, &p, m)
			queue = append(queue, child)
		}
	}
	return all
}

// minimax plays by the textbook's minimax.
func (h *horizonTest) minimax(depth int) player {
	s := textbook.New(textbook.Minimax, h.rules, textbook.Options{})
	return func(p *mnk.Position) mnk.Move {
		found := s.Search(h.ctx, p, depth)
		if len(found.PV) == 0 { // it was stopped
			return 0
		}
		return found.PV[0]
	}
}

// production plays by the production search, with an empty table for each position.
func (h *horizonTest) production(depth int, without search.Feature) player {
	s := mnkengine.Generic(alert{h.rules}, search.Options{TableBytes: 1 << 10, Without: without | search.Table})
	return func(p *mnk.Position) mnk.Move {
		found := s.Search(h.ctx, p, search.Query{Depth: depth}, search.Control{}, nil)
		m, _ := found.Best()
		return m
	}
}

// outcome returns 1 if the side to move at p wins, -1 if the other side wins, 0 if neither does.
func (h *horizonTest) outcome(p *mnk.Position) int {
	return h.solver.Search(h.ctx, p, h.rules.Spec().Cells()).Value.Outcome()
}

// errs reports whether m gives away the value of p.
func (h *horizonTest) errs(p *mnk.Position, m mnk.Move) bool {
	var child mnk.Position
	h.rules.Play(&child, p, m)
	return -h.outcome(&child) != h.outcome(p)
}

// misplayed returns the number of positions in which the player errs.
func (h *horizonTest) misplayed(all []mnk.Position, play player) (n int) {
	for i := range all {
		m := play(&all[i])
		if h.ctx.Err() != nil {
			break
		}
		if h.errs(&all[i], m) {
			n++
		}
	}
	return n
}

// claim states that a player errs in a position, or keeps its value.
type claim struct {
	name string
	play player
	errs bool
}

// example shows the first position in which one ply is too little for either search,
// but two plies more, or quiescence, are enough.
func (h *horizonTest) example(r *report, all []mnk.Position) {
	claims := []claim{
		{"minimax, depth 1", h.minimax(1), true},
		{"minimax, depth 3", h.minimax(3), false},
		{"ours without quiescence, depth 1", h.production(1, search.Quiescence), true},
		{"ours, depth 1", h.production(1, 0), false},
	}
	at := slices.IndexFunc(all, func(p mnk.Position) bool {
		return h.ctx.Err() == nil && !slices.ContainsFunc(claims, func(c claim) bool { return h.errs(&p, c.play(&p)) != c.errs })
	})
	quantity := "a position where a ply errs, two plies more or quiescence hold"
	if at < 0 {
		r.text(quantity, "there is one", "there is none", "")
		return
	}
	r.text(quantity, "there is one", "there is one", h.rules.FormatPosition(&all[at]))
	for _, c := range claims {
		m := c.play(&all[at])
		r.measured(c.name+", there", h.rules.FormatMove(&all[at], m), manner(h.errs(&all[at], m)))
	}
}

// manner says in one word whether a player errs.
func manner(errs bool) string {
	if errs {
		return "errs"
	}
	return "holds"
}

const (
	blindPositions = 60  // positions of horizonChess
	blindOpening   = 24  // most random plies before them
	blindDepth     = 8   // plies of the search that judges moves
	blindLoss      = 200 // hundredths of a pawn; a move that loses more gives away a piece
)

// guarded is a position in which a queen can take a guarded pawn.
const guarded = "4k3/2p5/3p4/8/3Q4/8/8/4K3 w - - 0 1"

// horizonChess counts the positions of chess in which a shallow search gives away a piece,
// because its last ply is a capture and it does not see the answer.
func horizonChess(ctx context.Context, r *report) error {
	rules := chessengine.Evaluation{}
	judge := chessengine.Generic(rules, search.Options{TableBytes: 1 << 20})
	worth := func(s *chess.Position) game.Score {
		judge.Clear()
		found := judge.Search(ctx, s, search.Query{Depth: blindDepth}, search.Control{}, nil)
		return found.Score()
	}
	var sample []chess.Position
	var best []game.Score
	random := rand.New(rand.NewPCG(r.seed, 0))
	for range blindPositions {
		s := opened[chess.Position, chess.Move](rules, random, 4+random.IntN(blindOpening-3))
		sample, best = append(sample, s), append(best, worth(&s))
	}
	note := fmt.Sprintf("of %d positions, at least %d pawns by a search to depth %d", blindPositions, blindLoss/100, blindDepth)
	for depth := 1; depth <= 4; depth++ {
		for _, without := range []search.Feature{search.Quiescence, 0} {
			name := "chess, a piece given away"
			if without != 0 {
				name += " without quiescence"
			}
			lost := 0
			for i := range sample {
				m := hasty(ctx, rules, &sample[i], depth, without)
				var next chess.Position
				rules.Play(&next, &sample[i], m)
				if best[i]+worth(&next) >= blindLoss {
					lost++
				}
				if ctx.Err() != nil {
					return ctx.Err()
				}
			}
			r.measured(fmt.Sprintf("%s, depth %d", name, depth), figures(float64(lost)), note)
		}
	}
	s, err := rules.ParsePosition(guarded)
	if err != nil {
		return err
	}
	r.text("chess, a queen may take a guarded pawn, without quiescence", "d4d6", chess.FormatUCI(&s, hasty(ctx, rules, &s, 1, search.Quiescence), false), guarded)
	r.measured("chess, a queen may take a guarded pawn", chess.FormatUCI(&s, hasty(ctx, rules, &s, 1, 0), false), guarded)
	return ctx.Err()
}

// hasty returns the move of a search to a depth.
func hasty(ctx context.Context, rules chessengine.Evaluation, s *chess.Position, depth int, without search.Feature) chess.Move {
	found := chessengine.Generic(rules, search.Options{Without: without | search.Table}).Search(ctx, s, search.Query{Depth: depth}, search.Control{}, nil)
	m, _ := found.Best()
	return m
}
