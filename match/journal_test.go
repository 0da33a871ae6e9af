package match_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
	"github.com/plywood-go/plywood/match"
)

// head is the first line of the test journals.
type head struct{ Title string }

// into returns a function that stores the first line of a journal.
func into(h *head) func(*head) error { return func(line *head) error { *h = *line; return nil } }

// reopen opens a journal and returns it with its games.
func reopen(t *testing.T, path string, g *engine.Game) (*match.Journal, []match.Game) {
	t.Helper()
	var h head
	var games []match.Game
	j, err := match.OpenJournal(path, into(&h), func(d *match.GameDocument) error {
		game, err := d.Read(g)
		if err == nil {
			games = append(games, *game)
		}
		return err
	})
	if err != nil || h.Title != "test" {
		t.Fatalf("%v, title %q", err, h.Title)
	}
	return j, games
}

// TestKill truncates a journal between games and within lines, as if the match
// had been killed there, and resumes it. All games must be played once, with
// the same games and score as a match that ran to the end.
func TestKill(t *testing.T) {
	g := catalogtest.Find(t, "othello:6")
	path := filepath.Join(t.TempDir(), "whole")
	config := func(j *match.Journal, played []match.Game, games *[]match.Game) match.Config {
		return match.Config{Start: g.Start(), Pairs: 3, Plies: 4, Seed: 3, Jobs: 2, Played: played, Keep: j.Keep, Report: record(games)}
	}
	j, err := match.NewJournal(path, head{"test"})
	if err != nil {
		t.Fatal(err)
	}
	var want []match.Game
	score, err := match.Play(t.Context(), config(j, nil, &want), local(g, "a", 2), local(g, "b", 1))
	if err := errors.Join(err, j.Close()); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var cuts []int // offsets after and within each line
	for at, end := 0, 0; at < len(whole); at = end {
		end = at + bytes.IndexByte(whole[at:], '\n') + 1
		if at > 0 {
			cuts = append(cuts, at, at+(end-at)/2, end-1)
		}
	}
	for _, cut := range append(cuts, len(whole)) {
		part := filepath.Join(t.TempDir(), "part")
		if err := os.WriteFile(part, whole[:cut], 0o666); err != nil {
			t.Fatal(err)
		}
		j, played := reopen(t, part, g)
		if lines := bytes.Count(whole[:cut], []byte{'\n'}); len(played) != lines-1 {
			t.Errorf("cut at %d: %d games of %d lines", cut, len(played), lines)
		}
		var games []match.Game
		again, err := match.Play(t.Context(), config(j, played, &games), local(g, "a", 2), local(g, "b", 1))
		if err := errors.Join(err, j.Close()); err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		if !slices.EqualFunc(games, want, same) || !reflect.DeepEqual(again.Results(), score.Results()) || again.Margin() != score.Margin() {
			t.Errorf("cut at %d: %v, %v, want %v", cut, games, again, want)
		}
		j, played = reopen(t, part, g)
		j.Close()
		seen := map[int]bool{}
		for _, game := range played {
			seen[game.Index] = true
		}
		if len(played) != 6 || len(seen) != 6 {
			t.Errorf("cut at %d: %d games in the journal, %d different", cut, len(played), len(seen))
		}
	}
}

// TestKillPonder resumes a match of pondering players, several games at once,
// after each line of its journal. No game may be lost or played twice.
func TestKillPonder(t *testing.T) {
	g := catalogtest.Find(t, "othello:4")
	path := filepath.Join(t.TempDir(), "match")
	j, err := match.NewJournal(path, head{"test"})
	if err != nil {
		t.Fatal(err)
	}
	const killed = "killed"
	var played []match.Game
	for run := 0; ; run++ {
		kept := 0
		c := match.Config{Start: g.Start(), Pairs: 4, Plies: 2, Jobs: 3, Ponder: true, Played: played, Keep: func(game *match.Game) error {
			if kept++; kept == 3 {
				return errors.New(killed)
			}
			return j.Keep(game)
		}}
		score, err := match.Play(t.Context(), c, local(g, "a", 2), local(g, "b", 1))
		j.Close()
		if err == nil {
			if score.Games() != 8 || run < 2 {
				t.Errorf("%d games in %d runs", score.Games(), run)
			}
			break
		}
		if !strings.Contains(err.Error(), killed) {
			t.Fatal(err)
		}
		j, played = reopen(t, path, g)
	}
	j, played = reopen(t, path, g)
	j.Close()
	seen := map[int]bool{}
	for _, game := range played {
		seen[game.Index] = true
	}
	if len(played) != 8 || len(seen) != 8 {
		t.Errorf("%d games in the journal, %d different", len(played), len(seen))
	}
}

