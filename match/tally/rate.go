package tally

import "math"

// Meeting holds the results of pairs of games between two players, given by number.
type Meeting struct {
	Players [2]int  // numbers from 0
	Results Results // for the first of them
}

// Rating is a player's strength in Elo relative to a reference player, with half the width of
// its 95 % interval. Both are infinite if no games connect the two.
type Rating = Estimate

// Rate returns the maximum-likelihood strengths of n players relative to player zero, in the
// model where the expected share of points follows Share (Bradley and Terry 1952). Errors use
// the observed variance of pairs of games, so they hold for any share of draws.
//
// A player with all points has unbounded strength; such a meeting counts as if
// it had one more level observation.
func Rate(n, zero int, meetings []Meeting) []Rating {
	ratings := make([]Rating, n)
	groups := connected(n, meetings)
	var free []int // the players whose strength is unknown
	for i := range n {
		switch {
		case i == zero:
		case groups[i] == groups[zero]:
			free = append(free, i)
		default:
			ratings[i] = Estimate{math.Inf(1), math.Inf(1)}
		}
	}
	e := equations{free: free, row: make([]int, n)}
	for i := range e.row {
		e.row[i] = -1
	}
	for k, i := range free {
		e.row[i] = k
	}
	for _, m := range meetings {
		if m.Results.Total() > 0 && groups[m.Players[0]] == groups[zero] {
			e.meetings = append(e.meetings, decided(m))
		}
	}
	const perLogit = 400 / math.Ln10 // Elo
	strengths, variances := e.solve()
	for k, i := range free {
		ratings[i] = Estimate{perLogit * strengths[k], perLogit * z95 * math.Sqrt(max(variances[k], 0))}
	}
	return ratings
}

// connected labels each player so that players connected by games share a label.
func connected(n int, meetings []Meeting) []int {
	group := make([]int, n)
	for i := range group {
		group[i] = i
	}
	for _, m := range meetings {
		a, b := group[m.Players[0]], group[m.Players[1]]
		if a == b || m.Results.Total() == 0 {
			continue
		}
		for i := range group {
			if group[i] == b {
				group[i] = a
			}
		}
	}
	return group
}

// duel is a meeting in the form the equations use.
type duel struct {
	players  [2]int
	games    float64
	share    float64 // the first player's share of the points
	variance float64 // of the points in all games
}

// decided returns the duel of a meeting. If one side has all points, it adds a level observation.
func decided(m Meeting) duel {
	w := m.Results.weights()
	n := float64(m.Results.Total())
	if mean := m.Results.Points().Mean; mean == 0 || mean == 1 {
		w[len(w)/2]++
		n++
	}
	p, games := m.Results.points(w), n*float64(m.Results.Games())
	return duel{m.Players, games, p.Mean, (p.Error / z95 * games) * (p.Error / z95 * games)}
}

// equations are the likelihood equations: each player's points equal the points expected of it.
type equations struct {
	free     []int // players
	row      []int // of each player; -1 for players not in free
	meetings []duel
}

// add adds x to the matrix entries that depend on the difference between two players.
func (e *equations) add(m [][]float64, players [2]int, x float64) {
	a, b := e.row[players[0]], e.row[players[1]]
	for _, i := range []int{a, b} {
		if i >= 0 {
			m[i][i] += x
		}
	}
	if a >= 0 && b >= 0 {
		m[a][b] -= x
		m[b][a] -= x
	}
}

// solve returns the strengths in logits and their variances. It applies
// Newton's method with bounded steps to a concave function.
func (e *equations) solve() (strengths, variances []float64) {
	n := len(e.free)
	strengths = make([]float64, n)
	at := func(player int) float64 {
		if k := e.row[player]; k >= 0 {
			return strengths[k]
		}
		return 0
	}
	const rounds, longest, settled = 200, 1.0, 1e-12
	var inverse [][]float64
	for range rounds {
		lack, slope := make([]float64, n), square(n)
		for _, d := range e.meetings {
			p := 1 / (1 + math.Exp(at(d.players[1])-at(d.players[0])))
			for i, who := range d.players {
				if k := e.row[who]; k >= 0 {
					lack[k] += float64(1-2*i) * d.games * (d.share - p)
				}
			}
			e.add(slope, d.players, d.games*p*(1-p))
		}
		inverse = invert(slope)
		var far float64
		for i := range n {
			var step float64
			for j := range n {
				step += inverse[i][j] * lack[j]
			}
			step = min(max(step, -longest), longest)
			strengths[i] += step
			far = max(far, math.Abs(step))
		}
		if far < settled {
			break
		}
	}
	spread := square(n)
	for _, d := range e.meetings {
		e.add(spread, d.players, d.variance)
	}
	variances = make([]float64, n)
	for i := range n { // the diagonal of inverse · spread · inverse
		for j := range n {
			for k := range n {
				variances[i] += inverse[i][j] * spread[j][k] * inverse[k][i]
			}
		}
	}
	return strengths, variances
}

func square(n int) [][]float64 {
	m := make([][]float64, n)
	for i := range m {
		m[i] = make([]float64, n)
	}
	return m
}

// invert returns the inverse of a symmetric positive definite matrix by
// Gaussian elimination; such a matrix needs no pivoting. It overwrites m.
func invert(m [][]float64) [][]float64 {
	n := len(m)
	inverse := square(n)
	for i := range n {
		inverse[i][i] = 1
	}
	for i := range n {
		pivot := m[i][i]
		for j := range n {
			m[i][j] /= pivot
			inverse[i][j] /= pivot
		}
		for k := range n {
			by := m[k][i]
			if k == i || by == 0 {
				continue
			}
			for j := range n {
				m[k][j] -= by * m[i][j]
				inverse[k][j] -= by * inverse[i][j]
			}
		}
	}
	return inverse
}
