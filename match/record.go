package match

import (
	"cmp"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/internal/plain"
	"github.com/plywood-go/plywood/protocol/client"
)

// Record returns the game as a record between the named entrants, with its result, a
// comment on how it ended, and what the players thought of their moves.
func (g *Game) Record(names []string) engine.Record {
	r := engine.Record{Start: g.Start, Moves: g.Moves, Notes: g.notes()}
	for side := range r.Players {
		r.Players[side] = names[g.Players[side^g.first()]]
	}
	r.Event, r.Round = "ply match", fmt.Sprint(g.Index+1)
	e := g.ending()
	if format, ok := engine.Offered[workshop.Results](g.Start.Game()); ok {
		r.Result = format(e)
	} else {
		r.Result = [...]string{"0-1", "1/2-1/2", "1-0"}[e.Outcome+1]
	}
	r.Comment = g.story(&r, e)
	return r
}

// ending returns how the game ended for the player who moved first.
func (g *Game) ending() record.Ending {
	sign := lead(g.first())
	e := record.Ending{Outcome: sign * g.Result}
	switch {
	case g.End == OnBoard:
		e.Margin, e.Counted = sign*int(g.Margin), true
	case g.End == Forfeited && g.Fault != nil && g.Fault.Kind == client.Late:
		e.Cause = record.Time
	case g.End == Forfeited:
		e.Cause = record.Forfeit
	case g.Result != 0: // both players thought it decided
		e.Cause = record.Resignation
	}
	return e
}

// story says in words how the game ended.
func (g *Game) story(r *engine.Record, e record.Ending) string {
	winner, loser := "", ""
	if e.Outcome != 0 {
		winner, loser = r.Players[(1-e.Outcome)/2], r.Players[(1+e.Outcome)/2]
	}
	if winner == loser { // players of the same name are called by their sides
		sides := g.Start.Game().About().Sides
		winner, loser = sides[(1-e.Outcome)/2], sides[(1+e.Outcome)/2]
	}
	switch {
	case g.End == OnBoard:
		reason := ""
		if all, err := r.Positions(); err == nil {
			reason = all[len(all)-1].EndedBy()
		}
		return "ended by the rules" + strings.TrimSuffix(": "+reason, ": ")
	case g.End == Resigned:
		return loser + " resigned"
	case g.End == Adjudicated && e.Outcome == 0:
		return "adjudicated: a draw"
	case g.End == Adjudicated:
		return "adjudicated: won by " + winner
	case e.Cause == record.Time:
		return loser + " lost on time"
	}
	const most = 200 // bytes of what a program wrote
	fault := ""
	if g.Fault != nil {
		fault = plain.Clip(plain.Line(cmp.Or(g.Fault.Error(), string(g.Fault.Kind))), most)
	}
	return loser + " forfeited" + strings.TrimSuffix(": "+fault, ": ")
}

// notes returns what the players thought of their moves.
func (g *Game) notes() record.Notes {
	notes := record.Notes{}
	for i, t := range g.Thoughts {
		n := record.Note{Depth: t.Depth, Time: t.Time.Round(time.Millisecond)}
		switch {
		case !t.Valued:
		case math.IsInf(t.Value, 0):
			n.Eval = fmt.Sprintf("%+.0f", t.Value)[:1] + "M"
		default:
			n.Eval = fmt.Sprintf("%+.2f", t.Value)
		}
		notes[g.Opening+1+i] = n
	}
	return notes
}