// same reports whether two games are equal except for their times.
func same(a, b match.Game) bool {
	return a.Index == b.Index && a.Swapped == b.Swapped && slices.Equal(a.Moves, b.Moves) && a.Result == b.Result && a.Margin == b.Margin && a.End == b.End
}

// TestJournalDocuments writes games with other players, starts and faults, and
// reads them back.
func TestJournalDocuments(t *testing.T) {
	g := catalogtest.Find(t, "othello:6")
	at, err := g.Start().Play(g.Start().Moves()[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, game := range []match.Game{
		{Index: 0, Players: [2]int{0, 1}, Start: g.Start(), Moves: []string{"b3"}, Opening: 1, Result: 1, Margin: 4, End: match.OnBoard},
		{
			Index: 2, Players: [2]int{0, 1}, Start: g.Start(), Moves: []string{"b3", "a4", "a5", "b5"}, Opening: 1, End: match.Adjudicated,
			Thoughts: []match.Thought{
				{Valued: true, Value: -1.25, Depth: 7, Time: 1500 * time.Microsecond}, {Valued: true, Value: math.Inf(1), Depth: 3}, {Time: time.Second},
			},
		},
		{Index: 3, Players: [2]int{2, 5}, Swapped: true, Start: at, Result: -1, End: match.Forfeited, Culprit: 0, Fault: &match.Fault{Kind: "exit", Err: errors.New("it has ended")}},
		{Index: 5, Players: [2]int{0, 1}, Swapped: true, Start: at, Result: 1, End: match.Forfeited, Culprit: 1, Fault: &match.Fault{Kind: "time", Err: errors.New("late")}},
	} {
		doc := game.Describe()
		back, err := doc.Read(g)
		if err != nil {
			t.Fatal(err)
		}
		if !same(*back, game) || !slices.Equal(back.Thoughts, game.Thoughts) || back.Players != game.Players || back.Start.String() != game.Start.String() || back.Culprit != game.Culprit ||
			(back.Fault == nil) != (game.Fault == nil) || back.Fault != nil && (back.Fault.Kind != game.Fault.Kind || back.Fault.Error() != game.Fault.Error()) {
			t.Errorf("%+v is %+v again", game, back)
		}
	}
}

// TestBadJournal opens files that are no journal, in use, or of another match.
func TestBadJournal(t *testing.T) {
	g := catalogtest.Find(t, "othello:6")
	dir := t.TempDir()
	read := func(d *match.GameDocument) error {
		_, err := d.Read(g)
		return err
	}
	for name, text := range map[string]string{
		"empty":    "",
		"line":     `{"title":"test"}`,
		"head":     "nonsense\n",
		"game":     "{}\nnonsense\n",
		"schema":   "{}\n{}\n",
		"result":   `{}` + "\n" + `{"schema":"ply.matchgame/1","game":0,"first":1,"result":7}` + "\n",
		"first":    `{}` + "\n" + `{"schema":"ply.matchgame/1","game":0,"first":2}` + "\n",
		"position": `{}` + "\n" + `{"schema":"ply.matchgame/1","game":0,"first":1,"start":"x"}` + "\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		var h head
		if _, err := match.OpenJournal(path, into(&h), read); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", name, err)
		}
		if after, _ := os.ReadFile(path); string(after) != text {
			t.Errorf("%s: %q is left", name, after)
		}
	}
	endless := filepath.Join(dir, "endless")
	if err := errors.Join(os.WriteFile(endless, nil, 0o666), os.Truncate(endless, 1<<30)); err != nil { // a sparse file
		t.Fatal(err)
	}
	for path, want := range map[string]string{endless: "line 1: more than 16 MiB", os.DevNull: "not a regular file"} {
		if _, err := match.OpenJournal(path, into(new(head)), read); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", path, err, want)
		}
	}
	path := filepath.Join(dir, "good")
	j, err := match.NewJournal(path, head{"test"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := match.OpenJournal(path, into(new(head)), read); err == nil {
		t.Error("two write one journal")
	}
	j.Close()
	if _, err := match.NewJournal(path, head{"test"}); err == nil {
		t.Error("a journal is written over")
	}

	c := match.Config{Start: g.Start(), Pairs: 1, Plies: 1, Seed: 1}
	opening, err := match.Random(g.Start(), 1, 1, func(*engine.Position) bool { return true })(0)
	if err != nil {
		t.Fatal(err)
	}
	good := match.Game{Index: 0, Players: [2]int{0, 1}, Start: g.Start(), Moves: opening.Moves, Opening: 1}
	for _, change := range []func(*match.Game){
		func(other *match.Game) { other.Moves = []string{"e4", "e3"}; other.Opening = 2 },
		func(other *match.Game) { other.Moves = []string{"a1"} },
		func(other *match.Game) { other.Players = [2]int{7, 1} },
	} {
		other, second := good, good
		second.Index = 1
		change(&other)
		change(&second)
		c.Played = []match.Game{other, second}
		if _, err := match.Play(t.Context(), c, local(g, "a", 1), local(g, "b", 1)); err == nil || !strings.Contains(err.Error(), "another match") {
			t.Errorf("%+v is of this match: %v", other, err)
		}
	}
	c.Played = []match.Game{good, good}
	if _, err := match.Play(t.Context(), c, local(g, "a", 1), local(g, "b", 1)); err == nil || !strings.Contains(err.Error(), "twice") {
		t.Errorf("a game played twice: %v", err)
	}
}

// TestInterrupt stops a match half-way. The counted games must be a prefix of
// the full match, and all of them must have been kept.
func TestInterrupt(t *testing.T) {
	g := catalogtest.Find(t, "othello:6")
	ctx, cancel := context.WithCancel(t.Context())
	var kept []match.Game
	c := match.Config{
		Start: g.Start(), Pairs: 50, Plies: 4, Seed: 3, Jobs: 3,
		Keep: func(game *match.Game) error { kept = append(kept, *game); return nil },
		Report: func(game match.Game, _ *match.Table) {
			if game.Index == 4 {
				cancel()
			}
		},
	}
	s, err := match.Play(ctx, c, local(g, "a", 2), local(g, "b", 1))
	if !errors.Is(err, context.Canceled) || s.Games() < 5 || len(kept) < s.Games() {
		t.Errorf("%v after %d games, %d kept", err, s.Games(), len(kept))
	}
	c.Played, c.Pairs, c.Keep, c.Report = kept, 10, nil, nil
	whole, err := match.Play(t.Context(), c, local(g, "a", 2), local(g, "b", 1))
	c.Played = nil
	want, err2 := match.Play(t.Context(), c, local(g, "a", 2), local(g, "b", 1))
	if err := errors.Join(err, err2); err != nil || !slices.Equal(whole.Results(), want.Results()) {
		t.Errorf("%v, want %v; %v", whole, want, err)
	}
}

// TestFullDisk writes to a full disk: the error must say so, and no partial
// line may remain.
func TestFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	g := catalogtest.Find(t, "othello:6")
	j := match.JournalOn(full)
	c := match.Config{Start: g.Start(), Pairs: 1, Keep: j.Keep}
	if _, err := match.Play(t.Context(), c, local(g, "a", 1), local(g, "b", 1)); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("%v, want that there is no space", err)
	}
}

// FuzzJournal reads arbitrary game documents and checks that accepted games
// survive a round trip.
func FuzzJournal(f *testing.F) {
	f.Add(`{"schema":"ply.matchgame/1","game":3,"players":[2,1],"first":2,"start":"startpos","random":1,"moves":["b3","a3"],"result":-1,"margin":4,"end":"fault","fault":{"game":3,"player":1,"kind":"exit","error":"x"},"time_ms":1.5}`)
	f.Add(`{"schema":"ply.matchgame/1","game":0,"first":1,"players":[],"moves":null,"time_ms":1e300}`)
	f.Add(`{"schema":"ply.matchgame/1","game":1,"players":[2,2],"first":2,"fault":{}}`)
	g, err := catalog.Find("othello:6")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var doc match.GameDocument
		if json.Unmarshal([]byte(text), &doc) != nil {
			return
		}
		game, err := doc.Read(g)
		if err != nil {
			return
		}
		again := game.Describe()
		back, err := again.Read(g)
		if err != nil || !same(*back, *game) || back.Players != game.Players || back.Culprit != game.Culprit {
			t.Errorf("%+v is %+v again, %v", game, back, err)
		}
	})
}
