package web

import (
	"cmp"
	"context"
	_ "embed" // the description of the interface
	"net"
	"net/http"
	"runtime"
	"sync"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/problem"
	"github.com/plywood-go/plywood/engine/puzzle"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/internal/reason"
)

// Config configures a server. Only Games is required.
type Config struct {
	// Games are the games that the page offers. Find returns a game by its name, which may
	// include a size. If Find is nil, the server looks among Games.
	Games []*engine.Game
	Find  func(name string) (*engine.Game, error)
	// Puzzles are the puzzles that the page offers. FindPuzzle returns a puzzle by its name.
	// If it is nil, the server looks among Puzzles.
	Puzzles    []*puzzle.Puzzle
	FindPuzzle func(name string) (*puzzle.Puzzle, error)
	// Scripts are games and puzzles whose rules are texts of users. Nil means none.
	Scripts Scripts
	// Challenges returns the challenges of a game by its name. Nil means that no game has any.
	Challenges func(game string) problem.Challenges
	// Threads is the number of cores that all searches share. Zero means all cores of the machine.
	Threads int
	// TableBytes is the memory for the tables of all searches, in bytes. Each search has at
	// least 1 MiB. Zero means 512 MiB.
	TableBytes int
	// Searches limits the searches at once; the server refuses others. Zero means 64.
	Searches int
	// Endgames is the folder of endgame databases that searches use; see engine.Options. Empty
	// means none.
	Endgames string
	// Books are the opening books from which moves are played, by the name of the game.
	// Named opponents do not use them, since a book would change their strength. Requests
	// share a book, so its Probe must allow concurrent calls. Nil means no books.
	Books map[string]engine.Book
	// Token is the secret that clients must send. Empty means that the server answers every
	// client that reaches it, which is safe on loopback only.
	Token string
	// Hosts are further host names that the server accepts, besides localhost and addresses.
	Hosts []string
	// Version is shown on the page.
	Version string
	// Static is the folder of a page written by Publish. The server then serves its files
	// and nothing else. Empty means none.
	Static string
	// Farm returns the state of a farm for the page at /farm. Nil means that there is no such page.
	Farm func(ctx context.Context) (Farm, error)
}

// Server serves the page and the interface behind it.
type Server struct {
	config    Config
	turns     queue // for cores
	labs      queue // for the laboratory, whose traces are large
	smallLabs queue // for small laboratory requests

	longScripts, shortScripts queue // for requests with scripts, which search or do not

	pool    *pool
	page    *page
	builtIn map[string]func() (engine.Book, error) // the built-in books, opened once, by the name of the game

	patience time.Duration // the longest wait for a client that does not read
	writing  time.Duration // the time to write an answer that needs no search

	scriptSearch time.Duration // the longest search with a script; a review or a match takes twice that
}

// among returns the game of Games with the given name.
func (c *Config) among(name string) (*engine.Game, error) {
	for _, g := range c.Games {
		if g.About().Name == name {
			return g, nil
		}
	}
	return nil, reason.Errorf("no game %q", name)
}

// amongPuzzles returns the puzzle of Puzzles with the given name.
func (c *Config) amongPuzzles(name string) (*puzzle.Puzzle, error) {
	for _, p := range c.Puzzles {
		if p.About().Name == name {
			return p, nil
		}
	}
	return nil, reason.Errorf("no puzzle %q", name)
}

// New returns a server. It starts no goroutines.
func New(c Config) *Server {
	c.Threads = cmp.Or(c.Threads, runtime.NumCPU())
	c.TableBytes = cmp.Or(c.TableBytes, 512<<20)
	c.Searches = cmp.Or(c.Searches, 64)
	if c.Find == nil {
		c.Find = c.among
	}
	if c.FindPuzzle == nil {
		c.FindPuzzle = c.amongPuzzles
	}
	if c.Challenges == nil {
		c.Challenges = func(string) problem.Challenges { return nil }
	}
	s := &Server{config: c, builtIn: map[string]func() (engine.Book, error){}, pool: newPool(c.TableBytes, c.Searches, c.Endgames), page: newPage(), patience: usualPatience, writing: time.Minute, scriptSearch: usualSearch}
	s.turns.free, s.turns.endless = c.Threads, true
	for _, q := range []*queue{&s.labs, &s.smallLabs, &s.longScripts, &s.shortScripts} {
		q.free = 1
	}
	for _, g := range c.Games {
		s.builtIn[g.About().Name] = sync.OnceValues(func() (engine.Book, error) { return g.OpenBook(workshop.BuiltIn) })
	}
	return s
}

