package tally

import "math"

// Meeting is what two players, by their numbers, have come to in pairs of games.
type Meeting struct {
	Players [2]int
	Results Results
}

// Rating is a strength in Elo above that of a player it is compared with, and half
// the width of its 95 % interval. Both are infinite where no games lead from one to
// the other.
type Rating = Estimate

// Rate returns the strengths of n players by all their meetings, the most likely
// where a difference in strength is worth the share of points that Share says
// (Bradley and Terry 1952); that of player zero is 0. Errors are those of
// observations, pairs of games, as they were: whatever the share of draws.
//
// Where one side has all points its strength has no bound. Such a meeting counts as
// if one more observation had been level.
func Rate(n, zero int, meetings []Meeting) []Rating {
	ratings := make([]Rating, n)
	groups := connected(n, meetings)
	var free []int // the players whose strength is to be found
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

// connected returns a number for each player, the same for those between whom games
// lead.
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

// duel is a meeting as the equations see it.
type duel struct {
	players  [2]int
	games    float64
	share    float64 // of the points
	variance float64 // of the points in all games
}

// decided returns a meeting with a share of points that is neither none nor all.
func decided(m Meeting) duel {
	w := m.Results.weights()
	mean, _ := m.Results.moments(w)
	if mean == 0 || mean == 1 {
		w[len(w)/2]++
	}
	var n float64
	for _, k := range w {
		n += k
	}
	mean, variance := m.Results.moments(w)
	per := float64(m.Results.Games())
	return duel{m.Players, n * per, mean, variance * n / max(n-1, 1) * n * per * per}
}

// equations are those of the most likely strengths: that the points of each player
// are those expected of it.
type equations struct {
	free     []int // players
	row      []int // of each player, -1 for the one that is 0
	meetings []duel
}

// add adds x to the entries of a matrix that a difference between two players has.
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

// solve returns the strengths, in logits, and their variances. It is Newton's
// method on a concave function, with steps of a bounded length.
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

// invert returns the inverse of a symmetric positive matrix, which it overwrites,
// by Gauss's elimination; such a matrix needs no exchange of rows.
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
