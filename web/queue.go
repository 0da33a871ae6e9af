package web

import (
	"context"
	"crypto/subtle"
	"math/bits"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/internal/reason"
)

// Limits of a queue.
const (
	maxWaiting = 64 // requests
	maxOfOne   = 8  // requests of one client: more than a page has open at once
)

// errCrowded refuses a request for which the queue has no room.
var errCrowded = reason.New("too many requests wait; try again when others have been answered")

// A queue lends places to requests: cores, or the only place of the laboratory. Clients take turns: in
// each round it lets in one request of every waiting client, however many the client has. Requests for
// few places do not overtake a request for many. It refuses at once a request that would make it too long.
type queue struct {
	mu      sync.Mutex
	free    int    // places
	endless bool   // no request is refused
	last    string // the client whose request was let in last
	round   int    // of that request
	waiting []*guest
}

// A guest is a request that waits until ready is closed.
type guest struct {
	client        string
	round, places int
	ready         chan struct{}
}

// enter waits until the client's request for places is let in. It fails with errCrowded if the queue is
// full, or when ctx ends. After success the caller must call leave.
func (q *queue) enter(ctx context.Context, client string, places int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	g, err := q.line(client, places)
	if err != nil {
		return err
	}
	select {
	case <-g.ready:
		return nil
	case <-ctx.Done():
		q.withdraw(g)
		return ctx.Err()
	}
}

// line puts a request in the queue, behind all other requests of its round: the round
// after the one of the client's last request.
func (q *queue) line(client string, places int) (*guest, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	g := &guest{client, q.round, places, make(chan struct{})}
	if q.free == 0 && q.last == client {
		g.round++
	}
	own := 0
	for _, other := range q.waiting {
		if other.client == client {
			own++
			g.round = other.round + 1
		}
	}
	if !q.endless && (own == maxOfOne || len(q.waiting) == maxWaiting) {
		return nil, errCrowded
	}
	at := len(q.waiting)
	for at > 0 && q.waiting[at-1].round > g.round {
		at--
	}
	q.waiting = slices.Insert(q.waiting, at, g)
	q.admit()
	return g, nil
}

// withdraw removes a request whose client has left. If the queue has let the request in
// meanwhile, withdraw returns its places.
func (q *queue) withdraw(g *guest) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if i := slices.Index(q.waiting, g); i >= 0 {
		q.waiting = slices.Delete(q.waiting, i, i+1)
	} else {
		q.free += g.places
	}
	q.admit()
}

// leave returns the places of a request.
func (q *queue) leave(places int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.free += places
	q.admit()
}

// admit lets in the requests at the head of the queue while enough places are free.
func (q *queue) admit() {
	for len(q.waiting) > 0 && q.waiting[0].places <= q.free {
		g := q.waiting[0]
		q.waiting = slices.Delete(q.waiting, 0, 1)
		q.free, q.last, q.round = q.free-g.places, g.client, g.round
		close(g.ready)
	}
}

// wanted reports whether any request waits.
func (q *queue) wanted() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.waiting) > 0
}

// guard passes on only requests that are safe to answer. Any page can make a browser send
// requests; guard refuses a request that
//
//   - names a host other than this machine: a foreign name that is made to point here (DNS
//     rebinding) would give that site's pages our rights;
//   - changes or starts something and comes from another site's page;
//   - lacks the token where one is needed.
func (s *Server) guard(next http.Handler) http.Handler {
	cross := http.NewCrossOriginProtection()
	cross.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		refuse(w, r, http.StatusForbidden, reason.New("this request comes from another site's page"))
	}))
	next = cross.Handler(s.knock(next))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		setHeaders(w.Header())
		if !s.answersTo(r.Host) {
			refuse(w, r, http.StatusMisdirectedRequest, reason.New("this server does not answer to that name; use its address"))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// policy lets the page use its own files only: no inline scripts, frames or foreign hosts.
// Inline styles are allowed for the geometry of boards.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; " +
	"img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; " +
	"base-uri 'none'; form-action 'none'" + unframed

// unframed forbids other sites to show the page in a frame. With the query embedded the page may be
// framed: it then shows one game without menus (page/src/keep.ts).
const unframed, embedded = "; frame-ancestors 'none'", "embed=1"

func setHeaders(h http.Header) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
}

// answersTo reports whether a request's Host is an IP address or one of the server's names. An
// address literal is safe because no name can resolve to it.
func (s *Server) answersTo(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.ToLower(strings.Trim(host, "[]"))
	if _, err := netip.ParseAddr(host); err == nil || host == "localhost" {
		return true
	}
	return slices.ContainsFunc(s.config.Hosts, func(name string) bool { return strings.EqualFold(host, name) })
}

