package web

import (
	"bytes"
	"context"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/game/record"
	"github.com/plywood-go/plywood/internal/charset"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/lesson"
)

// maxRecords is how many games of a collection the reply describes. A year of the large
// databases has some thousands.
const maxRecords = 10_000

// readRequest has games as Text or, for a binary notation, as Data.
type readRequest struct {
	Text   string `json:"text,omitempty"`
	Data   []byte `json:"data,omitempty"`
	Game   string `json:"game,omitempty"`   // tried first; empty tries all games
	Format string `json:"format,omitempty"` // of the game; detected if left out
	// Keys asks for the keys of the positions of each game; see exploreReply.
	Keys bool `json:"keys,omitempty"`
	// Lists of the names that records refer to by number; see workshop.Lists.
	Players     []byte `json:"players,omitempty"`
	Tournaments []byte `json:"tournaments,omitempty"`
}

// content returns the games as UTF-8, and the encoding of Data if it was guessed.
func (in *readRequest) content() (data []byte, encoding string) {
	if in.Data == nil {
		return []byte(strings.TrimPrefix(in.Text, "\ufeff")), ""
	}
	data, found := charset.Text(in.Data, "")
	if found.Guessed {
		encoding = found.Name
	}
	return data, encoding
}

type recordDoc struct {
	Game     string    `json:"game"`
	Position string    `json:"position"` // before the first move
	Moves    []string  `json:"moves"`
	Players  [2]string `json:"players"`
	Event    string    `json:"event,omitempty"`
	Date     string    `json:"date,omitempty"`
	Result   string    `json:"result,omitempty"`
	Comment  string    `json:"comment,omitempty"`
	// Keys are those of the positions, 6 bytes each, most significant first. Winner is first, second
	// or draw. Both are there only on request.
	Keys   []byte `json:"keys,omitempty"`
	Winner string `json:"winner,omitempty"`
	variationDoc
	// Dropped is how many variations of the source were not read.
	Dropped int `json:"dropped,omitempty"`
}

// variationDoc is what may accompany a line of moves: notes by the number of moves played, and
// variations.
type variationDoc struct {
	Notes      map[int]string `json:"notes,omitempty"`
	Variations []branchingDoc `json:"variations,omitempty"`
}

// branchingDoc is a variation that departs after At moves of its parent.
type branchingDoc struct {
	At    int      `json:"at"`
	Moves []string `json:"moves"`
	variationDoc
}

type recordsReply struct {
	Schema  string      `json:"schema"`
	Records []recordDoc `json:"records"`
	Left    int         `json:"left,omitempty"` // further games, not described
	// LeftOut are the games that cannot be read: the first of them, if there are more than
	// maxFaults.
	LeftOut  []faultDoc `json:"left_out,omitempty"`
	Faults   int        `json:"faults,omitempty"`
	Encoding string     `json:"encoding,omitempty"` // if it was guessed
	Others   []string   `json:"others,omitempty"`   // games that the notation fits as well
}

// faultDoc says why a game was left out.
type faultDoc struct {
	Number  int       `json:"number"` // in the file, from 1
	Players [2]string `json:"players"`
	Reason  string    `json:"reason"`
}

// maxFaults is how many left-out games the reply names.
const maxFaults = 1000

// read finds the game that a text is of, and reads its records.
func (s *Server) read(ctx context.Context, in *readRequest) (recordsReply, error) {
	data, encoding := in.content()
	games, err := s.recognize(in, data)
	if err != nil {
		return recordsReply{}, err
	}
	records, faults, err := in.records(games[0], data)
	if err == nil {
		err = in.complete(games[0], records)
	}
	if err != nil {
		return recordsReply{}, invalid(reason.Errorf("%s: %w", games[0].About().Title, err))
	}
	out := describeRecords(records, in.Keys)
	out.LeftOut, out.Faults, out.Encoding = describeFaults(languageOf(ctx), faults), len(faults), encoding
	for _, g := range games[1:] {
		out.Others = append(out.Others, g.About().Name)
	}
	return out, nil
}

// recognize returns the game whose records data holds, and the other games that its
// notation fits as well. The game that the request names comes first unless the
// notation shows another game; if it reads all of data, no other game is tried.
func (s *Server) recognize(in *readRequest, data []byte) ([]*engine.Game, error) {
	var named *engine.Game
	if in.Game != "" {
		g, err := s.config.Find(in.Game)
		if err != nil {
			return nil, invalid(err)
		}
		named = g
	}
	found, shown := engine.Recognize(s.config.Games, data, in.Format)
	if !shown {
		found = slices.DeleteFunc(found, func(g *engine.Game) bool { return in.onlyALeaf(g, data) })
	}
	isNamed := func(g *engine.Game) bool { return g.About().Name == named.About().Name }
	switch {
	case named != nil && (len(found) == 0 || slices.ContainsFunc(found, isNamed) || !shown && in.readsAll(named, data)):
		return []*engine.Game{named}, nil
	case len(found) == 0:
		return nil, invalid(reason.New("no game that is played here reads this text; name the game to learn why"))
	case !shown:
		return found[:1], nil
	}
	return found, nil
}

// readsAll reports whether g reads all games of data.
func (in *readRequest) readsAll(g *engine.Game, data []byte) bool {
	_, faults, err := in.records(g, data)
	return err == nil && faults == nil
}

