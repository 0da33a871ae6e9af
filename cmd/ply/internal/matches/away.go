package matches

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/opponent"
	"github.com/plywood-go/plywood/cmd/ply/internal/remote"
	"github.com/plywood-go/plywood/cmd/ply/internal/report"
	"github.com/plywood-go/plywood/farm"
	"github.com/plywood-go/plywood/farm/arena"
	"github.com/plywood-go/plywood/match"
)

// A farm plays a match in blocks: the pairs of a block, and the least number of blocks
// at once, so that workers do not wait for the next block.
const (
	farmBlock  = 32
	farmBlocks = 2
)

// send lets a farm play the games if --farm is given.
func (m *contest) send() (release func(), err error) {
	if err := m.away.Check(); err != nil || !m.away.Farm {
		return func() {}, err
	}
	q, err := m.away.Where.Dial()
	if err != nil {
		return nil, err
	}
	all := arena.Match{Players: m.players, Adjudication: m.config.Adjudication}
	if slices.ContainsFunc(m.entrants, func(e match.Entrant) bool { return e.Timed }) {
		all.Timed, all.Clock, all.Grace, all.Played = true, m.Clock, m.Grace, m.noteSpeed
		all.Once = slices.ContainsFunc(m.players, opponent.IsProgram)
	}
	m.config.Elsewhere, err = arena.Elsewhere(&farm.Client{Queue: q}, m.game, remote.Version(), all)
	if err != nil {
		q.Close()
		return nil, exit.Failure(err)
	}
	m.config.Block, m.config.Jobs = farmBlock, max(m.config.Jobs, farmBlocks)
	return q.Close, nil
}

// pace is the work of one worker on a match, and the time it took.
type pace struct {
	pairs int
	nodes uint64
	took  time.Duration
}

// noteSpeed adds the nodes and the time of a pair to those of its worker.
func (m *contest) noteSpeed(worker string, nodes uint64, took time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.paces == nil {
		m.paces = map[string]pace{}
	}
	p := m.paces[worker]
	m.paces[worker] = pace{p.pairs + 1, p.nodes + nodes, p.took + took}
}

// tellSpeeds prints the speeds of the workers of a match with time limits.
func (m *contest) tellSpeeds() {
	for _, name := range slices.Sorted(maps.Keys(m.paces)) {
		p := m.paces[name]
		speed := uint64(float64(p.nodes) / max(p.took.Seconds(), 1e-6))
		fmt.Fprintln(m.Err, m.Lang.Text("match.pace", "worker", name, "pairs", p.pairs, "speed", report.Thousands(speed)))
	}
}