// cookie is the name of the cookie that keeps the token in a browser.
const cookie = "plywood"

// knock asks for the token, if the server has one. A client sends it as a bearer token. A
// browser may send it in the query of its first request, and keeps it as a cookie.
func (s *Server) knock(next http.Handler) http.Handler {
	if s.config.Token == "" {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet && s.isToken(r.URL.Query().Get("token")) {
			http.SetCookie(w, &http.Cookie{
				Name: cookie, Value: url.QueryEscape(s.config.Token), Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode,
			})
			http.Redirect(w, r, "/", http.StatusSeeOther)
			return
		}
		var kept string // escaped in the cookie, because cookies allow few characters
		if c, err := r.Cookie(cookie); err == nil {
			kept, _ = url.QueryUnescape(c.Value)
		}
		bearer, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		if s.isToken(kept) || s.isToken(bearer) {
			next.ServeHTTP(w, r)
			return
		}
		refuse(w, r, http.StatusUnauthorized, reason.New("a token is needed: open the address that the server printed"))
	})
}

func (s *Server) isToken(text string) bool {
	return subtle.ConstantTimeCompare([]byte(text), []byte(s.config.Token)) == 1
}

const (
	// smallest is the least memory for a search: about 60 000 positions.
	smallest = 1 << 20
	// largest is the most memory for one search, whatever the budget.
	largest = 256 << 20
)

// errBusy refuses a search beyond the limit on simultaneous searches.
var errBusy = reason.New("too many searches at once; try again when others have ended")

// A seat is an engine with its tables, for one search at a time.
type seat struct {
	engine.Engine
	game    string
	threads int
	bytes   int // of memory: an engine's two tables together
}

// pool owns the memory of all searches. Lent and idle seats together never exceed the
// budget. The smallest share is reserved for every seat; a new search gets half of the
// other memory that is not lent. So one user has large tables and fifty users have small
// ones, and no running search loses memory.
type pool struct {
	mu       sync.Mutex
	budget   int
	seats    int    // the most searches at once
	endgames string // the folder of endgame databases, shared by all
	lent     int
	extra    int     // bytes lent beyond the smallest share
	idle     []*seat // the last used at the end
}

func newPool(budget, seats int, endgames string) *pool {
	return &pool{budget: max(budget, seats*smallest), seats: seats, endgames: endgames}
}

// lend returns an engine for g that searches on the given number of threads, with warm tables if
// an idle seat has searched g before.
func (p *pool) lend(g *engine.Game, threads int) (*seat, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.lent == p.seats {
		return nil, errBusy
	}
	name, bytes := g.About().Name, p.share()
	s := p.warm(name, threads, bytes)
	if s == nil {
		for len(p.idle) > 0 && p.held()+bytes > p.budget { // the least recently used make room
			p.idle = slices.Delete(p.idle, 0, 1)
		}
		s = &seat{game: name, threads: threads, bytes: bytes}
		var o engine.Options
		o.Threads, o.TableBytes, o.Endgames = threads, bytes/2, p.endgames // a solver and a search may each have a table
		s.Engine = g.NewEngine(o)
	}
	p.lent++
	p.extra += s.bytes - smallest
	return s, nil
}

// share returns the size for the next seat, a power of two.
func (p *pool) share() int {
	spare := p.budget - p.seats*smallest - p.extra
	bytes := smallest + min(spare/2, largest-smallest)
	return 1 << (bits.Len(uint(bytes)) - 1)
}

// warm removes and returns the idle seat that last searched the named game and has at
// most the given size, or returns nil.
func (p *pool) warm(name string, threads, bytes int) *seat {
	for i, s := range slices.Backward(p.idle) {
		if s.game == name && s.threads == threads && s.bytes <= bytes && s.bytes >= bytes/2 {
			p.idle = slices.Delete(p.idle, i, i+1)
			return s
		}
	}
	return nil
}

// held returns the bytes of all seats, lent and idle.
func (p *pool) held() int {
	sum := p.lent*smallest + p.extra
	for _, s := range p.idle {
		sum += s.bytes
	}
	return sum
}

// giveBack returns a seat after its search. The pool keeps it for the next search of its game.
func (p *pool) giveBack(s *seat) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lent--
	p.extra -= s.bytes - smallest
	p.idle = append(p.idle, s)
}

// active returns the number of searches.
func (p *pool) active() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.lent
}
