package match_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
	"github.com/plywood-go/plywood/match"
	"github.com/plywood-go/plywood/protocol/client"
)

// TestRecord writes games that ended in all ways in every notation that has results,
// and reads them back.
func TestRecord(t *testing.T) {
	late := &match.Fault{Kind: client.Late, Err: errors.New("it is late")}
	gone := &match.Fault{Kind: client.Exit, Err: errors.New("it has\nended")}
	ends := []struct {
		game    match.Game
		comment string
	}{
		{match.Game{End: match.Resigned, Result: -1}, "Ann resigned"},
		{match.Game{End: match.Resigned, Result: -1, Swapped: true}, "Ann resigned"},
		{match.Game{End: match.Adjudicated, Result: 1}, "adjudicated: won by Ann"},
		{match.Game{End: match.Adjudicated}, "adjudicated: a draw"},
		{match.Game{End: match.Forfeited, Result: 1, Fault: late, Culprit: 1}, "Bob lost on time"},
		{match.Game{End: match.Forfeited, Result: 1, Fault: gone, Culprit: 1, Swapped: true}, "Bob forfeited: it has ended"},
		{match.Game{End: match.OnBoard, Result: -1, Margin: -14}, "ended by the rules"},
	}
	for name, want := range map[string]string{
		"othello ggf":                "-:r +:r +:r 0 +:t -:f -14",
		"othello sgf":                "-:r +:r +:r 0 +:t -:f -14",
		"checkers pdn":               "1-0 0-1 0-1 1/2-1/2 0-1 1-0 1-0",
		"draughts:international pdn": "0-2 2-0 2-0 1-1 2-0 0-2 0-2",
		"connect4 transcript":        "",
	} {
		name, format, _ := strings.Cut(name, " ")
		g := catalogtest.Find(t, name)
		var records []engine.Record
		for i, e := range ends {
			p := g.Start()
			e.game.Index, e.game.Players, e.game.Start = i, [2]int{0, 1}, p
			for range 2 {
				m := p.Moves()[0]
				e.game.Moves = append(e.game.Moves, m)
				p, _ = p.Play(m)
			}
			r := e.game.Record([]string{"Ann", "Bob"})
			if first := []string{"Ann", "Bob"}; e.game.Swapped != (r.Players[0] == first[1]) {
				t.Errorf("%s: players %v, swapped %v", name, r.Players, e.game.Swapped)
			}
			records = append(records, r)
		}
		var text bytes.Buffer
		if err := g.WriteRecords(&text, format, records); err != nil {
			t.Fatal(err)
		}
		back, err := g.Records(text.Bytes(), format)
		if err != nil {
			t.Fatal(err)
		}
		var results []string
		for i, r := range back {
			results = append(results, r.Result)
			if !slices.Equal(r.Moves, records[i].Moves) || want != "" && r.Comment != ends[i].comment {
				t.Errorf("%s: game %d is read back with %v and %q, want %v and %q", format, i, r.Moves, r.Comment, records[i].Moves, ends[i].comment)
			}
		}
		if got := strings.Join(results, " "); want != "" && got != want {
			t.Errorf("%s %s: %s, want %s", name, format, got, want)
		}
	}
}
