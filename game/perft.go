package game

// Counts are the results of Perft. Published Othello counts are the sum of
// Leaves and Ended; chess and checkers counts are Leaves.
type Counts struct {
	Leaves uint64 `json:"leaves"` // paths of exactly the depth asked
	Ended  uint64 `json:"ended"`  // games that ended before it
	Nodes  uint64 `json:"nodes"`  // positions on all these paths, the first included
}

func (c *Counts) add(d Counts) {
	c.Leaves += d.Leaves
	c.Ended += d.Ended
	c.Nodes += d.Nodes
}

// Perft counts the paths of depth plies from s: the usual test of a move
// generator. It stops early, with the counts so far, when stop returns true;
// stop may be nil and is called about once every thousand positions.
func Perft[S any, M comparable, R Rules[S, M]](rules R, s *S, depth int, stop func() bool) Counts {
	p := perft[S, M, R]{rules: rules, stop: stop}
	p.states = make([]S, depth+1)
	p.moves = make([][]M, depth+1)
	p.states[0] = *s
	return p.count(0, depth)
}

type perft[S any, M comparable, R Rules[S, M]] struct {
	rules   R
	stop    func() bool
	stopped bool
	asked   uint
	states  []S
	moves   [][]M
}

func (p *perft[S, M, R]) count(ply, depth int) Counts {
	if depth == 0 {
		return Counts{Leaves: 1, Nodes: 1}
	}
	s := &p.states[ply]
	moves, status := p.rules.Moves(s, p.moves[ply][:0])
	p.moves[ply] = moves
	if status.Over() {
		return Counts{Ended: 1, Nodes: 1}
	}
	if depth == 1 {
		return Counts{Leaves: uint64(len(moves)), Nodes: 1 + uint64(len(moves))}
	}
	if p.interrupted() {
		return Counts{}
	}
	total := Counts{Nodes: 1}
	for _, m := range moves {
		p.rules.Play(&p.states[ply+1], s, m)
		total.add(p.count(ply+1, depth-1))
	}
	return total
}

func (p *perft[S, M, R]) interrupted() bool {
	p.asked++
	if p.stop != nil && p.asked%1024 == 0 {
		p.stopped = p.stopped || p.stop()
	}
	return p.stopped
}
