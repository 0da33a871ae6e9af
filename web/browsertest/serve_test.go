package browsertest

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/games/shelf"
	"github.com/plywood-go/plywood/games/star"
	"github.com/plywood-go/plywood/kit/enginetest"
	"github.com/plywood-go/plywood/web"
)

// config returns the configuration of a small server with every game.
func config() web.Config {
	return web.Config{
		Games: catalog.Games(), Find: catalog.Find, Puzzles: shelf.Puzzles(), FindPuzzle: shelf.Find, Scripts: star.Scripts{},
		Challenges: catalog.Challenges, Threads: 1, TableBytes: 32 << 20,
	}
}

// toyConfig adds test games that no other program has.
func toyConfig() web.Config {
	c := config()
	c.Games, c.Find = append(enginetest.Toys(), c.Games...), nil
	return c
}

// site is a server for one test. Closing it ends all requests.
type site struct {
	*httptest.Server
	searches atomic.Int32 // requests for searches that have not been answered
}

func serve(t testing.TB, c web.Config) *site {
	t.Helper()
	s, handler := &site{}, web.New(c).Handler()
	s.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/analysis") || strings.HasSuffix(r.URL.Path, "/move") {
			s.searches.Add(1)
			defer s.searches.Add(-1)
		}
		handler.ServeHTTP(w, r)
	}))
	s.Config.BaseContext = func(net.Listener) context.Context { return t.Context() }
	s.Start()
	t.Cleanup(s.Close)
	return s
}

// rests waits until no search runs.
func (s *site) rests(t *testing.T) {
	t.Helper()
	for end := time.Now().Add(patient); s.searches.Load() > 0; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("a search goes on, and nobody looks at it")
		}
	}
}

// listening serves the page at an address until end is called.
func listening(t *testing.T, address string) (at net.Addr, end func()) {
	t.Helper()
	l, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- web.New(config()).Serve(ctx, l) }()
	return l.Addr(), func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}
