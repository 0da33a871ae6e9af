package match

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/internal/plain"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/protocol/client"
)

// GameDocument is a game as JSON, the document "ply.matchgame/1" of docs/cli/play.md.
type GameDocument struct {
	Schema string `json:"schema"` // "ply.matchgame/1"
	Game   int    `json:"game"`   // its index, from 0
	// Players holds the numbers of both players of a tournament, from 1. It is
	// nil in a match of two.
	Players []int    `json:"players,omitempty"`
	First   int      `json:"first"`           // the player, 1 or 2, who moved first
	Start   string   `json:"start,omitempty"` // the position before the opening; empty for the initial one
	Random  int      `json:"random"`          // number of opening moves
	Moves   []string `json:"moves"`           // opening included
	// Thoughts holds one entry for each move after the opening.
	Thoughts []ThoughtDocument `json:"thoughts,omitempty"`
	Result   int               `json:"result"`           // for the first player: 1, 0 or -1
	Margin   float64           `json:"margin"`           // for the first player
	End      End               `json:"end"`              // how the game ended
	Fault    *Failure          `json:"fault,omitempty"`  // nil if there was none
	Remarks  []string          `json:"stderr,omitempty"` // lines that programs wrote to standard error
	TimeMS   float64           `json:"time_ms"`          // duration in milliseconds
}

// ThoughtDocument is a Thought as JSON. Value is absent if it is unknown or if Outcome is set.
type ThoughtDocument struct {
	Value   *float64 `json:"value,omitempty"`   // from the player's side
	Outcome int      `json:"outcome,omitempty"` // 1 for a certain win, -1 for a certain loss
	Depth   int      `json:"depth,omitempty"`   // in plies
	TimeMS  float64  `json:"time_ms"`           // in milliseconds
}

func (t *Thought) describe() ThoughtDocument {
	doc := ThoughtDocument{Depth: t.Depth, TimeMS: engine.Milliseconds(t.Time)}
	switch {
	case !t.Valued:
	case math.IsInf(t.Value, 0):
		doc.Outcome = int(math.Copysign(1, t.Value))
	default:
		doc.Value = &t.Value
	}
	return doc
}

func (d *ThoughtDocument) read() Thought {
	t := Thought{Depth: d.Depth, Time: time.Duration(d.TimeMS * float64(time.Millisecond))}
	switch {
	case d.Value != nil:
		t.Valued, t.Value = true, *d.Value
	case d.Outcome != 0:
		t.Valued, t.Value = true, math.Inf(d.Outcome)
	}
	return t
}

// Failure is a fault as JSON.
type Failure struct {
	Game   int         `json:"game"`   // its index, from 0
	Player int         `json:"player"` // from 1
	Kind   client.Kind `json:"kind"`   // of fault
	Error  string      `json:"error"`  // what was wrong
}

// Describe returns the JSON document of g.
func (g *Game) Describe() GameDocument {
	doc := GameDocument{
		Schema: "ply.matchgame/1", Game: g.Index, First: 1 + g.first(), Random: g.Opening, Moves: append([]string{}, g.Moves...),
		Result: g.Result, Margin: g.Margin, End: g.End, Fault: g.Failure(), Remarks: g.Remarks, TimeMS: engine.Milliseconds(g.Time),
	}
	for i := range g.Thoughts {
		doc.Thoughts = append(doc.Thoughts, g.Thoughts[i].describe())
	}
	if g.Players != [2]int{0, 1} {
		doc.Players = []int{g.Players[0] + 1, g.Players[1] + 1}
	}
	if start := g.Start.String(); start != g.Start.Game().Start().String() {
		doc.Start = start
	}
	return doc
}

// Failure returns the fault of g, or nil if there is none.
func (g *Game) Failure() *Failure {
	if g.Fault == nil {
		return nil
	}
	return &Failure{g.Index, g.Players[g.Culprit] + 1, g.Fault.Kind, g.Fault.Error()}
}

// Read converts the document into a game. The moves start at the document's own
// position, or at the initial position of on if it has none.
func (d *GameDocument) Read(on *engine.Game) (*Game, error) {
	g := &Game{
		Index: d.Game, Swapped: d.First == 2, Start: on.Start(), Moves: d.Moves, Opening: d.Random,
		Result: d.Result, Margin: d.Margin, End: d.End, Remarks: d.Remarks, Time: time.Duration(d.TimeMS * float64(time.Millisecond)),
	}
	switch {
	case d.Schema != "ply.matchgame/1":
		return nil, reason.Errorf("schema %q, want a game", d.Schema)
	case d.Game < 0 || d.First != 1+d.Game%2 || len(d.Thoughts) > max(len(d.Moves)-d.Random, 0) || d.Random < 0 || d.Random > len(d.Moves) || d.Result < -1 || d.Result > 1:
		return nil, reason.Errorf("game %d cannot be", d.Game)
	}
	for i := range d.Thoughts {
		g.Thoughts = append(g.Thoughts, d.Thoughts[i].read())
	}
	var err error
	if g.Players, err = d.pairing(); err != nil {
		return nil, err
	}
	if d.Start != "" {
		if g.Start, err = on.Parse(d.Start); err != nil {
			return nil, reason.Errorf("game %d: %w", d.Game, err)
		}
	}
	if f := d.Fault; f != nil {
		g.Fault = &Fault{Kind: f.Kind, Err: errors.New(f.Error)}
		if g.Culprit = slices.Index(g.Players[:], f.Player-1); g.Culprit < 0 {
			return nil, reason.Errorf("game %d: a fault of player %d, want one of the two", d.Game, f.Player)
		}
	}
	return g, nil
}

