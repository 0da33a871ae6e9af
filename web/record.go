package web

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/internal/charset"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/learn/lesson"
)

// maxRecords limits the games of a collection that the reply describes. A year of the
// large databases has some thousands.
const maxRecords = 10_000

// readRequest has games as Text or, for a binary notation, as Data.
type readRequest struct {
	Text   string `json:"text,omitempty"`
	Data   []byte `json:"data,omitempty"`
	Name   string `json:"name,omitempty"`   // of the file
	Game   string `json:"game,omitempty"`   // preferred where several games read all moves
	Choice string `json:"choice,omitempty"` // the game that it is
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

// recordDoc is a game of a file. Its Start is empty for the initial position.
type recordDoc struct {
	engine.RecordDocument
	// Keys are the keys of the positions, 6 bytes each, most significant first. Winner is
	// first, second or draw. Both are present only on request.
	Keys   []byte `json:"keys,omitempty"`
	Winner string `json:"winner,omitempty"`
	// Remarks are what the reader noticed. Partly means that it could not read a part of the text.
	Remarks []string `json:"remarks,omitempty"`
	Partly  bool     `json:"partly,omitempty"`
}

type recordsReply struct {
	Schema  string      `json:"schema"`
	Records []recordDoc `json:"records"`
	Format  string      `json:"format,omitempty"` // of the games
	// Choices are the games between which the reader must choose, because the text fits
	// them equally well. Then there are no records.
	Choices []string `json:"choices,omitempty"`
	Left    int      `json:"left,omitempty"` // further games, not described
	// LeftOut are the games that cannot be read, at most the first maxFaults.
	LeftOut  []faultDoc `json:"left_out,omitempty"`
	Faults   int        `json:"faults,omitempty"`
	Encoding string     `json:"encoding,omitempty"` // if it was guessed
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
	games, err := s.recognize(ctx, in, data)
	if err != nil {
		return recordsReply{}, err
	}
	out := recordsReply{Schema: "ply.records/1", Records: []recordDoc{}}
	if len(games) > 1 {
		for _, g := range games {
			out.Choices = append(out.Choices, g.About().Name)
		}
		return out, nil
	}
	records, faults, err := in.records(games[0], data)
	if err == nil {
		err = in.complete(games[0], records)
	}
	if err == nil {
		err = out.describe(languageOf(ctx), records, in.Keys)
	}
	if err != nil {
		return recordsReply{}, invalid(reason.Errorf("%s: %w", games[0].About().Title, err))
	}
	out.Format = cmp.Or(in.Format, games[0].FormatOf(data))
	out.LeftOut, out.Faults, out.Encoding = describeFaults(languageOf(ctx), faults), len(faults), encoding
	return out, nil
}

// recognize returns the games whose records data may hold. If the reader has chosen a
// game, it returns only that. The game that the request prefers is the only result if
// none is found, or if it reads all of data and data does not show its game.
func (s *Server) recognize(ctx context.Context, in *readRequest, data []byte) ([]*engine.Game, error) {
	if in.Choice != "" {
		g, err := s.find(ctx, in.Choice)
		return []*engine.Game{g}, err
	}
	var preferred *engine.Game
	if in.Game != "" {
		g, err := s.find(ctx, in.Game)
		if err != nil {
			return nil, err
		}
		preferred = g
	}
	found, shown, foreign := engine.Recognize(s.config.Games, engine.Source{Data: data, Name: in.Name, Format: in.Format})
	if foreign != nil {
		return nil, invalid(foreign)
	}
	if !shown {
		found = slices.DeleteFunc(found, func(g *engine.Game) bool { return in.onlyALeaf(g, data) })
	}
	switch {
	case preferred != nil && (len(found) == 0 || !shown && in.readsAll(preferred, data)):
		return []*engine.Game{preferred}, nil
	case len(found) == 0:
		return nil, invalid(reason.New("no game that is played here reads this text; name the game to learn why"))
	}
	return found, nil
}

// readsAll reports whether g reads all of data, and finds moves or a position there.
func (in *readRequest) readsAll(g *engine.Game, data []byte) bool {
	records, faults, err := in.records(g, data)
	start := g.Start().String()
	return err == nil && faults == nil && !slices.ContainsFunc(records, func(r engine.Record) bool {
		return record.FirstLost(r.Remarks) != nil || len(r.Moves) == 0 && r.Start.String() == start
	})
}

// records reads the games of data. It leaves out those that g cannot read, and fails if
// it reads none.
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

// onlyALeaf reports whether data is a tree without a move. Every number is such a tree,
// but seldom meant as one.
func (in *readRequest) onlyALeaf(g *engine.Game, data []byte) bool {
	if !lesson.IsTree(g.About().Name) {
		return false
	}
	records, _, err := in.records(g, data)
	return err == nil && len(records[0].Start.Moves()) == 0
}

// describe adds the documents of records.
func (out *recordsReply) describe(l words.Lang, records []engine.Record, keys bool) error {
	for i := range records {
		if i == maxRecords {
			out.Left = len(records) - i
			break
		}
		r := &records[i]
		described, err := r.Describe(i)
		if err != nil {
			return err
		}
		if described.Start == r.Start.Game().Start().String() {
			described.Start = ""
		} else {
			described.Start = r.Start.Text()
		}
		doc := recordDoc{RecordDocument: described, Partly: record.FirstLost(r.Remarks) != nil}
		for _, remark := range r.Remarks {
			doc.Remarks = append(doc.Remarks, l.Error(remark.Err))
		}
		if keys {
			doc.index(r)
		}
		out.Records = append(out.Records, doc)
	}
	return nil
}

// writeRequest is a game as /records/read describes it, and the notation to write.
type writeRequest struct {
	engine.RecordDocument
	Format string `json:"format"`
}

// writeReply holds a game in a notation: in Text or, for a binary notation, in Data.
type writeReply struct {
	Schema string `json:"schema"`
	Format string `json:"format"`
	Text   string `json:"text"`
	Data   []byte `json:"data,omitempty"`
}

// write writes a game in one of its notations.
func (s *Server) write(ctx context.Context, in *writeRequest) (writeReply, error) {
	g, err := s.find(ctx, in.Game)
	if err != nil {
		return writeReply{}, err
	}
	if len(in.Moves) > maxMoves {
		return writeReply{}, reason.Errorf("moves: more than %d", maxMoves)
	}
	record, err := in.Record(g)
	if err != nil {
		return writeReply{}, invalid(err)
	}
	var out bytes.Buffer
	if err := g.WriteRecords(&out, in.Format, []engine.Record{record}); err != nil {
		return writeReply{}, invalid(err)
	}
	if results, ok := engine.Offered[workshop.Results](g); ok && in.Result != "" {
		_, known := results.Outcome(in.Result)
		back, err := g.Records(out.Bytes(), in.Format)
		if !known && err == nil && back[0].Result != "" && back[0].Result != in.Result {
			return writeReply{}, invalid(reason.Errorf("result: no result %q", in.Result))
		}
	}
	reply := writeReply{Schema: "ply.written/1", Format: in.Format}
	if utf8.Valid(out.Bytes()) && bytes.IndexByte(out.Bytes(), 0) < 0 {
		reply.Text = out.String()
	} else {
		reply.Data = out.Bytes()
	}
	return reply, nil
}
