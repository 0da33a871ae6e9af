package lesson

import (
	"strings"

	"github.com/plywood-go/plywood/textbook"
	"github.com/plywood-go/plywood/trace"
)

// program is an algorithm as a text, and the line in which each kind of event happens, counted from 1.
type program struct {
	key string // of its text
	at  map[trace.Kind]int
	// atMin are the lines at nodes of MIN where they differ.
	atMin map[trace.Kind]int
	// alone are the lines of events that no move causes: by the table, an estimate or a pass.
	alone map[trace.Kind]int
}

// programs are the algorithms that are shown as text. Those of Bratko are his in Prolog.
var programs = map[textbook.Algorithm]program{
	textbook.Minimax: {key: "code.minimax", at: map[trace.Kind]int{trace.Enter: 1, trace.Static: 2, trace.Backup: 5, trace.Leave: 6}},
	textbook.NegaMax: {key: "code.negamax", at: map[trace.Kind]int{trace.Enter: 1, trace.Static: 2, trace.Backup: 5, trace.Leave: 6}},
	textbook.BranchBound: {key: "code.branchbound", at: map[trace.Kind]int{
		trace.Enter: 1, trace.Static: 2, trace.Backup: 5, trace.Window: 5, trace.Cutoff: 6, trace.Leave: 7,
	}},
	textbook.AlphaBeta: {
		key:   "code.alphabeta",
		at:    map[trace.Kind]int{trace.Enter: 1, trace.Static: 2, trace.Backup: 5, trace.Cutoff: 6, trace.Window: 8, trace.Leave: 10},
		atMin: map[trace.Kind]int{trace.Cutoff: 7, trace.Window: 9},
	},
	textbook.Deepening: {
		key:   "code.deepening",
		at:    map[trace.Kind]int{trace.Enter: 2, trace.Static: 4, trace.Backup: 7, trace.Cutoff: 8, trace.Window: 9, trace.Leave: 11},
		alone: map[trace.Kind]int{trace.Cutoff: 3},
	},
	textbook.Quiescence: {
		key:   "code.quiescence",
		at:    map[trace.Kind]int{trace.Enter: 2, trace.Static: 3, trace.Backup: 9, trace.Cutoff: 10, trace.Window: 11, trace.Leave: 12},
		alone: map[trace.Kind]int{trace.Backup: 4, trace.Cutoff: 5},
	},
	textbook.NullMove: {
		key:   "code.nullmove",
		at:    map[trace.Kind]int{trace.Enter: 1, trace.Static: 2, trace.Backup: 8, trace.Cutoff: 9, trace.Window: 10, trace.Leave: 11},
		alone: map[trace.Kind]int{trace.Cutoff: 5},
	},
	textbook.Expectiminimax: {key: "code.expectiminimax", at: map[trace.Kind]int{
		trace.Enter: 1, trace.Static: 2, trace.Outcome: 4, trace.Backup: 5, trace.Leave: 6,
	}},
	textbook.ProofNumber: {
		key:   "code.pns",
		at:    map[trace.Kind]int{trace.Choose: 4, trace.Expand: 6, trace.Join: 7, trace.Update: 9},
		atMin: map[trace.Kind]int{trace.Choose: 5, trace.Update: 10},
	},
	textbook.UCT: {key: "code.uct", at: map[trace.Kind]int{trace.Choose: 4, trace.Join: 5, trace.Playout: 6, trace.Count: 8}},
	textbook.BratkoMinimax: {key: "code.bratko-minimax", at: map[trace.Kind]int{
		trace.Enter: 1, trace.Static: 5, trace.Backup: 12, trace.Leave: 3,
	}},
	textbook.BratkoAlphaBeta: {
		key:   "code.bratko-alphabeta",
		at:    map[trace.Kind]int{trace.Enter: 1, trace.Static: 5, trace.Backup: 19, trace.Cutoff: 13, trace.Window: 22, trace.Leave: 3},
		atMin: map[trace.Kind]int{trace.Cutoff: 15, trace.Window: 24},
	},
}

// Code returns the text of the run's algorithm, line by line, and for each step the line in which it
// happens, counted from 1. Step 0 has none, which is 0. Both are nil if no text describes the search:
// the texts cut off as their sources do, and never limit values to a window.
func (r *Run) Code(l Lang) (lines []string, at []int) {
	p, ok := programs[r.Setup.algorithm()]
	if !ok || r.Path != nil {
		return nil, nil
	}
	if usual := (Setup{Algorithm: r.Setup.Algorithm}); p.at[trace.Cutoff] > 0 && (r.Setup.Hard || r.Setup.cutsAtBound() != usual.cutsAtBound()) {
		return nil, nil
	}
	at = make([]int, r.Len()+1)
	for i := range r.Len() {
		e := r.Replay.Event(i)
		kind := e.Kind
		if kind == trace.Leave && i > 0 && r.Replay.Event(i-1).Kind == trace.Static {
			kind = trace.Static
		}
		at[i+1] = p.at[kind]
		if line := p.atMin[kind]; line > 0 && !e.Max {
			at[i+1] = line
		}
		if line := p.alone[kind]; line > 0 && (e.Child < 0 || e.Reason == trace.SelectiveCut) {
			at[i+1] = line
		}
		switch {
		case kind == trace.Pruned:
			at[i+1] = at[i]
		case r.Setup.Algorithm == textbook.Quiescence && e.Ply < r.Setup.Depth:
			at[i+1] = 1 // alpha-beta
		}
	}
	return strings.Split(l.Text(p.key), "\n"), at
}