// Handler returns the handler of the server's requests.
func (s *Server) Handler() http.Handler {
	if s.config.Static != "" {
		return http.FileServer(http.Dir(s.config.Static))
	}
	mux := http.NewServeMux()
	for _, r := range s.routes() {
		mux.Handle(r.method+" "+base+r.path, r.handler)
	}
	mux.HandleFunc(base+"/", s.missing)
	mux.HandleFunc("GET /farm", s.farm)
	mux.Handle("/", s.page)
	return s.guard(mux)
}

// base is the path of the interface, with its version.
const base = "/api/v1"

// A route is one operation of the interface; openapi.yaml describes each.
type route struct {
	method, path string
	handler      http.HandlerFunc
}

func (s *Server) routes() []route {
	return []route{
		{"GET", "/games", answerAt(s, s.games)},
		{"GET", "/openapi.yaml", describe},
		{"GET", "/puzzles", answerAt(s, s.puzzles)},
		{"GET", "/challenges", answerAt(s, s.challenges)},
		{"GET", "/scripts", answerAt(s, s.scripts)},
		{"POST", "/scripts/check", answer(s, s.checkScript)},
		{"POST", "/match", answer(s, s.match)},
		{"POST", "/puzzles/position", answer(s, s.puzzlePosition)},
		{"POST", "/puzzles/shuffle", answer(s, s.shufflePuzzle)},
		{"POST", "/puzzles/solve", answer(s, inTurn(s, s.solvePuzzle))},
		{"POST", "/position", answer(s, s.position)},
		{"POST", "/variations", answer(s, s.variations)},
		{"POST", "/setup", answer(s, s.setup)},
		{"POST", "/analysis", answerLive(s, s.analysis)},
		{"POST", "/move", answer(s, s.move)},
		{"POST", "/review", answerLive(s, s.review)},
		{"POST", "/records/read", answer(s, s.read)},
		{"POST", "/records/write", answer(s, s.write)},
		{"POST", "/explore", answer(s, s.explore)},
		{"GET", "/openings", answerAt(s, s.openings)},
		{"POST", "/trees/scene", answer(s, inTurn(s, s.scene))},
		{"POST", "/trees/explain", answer(s, inTurn(s, s.explain))},
		{"POST", "/trees/compare", answer(s, inTurn(s, s.compare))},
		{"POST", "/trees/picture", answer(s, inTurn(s, s.picture))},
		{"GET", "/trees/random", answerAt(s, inTurn(s, s.random))},
		{"POST", "/quiz", answer(s, inTurn(s, s.quiz))},
		{"POST", "/quiz/check", answer(s, inTurn(s, s.check))},
		{"GET", "/lessons", answerAt(s, inTurn(s, s.courses))},
		{"GET", "/lessons/{name}", answerAt(s, inTurn(s, s.course))},
	}
}

// missing answers requests that no route matches.
func (s *Server) missing(w http.ResponseWriter, r *http.Request) {
	for _, known := range s.routes() {
		if r.URL.Path == base+known.path {
			w.Header().Set("Allow", known.method)
			refuse(w, r, http.StatusMethodNotAllowed, reason.Errorf("this address wants %s", known.method))
			return
		}
	}
	refuse(w, r, http.StatusNotFound, reason.Errorf("there is nothing at this address; see %s/openapi.yaml", base))
}

// grace is the time for open requests to end when the server closes.
const grace = 3 * time.Second

// errClosing ends and answers the requests that are open when the server closes.
var errClosing = reason.New("the server ends")

// Serve answers requests from l until ctx is done. Then it ends all searches: streams
// send their last event, and it refuses other requests. It returns nil.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	open, end := context.WithCancelCause(context.WithoutCancel(ctx))
	defer end(errClosing)
	server := &http.Server{
		Handler:           s.Handler(),
		BaseContext:       func(net.Listener) context.Context { return open },
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second,
		WriteTimeout:      s.writing,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    16 << 10,
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(l) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	end(errClosing)
	ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	if server.Shutdown(ending) != nil {
		return server.Close()
	}
	return nil
}

// weighed is a laboratory request.
type weighed interface {
	// small reports whether the request takes moments and little memory.
	small(s *Server) bool
}

// inTurn returns f with a queue before it: one search runs at a time, on one core. Small
// requests wait in a separate queue.
func inTurn[In, Out any](s *Server, f func(context.Context, *In) (Out, error)) func(context.Context, *In) (Out, error) {
	return func(ctx context.Context, in *In) (out Out, err error) {
		q := &s.labs
		if any(in).(weighed).small(s) {
			q = &s.smallLabs
		}
		if err := q.enter(ctx, clientOf(ctx), 1); err != nil {
			return out, err
		}
		defer q.leave(1)
		if err := s.turns.enter(ctx, "", 1); err != nil {
			return out, err
		}
		defer s.turns.leave(1)
		return f(ctx, in)
	}
}

//go:embed openapi.yaml
var openapi []byte

// describe serves the description of the interface.
func describe(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/yaml; charset=utf-8")
	_, _ = w.Write(openapi)
}
