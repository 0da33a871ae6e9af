package web

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/puzzle"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/match"
	"github.com/plywood-go/plywood/search"
)

// Scripts are games and puzzles whose rules are texts of users.
type Scripts interface {
	// Listed returns the names of those that the page lists beside its own.
	Listed() []string
	// Is reports whether a name is that of a script.
	Is(name string) bool
	// Text returns the text of a script.
	Text(name string) ([]byte, error)
	// Open returns a game or a puzzle; the other is nil. From the end of ctx on its rules fail.
	Open(ctx context.Context, name string) (*engine.Game, *puzzle.Puzzle, error)
	// Check checks a text. It returns the name of its game or puzzle, and what may be a mistake.
	// Errors that know a line have a method Line.
	Check(ctx context.Context, text string) (name string, puzzles bool, notes []error, err error)
	// Templates returns texts to begin with, by their names.
	Templates() map[string]string
}

// A script's rules are a program that anybody may send. It belongs to one request, waits for others of
// its kind, and ends with the request.
const (
	usualSearch = 5 * time.Second // of a search with a script; Server.scriptSearch
	scriptTable = 16 << 20        // bytes for a search
)

var errNoScript = reason.New("this server takes no texts of games")

// A visit holds the scripts of a request.
type visit struct {
	path   string          // of the request
	ctx    context.Context // of its scripts; nil before the first
	opened map[string]script
}

// A script is a game or a puzzle; the other is nil.
type script struct {
	game   *engine.Game
	puzzle *puzzle.Puzzle
}

type visitKey struct{}

func visitOf(ctx context.Context) *visit {
	v, _ := ctx.Value(visitKey{}).(*visit)
	return v
}

// faultOf returns the refusal of a request in which a script has failed, or nil.
func faultOf(ctx context.Context) error {
	for _, o := range visitOf(ctx).opened {
		if o.game != nil && o.game.Fault() != nil {
			return invalid(o.game.Fault())
		}
		if o.puzzle != nil && o.puzzle.Fault() != nil {
			return invalid(o.puzzle.Fault())
		}
	}
	return nil
}

// isScript reports whether a name is that of a script.
func (s *Server) isScript(name string) bool {
	return s.config.Scripts != nil && s.config.Scripts.Is(name)
}

// enter waits for other requests with scripts, once in a request; short ones do not wait for those that
// search. It returns the context of the scripts.
func (s *Server) enter(ctx context.Context) (context.Context, error) {
	v, q := visitOf(ctx), &s.shortScripts
	if v.ctx != nil {
		return v.ctx, nil
	}
	switch path := strings.TrimPrefix(v.path, base); {
	case strings.HasPrefix(path, "/trees/") || path == "/puzzles/solve":
		q = &queue{free: 1} // it has waited already
	case slices.Contains([]string{"/analysis", "/review", "/move", "/match"}, path):
		q = &s.longScripts
	}
	if err := q.enter(ctx, clientOf(ctx), 1); err != nil {
		return ctx, err
	}
	context.AfterFunc(ctx, func() { q.leave(1) })
	longest := 3 * s.scriptSearch // a match takes two, and what follows a search the third
	inner, cancel := context.WithTimeoutCause(ctx, longest, reason.Errorf("the functions of the game take more than %v", longest))
	context.AfterFunc(ctx, cancel)
	v.ctx = inner
	return inner, nil
}

// open returns the script with a name, the same one all through a request.
func (s *Server) open(ctx context.Context, name string) (o script, err error) {
	inner, err := s.enter(ctx)
	if err != nil {
		return o, err
	}
	o, ok := visitOf(ctx).opened[name]
	if !ok {
		if o.game, o.puzzle, err = s.config.Scripts.Open(inner, name); err != nil {
			return o, invalid(err)
		}
		visitOf(ctx).opened[name] = o
	}
	return o, nil
}

// listed returns the games and puzzles that the page lists beside its own.
func (s *Server) listed(ctx context.Context) (games []*engine.Game, puzzles []*puzzle.Puzzle, err error) {
	if s.config.Scripts == nil {
		return nil, nil, nil
	}
	for _, name := range s.config.Scripts.Listed() {
		o, err := s.open(ctx, name)
		switch {
		case err != nil:
			return nil, nil, err
		case o.game != nil:
			games = append(games, o.game)
		default:
			puzzles = append(puzzles, o.puzzle)
		}
	}
	return games, puzzles, nil
}

// textOf returns the text of a script, or "" for another name.
func (s *Server) textOf(name string) string {
	if !s.isScript(name) {
		return ""
	}
	text, _ := s.config.Scripts.Text(name) // it has been opened
	return string(text)
}

// find returns the named game.
func (s *Server) find(ctx context.Context, name string) (g *engine.Game, err error) {
	if s.isScript(name) {
		o, err := s.open(ctx, name)
		if err == nil && o.game == nil {
			err = invalid(reason.New("this is a puzzle, not a game for two"))
		}
		return o.game, err
	}
	if g, err = s.config.Find(name); err != nil {
		return nil, invalid(err)
	}
	return g, nil
}

type scriptsDoc struct {
	Schema    string            `json:"schema"`
	Templates map[string]string `json:"templates"` // texts by their names
}