// records reads the games of data, at least one, and leaves out those that g cannot
// read.
func (in *readRequest) records(g *engine.Game, data []byte) (records []engine.Record, faults []*record.Fault, err error) {
	for r, err := range g.EachRecord(bytes.NewReader(data), in.Format) {
		fault := (*record.Fault)(nil)
		switch {
		case err == nil:
			records = append(records, r)
		case errors.As(err, &fault):
			faults = append(faults, fault)
		default:
			return nil, nil, err
		}
	}
	switch {
	case records != nil:
		return records, faults, nil
	case faults != nil:
		return nil, nil, faults[0]
	}
	return nil, nil, record.ErrNoGame
}

func describeFaults(l words.Lang, faults []*record.Fault) (docs []faultDoc) {
	for _, f := range faults[:min(len(faults), maxFaults)] {
		docs = append(docs, faultDoc{f.Game, f.Players, l.Error(f.Err)})
	}
	return docs
}

// complete replaces the numbers in records by names from the lists.
func (in *readRequest) complete(g *engine.Game, records []engine.Record) error {
	create, ok := engine.Offered[workshop.NewLists](g)
	if !ok || in.Players == nil && in.Tournaments == nil {
		return nil
	}
	lists := create()
	if in.Players != nil {
		if err := lists.AddPlayers(in.Players); err != nil {
			return err
		}
	}
	if in.Tournaments != nil {
		if err := lists.AddTournaments(in.Tournaments); err != nil {
			return err
		}
	}
	for i := range records {
		lists.Complete(&records[i].Heading)
	}
	return nil
}

// onlyALeaf reports whether data is a tree without a move. Every number is one, and
// is seldom meant as one.
func (in *readRequest) onlyALeaf(g *engine.Game, data []byte) bool {
	if !lesson.IsTree(g.About().Name) {
		return false
	}
	records, _, err := in.records(g, data)
	return err == nil && len(records[0].Start.Moves()) == 0
}

func describeRecords(records []engine.Record, keys bool) recordsReply {
	out := recordsReply{Schema: "ply.records/1"}
	for i := range records {
		if i == maxRecords {
			out.Left = len(records) - i
			break
		}
		doc := describeRecord(&records[i])
		if keys {
			doc.index(&records[i])
		}
		out.Records = append(out.Records, doc)
	}
	return out
}

func describeRecord(r *engine.Record) recordDoc {
	doc := recordDoc{
		Game: r.Start.Game().About().Name, Position: r.Start.Text(), Moves: r.Moves,
		Players: r.Players, Event: r.Event, Date: r.Date, Result: r.Result, Comment: r.Comment,
	}
	if doc.Position == r.Start.Game().Start().String() {
		doc.Position = ""
	}
	doc.variationDoc = describeVariations(r.Notes, r.Variations)
	dropped, _, _ := strings.Cut(r.Tags["sgf.variations"], " ")
	doc.Dropped, _ = strconv.Atoi(dropped)
	return doc
}

func describeVariations(notes record.Notes, variations []record.Variation[string]) (doc variationDoc) {
	for ply, note := range notes {
		text := note.Text
		if note.Eval != "" {
			text = strings.TrimSpace("eval " + note.Eval + "\n" + text)
		}
		if text == "" {
			continue
		}
		if doc.Notes == nil {
			doc.Notes = map[int]string{}
		}
		doc.Notes[ply] = text
	}
	for _, v := range variations {
		doc.Variations = append(doc.Variations, branchingDoc{v.At, v.Moves, describeVariations(v.Notes, v.Variations)})
	}
	return doc
}

type writeRequest struct {
	placeDoc
	Format string          `json:"format"`
	Notes  map[int]noteDoc `json:"notes,omitempty"` // by the number of moves played
}

// noteDoc is the annotation of a move. Each notation writes the parts it can express.
type noteDoc struct {
	Eval *float64 `json:"eval,omitempty"` // by the side that made the move
	Text string   `json:"text,omitempty"`
}

func (in *writeRequest) notes() record.Notes {
	notes := record.Notes{}
	for ply, n := range in.Notes {
		note := record.Note{Text: n.Text}
		if n.Eval != nil {
			const decimals = 1000 // more than any evaluation has
			note.Eval = strconv.FormatFloat(math.Round(*n.Eval*decimals)/decimals, 'f', -1, 64)
		}
		notes[ply] = note
	}
	return notes
}

// writeReply has a game in a notation: as Text or, for a binary notation, as Data.
type writeReply struct {
	Schema string `json:"schema"`
	Format string `json:"format"`
	Text   string `json:"text"`
	Data   []byte `json:"data,omitempty"`
}

// write writes a game in one of its notations.
func (s *Server) write(_ context.Context, in *writeRequest) (writeReply, error) {
	start, err := s.first(&in.placeDoc)
	if err != nil {
		return writeReply{}, err
	}
	if _, err := s.line(&in.placeDoc); err != nil {
		return writeReply{}, err
	}
	var out bytes.Buffer
	record := engine.Record{Start: start, Moves: in.Moves, Notes: in.notes()}
	if err := start.Game().WriteRecords(&out, in.Format, []engine.Record{record}); err != nil {
		return writeReply{}, invalid(err)
	}
	reply := writeReply{Schema: "ply.written/1", Format: in.Format}
	if utf8.Valid(out.Bytes()) && bytes.IndexByte(out.Bytes(), 0) < 0 {
		reply.Text = out.String()
	} else {
		reply.Data = out.Bytes()
	}
	return reply, nil
}
