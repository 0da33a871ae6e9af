package web

import (
	"math/bits"
	"slices"
	"sync"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/internal/reason"
)

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
		p.makeRoom(bytes)
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

// makeRoom drops idle seats, least recently used first, until a new seat fits.
func (p *pool) makeRoom(bytes int) {
	for len(p.idle) > 0 && p.held()+bytes > p.budget {
		p.idle = slices.Delete(p.idle, 0, 1)
	}
}

// held returns the bytes of all seats, lent and idle.
func (p *pool) held() int {
	sum := p.lent*smallest + p.extra
	for _, s := range p.idle {
		sum += s.bytes
	}
	return sum
}

// giveBack returns a seat after its search. The pool keeps it for the next search of its
// game.
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
