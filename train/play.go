package train

import (
	"bytes"
	"context"
	"encoding/binary"
	"math/rand/v2"
	"slices"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/capability"
	"github.com/plywood-go/plywood/game/line"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/network"
)

const (
	// A game starts with leastRandom to mostRandom random moves, so that games
	// differ. Up to mostNoise plies one move in noise is random, too, which
	// also breaks repetitions; the positions before these are not fitted.
	leastRandom, mostRandom = 4, 9
	mostNoise, noise        = 40, 100
	// After a recorded opening there are up to mostAfter random moves.
	mostAfter = 2
	// A late game begins with leastHurried to mostHurried plies that are searched with fewer
	// nodes, by the factor hurry.
	leastHurried, mostHurried = 16, 80
	hurry                     = 20
	// A game with a network ends if for decidedPlies plies one side's value
	// was above decided times the scale: 99 % of such games are won.
	decided, decidedPlies = 5, 6
	// A game goes on for playedOut plies after its result is proven, so that the positions that
	// databases hold are fitted too: players without databases meet them.
	playedOut = 30
	// longest is the number of plies after which a game is drawn.
	longest = 400
)

// played is a game: its starting position as an index into starts, its moves as indices into the
// lists of Moves, the values that the searches returned, for the side to move, and the first
// player's result, -1, 0 or 1.
type played struct {
	start  int
	moves  []uint16
	values []int16
	result int8
}

// Special values: a random or hurried move has none, a proven value is win, 0 or -win.
const (
	unknown = -1 << 15
	proven  = 1<<15 - 1
)

// style says how a player plays; see Options.
type style struct {
	Nodes    int `json:"nodes"`
	Openings int `json:"openings,omitempty"`
	Odds     int `json:"odds,omitempty"`
	Late     int `json:"late,omitempty"`
}

// player plays games against itself. It must not be used by several goroutines at once.
type player[S any, M comparable, R Rules[S, M]] struct {
	rules    R
	caps     capability.Set[S, M]
	search   *search.Searcher[S, M]
	style    style
	most     game.Score // the value at which a game is decided; 0 without a network
	openings [][]M
	starts   []S
	line     line.Line
}

// newPlayer returns a player with a network, or the game's own evaluation if net is nil.
func newPlayer[S any, M comparable, R Rules[S, M]](rules R, net *network.Net, its style) *player[S, M, R] {
	p := &player[S, M, R]{rules: rules, caps: capability.Of[S, M](rules), style: its, starts: starts[S](rules)}
	if its.Odds == 0 {
		p.starts = p.starts[:1]
	}
	if its.Openings > 0 {
		p.openings = openings[M](rules)
	}
	p.search = search.New(rules, search.Options{TableBytes: 1 << 20, Network: net})
	if net != nil {
		p.most = decided * game.Score(net.Scale)
	}
	return p
}

// course is a game in progress.
type course[M any] struct {
	played
	random  *rand.Rand
	opening []M      // recorded moves that begin it
	history []uint64 // keys of its positions
	// The players think from ply begins on, with fewer nodes before ply hurried. The game ends
	// before ply ends.
	begins, hurried, ends int
	// ahead is the side that was far ahead, 1 for the first and -1 for the second, in the last
	// run plies in a row; 0 means neither.
	ahead, run int
}

// begin draws how a game begins.
func (p *player[S, M, R]) begin(random *rand.Rand) *course[M] {
	g := &course[M]{random: random, begins: leastRandom + random.IntN(mostRandom-leastRandom+1), ends: longest}
	if others := len(p.starts) - 1; others > 0 && random.IntN(100) < p.style.Odds {
		g.start = 1 + random.IntN(others)
	} else if len(p.openings) > 0 && random.IntN(100) < p.style.Openings {
		g.opening = p.openings[random.IntN(len(p.openings))]
		g.begins = len(g.opening) + random.IntN(mostAfter+1)
	}
	if p.style.Late > 0 && random.IntN(100) < p.style.Late {
		g.hurried = leastHurried + random.IntN(mostHurried-leastHurried+1)
	}
	return g
}