// pairing returns the numbers of both players, from 0.
func (d *GameDocument) pairing() ([2]int, error) {
	switch p := d.Players; {
	case len(p) == 0:
		return [2]int{0, 1}, nil
	case len(p) == 2 && min(p[0], p[1]) > 0 && p[0] != p[1]:
		return [2]int{p[0] - 1, p[1] - 1}, nil
	}
	return [2]int{}, reason.Errorf("game %d: players %d, want two", d.Game, d.Players)
}

// errInUse reports that another program is writing the journal.
var errInUse = reason.New("a match that goes on writes it")

// Journal is the file of a match: one line that describes the match, then one
// line a game, each a JSON document. Each game is synced to disk before it
// counts, so a match that was killed can resume where it stopped.
type Journal struct {
	file *os.File
	size int64 // total length of the complete lines
}

// NewJournal creates the journal of a match and writes head as its first line.
// It fails if the file exists.
func NewJournal(path string, head any) (*Journal, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, err
	}
	j := &Journal{file: f}
	if err = lock(f); err == nil {
		err = j.Add(head)
	}
	if err != nil {
		f.Close()
		return nil, errors.Join(err, os.Remove(path))
	}
	return j, nil
}

// OpenJournal opens a journal to continue it. It decodes the first line for head and each other
// line for read. It drops a last line that was cut off when the match was killed, and fails if
// another program is writing the journal.
func OpenJournal[H, D any](path string, head func(*H) error, read func(*D) error) (*Journal, error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	j := &Journal{file: f}
	if err = whole(f); err == nil {
		err = lock(f)
	}
	if err == nil {
		err = j.load(decoded(head), decoded(read))
	}
	if err != nil {
		f.Close()
		return nil, reason.Errorf("%s: %w", path, err)
	}
	return j, nil
}

// decoded returns a function that decodes a line for take.
func decoded[D any](take func(*D) error) func(line []byte) error {
	return func(line []byte) error {
		doc := new(D)
		if err := json.Unmarshal(line, doc); err != nil {
			return err
		}
		return take(doc)
	}
}

// whole returns an error if f is not a regular file; a device, for instance, may never end.
func whole(f *os.File) error {
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = reason.New("not a regular file")
	}
	return err
}

// maxLine is the maximum length of a line in bytes; it has room for a game of
// many thousand moves with their thoughts.
const maxLine = 16 << 20

func (j *Journal) load(head, read func(line []byte) error) error {
	lines := bufio.NewScanner(j.file)
	lines.Buffer(nil, maxLine)
	lines.Split(wholeLine)
	n := 0
	for take := head; lines.Scan(); take = read {
		n++
		if err := take(lines.Bytes()); err != nil {
			return reason.Errorf("line %d: %w", n, err)
		}
		j.size += int64(len(lines.Bytes()))
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return reason.Errorf("line %d: more than %d MiB", n+1, maxLine>>20)
	case err != nil:
		return err
	case n == 0:
		return reason.New("not the log of a match")
	}
	return errors.Join(j.file.Truncate(j.size), j.seek())
}

// wholeLine is a bufio.SplitFunc that returns lines with their newline. It
// leaves out a last line that has none.
func wholeLine(data []byte, _ bool) (advance int, token []byte, err error) {
	if n := bytes.IndexByte(data, '\n') + 1; n > 0 {
		return n, data[:n], nil
	}
	return 0, nil, nil
}

func (j *Journal) seek() error {
	_, err := j.file.Seek(j.size, io.SeekStart)
	return err
}

// Keep appends a game.
func (j *Journal) Keep(g *Game) error { return j.Add(g.Describe()) }

// Add appends a document and syncs it to disk. If it fails, it removes what it wrote.
func (j *Journal) Add(doc any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(doc); err != nil {
		return err
	}
	_, err := j.file.Write(b.Bytes())
	if err == nil {
		err = j.sync()
	}
	if err != nil {
		_ = j.file.Truncate(j.size) // if this fails, the reader drops the partial line
		_ = j.seek()
		return err
	}
	j.size += int64(b.Len())
	return nil
}

// sync waits until a regular file is on disk; for other files it does nothing.
func (j *Journal) sync() error {
	if info, err := j.file.Stat(); err != nil || !info.Mode().IsRegular() {
		return err
	}
	return j.file.Sync()
}

// Close closes the file.
func (j *Journal) Close() error { return j.file.Close() }

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
		n := record.Note{Depth: t.Depth, Time: record.Span(t.Time.Round(time.Millisecond))}
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