// scripts lists the texts to begin with.
func (s *Server) scripts(context.Context, *address) (scriptsDoc, error) {
	if s.config.Scripts == nil {
		return scriptsDoc{}, errNoScript
	}
	return scriptsDoc{"ply.scripts/1", s.config.Scripts.Templates()}, nil
}

type scriptRequest struct {
	Text string `json:"text"`
}

// scriptReply says what a check of a text has found.
type scriptReply struct {
	Schema string      `json:"schema"`
	Name   string      `json:"name,omitempty"` // by which other requests find it; empty with a fault
	Puzzle bool        `json:"puzzle,omitempty"`
	Fault  *remarkDoc  `json:"fault,omitempty"`
	Notes  []remarkDoc `json:"notes"` // possible mistakes
}

// remarkDoc is a message. Line is 0 if it concerns no line.
type remarkDoc struct {
	Line int    `json:"line,omitempty"`
	Text string `json:"text"`
}

// remark describes an error for the reader.
func remark(ctx context.Context, err error) (out remarkDoc) {
	var at interface{ Line() int }
	if errors.As(err, &at) {
		out.Line, err = at.Line(), errors.Unwrap(err)
	}
	out.Text = languageOf(ctx).Error(err)
	return out
}

// checkScript checks a text. A fault of the text is no error of the request.
func (s *Server) checkScript(ctx context.Context, in *scriptRequest) (out scriptReply, err error) {
	if s.config.Scripts == nil {
		return out, errNoScript
	}
	inner, err := s.enter(ctx)
	if err != nil {
		return out, err
	}
	out = scriptReply{Schema: "ply.script/1", Notes: []remarkDoc{}}
	name, puzzles, notes, fault := s.config.Scripts.Check(inner, in.Text)
	if fault != nil {
		f := remark(ctx, fault)
		out.Fault = &f
		return out, ctx.Err()
	}
	out.Name, out.Puzzle = name, puzzles
	for _, n := range notes {
		out.Notes = append(out.Notes, remark(ctx, n))
	}
	return out, nil
}

// Limits of a match.
const (
	maxPairs  = 50
	maxRandom = 20 // moves before each pair
)

// matchRequest asks for a match of two players of a script.
type matchRequest struct {
	Game    string        `json:"game"`
	Players [2]entrantDoc `json:"players"`
	Pairs   int           `json:"pairs"` // of games with the same beginning and sides swapped
	Plies   int           `json:"plies"` // random moves at the beginning
	Seed    uint64        `json:"seed"`
}

// entrantDoc is a player: its depth, and the word of workshop.Sparring for another evaluation.
type entrantDoc struct {
	Depth int    `json:"depth"`
	Word  string `json:"word,omitempty"`
}

func (in *matchRequest) check() error {
	return cmp.Or(
		within("depth", in.Players[0].Depth, 1, maxLabDepth), within("depth", in.Players[1].Depth, 1, maxLabDepth),
		within("pairs", in.Pairs, 1, maxPairs), within("plies", in.Plies, 0, maxRandom),
	)
}

// match plays a match of two players of a script. If the time is over, the result is that of the games
// so far.
func (s *Server) match(ctx context.Context, in *matchRequest) (out match.Document, err error) {
	if err := in.check(); err != nil {
		return out, err
	}
	if !s.isScript(in.Game) {
		return out, invalid(reason.New("matches of games of the program are for the command line: ply match"))
	}
	g, err := s.find(ctx, in.Game)
	if err == nil && g.Chance() {
		err = invalid(match.ErrChance)
	}
	var entrants [2]match.Entrant
	for i := 0; err == nil && i < len(entrants); i++ {
		entrants[i].Open, err = s.entrant(g, in.Players[i])
	}
	if err != nil {
		return out, err
	}
	playing, cancel := context.WithTimeout(ctx, 2*s.scriptSearch)
	defer cancel()
	score, err := match.Play(playing, match.Config{Start: g.Start(), Pairs: in.Pairs, Plies: in.Plies, Seed: in.Seed}, entrants[0], entrants[1])
	switch {
	case err != nil && playing.Err() == nil:
		return out, invalid(err)
	case score.Games() == 0:
		return out, invalid(reason.Errorf("no game ends within %v; search less deep", 2*s.scriptSearch))
	}
	out = score.Describe(nil)
	out.Game, out.Plies, out.Seed, out.Unit = in.Game, in.Plies, in.Seed, g.About().Unit
	return out, ctx.Err()
}

// entrant returns a function that opens a player of g.
func (s *Server) entrant(g *engine.Game, p entrantDoc) (open func(context.Context) (match.Player, error), err error) {
	if p.Word != "" {
		all := engine.AllOffered[workshop.Sparring](g)
		i := slices.IndexFunc(all, func(s workshop.Sparring) bool { return s.Word == p.Word })
		if i < 0 {
			return nil, invalid(reason.Errorf("the game has no function %s", p.Word))
		}
		g = all[i].Game()
	}
	return func(context.Context) (match.Player, error) {
		lent, err := s.borrow(g)
		return match.Local("", &engine.Player{Engine: lent, Query: search.Query{Depth: p.Depth}}), err
	}, nil
}