// game plays a game.
func (p *player[S, M, R]) game(random *rand.Rand) played {
	g := p.begin(random)
	s := p.starts[g.start]
	p.search.Clear()
	p.line.Begin(nil)
	var moves []M
	for ply := 0; ply < g.ends; ply++ {
		var status game.Status
		moves, status = p.rules.Moves(&s, moves[:0])
		p.line.Put(ply, p.rules.Hash(&s))
		if status == game.Ongoing {
			status = p.caps.Ends(&s, &p.line, ply)
		}
		sign := 1 // of values, for the first player
		if p.rules.ToMove(&s) == game.Second {
			sign = -1
		}
		if status.Over() {
			g.result = int8(sign * status.Score().Outcome())
			break
		}
		chosen, value := random.IntN(len(moves)), unknown
		if ply < len(g.opening) {
			chosen = slices.Index(moves, g.opening[ply])
		}
		if g.thinks(ply) {
			var best M
			best, value = p.think(g, &s, ply, sign)
			chosen = slices.Index(moves, best)
		}
		g.moves, g.values = append(g.moves, uint16(chosen)), append(g.values, int16(value))
		if g.ahead != 0 && g.run >= decidedPlies {
			g.result = int8(g.ahead)
			break
		}
		g.history = append(g.history, p.rules.Hash(&s))
		p.rules.Play(&s, &s, moves[chosen])
	}
	return g.played
}

// thinks reports whether the player searches at a ply, and does not move at random.
func (g *course[M]) thinks(ply int) bool {
	return ply >= g.begins && (ply > mostNoise || g.random.IntN(noise) > 0)
}

// think searches for the best move. value is the one to record.
func (p *player[S, M, R]) think(g *course[M], s *S, ply, sign int) (best M, value int) {
	nodes, value := p.style.Nodes, unknown
	if ply < g.hurried {
		nodes = max(1, nodes/hurry)
	}
	r := p.search.Search(context.Background(), s, search.Query{Nodes: uint64(nodes), History: g.history}, search.Control{}, nil)
	outcome, known := r.Outcome()
	if ply >= g.hurried {
		value = int(min(max(r.Score(), 1-proven), proven-1)) // fits a record, and is not special
	}
	far := 0
	switch {
	case known:
		value = outcome * proven
		g.result = int8(sign * outcome)
		g.ends = min(g.ends, ply+playedOut)
	case p.most > 0 && (r.Score() > p.most || r.Score() < -p.most):
		far = sign * r.Score().Outcome()
	}
	if g.run++; far == 0 || far != g.ahead {
		g.run, g.ahead = 1, far
	}
	best, _ = r.Best()
	return best, value
}

// format writes games with a checksum; parse reads them.
func format(games []played) []byte {
	var b []byte
	for _, g := range games {
		b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(len(g.moves))), uint64(g.start<<2|int(g.result+1)))
		for i, m := range g.moves {
			b = binary.LittleEndian.AppendUint16(binary.AppendUvarint(b, uint64(m)), uint16(g.values[i]))
		}
	}
	return sealed(b)
}

func parse(data []byte, count int) ([]played, error) {
	data, err := unsealed(data)
	if err != nil {
		return nil, err
	}
	r := bytes.NewReader(data)
	games := make([]played, count)
	for i := range games {
		g := &games[i]
		plies, err := binary.ReadUvarint(r)
		begin, err2 := binary.ReadUvarint(r)
		if err != nil || err2 != nil || plies > longest {
			return nil, errDamaged
		}
		g.start, g.result = int(begin>>2), int8(begin&3)-1
		for range plies {
			m, err := binary.ReadUvarint(r)
			var value [2]byte
			if _, err2 := r.Read(value[:]); err != nil || err2 != nil {
				return nil, errDamaged
			}
			g.moves = append(g.moves, uint16(m))
			g.values = append(g.values, int16(binary.LittleEndian.Uint16(value[:])))
		}
	}
	return games, nil
}
